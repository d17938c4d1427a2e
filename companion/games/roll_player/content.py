"""What Roll Player is made of: races, classes, backstories, alignments, market cards and armour sets, as records."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from companion.bag import Bag
from companion.canonical import Plain
from companion.palette import by_letter
from companion.reading import Between, Length, read
from companion.refusals import Unreadable
from companion.words import Text, Word

ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
"""The rows of a sheet, from the top (section 0 of the specification)."""

CLASS_COLORS = ("green", "blue", "red", "purple", "black", "white")
GOLD = "gold"
DICE: Mapping[str, int] = {**dict.fromkeys(CLASS_COLORS, 10), GOLD: 13}
"""The 73 dice of the bag by colour."""

ARMOR_SETS = ("chain", "leather", "mystic")
ANY_CARD = "card"
"""What stands for a market card that nobody has named (cards: none)."""

UNNAMED = Word("card.any")

Attribute = Literal["STR", "DEX", "CON", "INT", "WIS", "CHA"]
Color = Literal["green", "blue", "red", "purple", "black", "white", "gold"]
ClassColor = Literal["green", "blue", "red", "purple", "black", "white"]
Direction = Literal["up", "down", "left", "right"]
ArmorSetKey = Literal["chain", "leather", "mystic"]
Phase = Literal["roll", "dice", "opponent", "attune", "market", "sweep", "cleanup"]
CardType = Literal["weapon", "armor", "skill", "trait"]
Modifier = Annotated[int, Between(-9, 9)]


class Goal(Struct, frozen=True):
    """An attribute goal and its stars: exactly `low`, from `low` to `high`, or at least `low` (`high` is None).

    Written `18(4)`, `16-17(2)`, `14+(1)`.
    """

    kind: Literal["exact", "range", "min"]
    low: int
    high: int | None
    stars: int

    @classmethod
    def __read__(cls, data: Any, where: str) -> Goal:
        found = re.fullmatch(r"(\d{1,2})(?:[-–](\d{1,2})|(\+))?\((-?\d{1,2})\)", str(data).replace(" ", ""))
        if not isinstance(data, str) or found is None:
            raise Unreadable("read.pattern", field=where, form=Word("form.goal"), got=str(data)[:40])
        low, high, plus, stars = found.groups()
        if high is not None and int(high) < int(low):
            raise Unreadable("read.pattern", field=where, form=Word("form.goal"), got=data[:40])
        if plus:
            return cls("min", int(low), None, int(stars))
        if high is None:
            return cls("exact", int(low), int(low), int(stars))
        return cls("range", int(low), int(high), int(stars))

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        return {"type": "string", "pattern": r"^\d{1,2}([-–]\d{1,2}|\+)?\(-?\d{1,2}\)$"}

    def met(self, score: int) -> bool:
        """RP-SCORE-03."""
        return score >= self.low and (self.high is None or score <= self.high)

    def distance(self, score: int) -> int:
        """How far a score is from the goal: negative below it, positive above, 0 where it is met."""
        if score < self.low:
            return score - self.low
        return 0 if self.met(score) else score - int(self.high or 0)

    @property
    def word(self) -> Word:
        return _goal_word(self.kind, self.low, self.high)


@cache
def _goal_word(kind: str, low: int, high: int | None) -> Word:
    return Word(f"goal.{kind}", {"low": low, "high": high or 0})


class Target(Struct, frozen=True):
    """Where a backstory wants a colour: row, slot 1…3 and colour. Written `b3` (blue in slot 3)."""

    row: str
    slot: int
    color: str


class SlotColor(Struct, frozen=True):
    """`b3`: a class colour's letter and a slot."""

    color: str
    slot: int

    @classmethod
    def __read__(cls, data: Any, where: str) -> SlotColor:
        color = by_letter(data[0]) if isinstance(data, str) and re.fullmatch(r"[a-z][123]", data) else None
        if color not in CLASS_COLORS:
            raise Unreadable("read.pattern", field=where, form=Word("form.target"), got=str(data)[:40])
        return cls(str(color), int(data[1]))

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        return {"type": "string", "pattern": "^[gbrpkw][123]$"}


class Race(Struct, frozen=True):
    """A character sheet: its modifiers (rows that are not named have none)."""

    name: Text
    modifiers: Mapping[Attribute, Modifier]
    text: Text | None = None


Ability = Literal["attuned", "charming", "shrewd"]


class Effect(Struct, frozen=True):
    """What a skill does when it is used, or a perk once a round; `kind` names a procedure in effects.py."""

    kind: Literal[
        "pool_face", "negotiate", "borrow_skill", "buy_discard", "buy_top", "search", "move_die",
        "own_face", "swap", "gold", "tokens", "prompt",
    ]  # fmt: skip
    change: Literal["set", "flip", "step", "reroll"] | None = None
    amount: int = 0


