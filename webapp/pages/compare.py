"""Compare with the table: what the phone believes, the counts first and then seat by seat, from what the game declares.

The page sends all differences as one adjustment; by the same way a game that has begun without us is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.canonical import Plain, plain
from companion.game import Belief, Game
from companion.palette import by_letter
from companion.panels import Die
from companion.scoring import Input
from companion.table import Table
from companion.words import Word, Words
from webapp.pages import table as tables
from webapp.pages.drawing import marks
from webapp.pages.frame import page, page_words, reader_language
from webapp.render import say
from webapp.services import services

_MANY = 12
"""A choice among more is written once and copied by the page's script."""


class Believed(Struct, frozen=True):
    """A value on the page: where it goes, and what is shown. like: the field that has the same choices already."""

    id: str
    input: Input
    post: Mapping[str, Plain]
    like: str | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.input, name)

    @property
    def die(self) -> Die | None:
        if self.input.kind != "die" or not isinstance(self.input.default, str):
            return None
        return Die(by_letter(self.input.default[:1]) or "", int(self.input.default[1:]))


class Block(Struct, frozen=True):
    """Values that belong together under one heading."""

    title: str
    values: tuple[Believed, ...]

    @property
    def rows(self) -> Iterator[tuple[Word | None, str, tuple[Believed, ...]]]:
        for row, cells in groupby(self.values, lambda one: one.input.row):
            found = tuple(cells)
            yield found[0].input.heading, str(row), found


class Stop(Struct, frozen=True):
    """One stop of the walk: the table (no seat), or a seat."""

    seat: int | None
    name: str
    colour: str | None
    blocks: tuple[Block, ...]


def compare(table: str) -> ResponseReturnValue:
    """The walk through what the phone believes; the host's."""
    asker, folded = tables.asker_of(table), services().tables.current(table)
    services().access.require_host(asker)
    now = folded.table
    if not now.started:
        return redirect(url_for("pages.lobby", table=table))
    words = page_words(reader_language(), now.game)
    stops = () if folded.read_only else walk(now, words)
    dice = next((one for stop in stops for block in stop.blocks for one in block.values if one.kind == "die"), None)
    return page(
        "compare.html",
        now.game,
        table_id=table,
        seq=folded.seq,
        begins=now.to_be_told,
        stops=stops,
        marks=lambda: marks(reader_language(), now.game),
        dice=_dice(dice, words) if dice is not None else [],
        back=request.args.get("from") == "lobby",
    )


def can_begin(game: Game) -> bool:
    """Whether a game that has begun already can be told."""
    return any(adjustable.begins for adjustable in game.adjustables)


def walk(table: Table, words: Words) -> tuple[Stop, ...]:
    """The stops: what lies on the table, then every seat."""
    found = [(each.key, belief) for each in table.game.adjustables for belief in each.beliefs(table.state)]
    first: dict[tuple[Any, ...], str] = {}
    stops = []
    for seat in (None, *table.names):
        mine = [(what, belief) for what, belief in found if belief.seat == seat]
        if mine:
            name = words("page.compare.table") if seat is None else table.names[seat]
            colour = None if seat is None else table.seats[seat - 1].colour
            stops.append(Stop(seat, name, colour, tuple(_blocks(mine, words, first))))
    return tuple(stops)


def _blocks(beliefs: Iterable[tuple[str, Belief]], words: Words, first: dict[tuple[Any, ...], str]) -> Iterator[Block]:
    for key, part in groupby(beliefs, lambda each: each[1].input.group):
        yield Block(_title(key, words), tuple(_believed(what, belief, first) for what, belief in part))


def _title(group: str, words: Words) -> str:
    key = next((k for k in (f"compare.group.{group}", f"input.group.{group}") if k in words), None)
    return say(words, Word(key)) if key else ""


def _believed(what: str, belief: Belief, first: dict[tuple[Any, ...], str]) -> Believed:
    entry = belief.input
    id_ = f"{what}-{belief.seat or 0}-{entry.key}".replace(".", "-")
    post = {"what": what, "settled": plain(belief.settled), "name": belief.name, "key": entry.key}
    like = None
    if entry.kind == "choice" and len(entry.choices) > _MANY:
        keys = tuple(value for value, _ in entry.choices)
        like = first.setdefault(keys, id_)
    return Believed(id_, entry, post, like if like != id_ else None)


def _dice(one: Believed, words: Words) -> list[dict[str, Plain]]:
    """The colours that a die may have, for the picker."""
    return [
        {"letter": str(value), "colour": by_letter(str(value)), "label": say(words, name)}
        for value, name in one.input.choices
    ]
