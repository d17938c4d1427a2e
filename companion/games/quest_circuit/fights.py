"""Fights: at most one ranged exchange, then melee to the end, against monsters, heroes and the Pretender (QC-FIGHT).

Side 0 is the hero who attacks a cell's monster or another hero, or whom the Pretender attacks; side 1 is the foe.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask
from companion.games.quest_circuit.abilities import forgotten
from companion.games.quest_circuit.common import (
    D6,
    NONE,
    Events,
    Outcome,
    asked,
    event,
    item_name,
    named,
    require_phase,
    require_step,
    without,
)
from companion.games.quest_circuit.content import Gain
from companion.games.quest_circuit.contests import hero_shot, melee, ranged
from companion.games.quest_circuit.gains import queued
from companion.games.quest_circuit.moves import Attack, AttackRival, Divert, Strike, TakeCard
from companion.games.quest_circuit.odds import Side
from companion.games.quest_circuit.pretender import table
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.state import Blow, Fight, State, side_of
from companion.games.quest_circuit.vigour import diverted, fallen, strike, with_card, without_card
from companion.games.quest_circuit.wealth import gained
from companion.moves import IllegalMove
from companion.words import Word


def hero_side(state: State, seat: int) -> Side:
    """What a hero fights with now."""
    bonuses = state.bonuses(seat)
    return Side(state.health(seat), bonuses.attack, hero_shot(bonuses.shot))


def monster_side(state: State, at: int, effect: int) -> Side:
    """What the monster on a cell fights with now, its wounds taken off (QC-FIGHT-13)."""
    monster = state.monster(at, effect)
    return Side(monster.health - state.cells[at].wounds, monster.attack, monster.shot)


def rival_side(state: State) -> Side:
    rival = state.rival
    assert rival is not None
    return table().levels[rival.level_key].side(rival.level, rival.gear, rival.wounds)  # type: ignore[index]  # a level


def sides(state: State, fight: Fight) -> tuple[Side, Side]:
    mine = hero_side(state, fight.seat)
    if fight.foe == "monster":
        return mine, monster_side(state, fight.cell, fight.effect)
    if fight.target is not None:
        return mine, hero_side(state, fight.target)
    return mine, rival_side(state)


def side_names(state: State, fight: Fight) -> tuple[Word, Word]:
    """What the two sides are called."""
    mine = Word("name", {"name": state.player(fight.seat).name})
    if fight.foe == "rival":
        return mine, Word("rival.name")
    if fight.target is not None:
        return mine, Word("name", {"name": state.player(fight.target).name})
    key = state.cells[fight.cell].card
    return mine, named(state.content.cards[key].name) if key is not None else Word("card.face_down")


# how it begins


def begin(state: State, fight: Fight, rule: str = "QC-FIGHT-01") -> Outcome:
    state = replace(state, fight=fight)
    ours, theirs = side_names(state, fight)
    key = "attacked" if fight.by_rival else "fights"
    return state, (event(key, name=ours, foe=theirs, rule=rule),)


def can_attack(state: State, seat: int) -> tuple[int, ...]:
    """The heroes that may be attacked on the cell now: never on Start, and only while it has a card (QC-PLAY-06)."""
    at = state.player(seat).position
    if not side_of(state, at):
        return ()
    once = state.is_set("effect_retry_per_turn", "once")
    return tuple(
        player.seat
        for player in state.players
        if player.seat != seat and player.position == at and not (once and f"hero.{player.seat}" in state.turn.tried)
    )


def can_attack_rival(state: State, seat: int) -> bool:
    at, rival = state.player(seat).position, state.rival
    once = state.is_set("effect_retry_per_turn", "once")
    here = rival is not None and rival.position == at and side_of(state, at)
    return here and not (once and "rival" in state.turn.tried)


def attack(state: State, seat: int, move: Attack, chance: Chance) -> Outcome:
    """Attack another hero on the same cell."""
    require_step(state, seat, "active", rule="QC-PLAY-03")
    if move.seat not in can_attack(state, seat):
        raise IllegalMove("fight.not_here", rule="QC-FIGHT-01", field="seat")
    state = state.now(tried=(*state.turn.tried, f"hero.{move.seat}"))
    return begin(state, Fight(seat, "hero", state.player(seat).position, target=move.seat))


def attack_rival(state: State, seat: int, move: AttackRival, chance: Chance) -> Outcome:
    require_step(state, seat, "active", rule="QC-SOLO-15")
    if not can_attack_rival(state, seat):
        raise IllegalMove("fight.not_here", rule="QC-SOLO-15")
    state = state.now(tried=(*state.turn.tried, "rival"))
    return begin(state, Fight(seat, "rival", state.player(seat).position), "QC-SOLO-15")


# exchanges


def throw(state: State, seat: int, move: Strike, chance: Chance) -> Outcome:
    """Both sides roll; the dice lie until nobody changes them any more. The Pretender's die is rolled by the phone."""
    require_phase(state, "turn")
    fight = state.fight
    if fight is None or fight.dice is not None:
        raise IllegalMove("fight.none", rule="QC-FIGHT-01")
    if seat != fight.seat:
        raise IllegalMove("turn.not_yours", name=state.player(fight.seat).name)
    mine, theirs = sides(state, fight)
    stage = fight.stage
    if stage == "start":
        stage = "ranged" if mine.shot is not None or theirs.shot is not None else "melee"
    if fight.foe == "rival":
        dice = (chance.roll(D6)[0], chance.roll(D6, of="choice")[0])
    else:
        one, other = chance.roll(D6, 2, whose=(fight.seat, fight.target))
        dice = (one, other)
    return replace(state, fight=replace(fight, stage=stage, dice=dice)), NONE


