"""Pictures that a maker brings along: PNG, JPEG and SVG files below the deck's folder, and nothing else.

A name is never handed to the drawing library: a file is found below the folder, opened here, and drawn once for each
place it stands in. Nothing is fetched: not by a name, and not by what stands in a file (K24).
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from companion.refusals import Refusal
from companion.words import Word
from printables.deck.problems import near_word
from printables.imposition import Box
from printables.paper import MM

if TYPE_CHECKING:
    from printables.pen import Pen

LARGEST = 60_000_000
"""Bytes of a picture."""

MOST_PIXELS = 100_000_000

DENSE = 300
"""Dots per inch of a picture on paper; what has more than half as many again is made smaller."""

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")


class BadPicture(Refusal):
    """A picture that cannot be drawn: `message` says why."""


def _refused(key: str, **args: Any) -> BadPicture:
    return BadPicture("homebrew.picture", message=Word(key, args))


def local_file(folder: Path, name: str) -> Path:
    """The file of that name below a folder. Raises BadPicture for a name that leads anywhere else, and for a file that
    is not there, with the nearest names."""
    if (":" in name and re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", name)) or name.startswith(("//", "\\\\")):
        raise _refused("homebrew.picture_fetched", name=name[:80])
    root = folder.resolve()
    try:
        path = (root / name).resolve()
        inside = path.is_relative_to(root) and not Path(name).is_absolute()
        there = inside and path.is_file()
    except (OSError, ValueError):
        inside, there = True, False
    if not inside:
        raise _refused("homebrew.picture_outside", name=name[:80])
    if not there:
        raise BadPicture("homebrew.picture", message=near_word("homebrew.picture_missing", name, _beside(root, name)))
    return path


def _beside(root: Path, name: str) -> list[str]:
    """The files of the same ending in the folder that a name leads to, or of the whole folder if there is none."""
    ending = Path(name).suffix.lower()
    endings = (ending,) if ending not in ENDINGS else ENDINGS
    folder = (root / name).parent
    if not folder.is_dir() or not folder.resolve().is_relative_to(root):
        folder = root
    found = [path for path in sorted(folder.iterdir())[:2000] if path.suffix.lower() in endings]
    return [path.resolve().relative_to(root).as_posix() for path in found if path.resolve().is_relative_to(root)]


class Picture(Struct, frozen=True):
    """A picture that is there and can be opened: `width` and `height` in units of its own."""

    name: str
    path: Path
    width: float
    height: float

    @property
    def vector(self) -> bool:
        return self.path.suffix.lower() == ".svg"


class Pictures(Struct):
    """The pictures of a deck by name. What they show is read when it is drawn, and not kept."""

    folder: Path
    known: dict[str, Picture] = field(default_factory=dict)

    @property
    def opened(self) -> set[Path]:
        return {picture.path for picture in self.known.values()}

    def find(self, name: str) -> Picture:
        """The picture of that name. Raises BadPicture."""
        found = self.known.get(name)
        if found is None:
            path = local_file(self.folder, name)
            if path.suffix.lower() not in ENDINGS:
                raise _refused("homebrew.picture_kind", name=name[:80])
            if path.stat().st_size > LARGEST:
                raise _refused("homebrew.picture_large", name=name[:80])
            size = _vector_size if path.suffix.lower() == ".svg" else _bitmap_size
            found = Picture(name, path, *size(path, name))
            self.known[name] = found
        return found

    def draw(self, pen: Pen, box: Box, name: str, fit: str, align: str, valign: str) -> None:
        """A picture in its place; what is drawn stands in the document once for each size of place."""
        picture = self.find(name)
        inner = _placed(box, picture.width / picture.height, fit, align, valign)
        whole = Box(inner.x - box.x, inner.y - box.y, inner.width, inner.height)
        number = list(self.known).index(name)
        shape = f"{box.width:.2f}x{box.height:.2f}-{whole.x:.2f},{whole.y:.2f}-{whole.width:.2f}"
        key = f"picture-{number}-{shape}"
        if pen.canvas.hasForm(key):
            pen.once(key, box, lambda local: None)
            return
        if picture.vector:
            from printables.deck.vectors import draw_vector

            drawing = _drawing(picture.path, name)
            pen.once(key, box, lambda local: draw_vector(local, drawing, whole))
        else:
            pixels, raw = _pixels(picture.path, name)
            pen.once(key, box, lambda local: _draw_bitmap(local, pixels, raw, whole))


def _placed(box: Box, shape: float, fit: str, align: str, valign: str) -> Box:
    """Where a picture of that shape (width through height) lies, so that it fits into its place or covers it."""
    if fit == "stretch":
        return box
    wide = box.width / box.height > shape
    by_height = wide if fit == "contain" else not wide
    width, height = (box.height * shape, box.height) if by_height else (box.width, box.width / shape)
    x = box.x + (box.width - width) * {"left": 0, "centre": 0.5, "right": 1}[align]
    y = box.y + (box.height - height) * {"top": 0, "middle": 0.5, "bottom": 1}[valign]
    return Box(x, y, width, height)


def _bitmap_size(path: Path, name: str) -> tuple[float, float]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path, formats=("PNG", "JPEG")) as opened:
            width, height = opened.size
            sideways = opened.getexif().get(_ORIENTATION, 1) >= 5
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as caught:
        raise _refused("homebrew.picture_broken", name=name[:80]) from caught
    if width * height > MOST_PIXELS:
        raise _refused("homebrew.picture_large", name=name[:80])
    return (height, width) if sideways else (width, height)


_ORIENTATION = 274
"""The number of the EXIF tag that says how a camera was held."""


def _pixels(path: Path, name: str) -> tuple[Any, bytes | None]:
    """A picture as it is seen; and its bytes, if it is a JPEG that can go into a PDF as it is."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    raw = path.read_bytes()
    try:
        with Image.open(BytesIO(raw), formats=("PNG", "JPEG")) as opened:
            upright = opened.getexif().get(_ORIENTATION, 1) == 1
            plain = opened.format == "JPEG" and opened.mode in ("RGB", "L") and upright
            opened.load()
            turned = ImageOps.exif_transpose(opened)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as caught:
        raise _refused("homebrew.picture_broken", name=name[:80]) from caught
    clear = "A" in turned.getbands() or "transparency" in turned.info
    return turned.convert("RGBA" if clear else "L" if turned.mode in ("L", "1") else "RGB"), raw if plain else None


