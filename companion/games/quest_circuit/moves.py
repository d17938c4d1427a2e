"""The moves of Quest Circuit. Fields are plain values; a card is its key, a cell its number."""

from __future__ import annotations

from typing import Annotated

from companion.moves import Move
from companion.reading import Between, Length

Key = Annotated[str, Length(60)]
CellNumber = Annotated[int, Between(0, 40)]
EffectNumber = Annotated[int, Between(0, 9)]
Seat = Annotated[int, Between(1, 6)]
Points = Annotated[int, Between(0, 9999)]
Cards = Annotated[tuple[Key, ...], Length(5)]


class PlanQuests(Move, frozen=True):
    """Agree which quests are played, in this order (QC-SETUP-03)."""

    type = "plan_quests"
    quests: Annotated[tuple[Key, ...], Length(9, 1)]


class ChooseHero(Move, frozen=True):
    """Pick a hero (QC-SETUP-01)."""

    type = "choose_hero"
    hero: Key


class RollStart(Move, frozen=True):
    """Roll for the first player (QC-SETUP-10)."""

    type = "roll_start"


class LayBoard(Move, frozen=True):
    """The board of the quest is laid out (QC-SETUP-04 to 09)."""

    type = "lay_board"


class Roll(Move, frozen=True):
    """Roll for movement (QC-MOVE-01)."""

    type = "roll"


class Go(Move, frozen=True):
    """Move the token (QC-MOVE-02)."""

    type = "go"
    cell: CellNumber

    @property
    def at(self) -> tuple[str, ...]:
        return (f"ring.{self.cell}",)


class Play(Move, frozen=True):
    """Play an effect of the cell (QC-PLAY-02, 03); `cards` are those that pay for it."""

    type = "play"
    effect: EffectNumber
    cards: Cards | None = None


class Attack(Move, frozen=True):
    """Attack another hero on the cell (QC-FIGHT-15)."""

    type = "attack"
    seat: Seat


class AttackRival(Move, frozen=True):
    """Attack the Pretender on the cell (QC-SOLO-15)."""

    type = "attack_rival"


class Strike(Move, frozen=True):
    """Roll the dice of an exchange, ranged or melee (QC-FIGHT-05, 09)."""

    type = "strike"


class Use(Move, frozen=True):
    """Use the power of the hero (`power`) or an equipped card (QC-FIGHT-12); `cards` are those that pay for it."""

    type = "use"
    source: Key
    cards: Cards | None = None


class Pass(Move, frozen=True):
    """Let the dice stand as they lie."""

    type = "pass"


class Divert(Move, frozen=True):
    """Let a companion take the damage, or nobody (QC-FIGHT-17)."""

    type = "divert"
    companion: Key | None = None


class TakeCard(Move, frozen=True):
    """Take a card of the hero that was beaten, or none (QC-FIGHT-15)."""

    type = "take_card"
    card: Key | None = None


class Done(Move, frozen=True):
    """What a card says has been done at the table."""

    type = "done"


class Finish(Move, frozen=True):
    """Play no more effects; equipment unlocks (QC-TURN-01)."""

    type = "finish"


class EndTurn(Move, frozen=True):
    """End the turn."""

    type = "end_turn"


class Equip(Move, frozen=True):
    """Put on a card of the inventory; what is in its slot goes to the inventory (QC-GEAR-02)."""

    type = "equip"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class TakeOff(Move, frozen=True):
    """Put an equipped card into the inventory (QC-GEAR-02)."""

    type = "take_off"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class Sell(Move, frozen=True):
    """Sell a card to the Junk Dealer (QC-TRADE-01)."""

    type = "sell"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class Buy(Move, frozen=True):
    """Buy a card of the Junk Dealer (QC-TRADE-02)."""

    type = "buy"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"dealer.{self.card}",)


class Contest(Move, frozen=True):
    """Want the same card, or let it go (QC-TRADE-05)."""

    type = "contest"
    want: bool


class Bid(Move, frozen=True):
    """Bid more for a card (QC-TRADE-05); without a number: bid no more."""

    type = "bid"
    xp: Points | None = None


class Ready(Move, frozen=True):
    """Done with trading, or with re-equipping (QC-END-04)."""

    type = "ready"


class RivalTurn(Move, frozen=True):
    """The Pretender's turn (QC-SOLO-10)."""

    type = "rival_turn"


MOVES: tuple[type[Move], ...] = (
    PlanQuests, ChooseHero, RollStart, LayBoard, Roll, Go, Play, Attack, AttackRival, Strike, Use, Pass, Divert,
    TakeCard, Done, Finish, EndTurn, Equip, TakeOff, Sell, Buy, Contest, Bid, Ready, RivalTurn,
)  # fmt: skip
