"""The moves of Roll Player. Fields are plain values; a die is its code (`r6`), a slot is `STR.2`, a place is `7.2`."""

from __future__ import annotations

from typing import Annotated, Literal

from companion.games.roll_player.content import Attribute, Color, Direction
from companion.moves import Move
from companion.reading import Between, Length

Key = Annotated[str, Length(60)]
DieCode = Annotated[str, Length(2)]
SlotCode = Annotated[str, Length(5)]
PlaceCode = Annotated[str, Length(12)]
Coins = Annotated[int, Between(0, 999)]
Face = Annotated[int, Between(1, 6)]


class RollStart(Move, frozen=True):
    """Roll for the first player (RP-SETUP-01)."""

    type = "roll_start"


class ChooseRace(Move, frozen=True):
    """Pick a free character sheet and a side (RP-SETUP-03)."""

    type = "choose_race"
    race: Key
    side: Literal["female", "male"] | None = None


class DrawClass(Move, frozen=True):
    """Draw dice until one shows a class colour nobody has (RP-SETUP-05)."""

    type = "draw_class"


class ChooseClass(Move, frozen=True):
    """Choose a side of the class card (RP-SETUP-07), or the card itself where cards are chosen (RP-SETUP-06)."""

    type = "choose_class"
    class_: Key


class Deal(Move, frozen=True):
    """Take a backstory and an alignment (RP-SETUP-08)."""

    type = "deal"


class BuildDeck(Move, frozen=True):
    """Build the market deck and deal the first market (RP-SETUP-10, 11)."""

    type = "build_deck"


class DrawDice(Move, frozen=True):
    """Draw and roll the starting dice (RP-SETUP-14)."""

    type = "draw_dice"


class PlaceDie(Move, frozen=True):
    """Put a die into the leftmost empty slot of a row. `die` may be left out where there is only one."""

    type = "place_die"
    row: Attribute
    die: DieCode | None = None

    @property
    def at(self) -> tuple[str, ...]:
        return (f"dice.{self.die}", f"sheet.{self.row}") if self.die else (f"sheet.{self.row}",)


class Roll(Move, frozen=True):
    """Draw and roll the dice of the round (RP-ROLL-01)."""

    type = "roll"


class AssignInitiative(Move, frozen=True):
    """Lay out dice in ascending order, deciding between equal faces (RP-ROLL-03): the codes from the lowest card on."""

    type = "assign_initiative"
    order: tuple[DieCode, ...]


class ChooseInitiative(Move, frozen=True):
    """Take an initiative card with its die and coin (RP-DICE-01)."""

    type = "choose_initiative"
    card: Annotated[int, Between(1, 5)]

    @property
    def at(self) -> tuple[str, ...]:
        return (f"initiative.{self.card}",)


class AttributeAction(Move, frozen=True):
    """Use the action of the row that the die was placed in (RP-DICE-04).

    STR, INT: `target`; DEX: `target` and `other`; CON: `target` and `by`; WIS: `step`; CHA: nothing more.
    """

    type = "attribute_action"
    row: Attribute
    target: SlotCode | None = None
    other: SlotCode | None = None
    by: Literal[1, -1] | None = None
    step: Direction | None = None

    @property
    def at(self) -> tuple[str, ...]:
        if self.step is not None:
            return (f"alignment.{self.step}",)
        return tuple(f"sheet.{slot}" for slot in (self.target, self.other) if slot is not None)


class Keep(Move, frozen=True):
    """After a re-roll: keep the old or the new face (RP-DICE-INT)."""

    type = "keep"
    face: Face


class SkipAction(Move, frozen=True):
    """Do without the attribute action."""

    type = "skip_action"


class OpponentRoll(Move, frozen=True):
    """Roll the opponent die (RP-SOLO-06)."""

    type = "opponent_roll"


class Attune(Move, frozen=True):
    """Attuned: put a card of the discard pile into the market as an additional one (RP-NOTE-01)."""

    type = "attune"
    card: Key


class SkipAttune(Move, frozen=True):
    """Attuned: leave the market as it is this round."""

    type = "skip_attune"


class Buy(Move, frozen=True):
    """Buy a card of the market (RP-MARKET-03): `paid` in gold, `tokens` charisma tokens instead of gold."""

    type = "buy"
    place: PlaceCode
    paid: Coins
    tokens: Annotated[int, Between(0, 6)] = 0

    @property
    def at(self) -> tuple[str, ...]:
        return (f"market.{self.place}",)


class DiscardForGold(Move, frozen=True):
    """Discard a card of the market and take 2 gold (RP-MARKET-02)."""

    type = "discard_for_gold"
    place: PlaceCode | None = None

    @property
    def at(self) -> tuple[str, ...]:
        return (f"market.{self.place}",) if self.place else ()


