"""Roll Player as a game: which move is carried out by what, what may be done now, and who is to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter

from companion.automa import Opponent
from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Chance
from companion.checklist import Checklist, load_checklists
from companion.evenings import Fact
from companion.flow import pending_of
from companion.game import Adjustable, Event, Option, SeatInfo
from companion.games.roll_player import abilities, answers, dice, ending, market, moves, rounds, setup, skills, solo
from companion.games.roll_player.adjustables import ADJUSTABLES
from companion.games.roll_player.aid import aid
from companion.games.roll_player.beginning import BEGUN
from companion.games.roll_player.common import Handler, telling
from companion.games.roll_player.comparing import COMPARED
from companion.games.roll_player.content import DICE, Content, read_content
from companion.games.roll_player.invariants import check
from companion.games.roll_player.labels import label
from companion.games.roll_player.learned import learned, overlaid
from companion.games.roll_player.legal import forced, legal_forms, legal_moves
from companion.games.roll_player.opponent import opponents
from companion.games.roll_player.panels import panels
from companion.games.roll_player.prompts import prompt
from companion.games.roll_player.queries import QUERIES
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import State
from companion.moves import Form, IllegalMove, Move
from companion.packs import Records
from companion.panels import Aid, Placed
from companion.queries import Query
from companion.records import Record
from companion.scanning import naming
from companion.scoring import Result
from companion.view import Viewer, Window
from companion.words import Word

VARIANTS = ("less_random", "random_market", "short_game", "friendly_market")

HANDLERS: Mapping[type[Move], Handler] = {
    moves.RollStart: setup.roll_start,
    moves.ChooseRace: setup.choose_race,
    moves.DrawClass: setup.draw_class,
    moves.ChooseClass: setup.choose_class,
    moves.Deal: setup.deal_cards,
    moves.BuildDeck: setup.build_deck,
    moves.DrawDice: setup.draw_dice,
    moves.Roll: dice.roll,
    moves.AssignInitiative: dice.assign_initiative,
    moves.ChooseInitiative: dice.choose_initiative,
    moves.AttributeAction: dice.attribute_action,
    moves.Keep: dice.keep,
    moves.SkipAction: dice.skip_action,
    moves.OpponentRoll: solo.opponent_roll,
    moves.Attune: market.attune,
    moves.SkipAttune: market.skip_attune,
    moves.Buy: market.buy,
    moves.DiscardForGold: market.discard_for_gold,
    moves.EndMarket: market.end_market,
    moves.DiscardWeapon: market.discard_weapon,
    moves.DiscardCard: ending.discard_card,
    moves.UseSkill: skills.use_skill,
    moves.UseAbility: abilities.use_ability,
    moves.RefreshSkill: rounds.refresh_skill,
    moves.SkipRefresh: rounds.skip_refresh,
    moves.DealMarket: rounds.deal_market,
    moves.Tell: answers.tell,
    moves.ByCard: answers.by_card,
    moves.PlaceDie: dice.place_die,
    moves.Done: rounds.last_chance_over,
}

OF_PHASE: Mapping[str, Mapping[type[Move], Handler]] = {
    "setup": {**HANDLERS, moves.PlaceDie: setup.place_starting_die},
    "scoring": {**HANDLERS, moves.Done: ending.ready},
}
"""The phases in which a move means something of its own."""

ANSWERS: Mapping[str, tuple[type[Move], ...]] = {
    "assign_initiative": (moves.AssignInitiative,),
    "keep": (moves.Keep,),
    "attune": (moves.Attune, moves.SkipAttune),
    "refresh": (moves.RefreshSkill, moves.SkipRefresh),
    "last_chance": (moves.Done, moves.RefreshSkill),
    "free_hands": (moves.DiscardWeapon,),
}
"""Which moves answer a question; the others are answered by `tell`."""

ANY_TIME = (moves.DiscardWeapon, moves.UseSkill, moves.UseAbility, moves.ByCard, moves.DiscardCard)
"""Moves that the rules allow while a question waits (each says itself when it does not fit)."""


def _require_answer(state: State, seat: int, move: Move) -> None:
    """Raises IllegalMove unless the move answers the question that waits for its seat."""
    ask = pending_of(state.pending, seat)
    if ask is None and state.phase != "scoring":
        raise IllegalMove("ask.others", name=state.player(state.pending[0].seat).name)
    if ask is not None and not isinstance(move, ANSWERS.get(ask.key, (moves.Tell,))):
        raise IllegalMove("ask.first", rule=ask.rule)


_OPEN = tuple(name for name in State.__struct_fields__ if name != "deck")
"""What everybody may see."""

_SEEN = Window(State, _OPEN, deck=attrgetter("deck.face_down"))


def _played(options: Mapping[str, Plain]) -> bool:
    return options["mode"] in ("multi", "solo")


def _usual_depth(options: Mapping[str, Plain]) -> Plain:
    """Our own set is known whole; of a printed copy the phone asks nothing unless the table wants it."""
    return "full" if options["set"] == "own" and _played(options) else "none"


class RollPlayer(Record, frozen=True):
    """Fantasy characters out of dice: 1 to 4 players, four variants, the solo mode."""

    key: str = "roll-player"
    rules: int = 1
    seats: range = range(1, 5)
    accent: str = "#9a5b13"
    package: str = "companion.games.roll_player"
    options: tuple[Option, ...] = (
        Option("mode", "choice", ("multi", "solo", "score", "bag"), "multi"),
        Option("set", "choice", ("published", "own"), "published"),
        Option("variants", "flags", VARIANTS, (), when=_played),
        Option("dice", "choice", ("digital", "physical"), "digital", when=lambda o: o["mode"] != "score"),
        Option("decks", "choice", ("digital", "physical"), "digital", when=_played),
        Option("cards", "choice", ("none", "types", "full"), "none", when=_played, usual=_usual_depth),
        Option("class_choice", "choice", ("draw", "choose"), "draw", when=_played),
    )
    moves_types: tuple[type[Move], ...] = moves.MOVES
    scores = SHEET
    dice_bag = Bag.of(DICE)
    queries: tuple[Query, ...] = QUERIES
    forced = staticmethod(forced)
    adjustables: tuple[Adjustable, ...] = (*ADJUSTABLES, COMPARED, BEGUN)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        return opponents()

    @property
    def checklists(self) -> tuple[Checklist, ...]:
        return load_checklists(self.package)

    def seats_for(self, options: Mapping[str, Plain]) -> range:
        return {"solo": range(1, 2), "multi": range(2, 5)}.get(str(options.get("mode")), self.seats)

    def content(self, records: Mapping[str, Mapping[str, Plain]], hash_: str, options: Mapping[str, Plain]) -> Content:
        return read_content(records, hash_, str(options.get("cards", "full")))

    def learned(self, before: State, seat: int, move: Move) -> Records:
        return learned(before, seat, move)

    def overlaid(self, content: Content, merged: Records, overlay: Records) -> Content:
        return overlaid(content, merged, overlay)

    def portrait(self, state: State, seat: int) -> tuple[Fact, ...]:
        """Class, race, backstory and alignment."""
        player = state.player(seat)
        held = {"class": player.class_side, "race": player.race}
        held |= {"backstory": player.backstory_name, "alignment": player.alignment}
        kinds = {"class": "classes", "race": "races", "backstory": "backstories", "alignment": "alignments"}
        return tuple(
            Fact(key, value, Word("content.name", {"name": state.content.name(kinds[key], value)}))
            for key, value in held.items()
            if value is not None
        )

    def open(self, options: Mapping[str, Plain], seats: tuple[SeatInfo, ...], content: Content) -> State:
        return setup.opening(
            tuple(seat.name for seat in seats),
            content,
            str(options["mode"]),
            tuple(options["variants"]),
            str(options["cards"]),
            str(options["class_choice"]),
        )

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """Carry out a move, and everything that follows from it without a choice."""
        phase = state.phase
        if phase == "finished":
            raise IllegalMove("game.over")
        if state.pending and not isinstance(move, ANY_TIME):
            _require_answer(state, seat, move)
        handlers = OF_PHASE.get(phase, HANDLERS)
        state, told = handlers[type(move)](state, seat, move, chance)
        if state.active_player is None and not state.pending:  # while somebody is to act, nothing follows by itself
            state, more = rounds.settle(state, chance)
            told += more
        return state, () if chance.unheard else tuple(map(telling, told))

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        return legal_moves(state, seat)

    def scanned(self, state: State, seat: int, kind: str, key: str) -> Iterator[Move]:
        """A card of the market is bought where it lies, one of the player's own is used, a class is chosen."""
        places = {place.place for place in state.market if kind == "market" and place.card == key}
        own = {card.ref for card in state.player(seat).owned if kind == "market" and card.card == key}
        return naming(self.moves(state, seat), frozenset({*places, *own, key}))

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        return legal_forms(state, seat)

    def label(self, state: State, seat: int, move: Move) -> Word:
        return label(state, seat, move)

    def thing(self, content: Content, name: str) -> Word:
        """What a thing that is drawn is called: a colour of the dice, or a card."""
        if name in DICE:
            return Word(f"colour.{name}.name")
        for kind in ("market", "backstories", "alignments"):
            if name in getattr(content, kind):
                return Word("content.name", {"name": content.name(kind, name)})
        return Word("card.any")

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that have to do something before the game goes on."""
        if state.active_player is not None and not state.pending:
            return (state.active_player,)
        if state.phase == "finished":
            return ()
        if state.phase == "scoring":
            return tuple(player.seat for player in state.players if not player.ready)
        if state.pending:
            return tuple(dict.fromkeys(ask.seat for ask in state.pending))
        if state.phase == "setup" and state.stage == "start":
            return tuple(seat for seat, face in state.start_rolls if face is None)
        return ()

    def phase(self, state: State) -> str:
        return state.phase

    def prompt(self, state: State, seat: Viewer) -> Word:
        return prompt(state, seat, self.to_act(state))

    def view(self, state: State, viewer: Viewer) -> State:
        """Nothing is secret in this game but the order of the deck, which nobody knows."""
        return _SEEN.view(state)

    def panels(self, view: State, viewer: Viewer) -> tuple[Placed, ...]:
        return panels(view, viewer)

    def aid(self, view: State, viewer: Viewer) -> Aid:
        return aid(view, viewer)

    def result(self, state: State) -> Result | None:
        return ending.projected(state) if state.phase == "finished" else None

    def check(self, state: State) -> None:
        check(state)
