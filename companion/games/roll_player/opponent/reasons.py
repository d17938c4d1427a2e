"""Why an opponent decides as it does: the terms of the sum, the rule ids, and the runner-up, in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll_player.labels import label
from companion.games.roll_player.opponent.options import Option
from companion.games.roll_player.state import State
from companion.words import Word, word

RULES = {
    "goals": "RP-SCORE-03",
    "class_dice": "RP-SCORE-04",
    "alignment": "RP-SCORE-05",
    "backstory": "RP-SCORE-06",
    "cards": "RP-MARKET-03",
    "gold": "RP-GOLD-06",
    "action": "RP-DICE-04",
    "market": "RP-MARKET-01",
    "denial": "RP-TIE-01",
    "ready": "RP-SKILL-06",
}
"""The rule that a term comes from."""

SMALLEST = 0.05
"""Stars below which a term is not worth a word."""


def stars_word(worth: float) -> Word:
    """Stars with one decimal, as the language writes it, and with a sign."""
    tenths = round(10 * worth)
    whole, rest = divmod(abs(tenths), 10)
    return word("because.plus" if tenths >= 0 else "because.minus", whole=whole, tenth=rest)


def reasons(state: State, seat: int, chosen: Option, others: Sequence[Option]) -> tuple[Word, ...]:
    """The chosen option with its sum and its terms, the largest first, and the best of the others with its sum."""
    move = label(state, seat, chosen.move)
    if len(others) == 1:
        return (word("because.only", move=move),)
    terms = sorted((t for t in chosen.terms().items() if abs(t[1]) >= SMALLEST), key=lambda term: -abs(term[1]))
    told = [word("because.sum", move=move, stars=stars_word(chosen.worth))]
    for key, worth in terms:
        told.append(word("because.part", term=Word(f"because.term.{key}"), stars=stars_word(worth), rule=RULES[key]))
    rival = max((other for other in others if other is not chosen), key=lambda other: other.worth)
    key = "because.better" if rival.worth > chosen.worth else "because.runner_up"
    told.append(word(key, move=label(state, seat, rival.move), stars=stars_word(rival.worth)))
    return tuple(told)
