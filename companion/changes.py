"""What the table sets by hand (an adjustment) is read strictly: nothing unknown, and numbers within what can be."""

from __future__ import annotations

from collections.abc import Mapping

from companion.canonical import Plain
from companion.game import Belief
from companion.moves import BadMove, IllegalMove
from companion.refusals import Unreadable
from companion.tally import checked

Change = Mapping[str, Plain]
"""What is set: `what`, and the fields of that adjustable."""


def whole_number(change: Change, name: str, low: int, high: int) -> int:
    """A field of a change. Raises Unreadable (`read.range`) if it is no whole number from `low` to `high`."""
    value = change.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Unreadable("read.range", field=f"changes.{name}", low=low, high=high, got=str(value)[:20])
    return value


def only(change: Change, *names: str) -> None:
    """Raises Unreadable (`read.unknown`) for a field that this change does not have."""
    for key in change:
        if key not in ("what", *names):
            raise Unreadable("read.unknown", field=f"changes.{key}", known=", ".join(names))


def told(change: Change, known: tuple[Belief, ...]) -> dict[str, Plain]:
    """The `values` of a change by the keys of what is believed, each checked; nothing stands for a die or a choice that
    is not there. Raises BadMove and IllegalMove."""
    for key in change:
        if key not in ("what", "values"):
            raise BadMove("read.unknown", field=f"changes.{key}", known="what, values")
    given = change.get("values")
    if not isinstance(given, Mapping) or not given:
        raise BadMove("read.missing", field="changes.values")
    inputs = {belief.input.key: belief.input for belief in known}
    values: dict[str, Plain] = {}
    for key, value in given.items():
        if key not in inputs:
            raise IllegalMove("read.unknown", field=f"changes.values.{key}", known=", ".join(inputs)[:200] or "–")
        nothing = value is None and inputs[key].kind in ("die", "choice")
        values[str(key)] = None if nothing else checked(inputs[key], value)
    return values
