"""Names that people give themselves: cleaned, limited, and told apart (P27)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.refusals import Unreadable

LONGEST = 60
_JOINER = "\u200d"
# Not counted as characters: marks that stand on the letter before, and the joiner inside an emoji.
_RIDERS = ("Mn", "Me", "Cf")
# A letter may carry so many marks on average; beyond that a name paints over its neighbours.
_MARKS = 4


def clean_name(text: str, where: str) -> str:
    """The name as it is shown: NFC, without control and invisible characters, single spaces.

    A zero-width joiner stays where it joins two parts of one emoji. Raises Unreadable unless 1 to 60 visible
    characters are left.
    """
    name = " ".join(_visible(unicodedata.normalize("NFC", text)).split())
    length = sum(unicodedata.category(char) not in _RIDERS for char in name)
    if len(name) > _MARKS * LONGEST:
        length = len(name)
    if not 1 <= length <= LONGEST:
        raise Unreadable("read.length", field=where, least=1, most=LONGEST, got=length)
    return name


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody at the table has it already: Anna, Anna 2, Anna 3."""
    others = {other.casefold() for other in taken}
    number, found = 1, name
    while found.casefold() in others:
        number += 1
        found = f"{name[: LONGEST - 3]} {number}"
    return found


def _visible(text: str) -> str:
    kept = []
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        if char == _JOINER:
            if at and _in_emoji(text[at - 1]) and at + 1 < len(text) and _in_emoji(text[at + 1]):
                kept.append(char)
        elif category in ("Zs", "Zl", "Zp") or char in "\t\n\r":
            kept.append(" ")
        elif category not in ("Cc", "Cf", "Cs"):
            kept.append(char)
    return "".join(kept)


def _in_emoji(char: str) -> bool:
    # So: pictures; Sk: skin tones; Cn: pictures newer than our tables; the selector asks for the coloured form.
    return unicodedata.category(char) in ("So", "Sk", "Cn") or char == "\ufe0f"
