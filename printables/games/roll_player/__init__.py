"""What Roll Player prints of its own: the character sheet."""

from __future__ import annotations

from printables.games.roll_player.character_sheet import NAME, sheet_pages
from printables.games.roll_player.sheet_layout import layout
from printables.items import Item, Prints

prints = Prints(__name__, (Item("character-sheet", NAME, sheet_pages, lambda game: layout()),))
