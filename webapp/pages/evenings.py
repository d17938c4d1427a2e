"""Statistics over past evenings: who won with what, how the scores lie, and whether the dice were kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from babel.dates import format_date
from flask import request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.evenings import Bin, Evening, Tallied, by_fact, by_name, fact_keys, histogram, same_name
from companion.game import games
from companion.words import Word, Words
from webapp.api.evenings import names, wanted
from webapp.evenings import local
from webapp.pages.frame import page, page_words, reader_language
from webapp.render import say

_LISTED = 40
_WRITTEN = {"en": "en_GB"}
"""How a language writes dates, where it has several ways."""
_SIGMAS = 3.0
"""How far the picture of the luck reaches, in standard deviations."""

# The drawing of the distribution, in units of its own.
_WIDTH, _HEIGHT, _FOOT, _HEAD = 340, 170, 22, 18


class Bar(Struct, frozen=True):
    """One bar of the distribution."""

    bin: Bin
    x: float
    y: float
    width: float
    height: float
    label: str

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


class Line(Struct, frozen=True):
    """One row of a comparison: `share` and `won` are percents of the longest bar."""

    tallied: Tallied
    share: float
    won: float


class Luck(Struct, frozen=True):
    """The dice of somebody: `at` is where the mark stands, from 0 to 100, with 50 as expected."""

    tallied: Tallied
    mean: str
    expected: str
    at: float
    kind: str


def evenings() -> ResponseReturnValue:
    """Everything about the evenings that this browser had a part in."""
    lang = reader_language()
    words = page_words(lang)
    found, every = wanted()
    game, player = request.args.get("game", "")[:60], request.args.get("player", "")[:200]
    people = by_name(found)
    one = {evening.game for evening in found}
    totals = [guest.total for evening in found for guest in evening.guests] if len(one) == 1 else []
    return page(
        "evenings.html",
        games().get(next(iter(one))) if len(one) == 1 else None,
        count=len(found),
        any=bool(every.evenings),
        waiting=every.waiting,
        chosen={"game": game, "player": player},
        known=_known(every.evenings),
        people=_lines(people),
        facts=_facts(found, lang) if len(one) == 1 else [],
        bars=_bars(histogram(totals), words),
        totals=_summary(totals, words),
        luck=[_luck(each, words) for each in people if each.dice.rolled],
        listed=[_listed(evening, words, lang) for evening in found[:_LISTED]],
        decimal=decimal,
        query={key: value for key, value in (("game", game), ("player", player), ("lang", lang)) if value},
    )


def _known(every: Sequence[Evening]) -> dict[str, Any]:
    """What can be filtered by."""
    called = names()
    return {
        "games": [(key, called.get(key, key)) for key in dict.fromkeys(evening.game for evening in every)],
        "players": sorted({each.label for each in by_name(every)}, key=same_name),
    }


def _lines(found: Sequence[Tallied]) -> list[Line]:
    most = max((each.games for each in found), default=1)
    return [Line(each, 100 * each.games / most, 100 * each.wins / most) for each in found]


def _facts(found: Sequence[Evening], lang: str) -> list[tuple[str, list[Line]]]:
    game = games().get(found[0].game)
    words = page_words(lang, game)
    told = []
    for key in fact_keys(found):
        title = say(words, Word(f"input.{key}")) if f"input.{key}" in words else key
        told.append((title, _lines(by_fact(found, key, lang))))
    return told


def _bars(bins: Sequence[Bin], words: Words) -> list[Bar]:
    if not bins:
        return []
    most = max(each.count for each in bins)
    step = _WIDTH / len(bins)
    room = _HEIGHT - _FOOT - _HEAD
    bars = []
    for at, each in enumerate(bins):
        height = room * each.count / most
        label = words.say(each.low) if each.low == each.high else f"{words.say(each.low)}–{words.say(each.high)}"
        x, y = at * step + step * 0.1, _HEIGHT - _FOOT - height
        bars.append(Bar(each, round(x, 1), round(y, 1), round(step * 0.8, 1), round(height, 1), label))
    return bars


def _summary(totals: Sequence[int], words: Words) -> dict[str, str] | None:
    if not totals:
        return None
    ordered = sorted(totals)
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return {
        "low": words.say(ordered[0]),
        "high": words.say(ordered[-1]),
        "middle": decimal(middle, words, 1),
        "mean": decimal(sum(ordered) / len(ordered), words, 1),
    }


def _luck(each: Tallied, words: Words) -> Luck:
    dice = each.dice
    off = max(-_SIGMAS, min(_SIGMAS, dice.deviation))
    kind = "high" if off > 2 else "low" if off < -2 else "usual"
    mean, expected = dice.sum / dice.rolled, dice.expected / dice.rolled
    return Luck(each, decimal(mean, words, 2), decimal(expected, words, 2), round(50 + 50 * off / _SIGMAS, 1), kind)


def decimal(value: float, words: Words, places: int) -> str:
    """A number with decimals as the language writes it; none where they are all zero."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places == 1 else f"{value:.{places}f}"
    return text.replace(".", ",").replace("-", "−") if words.lang == "ru" else text.replace("-", "−")


def _listed(evening: Evening, words: Words, lang: str) -> dict[str, Any]:
    return {
        "table": evening.table,
        "date": local(evening.ended)[:10],
        "day": format_date(date.fromisoformat(local(evening.ended)[:10]), "long", locale=_WRITTEN.get(lang, lang)),
        "game": names().get(evening.game, evening.game),
        "guests": [
            {
                "name": guest.name,
                "place": guest.place,
                "total": guest.total,
                "won": evening.won(guest),
                "with": [told.get(lang, "") for told in list(guest.names.values())[:2]],
                "opponent": guest.opponent,
            }
            for guest in evening.guests
        ],
    }
