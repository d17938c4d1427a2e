"""The black squares of a code of two dimensions, as boxes that can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from printables.imposition import Box


def module_boxes(rows: Sequence[Sequence[bool]], box: Box) -> tuple[Box, ...]:
    """The black modules of a square code inside a square box (mm), `rows` from the top, True is black. Neighbours in a
    row are one box, so that no printer leaves a seam between them."""
    size = box.width / len(rows)
    found: list[Box] = []
    for r, row in enumerate(rows):
        start: int | None = None
        for c, dark in enumerate((*row, False)):
            if dark and start is None:
                start = c
            elif not dark and start is not None:
                found.append(Box(box.x + start * size, box.y + r * size, (c - start) * size, size))
                start = None
    return tuple(found)
