"""What a person fills in: prices of cards nobody knows, abilities that are typed in, and the printed card's word."""

from __future__ import annotations

from collections.abc import Iterator

from companion.flow import Ask, pending_of
from companion.games.roll_player.answers import MOST_STARS, TELLABLE
from companion.games.roll_player.common import die_word, directions, row_word
from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.market import HANDS, hands, known_cost, purchases
from companion.games.roll_player.prompts import ask_word
from companion.games.roll_player.skills import PLAYED
from companion.games.roll_player.solo import POSITIONS
from companion.games.roll_player.state import Player, Slot, State, die_at, occupied, row_index
from companion.moves import Choice, Field, Form
from companion.words import Word, word


def legal_forms(state: State, seat: int) -> Iterator[Form]:
    """The forms that a seat may fill in now; each is a move that has no complete list."""
    player = state.player(seat)
    ask = pending_of(state.pending, seat)
    if ask is not None:
        yield from _answer(state, ask)
    elif state.phase == "market" and state.active_player == seat and not state.pending:
        yield from _purchases(state, player)
    elif state.phase == "setup" and state.stage == "race" and state.active_player == seat:
        yield _race(state)
    if state.phase in (*PLAYED, "scoring") and not player.ready:
        yield from _by_card(state, player)


def _int(name: str, low: int, high: int, default: int | None = None, *, optional: bool = False) -> Field:
    return Field(name, "int", Word(f"field.{name}"), low, high, default=default, optional=optional)


def _choice(name: str, choices: Iterator[Choice], kind: str = "choice", *, optional: bool = False) -> Field:
    found = tuple(choices)
    return Field(name, "card" if kind == "card" else "choice", Word(f"field.{name}"), choices=found, optional=optional)


def _answer(state: State, ask: Ask) -> Iterator[Form]:
    """Numbers beyond those that are listed as moves."""
    if ask.key not in TELLABLE or ask.key in ("hands", "arrow"):
        return
    if ask.key == "open_lock" and ask.args["cost"] is not None:
        return
    low = 0 if ask.key == "open_lock" else -9
    yield Form("tell", ask_word(state, ask), (_int("value", low, MOST_STARS, 0),))


def _race(state: State) -> Form:
    taken = {player.race for player in state.players}
    free = (
        Choice(key, Word("content.name", {"name": r.name}))
        for key, r in state.content.races.items()
        if key not in taken
    )
    sides = (Choice(side, Word(f"side.{side}")) for side in ("female", "male"))
    return Form("choose_race", word("form.choose_race"), (_choice("race", free), _choice("side", sides)))


def _purchases(state: State, player: Player) -> Iterator[Form]:
    """A purchase at a price that is typed in, and with tokens."""
    if player.bought >= purchases(state, player):
        return
    for place in state.market:
        record = state.content.card(place.card)
        if known_cost(state, place.card) is not None:
            continue
        if record is not None and record.type == "weapon" and hands(state, player) >= HANDS:
            continue
        fields = [_int("paid", 0, player.gold, 0)]
        if player.charisma_tokens:
            fields.append(_int("tokens", 0, player.charisma_tokens, 0))
        name = place_name(state, place.place)
        yield Form(
            "buy", word("form.buy", card=name), tuple(fields), {"place": place.place}, (f"market.{place.place}",)
        )


def place_name(state: State, place: str) -> Word:
    """What a place of the market is called: the card's name, or where it lies."""
    record = state.content.card(state.at_place(place).card)
    return Word("content.name", {"name": record.name}) if record is not None else position(state, place)


def position(state: State, place: str) -> Word:
    """Where a card of the market was dealt: left, middle, right in solo, where the opponent die names them."""
    dealt = int(place.partition(".")[2])
    if state.solo and dealt <= len(POSITIONS):
        return Word(f"market.position.{POSITIONS[dealt]}")
    return Word("market.position.nth", {"n": dealt})


def _by_card(state: State, player: Player) -> Iterator[Form]:
    """RP-GEN-01: what a printed card does and the phone does not know."""
    if state.phase == "scoring":
        rows = (Choice(row, row_word(row)) for row in ATTRIBUTES)
        yield Form("by_card", word("form.weapon_bonus"), (_choice("row", rows), _int("bonus", -30, 30, 1)))
    yield Form("by_card", word("form.gold"), (_int("gold", -min(player.gold, 60), 60, 1),))
    steps = (Choice(step, Word(f"direction.{step}")) for step in directions(player.alignment_pos))
    yield Form("by_card", word("form.step"), (_choice("step", steps),))
    resting = all(ask.seat != player.seat or ask.key != "keep" for ask in state.pending)
    dice = occupied(player.sheet) if resting else ()
    slots = tuple(Choice(str(slot), slot_label(player, str(slot))) for slot in dice)
    if slots:
        yield Form("by_card", word("form.face"), (_choice("target", iter(slots)), _int("face", 1, 6)))
    if len(slots) > 1:
        both = (_choice("target", iter(slots)), _choice("other", iter(slots)))
        yield Form("by_card", word("form.swap"), both)
    rows = (Choice(row, row_word(row)) for row in ATTRIBUTES if player.sheet[row_index(row)][2] is None)
    open_rows = _choice("row", rows)
    if slots and open_rows.choices:
        yield Form("by_card", word("form.move"), (_choice("target", iter(slots)), open_rows))
    if player.skills:
        skills = (
            Choice(s.ref, Word("content.name", {"name": state.content.name("market", s.card)})) for s in player.skills
        )
        yield Form("by_card", word("form.skill"), (_choice("skill", skills, "card"),))


def slot_label(player: Player, slot: str) -> Word:
    """A die on a sheet: `STR 2: red 6`."""
    place = Slot.of(slot)
    die = die_at(player.sheet, place)
    assert die is not None
    return word("slot.die", row=row_word(place.row), slot=place.number, die=die_word(die))
