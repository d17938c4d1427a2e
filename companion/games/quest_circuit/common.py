"""What every phase uses: events, names of cards, and who may do something now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask, pending_of
from companion.game import Event
from companion.games.quest_circuit.state import POWER, State
from companion.moves import IllegalMove
from companion.words import Text, Word

Events = tuple[Event, ...]
Outcome = tuple[State, Events]
Handler = Callable[[State, int, Any, Chance], Outcome]

NONE: Events = ()
D6 = 6


def event(key: str, /, **args: Any) -> Event:
    return Event(Word(f"event.{key}", args))


def named(text: Text | str) -> Word:
    return Word("content.name", {"name": text})


def item_name(state: State, ref: str) -> Word:
    """An item by its name, and how much better than printed it is."""
    name, _, steps = ref.partition("+")
    text = state.content.items[name].name
    return Word("card.better", {"name": text, "n": int(steps)}) if steps else named(text)


def item_names(state: State, refs: Iterable[str]) -> list[Word]:
    return [item_name(state, ref) for ref in refs]


def card_name(state: State, key: str) -> Word:
    return named(state.content.cards[key].name)


def cell_name(at: int) -> Word:
    return Word("cell.number", {"n": at}) if at else Word("cell.start")


def source_name(state: State, seat: int, source: str) -> Word:
    """What a use is called: the power of the hero, or the card."""
    if source != POWER:
        return item_name(state, source)
    hero = state.content.heroes[state.player(seat).hero or ""]
    return named(hero.power_name) if hero.power_name is not None else Word("card.power")


def effect_name(state: State, at: int, effect: int) -> Word:
    """An effect of the card on a cell: what kind it is, and whose."""
    key = state.cells[at].card
    if key is None:
        return Word("card.face_down")
    found = state.card(key).effects[effect]
    kind = "neutral" if found.kind == "monster" and found.neutral else found.kind
    return Word(f"effect.{kind}", {"name": state.content.cards[key].name})


def asked(state: State, seat: int, *keys: str) -> Ask:
    """The question that waits for this seat. Raises IllegalMove if it is another one, or none."""
    ask = pending_of(state.pending, seat)
    if ask is None or ask.key not in keys:
        raise IllegalMove("ask.not_asked")
    return ask


def without(state: State, ask: Ask) -> State:
    return replace(state, pending=tuple(each for each in state.pending if each is not ask))


def require_phase(state: State, *phases: str) -> None:
    """Raises IllegalMove in any other phase."""
    if state.phase not in phases:
        raise IllegalMove("phase.not_now", phase=Word(f"phase.{state.phase}"))


def require_step(state: State, seat: int, *steps: str, rule: str = "QC-TURN-01") -> None:
    """Raises IllegalMove if it is another player's turn, another step of it, or if a fight goes on."""
    require_phase(state, "turn")
    if state.active_player != seat:
        raise IllegalMove("turn.not_yours", name=state.active.name)
    if state.fight is not None:
        raise IllegalMove("fight.first", rule="QC-FIGHT-02")
    if state.turn.step not in steps:
        raise IllegalMove("step.not_now", rule=rule, step=Word(f"step.{state.turn.step}"))
