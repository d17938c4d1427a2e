"""Where everything on the board for playing alone lies: six places for cards, and a square for each round.

Cards take the whole width of the frame, above and below the middle markers; between them stand the track, the code and
the table of the opponent die, and at the foot the ranks, which nobody needs before the end.
"""

from __future__ import annotations

from companion.games.roll_player.constants import ROUND_TOTAL
from companion.games.roll_player.solo import POSITIONS
from printables.faces.deck import POKER
from printables.faces.furniture import LANE, SIDES
from printables.imposition import Box
from printables.reading.geometry import Geometry, Group, PageGeometry, Value
from printables.reading.markers import FRAME

SOLO = "O"

PILES = ("deck", "discard", "trash")
"""The piles below the market."""

ROUNDS = ROUND_TOTAL - 6
"""The rounds of a game alone (RP-SOLO-11)."""

GAP = (FRAME[0] - 3 * POKER.width) / 2
ROWS = (SIDES[0].y, SIDES[1].bottom - POKER.height)
"""Where the two rows of cards begin (mm)."""

TRACK = Box(0, ROWS[0] + POKER.height + 2, FRAME[0], 9.5)
TRACK_LABEL = 24.0
CODE = Box(LANE.x, TRACK.bottom + 4, 20, 20)
TABLE = Box(LANE.x + 29, TRACK.bottom + 2.6, LANE.width - 29, 35.4)
RANKS = Box(LANE.x, SIDES[1].bottom + 0.8, LANE.width, LANE.bottom - SIDES[1].bottom - 0.4)


def card_box(column: int, row: int) -> Box:
    """A place for a card, counted from the upper left."""
    return Box(column * (POKER.width + GAP), ROWS[row], POKER.width, POKER.height).inset(0.4)


def round_box(n: int) -> Box:
    """The square of a round, counted from 1."""
    width = (TRACK.width - TRACK_LABEL) / ROUNDS
    return Box(TRACK_LABEL + (n - 1) * width, TRACK.y, width, TRACK.height).inset(0.5, 0)


def layout() -> Geometry:
    """The board as it is laid out at present."""
    market = tuple(Value.of(place, card_box(column - 1, 0)) for column, place in POSITIONS.items())
    piles = tuple(Value.of(pile, card_box(column, 1)) for column, pile in enumerate(PILES))
    rounds = tuple(Value.of(str(n), round_box(n)) for n in range(1, ROUNDS + 1))
    groups = (Group("market", "card", market), Group("piles", "card", piles), Group("round", "choice", rounds))
    return Geometry(SOLO, 0, (PageGeometry(CODE, groups),))
