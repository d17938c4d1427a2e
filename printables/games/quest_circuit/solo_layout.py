"""Where everything on the Pretender's sheet lies: level, tracks and turns are read, the rest stands beside."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.quest_circuit.pretender import table
from printables.faces.furniture import BESIDE_CODE, LANE, SIDES
from printables.games.quest_circuit.tokens import TRACKS
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import FRAME

SOLO = "O"
STRIP = 5.6
GAP = 6.0
HALF = (FRAME[0] - GAP) / 2

CODE = Box(0, SIDES[0].y, 20, 20)
ALONE = Box(38, SIDES[0].y, FRAME[0] - 38, BESIDE_CODE.height)
TOP = Box(0, ALONE.bottom + 2.5, FRAME[0], 50)
DECISIONS = Box(TOP.x, TOP.y, 101, TOP.height)
LEVELS = Box(DECISIONS.right + GAP, TOP.y, TOP.right - DECISIONS.right - GAP, TOP.height)
MIDDLE = Box(LANE.x, TOP.bottom + 2.5, LANE.width, SIDES[1].y - TOP.bottom - 3.5)
ROAD = Box(MIDDLE.x, MIDDLE.y, 84, MIDDLE.height)
AFTER = Box(ROAD.right + GAP, MIDDLE.y, MIDDLE.right - ROAD.right - GAP, MIDDLE.height)
TRACKING = Box(0, SIDES[1].y, FRAME[0], 63)
LAST = Box(LANE.x, TRACKING.bottom + 3, LANE.width, LANE.bottom - TRACKING.bottom - 3)

LEVEL_LABEL, LEVEL_HEAD = 36.0, 9.4
"""The column of names in the table of levels, and its head."""

STEP = 11.4
LABELS = 29.0
ROWS = (
    ("level", "score.level", dict(TRACKS)["level"], range(1, 11)),
    ("xp", "score.xp", dict(TRACKS)["xp"], range(10)),
    ("health", "stat.health", dict(TRACKS)["health"], range(1, 15)),
    ("gear", "panel.gear", "shield", range(14)),
)
"""Its tracks: key, word, icon and steps."""

TRACK_TOP = TRACKING.y + STRIP + 1.6
TURNS_Y = TRACK_TOP + len(ROWS) * (STEP + 0.5) + 0.6


def inside(box: Box) -> Box:
    """What is left of a box below its heading."""
    return Box(box.x, box.y + STRIP + 1.6, box.width, box.height - STRIP - 1.6)


def layout() -> Geometry:
    """The sheet as it is laid out at present; its second page is only looked at."""
    return Geometry(SOLO, 0, (PageGeometry(CODE, tuple(_groups())),))


def _groups() -> Iterator[Group]:
    ticks = [Value.of(key, box, "square") for key, box in level_ticks().items()]
    yield Group("level_of_play", "choice", tuple(ticks))
    for n, (key, _, _, values) in enumerate(ROWS):
        boxes = [track_box(n, column) for column in range(len(values))]
        yield Group(
            f"track.{key}",
            "choice",
            tuple(Value.of(str(value), box, "square") for value, box in zip(values, boxes, strict=True)),
        )
    yield Group("turns", "tick", tuple(Value.of(str(n), box) for n, box in enumerate(turn_boxes(), 1)))


def level_ticks() -> dict[str, Box]:
    """The boxes to tick over the levels."""
    levels, room = table().levels, inside(LEVELS)
    width = (room.width - LEVEL_LABEL) / len(levels)
    return {
        key: Box.around(room.x + LEVEL_LABEL + (n + 0.5) * width, room.y + 6.4, 3.6) for n, key in enumerate(levels)
    }


def track_box(row: int, column: int) -> Box:
    """A step of a track."""
    return Box(LABELS + column * STEP, TRACK_TOP + row * (STEP + 0.5), STEP, STEP)


def turn_boxes() -> list[Box]:
    """A small box for each turn up to the longest patience."""
    longest = max(level.patience for level in table().levels.values())
    width = (FRAME[0] - LABELS) / longest
    return [Box(LABELS + n * width, TURNS_Y, width, 6).inset(0.25) for n in range(longest)]
