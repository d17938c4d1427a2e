"""What a worker does for the press: the PDF of an order with its first pictures, and pictures of further pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import to_builtins

SoFar = Callable[[int, int], None]

PDF = "print.pdf"
CUTS = ("svg", "dxf")
FIRST = 6
"""So many pages have their pictures when the PDF is there."""

Size = Literal["small", "large"]
LONG: Mapping[Size, int] = {"small": 620, "large": 1500}
"""The longer side of a picture in pixels: beside each other on a page, and one alone, to read."""

COLOURS = 96


def make(so_far: SoFar, folder: Path, order: Mapping[str, Any]) -> dict[str, Any]:
    """Print an order into the folder; what its pages are, and what it comes to.

    `order` are the arguments of `printables.press.prepare`, the game by its key. Raises Refusal as that does.
    """
    from companion.game import find_game
    from printables.press import prepare

    first = FIRST
    given = dict(order)
    game = find_game(given.pop("game"))

    def drawn(done: int, total: int) -> None:
        so_far(done, total + min(first, total))

    job = prepare(game, **given)
    data = job.bind(drawn)
    (folder / PDF).write_bytes(data)
    cut = {kind: _write_cuts(job.pages, job.job.setting, folder, kind) for kind in CUTS}
    pages, plan = job.printouts, job.plan
    count = len(pages)
    shown = [number for number, page in enumerate(pages, 1) if not page.empty][:first]
    pictures(lambda done, _: so_far(count + done, count + len(shown)), folder, shown, "small")
    return {
        "bytes": len(data),
        "pages": [to_builtins(page) for page in pages],
        "duplex": plan.duplex,
        "card": plan.sheets("card"),
        "paper": plan.sheets("paper"),
        "pieces": plan.pieces,
        "cuts": plan.cuts,
        "minutes": plan.minutes,
        "cut_files": cut["svg"],
        "missing": lacking(job),
    }


def lacking(job: Any) -> list[dict[str, Any]]:
    """The characters that no font has, each with its item, its page and its place in every language of ours."""
    notes = job.job.proof.missing
    if not notes:
        return []
    from printables.places import places_in_all
    from printables.press import all_prints

    say = places_in_all(job.job, all_prints().get(job.job.game.key))
    return [
        {
            "page": page,
            "item": note.item,
            "place": {lang: said(note.field) for lang, said in say.items()},
            "char": note.char,
            "code": note.code,
        }
        for note, page in notes.items()
    ]


def _write_cuts(pages: Any, setting: Any, folder: Path, kind: str) -> int:
    """The lines of the cuts for a machine, a file for every different sheet in one archive; how many there are."""
    from printables.cutting import cut_files

    found = cut_files(pages, setting, kind)
    if found:
        with ZipFile(folder / cuts_file(kind), "w", ZIP_DEFLATED) as archive:
            for file in found:
                name = "pages-" + "-".join(str(page) for page in file.pages[:4]) + f".{kind}"
                archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), file.text)
    return len(found)


def cuts_file(kind: str) -> str:
    """The archive of the cuts as SVG or as DXF."""
    return f"cuts-{kind}.zip"


def pictures(so_far: SoFar, folder: Path, numbers: Sequence[int], size: Size) -> None:
    """Make pictures of pages (counted from 1) of the PDF in the folder, as many as there are not yet."""
    import pypdfium2

    document = pypdfium2.PdfDocument(folder / PDF)
    try:
        for done, number in enumerate(numbers, 1):
            target = folder / picture(number, size)
            if not target.exists():
                _write(document[number - 1], target, LONG[size])
            so_far(done, len(numbers))
    finally:
        document.close()


def _write(page: Any, target: Path, long: int) -> None:
    """One picture, whole or not at all: it is looked for while it is written."""
    shown = page.render(scale=long / max(page.get_size())).to_pil().convert("RGB")
    half = target.with_suffix(".part")
    shown.quantize(COLOURS, method=2, dither=0).save(half, "PNG")
    half.replace(target)


def picture(number: int, size: Size) -> str:
    """The file of a page's picture."""
    return f"{size}-{number}.png"


def made(folder: Path, numbers: Iterable[int], size: Size = "small") -> frozenset[int]:
    """Of these pages those whose pictures are there."""
    names = {path.name for path in folder.glob(f"{size}-*.png")}
    return frozenset(number for number in numbers if picture(number, size) in names)


CARD = "card.png"


def card(so_far: SoFar, folder: Path, game: str, set_: str, kind: str, key: str, lang: str) -> None:
    """A picture of the front of a card."""
    import pypdfium2

    from companion.game import find_game
    from companion.refusals import Refusal
    from printables.binding import Section, bind
    from printables.faces.deck import Card, deck_pages
    from printables.imposition import Marks, Setting
    from printables.ink import find_ink
    from printables.items import Order
    from printables.paper import A4
    from printables.press import all_prints, words_of

    found, prints = find_game(game), all_prints()[game]
    setting = Setting(layout="single", bleed=0, marks=Marks(()), ruler=False)
    order = Order(
        found, words_of(found, lang), A4, find_ink("colour", found.accent), prints.package, set_=set_, setting=setting
    )
    for each in prints.cards(order) if prints.cards is not None else ():
        if (each.kind, each.key) == (kind, key):
            pages = deck_pages(order, "game.name", [Card(each.front)], each.stock)
            document = pypdfium2.PdfDocument(bind(order, [Section(key, key, pages)], title=key))
            _write(document[0], folder / CARD, 900)
            document.close()
            so_far(1, 1)
            return
    raise Refusal("code.no_card", field="code", code=key)
