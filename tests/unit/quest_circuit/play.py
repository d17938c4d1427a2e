"""Tables of Quest Circuit for tests: a board as a test wants it, and moves with the luck that the test says."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.canonical import Plain
from companion.chance import Chance, Scripted
from companion.game import Event, SeatInfo, read_options
from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.content import Content
from companion.games.quest_circuit.content_reading import read_content
from companion.games.quest_circuit.state import Cell, State
from companion.games.quest_circuit.vigour import with_card
from companion.moves import Move
from companion.packs import merge
from companion.refusals import Refusal
from tests.unit.quest_circuit.quest_cards import BELL, FAIR, OWN

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
HEROES = ("gatewarden", "picklock", "fen-archer", "hedge-witch")


def content_with(powers: bool = False, **changes: Mapping[str, Plain]) -> Content:
    """Our own set, heroes without their powers unless a test is about them. Records are changed by kind and key:
    `cards={"mud-whelp": {...}}` sets the fields named there, and a new key is a new record."""
    records: Any = copy.deepcopy(merge([OWN]))
    if not powers:
        for hero in records["heroes"].values():
            hero.pop("power", None)
    for kind, fields in changes.items():
        for key, record in fields.items():
            records[kind].setdefault(key, {}).update(record)
    return read_content(records, repr((powers, changes)))


PLAIN = content_with()


def opened(n: int = 2, content: Content = PLAIN, **options: Plain) -> State:
    """A table before anybody has chosen anything."""
    chosen = read_options(game, {"mode": "solo" if n == 1 else "multi", **options})
    state: State = game.open(chosen, tuple(SeatInfo(name) for name in NAMES[:n]), content)
    return state


def do(state: State, move: Move, *luck: Plain, seat: int | None = None) -> State:
    """The state after a move; all luck is asked for, and the invariants hold."""
    return told(state, move, *luck, seat=seat)[0]


def told(state: State, move: Move, *luck: Plain, seat: int | None = None) -> tuple[State, list[Event]]:
    script = Scripted(luck)
    acting = seat if seat is not None else game.to_act(state)[0]
    after, events = game.play(state, acting, move, Chance(script))
    assert script.used == len(luck), f"{script.used} of {luck} were asked for"
    game.check(after)
    return after, list(events)


def keys(events: list[Event]) -> list[str]:
    return [event.key.removeprefix("event.") for event in events]


def refused(state: State, move: Move, key: str, seat: int | None = None) -> None:
    """The move is refused with this key, and is not offered."""
    acting = seat if seat is not None else game.to_act(state)[0]
    assert move not in list(game.moves(state, acting))
    with pytest.raises(Refusal) as caught:
        game.play(state, acting, move, Chance(Scripted(())))
    assert caught.value.key == key


def offered(state: State, seat: int | None = None) -> list[Move]:
    return list(game.moves(state, seat if seat is not None else game.to_act(state)[0]))


def started(n: int = 2, content: Content = PLAIN, quests: tuple[str, ...] = (BELL,), **options: Plain) -> State:
    """The first quest is laid out and seat 1 is to roll."""
    state = opened(n, content, quests=len(quests), **options)
    if not state.quests:
        state = do(state, m.PlanQuests(quests), seat=1)
    for seat in range(1, n + 1):
        state = do(state, m.ChooseHero(HEROES[(seat - 1) % 4]), seat=seat)
    for seat in range(1, n + 1) if n > 1 else ():
        state = do(state, m.RollStart(), [6 if seat == 1 else 1], seat=seat)
    return do(state, m.LayBoard(), seat=1)


def lay(state: State, at: int, card: str, **fields: Any) -> State:
    """A quest card face up on a cell; what lay there face down goes back into the stack."""
    unseen = state.unseen.remove(card) if card in state.unseen else state.unseen
    return state.replace(unseen=unseen).put(at, Cell(card, **fields))


def give(state: State, seat: int, *refs: str, worn: bool = True) -> State:
    """Items and Uniques for a player, equipped at once unless a test says otherwise."""
    for ref in refs:
        items = state.items.remove(ref) if ref in state.items else state.items
        state = state.replace(items=items, uniques=tuple(u for u in state.uniques if u != ref))
        state = with_card(state, seat, ref)
        if worn:
            player = state.player(seat)
            left = tuple(each for each in player.inventory if each != ref)
            state = state.change(seat, inventory=left, equipment=(*player.equipment, ref))
    return state


def on(state: State, seat: int, at: int, **fields: Any) -> State:
    """A hero on a cell, with some fields set."""
    return state.change(seat, position=at, **fields)


def going(state: State, to: int, *luck: Plain) -> State:
    """The active player rolls 6 and goes to a cell within reach."""
    return do(do(state, m.Roll(), [6]), m.Go(to), *luck)


def won(state: State) -> State:
    """The fight that goes on is won by the side of the hero who rolls, with 6 against 1 each time."""
    while state.fight is not None:
        state = do(state, m.Strike(), [6, 1])
    return state


def strength(state: State, seat: int) -> tuple[int, int]:
    return state.health(seat), state.max_health(seat)


__all__ = ["BELL", "FAIR", "replace"]
