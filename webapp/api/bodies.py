"""What is posted, as records: they are read strictly, and `/api/openapi.json` is made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct, field
from msgspec.structs import asdict

from companion.offer import NOTE_LENGTH
from companion.reading import Between, Length
from webapp.join import Key, RawName, Words
from webapp.press import BATCH, PressOrder

MoveId = Annotated[str, Length(64, 1)]
Seq = Annotated[int, Between(0, 1_000_000_000)]
Typed = Annotated[tuple[Any, ...], Length(200)]
Code = Annotated[str, Length(40)]


class PlayBody(Struct, frozen=True):
    """A move. `typed` are the outcomes of real dice so far, one for each request."""

    move_id: MoveId
    seen_seq: Seq
    move: Mapping[str, Any]
    typed: Typed | None = None


class StepBody(Struct, frozen=True):
    """Take back, or bring back, the entry named by its seq."""

    move_id: MoveId
    seen_seq: Seq
    seq: Seq


class CorrectBody(Struct, frozen=True):
    """Give one entry another move or other typed outcomes. `drop` names exactly the entries that would be lost."""

    move_id: MoveId
    seq: Seq
    reason: Annotated[str, Length(NOTE_LENGTH)] = ""
    move: Mapping[str, Any] | None = None
    typed: Typed | None = None
    drop: Annotated[tuple[Seq, ...], Length(5_000)] = ()
    dry_run: bool = False
    seen_seq: Seq = 0


class AdjustBody(Struct, frozen=True):
    """The table wins: changes of what the game lets be set, or a setting of the table.

    `expected` is the seq of the table that the changes were made for: if anything has happened since, they are
    refused."""

    move_id: MoveId
    changes: Annotated[tuple[Mapping[str, Any], ...], Length(100)] = ()
    reason: Annotated[str, Length(NOTE_LENGTH)] = ""
    setting: Mapping[Key, Any] = field(default_factory=dict)
    seen_seq: Seq = 0
    expected: Seq | None = None


class NoteBody(Struct, frozen=True):
    """Something that somebody writes into the log."""

    move_id: MoveId
    text: Annotated[str, Length(NOTE_LENGTH, 1)]


class CopyBody(Struct, frozen=True):
    """What is laid over my copy: records by kind and id, or the text of a YAML file that is called `name`."""

    records: Mapping[str, Any] | None = None
    text: Annotated[str, Length(60_000)] | None = None
    name: Annotated[str, Length(100)] = "YAML"


class RecordBody(Struct, frozen=True):
    """Fields of one record of my copy, each as it would stand in the file; an empty text takes the field away."""

    kind: Key
    id: Annotated[str, Length(60, 1)]
    fields: Mapping[Annotated[str, Length(40)], Annotated[str, Length(400)]]


class HostBody(Struct, frozen=True):
    """What the host does to the whole table (start, reveal)."""

    move_id: MoveId | None = None


class SitBody(Struct, frozen=True):
    """Take the next seat. `code` may be left out by whoever has a part in the table already. `automa`: the host gives
    the seat to this opponent."""

    name: RawName
    code: Code | None = None
    colour: Key | None = None
    automa: Key | None = None
    words: Words = ""


class ClaimBody(Struct, frozen=True):
    """Take a seat over. `claim` is the id of a claim that waits for the host."""

    code: Code | None = None
    words: Words = ""
    claim: Key | None = None


class HereBody(Struct, frozen=True):
    """A page says that it is alive. `phone` is the id that its stream was opened with."""

    phone: Key = ""


class PressBody(Struct, frozen=True):
    """What is to be printed: `items` of a game by their keys, or `kit` alone; `for` a number of players, or `solo`,
    says whom a kit is for (empty: for anybody). `set` is empty for the usual one. `codes`: cards carry codes;
    `fillable`: what is written on has fields to fill in on a screen. `options` are those of `tableside print` for
    layout, marks, shifts and score pads, by their names; `printer` is one that is known."""

    game: Key
    items: Annotated[tuple[Key, ...], Length(60, 1)]
    for_: Annotated[str, Length(20)] = ""
    paper: Annotated[str, Length(40)] = "A4"
    lang: Annotated[str, Length(20)] = "en"
    ink: Annotated[str, Length(20)] = "colour"
    set_: Annotated[str, Length(60)] = ""
    backs: bool = True
    codes: bool = False
    fillable: bool = False
    options: Mapping[Annotated[str, Length(20)], Annotated[str, Length(80)]] = field(default_factory=dict)
    printer: Annotated[str, Length(60)] = ""

    def order(self) -> PressOrder:
        return PressOrder(**asdict(self))


class PicturesBody(Struct, frozen=True):
    """Pages whose pictures are wanted, counted from 1; `large` to read them."""

    pages: Annotated[tuple[Annotated[int, Between(1, 10_000)], ...], Length(BATCH, 1)]
    large: bool = False
