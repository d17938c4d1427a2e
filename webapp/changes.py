"""What changes at a table without an entry: a vote, a phone that waits for a seat."""

from __future__ import annotations

from collections.abc import Callable


class Changes:
    """Tells whoever listens which table has changed. Both methods may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    def listen(self, changed: Callable[[str], None]) -> None:
        """Have `changed(table)` called, in whatever thread it happens."""
        self._listeners.append(changed)

    def tell(self, table: str) -> None:
        """This table has changed."""
        for changed in self._listeners:
            changed(table)
