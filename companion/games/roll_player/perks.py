"""Lasting abilities of classes and weapons (RP-GOLD-05, RP-WEAP-04): who has which, and what they pay and take off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.roll_player.content import Perk
from companion.games.roll_player.state import Die, Player, State

CLASS = "class"
"""Where a perk comes from: the class side, or the weapon of that ref."""


def perks_of(state: State, player: Player) -> Sequence[tuple[str, Perk]]:
    """Every perk of a player with what gives it."""
    content, side, weapons = state.content, player.class_side, player.weapons
    own = content.classes[side].perks if side is not None else ()
    if not own and not weapons:
        return ()
    found = [(CLASS, perk) for perk in own]
    for weapon in weapons:
        card = content.market.get(weapon.card)
        if card is not None and card.perks:
            found += [(weapon.ref, perk) for perk in card.perks]
    return found


def discount(state: State, player: Player, card: str) -> int:
    """What weapons and the class take off the price of a card (RP-NOTE-09)."""
    perks, cards, found = perks_of(state, player), state.content.market, 0
    for weapon in player.weapons:
        owned = cards.get(weapon.card)
        found += owned.discount if owned is not None else 0
    if perks:
        record = cards.get(card)
        kind = None if record is None else record.type
        found += sum([perk.amount for _, perk in perks if perk.kind == "discount" and perk.of in (None, kind)])
    return found


def action_rows(state: State, player: Player) -> tuple[str, ...]:
    """The rows of which the player may use the action now: the one placed in, and those that perks allow instead (still
    one action, RP-DICE-04)."""
    if player.placed_row is None:
        return ()
    others = [perk.row for _, perk in perks_of(state, player) if perk.kind == "action" and perk.row is not None]
    return tuple(dict.fromkeys((player.placed_row, *others))) if others else (player.placed_row,)


def income(perks: Iterable[tuple[str, Perk]], on: str, die: Die | None = None, row: str = "", slot: int = 0) -> int:
    """The gold that perks pay when a die is placed, a coin is taken, or a market card is discarded for gold."""
    amount = 0
    for _, perk in perks:
        if perk.kind == "income" and perk.on == on and pays_for(perk, None if die is None else die.color, row, slot):
            amount += perk.amount
    return amount


def pays_for(perk: Perk, color: str | None, row: str, slot: int) -> bool:
    """Whether the income of a perk is for a die of that colour in that place."""
    return perk.color in (None, color) and perk.row in (None, row) and perk.slot in (None, slot)
