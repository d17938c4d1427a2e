"""The house opponent: legal, explained, of its level, and without any knowledge of luck to come."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

import pytest

from bench.league import pairs
from companion import offer
from companion.automa import Opponent
from companion.canonical import canonical, plain, state_hash
from companion.chance import Chance, Seeded
from companion.deck import Deck
from companion.game import SeatInfo, read_options
from companion.games.roll_player import game
from companion.games.roll_player.content import ATTRIBUTES, Goal, Target
from companion.games.roll_player.moves import AttributeAction, Buy, ChooseInitiative, DiscardCard, Keep, PlaceDie, Roll
from companion.games.roll_player.opponent import options
from companion.games.roll_player.opponent.beliefs import levels
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.state import OwnedCard, State
from companion.packs import Pack
from companion.table import Actor, Now, Seat, Table, open_entry
from companion.view import Unknown
from companion.words import LANGUAGES, catalogue
from tests.unit.roll_player.given import PUBLISHED, after, beacon, content_of, sheet_of, table
from tests.unit.roll_player.turns import acting, turn

HOUSE = {opponent.level: opponent for opponent in game.opponents}
EASY, NORMAL, HARD = levels()


def mind(level: str = "hard") -> Opponent:
    return HOUSE[level]


def would(state: State, seat: int = 1, level: str = "hard") -> Any:
    """What the opponent does on the view of its seat."""
    return mind(level).decide(game.view(state, seat), seat, Chance(Seeded(Random(1)))).move


def states(n: int, cards: str, seed: int, *, variants: tuple[str, ...] = (), level: str = "normal") -> Iterator[State]:
    """Every state of a game that opponents play by themselves."""
    options_ = read_options(game, {"mode": "solo" if n == 1 else "multi", "cards": cards, "variants": list(variants)})
    pack: Pack = beacon() if cards == "full" else PUBLISHED
    state: State = game.open(options_, tuple(SeatInfo(str(at)) for at in range(n)), content_of(pack, cards=cards))
    luck, choosing = Chance(Seeded(Random(seed))), Chance(Seeded(Random(seed + 1)))
    while acting_ := game.to_act(state):
        yield state
        move = mind(level).move(game.view(state, acting_[0]), acting_[0], choosing)
        state, _ = game.play(state, acting_[0], move, luck)
    yield state


# it plays


@pytest.mark.parametrize("cards", ["none", "types", "full"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_it_plays_whole_games_at_every_depth_and_number_of_players(cards: str, n: int) -> None:
    variants = (("friendly_market",), ("less_random", "random_market"), ("short_game",), ())[n - 1]
    for state in states(n, cards, 10 * n, variants=variants, level=("easy", "normal", "hard", "hard")[n - 1]):
        game.check(state)
    assert state.phase == "finished"
    assert game.result(state) is not None


def test_what_it_weighs_is_legal_and_its_terms_make_up_the_sum() -> None:
    for seed, level in enumerate((EASY, NORMAL, HARD)):
        for number, state in enumerate(states(2, "full", seed)):
            if number % 4 or state.phase == "finished":
                continue
            seat = game.to_act(state)[0]
            legal = list(game.moves(state, seat))
            for found in options(game.view(state, seat), seat, level):
                assert found.move in legal
                assert found.terms() == {} or sum(found.terms().values()) == pytest.approx(found.worth)


def test_a_simulation_makes_the_choice_that_is_explained() -> None:
    for number, state in enumerate(states(2, "full", 5)):
        if number % 7 or state.phase == "finished":
            continue
        seat = game.to_act(state)[0]
        view, seeds = game.view(state, seat), (Random(number), Random(number))
        quick, explained = (Chance(Seeded(seed)) for seed in seeds)
        assert mind("normal").move(view, seat, quick) == mind("normal").decide(view, seat, explained).move


def test_it_says_why_in_both_languages() -> None:
    said: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for number, state in enumerate(states(2, "full", 3)):
        if number % 3 or state.phase == "finished":
            continue
        seat = game.to_act(state)[0]
        decision = mind("easy").decide(game.view(state, seat), seat, Chance(Seeded(Random(number))))
        assert decision.because
        assert canonical(plain(decision.because))
        for lang in LANGUAGES:
            said[lang].add(" ".join(map(catalogue(lang, game.package).say, decision.because)))
    assert all(len(texts) > 20 for texts in said.values())
    assert any("RP-SCORE-03" in text for text in said["en"])
    assert any("цели атрибутов" in text for text in said["ru"])


def test_the_reasons_are_the_terms_with_their_rules_and_the_runner_up() -> None:
    state = turn("STR[r6 g6 _] DEX[b1 _ _]", "r6", centre="_ w1 w2").change(1, goals={"STR": Goal("exact", 18, 18, 4)})
    decision = mind().decide(game.view(state, 1), 1, Chance(Seeded(Random(1))))
    said = [catalogue("en", game.package).say(word) for word in decision.because]
    assert said[0].startswith("Red 6 → Strength, slot 3; expected gain in stars: +")
    assert any("attribute goals: +" in part and part.endswith("(RP-SCORE-03)") for part in said)
    assert said[-1].startswith("Next best: ")


# it plays well


def test_it_completes_a_goal() -> None:
    state = turn("STR[r6 g6 _] DEX[b1 _ _]", "r6", centre="_ w1 w2").change(1, goals={"STR": Goal("exact", 18, 18, 4)})
    assert would(state) == PlaceDie("STR", "r6")


def test_it_puts_a_colour_where_the_backstory_waits_for_it() -> None:
    state = turn("STR[r4 _ _] DEX[b4 _ _]", "g3", centre="_ w1 w2")
    wanted = {"DEX": Target("DEX", 2, "green")}
    backstory = tuple(wanted.get(row, Target(row, 3, "white")) for row in ATTRIBUTES)
    state = state.change(1, goals={}, class_color="black", backstory=backstory)
    assert would(state) == PlaceDie("DEX", "g3")


def test_it_flips_the_die_that_reaches_a_goal() -> None:
    state = acting("STR[r6 g1 _] DEX[b1 b6 b6]", "STR", hand="w6", centre="_ w1 w2")
    state = state.change(1, goals={"STR": Goal("exact", 18, 18, 4)})
    assert would(state) == AttributeAction("STR", "STR.2")


def test_it_keeps_the_face_that_hits() -> None:
    state = acting("INT[r6 g5 _]", "INT", hand="w1", centre="_ w1 w2").change(
        1, goals={"INT": Goal("exact", 17, 17, 3)}
    )
    assert would(state) == AttributeAction("INT", "INT.3")
    state = after(state, 1, AttributeAction("INT", "INT.3"), [6])
    assert would(state) == Keep(6)


def test_it_takes_the_die_it_needs() -> None:
    state = table(2, sheets=["STR[r6 g6 _]"], centre="b1 k2* r6")
    state = state.change(1, goals={"STR": Goal("exact", 18, 18, 4)}, backstory=None)
    assert would(state) == ChooseInitiative(3)


def test_it_buys_the_armour_that_completes_the_most() -> None:
    owned = {1: ("ring-collar", "ring-cuffs", "ring-cap")}
    state = table(
        2,
        beacon(),
        phase="market",
        holds={1: 1, 2: 2},
        market=("ring-coat", "boat-hook", "tin-whistle"),
        owned=owned,
        gold=(9, 5),
    )
    assert isinstance(would(state), Buy)
    assert would(state).place == "2.1"


def test_RP_EX_70_it_discards_the_weapon_that_spoils_its_goal_before_scoring() -> None:
    state = table(2, beacon(), phase="market", active=None).replace(phase="scoring")
    state = state.change(1, sheet=sheet_of("CON[b6 g6 p5]"), goals={"CON": Goal("exact", 17, 17, 3)})
    state = state.change(1, weapons=(OwnedCard("iron-ladle", "iron-ladle"),))
    assert would(state) == DiscardCard("iron-ladle")


@pytest.mark.parametrize(
    ("one", "two", "least"),
    [
        ("house-normal", "greedy", 0.70),
        ("house-normal", "random", 0.95),
        ("house-normal", "house-easy", 0.56),
        ("house-hard", "house-normal", 0.56),
    ],
)
def test_each_level_is_better_than_what_is_below_it(one: str, two: str, least: float) -> None:
    """The short league: the same luck for both, the seats swapped. The long one is in bench/."""
    assert pairs(one, two, 0, 20, beacon()).rate >= least


def test_a_decision_takes_no_longer_than_a_blink() -> None:
    times = []
    for state in states(4, "full", 8):
        if state.phase != "finished":
            seat = game.to_act(state)[0]
            view, began = game.view(state, seat), process_time()
            mind().decide(view, seat, Chance(Seeded(Random(1))))
            times.append(process_time() - began)
    assert sorted(times)[len(times) * 95 // 100] < 0.020


# it knows no more than its seat


def test_it_is_given_nothing_of_the_deck_but_its_number() -> None:
    for state in states(2, "full", 4):
        assert isinstance(game.view(state, 1).deck, Unknown)


def test_its_choice_is_the_same_whatever_lies_hidden() -> None:
    """Everything that can be known is fixed; the order of the deck and the luck to come differ."""
    for number, state in enumerate(states(2, "full", 6, level="hard")):
        if number % 5 or state.phase in ("setup", "finished"):
            continue
        seat = game.to_act(state)[0]
        known = would(state, seat)
        for other in range(3):
            cards = list(state.deck.contents)
            Random(other).shuffle(cards)
            hidden = Deck.of([tuple(cards)] if cards else [], secret=state.deck.secret)
            assert would(state.replace(deck=hidden), seat) == known


def automas(seed: int, **settings: Any) -> Table:
    """A table of two opponents and nobody else, started; the dice of the set-up lie placed."""
    chosen = read_options(game, {"mode": "multi", "cards": "full"})
    now = Now(0, lambda count: bytes([seed % 256]) * count)
    seats = [Seat(str(at), automa="house-hard", words=f"{at} {seed}") for at in (1, 2)]
    entry = open_entry(game, chosen, seats, (beacon(),), now, seed)
    return offer.start(Table.fold(game, [entry], (beacon(),)), Actor(host=True), now).table


def asked(sitting: Table) -> Table:
    now = Now(0, lambda count: bytes(count))
    seat = game.to_act(sitting.state)[0]
    return offer.play(sitting, Actor(host=True), seat, {"type": "automa", "seat": seat}, now, sitting.seq).table


def test_a_table_of_opponents_plays_to_the_end_and_folds_to_the_same_state() -> None:
    sitting = automas(1)
    while sitting.result is None:
        sitting = asked(sitting)
    assert state_hash(Table.fold(game, sitting.entries, sitting.packs).state) == state_hash(sitting.state)


def test_guess_the_die_stays_at_chance() -> None:
    """A guesser with everything that an opponent is given (view, seat, chance) calls the first die of each round: its
    colour no more often than the bag has it, its face one time in six."""
    rounds = faces = colors = 0
    expected = 0.0
    for seed in range(20):
        state = next(s for s in states(2, "none", 1000 + seed, level="easy") if s.phase == "roll")
        luck = Chance(Seeded(Random(seed)))
        for turn_ in range(12):
            seat = state.start_player or 1
            view, choosing = game.view(state, seat), Chance(Seeded(Random(seed + turn_)))
            guess = int(state_hash(view), 16) + choosing.pick([1] * 6)
            bag = [color for color, count in view.bag.items for _ in range(count)]
            color, face = bag[guess % len(bag)], 1 + guess % 6
            rolled, _ = game.play(state, seat, Roll(), luck)
            drawn, got = luck.records[-2].got, luck.records[-1].got
            rounds += 1
            faces += face == got[0]
            colors += color == drawn[0]
            expected += view.bag.count(color) / len(bag)
            state = state.replace(bag=state.bag.add(color).remove(color), places=turn_)
            assert rolled.phase in ("roll", "dice")
    assert rounds == 240
    assert abs(faces - rounds / 6) < 4 * (rounds * 5 / 36) ** 0.5
    assert abs(colors - expected) < 4 * (rounds * 5 / 36) ** 0.5


def test_what_a_player_has_is_summed_up_in_stars() -> None:
    """An empty sheet is worth its hopes, a finished one exactly what it scores."""
    state = table(2, sheets=["STR[r6 g6 b6]"]).change(1, goals={"STR": Goal("exact", 18, 18, 4)}, gold=0)
    assert Outlook(state, 1).stars >= 4
    assert Outlook(state, 1).stars > Outlook(state.change(1, sheet=sheet_of("STR[r6 g6 b1]")), 1).stars
