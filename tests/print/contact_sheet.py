"""All pages of everything that can be printed, small, side by side: for somebody to look at.

`make contact-sheet` writes a picture for each game and language into .work/contact/, in an ink of its own each time:
`python -m tests.print.contact_sheet [PAPER] [INK]`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw
from pypdfium2 import PdfDocument

from companion.game import find_game
from companion.words import LANGUAGES
from printables.ink import INKS
from printables.paper import find_paper
from printables.press import all_prints, items_of, print_items

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".work" / "contact"
DPI, COLUMNS, GAP = 38, 9, 6


def pages(game: str, paper: str, lang: str, ink: str) -> Iterator[tuple[str, Image.Image]]:
    """Each page of each item, with what it is."""
    for key, item in items_of(find_game(game)).items():
        on = paper if item.made_for(find_paper(paper)) else (item.papers or (find_paper("A4"),))[0].name
        for number, page in enumerate(PdfDocument(print_items(game, [key], on, lang, ink)), 1):
            yield f"{key} {number}", page.render(scale=DPI / 72).to_pil().convert("RGB")


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    wide = max(picture.width for _, picture in pictures) + GAP
    high = max(picture.height for _, picture in pictures) + GAP + 12
    whole = Image.new("RGB", (wide * COLUMNS, high * -(-len(pictures) // COLUMNS)), "#8a8a8a")
    pen = ImageDraw.Draw(whole)
    for n, (name, picture) in enumerate(pictures):
        x, y = n % COLUMNS * wide, n // COLUMNS * high
        whole.paste(picture, (x, y + 12))
        pen.text((x + 2, y), name, fill="#ffffff")
    return whole


def main(paper: str = "A4", ink: str | None = None) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for n, game in enumerate(sorted(all_prints())):
        for m, lang in enumerate(LANGUAGES):
            chosen = ink or INKS[(n + m) % len(INKS)]
            target = FOLDER / f"{game}-{paper.lower()}-{lang}-{chosen}.png"
            sheet(list(pages(game, paper, lang, chosen))).save(target)
            print(target.relative_to(ROOT))


if __name__ == "__main__":
    main(*sys.argv[1:])
