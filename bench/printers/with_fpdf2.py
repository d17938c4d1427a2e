"""The same deck with fpdf2, as its documentation draws cells of text. `python with_fpdf2.py COUNT FONT FILE`"""

from __future__ import annotations

import sys

from fpdf import FPDF
from rows import rows

WIDE, HIGH, LEFT, TOP = 63, 88, 10.5, 16.5


def main(count: int, font: str, file: str) -> None:
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.add_font("F", fname=font)
    deck = rows(count)
    for start in range(0, count, 9):
        some = deck[start : start + 9]
        pdf.add_page()
        for slot, row in enumerate(some):
            x, y = LEFT + slot % 3 * WIDE, TOP + slot // 3 * HIGH
            front(pdf, x, y, row, start + slot + 1, count)
        pdf.add_page()
        for slot in range(len(some)):
            back(pdf, LEFT + (2 - slot % 3) * WIDE, TOP + slot // 3 * HIGH)
    pdf.output(file)


def front(pdf: FPDF, x: float, y: float, row: tuple[str, str, str], number: int, count: int) -> None:
    pdf.rect(x, y, WIDE, HIGH)
    pdf.set_font("F", size=13)
    pdf.text(x + 4, y + 10, row[0])
    pdf.set_font("F", size=8)
    pdf.text(x + 4, y + 15, row[1])
    pdf.text(x + 46, y + 84, f"{number} / {count}")
    pdf.set_font("F", size=10)
    pdf.set_xy(x + 4, y + 40)
    pdf.multi_cell(WIDE - 8, 4.2, row[2], align="L")


def back(pdf: FPDF, x: float, y: float) -> None:
    pdf.set_fill_color(204)
    pdf.rect(x, y, WIDE, HIGH, style="F")
    pdf.set_font("F", size=16)
    pdf.text(x + 25, y + 44, "Deck")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
