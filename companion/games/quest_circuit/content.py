"""What Quest Circuit is made of: heroes, quests, quest cards with their effects, items and uniques, as records.

What a card does is data that the rules carry out; no rule knows a card by name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import asdict

from companion.reading import Between, Length
from companion.words import Text

STATS = ("health", "mana", "attack", "shot", "speed", "security")
"""The values that bonuses change, in the order in which a card lists them (1.4 of the specification)."""

SLOTS = ("melee", "armour", "ranged", "boots", "tool", "charm")
"""The house slots, one card each; a card without a slot takes none (11.3)."""

GOAL_CELL = 20
"""Where the Goal lies (QC-SETUP-04)."""

Stat = Literal["health", "mana", "attack", "shot", "speed", "security"]
Slot = Literal["melee", "armour", "ranged", "boots", "tool", "charm"]
Deck = Literal["item", "unique"]
Token = Literal[
    "green", "blue", "red", "purple", "black", "white", "gold", "orange", "teal", "pink", "grey", "brown",
]  # fmt: skip
Bonus = Annotated[int, Between(-9, 20)]
Count = Annotated[int, Between(1, 20)]
Amount = Annotated[int, Between(0, 99)]
Level = Annotated[int, Between(-9, 20)]


class Bonuses(Struct, frozen=True):
    """What is added to each value; health and mana raise the maximum."""

    health: Bonus = 0
    mana: Bonus = 0
    attack: Bonus = 0
    shot: Bonus = 0
    speed: Bonus = 0
    security: Bonus = 0

    def __add__(self, other: Bonuses) -> Bonuses:
        return Bonuses(*(getattr(self, stat) + getattr(other, stat) for stat in STATS))

    def listed(self) -> tuple[tuple[str, int], ...]:
        """The bonuses that are not 0, in the order of STATS."""
        return tuple((stat, getattr(self, stat)) for stat in STATS if getattr(self, stat))


NO_BONUSES = Bonuses()


# what cards do


class Gain(Struct, frozen=True):
    """Something that happens to a hero at once; `kind` names a procedure of the rules, the rest are its arguments.

    `heal` and `lose`: so much Health. `mana`: so much Mana comes back. `restore`: all Health and Mana, companions
    included. `xp`: so many points. `items`: so many cards from the top of the Item stack. `unique`: the card of that
    key, if it is still in the Unique stack. `move`: so many cells ahead, Start crossed or not; the cell is not played.
    `start`: to Start, which restores. `by_text`: what the text says, done by the table.
    """

    kind: Literal["heal", "lose", "mana", "restore", "xp", "items", "unique", "move", "start", "by_text"]
    n: Count = 1
    unique: str | None = None


class Twist(Struct, frozen=True):
    """Something that an ability does to dice or values; `kind` names a procedure of the rules.

    `roll`: so much is added to the own die that was just rolled. `reroll`: that die is rolled again, the new face
    counts. `guard`: the own side loses so much less in this exchange. `harm`: the foe, if it is hurt in this exchange,
    loses so much more. `boost`: `stat` is so much higher, for a `fight` or until the end of the `turn`.
    """

    kind: Literal["roll", "reroll", "guard", "harm", "boost"]
    n: Count = 1
    stat: Stat | None = None
    lasts: Literal["fight", "turn"] | None = None


class Cost(Struct, frozen=True):
    """What is paid first, all of it or nothing (QC-PLAY-05): Mana, XP (never a level), Health (never the last), and
    cards of one's own that go to the Discard."""

    mana: Amount = 0
    xp: Amount = 0
    health: Amount = 0
    card: Annotated[int, Between(0, 5)] = 0

    def listed(self) -> tuple[tuple[str, int], ...]:
        """What is to be paid: what and how much."""
        return tuple((part, amount) for part, amount in asdict(self).items() if amount)


FREE = Cost()
PRICES = ", ".join(Cost.__struct_fields__)

Timing = Literal["roll", "move", "try", "exchange", "ranged", "melee", "turn"]


class Usable(Struct, frozen=True):
    """A power of a hero, or what an equipped card can be used for.

    `timing`: after any own `roll`; after the own roll to `move`, or for a lock or trap (`try`); in any `exchange` of a
    fight, or only in the `ranged` or a `melee` one, when the dice lie and before anybody loses Health; or in the own
    `turn` while nothing else happens. `per`: at most once in a fight, a turn or a quest; None is as often as it can be
    paid. A `single_use` card goes to the Discard (QC-AMB-20).
    """

    timing: Timing
    does: Annotated[tuple[Gain | Twist, ...], Length(4, 1)]
    cost: Cost = FREE
    per: Literal["fight", "turn", "quest"] | None = None
    single_use: bool = False


# what lies on cells


