"""What somebody asks of a print, as plain strings, becomes a Setting: the same for a command, a page and a program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.refusals import Refusal, nearest
from printables.imposition import FLIPS, LAYOUTS, ORDERS, STYLES, TURNS, Calibration, Marks, Setting, Shift
from printables.pieces import COUNTS

if TYPE_CHECKING:  # whoever lays out cards needs no pads
    from printables.items import PadStock

NONE = "none"
"""No marks at all."""

YES, NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


class PrintOption(Struct, frozen=True):
    """One thing that may be asked for: its key, what it may be (names, the usual one first, or the least and the most
    mm), and whether several names may be combined."""

    key: str
    choices: tuple[str, ...] = ()
    between: tuple[float, float] | None = None
    combined: bool = False


OPTIONS: tuple[PrintOption, ...] = (
    PrintOption("layout", LAYOUTS),
    PrintOption("flip", FLIPS),
    PrintOption("order", ORDERS),
    PrintOption("turn", TURNS),
    PrintOption("marks", (*STYLES, NONE), combined=True),
    PrintOption("mark-length", between=(0.5, 50)),
    PrintOption("mark-offset", between=(0, 50)),
    PrintOption("mark-width", between=(0.05, 2)),
    PrintOption("bleed", between=(0, 10)),
    PrintOption("safe", between=(0, 20)),
    PrintOption("gutter", between=(0, 50)),
    PrintOption("grid"),
    PrintOption("registration", ("no", "yes")),
    PrintOption("corner", between=(0, 15)),
    PrintOption("ruler", ("yes", "no")),
    PrintOption("shift"),
    PrintOption("back-shift"),
)
"""Everything that a Setting is made of, in the order that people read it in."""

PAD_OPTIONS: tuple[PrintOption, ...] = (
    PrintOption("up", tuple(map(str, COUNTS))),
    PrintOption("binding", ("no", "yes")),
    PrintOption("tear-off", ("no", "yes")),
    PrintOption("behind", ("nothing", "pad", "rules")),
)
"""Everything that a PadStock is made of."""

BY_KEY: Mapping[str, PrintOption] = {option.key: option for option in (*OPTIONS, *PAD_OPTIONS)}

FARTHEST, STEEPEST = 30.0, 5.0
"""So many mm and degrees a printer may be wrong by."""


def read_setting(asked: Mapping[str, str], calibration: Calibration | None = None) -> Setting:
    """The setting that plain strings ask for; what is left out or empty is as usual, and what is said of pads is for
    `read_pad`. `calibration` is what is known of the printer; `shift` and `back-shift` (`X,Y` or `X,Y,DEGREES`) replace
    its two sides.

    Raises UnknownName (`print.option.unknown`, `print.option.choice`) with the nearest names; Refusal for a number
    that is none or out of range (`print.option.number`), for `grid` and for shifts that cannot be read.
    """
    given = _given(asked)
    known = calibration or Calibration()
    made: dict[str, Any] = {
        key: _choice(key, given[key]) for key in ("layout", "flip", "order", "turn") if key in given
    }
    made |= {key: _millimetres(key, given[key]) for key in ("bleed", "safe", "gutter", "corner") if key in given}
    made |= {key: _switch(key, given[key]) for key in ("registration", "ruler") if key in given}
    if any(key.startswith("mark") for key in given):
        made["marks"] = _marks(given)
    if "grid" in given:
        made["grid"] = _grid(given["grid"])
    front = _shift("shift", given["shift"]) if "shift" in given else known.front
    back = _shift("back-shift", given["back-shift"]) if "back-shift" in given else known.back
    return Setting(**made, calibration=Calibration(front, back))


def read_pad(asked: Mapping[str, str]) -> PadStock:
    """How score pads are made, of the same strings. Raises UnknownName as `read_setting` does."""
    from printables.items import PadStock

    given = _given(asked)
    made: dict[str, Any] = {
        name: _switch(key, given[key])
        for name, key in (("binding", "binding"), ("tear_off", "tear-off"))
        if key in given
    }
    made |= {"up": int(_choice("up", given["up"]))} if "up" in given else {}
    made |= {"behind": _choice("behind", given["behind"])} if "behind" in given else {}
    return PadStock(**made)


def _given(asked: Mapping[str, str]) -> dict[str, str]:
    """What is said of each option. Raises UnknownName (`print.option.unknown`)."""
    for key in asked:
        if key not in BY_KEY:
            raise nearest("print.option.unknown", key, BY_KEY)
    return {key: value.strip() for key, value in asked.items() if value.strip()}


def _choice(key: str, value: str) -> str:
    known = {choice.lower(): choice for choice in BY_KEY[key].choices}
    found = known.get(value.lower().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise _unknown(key, value)
    return found


def _unknown(key: str, value: str) -> Refusal:
    refusal = nearest("print.option.choice", value, BY_KEY[key].choices)
    refusal.args_ |= {"field": key}
    return refusal


def _number(text: str) -> float:
    """A number with a decimal point or comma. Raises ValueError."""
    if not re.fullmatch(r"[-+−]?\d+(?:[.,]\d+)?", text.strip()):
        raise ValueError(text)
    return float(text.strip().replace(",", ".").replace("−", "-"))


def _millimetres(key: str, value: str) -> float:
    least, most = BY_KEY[key].between or (0, 0)
    try:
        found = _number(re.sub(r"\s*(mm|мм)$", "", value.strip().lower()))
    except ValueError:
        found = least - 1
    if not least <= found <= most:
        raise Refusal("print.option.number", field=key, got=value[:40], least=f"{least:g}", most=f"{most:g}")
    return found


def _switch(key: str, value: str) -> bool:
    if value.lower() in YES:
        return True
    if value.lower() in NO:
        return False
    raise _unknown(key, value)


def _marks(given: Mapping[str, str]) -> Marks:
    """Marks by names joined with `+` or commas; those that are usual where only their measures are asked for."""
    found: dict[str, Any] = {
        name: _millimetres(f"mark-{name}", given[f"mark-{name}"])
        for name in ("length", "offset", "width")
        if f"mark-{name}" in given
    }
    if "marks" in given:
        names = [_choice("marks", name) for name in re.split(r"[+,\s]+", given["marks"]) if name]
        found["styles"] = tuple(dict.fromkeys(name for name in names if name != NONE))
    return Marks(**found)


def _grid(value: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})\s*[xX×хХ*]\s*(\d{1,3})", value)
    if found is None or not (int(found[1]) and int(found[2])):
        raise Refusal("print.option.grid", field="grid", got=value[:40])
    return int(found[1]), int(found[2])


def _shift(key: str, value: str) -> Shift:
    """X and Y in mm, and degrees if they are given; with commas between, or with `;` where a comma is decimal."""
    parts = value.split(";") if ";" in value else value.split(",")
    try:
        x, y, rotation = [_number(part) for part in (*parts, *["0"] * (3 - len(parts)))]
    except ValueError:
        raise Refusal("print.option.shift", field=key, got=value[:40]) from None
    if len(parts) < 2 or max(abs(x), abs(y)) > FARTHEST or abs(rotation) > STEEPEST:
        raise Refusal("print.option.shift", field=key, got=value[:40])
    return Shift(x, y, rotation)
