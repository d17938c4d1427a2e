"""SVG drawings on a page: opened by svglib, inked as the page is, without any font of the drawing library."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import TYPE_CHECKING, Any

from reportlab.graphics import renderPDF
from reportlab.graphics.renderbase import renderScaledDrawing

from printables.imposition import Box
from printables.ink import Ink, Shade, channels, grey
from printables.paper import MM

if TYPE_CHECKING:
    from printables.pen import Pen

THIN = 0.15
"""The width of the outlines that stand for areas where ink is saved (mm)."""


def open_vector(content: bytes) -> Any:
    """The drawing in the bytes of an SVG file; None for what is no drawing."""
    from svglib.svglib import svg2rlg

    logging.getLogger("svglib.svglib").setLevel(logging.CRITICAL)  # a colour that it cannot read is drawn without
    try:
        drawing = svg2rlg(BytesIO(content))
    except Exception:  # whatever a broken file does to the library, it is a broken file
        return None
    return drawing if drawing is not None and drawing.width > 0 and drawing.height > 0 else None


def draw_vector(pen: Pen, drawing: Any, box: Box) -> None:
    """A drawing, stretched into a box."""
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate((pen.left + box.x) * MM, (pen.page_height - pen.top - box.bottom) * MM)
    scale = box.width * MM / drawing.width
    canvas.scale(scale, box.height * MM / drawing.height)
    scaled: Any = renderScaledDrawing  # the stub has no types
    _Renderer(pen.ink, THIN * MM / scale).draw(scaled(drawing), canvas, 0, 0)
    canvas.restoreState()


class _Renderer(renderPDF._PDFRenderer):  # the class is not part of the stubs
    """Draws shapes only: fonts are left alone, so that none is listed that is not embedded; colours are inked."""

    def __init__(self, ink: Ink, thin: float) -> None:
        super().__init__()
        self._ink, self._thin = ink, thin

    def applyStateChanges(self, delta: dict[str, Any], newState: dict[str, Any]) -> None:  # noqa: N802, N803
        changes = {key: value for key, value in delta.items() if key not in ("fontName", "fontSize")}
        if self._ink.name == "grey":
            for key in ("fillColor", "strokeColor"):
                if changes.get(key) is not None:
                    changes[key] = _grey(changes[key])
        elif self._ink.name == "saver":
            if changes.get("fillColor") is not None:
                changes |= {"fillColor": None, "strokeWidth": self._thin, "strokeColor": _colour(self._ink.text)}
            if changes.get("strokeColor") is not None:
                changes["strokeColor"] = _colour(self._ink.text)
        super().applyStateChanges(changes, newState)


def _colour(shade: Shade) -> Any:
    from reportlab.lib.colors import Color

    return Color(*channels(shade))


def _grey(colour: Any) -> Any:
    from reportlab.lib.colors import Color

    red, green, blue = colour.rgb()
    level = channels(grey("#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))))[0]
    return Color(level, level, level, alpha=getattr(colour, "alpha", 1))
