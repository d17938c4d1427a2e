"""Cut lines opened by readers that did not write them: they lie on the edges of the cards, and nothing is cut twice."""

from __future__ import annotations

import io
import math
from pathlib import Path

import ezdxf
import pdfplumber
import pytest
from decks import POKER, lines, printed, sheet_pages
from svgelements import SVG, Rect, Shape, SimpleLine

from companion.game import UnknownName
from printables.cutting import KINDS, CutFile, cut_files
from printables.imposition import Box, Setting, SheetSide, Stock
from printables.options import read_setting
from printables.paper import MM

NEAR = 0.01
"""What a line may be off by (mm)."""

Stroke = tuple[float, float, float, float]

WAYS = [
    pytest.param({}, id="touching"),
    pytest.param({"gutter": "4"}, id="apart"),
    pytest.param({"layout": "strips"}, id="strips"),
    pytest.param({"layout": "gutter-fold"}, id="gutter-fold"),
    pytest.param({"registration": "yes"}, id="registration"),
    pytest.param({"turn": "lying", "flip": "short"}, id="lying"),
]
each_kind = pytest.mark.parametrize("kind", KINDS)
each_way = pytest.mark.parametrize("asked", WAYS)


def made(count: int, kind: str, stock: Stock = POKER, **asked: str) -> tuple[list[SheetSide], list[CutFile], Setting]:
    pages = sheet_pages(count, stock, **asked)
    setting = read_setting({key.replace("_", "-"): value for key, value in asked.items()})
    return [page.side for page in pages if page.side], cut_files(pages, setting, kind), setting


def strokes(file: CutFile, kind: str, layer: str, high: float, tmp_path: Path) -> list[Stroke]:
    """The straight lines of a layer in mm from the upper left corner, each from its left or top."""
    found = _svg(file, layer) if kind == "svg" else _dxf(file, layer, high, tmp_path)
    return [(*min(a, b), *max(a, b)) for a, b in found]


