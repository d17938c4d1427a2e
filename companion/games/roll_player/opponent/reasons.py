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
    "cards": "RP-SCORE-09",
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
    """The chosen option with its terms, the largest first, and the best of the others with its sum."""
    terms = sorted((t for t in chosen.terms().items() if abs(t[1]) >= SMALLEST), key=lambda term: -abs(term[1]))
    told: list[Word] = [word("because.sum", move=label(state, seat, chosen.move), stars=stars_word(chosen.worth))]
    for key, worth in terms:
        term = Word(f"because.term.{key}")
        told.append(word("because.part", term=term, stars=stars_word(worth), rule=RULES.get(key, "")))
    rivals = [other for other in others if other.move != chosen.move]
    if rivals:
        best = max(rivals, key=lambda other: other.worth)
        told.append(
            word("because.runner_up", move=label(state, seat, best.move), stars=stars_word(best.worth))
        )
    return tuple(told)
