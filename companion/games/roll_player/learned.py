"""What people tell about published cards while they play, as records of an overlay; and cards that it makes known."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from companion.canonical import Plain
from companion.flow import pending_of
from companion.games.roll_player.content import ArmorSet, Content, MarketCard
from companion.games.roll_player.market import known_arrow, known_cost
from companion.games.roll_player.moves import Buy, Tell, UseSkill
from companion.games.roll_player.perks import discount
from companion.games.roll_player.state import State
from companion.moves import Move
from companion.packs import Records
from companion.reading import read


def learned(before: State, seat: int, move: Move) -> Records:
    """Prices without tokens or discounts, hands, arrows, and the stars of a trait that counts."""
    card, field, value = _told(before, seat, move)
    if card is None or before.content.card(card) is None or value is None:
        return {}
    return {"market": {card: {field: value}}}


def _told(before: State, seat: int, move: Move) -> tuple[str | None, str, Plain]:
    if isinstance(move, Buy):
        card = next((place.card for place in before.market if place.place == move.place), None)
        whole = card is not None and not move.tokens and not discount(before, before.player(seat), card)
        return (card if whole and card and known_cost(before, card) is None else None), "cost", move.paid
    if isinstance(move, UseSkill):
        skill = next((s.card for s in before.player(seat).skills if s.ref == move.card), None)
        return (skill if skill and known_arrow(before, skill) is None else None), "arrow", move.arrow
    ask = pending_of(before.pending, seat) if isinstance(move, Tell) else None
    if ask is None or not isinstance(move, Tell):
        return None, "", None
    card = ask.args.get("card")
    match ask.key:
        case "hands" | "arrow":
            return card, ask.key, move.value
        case "open_lock" if ask.args["cost"] is None and move.value != "leave":
            return card, "cost", move.value
        case "trait_stars" if move.value:
            return card, "stars", move.value
    return None, "", None


def overlaid(content: Content, merged: Records, overlay: Records) -> Content:
    """The content with what an overlay tells known, also where numbers would be typed in (cards: types)."""
    market, armor = dict(content.market), dict(content.armor)
    for key, told in overlay.get("market", {}).items():
        if key in market:
            market[key] = _with(market[key], read(MarketCard, merged["market"][key], f"market.{key}"), told)
    for key, told in overlay.get("armor", {}).items():
        if key in armor:
            armor[key] = _with(armor[key], read(ArmorSet, merged["armor"][key], f"armor.{key}"), told)
    return dataclasses.replace(content, market=market, armor=armor)


Record = TypeVar("Record", MarketCard, ArmorSet)


def _with(known: Record, whole: Record, told: Mapping[str, Plain]) -> Record:
    return replace(known, **{field: getattr(whole, field) for field in told})
