"""The moves of Quest Circuit. Fields are plain values; a card is its key, a cell its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.moves import Move
from companion.reading import Between, Length

Key = Annotated[str, Length(60)]
CellNumber = Annotated[int, Between(0, 40)]
EffectNumber = Annotated[int, Between(0, 9)]
Seat = Annotated[int, Between(1, 6)]
Points = Annotated[int, Between(0, 9999)]
Cards = Annotated[tuple[Key, ...], Length(5)]


@dataclass(frozen=True)
class PlanQuests(Move):
    """Agree which quests are played, in this order (QC-SETUP-03)."""

    type = "plan_quests"
    quests: Annotated[tuple[Key, ...], Length(9, 1)]


@dataclass(frozen=True)
class ChooseHero(Move):
    """Pick a hero (QC-SETUP-01)."""

    type = "choose_hero"
    hero: Key


@dataclass(frozen=True)
class RollStart(Move):
    """Roll for the first player (QC-SETUP-10)."""

    type = "roll_start"


@dataclass(frozen=True)
class LayBoard(Move):
    """The board of the quest is laid out (QC-SETUP-04 to 09)."""

    type = "lay_board"


@dataclass(frozen=True)
class Roll(Move):
    """Roll for movement (QC-MOVE-01)."""

    type = "roll"


@dataclass(frozen=True)
class Go(Move):
    """Move the token (QC-MOVE-02)."""

    type = "go"
    cell: CellNumber

    @property
    def at(self) -> tuple[str, ...]:
        return (f"ring.{self.cell}",)


@dataclass(frozen=True)
class Play(Move):
    """Play an effect of the cell (QC-PLAY-02, 03); `cards` are those that pay for it."""

    type = "play"
    effect: EffectNumber
    cards: Cards | None = None


@dataclass(frozen=True)
class Attack(Move):
    """Attack another hero on the cell (QC-FIGHT-15)."""

    type = "attack"
    seat: Seat


@dataclass(frozen=True)
class AttackRival(Move):
    """Attack the Pretender on the cell (QC-SOLO-15)."""

    type = "attack_rival"


@dataclass(frozen=True)
class Strike(Move):
    """Roll the dice of an exchange, ranged or melee (QC-FIGHT-05, 09)."""

    type = "strike"


@dataclass(frozen=True)
class Use(Move):
    """Use the power of the hero (`power`) or an equipped card (QC-FIGHT-12); `cards` are those that pay for it."""

    type = "use"
    source: Key
    cards: Cards | None = None


@dataclass(frozen=True)
class Pass(Move):
    """Let the dice stand as they lie."""

    type = "pass"


@dataclass(frozen=True)
class Divert(Move):
    """Let a companion take the damage, or nobody (QC-FIGHT-17)."""

    type = "divert"
    companion: Key | None = None


@dataclass(frozen=True)
class TakeCard(Move):
    """Take a card of the hero that was beaten, or none (QC-FIGHT-15)."""

    type = "take_card"
    card: Key | None = None


@dataclass(frozen=True)
class Done(Move):
    """What a card says has been done at the table."""

    type = "done"


@dataclass(frozen=True)
class Finish(Move):
    """Play no more effects; equipment unlocks (QC-TURN-01)."""

    type = "finish"


@dataclass(frozen=True)
class EndTurn(Move):
    """End the turn."""

    type = "end_turn"


@dataclass(frozen=True)
class Equip(Move):
    """Put on a card of the inventory; what is in its slot goes to the inventory (QC-GEAR-02)."""

    type = "equip"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


@dataclass(frozen=True)
class TakeOff(Move):
    """Put an equipped card into the inventory (QC-GEAR-02)."""

    type = "take_off"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


@dataclass(frozen=True)
class Sell(Move):
    """Sell a card to the Junk Dealer (QC-TRADE-01)."""

    type = "sell"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


@dataclass(frozen=True)
class Buy(Move):
    """Buy a card of the Junk Dealer (QC-TRADE-02)."""

    type = "buy"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"dealer.{self.card}",)


@dataclass(frozen=True)
class Contest(Move):
    """Want the same card, or let it go (QC-TRADE-05)."""

    type = "contest"
    want: bool


@dataclass(frozen=True)
class Bid(Move):
    """Bid more for a card (QC-TRADE-05); without a number: bid no more."""

    type = "bid"
    xp: Points | None = None


@dataclass(frozen=True)
class Ready(Move):
    """Done with trading, or with re-equipping (QC-END-04)."""

    type = "ready"


@dataclass(frozen=True)
class RivalTurn(Move):
    """The Pretender's turn (QC-SOLO-10)."""

    type = "rival_turn"


MOVES: tuple[type[Move], ...] = (
    PlanQuests, ChooseHero, RollStart, LayBoard, Roll, Go, Play, Attack, AttackRival, Strike, Use, Pass, Divert,
    TakeCard, Done, Finish, EndTurn, Equip, TakeOff, Sell, Buy, Contest, Bid, Ready, RivalTurn,
)  # fmt: skip
