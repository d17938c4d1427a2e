"""The page of a seat: one sentence, the moves, and the panels, from what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct, field

from companion.checklist import Checklist
from companion.moves import Form, Move
from companion.panels import Grid, Hand, Pile, Placed, Remark, Ring, Row, Stack
from companion.side_table import SideTable
from companion.tally import Tally
from companion.view import Viewer
from companion.words import Word, Words
from webapp.pages import coloured
from webapp.render import form_json, heard, say
from webapp.tables import Folded
from webapp.views import entry_label

MANY = 6
"""A row with more places than this is laid out wide."""


class Choices(Struct, frozen=True):
    """What a seat may do, sorted by where it is done.

    buttons: moves of their own. options: moves and forms that are made on the panels, and forms that are folded away,
    for the page's script. places: the places in the panels that can be touched. due: the places of the first move, if
    that is made on the panels by somebody who is to act (games yield what is due before what is allowed at any time).
    folds: forms that are folded away, under their titles.
    """

    buttons: tuple[Mapping[str, Any], ...] = ()
    options: tuple[Mapping[str, Any], ...] = ()
    places: frozenset[str] = frozenset()
    due: frozenset[str] = frozenset()
    folds: tuple[Fold, ...] = ()


class Fold(Struct, frozen=True):
    """Forms that are folded away: their kind of move, and what the fold is called."""

    type: str
    title: str


class Arranged(Struct, frozen=True):
    """The panels of a page by area, and whether the viewer's own come before the shared ones."""

    areas: Mapping[str, tuple[Placed, ...]] = field(default_factory=dict)
    mine_first: bool = False
    crowded: bool = False
    """Something on the shared panels has so many places that it wants the width."""


def arranged(panels: Iterable[Placed], due: frozenset[str]) -> Arranged:
    """What is to be touched now stands first: on the viewer's own panels, unless it lies on the shared ones."""
    panels = tuple(panels)
    areas = {area: tuple(p for p in panels if p.area == area) for area in ("board", "mine", "others")}
    if not due or due & places_of(areas["board"]):
        return Arranged(areas, crowded=any(len(_slots(placed.panel)) > MANY for placed in areas["board"]))
    mine = sorted(areas["mine"], key=lambda placed: not due & places_of([placed]))
    return Arranged({**areas, "mine": tuple(mine)}, True)


def steps(folded: Folded, words: Words) -> list[Mapping[str, Any]]:
    """The checklists of the game for this table, said: `{key, title, steps}`."""
    table = folded.table
    return [
        {
            "key": each.key,
            "title": words(f"checklist.{each.key}.title"),
            "steps": [say(words, step) for step in each.words(table.options, len(table.seats))],
        }
        for each in _checklists(table.game)
    ]


def _checklists(game: Any) -> tuple[Checklist, ...]:
    """The checklists of a game, read from its files once."""
    if isinstance(game, SideTable):
        return ()
    if game.key not in _READ:
        _READ[game.key] = game.checklists
    return _READ[game.key]


_READ: dict[str, tuple[Checklist, ...]] = {}


def _slots(panel: Any) -> tuple[Any, ...]:
    if isinstance(panel, Ring):
        return panel.cells
    return panel.slots if isinstance(panel, Row) else ()


def places_of(panels: Iterable[Placed]) -> frozenset[str]:
    """Every place that the panels show."""
    return frozenset(place for placed in panels for place in _places(placed.panel))


def _places(panel: Any) -> Iterator[str]:
    if isinstance(panel, Grid):
        for row in panel.rows:
            yield from (cell.at for cell in row.cells)
            if row.at is not None:
                yield row.at
    elif isinstance(panel, Ring):
        yield from (cell.at for cell in panel.cells)
    elif isinstance(panel, Row | Hand | Stack):
        yield from (slot.at for slot in panel.slots)
    elif isinstance(panel, Pile) and panel.top is not None:
        yield panel.top.at


def choices(
    folded: Folded,
    seat: Viewer,
    words: Words,
    panels: Iterable[Placed],
    remarks: Iterable[Remark] = (),
    *,
    host: bool,
) -> Choices:
    """The moves and forms of a seat. A move is offered on the panels if they show every place it touches.

    `words` are coloured ones; `remarks` are what an aid says, also of moves that are buttons.
    """
    table = folded.table
    if seat is None or not table.started or table.to_be_told or folded.read_only:
        return Choices()
    game, state, shown = table.game, table.state, places_of(panels)
    forms = [] if isinstance(game, Tally) else [form_shown(words, form, shown) for form in game.forms(state, seat)]
    aids = {remark.at: remark.text for remark in remarks}
    placed = [form for form in forms if form["at"]]
    buttons: list[Mapping[str, Any]] = []
    options: list[Mapping[str, Any]] = []
    due: frozenset[str] = frozenset()
    acts = seat in game.to_act(state)
    for number, move in enumerate(game.moves(state, seat)):
        if move.host_only and not host:
            continue
        made = move.__plain__()
        at = _touched(move, made, shown)
        if number == 0 and acts:
            due = frozenset(at)
        if at and any(_covers(form, made, at) for form in placed):
            continue
        label = say(words, game.label(state, seat, move))
        if at:
            options.append({"move": made, **_said(words, label), "at": list(at)})
        else:
            buttons.append({"move": made, "label": coloured.plain(label), "said": label, "aid": aids.get(_place(made))})
    touched = frozenset(place for option in (*options, *forms) for place in option["at"])
    loose = [form for form in forms if not form["at"]]
    return Choices(tuple(buttons), (*options, *forms), touched & shown, due, _folds(folded, seat, words, loose))


