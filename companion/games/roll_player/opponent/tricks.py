"""Skills and abilities: when to use which, and the odd questions about cards (RP-SKILL)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.flow import Ask
from companion.games.roll_player.common import stepped
from companion.games.roll_player.content import Effect
from companion.games.roll_player.ending import hero
from companion.games.roll_player.market import known_arrow
from companion.games.roll_player.moves import DiscardCard, DiscardWeapon, Done, Tell, UseAbility, UseSkill
from companion.games.roll_player.opponent.beliefs import weights
from companion.games.roll_player.opponent.options import Terms, Weighed, option, plain, weighed
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.turn import code, swaps
from companion.games.roll_player.scoring import best_discards
from companion.games.roll_player.skills import bases, in_its_phase, require_usable
from companion.games.roll_player.state import Skill, State
from companion.moves import IllegalMove
from companion.odds import FACES

Fields = dict[str, Any]
"""What a use of a skill needs besides its card (moves.UseSkill)."""


def skills(state: State, outlook: Outlook) -> list[Weighed]:
    """Uses of skills, less what it is worth to keep them ready: the step of the arrow, and what the ability does to the
    own dice or to the purse. Other abilities are used for their step alone."""
    seat, found = outlook.player.seat, list[Weighed]()
    player = state.player(seat)
    if not player.skills:
        return found
    for skill in player.skills:
        if skill.exhausted or not in_its_phase(state, skill) or not _usable(state, seat, skill):
            continue
        for use, target in bases(state, seat, skill):
            cell = stepped(player.alignment_pos, use.arrow or known_arrow(state, target.card) or "up")
            if cell is not None:
                found += _uses(state, outlook, target, use, outlook.step(cell))
    return found


def abilities(state: State, outlook: Outlook) -> list[Weighed]:
    """Uses of what the class and weapons can do once a round: what it does to the own dice or to the purse, less its
    price. Other abilities are left alone."""
    player, found = state.player(outlook.player.seat), list[Weighed]()
    for source, perk in outlook.has.once:
        if perk.effect is None or source in player.used or player.gold < perk.pay:
            continue
        price = outlook.purse(-perk.pay)
        for terms, fields in _does(outlook, perk.effect):
            if sum(terms.values()) + price > 0:
                found.append(weighed({**terms, "gold": terms.get("gold", 0.0) + price}, _ability, source, fields))
    return found


def _ability(source: str, fields: Fields) -> UseAbility:
    return UseAbility(source, **fields)


def _does(outlook: Outlook, effect: Effect) -> Iterator[tuple[Terms, Fields]]:
    """What an effect can do that the opponent knows to judge, and what each use of it needs."""
    if effect.kind == "gold":
        yield {"gold": outlook.purse(effect.amount)}, {}
    elif effect.kind == "own_face":
        for gain, fields in _faces(outlook, effect):
            yield {"goals": gain}, fields
    elif effect.kind == "swap":
        for goals, story, one, two in swaps(outlook):
            yield {"goals": goals, "backstory": story}, {"target": code(one), "other": code(two)}


def _usable(state: State, seat: int, skill: Skill) -> bool:
    try:
        require_usable(state, state.player(seat), skill)
    except IllegalMove:
        return False
    return True


def _uses(state: State, outlook: Outlook, skill: Skill, use: UseSkill, step: float) -> Iterator[Weighed]:
    base = {"alignment": step, "ready": -weights().use}
    yield weighed(base, _with, use, {"decline": True})
    record = state.content.card(skill.card)
    effect = record.effect if record is not None else None
    if effect is not None:
        for terms, fields in _does(outlook, effect):
            yield weighed({**base, **terms}, _with, use, fields)


def _with(use: UseSkill, fields: Fields) -> UseSkill:
    return replace(use, **fields)


def _faces(outlook: Outlook, effect: Effect) -> Iterator[tuple[float, Fields]]:
    """Each change of a face that does some good of those that an effect allows on the own dice, and what it does to the
    row."""
    for row, dice in enumerate(outlook.dice):
        line, at = outlook.lines[row][outlook.empty[row]], outlook.sums[row]
        now = line[at]
        for slot, die in enumerate(dice):
            face = die.face or 0
            if effect.change == "reroll":
                gain = outlook.rerolled(row, face)
                if gain > 0:
                    yield gain, {"target": code((row, slot))}
            for new, fields in _new_faces(effect.change, effect.amount, face):
                gain = line[at + new - face] - now
                if gain > 0:
                    yield gain, {"target": code((row, slot)), **fields}


@cache
def _new_faces(change: str | None, amount: int, face: int) -> tuple[tuple[int, Fields], ...]:
    """The faces that a die which shows `face` may be turned to, and what says which."""
    match change:
        case "set" if face != amount:
            return ((amount, {}),)
        case "flip":
            return ((FACES + 1 - face, {}),)
        case "step":
            ways = [(face + by * amount, by) for by in (1, -1)]
            return tuple([(new, {"by": by}) for new, by in ways if 1 <= new <= FACES])
        case None:
            return tuple([(new, {"face": new}) for new in range(1, FACES + 1) if new != face])
    return ()


# questions about cards, and the last discards


def answers(state: State, seat: int, ask: Ask) -> list[Weighed]:
    """What the phone asks about a card that nobody has named: the opponent says what such cards are usually worth."""
    blind, count = weights().blind["stars"], ask.args.get("n", 1)
    match ask.key:
        case "armor_total":
            return [plain(Tell, round(blind * len(state.player(seat).cards)))]
        case "trait_total":
            return [plain(Tell, 0)]
        case "armor_stars":
            return [plain(Tell, round(blind * count))]
        case "trait_stars":
            return [plain(Tell, round(blind))]
        case "arrow":
            outlook, cell = Outlook.of(state, seat), state.player(seat).alignment_pos
            ways = [(way, stepped(cell, way)) for way in ask.options]
            return [option(0.0 if to is None else outlook.step(to), "alignment", Tell, way) for way, to in ways]
        case "free_hands":
            return [plain(DiscardWeapon, ref) for ref in ask.options]
    return [plain(Tell, value) for value in ask.options]


def discards(state: State, seat: int) -> list[Weighed]:
    """Before scoring: a weapon that spoils a goal goes, and a trait that takes stars (RP-END-03, RP-EX-70)."""
    player, found = state.player(seat), [plain(Done)]
    harmful = [t for t in player.traits if (card := state.content.card(t.card)) is not None and (card.stars or 0) < 0]
    if not (player.weapons or harmful):
        return found
    scored = hero(state, seat)
    chosen, gain = best_discards(scored)
    names = [weapon.name for weapon in chosen]
    for owned in player.weapons:
        record = state.content.card(owned.card)
        if record is not None and record.name in names:
            found.append(option(float(gain), "goals", DiscardCard, owned.ref))
    for trait in harmful:
        record = state.content.card(trait.card)
        if record is not None and any(t.met and t.name == record.name for t in scored.traits):
            found.append(option(-float(record.stars or 0), "cards", DiscardCard, trait.ref))
    return found
