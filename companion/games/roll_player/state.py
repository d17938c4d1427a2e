"""The state of a table of Roll Player: frozen records with the names of the specification's section 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec import field
from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain, spelled
from companion.deck import Deck
from companion.flow import Ask
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES, GOLD, Content, Goal, Target
from companion.moves import IllegalMove
from companion.palette import by_letter, palette
from companion.records import Record
from companion.words import Word

GOLD_SUPPLY = 60
CHARISMA_SUPPLY = 6
SLOTS = 3
START_CELL = 4


class Die(Record, frozen=True):
    """A die; `face` is None while it is drawn and not rolled."""

    color: str
    face: int | None = None

    @property
    def code(self) -> str:
        """`r6`; `r` while it is not rolled."""
        return _code(self)

    @property
    def word(self) -> Word:
        """The die in words: its colour and its face."""
        return _word(self)

    @property
    def short(self) -> Word:
        """The die in a list of many: the letter of its colour and its face."""
        return _short(self)

    @classmethod
    @cache
    def showing(cls, color: str, face: int | None = None) -> Die:
        """The one die of a colour and a face: nothing is made where it has been seen before."""
        return cls(color, face)

    @classmethod
    @cache
    def of(cls, code: str) -> Die:
        """The die of a code. Raises ValueError for one that is none."""
        color = by_letter(code[:1])
        if color is None or len(code) > 2 or (code[1:] and code[1:] not in "123456"):
            raise ValueError(code)
        return cls.showing(color, int(code[1:]) if code[1:] else None)


@cache
def _code(die: Die) -> str:
    return f"{palette()[die.color].letter}{die.face or ''}"


@cache
def _word(die: Die) -> Word:
    color = Word(f"colour.{die.color}.name")
    if die.face is None:
        return Word("die.drawn", {"color": color})
    return Word("die.rolled", {"color": color, "face": die.face})


@cache
def _short(die: Die) -> Word:
    return Word("die.short", {"letter": Word(f"colour.{die.color}.letter"), "face": die.face or ""})


Row = tuple[Die | None, Die | None, Die | None]
Sheet = tuple[Row, ...]
EMPTY_ROW: Row = (None, None, None)
EMPTY_SHEET: Sheet = (EMPTY_ROW,) * len(ATTRIBUTES)


class Slot(Record, frozen=True):
    """A place on a sheet: row and slot 1…3. Written `STR.2`."""

    row: str
    number: int

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, text: str) -> Slot:
        """Raises IllegalMove for what is no slot."""
        row, _, number = text.partition(".")
        if row not in ATTRIBUTES or number not in ("1", "2", "3"):
            raise IllegalMove("slot.unknown", field="target", got=text[:20])
        return cls(row, int(number))

    def __str__(self) -> str:
        return f"{self.row}.{self.number}"


_SLOTS = {row: tuple(Slot(row, number) for number in range(1, SLOTS + 1)) for row in ATTRIBUTES}
_AT = {row: at for at, row in enumerate(ATTRIBUTES)}
_GAP: list[Die | None] = [None] * SLOTS


def row_index(row: str) -> int:
    return _AT[row]


def die_at(sheet: Sheet, slot: Slot) -> Die | None:
    return sheet[row_index(slot.row)][slot.number - 1]


def with_row(sheet: Sheet, row: str, dice: Iterable[Die | None]) -> Sheet:
    """The sheet with one row replaced; gaps are closed to the left."""
    first, second, third = ([die for die in dice if die is not None] + _GAP)[:SLOTS]
    at = _AT[row]
    return (*sheet[:at], (first, second, third), *sheet[at + 1 :])


def with_die(sheet: Sheet, slot: Slot, die: Die) -> Sheet:
    """The sheet with the die of an occupied slot replaced."""
    row = list(sheet[row_index(slot.row)])
    row[slot.number - 1] = die
    return with_row(sheet, slot.row, row)


def placed(sheet: Sheet, row: str, die: Die) -> tuple[Sheet, int]:
    """The sheet with a die in the leftmost empty slot of a row, and that slot's number. Raises IllegalMove if the row
    is full (RP-DICE-02)."""
    at = _AT[row]
    first, second, third = sheet[at]
    if third is not None:
        raise IllegalMove("place.row_full", rule="RP-DICE-02", row=row)
    slot = 1 if first is None else 2 if second is None else 3
    filled: Row = (first or die, second or die if slot > 1 else None, die if slot == SLOTS else None)
    return (*sheet[:at], filled, *sheet[at + 1 :]), slot


def occupied(sheet: Sheet) -> Iterator[Slot]:
    """The slots that hold a die, from the top left."""
    for row, dice in zip(ATTRIBUTES, sheet, strict=True):
        for slot, die in zip(_SLOTS[row], dice, strict=True):
            if die is not None:
                yield slot


def dice_on(sheet: Sheet) -> list[Die]:
    return [die for row in sheet for die in row if die is not None]


class InitiativeCard(Record, frozen=True):
    """`holder` is the seat that has taken it."""

    number: int
    coin: int = 0
    die: Die | None = None
    holder: int | None = None

    @classmethod
    @lru_cache(maxsize=64)
    def bare(cls, number: int, coin: int, holder: int | None = None) -> InitiativeCard:
        """A card without a die."""
        return cls(number, coin, None, holder)

    @classmethod
    @lru_cache(maxsize=2048)
    def bearing(cls, number: int, coin: int, color: str, face: int | None, holder: int | None) -> InitiativeCard:
        """A card with a die on it."""
        return cls(number, coin, Die.showing(color, face), holder)

    @property
    def freed(self) -> InitiativeCard:
        """The card when its holder has put it back."""
        return InitiativeCard.bare(self.number, self.coin) if self.die is None else replace(self, holder=None)


class MarketPlace(Record, frozen=True):
    """A place of the market: `7.2` is the second place of the seventh deal. `card` names what lies there."""

    place: str
    card: str

    @classmethod
    @lru_cache(maxsize=4096)
    def of(cls, deal: int, at: int, card: str) -> MarketPlace:
        """A place of a deal, counted from 1, with a card."""
        return cls(f"{deal}.{at}", card)


class OwnedCard(Record, frozen=True):
    """A market card that a player has: `ref` tells it apart, `card` is its record (`card` if nobody named it)."""

    ref: str
    card: str


class Skill(OwnedCard, frozen=True):
    exhausted: bool = False


class Armor(OwnedCard, frozen=True):
    set: str = "chain"


class ManualStars(Record, frozen=True):
    """Stars that the table gave by hand: category, stars, reason."""

    category: str
    stars: int
    reason: str


@spelled(also=("armor",), sparse=("used",))
class Player(Record, frozen=True):
    """One player. `dice` are drawn and not placed yet; `told` is what the player typed in about cards nobody knows."""

    seat: int
    name: str
    race: str | None = None
    side: str | None = None
    modifiers: Mapping[str, int] = field(default_factory=dict)
    class_color: str | None = None
    class_side: str | None = None
    goals: Mapping[str, Goal] | None = None
    backstory: tuple[Target, ...] | None = None
    backstory_name: str | None = None
    alignment: str | None = None
    alignment_grid: tuple[int, ...] | None = None
    alignment_pos: int = START_CELL
    sheet: Sheet = EMPTY_SHEET
    dice: tuple[Die, ...] = ()
    gold: int = 0
    charisma_tokens: int = 0
    held_initiative: int | None = None
    dice_turn_done: bool = False
    attribute_action_used: bool = False
    market_turn_done: bool = False
    placed_row: str | None = None
    """The row whose action may be used now."""
    bought: int = 0
    attuned_used: bool = False
    used: tuple[str, ...] = ()
    """What has given its once-a-round ability in this round: the class, or weapons by their refs."""
    weapons: tuple[OwnedCard, ...] = ()
    armors: tuple[Armor, ...] = ()
    skills: tuple[Skill, ...] = ()
    traits: tuple[OwnedCard, ...] = ()
    cards: tuple[OwnedCard, ...] = ()
    """Cards that nobody has named (cards: none)."""
    refresh_used: bool = False
    told: Mapping[str, int] = field(default_factory=dict)
    manual_adjustments: tuple[ManualStars, ...] = ()
    ready: bool = False

    @property
    def armor(self) -> dict[str, int]:
        """Armour cards by set."""
        held = dict.fromkeys(ARMOR_SETS, 0)
        for card in self.armors:
            held[card.set] += 1
        return held

    @property
    def owned(self) -> tuple[OwnedCard, ...]:
        return (*self.weapons, *self.armors, *self.skills, *self.traits, *self.cards)

    def skill(self, ref: str) -> Skill:
        """Raises IllegalMove if the player has no such skill."""
        found = next((skill for skill in self.skills if skill.ref == ref), None)
        if found is None:
            raise IllegalMove("skill.not_yours", rule="RP-SKILL-05", field="card", got=ref[:40])
        return found


class OpponentDie(Record, frozen=True):
    """The gold die of solo games: never in the bag (RP-SOLO-03)."""

    out_of_bag: bool = True
    last_roll: int | None = None


@spelled(also=("n", "market_deck", "gold_supply", "charisma_supply"))
class State(Record, frozen=True):
    """The whole table. `stage` is the step inside a phase; `known` is what people typed in about cards."""

    mode: str
    variants: tuple[str, ...]
    cards: str
    class_choice: str
    content: Content
    players: tuple[Player, ...]
    bag: Bag
    deck: Deck
    initiative: tuple[InitiativeCard, ...]
    first: int = 1
    """The start player of round 1."""
    round: int = 0
    phase: str = "setup"
    stage: str = "start"
    start_player: int | None = None
    active_player: int | None = None
    start_rolls: tuple[tuple[int, int | None], ...] = ()
    pool: tuple[Die, ...] = ()
    """Dice that were rolled and wait to be laid out on initiative cards."""
    market: tuple[MarketPlace, ...] = ()
    deals: int = 0
    places: int = 0
    market_discard: tuple[str, ...] = ()
    trash: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    opponent_die: OpponentDie | None = None
    pending: tuple[Ask, ...] = ()
    known: Mapping[str, Plain] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.players)

    @property
    def solo(self) -> bool:
        return self.mode == "solo"

    @property
    def market_deck(self) -> int | None:
        """How many cards the market deck holds."""
        return self.deck.count

    @property
    def gold_supply(self) -> int:
        """Coins left of the 60; may fall below 0, which is only a hint (RP-GOLD-06)."""
        return GOLD_SUPPLY - sum(p.gold for p in self.players) - sum(card.coin for card in self.initiative)

    @property
    def charisma_supply(self) -> int:
        return CHARISMA_SUPPLY - sum(p.charisma_tokens for p in self.players)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    def has(self, variant: str) -> bool:
        return variant in self.variants

    def change(self, seat: int, **changes: Any) -> State:
        """The state with some fields of one player replaced."""
        return replace(self, players=self.players_with(seat, replace(self.players[seat - 1], **changes)))

    def players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players, one of them replaced."""
        players = self.players
        return (*players[: seat - 1], player, *players[seat:]) if len(players) > 1 else (player,)

    def replace(self, **changes: Any) -> State:
        """The state with some fields replaced."""
        return replace(self, **changes)

    def card(self, number: int) -> InitiativeCard:
        """An initiative card. Raises IllegalMove if there is none of that number."""
        if not 1 <= number <= len(self.initiative):
            raise IllegalMove("initiative.unknown", field="card", got=number, most=len(self.initiative))
        return self.initiative[number - 1]

    def with_card(self, card: InitiativeCard) -> State:
        return replace(self, initiative=self.initiative_with(card))

    def initiative_with(self, card: InitiativeCard) -> tuple[InitiativeCard, ...]:
        """The initiative cards, one of them replaced."""
        cards = self.initiative
        return (*cards[: card.number - 1], card, *cards[card.number :])

    def at_place(self, place: str) -> MarketPlace:
        """What lies at a place of the market. Raises IllegalMove if nothing does."""
        found = next((m for m in self.market if m.place == place), None)
        if found is None:
            raise IllegalMove("market.not_there", field="place", got=place[:20])
        return found


def gold_dice(dice: Iterable[Die]) -> int:
    return sum(die.color == GOLD for die in dice)