def hurt(state: State, fight: Fight) -> tuple[int, int]:
    """What the dice on the table cost each side, abilities and all (QC-FIGHT-05 to 09, 12)."""
    assert fight.dice is not None
    mine, theirs = sides(state, fight)
    one, other = fight.dice[0] + fight.plus[0], fight.dice[1] + fight.plus[1]
    if fight.stage == "ranged":
        x = ranged(one, other, mine.shot, theirs.shot)
    else:
        x = melee(one, other, mine.attack, theirs.attack)
    loss = (max(0, -x), max(0, x))
    first = max(0, loss[0] + fight.harm[1] - fight.guard[0]) if loss[0] else 0
    second = max(0, loss[1] + fight.harm[0] - fight.guard[1]) if loss[1] else 0
    return first, second


def totals(state: State, fight: Fight) -> tuple[int, int]:
    """Die and bonuses of each side, as they are told."""
    assert fight.dice is not None
    mine, theirs = sides(state, fight)
    adds = (mine.shot or 0, theirs.shot or 0) if fight.stage == "ranged" else (mine.attack, theirs.attack)
    return fight.dice[0] + fight.plus[0] + adds[0], fight.dice[1] + fight.plus[1] + adds[1]


def resolve(state: State) -> Outcome:
    """The dice count: somebody loses Health, or nobody."""
    fight = state.fight
    assert fight is not None
    loss, total, names = hurt(state, fight), totals(state, fight), side_names(state, fight)
    key = f"exchange.{fight.stage}"
    who = names[0] if loss[0] else names[1]
    args = {"name": names[0], "foe": names[1], "total": total[0], "against": total[1], "n": max(loss), "hurt": who}
    rule = "QC-FIGHT-09" if fight.stage == "melee" else "QC-FIGHT-05"
    told = event(key if max(loss) else f"{key}_nobody", **args, rule=rule)
    state = replace(
        state, fight=replace(fight, stage="melee", dice=None, plus=(0, 0), guard=(0, 0), harm=(0, 0), passed=())
    )
    if loss[0]:
        return strike(state, Blow(fight.seat, loss[0], "fight")), (told,)
    if not loss[1]:
        return state, (told,)
    if fight.target is not None:
        return strike(state, Blow(fight.target, loss[1], "fight")), (told,)
    if fight.foe == "monster":
        state, more = _monster_hurt(state, fight, loss[1])
    else:
        state, more = _rival_hurt(state, loss[1])
    return state, (told, *more)


def land(state: State) -> Outcome:
    """A hero loses Health; at 0 the fight is lost, or the hero dies of what it was."""
    blow = state.blow
    assert blow is not None
    state = replace(state, blow=None)
    if blow.n <= 0:
        return state, NONE
    player = state.player(blow.seat)
    state = state.change(blow.seat, wounds=player.wounds + blow.n)
    told: Events = ()
    if blow.why != "fight":
        told = (event(f"loses.{blow.why}", name=player.name, n=blow.n),)
    if state.health(blow.seat) > 0:
        return state, told
    state, more = lost(state, blow.seat) if state.fight is not None else fallen(state, blow.seat)
    return state, told + more


def divert(state: State, seat: int, move: Divert, chance: Chance) -> Outcome:
    """QC-FIGHT-17: the owner says who takes the damage."""
    ask = asked(state, seat, "divert")
    if move.companion is None:
        return without(state, ask), NONE
    if move.companion not in ask.options:
        raise IllegalMove("card.not_yours", rule="QC-FIGHT-17", field="companion", got=move.companion)
    return diverted(without(state, ask), move.companion)


