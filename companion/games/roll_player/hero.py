"""A hero: everything about one player that is scored, read from a score file or taken from a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.roll_player.content import (
    ARMOR_SETS,
    ATTRIBUTES,
    DICE,
    ArmorSet,
    ArmorSetKey,
    Attribute,
    Backstory,
    ClassColor,
    Content,
    Goal,
    Modifier,
    Perk,
    SlotColor,
    Target,
)
from companion.games.roll_player.state import EMPTY_ROW, SLOTS, START_CELL, Die, Row, Sheet
from companion.reading import Between, Length, read
from companion.refusals import Refusal, Unreadable
from companion.words import Text, Word

Stars = Annotated[int, Between(-99, 99)]
UNNAMED = Text((("en", "Weapon"), ("ru", "Оружие")))


class Weapon(Struct, frozen=True):
    """What a weapon does for the score: `per_die` adds to each die of a colour or in a row, `per_row` to a row's sum
    (RP-SCORE-02); `extra_armor` counts as so many more cards of one set that is begun and not complete (RP-NOTE-13)."""

    name: Text = UNNAMED
    hands: Annotated[int, Between(1, 2)] = 1
    per_die: Mapping[str, Annotated[int, Between(-9, 9)]] = field(default_factory=dict)
    per_row: Mapping[Attribute, Annotated[int, Between(-30, 30)]] = field(default_factory=dict)
    extra_armor: Annotated[int, Between(0, 5)] = 0


class Trait(Struct, frozen=True):
    """A trait and the stars it gives; `met` says whether its criterion is. One that is only named by its `card` is
    judged by what is known about it (criteria.py)."""

    stars: Stars
    met: bool = True
    name: Text | None = None
    card: str | None = None

    @classmethod
    def __read__(cls, data: Any, where: str) -> Trait:
        if isinstance(data, str):
            return cls(0, False, card=read(Annotated[str, Length(60)], data, where))
        if type(data) is int:
            return cls(read(Stars, data, where))
        found: TraitRecord = read(TraitRecord, data, where)
        return cls(found.stars, found.met, found.name)

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer", "minimum": -99, "maximum": 99}, {"type": "string"}, {"type": "object"}]}


class TraitRecord(Struct, frozen=True):
    """A trait as a record of a score file."""

    stars: Stars
    met: bool = True
    name: Text | None = None


class Hero(Struct, frozen=True):
    """What is scored. None is not known yet: it gives nothing, and the calculator says so."""

    class_color: str | None
    goals: Mapping[str, Goal]
    modifiers: Mapping[str, int]
    sheet: Sheet
    grid: tuple[int, ...] | None
    cell: int
    targets: tuple[Target, ...] | None
    armor: Mapping[str, int]
    armor_sets: Mapping[str, ArmorSet]
    armor_stars: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    traits: tuple[Trait, ...]
    gold: int
    solo: bool
    by_hand: Mapping[str, int] = field(default_factory=dict)
    """Stars that the table gave by hand, by category."""
    perks: tuple[Perk, ...] = ()
    """What the class side can do; at scoring two kinds of it count."""
    skills: int = 0

    def without(self, weapons: tuple[Weapon, ...]) -> Hero:
        """The hero after some weapons are discarded; of two that are alike only as many as are named."""
        left = list(self.weapons)
        for weapon in weapons:
            left.remove(weapon)
        return replace(self, weapons=tuple(left))


class AlignmentEntry(Struct, frozen=True):
    """`{grid: [nine values], cell: 3}` or `{card: hermit, cell: 3}`."""

    cell: Annotated[int, Between(0, 8)] = START_CELL
    grid: tuple[Stars, Stars, Stars, Stars, Stars, Stars, Stars, Stars, Stars] | None = None
    card: Annotated[str, Length(60)] | None = None


class SheetRow(Struct, frozen=True):
    """`r6 g6 b4`, or a list of codes; an empty slot is `_`."""

    dice: Row

    @classmethod
    def __read__(cls, data: Any, where: str) -> SheetRow:
        codes = data.split() if isinstance(data, str) else data
        if not isinstance(codes, list | tuple) or len(codes) > SLOTS:
            raise Unreadable("read.pattern", field=where, form=Word("form.row"), got=str(data)[:40])
        dice: list[Die | None] = []
        for number, code in enumerate(codes, 1):
            dice.append(None if code in ("_", None) else _die(code, f"{where}.{number}"))
        return cls((*dice, *([None] * (SLOTS - len(dice)))))  # type: ignore[arg-type]  # three slots by construction

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        code = "([gbrpkwy][1-6]|_)"
        return {
            "anyOf": [
                {"type": "string", "pattern": f"^{code}?( {code}){{0,2}}$"},
                {"type": "array", "maxItems": 3, "items": {"type": ["string", "null"]}},
            ]
        }


def _die(code: Any, where: str) -> Die:
    try:
        die = Die.of(code) if isinstance(code, str) else None
    except ValueError:
        die = None
    if die is None or die.face is None:
        raise Unreadable("read.pattern", field=where, form=Word("form.die"), got=str(code)[:40])
    return die


Count = Annotated[int, Between(0, 5)]


class ScoreSet(Struct, frozen=True):
    """A set's table as a score file gives it: stars by number of cards, and the class colours it favours."""

    stars: tuple[Stars, ...]
    colors: tuple[ClassColor, ...] = ()


