"""What a table settles before it plays (1.5 of the specification), as data: pages, API and command follow it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.canonical import Plain
from companion.game import Option
from companion.games.quest_circuit.content import GOAL_CELL

YES, NO = "yes", "no"


def played(options: Mapping[str, Plain]) -> bool:
    """Whether the phone plays along: not where it only adds up or lends dice."""
    return options["mode"] in ("multi", "solo")


SETTINGS: tuple[Option, ...] = (
    Option("board_cells", "int", default=GOAL_CELL, least=GOAL_CELL, most=40, when=played),
    Option("goal_face_up", "choice", (YES, NO), YES, when=played),
    Option("levelup_current_health", "choice", ("plus_one", "none"), "plus_one", when=played),
    Option("trap_sprung", "choice", ("stays", "discarded"), "stays", when=played),
    Option("effect_retry_per_turn", "choice", ("once", "unlimited"), "once", when=played),
    Option("dealer_dispute", "choice", ("dice", "auction"), "dice", when=played),
    Option("sell_levels", "choice", ("repeat", "one_per_purchase"), "repeat", when=played),
    Option(
        "companions_take_damage", "choice", ("owner_choice_off", "owner_choice_on"), "owner_choice_off", when=played
    ),
    Option("extras", "choice", (NO, YES), NO, when=played),
)
"""The settings, the default first. Not among them: the cell of the Goal is fixed, neutral monsters that nobody fought
stay face up (QC-PLAY-10), and the number of players is that of the seats."""

RIVALS = ("squire", "knight", "champion", "legend")

OPTIONS: tuple[Option, ...] = (
    Option("mode", "choice", ("multi", "solo", "score", "bag"), "multi"),
    Option("set", "choice", ("own",), "own"),
    Option("quests", "int", default=1, least=1, most=9, when=played),
    Option("rival", "choice", (*RIVALS, "none"), "knight", when=lambda options: options["mode"] == "solo", levels=True),
    Option("dice", "choice", ("digital", "physical"), "digital", when=lambda options: options["mode"] != "score"),
    Option("decks", "choice", ("digital", "physical"), "digital", when=played),
    *SETTINGS,
)
"""Everything that is settled before a table starts; `rival` none is the time trial (QC-SOLO-24)."""
