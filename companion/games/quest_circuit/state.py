"""The state of a table of Quest Circuit: frozen records with the names of the specification's section 4.1.

Nothing here is secret: what nobody knows is not in it. The order of a stack is not, and neither is what lies face down;
both are one bag, and a card is drawn when it is turned up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.flow import Ask
from companion.games.quest_circuit.content import (
    GOAL_CELL,
    NO_BONUSES,
    Bonuses,
    Content,
    Gain,
    Item,
    Monster,
    QuestCard,
    Usable,
)
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.scaling import base_of, card_of, companion_health, goal_figures, item_of, ref_of
from companion.games.quest_circuit.vitals import max_health, max_mana
from companion.moves import IllegalMove

Phase = Literal["heroes", "board", "turn", "trade", "refit", "finished"]
Step = Literal["roll", "move", "auto", "active", "unlock", "rival"]
POWER = "power"
"""The source of a use that is the hero's own power; any other is an equipped card."""


class Cell(Struct, frozen=True):
    """One cell of the ring. `card`: what is known to lie here; `covered`: a card lies face down (nobody knows which,
    unless it is the Goal). `wounds` are those of its monster, `done` the effects that are played successfully."""

    card: str | None = None
    covered: bool = False
    wounds: int = 0
    done: tuple[int, ...] = ()

    @property
    def filled(self) -> bool:
        return self.covered or self.card is not None

    @property
    def face_up(self) -> bool:
        return self.card is not None and not self.covered


EMPTY = Cell()
NOTHING = Bag()
FACE_DOWN = Cell(covered=True)


class Companion(Struct, frozen=True):
    """A companion card that a player owns, with what it has lost."""

    card: str
    wounds: int = 0
    mana_spent: int = 0


class Boost(Struct, frozen=True):
    """A value that is higher for a fight or a turn."""

    stat: str
    n: int
    lasts: str


class Player(Struct, frozen=True):
    """One player. `used`: powers and cards that were used in this `fight`, `turn` or `quest`; `turns`: own turns in
    this quest; `ready`: done with trading or re-equipping."""

    seat: int
    name: str
    hero: str | None = None
    level: int = 1
    xp: int = 0
    wounds: int = 0
    mana_spent: int = 0
    position: int = START
    equipment: tuple[str, ...] = ()
    inventory: tuple[str, ...] = ()
    companions: tuple[Companion, ...] = ()
    boosts: tuple[Boost, ...] = ()
    used: tuple[tuple[str, str], ...] = ()
    turns: int = 0
    ready: bool = False

    @property
    def owned(self) -> tuple[str, ...]:
        return (*self.equipment, *self.inventory)


class Turn(Struct, frozen=True):
    """The turn that is played. `plus`: what abilities add to the die; `tried`: the effects that were tried, by number,
    and heroes that were attacked, as `hero.2`. `waits`: step 6 waits for its player."""

    step: Step = "roll"
    die: int | None = None
    plus: int = 0
    destination: int | None = None
    tried: tuple[str, ...] = ()
    waits: bool = False


class Fight(Struct, frozen=True):
    """A fight of a hero (`seat`, side 0) against a monster (effect number `effect` of the cell), another hero
    (`target`) or the Pretender (side 1). `dice` lie on the table between a roll and its damage; pairs are by side."""

    seat: int
    foe: Literal["monster", "hero", "rival"]
    cell: int
    effect: int = 0
    target: int | None = None
    by_rival: bool = False
    stage: Literal["start", "ranged", "melee"] = "start"
    dice: tuple[int, int] | None = None
    plus: tuple[int, int] = (0, 0)
    guard: tuple[int, int] = (0, 0)
    harm: tuple[int, int] = (0, 0)
    passed: tuple[int, ...] = ()
    """Seats that let these dice stand."""


class Trial(Struct, frozen=True):
    """A try at a lock or a trap whose dice lie on the table: the die of the difficulty, and one's own."""

    effect: int
    against: int
    die: int
    plus: int = 0
    passed: tuple[int, ...] = ()


class Blow(Struct, frozen=True):
    """Health that a hero is about to lose; `why` names what it is lost to."""

    seat: int
    n: int
    why: Literal["fight", "trap", "card"]


class Auction(Struct, frozen=True):
    """Bids for a card of the Junk Dealer: who still bids (clockwise), the highest bid, and whose it is."""

    card: str
    seats: tuple[int, ...]
    bid: int
    holder: int


class Rival(Struct, frozen=True):
    """The Pretender (QC-SOLO-03): `gained` levels in this quest, so its Road level is one more."""

    level_key: str
    position: int = START
    level: int = 1
    xp: int = 0
    wounds: int = 0
    gear: int = 0
    most_gear: int = 0
    turn: int = 0
    gained: int = 0


