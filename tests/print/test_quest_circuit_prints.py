"""What Quest Circuit prints: cards that carry all they do, a board in parts, and tables that agree with the rules."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from itertools import pairwise

import pytest
from print_jobs import deck_grid
from pypdfium2 import PdfDocument, PdfPage

from companion.game import find_game
from companion.games.quest_circuit.card_texts import hero_text, item_text, quest_card_text
from companion.games.quest_circuit.content import GOAL_CELL, Content
from companion.games.quest_circuit.odds import Side, fight_odds
from companion.games.quest_circuit.pretender import table
from companion.words import LANGUAGES
from printables.games.quest_circuit import board, prints
from printables.games.quest_circuit.small import SMALL
from printables.games.quest_circuit.solo_sheet import ADVANTAGES, HEALTHS, MOST, goals
from printables.imposition import Box, behind, tiling
from printables.ink import find_ink
from printables.items import Order
from printables.paper import A3, A4, LETTER, MM, Paper, find_paper
from printables.press import items_of, print_items, words_of

GAME = "quest-circuit"
each_lang = pytest.mark.parametrize("lang", LANGUAGES)
each_paper = pytest.mark.parametrize("paper", ["A4", "Letter"])

PAGES = {
    "score-pad": 1, "bubble-pad": 3, "calibration": 2, "boxes": 3,
    "board": 3, "more-cells": 2, "hero-sheets": 5, "quest-cards": 10, "items": 4, "uniques": 2,
    "tokens": 2, "wound-counters": 2, "reference": 2, "solo-sheet": 2, "campaign-log": 1, "blanks": 1,
}  # fmt: skip


@cache
def pdf(item: str, paper: str = "A4", lang: str = "en", backs: bool = True) -> bytes:
    return print_items(GAME, [item], paper, lang, "saver", backs=backs)


@cache
def texts(item: str, paper: str = "A4", lang: str = "en") -> tuple[str, ...]:
    """The pages of an item, without spaces: lines may be broken anywhere."""
    return tuple(bare(page.get_textpage().get_text_range()) for page in PdfDocument(pdf(item, paper, lang)))


def bare(text: str) -> str:
    # Words may be broken; the reader marks a hyphen at the end of a line with a character of its own.
    return "".join(text.replace("\ufffe", "").replace("\xad", "").replace("-", "").split())


def order_of(lang: str = "en", paper: str = "A4") -> Order:
    game = find_game(GAME)
    return Order(game, words_of(game, lang), find_paper(paper), find_ink("saver", game.accent))


@each_paper
@pytest.mark.parametrize("item", PAGES)
def test_every_item_has_its_pages(item: str, paper: str) -> None:
    assert set(items_of(find_game(GAME))) == set(PAGES)
    assert len(PdfDocument(pdf(item, paper))) == PAGES[item]


# Cards


@each_lang
@pytest.mark.parametrize("item", ["quest-cards", "items", "uniques"])
def test_every_card_is_there_and_says_all_that_it_does(item: str, lang: str) -> None:
    """Both quests, with no sentence cut off: the texts are those that the rules are told by."""
    order = order_of(lang)
    content: Content = order.content
    printed = "".join(texts(item, lang=lang))
    if item == "quest-cards":
        cards = [(card.name, quest_card_text(content, card)) for card in content.cards.values()]
    else:
        deck = item.removesuffix("s")
        cards = [(card.name, item_text(content, card)) for card in content.items.values() if card.deck == deck]
    assert len(cards) == {"quest-cards": 70, "items": 32, "uniques": 6}[item]
    for name, said in cards:
        assert bare(order.words.say(name)) in printed
        assert bare(" ".join(order.words.say(part) for part in said)) in printed


@each_lang
def test_hero_sheets_say_what_heroes_can_do(lang: str) -> None:
    order = order_of(lang)
    content: Content = order.content
    for page, hero in zip(texts("hero-sheets", lang=lang), content.heroes.values(), strict=False):
        assert bare(order.words.say(hero.name)) in page
        powers = [part for part in hero_text(content, hero) if getattr(part, "key", "") != "text.innate"]
        assert powers
        assert bare(" ".join(order.words.say(part) for part in powers)) in page


@each_paper
def test_behind_each_quest_card_lies_the_back_of_its_quest(paper: str) -> None:
    order = order_of(paper=paper)
    content: Content = order.content
    names = [order.words.say(quest.name) for quest in content.quests.values()]
    grid = deck_grid(order, SMALL)
    pages = list(PdfDocument(pdf("quest-cards", paper)))
    seen = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for cell in grid.cells:
            here, there = words_in(front, cell), words_in(back, behind(grid.sheet, cell))
            assert (here == "") == (there == "")
            if here:
                quest = next(name for name in names if name in here.replace("\r\n", " "))
                assert there.split() == ["Quest", *quest.split()]
                seen += 1
    assert seen == 70


def words_in(page: PdfPage, box: Box) -> str:
    high = page.get_height()
    sides = (box.x * MM, high - box.bottom * MM, box.right * MM, high - box.y * MM)
    return str(page.get_textpage().get_text_bounded(*sides)).strip()


def test_without_backs_only_fronts_are_printed() -> None:
    assert len(PdfDocument(pdf("quest-cards", backs=False))) == PAGES["quest-cards"] // 2


# The board


def test_cells_rise_clockwise_round_the_board() -> None:
    """QC-MOVE-03. Seen from the middle each cell lies to the right of the one before it."""
    x, y = board.WIDTH / 2, board.HEIGHT / 2
    cells = [(box.centre[0] - x, box.centre[1] - y) for box, _ in board.ring()]
    assert len(cells) == GOAL_CELL
    assert all(one[0] * other[1] - one[1] * other[0] > 0 for one, other in pairwise([*cells, cells[0]]))
    assert not any(one.meets(other) for (one, _), (other, _) in pairwise(board.ring()))


def test_a_card_lies_beside_the_number_of_its_cell() -> None:
    for box, _ in board.ring():
        assert box.width - board.TAB >= SMALL.width - 0.5
        assert box.height >= SMALL.height


@pytest.mark.parametrize(("paper", "tiles", "lying"), [(A3, 1, True), (A4, 2, False), (LETTER, 2, False)])
def test_the_board_is_one_sheet_of_a3_or_two_smaller_ones(paper: Paper, tiles: int, lying: bool) -> None:
    found = tiling((paper.width, paper.height), (board.WIDTH, board.HEIGHT))
    assert (len(found.tiles), found.lying) == (tiles, lying)


@each_lang
@pytest.mark.parametrize("paper", ["A3", "A4", "Letter"])
def test_every_part_of_the_board_is_printed_once_and_none_is_parted(paper: str, lang: str) -> None:
    order = order_of(lang)
    pages = texts("board", paper, lang)
    parts = "".join(pages if paper == "A3" else pages[1:])
    for word in ("game.name", "cell.start", "panel.items", "panel.uniques", "print.board.dealer", "print.turn.tidy"):
        assert bare(order.words(word)) in parts, word
    glue = bare(order.words("print.poster.glue", number=2))
    assert parts.count(glue) == (0 if paper == "A3" else 1)
    seam = board.WIDTH / 2
    assert not any(box.x < seam - 0.1 and box.right > seam + 0.1 for box, _ in board.ring())


# The Pretender


def test_the_tables_of_the_goal_say_what_the_rules_do() -> None:
    """QC-SOLO-11, line 1: the chance of the level or more, at every Health and advantage that is printed."""
    for level in table().levels.values():
        for shoots, shot in ((False, None), (True, 1)):
            found = goals(level.threshold, shoots)
            for health in list(HEALTHS)[::4]:
                for advantage in ADVANTAGES:
                    most = found[health, advantage]
                    for goal in {most, most + 1} - {0, MOST + 1}:
                        win = fight_odds(Side(health, advantage, shot), Side(goal, 0, 0)).win
                        assert level.goes_for_goal(win, 1) is (goal <= most)


@each_lang
def test_the_solo_sheet_shows_the_figures_that_the_rules_play_by(lang: str) -> None:
    page = texts("solo-sheet", lang=lang)[0]
    for level in table().levels.values():
        assert f"{level.threshold}" in page
    rows = [[row.wounds, row.xp] for row in table().road]
    assert rows == [[3, 0], [2, 2], [1, 2], [0, 3], [0, 4]]  # QC-SOLO-12
    for medal in table().medals.values():
        assert str(medal) in page


GOLDEN = {
    "B-1.json": "1cdc3cd5bc8ffc20f4cf925b44d4ac5f73c70ffe35b2a53f9611dcb52a79904e",
    "H-1.json": "025023b5e321d388bcbf21025c73e71b2dce69c16ffc552afdcfd1da5b10c8ea",
    "L-1.json": "fefaa471e553e6e35940863aa6cc24315c74348c8cbdd7c57ec9cd108157d097",
    "O-1.json": "228e14504982332327ed0135d0337e9b6920c8c1d9f55af0f7fc4fe2fc2592b9",
    "P-1.json": "4fd611b496c676e8cc4f3d298ebc86d42c49d4e3de788681bd9583c44a26d43f",
    "P-6-1.json": "a7940889156d56ef95e0fa199604f66c0523d1cffd64ab6c917225a04c09bb2f",
    "P-6L-1.json": "101a12cc0f8796e8306c5f258431a1c7461e77437d018bc3cfe7ce88b94bf257",
    "P-8-1.json": "55d53aa64f2cf624062b6dbe26e02af3e4d50129334d85ace4332badbecee4e7",
    "P-8L-1.json": "a39bee629f08be4b01bcf57f5ab68771147ba337b52b92990e928d1d01405e6a",
    "P-A5-1.json": "f105e13ceb0a180e1df97803f379939d8ba4b0b2e4627807325603a72521a95b",
    "P-HL-1.json": "7e5b6e49517a3c2a18a71edc925df517cd1e1c454d4fde7bcecf104844ae1bc6",
    "P-Q-1.json": "77868d97ae2f0546295ee7b1fdbaaf24b70cccc10c120a1351f2485357a74596",
}
"""SHA-256 of every geometry that was ever printed. A line is added, never changed: these pages lie on tables."""


def test_stored_geometries_never_change() -> None:
    folder = files(prints.package) / "geometry"
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert found == GOLDEN
