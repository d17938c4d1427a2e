"""The odds as a seat is shown them: at its rows, its cards and its moves. The numbers of odds.py, which are exact."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.flow import Ask, pending_of
from companion.games.roll_player.common import die_word, row_word
from companion.games.roll_player.constants import market_size
from companion.games.roll_player.content import DICE
from companion.games.roll_player.ending import hero
from companion.games.roll_player.odds import Hit, Need, color_odds, hits, land_odds, needs, weapons_to_drop
from companion.games.roll_player.perks import action_rows
from companion.games.roll_player.state import Player, Slot, State, row_index
from companion.odds import FACES, better_of, percent_word, percentages
from companion.panels import Aid, Placed, Remark, Row
from companion.panels import Slot as ShownSlot
from companion.view import Viewer
from companion.words import Word, word

ZERO = Fraction(0)

MANY = 2
"""So many dice of the own colour and more are told together."""


def aid(state: State, viewer: Viewer) -> Aid:
    """What a seat's dice may still do. Nothing for who only looks on, and nothing before there are goals or after the
    game."""
    if viewer is None or state.phase == "finished" or state.player(viewer).goals is None:
        return Aid()
    player = state.player(viewer)
    ask = pending_of(state.pending, viewer)
    rows = needs(state, viewer)
    remarks = [*_rows(rows), *_dice(state, player)]
    if ask is not None and ask.key == "keep":
        remarks += _kept(rows, ask)
    elif ask is None and not state.pending and state.active_player == viewer:
        remarks += [*_offered(state, player), *_rerolls(state, player, rows)]
    if state.phase == "scoring" and not player.ready:
        remarks += _dropped(state, player)
    return Aid(tuple(remarks), tuple(_draw(state, player)))


def _change(before: Fraction, after: Fraction) -> dict[str, Word]:
    return {"before": percent_word(before), "after": percent_word(after)}


# rows


def _rows(rows: tuple[Need, ...]) -> Iterator[Remark]:
    """What each row still needs, and the chance that its dice show it."""
    for need in rows:
        if need.empty:
            chance = percent_word(need.chance)
            said = word("aid.need", sum=_sum(need), n=need.empty, chance=chance) if need.possible else None
            yield Remark(f"sheet.{need.row}", said or word("aid.never", chance=chance))


def _sum(need: Need) -> Word:
    """What the missing dice have to add up to, within what they can show."""
    least, most = need.empty, need.empty * FACES
    low, high = max(need.low, least), most if need.high is None else min(need.high, most)
    if low == high:
        return word("aid.sum.exact", low=low)
    if (low, high) == (least, most):
        return word("aid.sum.any")
    if high == most:
        return word("aid.sum.least", low=low)
    return word("aid.sum.most", high=high) if low == least else word("aid.sum.range", low=low, high=high)


# a die in the hand, or on an initiative card


def _dice(state: State, player: Player) -> Iterator[Remark]:
    """What each die in the hand would do in each row; of several the one that is picked up."""
    for die in dict.fromkeys(player.dice):
        when = f"dice.{die.code}" if len(player.dice) > 1 else None
        for hit in hits(state, player.seat, die):
            said = _hit(hit)
            if said is not None:
                yield Remark(f"sheet.{hit.row}", word("aid.with", die=die_word(die), said=said), when)


def _hit(hit: Hit) -> Word | list[Word] | None:
    """The chance of the row's goal before and after, and what else comes with the die."""
    parts = []
    if hit.before is not None and hit.after is not None and hit.before != hit.after:
        parts.append(Word("aid.change", _change(hit.before, hit.after)))
    if hit.class_color:
        parts.append(word("aid.class_color"))
    if hit.match:
        parts.append(word("aid.match"))
    if hit.gold:
        parts.append(word("aid.gold", n=hit.gold))
    return parts or None


def _offered(state: State, player: Player) -> Iterator[Remark]:
    """For each initiative card that may be taken: the row that its die would help most."""
    if state.phase != "dice" or player.dice or player.placed_row is not None:
        return
    for card in state.initiative:
        if card.die is None or card.holder is not None:
            continue
        helped = [
            (hit.after - hit.before, hit.before, hit.after, hit.row)
            for hit in hits(state, player.seat, card.die)
            if hit.before is not None and hit.after is not None
        ]
        gain, before, after, row = max(helped, key=lambda found: found[0], default=(ZERO, ZERO, ZERO, ""))
        if gain > 0:
            said = Word("aid.best", {"row": row_word(row), **_change(before, after)})
            yield Remark(f"initiative.{card.number}", said)


# re-rolls


def _rerolls(state: State, player: Player, rows: tuple[Need, ...]) -> Iterator[Remark]:
    """Where the action of Intelligence may be used: the die of each row that is best rolled once more (RP-DICE-INT)."""
    if state.phase != "dice" or player.dice or "INT" not in action_rows(state, player):
        return
    for need in rows:
        dice = [die for die in player.sheet[row_index(need.row)] if die is not None and die.face is not None]
        tried = [(_rerolled(need, die.face or 0), die) for die in dice]
        chance, die = max(tried, key=lambda found: found[0], default=(need.chance, None))
        if die is not None and chance > need.chance:
            said = Word("aid.reroll", {"die": die_word(die), **_change(need.chance, chance)})
            yield Remark(f"sheet.{need.row}", said)


def _rerolled(need: Need, face: int) -> Fraction:
    return better_of(face, lambda new: land_odds(need.goal, need.score - face + new, need.empty))


def _kept(rows: tuple[Need, ...], ask: Ask) -> Iterator[Remark]:
    """What either face of a re-rolled die does to the goal of its row."""
    target, old = Slot.of(str(ask.args["target"])), int(ask.args["old"])
    need = next((need for need in rows if need.row == target.row), None)
    if need is None:
        return
    for face in ask.options:
        chance = land_odds(need.goal, need.score - old + int(face), need.empty)
        yield Remark(f"keep.{face}", word("aid.row", row=row_word(need.row), chance=percent_word(chance)))


# before scoring


def _dropped(state: State, player: Player) -> Iterator[Remark]:
    """The weapons that are better discarded before scoring (RP-END-03, RP-EX-70)."""
    scored = hero(state, player.seat)
    weapons, stars = weapons_to_drop(scored)
    left = list(weapons)
    known = [weapon for weapon in player.weapons if state.content.card(weapon.card) is not None]
    for owned, weapon in zip(known, scored.weapons, strict=False):
        if weapon in left:
            left.remove(weapon)
            yield Remark(f"owned.{owned.ref}", word("aid.drop", n=stars))


# the bag


def _draw(state: State, player: Player) -> Iterator[Placed]:
    """The chance of at least one die of each colour in the next draw, and how many of the own colour there will be."""
    dice = min(market_size(state), len(state.bag))
    if not dice or state.phase in ("setup", "scoring"):
        return
    odds = {color: color_odds(state, color, dice) for color in DICE}
    slots = []
    for color, counts in sorted(odds.items(), key=lambda each: each[1][0]):
        text = _own_color(counts) if color == player.class_color else ()
        slots.append(ShownSlot(f"draw.{color}", percent_word(1 - counts[0]), text, symbols=(color,)))
    yield Placed(Row("draw", word("aid.draw"), tuple(slots)), "board", folded=True)


def _own_color(counts: tuple[Fraction, ...]) -> tuple[Word, ...]:
    parts = (*counts[:MANY], sum(counts[MANY:], ZERO))
    shown = zip(range(len(parts)), parts, percentages(parts), strict=True)
    return tuple(word(f"aid.own.{n}", chance=percent_word(part, whole)) for n, part, whole in shown)
