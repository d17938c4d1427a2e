"""Pages that are filled in on a screen: AcroForm fields on the places to write in.

Every field brings its own appearance, drawn with a font that is embedded whole, so that letters which nobody has typed
yet are there too. Nothing asks the reader to draw appearances anew (NeedAppearances): what it would draw them with, it
would not embed. A tick and a chosen bubble are drawn as paths, not as letters of a font of symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFStreamFilterZCompress, PDFString
from reportlab.pdfbase.ttfonts import TTFontFile
from reportlab.pdfgen.canvas import Canvas

from printables.fonts import font
from printables.imposition import Box
from printables.paper import MM
from printables.reading.geometry import Group, PageGeometry, Value
from printables.typeset import Style, wrap

FACE = "text"
_RESOURCE = "TablesideText"
_INK = "0.11"
_PRINTED = 4
_MULTILINE, _RADIO = 1 << 12, 1 << 15
LARGEST, SMALLEST = 11.0, 5.0
"""Sizes of type in a field (pt)."""

CAPTIONED = 7.0
"""A box for words that is at least so high has its name in its upper corner (mm)."""

Kind = Literal["text", "tick", "choice"]


class Mark(Struct, frozen=True):
    """One place of a field: what it stands for, and its box in mm from the upper left corner of the paper."""

    state: str
    box: Box
    round: bool = False


class Field(Struct, frozen=True):
    """A text, a tick, or one of several marks; `name` is its own on the page, `label` what it is called for people.

    `value` is what stands in it already: a text, or the state of the mark that is set ("" for none).
    """

    name: str
    kind: Kind
    marks: tuple[Mark, ...]
    label: str
    value: str = ""
    centred: bool = False

    @property
    def box(self) -> Box:
        return self.marks[0].box


Told = Callable[[Group, Value | None], str]
"""Something told of a place: of one of the values of a group, or of all of them together (None)."""


def fields_of(page: PageGeometry, origin: Box, label: Told, value: Told = lambda group, value: "") -> Iterator[Field]:
    """A field for each place to write in of a page whose frame lies at `origin`."""
    for group in page.groups:
        marks = tuple(_mark(origin, group, one) for one in group.values)
        if group.kind == "card":
            continue
        if group.kind == "choice":
            yield Field(_name(group.key), "choice", marks, label(group, None), value(group, None))
            continue
        for one, mark in zip(group.values, marks, strict=True):
            name = _name(group.key if len(marks) == 1 else f"{group.key}-{one.key}")
            if group.kind == "tick":
                yield Field(name, "tick", (mark,), label(group, one), value(group, one))
            else:
                centred = group.kind != "text" or one.width < CAPTIONED + 2
                yield Field(name, "text", (mark,), label(group, one), value(group, one), centred)


def _mark(origin: Box, group: Group, value: Value) -> Mark:
    box = value.box
    if group.kind == "text" and box.height >= CAPTIONED:
        box = Box(box.x + 0.8, box.y + 2.9, box.width - 1.6, box.height - 3.2)
    elif value.shape == "box":
        box = box.inset(0.25)
    return Mark(value.key, replace(box, x=box.x + origin.x, y=box.y + origin.y), value.shape == "circle")


def _name(key: str) -> str:
    """A part of a field's name: a full stop would part it."""
    return key.replace(".", "-")


