"""What stands between braces in a text: `{sword}` is an icon, `{{` is a brace.

A text that has been read holds a single private character for each icon and each such brace, so that lines are broken
and measured letter by letter, and reading it again changes nothing. Symbols that people type, ★ or ⚅, are icons, too:
they are drawn as we draw them, and no font has to have them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from unicodedata import is_normalized, normalize

from companion.refusals import Refusal
from printables.icons import icon_names, symbols

SOFT_HYPHEN = "\u00ad"

_FIRST = 0x10F000
"""Icons are the characters from here on, at the end of a plane that no font uses."""

_BRACE = chr(0x10EFFF)

_MARKS = r"\{\{|\{([^\s{}]+)\}"

_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\r"))
"""Characters that only tell a screen how to draw their neighbours."""
_INVISIBLE_OR_TAB: dict[int, str | None] = {**_INVISIBLE, ord("\t"): " ", 0x2028: "\n", 0x2029: "\n"}


_FIRST_SYMBOL = "\u2190"
"""No symbol that is an icon stands before this one: for other texts, the list of symbols is not read."""


class UnknownIcon(Refusal):
    """An icon in a text that nobody has drawn."""


def literal(text: str) -> str:
    """A text in which braces mean nothing: a name that somebody has typed."""
    return text.replace("{", "{{")


def icon_of(char: str) -> str | None:
    """The icon that a private character of a read text stands for."""
    index = ord(char) - _FIRST
    return icon_names()[index] if 0 <= index < len(icon_names()) else None


def shown(char: str) -> str:
    """The character that is drawn for one of a read text which is not an icon."""
    return "{" if char == _BRACE else char


def read(text: str, field: str = "text") -> str:
    """A text with a private character for each icon. Composed letters are one character each, whoever typed them.

    Raises UnknownIcon (`print.icon.unknown`) naming the field and the nearest icons.
    """
    return text if text.isascii() and "{" not in text and "\t" not in text and "\r" not in text else _read(text, field)


@lru_cache(maxsize=4096)
def _read(text: str, field: str) -> str:
    if not text.isascii():
        text = text if is_normalized("NFC", text) else normalize("NFC", text)
    text = text.translate(_table() if max(text, default="") >= _FIRST_SYMBOL else _INVISIBLE_OR_TAB)
    return re.sub(_MARKS, lambda found: _mark(found, field), text) if "{" in text else text


@cache
def _table() -> dict[int, str | None]:
    drawn: dict[int, str | None] = {ord(symbol): _char(name) for symbol, name in symbols().items()}
    return drawn | _INVISIBLE_OR_TAB


@cache
def _char(name: str) -> str:
    return chr(_FIRST + icon_names().index(name))


def _mark(found: re.Match[str], field: str) -> str:
    name = found[1]
    if name is None:
        return _BRACE
    if name not in icon_names():
        from companion.refusals import nearest

        near = nearest("print.icon.unknown", name, icon_names()).args_
        raise UnknownIcon("print.icon.unknown", field=field, **near)
    return _char(name)
