"""What the calculator asks for, as places of the score file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.canonical import Plain
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES, DICE, Content
from companion.palette import palette
from companion.scoring import Input
from companion.words import Word, word


def inputs(content: Content, options: Mapping[str, Plain]) -> tuple[Input, ...]:
    """Everything a hero is scored by: who it is, the 18 dice, alignment, backstory, armour, traits, weapons, gold."""
    return (
        Input("class", "choice", "who", word("input.class"), choices=_names(content.classes), required=True),
        Input("race", "choice", "who", word("input.race"), choices=_names(content.races), required=True),
        *_sheet(),
        Input("alignment.card", "choice", "alignment", word("input.alignment"), choices=_names(content.alignments)),
        Input("alignment.cell", "choice", "alignment", word("input.cell"), choices=_cells(), default=4),
        Input("backstory", "choice", "backstory", word("input.backstory"), choices=_names(content.backstories)),
        *_armor(content),
        *_traits(content),
        *_weapons(content),
        Input("gold", "int", "gold", word("input.gold"), max=99, default=0),
        Input("solo", "flag", "gold", word("input.solo"), default=options.get("solo", False)),
    )


def _names(table: Mapping[str, Any]) -> tuple[tuple[Plain, Word], ...]:
    return tuple((key, Word("content.name", {"name": record.name})) for key, record in table.items())


def _sheet() -> Iterable[Input]:
    colors = tuple((palette()[color].letter, Word(f"colour.{color}.name")) for color in DICE)
    for row in ATTRIBUTES:
        for slot in ("1", "2", "3"):
            label = word("input.slot", row=Word(f"attribute.{row}.name"), slot=int(slot))
            yield Input(
                f"sheet.{row}.{slot}",
                "die",
                "sheet",
                label,
                min=1,
                max=6,
                choices=colors,
                row=row,
                column=slot,
                heading=Word(f"attribute.{row}.name"),
            )


def _cells() -> tuple[tuple[Plain, Word], ...]:
    return tuple((cell, Word(f"cell.{cell}")) for cell in range(9))


def _armor(content: Content) -> Iterable[Input]:
    """How many cards of each set, and (where nobody knows the table) the stars they give."""
    for key in ARMOR_SETS:
        name = content.armor[key].name
        yield Input(f"armor.{key}", "int", "armor", word("input.armor", set=name), max=content.armor[key].size)
        if content.armor[key].stars is None:
            yield Input(f"armor_stars.{key}", "int", "armor", word("input.armor_stars", set=name), min=-9, max=30)


def _traits(content: Content) -> Iterable[Input]:
    """Six traits: by name where all of them are known whole, else their stars."""
    traits = {key: card for key, card in content.market.items() if card.type == "trait"}
    if all(card.stars is not None and card.criterion is not None for card in traits.values()):
        for n in range(1, 7):
            yield Input(f"traits.{n}", "choice", "traits", word("input.trait_name", n=n), choices=_names(traits))
        yield Input("skills", "int", "traits", word("input.skills"), max=13)
        return
    for n in range(1, 7):
        yield Input(f"traits.{n}", "int", "traits", word("input.trait", n=n), min=-9, max=20)


def _weapons(content: Content) -> Iterable[Input]:
    """Two weapons by name where all of them are known whole, else what they add, by row and for each gold die."""
    weapons = {key: card for key, card in content.market.items() if card.type == "weapon"}
    if all(card.hands is not None for card in weapons.values()):
        for n in (1, 2):
            label = word("input.weapon", n=n)
            yield Input(f"weapons.{n}.name", "choice", "weapons", label, choices=_names(weapons))
        return
    for row in ATTRIBUTES:
        label = word("input.weapon_row", row=Word(f"attribute.{row}.name"))
        yield Input(f"weapons.1.per_row.{row}", "int", "weapons", label, min=-9, max=9)
    yield Input("weapons.1.per_die.gold", "int", "weapons", word("input.weapon_gold"), min=-9, max=9)
