"""The kinds of panels that a seat sees, as plain records: the phone has one template per kind, the paper one drawing.

A place in a panel (`Cell.at`, `Slot.at`) is a name like `sheet.STR.2` or `market.7.1`. A move says by its own `at`
which places are touched to make it, so the page can offer a move where it happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.words import Word

Tone = Literal["plain", "good", "bad", "quiet", "accent"]


class Die(Struct, frozen=True):
    """A die as it is shown: the key of its colour in the palette, and its face (None: not rolled)."""

    colour: str
    face: int | None = None


class Remark(Struct, frozen=True):
    """What an aid says at a place: a row of a grid, a slot, or a move (`keep.5`, its type and the one thing it says).
    `when` is a place that is touched first, like the die that the remark is about."""

    at: str
    text: Word
    when: str | None = None


class Cell(Struct, frozen=True):
    """One cell of a grid: a die, or words, or nothing; `mark` is a colour that the cell asks for."""

    at: str
    die: Die | None = None
    text: Word | str | None = None
    mark: str | None = None
    here: bool = False
    """Something stands here (a token on an alignment grid)."""
    tone: Tone = "plain"


class GridRow(Struct, frozen=True):
    """One row of a grid: its heading, its cells, and what is said behind them (a sum, a goal)."""

    key: str
    heading: Word | None
    cells: tuple[Cell, ...]
    after: Word | None = None
    note: Word | None = None
    """What belongs to `after` and is said smaller: the goal of a sum."""
    tone: Tone = "plain"
    at: str | None = None
    """A place of its own: touching the heading means the whole row."""
    remarks: tuple[Remark, ...] = ()


class Grid(Struct, frozen=True):
    """Rows of cells: a dice sheet, an alignment card, a dungeon."""

    key: str
    title: Word
    rows: tuple[GridRow, ...]
    columns: tuple[Word, ...] = ()
    note: Word | None = None


class Track(Struct, frozen=True):
    """A position on a row of steps: level, round, evil."""

    key: str
    title: Word
    at: int
    steps: int
    first: int = 1


class Meter(Struct, frozen=True):
    """A number: life, gold, stars."""

    key: str
    title: Word
    value: int
    most: int | None = None
    symbol: str | None = None
    signed: bool = False
    """Something that is added: +0 says more than 0."""
    bar: bool = False
    """How much of `most` there is can be seen, too."""
    percent: bool = False
    """A share of a hundred."""


class Slot(Struct, frozen=True):
    """One place of a row: a card or a die with its words, and what else lies there."""

    at: str
    title: Word | str
    text: tuple[Word, ...] = ()
    die: Die | None = None
    badge: Word | None = None
    symbols: tuple[str, ...] = ()
    tone: Tone = "plain"
    turned: bool = False
    """A card that lies sideways: used."""
    remarks: tuple[Remark, ...] = ()


class Row(Struct, frozen=True):
    """Ordered places: a market, initiative cards, a player's cards."""

    key: str
    title: Word
    slots: tuple[Slot, ...]
    empty: Word | None = None


class Pile(Struct, frozen=True):
    """A pile of which the number is known, and the top card where it lies open."""

    key: str
    title: Word
    count: int
    top: Slot | None = None


class Hand(Struct, frozen=True):
    """Cards that only their seat sees; for the others a count."""

    key: str
    title: Word
    slots: tuple[Slot, ...] = ()
    count: int = 0


class Stack(Struct, frozen=True):
    """What waits to happen, the newest first."""

    key: str
    title: Word
    slots: tuple[Slot, ...]


class Side(Struct, frozen=True):
    """One side of a duel."""

    title: Word | str
    meters: tuple[Meter, ...] = ()
    dice: tuple[Die, ...] = ()
    token: Token | None = None
    total: Word | None = None
    """What the dice come to, and of what."""


class Duel(Struct, frozen=True):
    """Two sides, and the odds between them."""

    key: str
    title: Word
    left: Side
    right: Side
    odds: Word | None = None
    note: Word | None = None
    """What comes of the dice as they lie."""


class Bar(Struct, frozen=True):
    """One bar of a chart: what stands below it, how large its part of the whole is, and how that is said."""

    label: str
    part: Fraction | float
    said: Word
    tone: Tone = "plain"