class Perk(Struct, frozen=True):
    """A lasting ability of a class side or of a weapon (RP-WEAP-04); `kind` says how the rules carry it out:

    `income`: `amount` gold when a die is placed (of that `color`, in that `row`, in that `slot`, if they are named), a
    coin is taken, or a market card is discarded for gold. `discount`: `amount` gold less for a card (`of` that type).
    `action`: the action of `row` in place of that of the row just placed in. `once`: an `effect`, once a round, for
    `pay` gold. At scoring, `class_dice`: up to `amount` dice of `color` count as dice of the class colour; `near_goal`:
    one goal that is missed by at most `amount` counts as met.
    """

    kind: Literal["income", "discount", "action", "once", "class_dice", "near_goal"]
    amount: Annotated[int, Between(1, 18)] = 1
    on: Literal["place", "coin", "discard"] = "place"
    color: Color | None = None
    row: Attribute | None = None
    slot: Literal[1, 2, 3] | None = None
    of: CardType | None = None
    effect: Effect | None = None
    pay: Annotated[int, Between(0, 9)] = 0


class ClassSide(Struct, frozen=True):
    """One side of a class card. `ability` is one of the three that the published notes describe, `perks` are others
    that the rules carry out; what neither says is done by hand."""

    name: Text
    color: ClassColor
    goals: Mapping[Attribute, Goal]
    ability_name: Text | None = None
    ability: Ability | None = None
    text: Text | None = None
    gold_die_income: Annotated[int, Between(0, 9)] = 2
    perks: tuple[Perk, ...] = ()


class Backstory(Struct, frozen=True, dict=True):
    """One target for each row."""

    name: Text
    targets: Mapping[Attribute, SlotColor]
    text: Text | None = None

    @cached_property
    def places(self) -> tuple[Target, ...]:
        return tuple(Target(row, self.targets[row].slot, self.targets[row].color) for row in ATTRIBUTES)  # type: ignore[index]  # rows are the literal


class Alignment(Struct, frozen=True):
    """Nine values, row by row: good, neutral, evil; each lawful, neutral, chaotic. None: not known."""

    name: Text
    grid: tuple[int, int, int, int, int, int, int, int, int]
    text: Text | None = None


class Criterion(Struct, frozen=True):
    """When a trait scores; `kind` names a test in criteria.py, the rest are its arguments."""

    kind: Literal[
        "row_sum", "faces", "color", "coins", "alignment", "skills", "weapons", "armor", "goals_met", "matches",
    ]  # fmt: skip
    least: int | None = None
    most: int | None = None
    row: Attribute | None = None
    face: Annotated[int, Between(1, 6)] | None = None
    color: Color | None = None
    cells: tuple[int, ...] = ()
    score: bool = False
    """The criterion speaks of an attribute score: the race's modifier counts (weapons never do, RP-TRAIT-02)."""


class MarketCard(Struct, frozen=True):
    """A market card. None is not known; the phone asks when it matters."""

    name: Text
    type: CardType
    dots: Literal[1, 2]
    cost: Annotated[int, Between(0, 30)] | None = None
    set: ArmorSetKey | None = None
    arrow: Direction | None = None
    hands: Literal[1, 2] | None = None
    stars: Annotated[int, Between(-9, 20)] | None = None
    criterion: Criterion | None = None
    effect: Effect | None = None
    when: tuple[Phase, ...] = ()
    """The phases in which a skill may be used; none named: at any time (RP-SKILL-05)."""
    per_die: Mapping[str, int] = field(default_factory=dict)
    per_row: Mapping[Attribute, int] = field(default_factory=dict)
    discount: int = 0
    extra_armor: int = 0
    perks: tuple[Perk, ...] = ()
    solo: bool = True
    """False: taken out of solo games (RP-SOLO-02)."""
    text: Text | None = None


class ArmorSet(Struct, frozen=True):
    """A set of armour: how many cards there are, stars by number of cards held, and whose class it favours."""

    name: Text
    size: int
    stars: tuple[int, ...] | None = None
    colors: tuple[ClassColor, ...] | None = None