class Monster(Struct, frozen=True):
    """A fight. `shot` None never shoots, 0 shoots without a bonus; a `neutral` one is only attacked (1.3)."""

    kind: Literal["monster"]
    health: Annotated[int, Between(1, 99)]
    attack: Bonus
    shot: Bonus | None = None
    xp: Amount = 0
    loot: tuple[Gain, ...] = ()
    neutral: bool = False
    completes_quest: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> bool:
        return not self.neutral


class Lock(Struct, frozen=True):
    """A lock, and what is behind it."""

    kind: Literal["lock"]
    level: Level
    reward: tuple[Gain, ...] = ()
    completes_quest: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> bool:
        return False


class Trap(Struct, frozen=True):
    """A trap, and the XP for evading it."""

    kind: Literal["trap"]
    level: Level
    xp: Amount = 0
    completes_quest: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> bool:
        return True


class Terrain(Struct, frozen=True):
    """A place or a thing that does something to whoever comes, unconditionally."""

    kind: Literal["terrain"]
    does: Annotated[tuple[Gain, ...], Length(4, 1)]
    completes_quest: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> bool:
        return True


class Paid(Struct, frozen=True):
    """A property that is used for a price."""

    kind: Literal["paid"]
    cost: Cost
    does: Annotated[tuple[Gain, ...], Length(4, 1)]
    completes_quest: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> bool:
        return False


Effect = Monster | Lock | Trap | Terrain | Paid


class Hero(Struct, frozen=True):
    """A hero card: innate bonuses, a power, and the colour of its token."""

    name: Text
    bonuses: Bonuses
    token: Token
    power_name: Text | None = None
    power: Usable | None = None
    text: Text | None = None


class Quest(Struct, frozen=True):
    """A quest set. `steps`: for how many earlier quests its cards are already made harder (QC-SOLO-23); quests are
    offered in that order."""

    name: Text
    text: Text | None = None
    steps: Annotated[int, Between(0, 9)] = 0


class QuestCard(Struct, frozen=True):
    """What can lie on a cell. `extra`: lies beside the set and is shuffled in only if the table wants it."""

    name: Text
    quest: str
    effects: Annotated[tuple[Effect, ...], Length(6, 1)]
    goal: bool = False
    permanent: bool = False
    extra: bool = False
    text: Text | None = None

    @property
    def automatic(self) -> tuple[int, ...]:
        """The numbers (from 0) of the effects that are played by themselves (QC-PLAY-02)."""
        return tuple(at for at, effect in enumerate(self.effects) if effect.automatic)

    @property
    def activated(self) -> tuple[int, ...]:
        """The numbers of those that a player may try (QC-PLAY-03)."""
        return tuple(at for at, effect in enumerate(self.effects) if not effect.automatic)

    @property
    def monster(self) -> Monster | None:
        """The monster of the card, if it has one."""
        return next((effect for effect in self.effects if isinstance(effect, Monster)), None)


class Companion(Struct, frozen=True):
    """What a companion can bear and spend by itself (QC-FIGHT-17)."""

    health: Annotated[int, Between(1, 99)]
    mana: Amount = 0


class Item(Struct, frozen=True):
    """An Item or a Unique. `value` is what it is sold and bought for, in XP; None: the Junk Dealer does not want it."""

    name: Text
    quest: str
    deck: Deck = "item"
    value: Annotated[int, Between(1, 99)] | None = None
    slot: Slot | None = None
    bonuses: Bonuses = NO_BONUSES
    usable: Usable | None = None
    companion: Companion | None = None
    text: Text | None = None


# everything together


@dataclasses.dataclass(frozen=True)
class Content:
    """Everything a table plays with. Two contents are the same if their packs are (by hash)."""

    hash: str
    heroes: Mapping[str, Hero] = dataclasses.field(compare=False)
    quests: Mapping[str, Quest] = dataclasses.field(compare=False)
    cards: Mapping[str, QuestCard] = dataclasses.field(compare=False)
    items: Mapping[str, Item] = dataclasses.field(compare=False)

    def __plain__(self) -> str:
        return self.hash

    def order(self) -> tuple[str, ...]:
        """The quests, the easier first."""
        return tuple(sorted(self.quests, key=lambda key: (self.quests[key].steps, key)))

    def goal(self, quest: str) -> str:
        """The Goal card of a quest (QC-SETUP-04)."""
        return next(key for key, card in self.cards.items() if card.quest == quest and card.goal)

    def quest_cards(self, quest: str, *, extras: bool = False) -> tuple[str, ...]:
        """The cards of the Quest stack of a quest, the Goal left out."""
        return tuple(
            key
            for key, card in self.cards.items()
            if card.quest == quest and not card.goal and (extras or not card.extra)
        )

    def stack(self, quest: str, deck: Deck) -> tuple[str, ...]:
        """The cards of the Item or the Unique stack of a quest."""
        return tuple(key for key, item in self.items.items() if (item.quest, item.deck) == (quest, deck))
