"""The house opponent: it weighs the legal moves of its seat by exact tables one ply ahead, and says why (docs/opponent.md).

It is given its seat's view and nothing else. It draws luck only to choose among options that look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import exp

from companion.automa import Decision, Opponent
from companion.chance import Chance
from companion.flow import Ask, pending_of
from companion.games.roll_player import moves as m
from companion.games.roll_player.legal import due, legal_moves
from companion.games.roll_player.opponent import trade, tricks, turn
from companion.games.roll_player.opponent.options import Option, option
from companion.games.roll_player.opponent.reasons import reasons
from companion.games.roll_player.opponent.tables import LOWEST, row_lines
from companion.games.roll_player.opponent.weights import Level, levels, weights
from companion.games.roll_player.setup import class_choices
from companion.games.roll_player.state import SLOTS, State
from companion.moves import Move

MILLION = 10**6


def options(state: State, seat: int, level: Level) -> list[Option]:
    """What the seat can do now, each with its worth; the moves that are not listed are worth less than nothing."""
    ask = pending_of(state.pending, seat)
    if ask is not None:
        found = list(_answers(state, seat, ask))
    elif state.phase == "scoring":
        found = list(tricks.discards(state, seat))
    else:
        found = list(_due(state, seat, level))
    return found or [option(move) for move in list(due(state, seat)) or list(legal_moves(state, seat))]


def _answers(state: State, seat: int, ask: Ask) -> Iterator[Option]:
    match ask.key:
        case "assign_initiative":
            return turn.layouts(state, seat, ask)
        case "keep":
            return turn.faces(state, seat, ask)
        case "attune":
            return trade.attune(state, seat, ask)
        case "refresh":
            return (option(m.RefreshSkill(ref), cards=_worth_of(state, seat, ref)) for ref in ask.options)
        case "last_chance":
            return _last_chance(state, seat)
        case "hands" | "arrow" | "free_hands" | "open_lock" | "armor_total" | "trait_total" | "armor_stars" | "trait_stars":
            return tricks.answers(state, seat, ask)
    return iter(())


def _worth_of(state: State, seat: int, ref: str) -> float:
    record = state.content.card(state.player(seat).skill(ref).card)
    kind = record.effect.kind if record is not None and record.effect is not None else "other"
    return weights().skills.get(kind, 0.0)


def _last_chance(state: State, seat: int) -> Iterator[Option]:
    yield option(m.Done())
    yield from tricks.skills(state, seat)
    player = state.player(seat)
    if not player.refresh_used:
        for skill in player.skills:
            if skill.exhausted:
                yield option(m.RefreshSkill(skill.ref), cards=0.01 + 0.01 * _worth_of(state, seat, skill.ref))


def _due(state: State, seat: int, level: Level) -> Iterator[Option]:
    player = state.player(seat)
    match state.phase:
        case "setup":
            yield from _setup(state, seat, level)
        case "dice" if player.dice:
            yield from turn.rows(state, seat, level)
        case "dice" if player.placed_row is not None:
            yield from turn.actions(state, seat)
            yield from tricks.skills(state, seat)
        case "dice":
            yield from turn.cards(state, seat, level)
        case "market":
            yield from trade.market(state, seat, level)
            yield from tricks.skills(state, seat)


def _setup(state: State, seat: int, level: Level) -> Iterator[Option]:
    player = state.player(seat)
    if state.stage == "race":
        taken = {p.race for p in state.players}
        for key, race in state.content.races.items():
            if key not in taken:
                yield option(m.ChooseRace(key), goals=0.1 * sum(race.modifiers.values()))
    elif state.stage == "class":
        for key in class_choices(state, seat):
            goals = state.content.classes[key].goals
            at_start = sum(
                row_lines(((goal.low, goal.high, goal.stars, 0),))[-1][SLOTS][player.modifiers.get(row, 0) - LOWEST]
                for row, goal in goals.items()
            )
            yield option(m.ChooseClass(key), goals=at_start)
    elif state.stage == "dice" and player.dice:
        yield from turn.starting_rows(state, seat, level)


# choosing


def pick(found: Sequence[Option], level: Level, chance: Chance) -> Option:
    """The best, or now and then one that looks nearly as good: a softmax whose temperature is the level."""
    best = max(found, key=lambda o: o.worth)
    if not level.temperature or len(found) == 1:
        return best
    near = sorted(found, key=lambda o: -o.worth)[: weights().shortlist]
    odds = [max(1, round(MILLION * exp((o.worth - best.worth) / level.temperature))) for o in near]
    return near[chance.pick(odds)]


def choose(level: Level, view: State, seat: int, chance: Chance) -> Move:
    """The move alone, for simulations: the same that `decide` explains."""
    return pick(options(view, seat, level), level, chance).move


def decide(level: Level, view: State, seat: int, chance: Chance) -> Decision:
    """The move, and why."""
    found = options(view, seat, level)
    chosen = pick(found, level, chance)
    return Decision(chosen.move, reasons(view, seat, chosen, found))


@cache
def opponents() -> tuple[Opponent, ...]:
    """The levels of the house opponent, from the easiest."""
    return tuple(
        Opponent(
            f"house-{level.key}",
            partial(decide, level),
            level=level.key,
            standard=level.key == weights().standard,
            choose=partial(choose, level),
        )
        for level in levels()
    )