def _draw_bitmap(pen: Pen, pixels: Any, raw: bytes | None, box: Box) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    photo = raw is not None
    dense = pixels.width / (box.width / 25.4)
    if dense > DENSE * 1.5:
        scale = DENSE / dense
        size = (max(round(pixels.width * scale), 1), max(round(pixels.height * scale), 1))
        pixels, raw = pixels.resize(size, Image.Resampling.LANCZOS), None
    if pen.ink.name != "colour":
        pixels, raw = _inked(pixels, pen.ink.name), None
    if photo and raw is None:
        out = BytesIO()
        pixels.save(out, "JPEG", quality=90)
        raw = out.getvalue()
    reader = ImageReader(BytesIO(raw) if raw is not None else pixels)
    pen.canvas.drawImage(
        reader,
        (pen.left + box.x) * MM,
        (pen.page_height - pen.top - box.bottom) * MM,
        box.width * MM,
        box.height * MM,
        mask="auto",
    )


def _inked(pixels: Any, ink: str) -> Any:
    """A picture in greys, or, where ink is saved, its contours alone."""
    from PIL import Image, ImageChops, ImageFilter, ImageOps

    if pixels.mode == "RGBA":
        paper = Image.new("RGBA", pixels.size, "white")
        flat = Image.alpha_composite(paper, pixels).convert("L")
        alpha = pixels.getchannel("A")
    else:
        flat, alpha = pixels.convert("L"), None
    if ink == "saver":
        soft = flat.filter(ImageFilter.GaussianBlur(max(flat.width / 400, 0.8)))
        edges = ImageChops.subtract(soft.filter(ImageFilter.MaxFilter(3)), soft.filter(ImageFilter.MinFilter(3)))
        return ImageOps.invert(ImageOps.autocontrast(edges, cutoff=(0, 1)))
    if alpha is None:
        return flat
    return Image.merge("LA", (flat, alpha)).convert("RGBA")


# Outside of a file a drawing may point at nothing, run nothing and hold nothing that has to be read otherwise.
_OUTSIDE = rb"(?i)(?:xlink:)?href\s*=\s*[\"']\s*(?!#)[^\"']|@import|url\(\s*[\"']?\s*(?!#)[^)]"
_ACTIVE = rb"(?i)<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(?:\w+:)?(?:script|foreignObject|image|iframe)\b"
_LETTERS = rb"(?i)<(?:\w+:)?(?:text|tspan)\b"


def _vector_size(path: Path, name: str) -> tuple[float, float]:
    drawing = _drawing(path, name)
    return float(drawing.width), float(drawing.height)


def _drawing(path: Path, name: str) -> Any:
    content = path.read_bytes()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        content = content.decode("utf-16", errors="replace").encode()
    if re.search(_OUTSIDE, content) or re.search(_ACTIVE, content):
        raise _refused("homebrew.svg_outside", name=name[:80])
    if re.search(_LETTERS, content):
        raise _refused("homebrew.svg_text", name=name[:80])
    from printables.deck.vectors import open_vector

    drawing = open_vector(content)
    if drawing is None:
        raise _refused("homebrew.picture_broken", name=name[:80])
    return drawing
