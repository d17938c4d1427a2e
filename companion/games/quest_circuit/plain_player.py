"""The plain player: a documented policy that plays the human side of simulations, never tuned.

It takes any hero. It fights a neutral monster, a rival or the Goal when it would win with at least FIGHTS; it tries
every lock and pays for what heals it while it is hurt; it goes to the cell within reach that is worth most, by XP,
chances and wounds; it uses a power when the dice of a fight hurt it; it wears what adds most, sells the rest and buys
what is better; and it never attacks another hero.
"""

from __future__ import annotations

from companion.automa import Decision, Opponent
from companion.chance import Chance
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.content import STATS, Monster, Paid
from companion.games.quest_circuit.fights import hero_side, hurt, monster_side, rival_side
from companion.games.quest_circuit.legal import legal_moves
from companion.games.quest_circuit.odds import Side, fight_odds
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.state import State
from companion.moves import Move
from companion.words import word

FIGHTS = 0.6
"""The least chance to win with which it begins a fight that it may leave alone."""

WEIGHTS = {"health": 2, "mana": 0, "attack": 5, "shot": 2, "speed": 1, "security": 1}
"""What a point of each value is worth to it: Attack most of all (section 6.4)."""


def worth(state: State, ref: str) -> int:
    """What a card is worth to it while it is worn."""
    bonuses = state.item(ref).bonuses
    return sum(WEIGHTS[stat] * getattr(bonuses, stat) for stat in STATS)


def win(state: State, seat: int, foe: Side) -> float:
    return float(fight_odds(hero_side(state, seat), foe).win)


def rate(state: State, seat: int, move: Move) -> float:
    """How much it likes a move; it makes the one it likes best."""
    match move:
        case m.Go(cell):
            return _cell(state, seat, cell)
        case m.Play(effect):
            return _effect(state, seat, effect)
        case m.AttackRival():
            return 2 if win(state, seat, rival_side(state)) >= FIGHTS else -1
        case m.Equip(ref) | m.Buy(ref):
            slot = state.item(ref).slot
            worn = [worth(state, r) for r in state.player(seat).equipment if slot and state.item(r).slot == slot]
            return 3 if worth(state, ref) > max(worn, default=0) else -1
        case m.Sell(ref):
            return 4 if ref in state.player(seat).inventory and rate(state, seat, m.Equip(ref)) < 0 else -1
        case m.TakeCard(ref) if ref is not None:
            return 1 + worth(state, ref)
        case m.Contest(want):
            return int(not want)
        case m.Use() if state.fight is not None:
            return 1 if hurt(state, state.fight)[seat != state.fight.seat] else -1
        case m.Attack() | m.Use() | m.TakeOff() | m.Bid(_):
            return 0.5 if move == m.Bid() else -1
    return 0


def _cell(state: State, seat: int, at: int) -> float:
    """What it is worth to go there: XP to be won by the chance to win them, something unknown a little."""
    ill = state.player(seat).wounds / state.max_health(seat)
    if at == START:
        return 6 * ill - 1
    cell = state.cells[at]
    if cell.card is None or not cell.face_up:
        return 2 - 3 * ill if cell.card is None else -2
    card = state.card(cell.card)
    if isinstance(monster := card.monster, Monster):
        chance = win(state, seat, monster_side(state, at, card.effects.index(monster)))
        goal = 20 if card.goal else 0
        return (goal + monster.xp) * chance - 4 * (1 - chance) - (20 if goal and chance < FIGHTS else 0)
    return 1.5 - ill


def _effect(state: State, seat: int, effect: int) -> float:
    at = state.turn.destination or 0
    kind = state.card(state.cells[at].card or "").effects[effect]
    if isinstance(kind, Monster):
        return 3 if not kind.neutral or win(state, seat, monster_side(state, at, effect)) >= FIGHTS else -1
    return 2 if not isinstance(kind, Paid) or state.player(seat).wounds else -1


def choose(view: State, seat: int, chance: Chance) -> Move:
    moves = list(legal_moves(view, seat))
    heroes = [move for move in moves if isinstance(move, m.ChooseHero)]
    return heroes[chance.pick([1] * len(heroes))] if heroes else max(moves, key=lambda move: rate(view, seat, move))


def decide(view: State, seat: int, chance: Chance) -> Decision:
    return Decision(choose(view, seat, chance), (word("plain.why", rule="QC-PLAY-03"),))


PLAIN = Opponent("plain", decide, "plain", standard=True, choose=choose)
