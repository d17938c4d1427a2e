"""What makes a page readable by a camera: six markers, a code, and the file that says where everything lies; found by
other tools on pictures of sheets, and of the leaves that sheets of pads are cut into."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from typing import Any

import pytest
from camera import code_on, cut_off, stands_where_its_file_says
from PIL import Image
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.words import LANGUAGES
from printables.faces.pad_rows import rows_of
from printables.imposition import Box
from printables.items import PadStock
from printables.paper import A4, A5, find_paper
from printables.pieces import COUNTS, cut_into
from printables.press import all_prints, items_of, print_items
from printables.reading.geometry import Geometry, newest, stored
from printables.reading.markers import frame_of, frame_on, marker_boxes

GAMES = ("roll-player", "quest-circuit", "pebbles")
OURS = GAMES[:2]
PAPERS = ("A4", "Letter")
INKS = ("colour", "grey", "saver")
LONG = bool(os.environ.get("TABLESIDE_SOAK"))


@cache
def pdf(
    game: str, item: str, paper: str = "A4", lang: str = "en", ink: str = "colour", up: int = 1, **more: Any
) -> bytes:
    return print_items(game, [item], paper, lang, ink, pad=PadStock(up, **more))


@cache
def picture(content: bytes, page: int, dpi: int) -> Image.Image:
    return PdfDocument(content)[page].render(scale=dpi / 72).to_pil().convert("L")


def geometry_of(game: str, item: str, paper: str) -> Geometry:
    """What is drawn of an item on a paper: the newest version of its geometry."""
    found, prints, frame = find_game(game), all_prints().get(game), frame_of(find_paper(paper))
    layout = items_of(found)[item].layout
    assert layout is not None
    return newest(prints.package if prints else None, layout(found, frame).pad, layout(found, frame))


def readable(game: str) -> Iterator[tuple[str, Geometry]]:
    """Everything of a game that can be read, on A4: the item, and its geometry."""
    for item in items_of(find_game(game)).values():
        if item.layout is not None:
            yield item.key, geometry_of(game, item.key, "A4")


# Sheets

SHEETS = [(game, item) for game in GAMES for item, _ in readable(game)]
JOBS = [
    (game, item, PAPERS[n % 2], LANGUAGES[n // 2 % 2], INKS[n % 3]) for n, (game, item) in enumerate(SHEETS)
] if not LONG else [
    (game, item, *way) for game, item in SHEETS for way in product(PAPERS, LANGUAGES, INKS)
]  # fmt: skip
"""Each sheet once, papers, languages and inks in turn; or, if there is time, in all of them."""

JOBS += [(game, "score-pad", "A5", "en", "saver") for game in GAMES]


def test_everything_that_is_written_or_laid_on_can_be_read() -> None:
    assert {item for game, item in SHEETS if game == "roll-player"} == {
        "score-pad", "bubble-pad", "character-sheet", "hero-record", "set-up", "solo-board",
    }  # fmt: skip
    assert {item for game, item in SHEETS if game == "quest-circuit"} == {
        "score-pad", "bubble-pad", "hero-sheets", "solo-sheet", "campaign-log",
    }  # fmt: skip
    assert {item for game, item in SHEETS if game == "pebbles"} == {"score-pad", "bubble-pad"}


@pytest.mark.parametrize("game", OURS)
def test_a_geometry_is_kept_of_everything_that_can_be_read(game: str) -> None:
    """Whatever our games print carries a version that is kept, on every paper and in every size of a pad."""
    package = all_prints()[game].package
    for item in items_of(find_game(game)).values():
        for layout in item.layouts(find_game(game)):
            assert stored(package, layout.pad, layout.frame), (item.key, layout.frame.name)
    frames = {frame_of(cut_into(find_paper(paper), up).piece) for paper in PAPERS for up in COUNTS} | {frame_of(A5)}
    assert {frame for frame in frames if stored(package, "P", frame)} == frames


@pytest.mark.parametrize("job", JOBS, ids="-".join)
def test_six_markers_stand_where_the_geometry_says_and_the_code_is_read(job: tuple[str, ...]) -> None:
    """Within 0.1 mm, by OpenCV's detector on a picture of the page; the code by another reader at 150 dpi."""
    game, item, paper, *_ = job
    content, geometry = pdf(*job), geometry_of(game, item, paper)
    pages = 1 if item == "solo-sheet" else len(PdfDocument(content))  # its second page is only looked at
    for page in range(pages) if LONG else dict.fromkeys((0, pages - 1)):
        code = code_on(picture(content, page, 150))
        assert (code.pad, code.version, code.paper) == (geometry.pad, geometry.version, find_paper(paper).code)
        assert code.page <= len(geometry.pages)
        stands_where_its_file_says(picture(content, page, 300), geometry, frame_on(find_paper(paper)))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_drawn_leaves_markers_and_codes_alone(game: str) -> None:
    """5 mm around each marker, and the quiet zone of four modules around the code, are bare paper."""
    for item, geometry in readable(game):
        content = pdf(game, item, "A4", "ru", "saver")
        origin = frame_on(A4)
        image = picture(content, 0, 100).point(lambda value: 255 if value < 250 else 0)
        code = geometry.pages[0].code
        zones = [(box, 5.0) for box in marker_boxes(geometry.frame)] + [(code, 3.6)]
        for box, clear in zones:
            around = image.copy()
            inner = [round((v + d) * 100 / 25.4) for v, d in
                     ((origin.x + box.x, -0.4), (origin.y + box.y, -0.4), (origin.x + box.right, 0.4),
                      (origin.y + box.bottom, 0.4 if box is not code else 4.6))]  # fmt: skip
            around.paste(0, (inner[0], inner[1], inner[2], inner[3]))
            outer = [origin.x + box.x - clear + 0.3, origin.y + box.y - clear + 0.3,
                     origin.x + box.right + clear - 0.3, origin.y + box.bottom + clear - 0.3]  # fmt: skip
            part = around.crop(tuple(max(round(v * 100 / 25.4), 0) for v in outer))
            if box is code:  # its text stands below it
                part = part.crop((0, 0, part.width, part.height - round(3.4 * 100 / 25.4)))
            assert part.getbbox() is None, (item, box)


