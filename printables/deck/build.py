"""Decks onto paper: from files to one PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from companion.refusals import Refusal
from companion.words import Words, catalogue
from printables.binding import Section, bind
from printables.deck.cards import ASKS_FROM, Copy, Deck, Side, read_deck
from printables.deck.drawing import BLEED, Artist, cloths
from printables.deck.selection import chooses
from printables.deck.sizes import card_size
from printables.faces.deck import Card, Face, sheet_pages
from printables.imposition import Setting, Stock
from printables.ink import Ink, find_ink
from printables.items import Page
from printables.paper import Paper, find_paper
from printables.pen import Pen
from printables.proof import Proof


@dataclass(frozen=True)
class DeckJob:
    """A print job of decks that somebody has made (see `items.Job`)."""

    words: Words
    paper: Paper
    ink: Ink
    setting: Setting
    backs: bool = True
    proof: Proof = field(default_factory=Proof)

    @property
    def whose(self) -> str:
        """What stands at the edge of a page before the name of the deck."""
        return self.words("homebrew.made_with")


@dataclass(frozen=True)
class Wanted:
    """What is asked for: paper, ink, how cards lie, which of them, and whether more than 10,000 are meant."""

    lang: str = "en"
    paper: str = "A4"
    ink: str = "colour"
    setting: Setting = field(default_factory=Setting)
    backs: bool = True
    only: tuple[str, ...] = ()
    sure: bool = False


@dataclass(frozen=True)
class Built:
    """A PDF, how many cards it holds, and all files that it is made of."""

    pdf: bytes
    cards: int
    pages: int
    sources: frozenset[Path]


class TooMany(Refusal):
    """More cards than anybody prints by accident: ask first."""


def build(paths: Sequence[Path], wanted: Wanted | None = None, proof: Proof | None = None) -> Built:
    """The decks in some files as one PDF. The same files give the same bytes.

    `proof` takes notes of characters that no font has. Raises BadFile; BadDeck with everything that is wrong with a
    deck; TooMany (`homebrew.many`) where more than 10,000 cards are asked for and `wanted.sure` is not said;
    UnknownName for a paper, an ink, a size, a card or a field that is not there, with the nearest names; Refusal for
    cards that do not fit on the paper, and for a selection that leaves nothing.
    """
    wanted = wanted or Wanted()
    proof = proof if proof is not None else Proof()
    paper = find_paper(wanted.paper)
    decks = [read_deck(path, wanted.lang) for path in paths]
    chosen = list(zip(decks, _chosen(decks, wanted), strict=True))
    count = sum(len(cards) for _, cards in chosen)
    if not count:
        raise Refusal("homebrew.nothing")
    sections: list[Section] = []
    artists: list[Artist] = []
    for number, (deck, cards) in enumerate(chosen):
        if not cards:
            continue
        words = _words(deck)
        job = DeckJob(words, paper, find_ink(wanted.ink, deck.accent), wanted.setting, wanted.backs, proof)
        artist = _artist(replace(deck, key=f"{number}"))
        artists.append(artist)
        stock = Stock(artist.width, artist.height, bleed=BLEED)
        pages = sheet_pages(job, "homebrew.name", tuple(_faces(artist, cards)), stock)
        sections.append(Section(f"deck-{number}", deck.name, [_inked(page, job) for page in pages]))
    job = DeckJob(_words(decks[0]), paper, find_ink(wanted.ink, decks[0].accent), wanted.setting, wanted.backs, proof)
    title = ", ".join(section.name for section in sections)
    pdf = bind(job, sections, title=title, subject=job.whose)
    for artist in artists:
        artist.problems.check()
    sources = frozenset(path for deck in decks for path in (*deck.sources, *deck.pictures.opened))
    return Built(pdf, count, sum(len(section.pages) for section in sections), sources)


def _words(deck: Deck) -> Words:
    """Our words, and the name of the deck among them."""
    ours = catalogue(deck.lang, "printables")
    return Words(deck.lang, {**ours.entries, "homebrew.name": deck.name.replace("{", "{{").replace("}", "}}")})


def _inked(page: Page, job: DeckJob) -> Page:
    """A page with the ink of its own deck: each has an accent of its own."""
    draw = page.draw

    def inked(pen: Pen, number: int, total: int) -> None:
        draw(replace(pen, ink=job.ink), number, total)

    return replace(page, draw=inked)


def _chosen(decks: Sequence[Deck], wanted: Wanted) -> Iterator[list[Copy]]:
    """The cards of each deck that are printed. Raises TooMany."""
    total = sum(deck.total for deck in decks)
    if not wanted.only and total > ASKS_FROM and not wanted.sure:
        raise TooMany("homebrew.many", n=total)
    refused: Refusal | None = None
    found: list[list[Copy]] = []
    for deck in decks:
        try:
            found.append(list(_selected(deck, wanted.only)))
        except Refusal as caught:
            # of several decks a selection need not mean every one
            refused = refused or caught
            found.append([])
    if refused is not None and not any(found):
        raise refused
    count = sum(map(len, found))
    if count > ASKS_FROM and not wanted.sure:
        raise TooMany("homebrew.many", n=count)
    yield from found


def _selected(deck: Deck, only: Sequence[str]) -> Iterator[Copy]:
    if not only:
        return deck.copies()
    fields = sorted({name for record in deck.records[:1] for name in record.values})
    wanted = chooses(only, deck.total, (record.name for record in deck.records), fields)
    return (card for card in deck.copies() if wanted(card.n, card.record.name, _reader(deck, card)))


def _reader(deck: Deck, card: Copy) -> Callable[[str], str]:
    values = deck.values(card)
    return lambda name: values.get(name, "")


def _artist(deck: Deck) -> Artist:
    sides = {id(side): side for record in deck.records for side in (record.front, record.back) if side is not None}
    names = dict.fromkeys([deck.size, *(side.layout.size for side in sides.values())])
    sizes: Mapping[str, tuple[float, float]] = {name: card_size(name) for name in names}
    width, height = sizes[deck.size]
    return Artist(deck, width, height, sizes)


def _faces(artist: Artist, cards: Sequence[Copy]) -> Iterator[Card]:
    """The cards as faces: a side that several cards show alike is drawn into the document once."""
    fronts = [_key(card.record.front, card) for card in cards]
    backs = [None if card.record.back is None else _key(card.record.back, card) for card in cards]
    often = Counter(fronts)
    often.update(key for key in backs if key is not None)
    names: dict[tuple[object, ...], str] = {}
    bleeds: dict[int, bool] = {}

    def face(side: Side, key: tuple[object, ...], card: Copy) -> Face:
        runs_on = bleeds.get(id(side))
        if runs_on is None:
            runs_on = bleeds[id(side)] = artist.bleeds(side)
        name = names.setdefault(key, f"card-{artist.deck.key}-{len(names)}") if often[key] > 1 else None
        return Face(partial(_draw, artist, side, card), cloth=bool(cloths(side)), name=name, bleeds=runs_on)

    for card, front, back in zip(cards, fronts, backs, strict=True):
        behind = card.record.back
        yield Card(
            face(card.record.front, front, card),
            None if behind is None or back is None else face(behind, back, card),
        )


def _draw(artist: Artist, side: Side, card: Copy, pen: Pen) -> None:
    artist.side(pen, side, card)


def _key(side: Side, card: Copy) -> tuple[object, ...]:
    """What tells a side of a card from that of another: all that its elements look at."""
    values = card.record.values
    found: list[object] = [id(side)]
    for name in side.fields:
        if name in values:
            found.append(values[name])
        elif name == "n":
            found.append(card.n)
        elif name == "copy":
            found.append(card.copy)
        elif name == "copies":
            found.append(card.record.count)
    return tuple(found)


__all__ = ["Built", "DeckJob", "Iterable", "TooMany", "Wanted", "build"]
