"""Nothing but reportlab: the least that this deck costs. The back is a form, words are broken by a loop of six lines.

`python floor.py COUNT FONT FILE`
"""

from __future__ import annotations

import sys

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from rows import rows

WIDE, HIGH, LEFT, LOW = 63 * mm, 88 * mm, 10.5 * mm, 16.5 * mm


def main(count: int, font: str, file: str) -> None:
    rl_config.useA85 = 0
    pdfmetrics.registerFont(TTFont("F", font))
    canvas = Canvas(file, pagesize=(210 * mm, 297 * mm), invariant=1, initialFontName="F")
    canvas.beginForm("back", 0, 0, WIDE, HIGH)
    canvas.setFillGray(0.8)
    canvas.rect(0, 0, WIDE, HIGH, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.setFont("F", 16)
    canvas.drawCentredString(WIDE / 2, HIGH / 2, "Deck")
    canvas.endForm()
    deck = rows(count)
    for start in range(0, count, 9):
        some = deck[start : start + 9]
        for slot, row in enumerate(some):
            x, y = LEFT + slot % 3 * WIDE, LOW + (2 - slot // 3) * HIGH
            front(canvas, x, y, row, start + slot + 1, count)
        canvas.showPage()
        for slot in range(len(some)):
            canvas.saveState()
            canvas.translate(LEFT + (2 - slot % 3) * WIDE, LOW + (2 - slot // 3) * HIGH)
            canvas.doForm("back")
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def front(canvas: Canvas, x: float, y: float, row: tuple[str, str, str], number: int, count: int) -> None:
    canvas.rect(x, y, WIDE, HIGH)
    canvas.setFont("F", 13)
    canvas.drawString(x + 4 * mm, y + 78 * mm, row[0])
    canvas.setFont("F", 8)
    canvas.drawString(x + 4 * mm, y + 73 * mm, row[1])
    canvas.drawRightString(x + WIDE - 4 * mm, y + 4 * mm, f"{number} / {count}")
    line, high = "", y + 45 * mm
    for word in [*row[2].split(), None]:
        longer = f"{line} {word}".strip()
        if word is None or pdfmetrics.stringWidth(longer, "F", 10) > WIDE - 8 * mm:
            canvas.setFont("F", 10)
            canvas.drawString(x + 4 * mm, high, line)
            line, high = word or "", high - 12
        else:
            line = longer


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
