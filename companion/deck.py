"""A deck that holds no future: a pile of segments, each a list somebody has seen or a bag nobody knows the order of.

A card of an unknown segment is drawn when it is turned up or dealt, never before. To shuffle is to forget. So a deck
that the phone shuffles, a deck of real cards and an undone one are the same thing, and no log holds what is to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.bag import Bag
from companion.chance import Audience, Chance
from companion.moves import IllegalMove
from companion.records import Record
from companion.view import Unknown


class DeckEmpty(IllegalMove):
    """More cards are asked for than the deck holds."""


Segment = tuple[str, ...] | Bag
"""Cards in a known order, top first; or cards in an order that nobody knows."""


class Deck(Record, frozen=True):
    """Segments from the top down, and how many cards they are. `secret` says that what is left may not be told while
    the game goes on, because somebody has drawn from it unseen."""

    segments: tuple[Segment, ...] = ()
    count: int = 0
    secret: bool = False

    @classmethod
    def shuffled(cls, *piles: Iterable[str] | Bag, secret: bool = False) -> Deck:
        """Each pile shuffled, the first on top."""
        bags = [pile if isinstance(pile, Bag) else Bag.of(pile) for pile in piles]
        return cls.of([bag for bag in bags if bag], secret=secret)

    @classmethod
    def of(cls, segments: Iterable[Segment], *, secret: bool = False) -> Deck:
        """A deck of these segments, from the top down."""
        held = tuple(segments)
        return cls(held, sum([len(segment) for segment in held]), secret)

    def __len__(self) -> int:
        """How many cards the deck holds."""
        return self.count

    @property
    def face_down(self) -> Unknown:
        """The deck as everybody sees it: nothing but how many cards there are."""
        return Unknown(self.count)

    @property
    def contents(self) -> Bag:
        """Everything that is left, whatever its place."""
        cards: list[str] = []
        for segment in self.segments:
            if isinstance(segment, Bag):
                cards += [kind for kind, count in segment.items for _ in range(count)]
            else:
                cards += segment
        return Bag.of(cards)

    def draw(self, k: int, chance: Chance, *, to: Audience = None, tag: str = "deck") -> tuple[tuple[str, ...], Deck]:
        """Turn up or deal `k` cards from the top: the cards in order, and what is left.

        `to` are the seats that see the cards (None: everybody). Raises DeckEmpty if there are fewer than `k`.
        """
        if k > self.count:
            raise DeckEmpty("deck.empty", wanted=k, left=self.count)
        if self.segments and k <= len(self.segments[0]):
            return self._draw_segment(k, chance, to, tag) if k else ((), self)
        deck, cards = self, tuple[str, ...]()
        while len(cards) < k:
            some, deck = deck._draw_segment(k - len(cards), chance, to, tag)
            cards += some
        return cards, deck

    def _draw_segment(self, k: int, chance: Chance, to: Audience, tag: str) -> tuple[tuple[str, ...], Deck]:
        top, rest = self.segments[0], self.segments[1:]
        k = min(k, len(top))
        if isinstance(top, Bag):
            cards = chance.draw(top, k, of="cards", to=to, tag=tag, unknown=self.secret or to is not None)
            left: Segment = top.remove(*cards)
        else:
            cards, left = top[:k], top[k:]
        return cards, Deck((left, *rest) if left else rest, self.count - k, self.secret or to is not None)

    def take(self, card: str) -> Deck:
        """Take a named card out, wherever it lies. Raises DeckEmpty if it is not there."""
        for n, segment in enumerate(self.segments):
            if card in segment:
                if isinstance(segment, Bag):
                    left: Segment = segment.remove(card)
                else:
                    at = segment.index(card)
                    left = segment[:at] + segment[at + 1 :]
                kept = (*self.segments[:n], *((left,) if left else ()), *self.segments[n + 1 :])
                return Deck(kept, self.count - 1, self.secret)
        raise DeckEmpty("deck.not_there", card=card)

    def on_top(self, *cards: str) -> Deck:
        """Cards laid on top, in this order, seen by everybody."""
        return Deck((cards, *self.segments), self.count + len(cards), self.secret) if cards else self

    def under(self, *cards: str) -> Deck:
        """Cards laid under the deck, in this order, seen by everybody."""
        return Deck((*self.segments, cards), self.count + len(cards), self.secret) if cards else self

    def reshuffled(self, discards: Iterable[str] | Bag) -> Deck:
        """The deck when it is empty and the discards are shuffled to be the new one; what is left stays on top."""
        bag = discards if isinstance(discards, Bag) else Bag.of(list(discards))
        return Deck((*self.segments, bag), self.count + len(bag), self.secret) if bag else self

    def __plain__(self) -> dict[str, Any]:
        segments = [s.__plain__() if isinstance(s, Bag) else list(s) for s in self.segments]
        return {"count": self.count, "segments": segments, "secret": self.secret}