def _svg(file: CutFile, layer: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    # 96 points to an inch, as a browser counts them
    document = SVG.parse(io.StringIO(file.text), ppi=96)
    scale = 25.4 / 96
    (group,) = [one for one in document.elements() if getattr(one, "id", None) == layer] or [()]
    return [
        ((float(one.x1) * scale, float(one.y1) * scale), (float(one.x2) * scale, float(one.y2) * scale))
        for one in (shape.reify() if isinstance(shape, Shape) else shape for shape in group)
        if isinstance(one, SimpleLine)
    ]


def _dxf(
    file: CutFile, layer: str, high: float, tmp_path: Path
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    path = tmp_path / "cuts.dxf"
    path.write_text(file.text, encoding="ascii")
    document = ezdxf.readfile(path)
    assert (document.dxfversion, document.units) == ("AC1009", ezdxf.units.MM)
    assert document.audit().errors == document.audit().fixes == []
    return [
        ((one.dxf.start.x, high - one.dxf.start.y), (one.dxf.end.x, high - one.dxf.end.y))
        for one in document.modelspace().query(f'LINE[layer=="{layer}"]')
    ]


def on_an_edge(stroke: Stroke, pieces: list[Box]) -> bool:
    """Whether every millimetre of a line lies on an edge of something that is cut out."""
    x1, y1, x2, y2 = stroke
    long = math.dist((x1, y1), (x2, y2))
    return all(
        any(_edge(box, x1 + (x2 - x1) * at / long, y1 + (y2 - y1) * at / long) for box in pieces)
        for at in range(math.ceil(long))
    )


def _edge(box: Box, x: float, y: float) -> bool:
    inside = box.x - NEAR <= x <= box.right + NEAR and box.y - NEAR <= y <= box.bottom + NEAR
    return inside and min(abs(x - box.x), abs(x - box.right), abs(y - box.y), abs(y - box.bottom)) <= NEAR


def covered(edge: Stroke, strokes: list[Stroke]) -> bool:
    """Whether a line runs along a whole edge."""
    x1, y1, x2, y2 = edge
    return any(
        (abs(a - x1) <= NEAR and abs(c - x2) <= NEAR and b <= y1 + NEAR and d >= y2 - NEAR and x1 == x2)
        or (abs(b - y1) <= NEAR and abs(d - y2) <= NEAR and a <= x1 + NEAR and c >= x2 - NEAR and y1 == y2)
        for a, b, c, d in strokes
    )


def edges(box: Box) -> list[Stroke]:
    return [
        (box.x, box.y, box.right, box.y), (box.x, box.bottom, box.right, box.bottom),
        (box.x, box.y, box.x, box.bottom), (box.right, box.y, box.right, box.bottom),
    ]  # fmt: skip


def cut_out(side: SheetSide) -> list[Box]:
    """What is cut out of a sheet, from where its cards lie: fronts, and with them backs that touch them at a fold."""
    fronts = {spot.index: spot.box for spot in side.spots if spot.side == "front"}
    backs = {spot.index: spot.box for spot in side.spots if spot.side == "back"}
    found = []
    for index, front in fronts.items():
        back = backs.get(index)
        if back is not None and (abs(back.x - front.right) < NEAR or abs(back.y - front.bottom) < NEAR):
            front = Box(front.x, front.y, back.right - front.x, back.bottom - front.y)
        found.append(front)
    return found


@each_kind
@each_way
def test_the_cuts_are_the_edges_of_the_cards(kind: str, asked: dict[str, str], tmp_path: Path) -> None:
    sides, files, _ = made(5, kind, **asked)
    side, file = sides[0], files[0]
    found, pieces = strokes(file, kind, "CUT", side.sheet.bottom, tmp_path), cut_out(side)
    assert found
    assert all(on_an_edge(stroke, pieces) for stroke in found)
    assert all(covered(edge, found) for piece in pieces for edge in edges(piece))
    folds = strokes(file, kind, "FOLD", side.sheet.bottom, tmp_path)
    assert bool(folds) == (asked.get("layout") == "strips")
    for x1, y1, x2, y2 in folds:
        assert any(abs(x1 - piece.centre[0]) < NEAR and abs(x2 - piece.centre[0]) < NEAR for piece in pieces), (y1, y2)


@each_kind
def test_cards_that_touch_are_parted_by_one_cut(kind: str, tmp_path: Path) -> None:
    sides, files, _ = made(9, kind)
    found = strokes(files[0], kind, "CUT", 297, tmp_path)
    assert len(found) == 4 + 4
    assert sum(math.dist(stroke[:2], stroke[2:]) for stroke in found) == pytest.approx(4 * 189 + 4 * 264, abs=0.1)
    assert len(sides) == 2


@each_kind
def test_a_file_for_every_different_sheet(kind: str) -> None:
    _, files, _ = made(20, kind)
    assert [file.pages for file in files] == [(1, 3), (5,)]
    assert made(4, kind, layout="single")[1] == []


@each_kind
def test_what_a_machine_looks_for_lies_where_it_is_printed(kind: str, tmp_path: Path) -> None:
    sides, files, _ = made(4, kind, registration="yes")
    found = strokes(files[0], kind, "REGISTRATION", 297, tmp_path)
    with pdfplumber.open(io.BytesIO(printed(4, registration="yes", marks="none", ruler="no"))) as document:
        page = document.pages[0]
        shown = lines(page)
        squares = [r for r in page.rects if r["width"] == pytest.approx(5 * MM, abs=0.02)]
    assert len(found) == len(shown) == 4
    for one in shown:
        assert any(other == pytest.approx(one, abs=NEAR) for other in found)
    assert len(squares) == 1
    for x1, y1, x2, y2 in shown:
        around = Box(x1 - 1, y1 - 1, x2 - x1 + 2, y2 - y1 + 2)
        assert not any(around.meets(slot) for slot in sides[0].slots)


def test_round_corners_are_arcs_of_their_radius(tmp_path: Path) -> None:
    _, files, _ = made(2, "dxf", gutter="4", corner="3")
    path = tmp_path / "round.dxf"
    path.write_text(files[0].text, encoding="ascii")
    outlines = ezdxf.readfile(path).modelspace().query('POLYLINE[layer=="CUT"]')
    assert len(outlines) == 2
    for outline in outlines:
        arcs = [entity for entity in outline.virtual_entities() if entity.dxftype() == "ARC"]
        assert [arc.dxf.radius for arc in arcs] == pytest.approx([3] * 4)
        points = [vertex.dxf.location for vertex in outline.vertices]
        assert max(p.x for p in points) - min(p.x for p in points) == pytest.approx(63)
    _, files, _ = made(2, "svg", gutter="4", corner="3")
    rects = [one for one in SVG.parse(io.StringIO(files[0].text), ppi=96).elements() if isinstance(one, Rect)]
    assert len(rects) == 2
    assert [round(float(one.rx) * 25.4 / 96, 3) for one in rects] == [3, 3]


def test_another_kind_of_file_is_refused_with_the_kinds_there_are() -> None:
    with pytest.raises(UnknownName) as refused:
        made(1, "pdf")
    assert refused.value.args_["near"] in ("dxf, svg", "dxf")
