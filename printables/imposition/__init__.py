"""Where things lie on a sheet: boxes and lines in millimetres, origin top left, y down. Nothing here draws."""

from printables.imposition.boxes import CLOSE, Box, Line
from printables.imposition.grids import EDGE, Grid, behind, crop_marks, grid, note_room
from printables.imposition.setting import (
    FLIPS,
    LAYOUTS,
    ORDERS,
    STYLES,
    TURNS,
    Calibration,
    Flip,
    Layout,
    Marks,
    Setting,
    SheetOrder,
    Shift,
    Turn,
)
from printables.imposition.sheets import impose
from printables.imposition.sides import SheetSide, Spot
from printables.imposition.stock import Stock
from printables.imposition.tiles import Tile, Tiling, tiling

__all__ = [
    "CLOSE",
    "EDGE",
    "FLIPS",
    "LAYOUTS",
    "ORDERS",
    "STYLES",
    "TURNS",
    "Box",
    "Calibration",
    "Flip",
    "Grid",
    "Layout",
    "Line",
    "Marks",
    "Setting",
    "SheetOrder",
    "SheetSide",
    "Shift",
    "Spot",
    "Stock",
    "Tile",
    "Tiling",
    "Turn",
    "behind",
    "crop_marks",
    "grid",
    "impose",
    "note_room",
    "tiling",
]