def _touched(move: Move, made: Mapping[str, Any], shown: frozenset[str]) -> tuple[str, ...]:
    """The places that are touched to make a move (`made` is its plain form), if the panels show all of them.

    A move that names none and says one thing only (`choose_race` of an elf) is made at the place `choose_race.elf`,
    where a panel has it.
    """
    at = move.at
    if not at and (place := _place(made)):
        at = (place,)
    return at if at and shown.issuperset(at) else ()


def _place(made: Mapping[str, Any]) -> str:
    """The place that a move is called by if it says one thing only, or nothing at all; "" for any other."""
    said = [value for name, value in made.items() if name != "type"]
    if not said:
        return str(made["type"])
    return f"{made['type']}.{said[0]}" if len(said) == 1 and isinstance(said[0], str | int) else ""


def _covers(form: Mapping[str, Any], made: Mapping[str, Any], at: tuple[str, ...]) -> bool:
    """Whether a form at the same place asks for what this move has settled on."""
    fields = {field["name"] for field in form["fields"]}
    return (
        form["type"] == made["type"]
        and form["at"] == list(at)
        and all(made.get(name) == value for name, value in form["settled"].items())
        and all(name in fields or not value for name, value in made.items() if name not in ("type", *form["settled"]))
    )


def _said(words: Words, label: str) -> dict[str, Any]:
    """A label as plain text, and in pieces where it has colours."""
    found = coloured.parts_json(label, words)
    return {"label": coloured.plain(label)} | ({"parts": found} if found else {})


def form_shown(words: Words, form: Form, shown: frozenset[str]) -> dict[str, Any]:
    """A form for the page's script; `shown` are the places that the panels have."""
    at = list(form.at) if shown.issuperset(form.at) else []
    found = {"settled": {}, **form_json(words, form), "at": at}
    for each in found["fields"]:
        if "labels" in each:
            each["labels"] = {value: coloured.plain(label) for value, label in each["labels"].items()}
    submit = f"submit.{form.type}"
    if submit in words:
        found["submit"] = words(submit)
    return found | _said(words, str(found["label"]))


def _folds(folded: Folded, seat: int, words: Words, forms: Iterable[Mapping[str, Any]]) -> tuple[Fold, ...]:
    """Forms without a place, by kind of move. One that asks what the page asks anyway is called something else."""
    prompt = coloured.plain(say(words, folded.table.game.prompt(folded.table.state, seat)))
    found = []
    for type_, same in groupby(forms, lambda form: str(form["type"])):
        first, *more = same
        own = words(f"fold.{type_}") if f"fold.{type_}" in words else None
        label = words("page.something_else") if more or first["label"] == prompt else str(first["label"])
        found.append(Fold(type_, own or label))
    return tuple(found)


def news(folded: Folded, seat: Viewer, words: Words) -> list[str]:
    """What happened last, in words: the events of the newest entry, or what the entry is called. What an opponent did
    is told in a place of its own, as long as the game goes on."""
    entry = folded.entries[-1]
    if "decisions" in entry.open and folded.table.result is None:
        return []
    if entry.is_act:
        return heard(words, folded.table.told.get(entry.seq, ()), seat)
    return [say(words, entry_label(folded, entry, seat))] if entry.kind in ("undone", "redone") else []


def phase_word(folded: Folded, words: Words) -> Word:
    """What the phase is called; a game that gives its phases no names has its own name there."""
    game = folded.table.game
    if isinstance(game, SideTable):
        return Word(f"option.mode.{folded.table.options['mode']}")
    key = f"phase.{game.phase(folded.table.state)}"
    return Word(key if key in words else "game.name")


def hand_to(folded: Folded, seat: Viewer, mine: Iterable[int]) -> int | None:
    """The seat that this phone should be handed to: one that it holds and that is to act, if the present one is not."""
    to_act = folded.table.game.to_act(folded.table.state)
    if seat is None or seat in to_act:
        return None
    return next((number for number in to_act if number in set(mine)), None)
