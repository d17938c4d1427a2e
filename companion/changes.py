"""What the table sets by hand (an adjustment) is read strictly: nothing unknown, and numbers within what can be."""

from __future__ import annotations

from collections.abc import Mapping

from companion.canonical import Plain
from companion.refusals import Unreadable

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