@pytest.mark.parametrize("game", GAMES)
def test_places_to_write_in_do_not_meet(game: str) -> None:
    for item, geometry in readable(game):
        frame = Box(0, 0, geometry.frame.width, geometry.frame.height)
        for page in geometry.pages:
            boxes = [box.inset(0.02) for box in page.boxes()]
            assert all(frame.x <= b.x and b.right <= frame.right and b.bottom <= frame.bottom for b in boxes)
            assert not any(one.meets(other) for one, other in combinations(boxes, 2)), item
            assert not any(box.meets(marker.inset(-5)) for box in boxes for marker in marker_boxes(geometry.frame))


# Leaves that are cut off

SEVERAL = [(paper, up) for up in COUNTS[1:] for paper in PAPERS]
CUT = [
    (game, paper, lang, ink, up)
    for game, (paper, up), lang, ink in product(OURS, SEVERAL, LANGUAGES, INKS)
    if LONG or (game, lang, ink) == tuple(
        choice[sha256(f"{paper} {up} {choice}".encode()).digest()[0] % len(choice)]
        for choice in (OURS, LANGUAGES, INKS)
    )
]  # fmt: skip
"""Each number of pads to a sheet on each paper: once, or in every game, language and ink."""


@pytest.mark.parametrize("job", CUT, ids=lambda job: "-".join(map(str, job)))
def test_every_leaf_is_read_after_it_is_cut_off(job: tuple[Any, ...]) -> None:
    """Each leaf of each sheet alone, turned upright: six markers of 8 mm within 0.1 mm of where the geometry that is
    kept says, 10 mm or more from its edges, and its code at 150 dpi."""
    game, paper, lang, ink, up = job
    content = pdf(game, "score-pad", paper, lang, ink, up)
    cut = cut_into(find_paper(paper), up)
    frame = frame_of(cut.piece)
    (geometry,) = stored(all_prints()[game].package, "P", frame)
    origin = Box.around(cut.piece.width / 2, cut.piece.height / 2, frame.width, frame.height)
    assert frame.side == 8
    assert min(origin.x, origin.y) >= 10 - 1e-9
    for page in range(len(PdfDocument(content))):
        sheet = picture(content, page, 300)
        for n in range(up):
            piece = cut_off(sheet, cut, n, 300)
            stands_where_its_file_says(piece, geometry, origin)
            said = code_on(piece.resize((piece.width // 2, piece.height // 2)))
            assert (said.pad, said.version, said.page, said.paper) == ("P", 1, page + 1, cut.piece.code)


LOW = [(paper, up) for paper, up in SEVERAL if up > 4]


@pytest.mark.parametrize(("paper", "up"), LOW)
@pytest.mark.parametrize("game", OURS)
def test_K18_what_finds_no_room_on_a_low_leaf_goes_on_on_a_second(game: str, paper: str, up: int) -> None:
    """Every row of the short pad stands on one leaf, for each of four players; two leaves are enough, and no row is
    lower than 5.3 mm. Whoever plays stands on both."""
    (geometry,) = stored(all_prints()[game].package, "P", frame_of(cut_into(find_paper(paper), up).piece))
    rows = [row.key for block in rows_of(find_game(game)).short.blocks for row in block.rows]
    keys = Counter(group.key for page in geometry.pages for group in page.groups)
    assert len(geometry.pages) <= 2
    assert all(keys[f"{player}.{row}"] == 1 for player in "1234" for row in rows)
    assert all(keys[f"{player}.heading.name"] == len(geometry.pages) for player in "1234")
    assert (
        min(box.height for page in geometry.pages for box in page.boxes()) >= 5.3 - 0.2
    )  # less the gaps between boxes


@pytest.mark.parametrize(("paper", "up"), LOW)
def test_a_low_leaf_keeps_its_markers_and_its_code_bare(paper: str, up: int) -> None:
    """5 mm around each marker; around the code four of its modules, but for the code in letters below it; with a strip
    for the glue and a line to tear along, too."""
    content = pdf("roll-player", "score-pad", paper, "ru", "saver", up, binding=True, tear_off=True)
    cut = cut_into(find_paper(paper), up)
    (geometry,) = stored(all_prints()["roll-player"].package, "P", frame_of(cut.piece))
    frame = geometry.frame
    left, top = (cut.piece.width - frame.width) / 2, (cut.piece.height - frame.height) / 2
    leaf = cut_off(picture(content, 0, 200), cut, up - 1, 200).point(lambda value: 255 if value < 250 else 0)
    code = geometry.pages[0].code
    assert code.width >= 17
    for box in marker_boxes(frame):
        _erase(leaf, Box(left + box.x, top + box.y, box.width, box.height).inset(-0.2))
    _erase(leaf, Box(left + code.x, top + code.y, code.width, code.height).inset(-0.2))
    for box in marker_boxes(frame):
        around = Box(left + box.x, top + box.y, box.width, box.height).inset(-4.7)
        assert _crop(leaf, around).getbbox() is None, box
    quiet = 4 * code.width / 21 - 0.3
    beside = Box(left + code.x - quiet, top + code.y - quiet, code.width + 2 * quiet, code.height + quiet + 0.8)
    assert _crop(leaf, beside).getbbox() is None


def _pixels(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(side * 200 / 25.4) for side in (box.x, box.y, box.right, box.bottom))
    return left, top, right, bottom


def _erase(image: Image.Image, box: Box) -> None:
    image.paste(0, _pixels(box))


def _crop(image: Image.Image, box: Box) -> Image.Image:
    return image.crop(_pixels(box))
