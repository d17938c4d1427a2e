"""Tables that every game gets without a line of its own: scoring at the table, and the dice bag.

Such a table wraps a game: its name, words, content and options are the game's, its state and moves are its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.automa import Opponent
from companion.bag import Bag
from companion.canonical import Plain
from companion.checklist import Checklist
from companion.game import Adjustable, Game, Option
from companion.moves import Form
from companion.queries import Query
from companion.scoring import Result, ScoreSheet
from companion.words import Word


class SideTable(Struct, frozen=True):
    """The declarations of the game it wraps, and nothing to be adjusted, asked or played by an opponent."""

    game: Game

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def rules(self) -> int:
        return self.game.rules

    @property
    def seats(self) -> range:
        return self.game.seats

    @property
    def accent(self) -> str:
        return self.game.accent

    @property
    def package(self) -> str:
        return self.game.package

    @property
    def options(self) -> tuple[Option, ...]:
        return self.game.options

    @property
    def scores(self) -> ScoreSheet:
        return self.game.scores

    @property
    def dice_bag(self) -> Bag:
        return self.game.dice_bag

    @property
    def queries(self) -> tuple[Query, ...]:
        return ()

    @property
    def aid(self) -> None:
        return None

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        return ()

    @property
    def adjustables(self) -> tuple[Adjustable, ...]:
        return ()

    @property
    def checklists(self) -> tuple[Checklist, ...]:
        return ()

    def seats_for(self, options: Mapping[str, Plain]) -> range:
        return self.game.seats_for(options)

    def content(self, records: Mapping[str, Mapping[str, Plain]], hash_: str, options: Mapping[str, Plain]) -> Any:
        return self.game.content(records, hash_, options)

    def forms(self, state: Any, seat: int) -> Iterator[Form]:
        return iter(())

    def thing(self, content: Any, name: str) -> Word:
        return self.game.thing(content, name)

    def result(self, state: Any) -> Result | None:
        return None

    def check(self, state: Any) -> None:
        """What people enter cannot be broken."""
