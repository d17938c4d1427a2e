"""Pebbles: keep the pretty ones, throw the flat ones. A whole game, small enough to read before you write your own.

First what lies on the table, then the rules (rulebook/ says what their ids mean), then how the game scores and looks,
and at last the game itself: what it declares, and its rules under the names that every game has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion import automa, chance, deck, flow, odds, panels, queries, refusals, scanning, scoring
from companion.bag import Bag
from companion.game import Adjustable, Belief, Event, Option, SeatInfo
from companion.moves import Field, Form, IllegalMove, Move
from companion.reading import Between, read
from companion.view import Unknown, Viewer, allow
from companion.words import Word, word

HAND, BONUS, EMPTY, CALM, NONE, REAL = 3, 5, Bag(), flow.Stack[str](), flow.Picks[str](()), ("digital", "physical")
CHOICES = {"mode": ("multi", "solo", "score", "bag"), "set": ("own", "published"), "dice": REAL, "decks": REAL}
Number = Annotated[int, Between(0, 999)]
Kinds = Mapping[str, Mapping[Literal["count", "points", "dice"], Number]]


class Pick(Move, frozen=True):  # a pebble for the shore; nobody sees which before the last has picked
    type, secret = "pick", "pick"
    pebble: str


class Act(
    Move, frozen=True
):  # throw a pebble, at what is in the air if something is; or answer a question; neither: pass
    type = "act"
    pebble: str | None = None
    number: Number | None = None


class Player(Struct, frozen=True):  # nobody else sees the hand; hops are those of the throw that counts
    seat: int
    name: str
    hand: Bag = EMPTY
    shore: Bag = EMPTY
    hops: int = 0


class State(
    Struct, frozen=True
):  # turns: the seats that still throw in this round; what they throw is in the air, and ends in the sea
    pebbles: Kinds
    rounds: int
    players: tuple[Player, ...]
    beach: deck.Deck
    round: int = 0
    pending: tuple[flow.Ask, ...] = ()
    picks: flow.Picks[str] = NONE
    turns: tuple[int, ...] = ()
    air: flow.Stack[str] = CALM
    sea: Bag = EMPTY

    def put(self, *players: Player, **changes: Any) -> State:
        """The table with some players in the place of their former selves, and other fields changed."""
        new = {player.seat: player for player in players}
        return replace(self, players=tuple(new.get(p.seat, p) for p in self.players), **changes)


Outcome = tuple[State, tuple[Event, ...]]


def tell(state: State, key: str, *opens: str, **args: Any) -> Outcome:
    return state, (Event(Word(f"event.{key}", args), opens=opens),)


def next_turn(state: State, told: tuple[Event, ...] = ()) -> Outcome:
    """PB-ROUND: the next one throws; after the last a new round begins, and everybody draws."""
    state = state.put(turns=state.turns[1:], pending=())
    if not state.turns and state.round < state.rounds:
        state = state.put(round=state.round + 1, pending=tuple(flow.Ask(p.seat, "draw", (0,)) for p in state.players))
    return state, told


def draw(state: State, me: Player, number: int, luck: chance.Chance) -> Outcome:
    """PB-DRAW: fill the hand; the sea washes up when the beach runs out. PB-LOTS: the last to draw draws lots."""
    beach, sea, missing = state.beach, state.sea, HAND - len(me.hand)
    if len(beach) < missing:
        beach, sea = beach.reshuffled(sea), EMPTY
    got, beach = beach.draw(min(missing, len(beach)), luck, to=frozenset({me.seat}), tag="hand")
    pending = tuple(ask for ask in state.pending if ask.seat != me.seat)
    state = state.put(replace(me, hand=me.hand.add(*got)), beach=beach, sea=sea, pending=pending)
    if not pending:
        able = tuple(player.seat for player in state.players if player.hand)
        state = state.put(picks=flow.Picks(able), turns=tuple(1 + n for n in luck.order(len(state.players))))
    return tell(state, "draw", name=me.name, n=len(got))


def pick(state: State, me: Player, kind: str) -> Outcome:
    """PB-PICK: when the last has picked, everybody sees what comes to the shores."""
    state = state.put(picks=state.picks.choose(me.seat, kind))
    if not state.picks.complete:
        return tell(state, "pick", name=me.name)
    picks = [(state.players[seat - 1], kind) for seat, kind in state.picks.chosen]
    new = [replace(p, hand=p.hand.remove(kind), shore=p.shore.add(kind)) for p, kind in picks]
    told = [word("picked", name=p.name, stone=Word(f"pebble.{kind}")) for p, kind in picks]
    return tell(state.put(*new, picks=NONE), "shown", "pick", picks=told)


def throw(state: State, me: Player, kind: str | None) -> Outcome:
    """PB-THROW: the others may throw one at it. When all have passed, an even number sinks, and an odd one skims."""
    air, hand = state.air, me.hand
    if kind is not None:
        air, hand = air.push(kind, flow.clockwise(len(state.players), me.seat)[1:]), hand.remove(kind)
    elif air.items:
        air = air.pass_(me.seat)
    state = state.put(replace(me, hand=hand), air=air)
    state, told = tell(state, "throw" if kind else "pass", name=me.name, stone=Word(f"pebble.{kind}"))
    if air.priority is not None:
        return state, told
    state = state.put(air=CALM, sea=state.sea.add(*air.items))
    if len(air.items) % 2 == 0:
        return next_turn(state, told)
    dice = state.pebbles[air.items[0]]["dice"]
    return state.put(pending=(flow.Ask(state.turns[0], "skim", (0,), {"dice": dice}),)), told


def skim(state: State, me: Player, call: int, luck: chance.Chance) -> Outcome:
    """PB-SKIM: the wind and the pebble; who called the hops gets more. PB-KEEP: the old throw counts, or the new."""
    hops = luck.roll(6, whose=(None,))[0] + sum(map(sum, luck.explode(6, state.pending[0].args["dice"])))
    hops += BONUS if hops == call else 0
    ask = flow.Ask(me.seat, "keep", tuple(sorted({me.hops, hops})), {"n": hops})
    return tell(state.put(pending=(ask,)), "skim", name=me.name, n=hops)


def keep(state: State, me: Player, hops: int, luck: chance.Chance) -> Outcome:
    return next_turn(*tell(state.put(replace(me, hops=hops)), "keep", name=me.name, n=hops))


def set_hops(state: State, change: Mapping[str, Any]) -> tuple[State, Event]:
    """PB-TABLE: what really happened on the water counts."""
    seat = read(Annotated[int, Between(1, len(state.players))], change.get("seat"), "changes.seat")
    player = replace(state.players[seat - 1], hops=read(Number, change.get("hops"), "changes.hops"))
    return state.put(player), Event(word("event.hops", name=player.name, n=player.hops))


def hops_told(state: State) -> tuple[Belief, ...]:
    """PB-TABLE: what people can look at, to see whether the phone is right; whoever has begun without us tells it."""
    return tuple(Belief(replace(INPUTS[1], default=p.hops), p.seat, {"seat": p.seat}, "hops") for p in state.players)


def gull(seen: State, seat: int, luck: chance.Chance) -> automa.Decision:
    """PB-GULL: grabs what is pretty and throws whatever. It is given what its seat may see, and nothing more."""
    moves = list(game.moves(seen, seat))
    liked = [1 + seen.pebbles[move.pebble]["points"] if isinstance(move, Pick) else 1 for move in moves]
    at = luck.pick(liked)
    return automa.Decision(moves[at], (word("gull.likes", n=liked[at], all=sum(liked), rule="PB-GULL"),))


class Hero(Struct, frozen=True):  # what counts at the end, and what the calculator asks for
    shore: Number = 0
    hops: Number = 0


INPUTS = tuple(scoring.Input(key, "int", "hero", Word(f"score.{key}"), max=999, default=0) for key in ("shore", "hops"))
SHEET = scoring.ScoreSheet(
    categories=(
        scoring.Category("shore", lambda hero: scoring.Line(hero.shore), rule="PB-SHORE"),
        scoring.Category("hops", lambda hero: scoring.Line(hero.hops // 3), rule="PB-HOPS"),
    ),
    tie_breaks=(scoring.TieBreak("hops", lambda hero: hero.hops, "fewest", "PB-TIE"),),
    read=lambda data, content: read(Hero, data, "hero"),
    inputs=lambda content, options: INPUTS,
)


def heroes(state: State) -> dict[int, Hero]:
    return {p.seat: Hero(sum(state.pebbles[k]["points"] * n for k, n in p.shore.items), p.hops) for p in state.players}


def slots(kinds: Iterable[str]) -> tuple[panels.Slot, ...]:
    return tuple(panels.Slot(f"pebble.{kind}", Word(f"pebble.{kind}")) for kind in kinds)


class Pebbles:
    """What the game declares, and its rules under the names that every game has."""

    key, rules, seats, accent, package, dice_bag = "pebbles", 1, range(1, 7), "#4f6d7a", "pebbles", Bag.of({"white": 6})
    length = Option("rounds", "int", default=3, least=1, most=9)
    options = (*(Option(key, "choice", of, of[0]) for key, of in CHOICES.items()), length)
    moves_types, scores, opponents, checklists = (Pick, Act), SHEET, (automa.Opponent("gull", gull),), ()
    fix = (Field("seat", "int", word("field.seat"), 1, 6), Field("hops", "int", word("field.hops"), 0, 999))
    queries = (queries.Query("wind", fix[1:], lambda by: (queries.Answer("reach", odds.sum_odds(1, by["hops"])),)),)
    adjustables = (Adjustable("hops", "set", lambda state: Pebbles.fix, set_hops, hops_told, begins=True),)

    def seats_for(self, options: Mapping[str, Any]) -> range:
        return range(1, 2) if options["mode"] == "solo" else self.seats

    def content(self, records: Mapping[str, Any], hash_: str, options: Mapping[str, Any]) -> Any:
        return read(Kinds, records["pebbles"], "pebbles")

    def open(self, options: Mapping[str, Any], seats: tuple[SeatInfo, ...], content: Kinds) -> State:
        players = tuple(Player(seat, info.name) for seat, info in enumerate(seats, 1))
        beach = deck.Deck.shuffled(Bag.of({kind: record["count"] for kind, record in content.items()}))
        return next_turn(State(content, options["rounds"], players, beach))[0]

    def phase(self, state: State) -> str:
        return next((a.key for a in state.pending), "pick" if state.picks.seats else "turn" if state.turns else "end")

    def to_act(self, state: State) -> tuple[int, ...]:
        turn = (state.air.priority or state.turns[0],) if state.turns else ()
        return tuple(ask.seat for ask in state.pending) or state.picks.waiting or turn

    def moves(self, state: State, seat: int) -> Iterator[Move]:
        """All that a seat may do. It reads nothing that the seat may not see: an opponent uses it on its view."""
        ask, hand = flow.pending_of(state.pending, seat), state.players[seat - 1].hand
        if ask is not None:
            yield from (Act(number=number) for number in ask.options)
        elif seat in state.picks.seats:
            yield from (Pick(kind) for kind in hand)
        elif seat in self.to_act(state):
            yield from (Act(kind) for kind in (None, *hand))

    def scanned(self, state: State, seat: int, kind: str, key: str) -> Iterator[Move]:
        return scanning.naming(self.moves(state, seat), frozenset({key}))

    def forms(self, state: State, seat: int) -> Iterator[Form]:
        if self.phase(state) == "skim" and seat in self.to_act(state):
            yield Form("act", word("form.call"), (Field("number", "int", word("field.hops"), 1, 999),))

    def play(self, state: State, seat: int, move: Any, luck: chance.Chance) -> Outcome:
        """One legal move, and what follows from it without a choice."""
        me, ask = state.players[seat - 1], flow.pending_of(state.pending, seat)
        called = isinstance(move, Act) and move.number and any(self.forms(state, seat))
        if (replace(move, number=0) if called else move) not in self.moves(state, seat):
            raise IllegalMove("not_now", rule="PB-ROUND")
        if ask is not None:
            return {"draw": draw, "skim": skim, "keep": keep}[ask.key](state, me, move.number, luck)
        return pick(state, me, move.pebble) if isinstance(move, Pick) else throw(state, me, move.pebble)

    def label(self, state: State, seat: int, move: Any) -> Word:
        kind, number = getattr(move, "pebble", None), getattr(move, "number", None)
        return word(f"move.{move.type if kind else self.phase(state)}", stone=Word(f"pebble.{kind}"), n=number)

    def thing(self, content: Kinds, name: str) -> Word:
        return Word(f"pebble.{name}")

    def prompt(self, state: State, seat: Viewer) -> Word:
        names = [state.players[s - 1].name for s in self.to_act(state)]
        return word(f"prompt.{self.phase(state)}" if seat in self.to_act(state) else "prompt.wait", names=names)

    def view(self, state: State, viewer: Viewer) -> State:
        """A hand and a pick are seen by their seat, all hands at the end, and the beach by nobody."""
        hands = [p.hand if p.seat == viewer or not self.to_act(state) else Unknown(len(p.hand)) for p in state.players]
        players = tuple(allow(p, "seat", "name", "shore", "hops", hand=hands[p.seat - 1]) for p in state.players)
        picks = tuple((seat, kind if seat == viewer else Unknown()) for seat, kind in state.picks.chosen)
        hidden = {"players": players, "beach": Unknown(len(state.beach)), "picks": flow.Picks(state.picks.seats, picks)}
        return allow(state, "pebbles", "rounds", "round", "pending", "turns", "air", "sea", **hidden)

    def panels(self, seen: Any, viewer: Viewer) -> tuple[panels.Placed, ...]:
        track = panels.Track("round", word("panel.round"), seen.round, seen.rounds)
        air = panels.Stack("air", word("panel.air"), slots(reversed(seen.air.items)))
        shown: list[panels.Panel] = [track, panels.Pile("beach", word("panel.beach"), seen.beach.count), air]
        for player, hero in zip(seen.players, heroes(seen).values(), strict=True):
            title = word("panel.player", name=player.name, shore=hero.shore, hops=hero.hops)
            hand = slots(Counter(player.hand.counts).elements()) if isinstance(player.hand, Bag) else ()
            shown.append(panels.Hand(f"hand.{player.seat}", title, hand, getattr(player.hand, "count", len(hand))))
        return tuple(panels.Placed(panel, "board") for panel in shown)

    def aid(self, seen: Any, viewer: Viewer) -> panels.Aid:
        """PB-LOTS: how often a seat is the first to throw."""
        return panels.Aid((panels.Remark("act.0", word("aid.first", n=len(seen.players))),))

    def result(self, state: State) -> scoring.Result | None:
        return None if self.to_act(state) else SHEET.result(heroes(state), {p.seat: p.name for p in state.players})

    def check(self, state: State) -> None:
        """PB-COUNT: every pebble is somewhere, and only there."""
        piles = (state.beach.contents, state.sea, *(pile for p in state.players for pile in (p.hand, p.shore)))
        count = sum((Counter(pile.counts) for pile in piles), Counter(state.air.items))
        if count != {kind: record["count"] for kind, record in state.pebbles.items()}:
            raise refusals.Broken("invariant", rule="PB-COUNT")


game = Pebbles()
