"""What is larger than the paper: where its parts lie, and what is glued onto what."""

from __future__ import annotations

import io

import pytest
from harbour import Harbour
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from printables.faces.poster import Piece, Poster, poster_pages
from printables.imposition import Box, Setting, tiling
from printables.items import Item, Order, Page, Prints
from printables.paper import A3, A4, LETTER, Paper
from printables.pen import Pen
from printables.press import print_game
from printables.typeset import Style

WHOLES = [(100.0, 100.0), (385.0, 265.0), (400.0, 560.0), (900.0, 300.0), (1000.0, 1000.0)]
SIZES = {(100.0, 100.0): (1, 1), (385.0, 265.0): (1, 2), (400.0, 560.0): (2, 3)}
"""Rows and columns on A4 with 7 mm of margin and 10 mm of glue: 196 × 283 mm of room, less 3 mm for a strip."""


@pytest.mark.parametrize(("whole", "parts"), SIZES.items())
def test_as_few_sheets_as_can_be(whole: tuple[float, float], parts: tuple[int, int]) -> None:
    found = tiling((A4.width, A4.height), whole)
    assert sorted((found.rows, found.columns)) == sorted(parts)


@pytest.mark.parametrize("paper", [A3, A4, LETTER], ids=lambda paper: str(paper.name))
@pytest.mark.parametrize("whole", WHOLES)
def test_parts_make_up_the_whole_and_keep_to_their_sheets(paper: Paper, whole: tuple[float, float]) -> None:
    found = tiling((paper.width, paper.height), whole)
    room = found.sheet.inset(7 - 1e-6)
    assert sum(tile.part.width * tile.part.height for tile in found.tiles) == pytest.approx(whole[0] * whole[1])
    assert not any(a.part.meets(b.part) for n, a in enumerate(found.tiles) for b in found.tiles[:n])
    for tile in found.tiles:
        assert (tile.place.width, tile.place.height) == (tile.part.width, tile.part.height)
        assert room.x <= tile.place.x
        assert room.y <= tile.place.y
        assert tile.place.right <= room.right
        assert tile.place.bottom <= room.bottom
        assert (tile.right, tile.below) == (tile.column < found.columns - 1, tile.row < found.rows - 1)
        for strip in tile.strips:
            assert not strip.meets(tile.place)
            assert strip.right <= found.sheet.right + 1e-6
            assert strip.bottom <= found.sheet.bottom + 1e-6
        assert len(tile.strips) == tile.right + tile.below


def poster(width: float, height: float, step: float = 40) -> Poster:
    """A piece with its number on every square of `step` mm."""

    def piece(n: int, box: Box) -> Piece:
        return Piece(box, lambda pen: pen.write(Box(0, 0, 12, 8), f"N{n}", Style(), field="n"), f"N{n}")

    columns, rows = int(width // step), int(height // step)
    boxes = [Box(c * step + 5, r * step + 5, 12, 8) for r in range(rows) for c in range(columns)]
    return Poster(width, height, lambda pen: pen.box(Box(0, 0, width, height), line=pen.ink.text), tuple(
        piece(n, box) for n, box in enumerate(boxes)))  # fmt: skip


@pytest.mark.parametrize(("paper", "pages"), [("a3", 1), ("a4", 3), ("letter", 3)])
def test_a_game_that_nobody_knows_prints_a_board_in_parts(paper: str, pages: int) -> None:
    whole = poster(380, 260)

    def made(order: Order) -> list[Page]:
        return list(poster_pages(order, "print.item.score-pad", whole))

    items = (Item("board", "print.item.score-pad", made, papers=(A3, A4, LETTER)),)
    pdf = print_game(Harbour(), ["board"], paper, prints=Prints("harbour", items))  # type: ignore[arg-type]  # as much of a game as is looked at
    document = PdfDocument(pdf)
    assert len(document) == pages
    found = [page.get_textpage().get_text_range().split() for page in document]
    tiles = found[1:] or found
    for n in range(len(whole.pieces)):
        assert sum(words.count(f"N{n}") for words in tiles) == 1, n
    if pages > 1:
        assert all(f"N{n}" in found[0] for n in range(len(whole.pieces)))
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    assert all((box.width > box.height) is (paper == "a3") for box in boxes)


def test_a_part_of_a_drawing_is_cut_off_at_its_edges() -> None:
    """Nothing of the ground is seen outside the place, but for what runs on over a strip."""

    def draw(pen: Pen, number: int, total: int) -> None:
        pen.part(Box(50, 50, 20, 20), Box(10, 10, 20, 20), lambda pen: pen.box(Box(0, 0, 200, 200), fill="#000000"))

    items = (Item("part", "print.item.score-pad", lambda order: [Page(draw)]),)
    plain = Setting(ruler=False)
    pdf = print_game(Harbour(), ["part"], prints=Prints("harbour", items), setting=plain)  # type: ignore[arg-type]  # as much of a game as is looked at
    image = PdfDocument(pdf)[0].render(scale=25.4 / 72 * 4).to_pil().convert("L")  # four pixels to a millimetre
    black = image.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert black is not None
    assert [side / 4 for side in black] == pytest.approx([10, 10, 30, 30], abs=0.3)
