"""The rule book of a game: chapters by rule id, found again by id or by words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from companion.game import nearest
from companion.words import data_folder

_HEADING = re.compile(r"^(#{1,6})\s+(.*\S)\s*$")
_RULE = re.compile(r"^(?P<id>[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\s+·\s+(?P<title>.+)$")
# A word of a question finds its other forms: how many of its last letters may differ, by its length
# (кубик, кубики, кубиков; roll, rolled).
_ENDINGS = ((3, 0), (5, 1), (7, 2), (99, 3))


class Rule(Struct, frozen=True):
    """A chapter of a rule book: its id ("" for a text that is no rule of its own), its title, the part of the book it
    stands in, and its text as Markdown."""

    id: str
    title: str
    part: str
    text: str


@cache
def rulebook(package: str, lang: str) -> tuple[Rule, ...]:
    """The rule book of a game in a language, in its own order; empty if there is none."""
    path = data_folder(package).joinpath("rulebook", f"{lang}.md")
    return parse(path.read_text(encoding="utf-8")) if path.is_file() else ()


def parse(text: str) -> tuple[Rule, ...]:
    """The chapters of a rule book. `### ID · title` begins a rule, `## title` a part of the book."""
    found: list[Rule] = []
    part, id_, title, lines = "", "", "", list[str]()

    def close() -> None:
        body = "\n".join(lines).strip()
        if id_ or body:
            found.append(Rule(id_, title, part, body))

    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is None or len(heading[1]) > 3:
            lines.append(line)
            continue
        close()
        rule = _RULE.match(heading[2])
        id_, title = (rule["id"], rule["title"]) if rule else ("", heading[2])
        part = heading[2] if len(heading[1]) == 2 else part
        lines = []
    close()
    return tuple(found)


def find(rules: Iterable[Rule], words: str) -> tuple[Rule, ...]:
    """The rules that a question is about, the best first: the one of that id, those of that group of ids or
    whose id begins so, or those whose title and text hold all the words. Raises UnknownName with the nearest ids for
    an id that is not there."""
    rules = tuple(rules)
    id_ = words.strip().upper()
    exact = tuple(rule for rule in rules if rule.id == id_)
    if exact:
        return exact
    group = tuple(rule for rule in rules if rule.id.startswith(f"{id_}-")) if id_ else ()
    if group:
        return group
    begun = tuple(rule for rule in rules if rule.id.startswith(id_)) if "-" in id_ else ()
    if begun:
        return begun
    if _RULE.match(f"{id_} · x"):
        raise nearest("rulebook.unknown", id_, (rule.id for rule in rules if rule.id))
    wanted = _words(words)
    scored = [(score, rule) for rule in rules if (score := _score(rule, wanted))]
    return tuple(rule for _, rule in sorted(scored, key=lambda pair: -pair[0]))


def _score(rule: Rule, wanted: list[str]) -> int:
    """0 unless every word is found; its very form counts more than another, and the title more than the text."""
    title, text = _words(rule.title), _words(rule.text)
    score = 0
    for word in wanted:
        stem = _stem(word)
        in_title = sum(1 + (other == word) for other in title if other.startswith(stem))
        in_text = sum(1 + (other == word) for other in text if other.startswith(stem))
        if not in_title and not in_text:
            return 0
        score += 10 * min(in_title, 2) + min(in_text, 5)
    return score


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFC", text).casefold().replace("ё", "е")
    return re.findall(r"\w+", folded)


def _stem(word: str) -> str:
    ending = next((ending for longest, ending in _ENDINGS if len(word) <= longest), 0)
    return word[: len(word) - ending]