@dataclasses.dataclass(frozen=True)
class Content:
    """Everything a table plays with. Two contents are the same if their packs are (by hash)."""

    hash: str
    races: Mapping[str, Race] = dataclasses.field(compare=False)
    classes: Mapping[str, ClassSide] = dataclasses.field(compare=False)
    backstories: Mapping[str, Backstory] = dataclasses.field(compare=False)
    alignments: Mapping[str, Alignment] = dataclasses.field(compare=False)
    market: Mapping[str, MarketCard] = dataclasses.field(compare=False)
    armor: Mapping[str, ArmorSet] = dataclasses.field(compare=False)

    def __plain__(self) -> str:
        return self.hash

    def sides(self, color: str) -> tuple[str, ...]:
        """The class sides of a colour."""
        return tuple(key for key, side in self.classes.items() if side.color == color)

    def pile(self, dots: int, *, solo: bool) -> Bag:
        """The market cards with that many dots (without those that solo games leave out)."""
        return Bag.of([k for k, card in self.market.items() if card.dots == dots and (card.solo or not solo)])

    def card(self, key: str) -> MarketCard | None:
        """A market card by its key; None for one that nobody has named."""
        return self.market.get(key)

    def name(self, kind: str, key: str | None) -> Any:
        """The name of a record as words."""
        if key is None or key == ANY_CARD:
            return UNNAMED
        table = getattr(self, kind)
        return table[key].name if key in table else key


KINDS: Mapping[str, Any] = {
    "races": Race,
    "classes": ClassSide,
    "backstories": Backstory,
    "alignments": Alignment,
    "market": MarketCard,
    "armor": ArmorSet,
}


def read_content(records: Mapping[str, Mapping[str, Plain]], hash_: str, depth: str) -> Content:
    """Content out of merged records, validated whole.

    With `cards: types` only a card's name, type, set and dots (and which of the named rules it follows) are known.
    Raises Unreadable naming kind, record and field, also where there is too little of a kind to play with.
    """
    for kind in records:
        if kind not in KINDS:
            raise Unreadable("read.unknown", field=kind, known=", ".join(KINDS))
    tables = {
        kind: {key: read(cls, record, f"{kind}.{key}") for key, record in records.get(kind, {}).items()}
        for kind, cls in KINDS.items()
    }
    require_enough(tables)
    if depth == "types":
        tables["market"] = {key: _typed_in(card) for key, card in tables["market"].items()}
        tables["armor"] = {key: ArmorSet(s.name, s.size) for key, s in tables["armor"].items()}
    return Content(hash_, **tables)


MOST_PLAYERS = 4
LEAST_PILE = 7
"""The market cards of each number of dots that games for two discard before they begin (RP-SETUP-10)."""

LEAST_MARKET = 20
"""With less, a game for two or solo could not deal its first market and trash after the discards."""


def require_enough(tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Whether every kind has enough records for four players, all three armour sets, and a market that lasts.

    Raises Unreadable naming the kind, how many there are, and how many there must be.
    """
    counts = {kind: len(tables[kind]) for kind in ("races", "backstories", "alignments")}
    counts["classes"] = len({side.color for side in tables["classes"].values()})
    for kind, count in counts.items():
        _enough(kind, count, MOST_PLAYERS)
    for dots in (1, 2):
        _enough(f"market.dots {dots}", sum(card.dots == dots for card in tables["market"].values()), LEAST_PILE)
    _enough("market", len(tables["market"]), LEAST_MARKET)
    for key in ARMOR_SETS:
        if key not in tables["armor"]:
            raise Unreadable("read.missing", field=f"armor.{key}")
        found = tables["armor"][key]
        if found.stars is not None and len(found.stars) != found.size:
            raise Unreadable("read.count", field=f"armor.{key}.stars", expected=found.size, got=len(found.stars))
    for kind in ("classes", "market"):
        for name, record in tables[kind].items():
            _complete(f"{kind}.{name}.perks", record.perks)


def _enough(field: str, count: int, least: int) -> None:
    if count < least:
        raise Unreadable("content.too_few", field=field, n=count, least=least)


def _complete(where: str, perks: tuple[Perk, ...]) -> None:
    """A perk says everything that its kind needs."""
    needs = {"action": "row", "once": "effect", "class_dice": "color"}
    for number, perk in enumerate(perks, 1):
        field = needs.get(perk.kind)
        if field is not None and getattr(perk, field) is None:
            raise Unreadable("read.missing", field=f"{where}.{number}.{field}")


def _typed_in(card: MarketCard) -> MarketCard:
    """A card of which the numbers are typed in when a rule needs them."""
    return MarketCard(
        name=card.name,
        type=card.type,
        dots=card.dots,
        set=card.set,
        effect=card.effect,
        per_die=card.per_die,
        discount=card.discount,
        extra_armor=card.extra_armor,
        perks=card.perks,
        solo=card.solo,
    )


Name = Annotated[str, Length(60)]
