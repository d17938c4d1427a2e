"""The scale of type: every size and face that a page uses."""

from __future__ import annotations

from printables.typeset import Style

TITLE = Style("title", 21)
SECTION = Style("title", 10.5)
NUMERAL = Style("title", 13)
LABEL = Style("text", 9.5)
SUM = Style("text-italic", 9.5)
STRONG = Style("text-bold", 9.5)
CAPTION = Style("text", 6.75, tracking=0.1)
HINT = Style("text-italic", 8)
CODE = Style("text", 8, tracking=0.15)
FOOTER = Style("text", 7, tracking=0.15)
FILLED = Style("text", 10.5)
SLOT = Style("title-light", 22)
ROW_NAME = Style("title", 12.5)
STEP = Style("text", 7.5)
STEP_STRONG = Style("text-bold", 7.5)
AXIS = Style("text", 6.5)
CELL_NAME = Style("text", 6, leading=1.1)
NOTE_TEXT = Style("text", 8.5, leading=1.15)
