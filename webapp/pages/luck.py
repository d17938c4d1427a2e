"""Is the luck honest? Every outcome checked, and what came beside what was to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from babel.numbers import format_decimal
from flask import Response
from msgspec import Struct

from companion.fairness import ALPHA, Comparison, Count, Fairness, fairness
from companion.log import Entry
from companion.palette import palette
from companion.panels import Die
from companion.verify import Report, verify
from companion.words import Word, Words
from webapp.pages import table as tables
from webapp.pages.frame import page, page_words, reader_language
from webapp.recent import Recent
from webapp.render import say
from webapp.services import services
from webapp.tables import Folded

WIDTH = 1000
"""Of a bar's drawing, in units of its own."""

_FACES = 6
"""Faces that are drawn as a die; others are numbers."""

_checked: Recent[tuple[str, int], tuple[Report, Fairness]] = Recent(32)


def luck(table: str) -> Response:
    """What can be checked about the luck of a table, for everybody alike: nothing of it is anybody's secret."""
    asker = tables.asker_of(table)
    folded = services().tables.current(table)
    words, lang = page_words(reader_language(), folded.table.game), reader_language()
    report, found = _checked.once((table, folded.seq), lambda: _check(folded))
    return page(
        "luck.html",
        folded.table.game,
        table_id=table,
        seated=asker.seated,
        code=folded.code,
        seq=folded.seq,
        report=report,
        waiting=words.say(list(_ranges(report.waiting))),
        epochs=_epochs(folded.entries),
        comparisons=[_shown(folded, words, lang, each) for each in found.comparisons],
        verdict=_verdict(folded, words, lang, found),
        limits=_limits(found),
        command=f"python verify.py {table}.json",
    )


def _check(folded: Folded) -> tuple[Report, Fairness]:
    """What anybody could check who has only what is open."""
    report = verify(Entry(entry.open) for entry in folded.entries)
    return report, fairness(report.standing)


def _ranges(numbers: Iterable[int]) -> Iterator[str]:
    """Numbers in a row as one: "3", "7–12"."""
    first = last = 0
    for number in [*numbers, 0]:
        if number == last + 1:
            last = number
            continue
        if first:
            yield str(first) if first == last else f"{first}–{last}"
        first = last = number


def _epochs(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Every secret of the table: what was shown of it, the strings that counted, and the secret where it is told."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        if "commit" in entry.open:
            found.append({"number": len(found) + 1, "commit": entry.open["commit"], "seed": None, "strings": ()})
        if "client" in entry.open:
            found[-1]["strings"] = tuple(text or "–" for text in entry.open["client"])
        if "reveal" in entry.open:
            found[-1]["seed"] = entry.open["reveal"]
    return found


# what came


class Bar(Struct, frozen=True):
    """A count as it is drawn: positions from 0 to WIDTH."""

    count: Count
    name: str
    colour: str | None
    die: Die | None
    expected: str
    came: int
    low: int
    high: int
    mean: int


def _shown(folded: Folded, words: Words, lang: str, each: Comparison) -> dict[str, Any]:
    order = {key: at for at, key in enumerate(palette())}
    most = max(max(count.high, count.came) for count in each.counts) + 1
    bars = [
        Bar(
            count,
            _name(folded, words, each, count),
            count.name if count.name in palette() else None,
            Die("none", int(count.name)) if 0 < each.sides <= _FACES else None,
            _decimal(count.expected, lang),
            came=round(WIDTH * count.came / most),
            low=round(WIDTH * max(count.low - 0.5, 0) / most),
            high=round(WIDTH * (count.high + 0.5) / most),
            mean=round(WIDTH * float(count.expected) / most),
        )
        for count in sorted(each.counts, key=lambda count: order.get(count.name, 0))
    ]
    what = "rolled" if each.sides else "drawn"
    title = Word(f"page.luck.{what}_{each.by}", {"sides": each.sides, "n": each.trials})
    return {"title": title, "bars": bars, "key": f"{each.by}-{each.sides}-{each.counts[0].name}"}


def _name(folded: Folded, words: Words, each: Comparison, count: Count) -> str:
    if each.sides:
        return words("page.luck.face", face=int(count.name), sides=each.sides)
    if count.name in palette():
        return words(f"colour.{count.name}.name")
    return say(words, folded.table.game.thing(folded.table.content, count.name))


def _decimal(value: Fraction, lang: str) -> str:
    return str(format_decimal(round(float(value), 1), format="0.0", locale=lang))


def _verdict(folded: Folded, words: Words, lang: str, found: Fairness) -> list[Word]:
    """The most unusual count in words, and how often luck alone brings one like it."""
    if found.most_unusual is None:
        return []
    each, count = found.most_unusual
    what = _name(folded, words, each, count)
    usual = found.corrected > ALPHA
    percent = floor(100 * found.corrected) if usual else max(1, ceil(100 * found.corrected))
    return [
        Word("page.luck.unusual", {"what": what, "came": count.came, "expected": _decimal(count.expected, lang)}),
        Word("page.luck.usual" if usual else "page.luck.rare", {"percent": percent}),
    ]


def _limits(found: Fairness) -> Mapping[str, int] | None:
    """How much too often something would have to come before it stood out: of what was tried most often."""
    if not found.comparisons:
        return None
    most = max(found.comparisons, key=lambda each: each.trials)
    return {"percent": most.stands_out, "n": most.trials}