class EndMarket(Move, frozen=True):
    """End the market turn after a first purchase (RP-NOTE-02)."""

    type = "end_market"


class DiscardWeapon(Move, frozen=True):
    """Discard a weapon for nothing, which frees its hands (RP-WEAP-02)."""

    type = "discard_weapon"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class DiscardCard(Move, frozen=True):
    """Discard any owned card before scoring (RP-END-03)."""

    type = "discard_card"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class UseSkill(Move, frozen=True):
    """Use an upright skill (RP-SKILL-02).

    `decline` uses it for its alignment step only; `arrow` is the step where the card's own is not known. The rest is
    what the ability needs: slots, an initiative card, a face, a colour, a place, a price, another player's skill.
    """

    type = "use_skill"
    card: Key
    decline: bool = False
    arrow: Direction | None = None
    target: SlotCode | None = None
    other: SlotCode | None = None
    row: Attribute | None = None
    by: Literal[1, -1] | None = None
    face: Face | None = None
    initiative: Annotated[int, Between(1, 5)] | None = None
    color: Color | None = None
    bought: Key | None = None
    paid: Coins | None = None
    tokens: Annotated[int, Between(0, 6)] = 0
    seat: Annotated[int, Between(1, 4)] | None = None
    skill: Key | None = None
    slot_gold: bool = False
    action: bool = False

    @property
    def at(self) -> tuple[str, ...]:
        places = [f"owned.{self.card}"]
        if self.initiative is not None:
            places.append(f"initiative.{self.initiative}")
        places += [f"sheet.{slot}" for slot in (self.target, self.other, self.row) if slot is not None]
        return tuple(places)


class UseAbility(Move, frozen=True):
    """Use what a class or a weapon can do once a round: `source` is `class` or the weapon; the rest is what the ability
    needs."""

    type = "use_ability"
    source: Key
    target: SlotCode | None = None
    other: SlotCode | None = None
    row: Attribute | None = None
    by: Literal[1, -1] | None = None
    face: Face | None = None
    initiative: Annotated[int, Between(1, 5)] | None = None

    @property
    def at(self) -> tuple[str, ...]:
        places = ["ability.class" if self.source == "class" else f"owned.{self.source}"]
        if self.initiative is not None:
            places.append(f"initiative.{self.initiative}")
        places += [f"sheet.{slot}" for slot in (self.target, self.other, self.row) if slot is not None]
        return tuple(places)


class RefreshSkill(Move, frozen=True):
    """Turn one exhausted skill upright (RP-CLEAN-02)."""

    type = "refresh_skill"
    card: Key

    @property
    def at(self) -> tuple[str, ...]:
        return (f"owned.{self.card}",)


class SkipRefresh(Move, frozen=True):
    """Refresh nothing this round."""

    type = "skip_refresh"


class Done(Move, frozen=True):
    """Nothing more: the last chance to use skills is over, or a player is ready to be scored."""

    type = "done"


class DealMarket(Move, frozen=True):
    """Deal a new market (RP-CLEAN-04)."""

    type = "deal_market"


class Tell(Move, frozen=True):
    """Answer what a rule needs to know about a card: hands, an arrow, stars."""

    type = "tell"
    value: Annotated[str, Length(20)] | Annotated[int, Between(-99, 99)]


class ByCard(Move, frozen=True):
    """Carry out what a printed card says and the phone does not know (RP-GEN-01): coins, a step, a die, a token.

    `gold` and `tokens` are added; `step` moves the alignment; `target` with `face` turns a die, with `other` swaps two,
    with `row` moves it; `skill` turns a skill over; `bonus` is what a weapon adds to the score of a `row`.
    """

    type = "by_card"
    card: Annotated[str, Length(60)] = ""
    gold: Annotated[int, Between(-60, 60)] | None = None
    tokens: Annotated[int, Between(-6, 6)] | None = None
    step: Direction | None = None
    target: SlotCode | None = None
    face: Face | None = None
    other: SlotCode | None = None
    row: Attribute | None = None
    skill: Key | None = None
    bonus: Annotated[int, Between(-30, 30)] | None = None


MOVES: tuple[type[Move], ...] = (
    RollStart, ChooseRace, DrawClass, ChooseClass, Deal, BuildDeck, DrawDice, PlaceDie, Roll, AssignInitiative,
    ChooseInitiative, AttributeAction, Keep, SkipAction, OpponentRoll, Attune, SkipAttune, Buy, DiscardForGold,
    EndMarket, DiscardWeapon, DiscardCard, UseSkill, RefreshSkill, SkipRefresh, Done, DealMarket, Tell, ByCard,
    UseAbility,
)  # fmt: skip
