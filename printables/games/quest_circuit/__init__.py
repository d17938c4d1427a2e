"""What Quest Circuit prints of its own: a whole game for a table without a phone, and for one with it."""

from __future__ import annotations

from printables.games.quest_circuit.board import board_pages, cell_pages
from printables.games.quest_circuit.campaign_log import ITEM, log_pages
from printables.games.quest_circuit.decks import (
    blank_pages,
    box_pages,
    every_card,
    item_pages,
    quest_pages,
    unique_pages,
)
from printables.games.quest_circuit.hero_layout import layout as hero_layout
from printables.games.quest_circuit.hero_sheets import hero_pages
from printables.games.quest_circuit.log_layout import layout as log_layout
from printables.games.quest_circuit.reference import reference_pages
from printables.games.quest_circuit.solo_layout import layout as solo_layout
from printables.games.quest_circuit.solo_sheet import solo_pages
from printables.games.quest_circuit.tokens import token_pages, wound_pages
from printables.items import Item, Part, Prints
from printables.paper import A3, A4, LETTER

prints = Prints(
    __name__,
    (
        Item("board", "print.item.board", board_pages, papers=(A4, LETTER, A3)),
        Item("more-cells", "print.item.more-cells", cell_pages),
        Item("hero-sheets", "print.item.hero-sheets", hero_pages, lambda game, frame: hero_layout()),
        Item("quest-cards", "print.item.quest-cards", quest_pages, papers=None),
        Item("items", "print.item.items", item_pages, papers=None),
        Item("uniques", "print.item.uniques", unique_pages, papers=None),
        Item("tokens", "print.item.tokens", token_pages, papers=None),
        Item("wound-counters", "print.item.wound-counters", wound_pages, papers=None),
        Item("reference", "print.item.reference", reference_pages, papers=None),
        Item("solo-sheet", "print.item.solo-sheet", solo_pages, lambda game, frame: solo_layout()),
        Item("campaign-log", ITEM, log_pages, lambda game, frame: log_layout()),
        Item("boxes", "print.item.boxes", box_pages),
        Item("blanks", "print.item.blanks", blank_pages, papers=None),
    ),
    kit=(
        Part("quest-cards"),
        Part("items"),
        Part("uniques"),
        Part("tokens"),
        Part("wound-counters"),
        Part("reference"),
        Part("board"),
        Part("hero-sheets"),
        Part("solo-sheet", players=range(1, 2)),
        Part("campaign-log", players=range(2, 7)),
        Part("score-pad", players=range(2, 7)),
    ),
    cards=every_card,
)
