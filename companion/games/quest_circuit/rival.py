"""The Pretender's turn: the phone rolls and decides, by the first line of its table that fits (QC-SOLO-10 to 15)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.chance import Chance
from companion.games.quest_circuit.cells import refilled
from companion.games.quest_circuit.common import D6, NONE, Events, Outcome, cell_name, event, require_phase
from companion.games.quest_circuit.content import GOAL_CELL
from companion.games.quest_circuit.contests import melee, ranged
from companion.games.quest_circuit.fights import begin, monster_side, rival_gains, rival_side
from companion.games.quest_circuit.moves import RivalTurn
from companion.games.quest_circuit.odds import Number, Side, fight_odds
from companion.games.quest_circuit.pretender import Level, road, table, threat
from companion.games.quest_circuit.ring import START, Step, choices
from companion.games.quest_circuit.state import EMPTY, Fight, Rival, State
from companion.games.quest_circuit.turn import begin_turn
from companion.moves import IllegalMove


def level_of(rival: Rival) -> Level:
    return table().levels[rival.level_key]  # type: ignore[index]  # a level


def rival_of(state: State) -> Rival:
    assert state.rival is not None
    return state.rival


def goal_effect(state: State) -> int | None:
    """The number of the Goal's monster; None if the Goal is no monster, or lies there no more."""
    key = state.cells[GOAL_CELL].card if state.cells else None
    if key is None:
        return None
    return next((at for at, e in enumerate(state.card(key).effects) if e.kind == "monster" and e.completes_quest), None)


def goal_side(state: State) -> Side | None:
    """The Goal as it stands now (QC-SOLO-02)."""
    effect = goal_effect(state)
    return None if effect is None else monster_side(state, GOAL_CELL, effect)


def threat_now(state: State) -> Number | None:
    """The threat bar: the Pretender at full Health against the Goal as it stands (QC-SOLO-16)."""
    rival, goal = state.rival, goal_side(state)
    if rival is None or goal is None:
        return None
    return threat(level_of(rival), rival.level, rival.gear, goal)


class Chosen(Struct, frozen=True):
    """What the Pretender does: the line of its table, and where it goes (None: it waits)."""

    line: int
    step: Step | None
    act: Callable[[State, Chance], Outcome]


def rival_turn(state: State, seat: int, move: RivalTurn, chance: Chance) -> Outcome:
    """One tap: roll, go, and whatever that means."""
    require_phase(state, "turn")
    if state.rival is None or state.turn.step != "rival" or state.fight is not None:
        raise IllegalMove("rival.not_now", rule="QC-SOLO-10")
    state = replace(state, rival=replace(state.rival, turn=state.rival.turn + 1))
    rival = rival_of(state)
    (die,) = chance.roll(D6, of="choice")
    far = level_of(rival).distance(die)
    ahead = choices(rival.position, far, state.last_cell, state.empty_cells)
    told: Events = (event("rival.rolls", die=die, distance=far, rule="QC-SOLO-10"),)
    chosen = decide(state, ahead, chance)
    state, more = _goes(state, chosen)
    told += more
    state, more = chosen.act(state, chance)
    told += more
    if state.fight is None and state.completed is None:
        state, more = begin_turn(state, 1)
        told += more
    return state, told


def after_duel(state: State) -> Outcome:
    """The duel that the Pretender began is over: the human is next."""
    return begin_turn(state, 1)


def _goes(state: State, chosen: Chosen) -> Outcome:
    """The token moves; Start crossed or reached restores it (QC-SOLO-10)."""
    rule = "QC-SOLO-11"
    if chosen.step is None:
        return state, (event("rival.waits", line=chosen.line, rule="QC-SOLO-10"),)
    told: Events = (event(f"rival.line_{chosen.line}", cell=cell_name(chosen.step.cell), rule=rule),)
    wounds = 0 if chosen.step.restores else rival_of(state).wounds
    if chosen.step.restores:
        told += (event("rival.restored", rule="QC-SOLO-10"),)
    return replace(state, rival=replace(rival_of(state), position=chosen.step.cell, wounds=wounds)), told


def decide(state: State, ahead: tuple[Step, ...], chance: Chance) -> Chosen:
    """The first line that fits (QC-SOLO-11)."""
    found = _to_goal(state, ahead) or _to_start(state, ahead) or _to_duel(state, ahead, chance)
    if found is not None:
        return found
    covered = [step for step in ahead if step.cell not in (START, GOAL_CELL) and state.cells[step.cell].covered]
    if covered:
        return Chosen(4, covered[-1], road_roll)
    others = [step for step in ahead if step.cell != GOAL_CELL]
    return Chosen(5, others[-1] if others else None, _nothing)


