"""Random whole games of Roll Player: any listed move anywhere, every invariant after every entry, replay from the log.

100 games, and 100 more with our own set known whole; `make soak` (TABLESIDE_SOAK=1) plays 1,000 of each, and
TABLESIDE_GAMES says any other number.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.canonical import Plain, plain, state_hash
from companion.chance import Chance, Seeded
from companion.games.roll_player.invariants import INVARIANTS
from companion.games.roll_player.moves import UseSkill
from companion.games.roll_player.state import State, dice_on
from companion.log import Entry
from companion.moves import Form, Move, read_move
from companion.refusals import Refusal
from companion.table import Table, adjust
from companion.verify import verify
from companion.words import Word
from tests.recorded.playing import Plan, opened, playing
from tests.recorded.roll_player_plans import wild

LONG = bool(os.environ.get("TABLESIDE_SOAK"))
GAMES = int(os.environ.get("TABLESIDE_GAMES", "1000" if LONG else "100"))
MANY, FEW = 12, 3
VARIANTS = ("less_random", "random_market", "short_game", "friendly_market")
ROUNDS = {1: 12, 2: 12, 3: 11, 4: 10}
"""18 less the starting dice (RP-END-01); two fewer in the short game."""


def plan_of(seed: int) -> Plan:
    """Player counts, depths and sets in turn; variants, real dice and cards, and how classes are got at random."""
    depth, beacon = (("none", False), ("types", False), ("full", True), ("full", False), ("types", True))[seed % 5]
    return wild(1 + seed // 5 % 4, {"cards": depth, **some_options(Random(seed))}, seed, invented=beacon)


def own_plan_of(seed: int) -> Plan:
    """Our own set at the depth that is usual for it, with one to four players in turn."""
    return wild(1 + seed % 4, {"set": "own", **some_options(Random(seed))}, seed)


def some_options(random: Random) -> dict[str, Plain]:
    return {
        "variants": [variant for variant in VARIANTS if random.random() < 0.3],
        "dice": random.choice(("digital", "digital", "physical")),
        "decks": random.choice(("digital", "digital", "physical")),
        "class_choice": random.choice(("draw", "choose")),
    }


games = pytest.mark.parametrize("seed", range(GAMES))


@games
def test_a_random_game(seed: int) -> None:
    a_random_game(plan_of(seed), seed)


@games
def test_a_random_game_with_our_own_set(seed: int) -> None:
    a_random_game(own_plan_of(seed), seed)


def a_random_game(plan: Plan, seed: int) -> None:
    trash = round_ = 0
    random = Random(seed)
    table: Table | None = None
    for table in playing(plan):
        state: State = table.state
        table.game.check(state)
        assert len(state.trash) >= trash, "INV-14: the trash never shrinks"
        assert state.round >= round_
        trash, round_ = len(state.trash), state.round
        every_listed_move_is_legal(table, plan.n, random)
        if random.random() < 0.02:
            everything_can_be_shown(table, plan.n)
    assert table is not None
    the_game_is_over(table, plan)
    assert plan.options.get("set") != "own" or table.state.cards == "full"
    the_log_tells_the_same_game(table)


def every_listed_move_is_legal(table: Table, n: int, random: Random) -> None:
    """Each may be played as it stands, whatever the luck, and reads back from its plain form.

    A dozen of them (and a few uses of skills) are tried in each state, of seats that are not to act in every third
    state; a long run tries everything.
    """
    acting = table.game.to_act(table.state)
    for seat in range(1, n + 1):
        if seat not in acting and table.seq % 3 and not LONG:
            continue
        moves = list(table.game.moves(table.state, seat))
        assert len(set(moves)) == len(moves), "listed twice"
        assert moves or seat not in acting, f"seat {seat} is to act and has no move"
        for number, move in enumerate(_to_try(moves, random)):
            assert read_move(table.game.moves_types, plain(move)) == move
            after, _ = table.game.play(table.state, seat, move, Chance(Seeded(Random(number))))
            if number % 4 == 0:
                table.game.check(after)


def _to_try(moves: list[Move], random: Random) -> list[Move]:
    if LONG:
        return moves
    skills = [move for move in moves if isinstance(move, UseSkill)]
    others = [move for move in moves if not isinstance(move, UseSkill)]
    return [*random.sample(others, min(len(others), MANY)), *random.sample(skills, min(len(skills), FEW))]


def everything_can_be_shown(table: Table, n: int) -> None:
    """Labels, prompts, forms and panels can be made for every seat and for the big screen."""
    game, state = table.game, table.state
    for seat in (*range(1, n + 1), None):
        assert isinstance(game.prompt(state, seat), Word)
        assert plain(game.panels(game.view(state, seat), seat))
        if seat is None:
            continue
        assert all(isinstance(game.label(state, seat, move), Word) for move in game.moves(state, seat))
        assert all(form.type for form in game.forms(state, seat))


def the_game_is_over(table: Table, plan: Plan) -> None:
    state: State = table.state
    assert state.phase == "finished"
    assert state.round == ROUNDS[plan.n] - (2 if "short_game" in state.variants else 0)
    assert all(len(dice_on(player.sheet)) == 18 for player in state.players)
    assert table.result is not None
    assert sorted(place.seat for place in table.result.places) == list(range(1, plan.n + 1))
    assert table.result.winners
    assert all((place.rank is not None) == (plan.n == 1) for place in table.result.places)
    for seat in range(1, plan.n + 1):
        assert list(table.game.moves(state, seat)) == []


def the_log_tells_the_same_game(table: Table) -> None:
    """Folded again from what the store keeps, the state is the same to the hash; and the luck is proven."""
    stored = [Entry.stored(entry.text, entry.sealed_text) for entry in table.entries]
    again = Table.fold(table.game, stored, table.packs)
    assert state_hash(again.state) == state_hash(table.state)
    assert again.result == table.result
    assert verify(stored).good


# by hand: forms filled in at random, and a host who sets things

STAY_TRUE = ("INV-01", "INV-03", "INV-04", "INV-07", "INV-09", "INV-13")
"""What no hand of the host can break; the others are the table's own affair when the printed card wins."""


