"""The odds as a seat is shown them: fights, locks and traps before they are tried (section 5, exact)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.games.quest_circuit.cells import activated, automatic, played_cell
from companion.games.quest_circuit.content import Lock, Monster, Trap
from companion.games.quest_circuit.fights import hero_side, monster_side, rival_side, sides
from companion.games.quest_circuit.odds import (
    FightOdds,
    Side,
    damage_at_least,
    expected_damage,
    fight_odds,
    melee_odds,
    open_odds,
)
from companion.games.quest_circuit.state import State
from companion.odds import percent_word
from companion.panels import Aid, Placed, Remark, Tick
from companion.panels import Checklist as Chart
from companion.view import Viewer
from companion.words import Word, word

LIKELY = 6
"""So many outcomes of a fight are listed."""


def aid(state: State, viewer: Viewer) -> Aid:
    """Nothing for who only looks on, and nothing while there is nothing to be tried."""
    if viewer is None or state.phase != "turn":
        return Aid()
    if state.fight is not None:
        if viewer not in (state.fight.seat, state.fight.target):
            return Aid()
        found = fight_now(state)
        return Aid((Remark("strike", told(found)),), (Placed(chart(found), "mine"),))
    if viewer != state.active_player:
        return Aid()
    return Aid((*_effects(state), *_heroes(state)))


def fight_now(state: State) -> FightOdds:
    """The fight as it stands, from the next exchange on; the ranged one is over once there was melee."""
    fight = state.fight
    assert fight is not None
    mine, theirs = sides(state, fight)
    if fight.stage == "melee":
        return melee_odds(mine.health, theirs.health, mine.attack - theirs.attack)
    return fight_odds(mine, theirs)


def told(found: FightOdds) -> Word:
    """The chance to win, and the Health that is left on average then."""
    left = found.left_if_won
    win = percent_word(Fraction(found.win))
    if left is None:
        return word("aid.fight_lost", win=win)
    return word("aid.fight", win=win, left=round(left))


def chart(found: FightOdds) -> Chart:
    """The likeliest ends of a fight: what the hero has left, or the foe."""
    ends = [
        (chance, word("aid.left", n=n, chance=percent_word(Fraction(chance)))) for n, chance in found.mine_left.items()
    ]
    ends += [
        (chance, word("aid.foe_left", n=n, chance=percent_word(Fraction(chance))))
        for n, chance in found.theirs_left.items()
    ]
    best = sorted(ends, key=lambda end: -end[0])[:LIKELY]
    return Chart("odds", word("aid.title"), tuple(Tick(text) for _, text in best))


def _effects(state: State) -> Iterator[Remark]:
    found = played_cell(state)
    if found is None:
        return
    at, _, card = found
    seat = state.active.seat
    security = state.bonuses(seat).security
    for number in (*automatic(state), *activated(state)):
        effect = card.effects[number]
        if isinstance(effect, Lock):
            yield Remark(f"play.{number}", word("aid.lock", chance=percent_word(open_odds(effect.level, security))))
        elif isinstance(effect, Trap):
            yield Remark(f"play.{number}", _trap(effect.level, security, state.health(seat)))
        elif isinstance(effect, Monster):
            odds = fight_odds(hero_side(state, seat), monster_side(state, at, number))
            yield Remark(f"play.{number}", told(odds))


def _trap(level: int, security: int, health: int) -> Word:
    hurt = expected_damage(level, security)
    args = {"chance": percent_word(open_odds(level, security)), "n": round(hurt)}
    return word("aid.trap", **args, die=percent_word(damage_at_least(level, security, health)))


def _heroes(state: State) -> Iterator[Remark]:
    """Against whoever stands on the same cell."""
    seat = state.active.seat
    mine: Side = hero_side(state, seat)
    for other in state.players:
        if other.seat != seat and other.position == state.active.position and state.turn.step == "active":
            yield Remark(f"attack.{other.seat}", told(fight_odds(mine, hero_side(state, other.seat))))
    if state.rival is not None and state.rival.position == state.active.position and state.turn.step == "active":
        yield Remark("attack_rival", told(fight_odds(mine, rival_side(state))))
