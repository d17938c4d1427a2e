"""A table that begins in the middle of a game: the round, everybody's hero, sheet, coins and cards are told at once.

It goes on at the beginning of that round: the market is dealt next. Of the cards that left the game before, only what
follows from the round is known; where cards have names, those that nobody has told may turn up again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.changes import told
from companion.deck import Deck
from companion.game import Adjustable, Belief, Event
from companion.games.roll_player.cards_told import more, with_owned
from companion.games.roll_player.common import with_coins
from companion.games.roll_player.comparing import (
    MOST_GOLD,
    bag_of,
    no_fields,
    sheet_beliefs,
    with_sheets,
)
from companion.games.roll_player.constants import market_size, rounds, setup_discards, starting_dice, starting_gold
from companion.games.roll_player.content import ANY_CARD, DICE, GOLD
from companion.games.roll_player.rounds import begin_round
from companion.games.roll_player.state import MarketPlace, OwnedCard, Player, State, dice_on
from companion.moves import IllegalMove
from companion.scoring import Input
from companion.words import Word, word

CARDS_TOLD = 12
"""Market cards that can be told of each player; nobody buys more in a game that has not ended."""

Values = Mapping[str, Plain]


def untouched(state: State) -> bool:
    """Whether nobody has done anything yet."""
    first = state.stage == "start" and all(face is None for _, face in state.start_rolls)
    alone = state.solo and state.stage == "race" and state.players[0].race is None
    return state.phase == "setup" and (first or alone)


def beliefs(state: State) -> tuple[Belief, ...]:
    """What has to be told; only before anybody has done anything."""
    return (*_round(state), *(b for p in state.players for b in _hero(state, p))) if untouched(state) else ()


def _round(state: State) -> Iterator[Belief]:
    yield Belief(Input("round", "int", "round", word("compare.round"), min=1, max=rounds(state), default=1))
    if not state.solo:
        seats = tuple((player.seat, Word("name", {"name": player.name})) for player in state.players)
        yield Belief(Input("first", "choice", "round", word("compare.first"), choices=seats, default=1))


def _hero(state: State, player: Player) -> Iterator[Belief]:
    seat, content = player.seat, state.content
    kinds = (
        ("class", "who", content.classes),
        ("race", "who", content.races),
        ("backstory", "backstory", content.backstories),
        ("alignment", "alignment", content.alignments),
    )
    for key, group, table in kinds:
        choices = tuple((name, Word("content.name", {"name": record.name})) for name, record in table.items())
        label = Word(f"input.{key}")
        yield Belief(Input(f"{key}.{seat}", "choice", group, label, choices=choices, required=True), seat)
    cells = tuple((cell, Word(f"cell.{cell}")) for cell in range(9))
    yield Belief(
        Input(f"cell.{seat}", "choice", "alignment", word("input.cell"), choices=cells, default=player.alignment_pos),
        seat,
    )
    gold = starting_gold(state, 1)
    yield Belief(Input(f"gold.{seat}", "int", "gold", word("input.gold"), max=MOST_GOLD, default=gold), seat)
    yield from sheet_beliefs(player)
    if state.cards == "none":
        label = word("compare.cards")
        yield Belief(Input(f"cards.{seat}", "int", "owned", label, max=CARDS_TOLD, default=0), seat)
        return
    free = tuple(
        (key, Word("content.name", {"name": card.name}))
        for key, card in content.market.items()
        if card.solo or not state.solo
    )
    yield from more(player, free, CARDS_TOLD)


# what is set


def apply(state: State, change: Mapping[str, Plain]) -> tuple[State, Event]:
    """The table at the beginning of a round. Raises IllegalMove naming what is missing or cannot be."""
    known = beliefs(state)
    if not known:
        raise IllegalMove("compare.begun_already")
    values = {belief.input.key: belief.input.default for belief in known} | told(change, known)
    for belief in known:
        if belief.input.required and values[belief.input.key] is None:
            name = state.player(belief.seat).name if belief.seat else ""
            raise IllegalMove(
                "compare.missing", field=f"changes.values.{belief.input.key}", name=name, what=belief.input.label
            )
    number = int(str(values["round"]))
    for player in state.players:
        state = _with_hero(state, player.seat, values)
    _no_two_alike(state)
    state = with_sheets(state, values)
    state = _with_bag(state, number)
    state = _with_deck(state, number)
    state = _with_owned(state, values)
    first = int(str(values.get("first") or 1))
    state = replace(state, first=(first - number) % state.n + 1, start_player=first, start_rolls=())
    state = _at_round(replace(state, initiative=with_coins(state.initiative)), number, first)
    return state, Event(word("compare.begun", round=number, rounds=rounds(state), name=state.player(first).name))


def _with_hero(state: State, seat: int, values: Values) -> State:
    content = state.content
    side, race = content.classes[str(values[f"class.{seat}"])], content.races[str(values[f"race.{seat}"])]
    backstory, alignment = str(values[f"backstory.{seat}"]), str(values[f"alignment.{seat}"])
    return state.change(
        seat,
        race=str(values[f"race.{seat}"]),
        modifiers=dict(race.modifiers),
        class_side=str(values[f"class.{seat}"]),
        class_color=side.color,
        goals=dict(side.goals),
        backstory_name=backstory,
        backstory=content.backstories[backstory].places,
        alignment=alignment,
        alignment_grid=content.alignments[alignment].grid,
        alignment_pos=values[f"cell.{seat}"],
        gold=values[f"gold.{seat}"],
    )


def _no_two_alike(state: State) -> None:
    """Each race, class colour, backstory and alignment is there once."""
    for field, label in (
        ("race", "race"),
        ("class_color", "class"),
        ("backstory_name", "backstory"),
        ("alignment", "alignment"),
    ):
        seen: dict[object, str] = {}
        for player in state.players:
            value = getattr(player, field)
            if value in seen:
                names = [seen[value], player.name]
                raise IllegalMove(
                    "compare.alike",
                    field=f"changes.values.{label}.{player.seat}",
                    names=names,
                    what=Word(f"input.{label}"),
                )
            seen[value] = player.name


def _with_bag(state: State, number: int) -> State:
    """INV-01, INV-02: as many dice on every sheet as the round says, and the rest in the bag."""
    wanted = starting_dice(state) + number - 1
    counts = dict(DICE)
    if state.opponent_die is not None:
        counts[GOLD] -= 1
    for player in state.players:
        dice = dice_on(player.sheet)
        if len(dice) != wanted:
            raise IllegalMove("compare.dice_count", name=player.name, n=wanted, got=len(dice))
        for die in dice:
            counts[die.color] -= 1
    return replace(state, bag=bag_of(counts, {}))


def _with_deck(state: State, number: int) -> State:
    """The deck as far as the round tells it: in so many rounds so many cards were dealt, those with one dot first."""
    content = state.content
    out = tuple(key for key, card in content.market.items() if not card.solo) if state.solo else ()
    piles = [content.pile(dots, solo=state.solo) for dots in (1, 2)]
    gone = setup_discards(state)
    dealt = market_size(state) * (number - 1) + (1 if state.solo else 0)
    if state.cards == "none":
        left = [len(pile) - gone for pile in piles]
        first = min(dealt, left[0])
        counts = [left[0] - first, max(left[1] - (dealt - first), 0)]
        discard = sum(map(len, piles)) - sum(counts)
        deck = Deck.of(Bag.of({ANY_CARD: count}) for count in counts if count)
        return replace(state, deck=deck, market_discard=(ANY_CARD,) * discard, removed=(ANY_CARD,) * len(out))
    if state.has("random_market"):
        piles = [Bag.of([key for pile in piles for key in pile])]
        return replace(state, deck=Deck.shuffled(*piles), removed=out)
    over = dealt >= len(piles[0]) - gone
    discarded = tuple(piles[0]) if over else ()
    return replace(state, deck=Deck.shuffled(*piles[over:]), market_discard=discarded, removed=out)


def _with_owned(state: State, values: Values) -> State:
    for player in state.players:
        if state.cards != "none":
            state = with_owned(state, player, values)
            continue
        n = int(str(values[f"cards.{player.seat}"]))
        if n > len(state.market_discard):
            raise IllegalMove("compare.early", name=player.name, n=n)
        cards = tuple(OwnedCard(f"told.{player.seat}.{at}", ANY_CARD) for at in range(1, n + 1))
        state = state.change(player.seat, cards=cards).replace(market_discard=state.market_discard[n:])
    return state


def _at_round(state: State, number: int, first: int) -> State:
    """Named cards are dealt by a move, as after every round; others have no names to be told."""
    if state.cards != "none":
        return replace(state, phase="cleanup", stage="deal", round=number - 1, active_player=first)
    size = min(market_size(state), len(state.deck))
    deck = state.deck
    for _ in range(size):
        deck = deck.take(ANY_CARD)
    market = tuple(MarketPlace(f"1.{at}", ANY_CARD) for at in range(1, size + 1))
    state = replace(state, deck=deck, market=market, deals=1, places=size)
    return begin_round(state, number)[0]


BEGUN = Adjustable("begun", "set", no_fields, apply, beliefs, begins=True)
