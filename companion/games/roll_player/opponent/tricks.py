"""Skills: when to use which, and the odd questions about cards (RP-SKILL)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from companion.flow import Ask
from companion.games.roll_player.common import directions, stepped
from companion.games.roll_player.content import ATTRIBUTES, Effect
from companion.games.roll_player.ending import hero
from companion.games.roll_player.market import known_arrow
from companion.games.roll_player.moves import DiscardCard, DiscardWeapon, Done, Tell, UseSkill
from companion.games.roll_player.opponent.options import Option, option
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.turn import rerolled, swaps
from companion.games.roll_player.opponent.weights import weights
from companion.games.roll_player.scoring import best_discards
from companion.games.roll_player.skills import require_usable
from companion.games.roll_player.state import Skill, Slot, State
from companion.moves import IllegalMove
from companion.odds import FACES


def skills(state: State, seat: int) -> Iterator[Option]:
    """Uses of skills that are worth more than to keep them ready: the step of the arrow, and what the ability does to
    the own dice or to the purse. Other abilities are used for their step alone."""
    player = state.player(seat)
    if not any(not skill.exhausted for skill in player.skills):
        return
    outlook = Outlook(state, seat)
    for skill in player.skills:
        if not _usable(state, seat, skill):
            continue
        known = known_arrow(state, skill.card)
        ways = (known,) if known is not None else directions(player.alignment_pos)
        for way in ways:
            cell = stepped(player.alignment_pos, way)
            if cell is not None:
                use = UseSkill(skill.ref, arrow=None if known is not None else way)  # type: ignore[arg-type]  # directions are the literal
                yield from _uses(state, outlook, skill, use, outlook.step(cell))


def _usable(state: State, seat: int, skill: Skill) -> bool:
    try:
        require_usable(state, state.player(seat), skill)
    except IllegalMove:
        return False
    return True


def _uses(state: State, outlook: Outlook, skill: Skill, use: UseSkill, step: float) -> Iterator[Option]:
    price = -weights().use
    yield option(dataclasses.replace(use, decline=True), alignment=step, ready=price)
    record = state.content.card(skill.card)
    effect = record.effect if record is not None else None
    if effect is None:
        return
    if effect.kind == "gold":
        yield option(use, alignment=step, gold=outlook.purse(effect.amount), ready=price)
    elif effect.kind == "own_face":
        for gain, fields in _faces(outlook, effect):
            yield option(dataclasses.replace(use, **fields), alignment=step, goals=gain, ready=price)
    elif effect.kind == "swap":
        for goals, story, one, two in swaps(outlook):
            fields = {"target": _code(*one), "other": _code(*two)}
            yield option(dataclasses.replace(use, **fields), alignment=step, goals=goals, backstory=story, ready=price)


def _code(row: int, slot: int) -> str:
    return str(Slot(ATTRIBUTES[row], slot + 1))


def _faces(outlook: Outlook, effect: Effect) -> Iterator[tuple[float, dict[str, object]]]:
    """Each change of a face that an effect allows on the own dice, and what it does to the row."""
    for row, dice in enumerate(outlook.dice):
        for slot, die in enumerate(dice):
            face, target = die.face or 0, _code(row, slot)
            if effect.change == "reroll":
                yield rerolled(outlook, row, face), {"target": target}
            for new, fields in _new_faces(effect, face):
                yield outlook.turned(row, new - face), {"target": target, **fields}


def _new_faces(effect: Effect, face: int) -> Iterator[tuple[int, dict[str, object]]]:
    match effect.change:
        case "set" if face != effect.amount:
            yield effect.amount, {}
        case "flip":
            yield FACES + 1 - face, {}
        case "step":
            yield from ((face + by * effect.amount, {"by": by}) for by in (1, -1) if 1 <= face + by * effect.amount <= 6)
        case None:
            yield from ((new, {"face": new}) for new in range(1, FACES + 1) if new != face)


# questions about cards, and the last discards


def answers(state: State, seat: int, ask: Ask) -> Iterator[Option]:
    """What the phone asks about a card that nobody has named: the opponent says what such cards are usually worth."""
    blind, count = weights().blind["stars"], ask.args.get("n", 1)
    match ask.key:
        case "armor_total":
            yield option(Tell(round(blind * len(state.player(seat).cards))))
        case "trait_total":
            yield option(Tell(0))
        case "armor_stars":
            yield option(Tell(round(blind * count)))
        case "trait_stars":
            yield option(Tell(round(blind)))
        case "arrow":
            outlook, cell = Outlook(state, seat), state.player(seat).alignment_pos
            for way in ask.options:
                to = stepped(cell, way)
                yield option(Tell(way), alignment=0.0 if to is None else outlook.step(to))
        case "free_hands":
            yield from (option(DiscardWeapon(ref)) for ref in ask.options)
        case _:
            yield from (option(Tell(value)) for value in ask.options)


def discards(state: State, seat: int) -> Iterator[Option]:
    """Before scoring: a weapon that spoils a goal goes, and a trait that takes stars (RP-END-03, RP-EX-70)."""
    yield option(Done())
    player = state.player(seat)
    harmful = [t for t in player.traits if (card := state.content.card(t.card)) is not None and (card.stars or 0) < 0]
    if not (player.weapons or harmful):
        return
    scored = hero(state, seat)
    chosen, gain = best_discards(scored)
    names = [weapon.name for weapon in chosen]
    for owned in player.weapons:
        record = state.content.card(owned.card)
        if record is not None and record.name in names:
            yield option(DiscardCard(owned.ref), goals=float(gain))
    for trait in harmful:
        record = state.content.card(trait.card)
        if any(t.met and record is not None and t.name == record.name for t in scored.traits):
            yield option(DiscardCard(trait.ref), cards=float(-(record.stars or 0) if record is not None else 0))
