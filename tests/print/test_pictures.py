"""Cards as pictures: fronts as PNG files, and the sheets of a virtual table."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.refusals import Refusal
from printables.binding import Prepared
from printables.deck.build import Wanted, lay
from printables.imposition import Setting
from printables.pictures import COLUMNS, LARGEST, ON_SHEET, ROWS, Picture, file_stem, fronts, single, table_sheets
from printables.press import prepare

DECK = """
deck: Colours
rows: cards.csv
layout:
  size: {size}
  elements:
    ground: {{kind: box, at: card, fill: "{{colour}}"}}
    name: {{kind: text, at: [4, 4, 40, 8], text: "{{name}}", colour: "#ffffff"}}
back: {{size: {size}, elements: {{ground: {{kind: box, at: card, fill: "{back}"}}}}}}
"""


def deck(folder: Path, count: int, *, size: str = "poker", back: str = "#204060") -> Path:
    """Cards of different greens, one named `../Ünsafe`."""
    shades = "\n".join(f"{'../Ünsafe' if n == 2 else f'Card {n}'},#00{n:02x}00" for n in range(1, count + 1))
    (folder / "cards.csv").write_text(f"name,colour\n{shades}\n", encoding="utf-8")
    file = folder / "deck.yaml"
    file.write_text(DECK.format(size=size, back=back), encoding="utf-8")
    return file


def laid(file: Path, *, backs: bool = False, only: tuple[str, ...] = ()) -> tuple[Prepared, list[str]]:
    found = lay([file], Wanted(setting=single(Setting()), backs=backs, only=only))
    return found.prepared, found.file_names


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.content)).convert("RGB")


def test_each_front_is_a_picture_of_its_card(tmp_path: Path) -> None:
    job, names = laid(deck(tmp_path, 12))
    found = list(fronts(job, names))
    assert [picture.name for picture in found][:3] == ["001-card-1.png", "002-ünsafe.png", "003-card-3.png"]
    for n, picture in enumerate(found, 1):
        image = opened(picture)
        assert image.size == (750, 1050)
        assert {image.getpixel(at) for at in ((0, 0), (749, 0), (0, 1049), (749, 1049))} == {(0, n, 0)}


def test_a_front_is_called_the_same_whatever_is_chosen_beside_it(tmp_path: Path) -> None:
    file = deck(tmp_path, 12)
    everything = {picture.name: picture.content for picture in fronts(*laid(file))}
    some = list(fronts(*laid(file, only=("4-6",))))
    assert [picture.name for picture in some] == ["004-card-4.png", "005-card-5.png", "006-card-6.png"]
    assert all(everything[picture.name] == picture.content for picture in some)


def test_names_are_safe_everywhere() -> None:
    assert file_stem("../..", "con", "a/b\\c:d", "") == "con-a-b-c-d"
    assert file_stem("///") == "card"
    assert len(file_stem("x" * 300)) <= 40


@pytest.mark.parametrize(("size", "pixels"), [("tarot", (827, 1417)), ("square-70", (827, 827))])
def test_other_sizes_have_300_dots_an_inch(tmp_path: Path, size: str, pixels: tuple[int, int]) -> None:
    assert opened(next(fronts(*laid(deck(tmp_path, 1, size=size))))).size == pixels


@pytest.mark.parametrize("count", [3, ON_SHEET + 1])
def test_a_sheet_holds_ten_by_seven_without_a_seam(tmp_path: Path, count: int) -> None:
    job, _ = laid(deck(tmp_path, count), backs=True)
    found = {picture.name: opened(picture) for picture in table_sheets(job)}
    sheets = [name for name in found if "fronts" in name]
    assert len(sheets) == -(-count // ON_SHEET)
    assert set(found) == {*sheets, "colours-back.png"}
    for number, name in enumerate(sheets):
        sheet = found[name]
        wide, high = sheet.width // COLUMNS, sheet.height // ROWS
        assert sheet.size == (wide * COLUMNS, high * ROWS)
        assert max(sheet.size) <= LARGEST
        assert wide / high == pytest.approx(63 / 88, abs=0.01)
        for slot in range(min(count - number * ON_SHEET, ON_SHEET)):
            x, y = slot % COLUMNS * wide, slot // COLUMNS * high
            corners = [(x + dx, y + dy) for dx in (0, wide - 1) for dy in (0, high - 1)]
            assert {sheet.getpixel(at) for at in corners} == {(0, number * ON_SHEET + slot + 1, 0)}, slot
        assert sheet.getpixel((sheet.width - 1, sheet.height - 1)) == (0x20, 0x40, 0x60), "the last place is hidden"


def test_backs_that_differ_lie_in_the_places_of_their_fronts(tmp_path: Path) -> None:
    job, _ = laid(deck(tmp_path, 5, back="{colour}"), backs=True)
    found = {picture.name: opened(picture) for picture in table_sheets(job)}
    assert set(found) == {"colours-fronts-1.png", "colours-backs-1.png"}
    sheet = found["colours-backs-1.png"]
    wide = sheet.width // COLUMNS
    assert [sheet.getpixel((n * wide + 5, 5)) for n in range(5)] == [(0, n + 1, 0) for n in range(5)]


def test_decks_of_a_game_are_pictures_too() -> None:
    game = find_game("roll-player")
    job = prepare(game, ["classes", "initiative"], "A4", "en", "colour", setting=single(Setting()), backs=False)
    found = [picture.name for picture in fronts(job)]
    assert found[0] == "classes-001.png"
    assert found[-1] == "initiative-005.png"
    assert len(PdfDocument(job.bind())) == len(found)


def test_what_has_no_cards_is_told_so() -> None:
    job = prepare(find_game("roll-player"), ["score-pad"], "A4", "en", "colour", setting=single(Setting()))
    with pytest.raises(Refusal) as refused:
        next(fronts(job))
    assert refused.value.key == "print.pictures.none"


def test_the_same_cards_make_the_same_pictures(tmp_path: Path) -> None:
    file = deck(tmp_path, 3)
    first, second = (list(fronts(*laid(file))) for _ in range(2))
    assert first == second