class Chart(Struct, frozen=True):
    """How likely each of several ends is: one bar for each, in their order. `lead` says the most important thing in
    large letters, `exact` the same without rounding; `sides` name the bars on the left and on the right."""

    key: str
    title: Word
    bars: tuple[Bar, ...]
    lead: Word | None = None
    exact: str | None = None
    sides: tuple[Word, ...] = ()
    note: Word | None = None

    @property
    def most(self) -> float:
        """The largest part, which the highest bar stands for."""
        return max((float(bar.part) for bar in self.bars), default=0)


class Tick(Struct, frozen=True):
    """One line of a checklist."""

    text: Word
    done: bool = False
    points: int | None = None
    tone: Tone = "plain"


class Checklist(Struct, frozen=True):
    """Lines that are done or not: set-up steps, goals, a score as it stands."""

    key: str
    title: Word
    ticks: tuple[Tick, ...]
    note: Word | None = None


class Note(Struct, frozen=True):
    """A few sentences."""

    key: str
    title: Word | None
    text: tuple[Word, ...]
    tone: Tone = "plain"


class Meters(Struct, frozen=True):
    """Several numbers side by side."""

    key: str
    title: Word
    meters: tuple[Meter, ...]
    small: bool = False
    """Less important than others: a line each."""


class RingCell(Struct, frozen=True):
    """One cell of a ring: its number or name, what lies on it, and the tokens that stand there. `hidden`: something
    lies face down. `symbol` shows what kind of thing lies there, `meters` its numbers. `hint` says what it means to
    go there now; a cell without one is not to be reached."""

    at: str
    title: Word
    text: Word | str | None = None
    tokens: tuple[Token, ...] = ()
    badge: Word | None = None
    hidden: bool = False
    tone: Tone = "plain"
    symbol: str | None = None
    meters: tuple[Meter, ...] = ()
    hint: Word | None = None
    remarks: tuple[Remark, ...] = ()


class Token(Struct, frozen=True):
    """Somebody's token: a colour of the palette, and whose it is."""

    colour: str
    name: Word


class Ring(Struct, frozen=True):
    """Cells in a closed round: after the last comes the first. In its middle stand a heading, the steps of a turn, and
    what lies beside the cells."""

    key: str
    title: Word
    cells: tuple[RingCell, ...]
    note: Word | None = None
    heading: Word | None = None
    steps: tuple[Tick, ...] = ()
    meters: tuple[Meter, ...] = ()


Panel = Ring | Chart | Grid | Track | Meter | Meters | Row | Pile | Hand | Stack | Duel | Checklist | Note


class Placed(Struct, frozen=True):
    """Where a panel stands on the seat's page: `board` is shared, `mine` is the viewer's, `others` the rest."""

    panel: Panel
    area: Literal["board", "mine", "others"] = "mine"
    folded: bool = False


class Aid(Struct, frozen=True):
    """What a game works out for a seat that wants to know its odds: remarks at places, and panels of their own. One
    whose key goes on where another's ends (`fight.odds`) stands below that."""

    remarks: tuple[Remark, ...] = ()
    panels: tuple[Placed, ...] = ()


def joined(panels: Iterable[Placed], aid: Aid) -> tuple[Placed, ...]:
    """The panels of a seat with what the aid says of them."""
    found = list(panels)
    for placed in aid.panels:
        above = [at for at, each in enumerate(found) if placed.panel.key.startswith(f"{each.panel.key}.")]
        found.insert(above[-1] + 1 if above else len(found), placed)
    return remarked(found, aid.remarks)


def remarked(panels: Iterable[Placed], remarks: Iterable[Remark]) -> tuple[Placed, ...]:
    """The panels with the remarks at their rows and slots."""
    found: dict[str, list[Remark]] = {}
    for remark in remarks:
        found.setdefault(remark.at, []).append(remark)
    return tuple(replace(placed, panel=_remarked(placed.panel, found)) for placed in panels)


def _remarked(panel: Panel, found: dict[str, list[Remark]]) -> Panel:
    if isinstance(panel, Grid):
        rows = tuple(replace(row, remarks=tuple(found[row.at])) if row.at in found else row for row in panel.rows)
        return replace(panel, rows=rows)
    if isinstance(panel, Ring):
        cells = tuple(replace(c, remarks=(*c.remarks, *found[c.at])) if c.at in found else c for c in panel.cells)
        return replace(panel, cells=cells)
    if isinstance(panel, Row | Hand | Stack):
        slots = tuple(
            replace(slot, remarks=tuple(found[slot.at])) if slot.at in found else slot for slot in panel.slots
        )
        return replace(panel, slots=slots)
    return panel
