"""What the table may set, because the table wins: values are set, cards are moved from place to place."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.changes import Change, only, whole_number
from companion.game import Adjustable, Belief, Event
from companion.games.quest_circuit.common import cell_name, event, item_name
from companion.games.quest_circuit.state import Cell, State
from companion.games.quest_circuit.vigour import bounded, with_card, without_card
from companion.games.quest_circuit.wealth import PER_LEVEL
from companion.moves import Choice, Field, IllegalMove
from companion.scoring import Input
from companion.words import Word

MOST = 999


def _seat_field(state: State) -> Field:
    choices = tuple(Choice(player.seat, Word("name", {"name": player.name})) for player in state.players)
    return Field("seat", "choice", Word("field.seat"), choices=choices)


def _value_field(low: int, high: int) -> Field:
    return Field("value", "int", Word("field.value"), low, high)


def _cell_field(state: State) -> Field:
    choices = tuple(Choice(at, cell_name(at)) for at in range(len(state.cells)))
    return Field("cell", "choice", Word("field.cell"), choices=choices)


def _number(
    key: str,
    low: int,
    high: Callable[[State], int],
    put: Callable[[State, int, int], State],
    now: Callable[[State, int], int],
) -> Adjustable:
    """A number of a player that is set, and that people compare with the table."""

    def apply(state: State, change: Change) -> tuple[State, Event]:
        only(change, "seat", "value")
        seat, value = whole_number(change, "seat", 1, state.n), whole_number(change, "value", low, high(state))
        told = event(f"adjust.{key}", name=state.player(seat).name, n=value)
        return put(state, seat, value), told

    def beliefs(state: State) -> tuple[Belief, ...]:
        return tuple(
            Belief(
                Input(f"{key}.{p.seat}", "int", "hero", label, low, high(state), default=now(state, p.seat)),
                p.seat,
                {"seat": p.seat},
                "value",
            )
            for p in state.players
            if p.hero is not None
        )

    label = Word(f"adjustable.{key}")
    return Adjustable(key, "set", lambda state: (_seat_field(state), _value_field(low, high(state))), apply, beliefs)


def _most(state: State) -> int:
    return MOST


def _health(state: State, seat: int, value: int) -> State:
    return state.change(seat, wounds=max(0, state.max_health(seat) - value))


def _mana(state: State, seat: int, value: int) -> State:
    return state.change(seat, mana_spent=max(0, state.max_mana(seat) - value))


def _level(state: State, seat: int, value: int) -> State:
    return bounded(state.change(seat, level=value), seat)


def _on_board(state: State) -> None:
    if not state.cells:
        raise IllegalMove("adjust.no_board")


def _position(state: State, seat: int, value: int) -> State:
    _on_board(state)
    if state.fight is not None:
        raise IllegalMove("fight.first", rule="QC-FIGHT-02")
    return state.change(seat, position=value)


def _wounds(state: State, change: Change) -> tuple[State, Event]:
    """Wounds of the monster on a cell; it always has Health left."""
    only(change, "cell", "value")
    _on_board(state)
    at = whole_number(change, "cell", 1, state.last_cell)
    cell = state.cells[at]
    monster = state.card(cell.card).monster if cell.card is not None and cell.face_up else None
    if monster is None:
        raise IllegalMove("fight.no_monster", field="changes.cell")
    value = whole_number(change, "value", 0, monster.health - 1)
    return state.with_cell(at, wounds=value), event("adjust.wounds", cell=cell_name(at), n=value)


def _card(state: State, change: Change) -> tuple[State, Event]:
    """A card lies face up on a cell: one that nobody has seen yet, or (turned over) nobody knows which."""
    only(change, "cell", "card")
    _on_board(state)
    at, key = whole_number(change, "cell", 1, state.last_cell), str(change.get("card", ""))
    if key not in state.unseen or not state.cells[at].covered or state.cells[at].card is not None:
        raise IllegalMove("adjust.no_card", field="changes.card", got=key[:40])
    state = replace(state, unseen=state.unseen.remove(key)).put(at, Cell(key))
    return state, event("adjust.card", cell=cell_name(at), card=state.content.cards[key].name)


def _card_fields(state: State) -> tuple[Field, ...]:
    choices = tuple(Choice(k, Word("content.name", {"name": state.content.cards[k].name})) for k in state.unseen)
    return (_cell_field(state), Field("card", "card", Word("field.card"), choices=choices))


def _item(state: State, change: Change) -> tuple[State, Event]:
    """An Item or a Unique goes to another place: `stack`, `dealer`, `discard`, or a seat. Nothing is made or lost."""
    only(change, "card", "to")
    ref, to = str(change.get("card", "")), str(change.get("to", ""))
    state = _taken(state, ref)
    if to == "dealer":
        state = replace(state, dealer=(*state.dealer, ref))
    elif to == "discard":
        state = replace(state, discard=(*state.discard, ref))
    elif to == "stack":
        state = replace(state, items=state.items.add(ref))
    elif to.isdecimal() and 1 <= int(to) <= state.n:
        state = with_card(state, int(to), ref)
    else:
        raise IllegalMove("adjust.no_place", field="changes.to", got=to[:20])
    return state, event("adjust.item", card=item_name(state, ref), to=_place(state, to))


def _place(state: State, to: str) -> Word:
    return Word("name", {"name": state.player(int(to)).name}) if to.isdecimal() else Word(f"place.{to}")


def _taken(state: State, ref: str) -> State:
    owner = state.owner(ref)
    if owner is not None:
        return without_card(state, owner, ref)
    for place in ("dealer", "discard", "uniques"):
        cards: tuple[str, ...] = getattr(state, place)
        if ref in cards:
            return replace(state, **{place: tuple(each for each in cards if each != ref)})
    if ref in state.items:
        return replace(state, items=state.items.remove(ref))
    raise IllegalMove("adjust.no_card", field="changes.card", got=ref[:40])


def refs(state: State, key: str) -> tuple[str, ...]:
    """The cards of an Item or a Unique that the game knows of, by what tells each apart."""
    owned = [ref for player in state.players for ref in player.owned]
    every = (*state.uniques, *state.items, *state.dealer, *state.discard, *owned)
    return tuple(dict.fromkeys(ref for ref in every if ref.partition("+")[0] == key))


def _item_fields(state: State) -> tuple[Field, ...]:
    owned = [ref for player in state.players for ref in player.owned]
    loose = [ref for ref in state.discard if ref.partition("+")[0] in state.content.items]
    refs = [*owned, *state.dealer, *state.uniques, *state.items, *loose]
    cards = tuple(Choice(ref, item_name(state, ref)) for ref in refs)
    places = tuple(Choice(place, _place(state, place)) for place in ("stack", "dealer", "discard"))
    seats = tuple(Choice(str(player.seat), Word("name", {"name": player.name})) for player in state.players)
    return (
        Field("card", "card", Word("field.card"), choices=cards),
        Field("to", "choice", Word("field.to"), choices=(*seats, *places)),
    )


ADJUSTABLES: tuple[Adjustable, ...] = (
    _number("level", 1, _most, _level, lambda state, seat: state.player(seat).level),
    _number(
        "xp",
        0,
        lambda state: PER_LEVEL - 1,
        lambda state, seat, value: state.change(seat, xp=value),
        lambda state, seat: state.player(seat).xp,
    ),
    _number("health", 1, _most, _health, lambda state, seat: state.health(seat)),
    _number("mana", 0, _most, _mana, lambda state, seat: state.mana(seat)),
    _number(
        "position", 0, lambda state: max(0, state.last_cell), _position, lambda state, seat: state.player(seat).position
    ),
    Adjustable("wounds", "set", lambda state: (_cell_field(state), _value_field(0, MOST)), _wounds),
    Adjustable("card", "set", _card_fields, _card),
    Adjustable("item", "move", _item_fields, _item),
)
