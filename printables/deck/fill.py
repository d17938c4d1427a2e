"""What a card holds: texts of a layout with the fields of a row put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

Values = Mapping[str, str]

_PARTS = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")


def in_language(value: Any, lang: str) -> str:
    """A text that may be told by language, in one; the first told where that language is missing."""
    if isinstance(value, Mapping):
        value = value.get(lang, next(iter(value.values())))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


class Template(Struct, frozen=True):
    """A text in pieces: those at odd places are names of fields."""

    pieces: tuple[str, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return self.pieces[1::2]

    @property
    def alone(self) -> str | None:
        """The field, if the text is nothing but one."""
        return self.pieces[1] if len(self.pieces) == 3 and not self.pieces[0] and not self.pieces[2] else None

    def fill(self, values: Values) -> str:
        pieces = self.pieces
        if len(pieces) == 1:
            return pieces[0]
        return "".join([values[piece] if n % 2 else piece for n, piece in enumerate(pieces)])


def template(text: str, is_field: Callable[[str], bool]) -> Template:
    """A text read once. What stands in braces is a field if there is one of that name; else it stays as it is (an icon
    of that name is drawn in its place). Doubled braces stay for whoever sets the text."""
    pieces = [""]
    at = 0
    for found in _PARTS.finditer(text):
        name = found[1]
        if name is None or not is_field(name.strip()):
            continue
        pieces[-1] += text[at : found.start()]
        pieces += [name.strip(), ""]
        at = found.end()
    pieces[-1] += text[at:]
    return Template(tuple(pieces))
