"""What is answered when something cannot be done: a key and its arguments, never a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Refusal(Exception):
    """A clear "no": a key of the catalogue of words, its arguments, and where it helps the rule and the field.

    `str()` is for developers; people read the words of the key in their own language.
    """

    def __init__(self, key: str, /, *, rule: str | None = None, **args: Any) -> None:
        super().__init__(key)
        self.key = key
        self.rule = rule
        self.args_: dict[str, Any] = args

    @property
    def field(self) -> str | None:
        """The name of the field that is wrong, if one is."""
        found = self.args_.get("field")
        return None if found is None else str(found)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.args_.items())
        return f"{self.key}({told})" + (f" [{self.rule}]" if self.rule else "")


class Unreadable(Refusal):
    """Data from outside that cannot be read: a wrong type, an unknown or a missing field, a value out of range."""


class Broken(Refusal):
    """An invariant of a specification does not hold: a fault of ours, never of a person."""


class UnknownName(Refusal):
    """A name that nothing has, with the nearest names that something has."""


def nearest(key: str, name: str, names: Iterable[str], /, **args: Any) -> UnknownName:
    """The refusal for an unknown name: the nearest known names, or all of them if none is near."""
    from difflib import get_close_matches

    known = sorted(names)
    near = get_close_matches(name, known, n=3, cutoff=0.5) or known
    return UnknownName(key, name=name[:60], near=", ".join(near), **args)
