"""Quest Circuit as a game: which move is carried out by what, what may be done now, and who is to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.automa import Opponent
from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Chance
from companion.checklist import Checklist, load_checklists
from companion.evenings import Fact
from companion.flow import pending_of
from companion.game import Adjustable, Option, SeatInfo
from companion.games.quest_circuit import (
    abilities,
    cells,
    ending,
    fights,
    gains,
    gear,
    movement,
    moves,
    rival,
    setup,
    trade,
    turn,
)
from companion.games.quest_circuit.adjustables import ADJUSTABLES, refs
from companion.games.quest_circuit.aid import aid
from companion.games.quest_circuit.beginning import BEGUN
from companion.games.quest_circuit.common import Handler, Outcome
from companion.games.quest_circuit.content import Content
from companion.games.quest_circuit.content_reading import read_content
from companion.games.quest_circuit.course import settle
from companion.games.quest_circuit.invariants import check
from companion.games.quest_circuit.labels import label
from companion.games.quest_circuit.legal import legal_forms, legal_moves
from companion.games.quest_circuit.panels import panels
from companion.games.quest_circuit.plain_player import PLAIN
from companion.games.quest_circuit.prompts import prompt
from companion.games.quest_circuit.queries import QUERIES
from companion.games.quest_circuit.scoring import SHEET
from companion.games.quest_circuit.settings import OPTIONS
from companion.games.quest_circuit.state import State, base_of, item_of
from companion.moves import Form, IllegalMove, Move
from companion.panels import Aid, Placed
from companion.queries import Query
from companion.scanning import naming
from companion.scoring import Result
from companion.view import Viewer
from companion.words import Word

HANDLERS: Mapping[type[Move], Handler] = {
    moves.PlanQuests: setup.plan_quests,
    moves.ChooseHero: setup.choose_hero,
    moves.RollStart: setup.roll_start,
    moves.LayBoard: setup.lay_board,
    moves.Roll: movement.roll,
    moves.Go: movement.go,
    moves.Play: cells.play,
    moves.Attack: fights.attack,
    moves.AttackRival: fights.attack_rival,
    moves.Strike: fights.throw,
    moves.Use: abilities.use,
    moves.Pass: abilities.let_stand,
    moves.Divert: fights.divert,
    moves.TakeCard: fights.take_card,
    moves.Done: gains.done,
    moves.Finish: turn.finish,
    moves.EndTurn: turn.end_turn,
    moves.Equip: gear.equip,
    moves.TakeOff: gear.take_off,
    moves.Sell: trade.sell,
    moves.Buy: trade.buy,
    moves.Contest: trade.contest,
    moves.Bid: trade.bid,
    moves.Ready: trade.ready,
    moves.RivalTurn: rival.rival_turn,
}

ANSWERS: Mapping[str, tuple[type[Move], ...]] = {
    "window": (moves.Pass, moves.Use),
    "divert": (moves.Divert,),
    "spoils": (moves.TakeCard,),
    "by_text": (moves.Done,),
    "contest": (moves.Contest,),
    "bid": (moves.Bid,),
}
"""Which moves answer a question."""


class QuestCircuit(Struct, frozen=True):
    """A quest race round a ring of cells: 1 to 6 players, several quests, and the Pretender for one who plays alone."""

    key: str = "quest-circuit"
    rules: int = 1
    seats: range = range(1, 7)
    accent: str = "#3d6b4f"
    package: str = "companion.games.quest_circuit"
    options: tuple[Option, ...] = OPTIONS
    moves_types: tuple[type[Move], ...] = moves.MOVES
    scores = SHEET
    dice_bag = Bag.of({"white": 2})
    queries: tuple[Query, ...] = QUERIES
    adjustables: tuple[Adjustable, ...] = (*ADJUSTABLES, BEGUN)
    opponents: tuple[Opponent, ...] = (PLAIN,)
    odds_shown: bool = True
    setup_phase: str = "board"

    @property
    def checklists(self) -> tuple[Checklist, ...]:
        return load_checklists(self.package)

    def seats_for(self, options: Mapping[str, Plain]) -> range:
        return {"solo": range(1, 2), "multi": range(2, 7)}.get(str(options.get("mode")), self.seats)

    def content(self, records: Mapping[str, Mapping[str, Plain]], hash_: str, options: Mapping[str, Plain]) -> Content:
        return read_content(records, hash_)

    def portrait(self, state: State, seat: int) -> tuple[Fact, ...]:
        """The hero, and in a solo game the rival."""
        hero = state.player(seat).hero
        found = [Fact("hero", hero, Word("content.name", {"name": state.content.heroes[hero].name}))] if hero else []
        if state.rival is not None:
            key = state.rival.level_key
            found.append(Fact("rival", key, Word(f"option.rival.{key}")))
        return tuple(found)

    def open(self, options: Mapping[str, Plain], seats: tuple[SeatInfo, ...], content: Content) -> State:
        return setup.opening(tuple(seat.name for seat in seats), content, options)

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> Outcome:
        """Carry out a move, and everything that follows from it without a choice."""
        if state.phase == "finished":
            raise IllegalMove("game.over")
        if state.pending:
            ask = pending_of(state.pending, seat)
            if ask is None and not isinstance(move, moves.Use):
                raise IllegalMove("ask.others", name=state.player(state.pending[0].seat).name)
            if ask is not None and not isinstance(move, ANSWERS[ask.key]):
                raise IllegalMove("ask.first", rule=ask.rule)
        state, told = HANDLERS[type(move)](state, seat, move, chance)
        state, more = settle(state, chance)
        return state, told + more if more else told

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        return legal_moves(state, seat)

    def scanned(self, state: State, seat: int, kind: str, key: str) -> Iterator[Move | Mapping[str, Plain]]:
        """An Item is bought, worn or used as the rules have it; and the host may give it to the hero."""
        if kind != "items":
            return
        found = refs(state, key)
        yield from naming(self.moves(state, seat), frozenset({key, *found}))
        mine = state.player(seat).owned
        yield from ({"what": "item", "card": ref, "to": str(seat)} for ref in found[:1] if ref not in mine)

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        return legal_forms(state, seat)

    def label(self, state: State, seat: int, move: Move) -> Word:
        return label(state, seat, move)

    def thing(self, content: Content, name: str) -> Word:
        """What a card that is turned up or drawn is called."""
        if name in content.cards:
            return Word("content.name", {"name": content.cards[name].name})
        if base_of(name) in content.items:
            return Word("content.name", {"name": item_of(content, name).name})
        return Word(f"colour.{name}.name")

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that have to do something before the game goes on."""
        if state.pending:
            return tuple(dict.fromkeys(ask.seat for ask in state.pending))
        match state.phase:
            case "heroes":
                return tuple(p.seat for p in state.players if p.hero is None or (p.seat == 1 and not state.quests))
            case "board" if state.first_player is None:
                return tuple(seat for seat, face in state.start_rolls if face is None)
            case "board":
                return (max(1, state.first_player or 1),)
            case "turn" if state.fight is not None:
                return (state.fight.seat,)
            case "turn":
                return () if state.active_player is None else (state.active_player,)
            case "trade" | "refit":
                return tuple(player.seat for player in state.players if not player.ready)
        return ()

    def phase(self, state: State) -> str:
        return state.phase

    def prompt(self, state: State, seat: Viewer) -> Word:
        return prompt(state, seat, self.to_act(state))

    def view(self, state: State, viewer: Viewer) -> State:
        """Nothing is secret: what nobody knows is not in a state (4.3)."""
        return state

    def panels(self, view: State, viewer: Viewer) -> tuple[Placed, ...]:
        return panels(view, viewer)

    def aid(self, view: State, viewer: Viewer) -> Aid:
        return aid(view, viewer)

    def result(self, state: State) -> Result | None:
        return ending.result(state) if state.phase == "finished" else None

    def check(self, state: State) -> None:
        check(state)
