"""Market cards as people see them lie: which card is in which place, who has which, how many nobody has named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice

from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.deck import Deck, DeckEmpty
from companion.game import Belief
from companion.games.roll_player.content import ANY_CARD
from companion.games.roll_player.market import HANDS, lose, weapon_hands
from companion.games.roll_player.state import Armor, MarketPlace, OwnedCard, Player, Skill, State
from companion.moves import IllegalMove
from companion.scoring import Input
from companion.words import Word, word

MORE = 3
"""Cards that may be told in addition, of each player, at once."""

Values = Mapping[str, Plain]


def card_beliefs(state: State) -> Iterator[Belief]:
    """Cards nobody has named are counted; named ones are told one by one."""
    if state.cards == "none":
        yield from _counted(state)
        return
    for at, place in enumerate(state.market, 1):
        choices = _named(state, {place.card, *_elsewhere(state)})
        label = word("compare.place", n=at)
        yield Belief(Input(f"market.{place.place}", "choice", "market", label, choices=choices, default=place.card))
    free = _named(state, set(_elsewhere(state)))
    for player in state.players:
        yield from _owned(state, player)
        yield from more(player, free)


def _owned(state: State, player: Player) -> Iterator[Belief]:
    for card in player.owned:
        name = Word("content.name", {"name": state.content.name("market", card.card)})
        yield Belief(Input(f"owned.{player.seat}.{card.ref}", "flag", "owned", name, default=True), player.seat)
    for skill in player.skills:
        label = word("compare.exhausted", card=state.content.name("market", skill.card))
        key = f"exhausted.{player.seat}.{skill.ref}"
        yield Belief(Input(key, "flag", "owned", label, default=skill.exhausted), player.seat)


def more(player: Player, free: tuple[tuple[Plain, Word], ...], most: int = MORE) -> Iterator[Belief]:
    """Cards that a player has and the phone does not know of."""
    for n in range(1, most + 1):
        label = word("compare.more", n=n)
        yield Belief(Input(f"more.{player.seat}.{n}", "choice", "owned", label, choices=free), player.seat)


def _counted(state: State) -> Iterator[Belief]:
    total = len(state.content.market)
    for key, known in (("deck", len(state.deck)), ("discard", len(state.market_discard))):
        yield Belief(Input(key, "int", "market", Word(f"compare.{key}"), max=total, default=known))
    for player in state.players:
        label = word("compare.cards")
        key = f"cards.{player.seat}"
        yield Belief(Input(key, "int", "owned", label, max=total, default=len(player.cards)), player.seat)


def _elsewhere(state: State) -> list[str]:
    """The cards that are neither in the market nor with anybody."""
    return [*state.deck.contents, *state.market_discard, *state.trash]


def _named(state: State, keys: set[str]) -> tuple[tuple[Plain, Word], ...]:
    found = ((key, Word("content.name", {"name": card.name})) for key, card in state.content.market.items())
    return tuple((key, name) for key, name in found if key in keys)


# what is set


def with_cards(state: State, values: Values) -> State:
    """The cards as they really lie; each comes from where the phone believed it. Raises IllegalMove."""
    if state.cards == "none":
        return _with_counts(state, values)
    for place in state.market:
        card = values.get(f"market.{place.place}")
        if card is not None and card != place.card:
            state = _swapped(state, place, str(card))
    for player in state.players:
        state = with_owned(state, player, values)
    return state


def _swapped(state: State, place: MarketPlace, card: str) -> State:
    """The card that really lies there changes places with the one that was believed to."""
    there = next((other for other in state.market if other.card == card), None)
    if there is not None:
        raise IllegalMove("compare.twice", card=state.content.name("market", card))
    market = tuple(MarketPlace(m.place, card) if m == place else m for m in state.market)
    state = taken(state, card, instead=place.card)
    return replace(state, market=market)


def with_owned(state: State, player: Player, values: Values) -> State:
    seat = player.seat
    for card in player.owned:
        if values.get(f"owned.{seat}.{card.ref}") is False:
            state = lose(state, seat, card)
    for skill in state.player(seat).skills:
        exhausted = values.get(f"exhausted.{seat}.{skill.ref}")
        if isinstance(exhausted, bool):
            skills = tuple(
                Skill(s.ref, s.card, exhausted if s.ref == skill.ref else s.exhausted)
                for s in state.player(seat).skills
            )
            state = state.change(seat, skills=skills)
    for key, found in values.items():
        if key.startswith(f"more.{seat}.") and found is not None:
            state = given(taken(state, str(found)), seat, str(found))
    hands = sum(weapon_hands(state, weapon.card) or 1 for weapon in state.player(seat).weapons)
    if hands > HANDS:
        raise IllegalMove("compare.hands", rule="RP-WEAP-03", name=player.name, n=hands)
    return state


def given(state: State, seat: int, key: str) -> State:
    """A card comes into the area of its type, without what a purchase brings."""
    player, record = state.player(seat), state.content.market[key]
    match record.type:
        case "weapon":
            return state.change(seat, weapons=(*player.weapons, OwnedCard(key, key)))
        case "armor":
            return state.change(seat, armors=(*player.armors, Armor(key, key, record.set or "chain")))
        case "skill":
            return state.change(seat, skills=(*player.skills, Skill(key, key)))
    return state.change(seat, traits=(*player.traits, OwnedCard(key, key)))


def taken(state: State, card: str, instead: str | None = None) -> State:
    """The state without a card that is in the deck or a pile, another one in its place. Raises IllegalMove."""
    for pile in ("market_discard", "trash"):
        cards = getattr(state, pile)
        if card in cards:
            at = cards.index(card)
            put = () if instead is None else (instead,)
            return replace(state, **{pile: (*cards[:at], *put, *cards[at + 1 :])})
    try:
        deck = state.deck.take(card)
    except DeckEmpty as caught:
        raise IllegalMove("compare.twice", card=state.content.name("market", card)) from caught
    return replace(state, deck=deck if instead is None else _shuffled_in(deck, instead))


def _shuffled_in(deck: Deck, card: str) -> Deck:
    """A card somewhere in the unseen part that lies on top, for all that anybody knows."""
    for n, segment in enumerate(deck.segments):
        if isinstance(segment, Bag):
            return Deck.of((*deck.segments[:n], segment.add(card), *deck.segments[n + 1 :]), secret=deck.secret)
    return Deck.of((*deck.segments, Bag.of([card])), secret=deck.secret)


def _with_counts(state: State, values: Values) -> State:
    """What was counted stands; the rest of the sum is made up by what was not: the discard pile, then the deck."""
    counts = {"deck": len(state.deck), "discard": len(state.market_discard)}
    total = sum(counts.values()) + sum(len(player.cards) for player in state.players)
    for player in state.players:
        n = values.get(f"cards.{player.seat}")
        if isinstance(n, int):
            state = state.change(player.seat, cards=_so_many(player, n))
    given_ = {key: int(str(values[key])) for key in counts if values.get(key) is not None}
    counts |= given_
    left = total - sum(counts.values()) - sum(len(player.cards) for player in state.players)
    for key in ("discard", "deck"):
        if key not in given_:
            counts[key] += max(left, -counts[key])
            left = total - sum(counts.values()) - sum(len(player.cards) for player in state.players)
    if left:
        raise IllegalMove("compare.sum", field="changes.values", n=total, got=total - left)
    deck = state.deck
    if counts["deck"] != len(deck):
        deck = Deck.of([Bag.of({ANY_CARD: counts["deck"]})]) if counts["deck"] else Deck()
    return replace(state, deck=deck, market_discard=(ANY_CARD,) * counts["discard"])


def _so_many(player: Player, n: int) -> tuple[OwnedCard, ...]:
    kept = player.cards[:n]
    free = (ref for at in count(1) if (ref := f"told.{player.seat}.{at}") not in {card.ref for card in kept})
    return (*kept, *(OwnedCard(ref, ANY_CARD) for ref in islice(free, n - len(kept))))
