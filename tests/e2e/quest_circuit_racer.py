"""Somebody who wants to be home early: straight to the Goal, and at it until it falls. Games for browsers, not long."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.chance import Chance, Seeded
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.content import GOAL_CELL
from companion.games.quest_circuit.legal import legal_moves
from companion.games.quest_circuit.plain_player import choose
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.state import State
from companion.moves import Move


def hasty(state: State, seat: int, random: Random) -> dict[str, Any]:
    """The move of somebody who passes by everything but the Goal; where there is no hurry, the plain player's."""
    moves = list(legal_moves(state, seat))
    cells = [move for move in moves if isinstance(move, m.Go)]
    found: Move
    if cells:
        found = max(cells, key=lambda move: _liked(state, seat, move.cell))
    elif m.Finish() in moves:
        at_goal = state.player(seat).position == GOAL_CELL
        found = next((move for move in moves if isinstance(move, m.Play) and at_goal), m.Finish())
    else:
        found = choose(state, seat, Chance(Seeded(random)))
    return dict(found.__plain__())


def _liked(state: State, seat: int, cell: int) -> int:
    if cell == GOAL_CELL:
        return cell
    ahead = cell != START and cell >= state.player(seat).position
    return cell - GOAL_CELL if ahead else -2 * GOAL_CELL + cell
