"""Players to measure the house opponent by: one that moves at random, and one that runs after the nearest goal.

Both are given the same view as the house opponent. They stand outside the game: nobody sits down with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.automa import Decision, Opponent
from companion.chance import Chance
from companion.flow import pending_of
from companion.game import find_game
from companion.games.roll_player import moves as m
from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.legal import due, legal_moves
from companion.games.roll_player.state import Die, Player, Sheet, Slot, State, die_at, placed, with_die
from companion.moves import IllegalMove, Move

MEAN_FACE = 3.5


def listed(view: State, seat: int) -> list[Move]:
    """The moves of a seat, without throwing own cards away and without skills."""
    wild = (m.DiscardWeapon, m.DiscardCard, m.UseSkill)
    if pending_of(view.pending, seat) is None and view.phase != "scoring":
        return list(due(view, seat))
    found = list(legal_moves(view, seat))
    return [move for move in found if not isinstance(move, wild)] or found


def random_player(view: Any, seat: int, chance: Chance) -> Decision:
    """Any move that is listed."""
    moves = listed(view, seat)
    return Decision(moves[chance.pick([1] * len(moves))])


def greedy_player(view: Any, seat: int, chance: Chance) -> Decision:
    """The move after which the rows are nearest to their goals, nothing further being thought of; in the market the
    most stars that can be paid for."""
    moves, player = listed(view, seat), view.player(seat)
    if view.phase == "market":
        return Decision(max(moves, key=lambda move: printed_stars(view, player, move)))
    return Decision(min(moves, key=lambda move: distance_after(view, player, move)))


def distance(player: Player, sheet: Sheet) -> float:
    """How far the rows are from their goals, each star counted; what is still to come shows its mean."""
    total = 0.0
    for row, dice in zip(ATTRIBUTES, sheet, strict=True):
        goal = (player.goals or {}).get(row)
        if goal is not None:
            score = sum(die.face or 0 if die is not None else MEAN_FACE for die in dice)
            score += player.modifiers.get(row, 0)
            high = 99 if goal.high is None else goal.high
            total += goal.stars * max(goal.low - score, score - high, 0)
    return total


def sheets(view: State, player: Player, move: Move) -> Iterator[Sheet]:
    """The sheets that a move may lead to."""
    try:
        if isinstance(move, m.PlaceDie):
            yield placed(player.sheet, move.row, Die.of(move.die) if move.die else player.dice[0])[0]
        elif isinstance(move, m.ChooseInitiative):
            die = view.card(move.card).die
            for row in ATTRIBUTES if die is not None else ():
                if player.sheet[ATTRIBUTES.index(row)][2] is None:
                    yield placed(player.sheet, row, die)[0]
        elif isinstance(move, m.AttributeAction) and move.target is not None and move.row != "INT":
            yield acted(player.sheet, move)
        elif isinstance(move, m.Keep):
            ask = pending_of(view.pending, player.seat)
            assert ask is not None
            yield with_die(player.sheet, Slot.of(ask.args["target"]), Die(ask.args["color"], move.face))
        else:
            yield player.sheet
    except IllegalMove:
        return


def acted(sheet: Sheet, move: m.AttributeAction) -> Sheet:
    """The sheet after a flip, a change by one, or a swap."""
    slot = Slot.of(move.target or "")
    die = die_at(sheet, slot)
    assert die is not None
    if move.other is not None:
        second = Slot.of(move.other)
        other = die_at(sheet, second)
        assert other is not None
        return with_die(with_die(sheet, slot, other), second, die)
    face = (die.face or 0) + move.by if move.by is not None else 7 - (die.face or 0)
    return with_die(sheet, slot, Die(die.color, face))


def distance_after(view: State, player: Player, move: Move) -> float:
    found = [distance(player, sheet) for sheet in sheets(view, player, move)]
    return min(found, default=distance(player, player.sheet))


def printed_stars(view: State, player: Player, move: Move) -> float:
    """The stars that a purchase says; gold is better than a card that says none."""
    if not isinstance(move, m.Buy):
        return 0.5
    record = view.content.card(view.at_place(move.place).card)
    if record is None or record.type not in ("armor", "trait"):
        return 0.0
    if record.type == "trait":
        return float(record.stars or 0)
    table, held = view.content.armor[record.set or "chain"].stars or (), player.armor[record.set or "chain"]
    return float(table[held] - (table[held - 1] if held else 0)) if held < len(table) else 0.0


RANDOM = Opponent("random", random_player)
GREEDY = Opponent("greedy", greedy_player)


def rivals() -> dict[str, Opponent]:
    """Everybody who can be measured: the levels of the house opponent, and these two."""
    return {o.key: o for o in (*find_game("roll-player").opponents, RANDOM, GREEDY)}
