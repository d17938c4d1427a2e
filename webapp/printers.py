"""What is known of printers, by name, in a file of the data folder: how far their fronts and backs miss.

A printer that turns sheets over the other edge misses differently: each flip is kept by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field, to_builtins

from companion.game import nearest
from companion.refusals import Refusal
from printables.calibration import Reading, Readings, calibration_of
from printables.imposition import FLIPS, Calibration, Flip, Shift
from printables.options import read_setting
from printables.paper import find_paper

FILE = "printers.json"
LONGEST = 40


class Printers(Struct, frozen=True):
    """Every printer by name, and what is known of it for each flip."""

    by: Mapping[str, Mapping[Flip, Calibration]] = field(default_factory=dict)

    def find(self, name: str, flip: Flip | None = None) -> tuple[Flip, Calibration]:
        """What is known of a printer that turns sheets over that edge (None: the edge that is known, `long` first).

        Raises UnknownName (`printers.unknown`) with the nearest names; Refusal (`printers.flip`) for an edge that it
        was not measured for.
        """
        if not self.by:
            raise Refusal("printers.none", field="printer", name=name[:LONGEST])
        if name not in self.by:
            raise nearest("printers.unknown", name, self.by)
        known = self.by[name]
        wanted = next(edge for edge in FLIPS if edge in known) if flip is None else flip
        if wanted not in known:
            raise Refusal("printers.flip", field="flip", name=name, flip=wanted)
        return wanted, known[wanted]

    def put(self, name: str, flip: Flip, calibration: Calibration) -> Printers:
        """The same with what is known of one more. Raises Refusal (`printers.name`) for a name that is none."""
        name = name.strip()
        if not name or len(name) > LONGEST or not name.isprintable():
            raise Refusal("printers.name", field="name", most=LONGEST)
        return Printers({**self.by, name: {**self.by.get(name, {}), flip: calibration}})

    def without(self, name: str) -> Printers:
        """The same without a printer. Raises UnknownName (`printers.unknown`)."""
        self.find(name)
        return Printers({key: known for key, known in self.by.items() if key != name})


def read_alignment(a: str | None, b: str | None, crease: str | None, paper: str, flip: str) -> tuple[Flip, Calibration]:
    """What somebody has read from an alignment page (`X,Y` each; what is left out is 0,0, and B as A), for the edge
    that it was turned over.

    Raises Refusal with the field (`a`, `b`, `crease`) for what cannot be read, and as `calibration_of` does.
    """
    edge = read_setting({"flip": flip}).flip
    readings = Readings(_pair("a", a), _pair("b", b) if b else None, _pair("crease", crease))
    return edge, calibration_of(readings, find_paper(paper), edge)


def _pair(name: str, text: str | None) -> Reading:
    wrong = Refusal("print.calibration.reading", field=name, got=(text or "")[:LONGEST])
    try:
        shift = read_setting({"shift": text or "0,0"}).calibration.front
    except Refusal:
        raise wrong from None
    if shift.rotation:
        raise wrong
    return shift.x, shift.y


def shift_text(shift: Shift) -> str:
    """A shift as it is asked for: `X,Y`, or `X,Y,DEGREES`."""
    parts = (shift.x, shift.y, shift.rotation) if shift.rotation else (shift.x, shift.y)
    return ",".join(f"{part:g}" for part in parts)


def read_printers(folder: Path) -> Printers:
    """What is kept in a data folder; nothing where there is no file. Raises Refusal (`printers.file`)."""
    path = folder / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Printers({str(name): found for name, known in data.items() if (found := _known(known))})
    except FileNotFoundError:
        return Printers()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as caught:
        raise Refusal("printers.file", file=str(path)) from caught


def _known(data: Mapping[str, Mapping[str, Mapping[str, float]]]) -> dict[Flip, Calibration]:
    return {flip: _read(data[flip]) for flip in FLIPS if flip in data}


def _read(data: Mapping[str, Mapping[str, float]]) -> Calibration:
    sides = [Shift(*(float(data[side][axis]) for axis in ("x", "y", "rotation"))) for side in ("front", "back")]
    return Calibration(*sides)


def write_printers(folder: Path, printers: Printers) -> None:
    """Keep them: the file is whole at any moment. Raises Refusal (`printers.file`)."""
    path = folder / FILE
    plain = to_builtins(dict(sorted(printers.by.items())))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".new")
        half.write_text(json.dumps(plain, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        half.replace(path)
    except OSError as caught:
        raise Refusal("printers.file", file=str(path)) from caught
