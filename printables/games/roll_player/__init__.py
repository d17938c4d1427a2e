"""What Roll Player prints of its own: the character sheet, and everything that a table needs without the box."""

from __future__ import annotations

from printables.games.roll_player import decks
from printables.games.roll_player.cards import OWN
from printables.games.roll_player.character_sheet import NAME, sheet_pages
from printables.games.roll_player.hero_record import record_pages
from printables.games.roll_player.record_layout import layout as record_layout
from printables.games.roll_player.reference import reference_pages
from printables.games.roll_player.set_up import set_up_pages
from printables.games.roll_player.set_up_layout import layout as set_up_layout
from printables.games.roll_player.sheet_layout import layout
from printables.games.roll_player.solo_board import solo_pages
from printables.games.roll_player.solo_layout import layout as solo_layout
from printables.games.roll_player.tokens import token_pages
from printables.items import Item, Part, Prints

prints = Prints(
    __name__,
    (
        Item("character-sheet", NAME, sheet_pages, lambda game, frame: layout()),
        Item("initiative", "print.item.initiative", decks.initiative_pages, papers=None),
        Item("classes", "print.item.classes", decks.class_pages, set_=OWN, papers=None),
        Item("backstories", "print.item.backstories", decks.backstory_pages, set_=OWN, papers=None),
        Item("alignments", "print.item.alignments", decks.alignment_pages, set_=OWN, papers=None),
        Item("market", "print.item.market", decks.market_pages, set_=OWN, papers=None),
        Item("reference", "print.item.reference", reference_pages, papers=None),
        Item("solo-board", "print.item.solo-board", solo_pages, lambda game, frame: solo_layout(), laid_on=True),
        Item("set-up", "print.item.set-up", set_up_pages, lambda game, frame: set_up_layout()),
        Item("tokens", "print.item.tokens", token_pages, papers=None),
        Item("hero-record", "print.item.hero-record", record_pages, lambda game, frame: record_layout(game)),
        Item("boxes", "print.item.boxes", decks.box_pages, set_=OWN),
        Item("blanks", "print.item.blanks", decks.blank_pages, set_=OWN, papers=None),
    ),
    kit=(
        Part("initiative"),
        Part("classes"),
        Part("backstories"),
        Part("alignments"),
        Part("market"),
        Part("tokens"),
        Part("reference"),
        Part("solo-board", players=range(1, 2)),
        Part("character-sheet", prints=lambda n: n),
        Part("set-up"),
        Part("score-pad"),
    ),
    cards=decks.every_card,
)
