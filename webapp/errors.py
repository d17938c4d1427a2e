"""Every "no" of the server: its HTTP status and its one shape.

`{"error": {"key", "message", "args"?, "rule"?, "field"?, "entry"?}}`; `entry` is the seq that came between.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.canonical import Plain, plain
from companion.moves import IllegalMove, StaleMove
from companion.refusals import Refusal
from companion.words import Word, Words
from webapp.render import say
from webapp.store import NoTable, StoreError

ERROR_PAGE = "tableside.error_page"
"""The extension under which the pages leave a function from a Problem to a page, for what is not the API's."""


class Problem(Refusal):
    """A refusal of the server itself: an HTTP status, a key, its arguments, and headers that belong to the answer."""

    def __init__(
        self,
        status: int,
        key: str,
        /,
        *,
        headers: Mapping[str, str] | None = None,
        rule: str | None = None,
        **args: Any,
    ) -> None:
        super().__init__(key, rule=rule, **args)
        self.status = status
        self.headers = dict(headers or {})


def busy() -> Problem:
    """503: try the same again in a second."""
    return Problem(503, "busy", headers={"Retry-After": "1"})


def as_problem(refusal: Refusal) -> Problem:
    """Any refusal with its HTTP status: 400 cannot be read, 409 was possible before, 422 is not possible."""
    if isinstance(refusal, Problem):
        return refusal
    if isinstance(refusal, NoTable):
        return Problem(404, refusal.key, **refusal.args_)
    if isinstance(refusal, StoreError):
        # The path of a file is for the person at the machine, who finds it in the log.
        headers = {"Retry-After": "1"} if refusal.key == "store-busy" else {}
        return Problem(503, "busy" if refusal.key == "store-busy" else "store-failing", headers=headers)
    status = 409 if isinstance(refusal, StaleMove) else 422 if isinstance(refusal, IllegalMove) else 400
    return Problem(status, refusal.key, rule=refusal.rule, **refusal.args_)


def shape(refusal: Refusal, words: Words) -> dict[str, Plain]:
    """The body of the answer, in one language."""
    error: dict[str, Plain] = {"key": refusal.key, "message": say(words, Word(refusal.key, refusal.args_))}
    if refusal.args_:
        error["args"] = plain(refusal.args_)
    if refusal.rule:
        error["rule"] = refusal.rule
    if refusal.field is not None:
        error["field"] = refusal.field
    if isinstance(refusal.args_.get("entry"), int):
        error["entry"] = refusal.args_["entry"]
    return {"error": error}