def _to_goal(state: State, ahead: tuple[Step, ...]) -> Chosen | None:
    """Line 1: the Goal before Start, if it would win often enough or has waited long enough."""
    rival, goal = rival_of(state), goal_side(state)
    step = next((step for step in ahead if step.cell == GOAL_CELL and not step.restores), None)
    if step is None or goal is None:
        return None
    win = fight_odds(rival_side(state), goal).win
    return Chosen(1, step, fight_goal) if level_of(rival).goes_for_goal(win, rival.turn) else None


def _to_start(state: State, ahead: tuple[Step, ...]) -> Chosen | None:
    """Line 2: half of its Health or less, and Start within reach."""
    step = next((step for step in ahead if step.cell == START), None)
    return Chosen(2, step, _nothing) if step is not None and not _fit(state) else None


def _to_duel(state: State, ahead: tuple[Step, ...], chance: Chance) -> Chosen | None:
    """Line 3: the hero within reach, and the die says so."""
    level, at = level_of(rival_of(state)), state.player(1).position
    step = next((step for step in ahead if step.cell == at), None)
    if level.duel is None or step is None or at in (START, GOAL_CELL) or not _fit(state):
        return None
    return Chosen(3, step, duel) if level.duels(chance.roll(D6, of="choice")[0]) else None


def _fit(state: State) -> bool:
    """More than half of its Health is left."""
    rival = rival_of(state)
    most = level_of(rival).side(rival.level, rival.gear).health
    return 2 * (most - rival.wounds) > most


def _nothing(state: State, chance: Chance) -> Outcome:
    return state, NONE


def duel(state: State, chance: Chance) -> Outcome:
    """QC-SOLO-14: a normal fight; the human rolls for the hero."""
    state = state.now(tried=("rival",))
    return begin(state, Fight(1, "rival", state.player(1).position, by_rival=True), "QC-SOLO-14")


def fight_goal(state: State, chance: Chance) -> Outcome:
    """The Pretender fights for the Goal by the normal rules; the phone rolls both sides (QC-SOLO-11, 13)."""
    effect = goal_effect(state)
    assert effect is not None
    state = state.with_cell(GOAL_CELL, covered=False)
    me, goal = rival_side(state), monster_side(state, GOAL_CELL, effect)
    health, foe = me.health, goal.health
    shooting = me.shot is not None or goal.shot is not None
    while health > 0 and foe > 0:
        one, other = chance.roll(D6, 2, of="choice")
        x = ranged(one, other, me.shot, goal.shot) if shooting else melee(one, other, me.attack, goal.attack)
        shooting = False
        health, foe = health + min(x, 0), foe - max(x, 0)
    rival, cell = rival_of(state), state.cells[GOAL_CELL]
    if foe <= 0:
        state = state.with_cell(GOAL_CELL, wounds=0, done=(effect,)).replace(completed=0)
        wounds = rival.wounds + me.health - health
        return replace(state, rival=replace(rival, wounds=wounds)), (event("rival.wins_goal", rule="QC-SOLO-20"),)
    lost = goal.health - foe
    state = state.with_cell(GOAL_CELL, wounds=cell.wounds + lost)
    state = replace(state, rival=replace(rival, wounds=0, position=START))
    return state, (event("rival.loses_goal", n=lost, left=foe, rule="QC-SOLO-13"),)


def road_roll(state: State, chance: Chance) -> Outcome:
    """QC-SOLO-12: wounds, XP and Gear by one roll; the card goes unseen, unless it stays."""
    rival = rival_of(state)
    (die,) = chance.roll(D6, of="choice")
    got = road(level_of(rival), 1 + rival.gained, die, rival.gear, rival.most_gear)
    most = level_of(rival).side(rival.level, rival.gear).health
    told: Events = (event("rival.road", die=die, total=got.total, n=got.wounds, rule="QC-SOLO-12"),)
    if rival.wounds + got.wounds >= most:
        state = replace(state, rival=replace(rival, wounds=0, position=START))
        return state, (*told, event("rival.falls", rule="QC-SOLO-12"))
    state = replace(state, rival=replace(rival, wounds=rival.wounds + got.wounds, gear=rival.gear + got.gear))
    state = rival_gains(state, got.xp)
    told += (event("rival.gains", xp=got.xp, gear=got.gear, level=rival_of(state).level, rule="QC-SOLO-12"),)
    if got.stays:
        return state, told
    at = rival.position
    state = state.put(at, EMPTY).replace(unseen_discards=state.unseen_discards + 1)
    return refilled(state, at), (*told, event("rival.discards", cell=cell_name(at), rule="QC-SOLO-12"))
