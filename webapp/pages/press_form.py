"""The docket of the press: what it shows where nothing was said, an order read from it, and the same as a command."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from shlex import quote
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.game import games
from printables.kit import CALIBRATION, KIT
from printables.options import BY_KEY, NONE, PAD_OPTIONS
from printables.paper import A4
from printables.pieces import SHEETS, cut_into
from webapp import press
from webapp.pages.frame import reader_language
from webapp.press import PressOrder

MEASURES = ("grid", "gutter", "bleed", "safe", "corner", "mark-length", "mark-offset", "mark-width")
"""What is written into a box."""

OF_CARDS = frozenset(("layout", "turn", "marks", "registration", *MEASURES))
"""What is asked where something is cut out."""

OF_PADS = frozenset(option.key for option in PAD_OPTIONS)

OF_PRINTER = frozenset(("flip", "order", "ruler", "shift", "back-shift"))

READINGS = ("a", "b", "crease")
"""What is read on an alignment page."""

FLAGS = frozenset(("binding", "tear-off"))
"""Options that the command takes without a value."""

OWN_SIZE = "own"
"""What the choice of papers says where a size is written beside it."""

PADS_ON = ", ".join(sheet.name for sheet in SHEETS)
"""The papers that are cut into several pads."""

CHOICES = {key: option.choices for key, option in BY_KEY.items()}

USUAL = {key: choices[0] for key, choices in CHOICES.items() if choices}
"""What the form shows where nothing else was asked for."""


def read_order(given: Any, folder: Path) -> PressOrder:
    """An order as a form or an address tells it: whatever is written there, the press says what is wrong with it."""
    key = given.get("game", "")[:60] or next(iter(games()))
    game = games().get(key)
    known = press.choices(game, "en") if game is not None else None
    wanted = tuple(each[:60] for each in given.getlist("items"))[:60]
    kit = given.get("what", "items" if wanted else KIT) == KIT
    paper = given.get("paper", "A4")
    order = PressOrder(
        game=key,
        items=(KIT,) if kit else wanted,
        for_=given.get("for", "")[:20] if kit else "",
        paper=(given.get("size", "") if paper == OWN_SIZE else paper)[:40],
        lang=given.get("lang", reader_language())[:20],
        ink=given.get("ink", "colour")[:20],
        set_=given.get("set", known.usual_set if known is not None else "")[:60],
        backs=given.get("backs", "yes") == "yes",
        codes=given.get("codes", "no") == "yes",
        fillable=given.get("fillable", "no") == "yes",
        options=_options(given),
        printer=given.get("printer", "")[:60],
    )
    return press.normal(order if known is None else _meant(order, known, folder))


def _options(given: Any) -> dict[str, str]:
    """What is asked of the layout and of pads: only what is not as usual, so that an order stays short."""
    found = {}
    for option in BY_KEY.values():
        values = [each[:40] for each in given.getlist(f"options.{option.key}")[:12]]
        named = [each for each in values if each not in ("", NONE)] if option.combined else []
        text = "+".join(named or values[:1]).strip()
        if text and text != USUAL.get(option.key):
            found[option.key] = text
    return found


def _meant(order: PressOrder, known: press.Choices, folder: Path) -> PressOrder:
    """The order without what its form does not ask: a browser sends that all the same."""
    chosen = Chosen.of(order, known)
    fillable = order.fillable and chosen.fields
    left_out = set[str]()
    if not chosen.cards:
        left_out |= OF_CARDS
    if fillable or not chosen.pads:
        left_out |= OF_PADS
    if chosen.alone:
        left_out.add("up")
    if order.printer:
        left_out |= {"shift", "back-shift"}
    if len(press.printers(folder).get(order.printer, ())) == 1:
        left_out.add("flip")
    options = {key: value for key, value in order.options.items() if key not in left_out}
    return replace(order, fillable=fillable, codes=order.codes and chosen.cards, options=options)


class Chosen(Struct, frozen=True):
    """What there is among the things that are chosen, and so which questions mean something: score pads, some of them
    alone on their sheet; what can have fields; what is cut out."""

    pads: bool
    alone: bool
    fields: bool
    cards: bool

    @classmethod
    def of(cls, order: PressOrder, known: press.Choices) -> Chosen:
        if order.items == (KIT,):
            return cls(pads=known.kit_pads, alone=False, fields=False, cards=True)
        items = [one for one in known.items if one.key in order.items]
        pads = [one for one in items if one.up]
        return cls(
            pads=bool(pads),
            alone=any(max(one.up) == 1 for one in pads),
            fields=any(one.fillable for one in items),
            cards=any(cut_out(one) for one in items),
        )


def cut_out(item: press.Choice) -> bool:
    """Whether questions about cards mean something for an item: it is none that is written on, or measured."""
    return not item.fillable and item.key != CALIBRATION


def pieces(known: press.Choices) -> list[tuple[int, int, int]]:
    """So many pads as may lie on a sheet, each with its columns and rows."""
    counts = sorted({n for one in known.items for n in one.up})
    return [(n, cut.columns, cut.rows) for n in counts for cut in (cut_into(A4, n),)]


def tip(order: PressOrder, known: press.Choices) -> str:
    """What is good to know of what was made: how it is filled in, or how a pad is made of it."""
    if order.fillable:
        return "fillable"
    if order.items == (KIT,) or not Chosen.of(order, known).pads:
        return ""
    return "pads" if order.options.get("up", USUAL["up"]) != USUAL["up"] else "pad"


def command(order: PressOrder, usual_set: str) -> list[str]:
    """The same order for the terminal, in pieces that stay together."""
    parts = ["tableside print", order.game, *order.items]
    parts += [f"--for {order.for_}"] if order.for_ else []
    parts += [f"--paper {quote(order.paper)}", f"--lang {order.lang}"]
    parts += [f"--ink {order.ink}"] if order.ink != "colour" else []
    parts += [f"--set {order.set_}"] if order.set_ and order.set_ != usual_set else []
    parts += ["--no-backs"] if not order.backs else []
    parts += ["--qr"] if order.codes else []
    parts += ["--fillable"] if order.fillable else []
    parts += [f"--printer {quote(order.printer)}"] if order.printer else []
    return parts + [f"--{key}" if key in FLAGS else f"--{key} {quote(value)}" for key, value in order.options.items()]


def opened(order: PressOrder, keys: Collection[str]) -> bool:
    """Whether something of these options was asked for."""
    return not order.options.keys().isdisjoint(keys)
