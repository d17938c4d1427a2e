"""Where a word may be broken: at its soft hyphens if it has any, else after its own dashes and at its syllables.

Syllables are those of the language that the script tells (Cyrillic: Russian, Latin: English), or of one that is named.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from printables.markup import SOFT_HYPHEN

if TYPE_CHECKING:
    from pyphen import Pyphen

NEVER = "none"
"""The language of a text that is not broken inside its words."""

Break = tuple[int, str]
"""Before which letter a word may be broken, and what is set at the end of the line."""

# Patterns are compiled when a line first needs a hyphen: that takes longer than printing some cards, and many decks
# never do.
_LETTERS = r"[^\W\d_]+"
_DASHES = r"(?<=\w)[-–—/](?=\w)"
_BEFORE, _AFTER = 2, 3
"""So many letters of a word stand together at least, before the break and after it."""

_CYRILLIC = r"[А-Яа-яЁё]+"


@lru_cache(maxsize=4096)
def breaks(word: str, lang: str = "") -> tuple[Break, ...]:
    """The places where a word may be broken, from the left. Its soft hyphens are counted as letters."""
    if SOFT_HYPHEN in word:
        return tuple((n, "-") for n, char in enumerate(word) if char == SOFT_HYPHEN and 0 < n < len(word) - 1)
    if lang == NEVER:
        return ()
    found: list[Break] = [(dash.end(), "") for dash in re.finditer(_DASHES, word)]
    for run in re.finditer(_LETTERS, word):
        letters = run[0]
        if len(letters) >= _BEFORE + _AFTER:
            syllables = _syllables(lang or _language(letters))
            if syllables is not None:
                found += [(run.start() + at, "-") for at in syllables.positions(letters)]
    return tuple(sorted(found))


def _language(letters: str) -> str:
    """The language that the script of a word tells; none for a word with letters that neither language has."""
    if letters.isascii():
        return "en"
    return "ru" if re.fullmatch(_CYRILLIC, letters) else ""


@cache
def _syllables(lang: str) -> Pyphen | None:
    # Its tables take longer to read than a page takes to print: only a line that needs a hyphen waits for them.
    from pyphen import Pyphen, language_fallback

    known = language_fallback(lang) if lang else None
    return None if known is None else Pyphen(lang=known, left=_BEFORE, right=_AFTER)
