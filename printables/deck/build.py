"""Decks onto paper: from files to one PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.refusals import Refusal
from companion.words import Words, own_words
from printables.binding import Prepared, Section
from printables.deck.cards import ASKS_FROM, Copy, Deck, Side
from printables.deck.drawing import BLEED, Artist, cloths
from printables.deck.problems import BadDeck
from printables.deck.reader import read_deck
from printables.deck.selection import chooses
from printables.deck.sizes import card_size
from printables.faces.deck import Card, Face, deck_pages
from printables.imposition import Setting, Stock
from printables.ink import find_ink
from printables.items import FreeJob, Page
from printables.paper import Paper, find_paper
from printables.pen import Pen
from printables.proof import Proof


class Wanted(Struct, frozen=True):
    """What is asked for: language, paper, ink, how cards lie, their size (None: their own), which of them, and whether
    more than 10,000 are meant."""

    lang: str = "en"
    paper: str = "A4"
    ink: str = "colour"
    setting: Setting = Setting()
    backs: bool = True
    size: str | None = None
    only: tuple[str, ...] = ()
    sure: bool = False


class Built(Struct, frozen=True):
    """A PDF, how many cards it holds, and all files that it is made of."""

    pdf: bytes
    cards: int
    pages: int
    sources: frozenset[Path]


class TooMany(Refusal):
    """More cards than anybody prints by accident: ask first."""


class Laid(Struct, frozen=True):
    """Decks whose cards lie on sheets, not yet drawn: the job, how many cards there are, who notes what is wrong."""

    prepared: Prepared
    decks: tuple[Deck, ...]
    cards: int
    artists: tuple[Artist, ...]
    chosen: tuple[list[Copy], ...] = ()

    @property
    def file_names(self) -> list[str]:
        """What a file of each card is called: by its number in its deck, whatever is chosen of it, and by its name."""
        from printables.pictures import file_stem

        return [
            file_stem(*((deck.name,) if len(self.decks) > 1 else ()), str(card.n).zfill(3), card.record.name)
            for deck, cards in zip(self.decks, self.chosen, strict=True)
            for card in cards
        ]

    def bind(self) -> Built:
        """The PDF. Raises BadDeck for what cannot be drawn."""
        pdf = self.prepared.bind()
        self.check()
        sources = frozenset(path for deck in self.decks for path in (*deck.sources, *deck.pictures.opened))
        return Built(pdf, self.cards, len(self.prepared.pages), sources)

    def check(self) -> None:
        """Raises BadDeck for what could not be drawn, once it has been tried."""
        problems = [problem for artist in self.artists for problem in artist.problems.found]
        if problems:
            raise BadDeck(problems)


def build(paths: Sequence[Path], wanted: Wanted | None = None, proof: Proof | None = None) -> Built:
    """The decks in some files as one PDF; see `lay`."""
    return lay(paths, wanted, proof).bind()


def lay(paths: Sequence[Path], wanted: Wanted | None = None, proof: Proof | None = None) -> Laid:
    """The decks in some files, their cards laid onto sheets, each deck on sheets of its own. The same files give the
    same bytes.

    `proof` takes notes of characters that no font has. Raises BadFile; BadDeck with everything that is wrong with a
    deck; TooMany (`homebrew.many`) where more than 10,000 cards are asked for and `wanted.sure` is not said;
    UnknownName for a paper, an ink, a size, a card or a field that is not there, with the nearest names; Refusal for
    cards that do not fit on the paper, and for a selection that leaves nothing.
    """
    wanted = wanted or Wanted()
    paper = find_paper(wanted.paper)
    decks = tuple(read_deck(path, wanted.lang) for path in paths)
    jobs = [_job(deck, paper, wanted, proof if proof is not None else Proof()) for deck in decks]
    chosen = _chosen(decks, wanted)
    if not any(chosen):
        raise Refusal("homebrew.nothing")
    sections: list[Section] = []
    artists: list[Artist] = []
    for number, (deck, job, cards) in enumerate(zip(decks, jobs, chosen, strict=True)):
        if cards:
            artist = _artist(replace(deck, key=f"{number}"), wanted.size)
            stock = Stock(artist.width, artist.height, bleed=BLEED)
            pages = deck_pages(job, "homebrew.name", tuple(_faces(artist, cards)), stock)
            artists.append(artist)
            sections.append(Section(f"deck-{number}", deck.name, [_inked(page, job) for page in pages]))
    title = ", ".join(section.name for section in sections)
    prepared = Prepared(jobs[0], tuple(sections), title, jobs[0].whose)
    return Laid(prepared, decks, sum(map(len, chosen)), tuple(artists), tuple(chosen))


def paper_words(lang: str) -> Words:
    """The words of paper alone: all that a deck needs, which is to be printed at once."""
    return Words(lang, own_words(lang, "printables"))


def _job(deck: Deck, paper: Paper, wanted: Wanted, proof: Proof) -> FreeJob:
    """The print job of a deck: our words with its name among them, and the ink with its accent."""
    ours = paper_words(deck.lang)
    words = Words(deck.lang, {**ours.entries, "homebrew.name": deck.name.replace("{", "{{").replace("}", "}}")})
    ink = find_ink(wanted.ink, deck.accent)
    return FreeJob(words, paper, ink, wanted.setting, wanted.backs, words("homebrew.made_with"), proof)


def _inked(page: Page, job: FreeJob) -> Page:
    """A page with the ink of its own deck: each has an accent of its own."""
    draw = page.draw

    def inked(pen: Pen, number: int, total: int) -> None:
        draw(replace(pen, ink=job.ink), number, total)

    return replace(page, draw=inked)


def _chosen(decks: Sequence[Deck], wanted: Wanted) -> list[list[Copy]]:
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
    return found


def _selected(deck: Deck, only: Sequence[str]) -> Iterator[Copy]:
    if not only:
        return deck.copies()
    fields = sorted({name for record in deck.records[:1] for name in record.values})
    wanted = chooses(only, deck.total, (record.name for record in deck.records), fields)
    return (card for card in deck.copies() if wanted(card.n, card.record.name, _reader(deck, card)))


def _reader(deck: Deck, card: Copy) -> Callable[[str], str]:
    values = deck.values(card)
    return lambda name: values.get(name, "")


def _artist(deck: Deck, size: str | None) -> Artist:
    sides = {id(side): side for record in deck.records for side in (record.front, record.back) if side is not None}
    wanted = size or deck.size
    names = dict.fromkeys([wanted, *(side.layout.size for side in sides.values())])
    sizes: Mapping[str, tuple[float, float]] = {name: card_size(name) for name in names}
    width, height = sizes[wanted]
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
