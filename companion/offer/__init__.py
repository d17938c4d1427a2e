"""What the next entry of a table would be: moves, undo, redo, corrections and everything else are judged here.

Each function takes a table and answers with an `Offered`, or raises: BadMove and IllegalMove (the trio of moves.py),
StaleMove for what was right for an earlier table only, Wanted while real dice are missing. Nothing is changed and
nothing is remembered until the entry is appended.
"""

from companion.offer.correcting import Correction, correct, correctable
from companion.offer.draft import ANY_REAL, NOTE_LENGTH, REAL, WORDS_LENGTH, Draft, Offered, real_things
from companion.offer.facts import adjustment, note, reveal, seated, setting, start, unseated
from companion.offer.playing import play
from companion.offer.undoing import redo, undo

__all__ = [
    "ANY_REAL",
    "NOTE_LENGTH",
    "REAL",
    "WORDS_LENGTH",
    "Correction",
    "Draft",
    "Offered",
    "adjustment",
    "correct",
    "correctable",
    "note",
    "play",
    "real_things",
    "redo",
    "reveal",
    "seated",
    "setting",
    "start",
    "undo",
    "unseated",
]
