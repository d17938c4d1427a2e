"""What cards say, made from their data: the text on a phone or a printed card cannot differ from what the rules do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.roll_player.content import (
    ATTRIBUTES,
    ArmorSet,
    ClassSide,
    Content,
    Criterion,
    Effect,
    MarketCard,
    Perk,
)
from companion.words import Text, Word

Said = Word | Text

USUAL_INCOME = 2
"""What a gold die pays unless the class says otherwise (RP-GOLD-01)."""

SIDES: Mapping[str, tuple[int, ...]] = {
    "good": (0, 1, 2),
    "evil": (6, 7, 8),
    "lawful": (0, 3, 6),
    "chaotic": (2, 5, 8),
}
"""The outer rows and columns of the alignment grid."""


def ability_text(side: ClassSide) -> tuple[Said, ...]:
    """What a class can do, a sentence each; nothing where nobody knows it."""
    found: list[Said] = [Word(f"text.ability.{side.ability}")] if side.ability in ("attuned", "charming") else []
    if side.gold_die_income != USUAL_INCOME:
        found.append(Word("panel.gold_die", {"n": side.gold_die_income}))
    found += [perk_text(perk) for perk in side.perks]
    return (*found, *([side.text] if side.text is not None else []))


def card_text(content: Content, card: MarketCard) -> tuple[Said, ...]:
    """What a market card does, a sentence each; nothing where nobody knows it."""
    found: list[Said] = []
    match card.type:
        case "weapon":
            found += _weapon(card)
        case "armor" if card.set is not None:
            found += _armor(content.armor[card.set])
        case "skill" if card.effect is not None and card.effect.kind != "prompt":
            found += _skill(card, card.effect)
        case "trait" if card.criterion is not None and card.stars is not None:
            found.append(Word("text.trait", {"n": card.stars, "criterion": criterion_word(card.criterion)}))
    return (*found, *([card.text] if card.text is not None else []))


def _weapon(card: MarketCard) -> Iterator[Word]:
    parts = [
        Word("text.weapon.row", {"row": Word(f"attribute.{row}.name"), "n": card.per_row[row]})  # type: ignore[index]  # rows are the literal
        for row in ATTRIBUTES
        if row in card.per_row
    ]
    for key, by in card.per_die.items():
        if key.isupper():
            parts.append(Word("text.weapon.die_row", {"row": Word(f"attribute.{key}.name"), "n": by}))
        else:
            parts.append(Word("text.weapon.die_color", {"color": Word(f"colour.{key}.name"), "n": by}))
    if parts:
        yield Word("text.weapon.goals", {"parts": parts})
    if card.extra_armor:
        yield Word("text.weapon.extra_armor", {"n": card.extra_armor})
    if card.discount:
        yield Word("text.discount.any", {"n": card.discount})
    yield from (perk_text(perk) for perk in card.perks)


def _armor(set_: ArmorSet) -> Iterator[Word]:
    if set_.stars is None:
        return
    args: dict[str, Any] = {"set": set_.name, "n": set_.size, "stars": "\u00a0/\u00a0".join(map(str, set_.stars))}
    yield Word("text.armor", args)
    if set_.colors:
        yield Word("text.armor_favours", {"colors": [Word(f"colour.{color}.name") for color in set_.colors]})


def _skill(card: MarketCard, effect: Effect) -> Iterator[Word]:
    yield Word("text.skill", {"effect": effect_word(effect)})
    if card.when:
        yield Word("text.when", {"phases": [Word(f"phase.{phase}") for phase in card.when]})


def effect_word(effect: Effect) -> Word:
    """What an effect does, as a clause."""
    if effect.kind in ("own_face", "pool_face"):
        return Word(f"text.effect.{effect.kind}.{effect.change or 'any'}", {"n": effect.amount})
    return Word(f"text.effect.{effect.kind}", {"n": effect.amount})


def perk_text(perk: Perk) -> Word:
    """What a lasting ability does, as a sentence."""
    args: dict[str, Any] = {"n": perk.amount}
    match perk.kind:
        case "income":
            return Word(f"text.income.{perk.on}", {**args, "what": _placed(perk)})
        case "discount":
            return Word(f"text.discount.{perk.of or 'any'}", args)
        case "action":
            return Word(
                "text.action", {"row": Word(f"attribute.{perk.row}.name"), "action": Word(f"action.{perk.row}")}
            )
        case "once":
            args = {"n": perk.pay, "effect": effect_word(perk.effect or Effect("prompt"))}
            return Word("text.once_paid" if perk.pay else "text.once", args)
        case "class_dice":
            return Word("text.class_dice", {**args, "color": Word(f"colour.{perk.color}.name")})
    return Word("text.near_goal", args)


def _placed(perk: Perk) -> Word:
    """Which placing of a die an income is for."""
    named = {"color": perk.color, "row": perk.row, "slot": perk.slot}
    key = "_".join(name for name, value in named.items() if value is not None) or "any"
    args: dict[str, Any] = {"slot": perk.slot}
    if perk.color is not None:
        args["color"] = Word(f"colour.{perk.color}.name")
    if perk.row is not None:
        args["row"] = Word(f"attribute.{perk.row}.name")
    return Word(f"text.placed.{key}", args)


def criterion_word(criterion: Criterion) -> Word:
    """When a trait scores, as a clause."""
    args: dict[str, Any] = {"n": criterion.least, "least": criterion.least, "most": criterion.most}
    args["face"] = criterion.face
    if criterion.row is not None:
        args["row"] = Word(f"attribute.{criterion.row}.name")
    if criterion.color is not None:
        args["color"] = Word(f"colour.{criterion.color}.name")
    if criterion.kind == "alignment":
        side = next((key for key, cells in SIDES.items() if cells == criterion.cells), "any")
        return Word(f"text.aligned.{side}", {"cells": [Word(f"cell.{cell}") for cell in criterion.cells]})
    what: str = criterion.kind
    if criterion.kind == "row_sum" and criterion.score:
        what = "row_score"
    elif criterion.kind in ("faces", "color") and criterion.row is not None:
        what = f"{criterion.kind}_row"
    kind = "sum" if criterion.kind == "row_sum" else "count"
    return Word(f"text.{kind}.{_limits(criterion)}", {**args, "what": Word(f"text.measure.{what}", args)})


def _limits(criterion: Criterion) -> str:
    if criterion.most is None:
        return "least"
    return "most" if criterion.least is None else "between"