@pytest.mark.parametrize("seed", range(max(GAMES // 8, 1)))
def test_forms_and_adjustments_in_the_middle_of_a_game(seed: int) -> None:
    """Whatever is filled in is carried out or refused with a reason; the game can still be played to its end."""
    plan = plan_of(3 * seed + 1) if seed % 3 else own_plan_of(seed)
    random = Random(seed)
    table = opened(plan)
    game, state = table.game, table.state
    for number in range(4_000):
        if state.phase == "finished":
            break
        state = _something(game, state, random, number)
        broken = [rule for rule in STAY_TRUE if not INVARIANTS[rule](state)]
        assert not broken
    assert state.phase == "finished"


def _something(game: Any, state: State, random: Random, number: int) -> State:
    """A listed move, a form, or an adjustment."""
    what = random.random()
    try:
        if what < 0.1:
            return adjust(game, state, _adjustment(game, state, random))[0]  # type: ignore[no-any-return]  # any game
        acting = game.to_act(state)
        assert acting, f"nobody is to act: {state.phase}"
        seat = random.choice(acting if what < 0.9 else range(1, state.n + 1))
        forms = list(game.forms(state, seat)) if what < 0.2 else []
        if forms:
            move = read_move(game.moves_types, _filled_in(random.choice(forms), random))
        else:
            moves = list(game.moves(state, seat))
            assert moves or seat not in acting, f"seat {seat} is to act and has no move: {state.phase}"
            if not moves:
                return state
            move = random.choice(moves)
        return game.play(state, seat, move, Chance(Seeded(Random(number))))[0]  # type: ignore[no-any-return]  # any game
    except Refusal:
        assert what < 0.2, "a listed move was refused"
        return state


def _filled_in(form: Form, random: Random) -> Mapping[str, Plain]:
    return {
        "type": form.type,
        **form.settled,
        **{field.name: _value(field, random) for field in form.fields if not field.optional or random.random() < 0.5},
    }


def _value(field: Any, random: Random) -> Plain:
    if field.kind == "int":
        return random.randint(field.min, field.max)
    if field.choices:
        return random.choice(field.choices).value
    return "?"


def _adjustment(game: Any, state: State, random: Random) -> dict[str, Plain]:
    """Something that a host might set, sometimes something that cannot be."""
    found = random.choice(game.adjustables)
    change: dict[str, Plain] = {"what": found.key}
    for field in found.fields(state):
        change[field.name] = _value(field, random)
    seat = random.randint(1, state.n)
    if found.key == "die":
        change |= _die(state, seat, random)
    elif found.key == "face":
        change["slot"] = f"{random.choice(('STR', 'DEX', 'CON'))}.{random.randint(1, 3)}"
    elif found.key == "card":
        refs = [card.ref for card in state.player(seat).owned]
        change |= {"seat": seat, "card": random.choice(refs) if refs else "nothing"}
    elif beliefs := found.beliefs(state):
        some = random.sample(beliefs, random.randint(1, 3))
        change["values"] = {belief.input.key: _told(belief.input, random) for belief in some}
    return change


def _told(entry: Any, random: Random) -> Plain:
    """What somebody could see on the table in the place of a belief."""
    if entry.kind == "flag":
        return random.random() < 0.5
    if entry.kind == "int":
        return random.randint(entry.min, min(entry.max, 12))
    if entry.kind == "die":
        return f"{random.choice(entry.choices)[0]}{random.randint(1, 6)}" if random.random() < 0.9 else None
    return random.choice(entry.choices)[0] if entry.choices else None


def _die(state: State, seat: int, random: Random) -> dict[str, Plain]:
    """A die that is somewhere, and a place for it."""
    places = [("bag", f"{letter}{random.randint(1, 6)}") for letter in "gbrpkwy"]
    places += [(f"initiative.{card.number}", card.die.code) for card in state.initiative if card.die]
    for row, dice in zip(("STR", "DEX", "CON", "INT", "WIS", "CHA"), state.player(seat).sheet, strict=True):
        places += [(f"sheet.{seat}.{row}.{at}", die.code) for at, die in enumerate(dice, 1) if die]
    source, code = random.choice(places)
    row = random.choice(("STR", "DEX", "CON", "INT", "WIS", "CHA"))
    target = random.choice(("bag", f"initiative.{random.randint(1, 5)}", f"sheet.{random.randint(1, state.n)}.{row}"))
    return {"die": code, "from": source, "to": target}
