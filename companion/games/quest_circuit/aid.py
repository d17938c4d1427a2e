"""The odds as a seat is shown them: fights, locks and traps before they are tried, and how far a roll reaches (section
5, exact)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.games.quest_circuit.cells import activated, automatic, played_cell
from companion.games.quest_circuit.content import Lock, Monster, QuestCard, Trap
from companion.games.quest_circuit.fights import hero_side, hurt, monster_side, rival_side, side_names, sides
from companion.games.quest_circuit.movement import reachable
from companion.games.quest_circuit.odds import (
    FightOdds,
    Number,
    Side,
    damage_at_least,
    expected_damage,
    fight_odds,
    melee_odds,
    open_odds,
    reach_odds,
    trap_odds,
)
from companion.games.quest_circuit.ring import steps
from companion.games.quest_circuit.state import State
from companion.odds import percent_word
from companion.panels import Aid, Bar, Chart, Placed, Remark
from companion.view import Viewer
from companion.words import Word, word

SHORT = 15
"""A fraction with more signs than this does not stand beside its percentage."""


def aid(state: State, viewer: Viewer) -> Aid:
    """Nothing for who only looks on, and nothing while there is nothing to be tried."""
    if viewer is None or state.phase != "turn":
        return Aid()
    if state.fight is not None:
        return _fight(state, viewer)
    if viewer != state.active_player or state.pending:
        return Aid()
    if state.turn.step == "roll":
        return Aid(tuple(_reach(state)))
    if state.turn.step == "move":
        return Aid(tuple(_ahead(state)))
    return Aid((*_effects(state), *_heroes(state)), tuple(_charts(state)))


def percent(chance: Number) -> Word:
    return percent_word(Fraction(chance))


def told_exactly(chance: Number) -> Word:
    """A chance in per cent, and as a fraction where that is short."""
    text = str(chance) if isinstance(chance, Fraction) else ""
    if not text or len(text) > SHORT or chance in (0, 1):
        return percent(chance)
    return word("aid.exact", chance=percent(chance), fraction=text)


# a fight


def _fight(state: State, seat: int) -> Aid:
    """Everybody sees how it may end; those who fight see it where they go on, too."""
    fight = state.fight
    assert fight is not None
    found = fight_now(state) if state.blow is None else None
    if found is None:
        return Aid()
    mine, theirs = side_names(state, fight)
    key = "pass" if fight.dice is not None else "strike"
    shown = fight_chart("fight.odds", found, mine, theirs)
    remarks = (Remark(key, told(found)),) if seat in (fight.seat, fight.target) else ()
    return Aid(remarks, (Placed(shown, "board"),))


def fight_now(state: State) -> FightOdds | None:
    """The fight as it stands, from the next exchange on; dice that lie on the table count as they lie. None: they end
    it."""
    fight = state.fight
    assert fight is not None
    mine, theirs = sides(state, fight)
    if fight.dice is None and fight.stage == "start":
        return fight_odds(mine, theirs)
    lost = hurt(state, fight) if fight.dice is not None else (0, 0)
    left = mine.health - lost[0], theirs.health - lost[1]
    return melee_odds(*left, mine.attack - theirs.attack) if min(left) > 0 else None


def told(found: FightOdds) -> Word:
    """The chance to win, and the Health that is left on average then."""
    left = found.left_if_won
    win = told_exactly(found.win)
    if left is None:
        return word("aid.fight_lost", win=win)
    return word("aid.fight", win=win, left=round(left))


def fight_chart(key: str, found: FightOdds, mine: Word, theirs: Word) -> Chart:
    """Every end of a fight: on the left those in which the foe keeps Health, on the right those that are won."""
    lost = [
        Bar(str(n), chance, word("aid.foe_left", n=n, foe=theirs, chance=percent(chance)), "bad")
        for n, chance in sorted(found.theirs_left.items(), reverse=True)
    ]
    won = [
        Bar(str(n), chance, word("aid.left", n=n, name=mine, chance=percent(chance)), "good")
        for n, chance in sorted(found.mine_left.items())
    ]
    text = str(found.win) if found.exact and 0 < found.win < 1 else None
    return Chart(
        key,
        word("aid.title"),
        (*lost, *won),
        lead=word("aid.wins", name=mine, chance=percent(found.win)),
        exact=text,
        sides=(word("aid.side_lost", foe=theirs), word("aid.side_won", name=mine)),
    )


# what lies on the cell


def _effects(state: State) -> Iterator[Remark]:
    found = played_cell(state)
    if found is None:
        return
    for number in (*automatic(state), *activated(state)):
        said = _effect(state, found[0], found[2], number)
        if said is not None:
            yield Remark(f"play.{number}", said)


def _effect(state: State, at: int, card: QuestCard, number: int) -> Word | None:
    """The odds of an effect that is tried now."""
    effect, seat = card.effects[number], state.active.seat
    security = state.bonuses(seat).security
    if isinstance(effect, Lock):
        return word("aid.lock", chance=told_exactly(open_odds(effect.level, security)))
    if isinstance(effect, Trap):
        return _trap(effect.level, security, state.health(seat))
    if isinstance(effect, Monster):
        return told(fight_odds(hero_side(state, seat), monster_side(state, at, number)))
    return None


def _trap(level: int, security: int, health: int) -> Word:
    args = {"chance": told_exactly(open_odds(level, security)), "n": round(expected_damage(level, security))}
    return word("aid.trap", **args, die=percent(damage_at_least(level, security, health)))


def _charts(state: State) -> Iterator[Placed]:
    """The whole distribution for the first thing on the cell that can be tried and has one."""
    found = played_cell(state)
    if found is None:
        return
    at, _, card = found
    seat = state.active.seat
    for number in (*automatic(state), *activated(state)):
        effect = card.effects[number]
        if isinstance(effect, Monster):
            odds = fight_odds(hero_side(state, seat), monster_side(state, at, number))
            name = Word("name", {"name": state.active.name})
            foe = Word("content.name", {"name": card.name})
            yield Placed(fight_chart("cell.odds", odds, name, foe), "board")
            return
        if isinstance(effect, Trap):
            yield Placed(trap_chart(effect.level, state.bonuses(seat).security), "board")
            return


def trap_chart(level: int, security: int) -> Chart:
    """How much Health a trap costs."""
    damages = trap_odds(level, security)
    chance = open_odds(level, security)
    bars = tuple(
        Bar(f"−{n}" if n else "0", part, word("aid.damage", n=n, chance=percent(part)), "bad" if n else "good")
        for n, part in damages.items()
    )
    lead = word("aid.evades", chance=percent(chance))
    return Chart("cell.odds", word("aid.trap_title"), bars, lead, str(chance) if 0 < chance < 1 else None)


def _heroes(state: State) -> Iterator[Remark]:
    """Against whoever stands on the same cell."""
    seat = state.active.seat
    mine: Side = hero_side(state, seat)
    for other in state.players:
        if other.seat != seat and other.position == state.active.position and state.turn.step == "active":
            yield Remark(f"attack.{other.seat}", told(fight_odds(mine, hero_side(state, other.seat))))
    if state.rival is not None and state.rival.position == state.active.position and state.turn.step == "active":
        yield Remark("attack_rival", told(fight_odds(mine, rival_side(state))))


# the ring


def _reach(state: State) -> Iterator[Remark]:
    """Before the roll: how likely each cell ahead can be reached."""
    speed = state.bonuses(state.active.seat).speed
    for step in steps(state.active.position, state.last_cell, state.empty_cells):
        chance = reach_odds(step.steps, speed)
        if chance:
            yield Remark(f"ring.{step.cell}", word("aid.reach", chance=percent(chance)))


def _ahead(state: State) -> Iterator[Remark]:
    """After the roll: what lies open on the cells that can be chosen, and how it would end."""
    seat = state.active.seat
    for step in reachable(state):
        cell = state.cells[step.cell]
        if cell.card is None or not cell.face_up:
            continue
        healthy = state.max_health(seat) if step.restores else state.health(seat)
        security = state.bonuses(seat).security
        for number, effect in enumerate(state.card(cell.card).effects):
            if number in cell.done:
                continue
            if isinstance(effect, Lock | Trap):
                chance: Number = open_odds(effect.level, security)
            elif isinstance(effect, Monster):
                mine = hero_side(state, seat)
                odds = fight_odds(Side(healthy, mine.attack, mine.shot), monster_side(state, step.cell, number))
                chance = odds.win
            else:
                continue
            yield Remark(f"ring.{step.cell}", word("aid.ahead", chance=percent(chance)))
