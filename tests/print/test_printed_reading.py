"""What a camera needs: markers, the code, and the geometry that never changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations

import pytest
import zxingcpp
from msgspec.structs import replace
from print_jobs import GAME, JOBS, Job, said, seen

from companion.game import find_game
from companion.refusals import Refusal
from printables.faces.furniture import FOOTER_BOX
from printables.games.roll_player import prints
from printables.imposition import Box
from printables.paper import PAPERS, find_paper
from printables.press import items_of
from printables.reading.code import QUIET, PageCode, game_letters, matrix, read_code, sheet_id
from printables.reading.geometry import Geometry, newest, parse, stored
from printables.reading.markers import CLEAR, FRAME, FRAMES, frame_on, marker_boxes

MARKERS = {
    0: (".#..", "#.#.", "##..", "##.#"),
    1: ("####", "....", ".##.", ".#.#"),
    2: ("##..", "##..", "##.#", "..#."),
    3: (".##.", ".##.", "#.##", "#..#"),
    4: ("#.#.", "#.##", ".##.", "...#"),
    5: ("#...", ".##.", "..##", "..#."),
}
"""The inner modules of dictionary 4x4_50, ids 0 to 5, # black: as OpenCV 4 draws them (found again by its detector on
the rendered pages of both papers)."""

CENTRES = ((5, 5), (185, 5), (185, 254), (5, 254), (5, 129.5), (185, 129.5))
ORIGINS = {"A4": (10, 19), "Letter": (12.95, 10.2), "A5": (10, 10)}


@pytest.mark.parametrize("page", [0, 1], ids=["pad", "sheet"])
@pytest.mark.parametrize("job", [("A4", "ru", "colour"), ("A4", "en", "saver"), ("Letter", "ru", "grey")], ids="-".join)
def test_the_six_markers_stand_in_their_places(job: Job, page: int) -> None:
    dpi = 150
    image, left, top = seen(job, page, dpi), *ORIGINS[job[0]]

    def dark(x: float, y: float) -> bool:
        return image.getpixel((round((left + x) * dpi / 25.4 - 0.5), round((top + y) * dpi / 25.4 - 0.5))) < 128

    size = 10 / 6
    for marker, (x, y) in enumerate(CENTRES):
        for row in range(6):
            for column in range(6):
                inner = 0 < row < 5 and 0 < column < 5
                black = MARKERS[marker][row - 1][column - 1] == "#" if inner else True
                assert dark(x - 5 + (column + 0.5) * size, y - 5 + (row + 0.5) * size) is black, (marker, row, column)
        for around in range(-5, 6):
            for side in (-6.5, 6.5):
                assert not dark(x + around, y + side)
                assert not dark(x + side, y + around)


def test_the_frame_leaves_ten_millimetres_of_paper_on_every_side() -> None:
    assert FRAME == (190, 259)
    for name, origin in ORIGINS.items():
        paper = PAPERS[name]
        frame = frame_on(paper)
        assert (frame.x, frame.y) == pytest.approx(origin)
        assert min(frame.x, frame.y, paper.width - frame.right, paper.height - frame.bottom) >= 10 - 1e-9


@pytest.mark.parametrize("page", [0, 1], ids=["pad", "sheet"])
@pytest.mark.parametrize("job", [job for job in JOBS if job[2] != "grey"], ids="-".join)
def test_the_code_is_read_from_the_page(job: Job, page: int) -> None:
    found = zxingcpp.read_barcodes(seen(job, page, 150))
    texts = [code.text for code in found if "QR" in str(code.format).upper()]
    assert len(texts) == 1
    said = read_code(texts[0])
    assert (said.game, said.pad, said.version, said.page) == ("RP", "PS"[page], 1, 1)
    assert said.paper == find_paper(job[0]).code


def test_a_code_has_at_most_twenty_characters() -> None:
    assert PageCode("RP", "P", 3, "A4", "K7Q2").text == "TS1:RP:P3:A4:K7Q2"
    assert PageCode("RP", "P", 3, "A4", "K7Q2", page=2).text == "TS1:RP:P3.2:A4:K7Q2"
    with pytest.raises(Refusal) as refused:
        _ = PageCode("RPX", "P", 12, "A4", "K7Q2", page=2).text
    assert refused.value.key == "print.code.long"
    assert all("20" in sentence for sentence in said(refused.value).values())


def test_a_code_is_read_as_it_was_written() -> None:
    code = PageCode("RP", "S", 12, "LT", "K7Q2", page=3)
    assert read_code(code.text) == code
    with pytest.raises(Refusal) as refused:
        read_code("https://example.org")
    assert refused.value.key == "print.code.unreadable"
    assert all("https://example.org" in sentence for sentence in said(refused.value).values())


def test_the_qr_code_is_the_smallest_one() -> None:
    modules = matrix("TS1:RP:P3.2:A4:K7Q2")
    assert len(modules) == 21
    assert {len(row) for row in modules} == {21}


@pytest.mark.parametrize(("key", "letters"), [("two-words", "TW"), ("word", "WO"), ("x", "X"), ("a-b-c", "AB")])
def test_two_letters_for_a_game(key: str, letters: str) -> None:
    assert game_letters(key) == letters


def test_a_sheet_id_is_the_same_for_the_same_job() -> None:
    assert sheet_id("a", "1") == sheet_id("a", "1")
    assert sheet_id("a", "1") != sheet_id("a", "2")


GOLDEN = {
    "B-1.json": "74f6004d0bb60079ed73e31d164538a3a47569cf6c905cd7b9aa7a901994a39f",
    "O-1.json": "8ee991e7737c4970421d89a2355904a84c3af8fdaea96fe85b11d8c8af3d793f",
    "P-1.json": "b07461efff63b4898da800467d1513777c83aadb756fb068fe57754bcd2de136",
    "P-6-1.json": "bf45570e40d3c83e9e1c77728f8f6a35a503ba607403c14ae1060e5ad6ac47a9",
    "P-6L-1.json": "bcf78e89a1fef9d401dcdd995ae283a96b05221243347ed763bcee33ab06ebb6",
    "P-8-1.json": "2858253a1315757b5fcddb232a530a70bb68c43cebc3d0ae64f1e0f40526c563",
    "P-8L-1.json": "68e66fc2d03cc573e91f604022083ac9e80b302ebdafd7558091967e533c2079",
    "P-A5-1.json": "14293321ca0a5f41239a645cd8e7ccfd0fc8a31a32168bb6dfd96dbf1937bb18",
    "P-HL-1.json": "53f6660d6f4d4362c2695bd0d7a75f1bddb114682a458dff82d53d2821c723ab",
    "P-Q-1.json": "d31e75fc9dd3a1f2683d9f0279f5ca19a32b654682a8169281692add60c084fb",
    "R-1.json": "8b31420f223fbe37309a7e568b0ee1e4ba2c33c9a6a2df733dc7e3f722d892b3",
    "S-1.json": "463bbbe3dfe81ae4055e22e8ba23bcf03557bdb2b3efa71c1ae6c90a700e8bd7",
    "U-1.json": "617b7718cf320257e28bf0e621f149926ab590faa3882acd2495a59b7e397861",
}
"""SHA-256 of every geometry that was ever printed. A line is added, never changed: these pages lie on tables."""


def test_stored_geometries_never_change() -> None:
    folder = files(prints.package) / "geometry"
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert found == GOLDEN


def _stored() -> Iterator[Geometry]:
    for pad in "BOPRSU":
        for frame in FRAMES:
            yield from stored(prints.package, pad, frame)


def test_the_newest_geometry_is_the_present_layout() -> None:
    """If this fails, boxes have moved: `python -m printables.reading GAME` stores them as the next version."""
    game = find_game(GAME)
    checked = 0
    for item in items_of(game, prints).values():
        for layout in item.layouts(game):
            kept = stored(prints.package, layout.pad, layout.frame)[-1]
            assert replace(layout, version=kept.version) == kept
            checked += 1
    assert checked == 13


def test_a_layout_that_nobody_has_stored_is_version_nought() -> None:
    kept = stored(prints.package, "P")[-1]
    (page,) = kept.pages
    moved = Geometry("P", 0, (replace(page, groups=page.groups[:-1]),))
    assert newest(prints.package, "P", replace(kept, version=0)) == kept
    assert newest(prints.package, "P", moved) == moved
    assert newest(None, "P", moved) == moved


def test_a_geometry_is_read_as_it_was_written() -> None:
    for geometry in _stored():
        assert parse(geometry.text()) == geometry


def test_places_to_write_in_keep_clear_of_each_other_and_of_what_a_camera_looks_for() -> None:
    for geometry in _stored():
        frame = Box(0, 0, geometry.frame.width, geometry.frame.height)
        forbidden = [box.inset(-CLEAR) for box in marker_boxes(geometry.frame)]
        low = 0.5 if frame.height < 80 else 4.5  # the footer of a low leaf stands below its frame
        forbidden.append(FOOTER_BOX if geometry.frame.name == "" else Box(0, frame.height - low, frame.width, low))
        forbidden += [page.code.inset(-QUIET) for page in geometry.pages]
        for page in geometry.pages:
            boxes = [box.inset(0.02) for box in page.boxes()]  # stored to hundredths: neighbours may share one
            for box in boxes:
                assert frame.x <= box.x < box.right <= frame.right
                assert frame.y <= box.y < box.bottom <= frame.bottom
                assert not any(box.meets(other) for other in forbidden), box
            for one, other in combinations(boxes, 2):
                assert not one.meets(other), (one, other)


def test_a_square_for_a_die_is_seventeen_millimetres() -> None:
    (page,) = stored(prints.package, "S")[-1].pages
    squares = [value for group in page.groups if group.kind == "die" for value in group.values]
    assert len(squares) == 18
    assert {(value.width, value.height, value.shape) for value in squares} == {(17, 17, "square")}


def test_the_pad_has_a_box_for_everything_that_is_scored() -> None:
    (page,) = stored(prints.package, "P")[-1].pages
    for player in "1234":
        for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA"):
            keys = [value.key for value in page[f"{player}.attribute_goals.{row}"].values]
            assert keys == ["dice", "modifier", "score", "goal", "value"]
        for key in ("heading.name", "heading.race", "heading.class", "class_dice", "alignment", "traits", "total"):
            assert f"{player}.{key}" in page
        for key in ("armor.chain", "armor.leather", "armor.mystic", "fact.gold_left", "fact.class_color_dice"):
            assert f"{player}.{key}" in page
        assert [value.key for value in page[f"{player}.backstory"].values] == ["matches", "value"]
    for key in ("gold", "total.sometimes", "rank"):
        assert f"1.{key}" in page
        assert f"2.{key}" not in page
