"""The house opponent: it weighs the legal moves of its seat by exact tables one ply ahead, and says why.

It is given its seat's view and nothing else, and draws luck only to choose among options that look alike. The method
and the figures are in docs/opponent.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from math import exp

from companion.automa import Decision, Opponent
from companion.chance import Chance
from companion.flow import Ask, pending_of
from companion.games.roll_player import moves as m
from companion.games.roll_player.answers import TELLABLE
from companion.games.roll_player.constants import ROUND_TOTAL
from companion.games.roll_player.legal import due, legal_moves
from companion.games.roll_player.opponent import trade, tricks, turn
from companion.games.roll_player.opponent.beliefs import Level, levels, weights
from companion.games.roll_player.opponent.options import Option, Weighed, option, plain
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.reasons import reasons
from companion.games.roll_player.opponent.tables import LOWEST, row_table
from companion.games.roll_player.setup import class_choices
from companion.games.roll_player.state import SLOTS, Player, State
from companion.moves import Move

MILLION = 10**6
FAR = 6
"""Options that are worse by so many temperatures are never taken (their weight would be 1 in 400)."""

SHORTLIST = 6
"""So many options are weighed against each other at most."""


def options(state: State, seat: int, level: Level) -> list[Option]:
    """What the seat can do now, each with its worth; the moves that are not listed are worth less than nothing."""
    found = _weighed(state, seat, level)
    return [Option(*found[at]) for at in range(len(found))]


def _weighed(state: State, seat: int, level: Level) -> list[Weighed] | turn.Placings:
    found: list[Weighed] | turn.Placings
    ask = pending_of(state.pending, seat) if state.pending else None
    if ask is not None:
        found = _answers(state, seat, ask, level)
    else:
        found = _DUE[state.phase](state, seat, level) if state.phase in _DUE else []
    return found or [plain(lambda move: move, move) for move in _any(state, seat)]


def _any(state: State, seat: int) -> list[Move]:
    """What is due and needs no thought (a roll, a deal), or what the opponent has not learned to think about."""
    return list(due(state, seat)) or list(legal_moves(state, seat))


def _answers(state: State, seat: int, ask: Ask, level: Level) -> list[Weighed]:
    match ask.key:
        case "assign_initiative":
            return turn.layouts(state, seat, ask, level)
        case "keep":
            return turn.faces(state, seat, ask)
        case "attune":
            return trade.attune(state, seat, ask)
        case "refresh":
            return [option(_worth_of(state, seat, ref), "cards", m.RefreshSkill, ref) for ref in ask.options]
        case "last_chance":
            return _last_chance(state, seat)
        case key if key in TELLABLE or key == "free_hands":
            return tricks.answers(state, seat, ask)
    return []


def _worth_of(state: State, seat: int, ref: str) -> float:
    record = state.content.card(state.player(seat).skill(ref).card)
    kind = record.effect.kind if record is not None and record.effect is not None else "other"
    return weights().skills.get(kind, 0.0)


def _last_chance(state: State, seat: int) -> list[Weighed]:
    player = state.player(seat)
    found = [plain(m.Done), *tricks.skills(state, Outlook.of(state, seat))]
    if not player.refresh_used:
        refs = [skill.ref for skill in player.skills if skill.exhausted]
        found += [option(0.01 * _worth_of(state, seat, ref), "cards", m.RefreshSkill, ref) for ref in refs]
    return found


def _dice(state: State, seat: int, level: Level) -> list[Weighed] | turn.Placings:
    player = state.players[seat - 1]
    if player.dice:
        return turn.rows(state, seat, level)
    if player.placed_row is None:
        return turn.cards(state, seat, level)
    outlook = Outlook.of(state, seat)
    return _and_extras(turn.actions(state, outlook), state, player, outlook)


def _market(state: State, seat: int, level: Level) -> list[Weighed]:
    outlook = Outlook.of(state, seat)
    return _and_extras(trade.market(state, outlook, level), state, state.players[seat - 1], outlook)


def _and_extras(found: list[Weighed], state: State, player: Player, outlook: Outlook) -> list[Weighed]:
    """What is due, and what may be done beside it if the player has anything to do it with."""
    if player.skills:
        found += tricks.skills(state, outlook)
    if outlook.has.once:
        found += tricks.abilities(state, outlook)
    return found


def _scoring(state: State, seat: int, level: Level) -> list[Weighed]:
    return tricks.discards(state, seat)


def _setup(state: State, seat: int, level: Level) -> list[Weighed] | turn.Placings:
    player = state.players[seat - 1]
    if state.stage == "race":
        taken = {p.race for p in state.players}
        races = [(key, race) for key, race in state.content.races.items() if key not in taken]
        return [option(0.1 * sum(race.modifiers.values()), "goals", m.ChooseRace, key) for key, race in races]
    if state.stage == "class":
        return [
            option(_at_start(state, player, key), "goals", m.ChooseClass, key) for key in class_choices(state, seat)
        ]
    return turn.starting_rows(state, seat) if state.stage == "dice" and player.dice else []


_DUE = {"setup": _setup, "dice": _dice, "market": _market, "scoring": _scoring}
"""What is weighed in the phases in which there is something to choose, unless a question waits."""


def _at_start(state: State, player: Player, side: str) -> float:
    """What the goals of a class side are worth before the first die, with the race as it is."""
    modifiers = player.modifiers
    goals = state.content.classes[side].goals.items()
    return sum([_hope(goal.low, goal.high, goal.stars, modifiers.get(row, 0)) for row, goal in goals])


@cache
def _hope(low: int, high: int | None, stars: int, modifier: int) -> float:
    """What a goal is worth before the first die."""
    return row_table(((low, high, stars, 0),)).lines(ROUND_TOTAL)[SLOTS][modifier - LOWEST]


# choosing


def pick(worths: Sequence[float], level: Level, chance: Chance) -> int:
    """The place of the best, or now and then of one that looks nearly as good: a softmax whose temperature is the
    level."""
    if len(worths) == 1:
        return 0
    best, heat = max(worths), level.temperature
    if not heat:
        return worths.index(best)
    least = best - FAR * heat
    near = [at for at, worth in enumerate(worths) if worth > least]
    if len(near) == 1:
        return near[0]
    if len(near) > SHORTLIST:
        near.sort(key=worths.__getitem__, reverse=True)
        del near[SHORTLIST:]
    return near[chance.pick([round(MILLION * exp((worths[at] - best) / heat)) for at in near])]


def choose(level: Level, view: State, seat: int, chance: Chance) -> Move:
    """The move alone, for simulations: the same that `decide` explains."""
    found = _weighed(view, seat, level)
    worths = found.worths if isinstance(found, turn.Placings) else [each[0] for each in found]
    _, make, args, _ = found[pick(worths, level, chance)]
    return make(*args)


def decide(level: Level, view: State, seat: int, chance: Chance) -> Decision:
    """The move, and why."""
    found = options(view, seat, level)
    chosen = found[pick([each.worth for each in found], level, chance)]
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
