"""The history: everything that happened, the newest first, each entry readable and with its author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from companion import offer
from companion.log import Entry
from companion.words import Words
from webapp.pages import opponents
from webapp.pages.frame import coloured_words, page, page_words, reader_language
from webapp.pages.table import asker_of, company, steps_back
from webapp.services import services
from webapp.tables import Folded
from webapp.views import entry_words

ENTRIES = 150
"""So many entries stand on a page: a long evening has ten times as many, and old phones would wait for them."""


def history(table: str) -> ResponseReturnValue:
    """A page of the history: the newest entries, or those up to the number that the address names."""
    asker, folded = asker_of(table), services().tables.current(table)
    seat = services().access.seat_to_see(asker, folded, None)
    words = page_words(reader_language(), folded.table.game)
    last = min(max(request.args.get("to", folded.seq, int), 1), folded.seq)
    entries = _shown(folded, folded.entries[max(last - ENTRIES, 0) : last], seat, words, host=asker.host)
    return page(
        "history.html",
        folded.table.game,
        table_id=table,
        seat=seat,
        present=company(asker, folded, words)["present"],
        seq=folded.seq,
        head=folded.entries[-1].hash[:8],
        commit=folded.table.epoch.commit,
        entries=entries,
        earlier=last - ENTRIES if last > ENTRIES else None,
        later=None if last == folded.seq else min(last + ENTRIES, folded.seq),
        newest=last == folded.seq,
        has_opponents=any(entry["why"] for entry in entries),
        **steps_back(folded),
    )


def page_of(folded: Folded, number: int) -> int | None:
    """The `to` of the page on which an entry stands; None for the newest page."""
    return None if number > folded.seq - ENTRIES else min(number + ENTRIES // 2, folded.seq)


def _shown(
    folded: Folded, shown: Sequence[Entry], seat: int | None, words: Words, *, host: bool
) -> list[dict[str, Any]]:
    now, coloured = folded.table, coloured_words(reader_language(), folded.table.game)
    effective, standing = set(now.done), {step.seq for step in now.steps}
    fixable = {} if folded.read_only or not host else offer.correctable(now)
    corrections = (e for e in folded.entries if e.kind == "corrected" and e.seq in effective)
    corrected = {int(entry.open["corrects"]): entry.seq for entry in corrections}
    entries: list[dict[str, Any]] = []
    for entry in reversed(shown):
        gone = entry.is_act and entry.seq not in effective
        lost = entry.is_act and not gone and entry.kind != "corrected" and entry.seq not in standing
        said, who = lines(entry_words(coloured, folded, entry, seat)), _who(entry.by, now.names, words)
        # a line that begins with the name has said who did it
        named = said[0].startswith(who)
        entries.append(
            {
                "seq": entry.seq,
                "lines": said,
                "who": "" if named else who,
                "gone": gone or lost,
                "lost": lost,
                "corrected": corrected.get(entry.seq),
                "fix": entry.seq in fixable,
                "why": opponents.why(folded, entry, coloured),
            }
        )
    return entries


def lines(told: Mapping[str, Any]) -> list[str]:
    """What stands in the history: what happened, or what was done where nothing is told of it. A move that is told
    needs no name; what the table decided keeps its reason."""
    events: list[str] = told["events"]
    return events if told["kind"] == "played" and events else [told["label"], *events]


def _who(by: Any, names: dict[int, str], words: Words) -> str:
    seat = by.get("seat")
    if seat is not None:
        name = names.get(int(seat), "")
        return words("page.log.by_host", name=name) if by.get("host") else name
    return words("page.log.host" if by.get("host") else "page.log.phone")