# how it ends


def _over(state: State) -> State:
    """Nobody fights any more; what lasted for the fight is over."""
    fight = state.fight
    assert fight is not None
    state = replace(state, fight=None)
    for seat in (fight.seat, fight.target):
        if seat is not None:
            state = forgotten(state, seat, "fight")
    return state


def _monster_hurt(state: State, fight: Fight, n: int) -> Outcome:
    cell, health = state.cells[fight.cell], state.monster(fight.cell, fight.effect).health
    if cell.wounds + n < health:
        return state.with_cell(fight.cell, wounds=cell.wounds + n), NONE
    monster = state.monster(fight.cell, fight.effect)
    name = side_names(state, fight)[1]
    state = _over(state).with_cell(fight.cell, wounds=0)
    gains = (*((Gain("xp", monster.xp),) if monster.xp else ()), *monster.loot)
    state = succeeded(state, fight.seat, fight.effect, gains)
    return state, (event("beaten", name=state.player(fight.seat).name, foe=name, rule="QC-FIGHT-14"),)


def succeeded(state: State, seat: int, effect: int, gains: tuple[Gain, ...]) -> State:
    """An effect of the cell was played successfully: what it gives, and whether it completes the quest (QC-TURN-03)."""
    at = state.turn.destination
    assert at is not None
    cell = state.cells[at]
    assert cell.card is not None
    state = queued(state.with_cell(at, done=tuple(sorted({*cell.done, effect}))), seat, gains)
    if state.card(cell.card).effects[effect].completes_quest:
        state = replace(state, completed=seat)
    return state


def _rival_hurt(state: State, n: int) -> Outcome:
    rival = state.rival
    assert rival is not None
    if rival_side(state).health > n:
        return replace(state, rival=replace(rival, wounds=rival.wounds + n)), NONE
    fight = state.fight
    assert fight is not None
    state = _over(state).replace(rival=replace(rival, wounds=0, position=START))
    told = (event("rival.beaten", name=state.player(fight.seat).name, rule="QC-SOLO-14"),)
    return queued(state, fight.seat, (Gain("items", 1),)), told


def lost(state: State, seat: int) -> Outcome:
    """The hero of a seat is at 0 Health in a fight (QC-FIGHT-11, 13, 15)."""
    fight = state.fight
    assert fight is not None
    state = _over(state)
    if fight.foe == "rival":
        return _lost_to_rival(state, seat)
    state, told = fallen(state, seat)
    if fight.foe == "monster":
        return state, told
    winner = fight.seat if seat == fight.target else fight.target
    assert winner is not None
    cards = state.player(seat).owned
    told = (event("won", name=state.player(winner).name, foe=state.player(seat).name, rule="QC-FIGHT-15"), *told)
    if cards:
        ask = Ask(winner, "spoils", cards, {"name": state.player(seat).name}, "QC-FIGHT-15")
        state = replace(state, pending=(*state.pending, ask))
    return state, told


def take_card(state: State, seat: int, move: TakeCard, chance: Chance) -> Outcome:
    """The winner takes one card of choice, or none."""
    ask = asked(state, seat, "spoils")
    state = without(state, ask)
    if move.card is None:
        return state, NONE
    owner = state.owner(move.card)
    if move.card not in ask.options or owner is None:
        raise IllegalMove("card.not_there", rule="QC-FIGHT-15", field="card", got=move.card)
    state = with_card(without_card(state, owner, move.card), seat, move.card)
    args = {"name": state.player(seat).name, "card": item_name(state, move.card), "foe": state.player(owner).name}
    return state, (event("takes_card", **args, rule="QC-FIGHT-15"),)


def _lost_to_rival(state: State, seat: int) -> Outcome:
    """QC-SOLO-14: the most valuable card leaves the game, and the Pretender gains as much XP."""
    cards = state.player(seat).owned
    told: Events = ()
    if cards:
        best = max(cards, key=lambda ref: state.item(ref).value or 0)
        value = state.item(best).value or 0
        state = without_card(state, seat, best).replace(removed=(*state.removed, best))
        state = rival_gains(state, value)
        told = (event("rival.robs", card=item_name(state, best), n=value, rule="QC-SOLO-14"),)
    state, more = fallen(state, seat)
    return state, told + more


def rival_gains(state: State, xp: int) -> State:
    """XP of the Pretender, with every level (QC-SOLO-13)."""
    rival = state.rival
    assert rival is not None
    level, left = gained(rival.level, rival.xp, xp)
    return replace(state, rival=replace(rival, level=level, xp=left, gained=rival.gained + level - rival.level))
