"""Where the places to write in lie on a page that can be read: data that drawing and reading share.

A geometry is one version of one pad of one game. It never changes: a moved box is a new version with a file of its
own, and the old files stay for the pages that are already printed. Files are JSON in millimetres in the reading frame,
origin top left, y down: groups → values → centre, size, shape.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from companion.words import data_folder
from printables.imposition import Box
from printables.paper import A4, A5, LETTER
from printables.pieces import pieces
from printables.reading.markers import FRAMES, LARGE, Frame, frame_of, frame_on, marker_boxes

Kind = Literal["number", "text", "choice", "die", "tick", "card"]
"""What is written in a group: a number (each value a box of it), a text, one of the values, a die that lies on a
square, ticks of which any may be set, or a card that lies on a place."""

Shape = Literal["box", "square", "circle"]

FORMAT = 1


class Value(Struct, frozen=True):
    """One place: its centre, its size and its shape."""

    key: str
    x: float
    y: float
    width: float
    height: float
    shape: Shape = "box"

    @property
    def box(self) -> Box:
        return Box.around(self.x, self.y, self.width, self.height)

    @classmethod
    def of(cls, key: str, box: Box, shape: Shape = "box") -> Value:
        """The value whose place is a box, on hundredths of a millimetre."""
        x, y = box.centre
        return cls(key, round(x, 2), round(y, 2), round(box.width, 2), round(box.height, 2), shape)


class Group(Struct, frozen=True):
    """Values that belong together: the boxes of one row and player, the cells of one grid."""

    key: str
    kind: Kind
    values: tuple[Value, ...]

    def __getitem__(self, key: str) -> Value:
        return next(value for value in self.values if value.key == key)

    @property
    def box(self) -> Box:
        """The smallest box around all values."""
        boxes = [value.box for value in self.values]
        x, y = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


class PageGeometry(Struct, frozen=True, dict=True):
    """One page: where its code stands, and its groups in the order in which they are filled in."""

    code: Box
    groups: tuple[Group, ...]

    def __post_init__(self) -> None:
        if len(self._by_key) != len(self.groups):
            raise ValueError("two groups of a page have the same key")

    @cached_property
    def _by_key(self) -> dict[str, Group]:
        return {group.key: group for group in self.groups}

    def __getitem__(self, key: str) -> Group:
        return self._by_key[key]

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def boxes(self) -> Iterator[Box]:
        for group in self.groups:
            for value in group.values:
                yield value.box


class Geometry(Struct, frozen=True):
    """A version of a pad: `pad` is its letter in the code of the page (P a score pad, S a character sheet).

    Each frame has versions of its own: the paper in the code tells which.
    """

    pad: str
    version: int
    pages: tuple[PageGeometry, ...]
    frame: Frame = LARGE

    @property
    def file(self) -> str:
        """The name of its file."""
        return "-".join((self.pad, *filter(None, (self.frame.name,)), f"{self.version}.json"))

    def text(self) -> str:
        """The file: JSON with one group on a line."""
        head = {
            "format": FORMAT,
            "pad": self.pad,
            "version": self.version,
            "frame": [self.frame.width, self.frame.height],
            "papers": {
                p.code: [round(frame_on(p).x, 3), round(frame_on(p).y, 3)]
                for p in (A4, LETTER, A5, *pieces())
                if frame_of(p) == self.frame
            },
            "markers": [[*box.centre, box.width] for box in marker_boxes(self.frame)],
        }
        lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
        pages = ",\n".join(_page_text(page) for page in self.pages)
        return "{\n" + "\n".join(lines) + f'\n "pages": [\n{pages}\n ]\n}}\n'


def _page_text(page: PageGeometry) -> str:
    groups = ",\n".join(f"    {json.dumps(_group_plain(group))}" for group in page.groups)
    code = json.dumps([*page.code.centre, page.code.width])
    return f'  {{"code": {code},\n   "groups": [\n{groups}\n   ]}}'


def _group_plain(group: Group) -> dict[str, Any]:
    values = {
        value.key: {"at": [value.x, value.y], "size": [value.width, value.height], "shape": value.shape}
        for value in group.values
    }
    return {"key": group.key, "kind": group.kind, "values": values}


def parse(text: str) -> Geometry:
    """The geometry that a file holds. Raises ValueError for a format or a frame that we do not know."""
    data = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError(f"geometry format {data['format']}, known is {FORMAT}")
    frame = next((known for known in FRAMES if [known.width, known.height] == data["frame"]), None)
    if frame is None:
        raise ValueError(f"frame {data['frame']}")
    return Geometry(data["pad"], data["version"], tuple(_page(page) for page in data["pages"]), frame)


def _page(data: Mapping[str, Any]) -> PageGeometry:
    x, y, side = data["code"]
    return PageGeometry(Box.around(x, y, side), tuple(_group(group) for group in data["groups"]))


def _group(data: Mapping[str, Any]) -> Group:
    if data["kind"] not in get_args(Kind):
        raise ValueError(f"kind {data['kind']}")
    values = tuple(
        Value(key, float(v["at"][0]), float(v["at"][1]), float(v["size"][0]), float(v["size"][1]), v["shape"])
        for key, v in data["values"].items()
    )
    return Group(data["key"], data["kind"], values)


@cache
def stored(package: str, pad: str, frame: Frame = LARGE) -> tuple[Geometry, ...]:
    """Every version of a pad that a package brings in its folder `geometry/` for a frame, the newest last; none if it
    has none."""
    folder = data_folder(package).joinpath("geometry")
    return _versions(folder, pad, frame) if folder.is_dir() else ()


def _versions(folder: Path, pad: str, frame: Frame, before: str = "") -> tuple[Geometry, ...]:
    """The versions in a folder, in files whose names begin with `before`."""
    ours = re.compile(re.escape(before + "-".join(filter(None, (pad, frame.name)))) + r"-\d+\.json")
    names = [path.name for path in folder.iterdir() if ours.fullmatch(path.name)]
    found = [parse(folder.joinpath(name).read_text(encoding="utf-8")) for name in names]
    return tuple(sorted(found, key=lambda geometry: geometry.version))


def kept(folder: Path, name: str, layout: Geometry) -> Geometry:
    """The geometry to draw of a pad that belongs to no game, and is kept in a folder under a name: a layout that is
    there already in the version it has, any other as the next version. Raises ValueError for a file of such a name
    that is no geometry, OSError for a folder that cannot be read."""
    known = _versions(folder, layout.pad, layout.frame, f"{name}-")
    same = [geometry for geometry in known if replace(layout, version=geometry.version) == geometry]
    return same[-1] if same else replace(layout, version=known[-1].version + 1 if known else 1)


def keep(folder: Path, name: str, geometry: Geometry) -> Path:
    """Keep a geometry that `kept` has answered with; answers with its file. No file is ever changed. Raises OSError."""
    path = folder / f"{name}-{geometry.file}"
    if not path.exists():
        with path.open("x", encoding="utf-8") as file:
            file.write(geometry.text())
    return path


def newest(package: str | None, pad: str, layout: Geometry) -> Geometry:
    """The geometry to draw: the stored one that the present layout has become.

    A layout that nobody has stored yet is drawn as version 0, so that no row of a changed score sheet goes missing.
    """
    versions = stored(package, pad, layout.frame) if package else ()
    same = versions and replace(layout, version=versions[-1].version) == versions[-1]
    return versions[-1] if same else layout