class ScoreEntry(Struct, frozen=True):
    """One hero of a score file."""

    name: Annotated[str, Length(200)] = ""
    class_: Annotated[str, Length(60)] | None = None
    color: ClassColor | None = None
    goals: Mapping[Attribute, Goal] | None = None
    race: Annotated[str, Length(60)] | None = None
    modifiers: Mapping[Attribute, Modifier] | None = None
    sheet: Mapping[Attribute, SheetRow] = field(default_factory=dict)
    alignment: AlignmentEntry = AlignmentEntry()
    backstory: str | Mapping[Attribute, SlotColor] | None = None
    armor: Mapping[ArmorSetKey, Count] = field(default_factory=dict)
    armor_sets: Mapping[ArmorSetKey, ScoreSet] = field(default_factory=dict)
    armor_stars: Mapping[ArmorSetKey, Stars] = field(default_factory=dict)
    weapons: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    skills: Annotated[int, Between(0, 53)] = 0
    gold: Annotated[int, Between(0, 999)] = 0
    solo: bool = False


def read_hero(data: Mapping[str, Any], content: Content) -> Hero:
    """A hero from one entry of a score file; names of classes, races, alignments, backstories and weapons are looked up
    in the content. Raises Unreadable naming the field."""
    entry: ScoreEntry = read(ScoreEntry, data)
    side = None if entry.class_ is None else content.classes[key_of(content.classes, entry.class_, "class")]
    race = None if entry.race is None else content.races[key_of(content.races, entry.race, "race")]
    given = entry.goals or {}
    return Hero(
        class_color=entry.color or (side.color if side else None),
        goals={str(row): goal for row, goal in (given or (side.goals if side else {})).items()},
        modifiers={str(row): n for row, n in (entry.modifiers or (race.modifiers if race else {})).items()},
        sheet=tuple(entry.sheet[row].dice if row in entry.sheet else EMPTY_ROW for row in ATTRIBUTES),  # type: ignore[index]  # rows are the literal
        grid=_grid(entry, content),
        cell=entry.alignment.cell,
        targets=_targets(entry, content),
        armor=_armor_counts(entry, content),
        armor_sets=_sets(entry, content),
        armor_stars={str(key): stars for key, stars in entry.armor_stars.items()},
        weapons=tuple(_known_weapon(weapon, content) for weapon in entry.weapons),
        traits=tuple(_known_trait(trait, content) for trait in entry.traits),
        gold=entry.gold,
        solo=entry.solo,
        perks=side.perks if side else (),
        skills=entry.skills,
    )


def key_of(table: Mapping[str, Any], wanted: str, where: str) -> str:
    """The key of a record by its key or by its name in any language. Raises Unreadable with the known keys."""
    folded = wanted.strip().casefold()
    for key, record in table.items():
        names = {key.casefold(), *(text.casefold() for _, text in record.name.by)}
        if folded in names:
            return key
    raise Unreadable("read.choice", field=where, choices=", ".join(sorted(table)), got=wanted[:40])


def _grid(entry: ScoreEntry, content: Content) -> tuple[int, ...] | None:
    if entry.alignment.card is not None:
        return content.alignments[key_of(content.alignments, entry.alignment.card, "alignment.card")].grid
    return entry.alignment.grid


def _targets(entry: ScoreEntry, content: Content) -> tuple[Target, ...] | None:
    if entry.backstory is None:
        return None
    if isinstance(entry.backstory, str):
        return content.backstories[key_of(content.backstories, entry.backstory, "backstory")].places
    missing = [row for row in ATTRIBUTES if row not in entry.backstory]
    if missing:
        raise Unreadable("read.missing", field=f"backstory.{missing[0]}")
    return Backstory(Text((("", ""),)), entry.backstory).places


def _armor_counts(entry: ScoreEntry, content: Content) -> dict[str, int]:
    counts = {key: entry.armor.get(key, 0) for key in ARMOR_SETS}  # type: ignore[call-overload]  # keys are the literal
    for key, count in counts.items():
        if count > content.armor[key].size:
            raise Unreadable("read.range", field=f"armor.{key}", low=0, high=content.armor[key].size, got=count)
    return counts


def _sets(entry: ScoreEntry, content: Content) -> dict[str, ArmorSet]:
    found = dict(content.armor)
    for key, given in entry.armor_sets.items():
        size = content.armor[key].size
        if len(given.stars) != size:
            raise Unreadable("read.count", field=f"armor_sets.{key}.stars", expected=size, got=len(given.stars))
        found[key] = replace(found[key], stars=given.stars, colors=given.colors)
    return found


def _known_trait(trait: Trait, content: Content) -> Trait:
    """A trait that is only named, by the key of its card. Raises Unreadable for one that nobody knows, or whose stars
    and criterion nobody knows: then its stars are to be typed in."""
    if trait.card is None:
        return trait
    known = {key: card for key, card in content.market.items() if card.stars is not None and card.criterion is not None}
    key = key_of(known, trait.card, "traits")
    return replace(trait, name=known[key].name, card=key)


def _known_weapon(weapon: Weapon, content: Content) -> Weapon:
    """A weapon that is only named takes what is known about it from the content; filters are checked."""
    allowed = {*ATTRIBUTES, *DICE}
    stray = sorted(set(weapon.per_die) - allowed)
    if stray:
        raise Unreadable("read.unknown", field=f"weapons.per_die.{stray[0]}", known=", ".join(sorted(allowed)))
    if weapon.per_die or weapon.per_row or weapon.extra_armor:
        return weapon
    try:
        card = content.market[key_of(content.market, weapon.name.say("en"), "weapons.name")]
    except Refusal:
        return weapon
    return replace(
        weapon,
        per_die=card.per_die,
        per_row=card.per_row,
        extra_armor=card.extra_armor,
        hands=card.hands or weapon.hands,
    )
