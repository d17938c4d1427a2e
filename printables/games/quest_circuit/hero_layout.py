"""Where everything on a hero sheet lies that is written on, or that a tracker or a card lies on.

Rows of cards are wider than the room between the markers: the upper one has three and stands between the middle ones,
the lower one has four and stands below them.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.quest_circuit.content import SLOTS, STATS
from printables.faces.furniture import RIGHT, SIDES
from printables.games.quest_circuit.small import SMALL
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import FRAME

HERO = "H"
STEP, PITCH_Y = 11.4, 11.7
"""The side of a box of a track: a tracker of 11 mm lies in it; and from one track to the next."""

CODE = Box(0, SIDES[0].y, 20, 20)
HEAD = Box(38, SIDES[0].y, FRAME[0] - 38, 24)
PLAYER = Box(38, HEAD.bottom - 7, 60, 7)
NAME = Box(58, HEAD.y + 0.4, 42, 15.6)
POWER = Box(103, HEAD.y, FRAME[0] - 103, HEAD.height)
WRITTEN = {
    "name": Box(NAME.x, NAME.y, NAME.width, 10.6),
    "power": Box(POWER.x + 1.6, POWER.y + 6.4, POWER.width - 3.2, 12),
}
"""What is written on the sheet of a hero of one's own."""

LABELS = 25.0
TRACK_TOP = 42.6
ROWS = (("level", range(1, 11)), ("xp", range(10)), ("health", range(1, 11)), ("health", range(11, 21)),
        ("mana", range(1, 11)))  # fmt: skip
"""The tracks row by row; a hero rarely needs more, and then two trackers lie on one track."""

TRACK_WIDTH = LABELS + 10 * STEP
TOTALS = Box(TRACK_WIDTH + 4, TRACK_TOP, FRAME[0] - TRACK_WIDTH - 4, len(ROWS) * PITCH_Y - 0.3)
PLACE = (SMALL.width + 1.6, SMALL.height + 1.4)
TITLE = 5.2
PLACES = (TRACK_TOP + len(ROWS) * PITCH_Y + 0.7, TRACK_TOP + len(ROWS) * PITCH_Y + 0.7 + PLACE[1] + TITLE + 0.6)
"""Where the two rows of places for cards begin, with the names above them."""

UPPER = (RIGHT - 15.0 - 3 * PLACE[0]) / 2
LOWER = (FRAME[0] - 4 * PLACE[0]) / 3


def places() -> dict[str, Box]:
    """The places of cards by slot; the last is for what is not worn."""
    found = {}
    for n, slot in enumerate((*SLOTS, "inventory")):
        x = 15.0 + n * (PLACE[0] + UPPER) if n < 3 else (n - 3) * (PLACE[0] + LOWER)
        found[slot] = Box(x, PLACES[n >= 3] + TITLE, *PLACE)
    return found


def layout() -> Geometry:
    """The sheet as it is laid out at present, the same for every hero."""
    return Geometry(HERO, 0, (PageGeometry(CODE, tuple(_groups())),))


def _groups() -> Iterator[Group]:
    yield Group("player", "text", (Value.of("value", PLAYER),))
    for key, box in WRITTEN.items():
        yield Group(key, "text", (Value.of("value", box),))
    tracks: dict[str, list[Value]] = {}
    for n, (track, values) in enumerate(ROWS):
        boxes = [Box(LABELS + k * STEP, TRACK_TOP + n * PITCH_Y, STEP, STEP) for k in range(len(values))]
        tracks.setdefault(track, []).extend(
            Value.of(str(value), box, "square") for value, box in zip(values, boxes, strict=True)
        )
    for track, found in tracks.items():
        yield Group(f"track.{track}", "choice", tuple(found))
    for stat, (innate, total) in total_boxes().items():
        yield Group(f"total.{stat}", "number", (Value.of("innate", innate), Value.of("value", total)))
    for slot, box in places().items():
        yield Group(f"card.{slot}", "card", (Value.of("value", box),))


def total_boxes() -> dict[str, tuple[Box, Box]]:
    """By value: what is innate, and the sum with the equipment."""
    high = TOTALS.height / (len(STATS) + 1)
    rows = {stat: TOTALS.y + n * high for n, stat in enumerate(STATS, 1)}
    return {
        stat: (Box(TOTALS.right - 24, y, 11, high).inset(0.6, 0.8), Box(TOTALS.right - 12, y, 11, high).inset(0.6, 0.8))
        for stat, y in rows.items()
    }
