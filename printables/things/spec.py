"""What people write for a thing: how many of what, and in which colour or size."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from companion.palette import palette
from companion.refusals import Refusal, nearest

MOST = 10_000
_TOKEN = re.compile(r"(?:(\d+)\s*[x×]\s*)?(.*?)(?:@([a-z]+))?", re.DOTALL)
_PLACE = re.compile(r"(?:(\d+)\s*[x×]\s*)?(.*?)(?:=([\w.-]+))?", re.DOTALL)


class Wish(Struct, frozen=True):
    """So many of something: what stands on it, and what was said of it besides (a colour, a size)."""

    count: int
    text: str
    more: str | None = None


def tokens_of(texts: Iterable[str]) -> tuple[Wish, ...]:
    """`12x{sword}`, `5@red`: how many, what stands on them, and their colour.

    Raises Refusal (`print.thing.many`, `print.thing.empty`), UnknownName for a colour.
    """
    found = tuple(_wish(_TOKEN, text) for text in texts)
    for wish in found:
        if wish.more is not None and wish.more not in palette():
            raise nearest("print.thing.colour", wish.more, palette())
    return found


def places_of(texts: Iterable[str]) -> tuple[Wish, ...]:
    """`Discard`, `5xMarket=tarot`, `Dice=80x40`: how many, what they are called, and the size of each.

    Raises Refusal (`print.thing.many`, `print.thing.empty`).
    """
    return tuple(_wish(_PLACE, text) for text in texts)


def _wish(pattern: re.Pattern[str], text: str) -> Wish:
    found = pattern.fullmatch(text.strip())
    if found is None or not found[2].strip():
        raise Refusal("print.thing.empty", field="thing", got=text[:40])
    count = int(found[1] or 1)
    if not 0 < count <= MOST:
        raise Refusal("print.thing.many", field="thing", got=text[:40], most=MOST)
    return Wish(count, found[2].strip(), found[3])
