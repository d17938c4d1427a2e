"""What lies on the table: the brook, the boats, and how far the boat whose turn it is has drifted."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from companion.reading import Between
from companion.words import Text

MOST = 999

Number = Annotated[int, Between(0, MOST)]


class Landing(Struct, frozen=True):
    """A place on the brook: steps from the spring, and the points of a boat that comes so far."""

    at: Annotated[int, Between(1, MOST)]
    points: Number
    name: Text


class Boat(Struct, frozen=True):
    """A player's boat: where it is moored, and the lilies that it has brought along."""

    seat: int
    name: str
    at: int = 0
    lilies: int = 0


class State(Struct, frozen=True):
    """The table. A die that shows `gust` or less upsets a boat; `turn` is the seat that rolls (0: the race is over).
    What is rolled in a turn is `drift` and `picked` lilies, and is not safe before the boat is moored."""

    landings: tuple[Landing, ...]
    gust: int
    boats: tuple[Boat, ...]
    turn: int = 1
    round: int = 1
    drift: int = 0
    picked: int = 0

    @property
    def end(self) -> int:
        return self.landings[-1].at

    def boat(self, seat: int) -> Boat:
        return self.boats[seat - 1]

    def put(self, boat: Boat) -> State:
        """The table with this boat in the place of its former self."""
        return replace(self, boats=tuple(boat if each.seat == boat.seat else each for each in self.boats))
