"""Our own set, and sets that are changed in one place."""

from __future__ import annotations

import copy
from typing import Any

from companion.games.quest_circuit.content import Content
from companion.games.quest_circuit.content_reading import read_content
from companion.packs import load_set, merge

PACKAGE = "companion.games.quest_circuit"
OWN = load_set(PACKAGE, "own")
CONTENT = read_content(merge([OWN]), OWN.hash)
BELL, FAIR = "drowned-bell", "midnight-fair"


def changed(place: str, value: Any) -> dict[str, Any]:
    """The records of our own set with one value set, by its dotted place (numbers count from 1, as errors do)."""
    records: Any = copy.deepcopy(merge([OWN]))
    *parents, last = place.split(".")
    branch = records
    for part in parents:
        branch = branch[int(part) - 1] if isinstance(branch, list) else branch.setdefault(part, {})
    branch[last] = value
    return dict(records)


def read_changed(place: str, value: Any) -> Content:
    return read_content(changed(place, value), "changed")
