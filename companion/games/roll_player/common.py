"""What every phase uses: events, gold, and steps of the alignment token."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import clockwise
from companion.game import Event
from companion.games.roll_player.content import GOLD
from companion.games.roll_player.state import Die, InitiativeCard, Player, State
from companion.moves import IllegalMove
from companion.palette import palette
from companion.words import Word

Said = tuple[str, dict[str, Any]]
"""Something to tell: the key of its words below `event.`, and their arguments. Sentences are made of it where somebody
reads them, and of simulated moves nobody does."""

Events = tuple[Said, ...]
Outcome = tuple[State, Events]
Handler = Callable[[State, int, Any, Chance], Outcome]

NONE: Events = ()


def event(key: str, /, **args: Any) -> Said:
    return key, args


def telling(said: Said) -> Event:
    """What is told to people."""
    key, args = said
    return Event(Word(f"event.{key}", args))


def die_word(die: Die) -> Word:
    """A die in words: its colour and its face."""
    return die.word


@cache
def row_word(row: str) -> Word:
    return Word(f"attribute.{row}.name")


def letter(color: str) -> str:
    return palette()[color].letter


def turn_order(state: State) -> tuple[int, ...]:
    """The seats clockwise from the start player of this round."""
    return clockwise(len(state.players), state.start_player or state.first)


def first_in_turn(state: State, waits: Callable[[Player], bool], *, reverse: bool = False) -> int | None:
    """The first seat in turn order for which something is still to be done."""
    order = turn_order(state)
    return next((seat for seat in (reversed(order) if reverse else order) if waits(state.player(seat))), None)


def gain(state: State, seat: int, amount: int, why: str, rule: str) -> Outcome:
    """Gold for a player, told with its reason. Nothing is told for nothing."""
    if not amount:
        return state, NONE
    player = state.player(seat)
    return state.change(seat, gold=player.gold + amount), gains(player, (amount, why, rule))


def gains(player: Player, *parts: tuple[int, str, str]) -> Events:
    """What is told of gold that a player gets: amount, reason and rule of each part."""
    return tuple([event(f"gain_gold.{why}", name=player.name, n=n, rule=rule) for n, why, rule in parts if n])


def gold_die_income(state: State, seat: int) -> int:
    """What placing a gold die pays this player: 2, or what the class says (RP-GOLD-01, RP-NOTE-03)."""
    side = state.players[seat - 1].class_side
    return state.content.classes[side].gold_die_income if side else 2


STEPS = {"up": -3, "down": 3, "left": -1, "right": 1}


def _neighbours(cell: int) -> dict[str, int | None]:
    row, column = divmod(cell, 3)
    off = {"up": row == 0, "down": row == 2, "left": column == 0, "right": column == 2}
    return {way: None if off[way] else cell + step for way, step in STEPS.items()}


_STEPPED = tuple(map(_neighbours, range(9)))
_WAYS = tuple(tuple(way for way, to in found.items() if to is not None) for found in _STEPPED)


def stepped(cell: int, direction: str) -> int | None:
    """The cell one step away, or None off the grid: no wrap, no diagonal (RP-ALIGN-01)."""
    return _STEPPED[cell][direction]


def directions(cell: int) -> tuple[str, ...]:
    """The directions in which the token can go."""
    return _WAYS[cell]


def move_alignment(state: State, seat: int, direction: str) -> Outcome:
    """One step of the token. Raises IllegalMove off the grid."""
    cell, told = step_taken(state.players[seat - 1], direction)
    return state.change(seat, alignment_pos=cell), told


def step_taken(player: Player, direction: str) -> tuple[int, Events]:
    """Where the token stands after one step, and what is told. Raises IllegalMove off the grid."""
    cell = _STEPPED[player.alignment_pos][direction]
    if cell is None:
        raise IllegalMove("align.off_grid", rule="RP-ALIGN-01", direction=Word(f"direction.{direction}"))
    told = event(
        "alignment_move", name=player.name, direction=Word(f"direction.{direction}"), cell=Word(f"cell.{cell}")
    )
    return cell, (told,)


def with_coins(initiative: tuple[InitiativeCard, ...]) -> tuple[InitiativeCard, ...]:
    """The initiative cards with a coin on every middle one that has none (RP-SETUP-13, RP-CLEAN-05)."""
    return (initiative[0], *[card if card.coin else replace(card, coin=1) for card in initiative[1:-1]], initiative[-1])


def is_gold(die: Die) -> bool:
    return die.color == GOLD


def require_phase(state: State, *phases: str) -> None:
    """Raises IllegalMove in any other phase."""
    if state.phase not in phases:
        raise IllegalMove("phase.not_now", phase=Word(f"phase.{state.phase}"))


def require_turn_in(state: State, seat: int, phase: str) -> None:
    """Raises IllegalMove in any other phase, and if it is another player's turn."""
    if state.phase != phase or state.active_player != seat:
        require_phase(state, phase)
        require_active(state, seat)


def require_active(state: State, seat: int) -> None:
    """Raises IllegalMove if it is another player's turn."""
    if state.active_player != seat:
        active = state.active_player
        raise IllegalMove("turn.not_yours", name=state.player(active).name if active else "")