class State(Struct, frozen=True):
    """The whole table.

    `unseen`: quest cards that nobody has seen, in the stack, face down on cells or (`unseen_discards` of them)
    discarded by the Pretender. `items`: the Item stack. `blow`, `queue` and `completed` are what is still to happen in
    a move: what a hero is about to lose, what heroes are about to get, in order, and who has completed the quest.
    """

    mode: str
    settings: Mapping[str, Plain]
    content: Content
    players: tuple[Player, ...]
    quests: tuple[str, ...] = ()
    quests_planned: int = 1
    quest_index: int = 1
    phase: Phase = "heroes"
    first_player: int | None = None
    active_player: int | None = None
    start_rolls: tuple[tuple[int, int | None], ...] = ()
    cells: tuple[Cell, ...] = ()
    unseen: Bag = NOTHING
    unseen_discards: int = 0
    items: Bag = NOTHING
    uniques: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    hero_of_quest: tuple[int, ...] = ()
    """By finished quest the seat of its hero; 0 is the Pretender."""
    goal: tuple[int, int] | None = None
    """Health and Attack that the Goal was given for this quest (QC-SOLO-23)."""
    steps_harder: int = 0
    turn: Turn = Turn()
    fight: Fight | None = None
    trial: Trial | None = None
    blow: Blow | None = None
    queue: tuple[tuple[int, Gain], ...] = ()
    completed: int | None = None
    auction: Auction | None = None
    rival: Rival | None = None
    pending: tuple[Ask, ...] = ()

    def replace(self, **changes: Any) -> State:
        """The state with some fields replaced."""
        return replace(self, **changes)

    @property
    def n(self) -> int:
        return len(self.players)

    @property
    def solo(self) -> bool:
        return self.mode == "solo"

    @property
    def quest(self) -> str:
        return self.quests[self.quest_index - 1]

    @property
    def last_cell(self) -> int:
        return len(self.cells) - 1

    @property
    def stack(self) -> int:
        """How many cards the Quest stack holds."""
        return len(self.unseen) - self.unseen_discards - sum(cell.covered and cell.card is None for cell in self.cells)

    @property
    def empty_cells(self) -> frozenset[int]:
        return frozenset(at for at, cell in enumerate(self.cells) if at != START and not cell.filled)

    def is_set(self, key: str, value: str) -> bool:
        return self.settings.get(key) == value

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    @property
    def active(self) -> Player:
        """Whose turn it is. Raises IllegalMove between turns."""
        if self.active_player is None:
            raise IllegalMove("turn.nobody")
        return self.players[self.active_player - 1]

    def with_player(self, player: Player) -> State:
        at = player.seat - 1
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def change(self, seat: int, **changes: Any) -> State:
        """The state with some fields of one player replaced."""
        return self.with_player(replace(self.player(seat), **changes))

    def with_cell(self, at: int, **changes: Any) -> State:
        cells = self.cells
        return replace(self, cells=(*cells[:at], replace(cells[at], **changes), *cells[at + 1 :]))

    def put(self, at: int, cell: Cell) -> State:
        return replace(self, cells=(*self.cells[:at], cell, *self.cells[at + 1 :]))

    def now(self, **changes: Any) -> State:
        """The state with some fields of the turn replaced."""
        return replace(self, turn=replace(self.turn, **changes))

    # cards, as hard as this quest makes them

    def card(self, key: str) -> QuestCard:
        """A quest card of the present quest."""
        return card_of(self.content, key, self.steps_harder, self.goal)

    def item(self, ref: str) -> Item:
        return item_of(self.content, ref)

    def monster(self, at: int, effect: int) -> Monster:
        """The monster on a cell. Raises IllegalMove if there is none."""
        cell = self.cells[at]
        found = self.card(cell.card).effects[effect] if cell.card is not None else None
        if not isinstance(found, Monster):
            raise IllegalMove("fight.no_monster")
        return found

    # what a hero has

    def bonuses(self, seat: int) -> Bonuses:
        """Innate and equipped bonuses, and what is higher for now. A companion without Health gives nothing."""
        player = self.player(seat)
        if player.hero is None:
            return NO_BONUSES
        down = {c.card for c in player.companions if c.wounds >= companion_health(self.content, c.card)}
        worn = tuple(card for card in player.equipment if card not in down)
        found = _totals(self.content, player.hero, worn)
        for boost in player.boosts:
            found = replace(found, **{boost.stat: getattr(found, boost.stat) + boost.n})
        return found

    def max_health(self, seat: int) -> int:
        return max_health(self.player(seat).level, self.bonuses(seat))

    def max_mana(self, seat: int) -> int:
        return max_mana(self.player(seat).level, self.bonuses(seat))

    def health(self, seat: int) -> int:
        return self.max_health(seat) - self.player(seat).wounds

    def mana(self, seat: int) -> int:
        return self.max_mana(seat) - self.player(seat).mana_spent

    def may_equip(self, seat: int) -> bool:
        """QC-GEAR-01 to 03: never in one's own turn before step 6, never while one is attacked."""
        if self.phase == "refit":
            return not self.player(seat).ready
        if self.phase != "turn":
            return False
        if self.fight is not None and seat in (self.fight.seat, self.fight.target):
            return False
        return seat != self.active_player or self.turn.step in ("unlock", "rival")

    def usables(self, seat: int) -> Iterator[tuple[str, Usable]]:
        """What a hero can use: its power, and equipped cards."""
        player = self.player(seat)
        hero = self.content.heroes.get(player.hero or "")
        if hero is not None and hero.power is not None:
            yield POWER, hero.power
        for ref in player.equipment:
            usable = self.item(ref).usable
            if usable is not None:
                yield ref, usable

    def owner(self, ref: str) -> int | None:
        return next((player.seat for player in self.players if ref in player.owned), None)


@lru_cache(maxsize=4096)
def _totals(content: Content, hero: str, worn: tuple[str, ...]) -> Bonuses:
    found = content.heroes[hero].bonuses
    for ref in worn:
        found = found + item_of(content, ref).bonuses
    return found


def side_of(state: State, at: int) -> bool:
    """Whether a cell may hold a fight between heroes: never Start, and only while it has a card (QC-PLAY-06)."""
    return at != START and state.cells[at].filled


__all__ = [
    "EMPTY", "FACE_DOWN", "GOAL_CELL", "POWER", "Auction", "Blow", "Boost", "Cell", "Companion", "Fight", "Player",
    "Rival", "State", "Trial", "Turn", "base_of", "companion_health", "goal_figures", "item_of", "ref_of", "side_of",
]  # fmt: skip
