"""The kit: everything for a number of players in one PDF, in print order, and a sheet that tells the truth about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pypdfium2
import pytest
import zxingcpp

from companion.game import UnknownName, find_game
from companion.refusals import Refusal
from companion.words import Word
from printables.faces.deck import Card, Face, deck_pages
from printables.imposition import Setting
from printables.items import Item, Order, Page, Part, Prints, Work
from printables.kit.plan import Plan, ranges
from printables.press import Prepared, prepare, print_items, words_of

GAMES = ("roll-player", "quest-circuit")
DOTS = 150


@cache
def kit(game: str, players: str | None, lang: str = "en", paper: str = "A4") -> Prepared:
    return prepare(find_game(game), ["kit"], paper, lang, for_=players)


@cache
def texts(game: str, players: str | None, lang: str = "en") -> list[str]:
    return list(texts_of(kit(game, players, lang).bind()))


def texts_of(pdf: bytes) -> Iterator[str]:
    """What stands on each page."""
    document = pypdfium2.PdfDocument(pdf)
    for number in range(len(document)):
        yield " ".join(document[number].get_textpage().get_text_bounded().split())
    document.close()


def scissors(prepared: Prepared) -> list[int]:
    """Where the sheet for whoever has the scissors stands, counted from 0."""
    return [n for n, page in enumerate(prepared.printouts) if page.item == "scissors" and not page.empty]


def parts(prepared: Prepared) -> dict[str, int]:
    """The items in their order, with their pages that are not empty."""
    return dict(Counter(page.item for page in prepared.printouts if not page.empty))


# pages on A4 that are not empty, counted by hand from the tables of docs/printing.md
EVERY = {"calibration": 2, "scissors": 1, "initiative": 2, "classes": 2, "backstories": 4, "alignments": 4}
EVERY |= {"market": 12, "tokens": 2, "reference": 2}


@pytest.mark.parametrize(("players", "sheets", "solo"), [("solo", 1, 1), ("2", 2, 0), ("4", 4, 0)])
def test_every_item_is_there_once_and_a_sheet_for_each_player(players: str, sheets: int, solo: int) -> None:
    found = parts(kit("roll-player", players))

    expected = EVERY | ({"solo-board": solo} if solo else {})
    assert found == expected | {"character-sheet": sheets, "set-up": 1, "score-pad": 1}


def test_alone_against_the_pretender_there_is_its_sheet_and_no_pad() -> None:
    alone, several = parts(kit("quest-circuit", "solo")), parts(kit("quest-circuit", "3"))

    assert "solo-sheet" in alone
    assert "solo-sheet" not in several
    assert {"campaign-log", "score-pad"} <= several.keys()
    assert not {"campaign-log", "score-pad"} & alone.keys()
    assert several["board"] == 3, "an overview and two parts to glue"


@pytest.mark.parametrize("game", GAMES)
def test_card_stock_comes_before_paper_and_nothing_lies_between(game: str) -> None:
    stuffs = [page.stuff for page in kit(game, "2").printouts]

    assert re.fullmatch(r"(paper,)+(card,)+(paper,)+", "".join(f"{stuff}," for stuff in stuffs))
    assert stuffs.index("card") == 4, "the alignment page and the sheet for whoever has the scissors are on paper"


def test_every_print_of_a_sheet_is_a_sheet_of_its_own() -> None:
    codes = [code for text in texts("roll-player", "2") for code in re.findall(r"TS1:RP:S\d:A4:\w{4}", text)]

    assert len(codes) == len(set(codes)) == 2


@pytest.mark.parametrize(("game", "lang"), [("roll-player", "en"), ("quest-circuit", "ru")])
def test_the_sheet_tells_of_every_item_where_it_stands(game: str, lang: str) -> None:
    prepared = kit(game, "2", lang)
    (sheet,) = scissors(prepared)
    text = texts(game, "2", lang)[sheet]
    places: dict[str, list[int]] = {}
    for number, page in enumerate(prepared.printouts, 1):
        places.setdefault(page.item, []).append(number)
    plan = prepared.plan

    for line in plan.lines:
        assert line.pages == tuple(places[line.key])
        assert f"{line.name} {ranges(line.pages)}" in text
    fronts = [page for page in prepared.printouts if not page.back]
    for stuff in ("card", "paper"):
        assert plan.sheets(stuff) == sum(page.stuff == stuff for page in fronts)
        word = words_of(find_game(game), lang).say(Word(f"print.kit.tile.{stuff}", {"n": plan.sheets(stuff)}))
        assert word in text
    assert str(plan.cuts) in text
    assert str(plan.pieces) in text


def test_cuts_and_pieces_are_counted_on_the_sheets_themselves() -> None:
    plan: Plan = kit("roll-player", "2").plan
    market = next(line for line in plan.lines if line.key == "market")

    # 53 cards, nine to a sheet: five full sheets of 4 + 4 cuts, and eight cards in three rows of three columns
    assert (market.sheets, market.cuts, market.sides) == (6, 6 * 8, 2)
    assert [(part.count, part.width, part.height) for part in market.pieces] == [(53, 63, 88)]
    board = next(line for line in kit("quest-circuit", "2").plan.lines if line.key == "board")
    assert board.glue == 1, "one seam between two sheets"


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (Setting(), "flip on the long edge"),
        (Setting(flip="short"), "flip on the short edge"),
        (Setting(order="fronts-then-backs"), "turn the stack over"),
        (Setting(layout="gutter-fold"), "glue back to back"),
    ],
)
def test_the_steps_follow_from_the_layout(setting: Setting, says: str) -> None:
    face = Face(lambda pen: None)

    def cards(order: Order) -> Sequence[Page]:
        return deck_pages(order, "print.item.score-pad", [Card(face, face)] * 5)

    prints = Prints("pebbles", (Item("cards", "print.item.score-pad", cards),))
    prepared = prepare(find_game("pebbles"), ["kit"], prints=prints, setting=setting)
    (sheet,) = scissors(prepared)

    assert says in list(texts_of(prepared.bind()))[sheet]


def test_a_game_without_a_kit_has_each_of_its_items_once() -> None:
    assert parts(kit("pebbles", "2")) == {"calibration": 2, "scissors": 1, "score-pad": 1}
    regatta = parts(kit("regatta", "3"))
    assert regatta == {"calibration": 2, "scissors": 1, "reference": 1, "score-pad": 1}
    assert [line.stuff for line in kit("regatta", "3").plan.lines] == ["paper", "paper", "card", "paper"]


@pytest.mark.parametrize("asked", ["0", "7", "many"])
def test_a_number_that_nobody_plays_with_is_an_error_with_those_that_are(asked: str) -> None:
    with pytest.raises(UnknownName) as refused:
        print_items("roll-player", ["kit"], for_=asked)

    assert refused.value.key == "print.kit.players"
    assert refused.value.args_["near"]


def test_a_kit_stands_alone() -> None:
    for items, key in ((["kit", "market"], "print.kit.alone"), (["market"], "print.kit.for_alone")):
        with pytest.raises(Refusal) as refused:
            print_items("roll-player", items, for_="2")
        assert refused.value.key == key
    with pytest.raises(Refusal) as refused:
        print_items("roll-player", ["kit"], "a5")
    assert refused.value.key == "print.paper.item"


def test_K18_more_items_than_a_sheet_has_rows_go_on_on_the_next() -> None:
    count = 40

    def pages(order: object) -> list[Page]:
        return [Page(lambda pen, number, total: None, work=Work(2, (50, 50), 4))]

    items = tuple(Item(f"thing-{n}", "print.item.score-pad", pages) for n in range(count))
    prepared = prepare(find_game("pebbles"), ["kit"], prints=Prints("pebbles", items))
    made, sheets = list(texts_of(prepared.bind())), scissors(prepared)
    told = " ".join(made[n] for n in sheets)

    assert len(sheets) > 1
    for line in prepared.plan.lines:
        assert f" {ranges(line.pages)} " in told
    assert len(prepared.plan.lines) == count + 3


def test_the_same_kit_twice_is_the_same_file() -> None:
    first, second = (print_items("pebbles", ["kit"], for_="2", link="http://tavern.local:8080") for _ in range(2))

    assert first == second


def test_a_part_is_printed_for_whom_it_is_for() -> None:
    part = Part("sheet", range(2, 4), lambda n: 2 * n)

    assert [part.times(n) for n in (1, 2, 3, 4)] == [0, 4, 6, 0]


# codes for phones


def codes_on(pdf: bytes, looked_at: Sequence[bool] = ()) -> Iterator[set[str]]:
    """What a camera reads on each page that is looked at, drawn with 150 dots to an inch."""
    document = pypdfium2.PdfDocument(pdf)
    for number in range(len(document)):
        if looked_at and not looked_at[number]:
            yield set()
            continue
        picture = document[number].render(scale=DOTS / 72, grayscale=True).to_pil()
        read = zxingcpp.read_barcodes(
            picture, formats=zxingcpp.BarcodeFormat.QRCode, try_rotate=False, try_downscale=False, try_invert=False
        )
        yield {found.text for found in read}
    document.close()


@pytest.mark.parametrize("game", GAMES)
def test_QR_codes_of_every_page_are_read_and_lead_to_the_companion(game: str) -> None:
    link, lang = "http://tavern.local:8080", "ru" if game == "quest-circuit" else "en"
    wanted = prepare(find_game(game), ["kit"], "A4", lang, for_="2", codes=True, link=link)
    pdf = wanted.bind()
    printed = list(texts_of(pdf))
    linked = 0
    for read, text in zip(codes_on(pdf, ["TS1:" in text for text in printed]), printed, strict=True):
        written = set(re.findall(r"TS1:[A-Z]{2}:[CS]:\w{5}", text))
        found = {each.rpartition("/")[2] for each in read}
        # whatever is written below a code is in it, and every link is one of ours
        assert written <= found
        assert all(each.startswith(("TS1:", "HTTP://TAVERN.LOCAL:8080/C/TS1:")) for each in read)
        linked += len([each for each in read if each.startswith("HTTP")])

    assert linked > 50


def test_without_a_name_paper_carries_codes_alone() -> None:
    for read in codes_on(print_items("roll-player", ["score-pad", "classes"], codes=True)):
        assert all(each.startswith("TS1:") for each in read)
    plain = [each for read in codes_on(print_items("roll-player", ["classes"])) for each in read]
    assert plain == [], "cards have codes only where they are asked for"