class Form:
    """The form of a document: fields are added page by page, and it is closed before the document is saved."""

    def __init__(self, canvas: Canvas) -> None:
        drawing: Any = canvas  # fields are nothing that the library's own types tell of
        self._canvas, self._doc = drawing, drawing._doc
        self._fields: list[Any] = []
        self._drawn: dict[tuple[Any, ...], Any] = {}
        self._font: Any = None

    def add(self, fields: Sequence[Field], prefix: str, height: float) -> None:
        """The fields of the page that is being drawn, on a paper of that height (mm)."""
        for field in fields:
            about = {"T": PDFString(f"{prefix}-{field.name}"), "TU": PDFString(field.label)}
            if field.kind == "text":
                self._fields.append(self._widget(self._text(field) | about, field.box, height))
            elif field.kind == "tick":
                self._fields.append(self._widget(self._tick(field.marks[0], field.value) | about, field.box, height))
            else:
                self._fields.append(self._choice(field, about, height))

    def close(self) -> None:
        """Put the form into the document; nothing is done for one without fields."""
        if not self._fields:
            return
        self._doc.Catalog.AcroForm = self._doc.Reference(
            PDFDictionary(
                {
                    "Fields": PDFArray(self._fields),
                    "DR": PDFDictionary({"Font": PDFDictionary({_RESOURCE: self.font})}),
                    "DA": PDFString(f"/{_RESOURCE} 10 Tf {_INK} g"),
                }
            )
        )

    # the fields

    def _widget(self, entries: dict[str, Any], box: Box, height: float) -> Any:
        rect = [box.x * MM, (height - box.bottom) * MM, box.right * MM, (height - box.y) * MM]
        usual = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "F": _PRINTED,
            "Rect": PDFArray([round(side, 3) for side in rect]),
        }
        found = self._doc.Reference(PDFDictionary(usual | entries))
        self._canvas._annotationrefs.append(found)
        return found

    def _text(self, field: Field) -> dict[str, Any]:
        wide, high = field.box.width, field.box.height
        several = not field.centred and high > 9
        size, lines = _set(field.value, wide, high, several)
        found: dict[str, Any] = {
            "FT": PDFName("Tx"),
            "V": PDFString(field.value),
            "DA": PDFString(f"/{_RESOURCE} {size:g} Tf {_INK} g"),
            "Q": int(field.centred),
            "AP": PDFDictionary({"N": self._shown(lines, size, field)}),
        }
        return found | ({"Ff": _MULTILINE} if several else {})

    def _tick(self, mark: Mark, value: str) -> dict[str, Any]:
        state = "Yes" if value else "Off"
        return {
            "FT": PDFName("Btn"),
            "V": PDFName(state),
            "AS": PDFName(state),
            "AP": self._states("Yes", mark),
        }

    def _choice(self, field: Field, about: dict[str, Any], height: float) -> Any:
        """One of several: a field with a widget for each mark; a second tap takes the mark away."""
        chosen = field.value if any(mark.state == field.value for mark in field.marks) else "Off"
        kids = PDFArray([])
        parent = self._doc.Reference(
            PDFDictionary({"FT": PDFName("Btn"), "Ff": _RADIO, "V": PDFName(chosen), "Kids": kids} | about)
        )
        for mark in field.marks:
            state = PDFName(mark.state if mark.state == chosen else "Off")
            entries = {"Parent": parent, "AS": state, "AP": self._states(mark.state, mark)}
            kids.sequence.append(self._widget(entries, mark.box, height))
        return parent

    # how they look

    def _shown(self, lines: Sequence[str], size: float, field: Field) -> Any:
        wide, high = field.box.width * MM, field.box.height * MM
        shown = b""
        leading = size * 1.18
        first = (high + len(lines) * leading) / 2 - 0.86 * leading
        for n, line in enumerate(lines):
            x = (wide - _width(line, size)) / 2 if field.centred else 1.5
            at = f"1 0 0 1 {x:.2f} {first - n * leading:.2f} Tm".encode()
            shown += at + b" <" + _codes(line) + b"> Tj "
        text = b"BT /%b %g Tf %b g %bET " % (_RESOURCE.encode(), size, _INK.encode(), shown) if shown else b""
        clip = f"q 0 0 {wide:.2f} {high:.2f} re W n ".encode()
        return self._drawing(b"/Tx BMC " + clip + text + b"Q EMC", field.box, text=True)

    def _states(self, state: str, mark: Mark) -> Any:
        """How a mark looks set and not set."""
        wide, high = mark.box.width * MM, mark.box.height * MM
        content = _disc(wide, high) if mark.round else _cross(wide, high)
        states = {state: self._drawing(content, mark.box), "Off": self._drawing(b"", mark.box)}
        return PDFDictionary({"N": PDFDictionary(states)})

    def _drawing(self, content: bytes, box: Box, *, text: bool = False) -> Any:
        """An appearance. Marks that look alike share one; that of a text is its own, since programs that fill a form in
        write into it."""
        entries = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Form"),
            "BBox": PDFArray([0, 0, round(box.width * MM, 3), round(box.height * MM, 3)]),
            "Resources": PDFDictionary({"Font": PDFDictionary({_RESOURCE: self.font})} if text else {}),
        }
        if text:
            return self._doc.Reference(_stream(entries, content))
        key = (content, round(box.width, 3), round(box.height, 3))
        if key not in self._drawn:
            self._drawn[key] = self._doc.Reference(_stream(entries, content))
        return self._drawn[key]

    # the font

    @property
    def font(self) -> Any:
        """The font of the fields, whole. Its codes are the numbers of its glyphs, and it says what each means: so any
        program can type with it."""
        if self._font is None:
            self._font = self._embedded()
        return self._font

    def _embedded(self) -> Any:
        face = _face()
        name = PDFName(str(face.name, "ascii") if isinstance(face.name, bytes) else face.name)
        file = _stream({"Length1": len(face._ttf_data)}, face._ttf_data)
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": name,
                "Flags": 4,
                "FontBBox": PDFArray([round(side) for side in face.bbox]),
                "ItalicAngle": face.italicAngle,
                "Ascent": round(face.ascent),
                "Descent": round(face.descent),
                "CapHeight": round(face.capHeight),
                "StemV": round(face.stemV),
                "FontFile2": self._doc.Reference(file),
            }
        )
        meaning = {face.charToGlyph[code]: code for code in sorted(face.charToGlyph, reverse=True)}
        widths = {glyph: round(face.charWidths[code]) for glyph, code in meaning.items()}
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": name,
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": self._doc.Reference(descriptor),
                "DW": round(face.defaultWidth),
                "W": PDFArray([part for glyph in sorted(widths) for part in (glyph, PDFArray([widths[glyph]]))]),
                "CIDToGIDMap": PDFName("Identity"),
            }
        )
        return self._doc.Reference(
            PDFDictionary(
                {
                    "Type": PDFName("Font"),
                    "Subtype": PDFName("Type0"),
                    "BaseFont": name,
                    "Encoding": PDFName("Identity-H"),
                    "DescendantFonts": PDFArray([self._doc.Reference(descendant)]),
                    "ToUnicode": self._doc.Reference(_stream({}, _meanings(meaning))),
                }
            )
        )


def _stream(entries: dict[str, Any], content: bytes) -> PDFStream:
    return PDFStream(PDFDictionary(entries), content, [PDFStreamFilterZCompress()])


@cache
def _face() -> Any:
    """The font file of the fields as it is. On a drawn page digits have been given other glyphs, of equal width; a
    program that types knows nothing of that."""
    found: Any = pdfmetrics.getFont(font(FACE).name)
    return TTFontFile(BytesIO(found.face._ttf_data))


def _codes(text: str) -> bytes:
    """A text as it is shown: the numbers of its glyphs."""
    known = _face().charToGlyph
    return "".join(f"{known.get(ord(char), 0):04X}" for char in text).encode()


def _width(text: str, size: float) -> float:
    """The width of a line in points."""
    face = _face()
    return float(sum(face.charWidths.get(ord(char), face.defaultWidth) for char in text)) * size / 1000


def _set(text: str, wide: float, high: float, several: bool) -> tuple[float, list[str]]:
    """The size of type of a field of that width and height (mm), and the lines of what stands in it."""
    most = 9.0 if several else min(LARGEST, high * MM * 0.66)
    size = max(most, SMALLEST)
    while True:
        lines = wrap(text, Style(FACE, size), wide - 1.4) if several and text else [text] if text else []
        fits = all(_width(line, size) <= (wide - 0.8) * MM for line in lines)
        if size <= SMALLEST or (fits and len(lines) * size * 1.18 <= high * MM + 1):
            return round(size, 2), lines
        size -= 0.25


def _cross(wide: float, high: float) -> bytes:
    x, y = wide * 0.22, high * 0.22
    lines = f"{x:.2f} {y:.2f} m {wide - x:.2f} {high - y:.2f} l {x:.2f} {high - y:.2f} m {wide - x:.2f} {y:.2f} l S"
    return f"q {_INK} G {min(wide, high) * 0.11:.2f} w 1 J {lines} Q".encode()


def _disc(wide: float, high: float) -> bytes:
    r = min(wide, high) * 0.36
    k, x, y = r * 0.5523, wide / 2, high / 2
    curves = (
        f"{x + r:.2f} {y:.2f} m {x + r:.2f} {y + k:.2f} {x + k:.2f} {y + r:.2f} {x:.2f} {y + r:.2f} c "
        f"{x - k:.2f} {y + r:.2f} {x - r:.2f} {y + k:.2f} {x - r:.2f} {y:.2f} c "
        f"{x - r:.2f} {y - k:.2f} {x - k:.2f} {y - r:.2f} {x:.2f} {y - r:.2f} c "
        f"{x + k:.2f} {y - r:.2f} {x + r:.2f} {y - k:.2f} {x + r:.2f} {y:.2f} c f"
    )
    return f"q {_INK} g {curves} Q".encode()


def _meanings(meaning: Mapping[int, int]) -> bytes:
    """The character of each glyph, as a PDF reader wants to know it (a ToUnicode map)."""
    pairs = [
        f"<{glyph:04X}> <{chr(code).encode('utf-16-be').hex().upper()}>" for glyph, code in sorted(meaning.items())
    ]
    parts = [pairs[n : n + 100] for n in range(0, len(pairs), 100)]
    body = "\n".join(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()
