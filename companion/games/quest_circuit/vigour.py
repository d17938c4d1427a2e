"""Health, Mana, XP and death: what happens to a hero, whatever it comes from (QC-DEATH, QC-XP, QC-GEAR-05)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.flow import Ask
from companion.games.quest_circuit.common import NONE, Events, Outcome, event, item_name
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.state import Blow, Companion, Player, State, companion_health
from companion.games.quest_circuit.vitals import wounds_after_levels, wounds_within
from companion.games.quest_circuit.wealth import bought, gained


def restored(state: State, seat: int) -> State:
    """Health and Mana of a hero and all companions are full (QC-MOVE-08)."""
    companions = tuple(Companion(companion.card) for companion in state.player(seat).companions)
    return state.change(seat, wounds=0, mana_spent=0, companions=companions)


def bounded(state: State, seat: int) -> State:
    """The state after the maximum of a hero has changed outside a fight: it cannot die of that (QC-GEAR-05)."""
    player = state.player(seat)
    wounds = wounds_within(player.wounds, state.max_health(seat))
    mana_spent = min(player.mana_spent, state.max_mana(seat))
    if (wounds, mana_spent) == (player.wounds, player.mana_spent):
        return state
    return state.change(seat, wounds=wounds, mana_spent=mana_spent)


def healed(state: State, seat: int, n: int) -> State:
    return state.change(seat, wounds=max(0, state.player(seat).wounds - n))


def gain_xp(state: State, seat: int, n: int) -> Outcome:
    """XP with every level that it fills (QC-XP-02 to 04). In a quest Health and Mana rise by a level with their
    maximum, unless the table has settled otherwise; between quests it makes no difference."""
    if n <= 0:
        return state, NONE
    player = state.player(seat)
    level, xp = gained(player.level, player.xp, n)
    told: Events = (event("xp", name=player.name, n=n, rule="QC-XP-01"),)
    levels = level - player.level
    changes = {"level": level, "xp": xp}
    if levels:
        plus_one = state.phase != "turn" or state.is_set("levelup_current_health", "plus_one")
        changes["wounds"] = wounds_after_levels(player.wounds, levels, plus_one=plus_one)
        changes["mana_spent"] = wounds_after_levels(player.mana_spent, levels, plus_one=plus_one)
        told += (event("level", name=player.name, n=level, rule="QC-XP-02"),)
    return state.change(seat, **changes), told


def pay_xp(state: State, seat: int, price: int) -> State:
    """A price in XP, levels given up where it takes them (QC-TRADE-04); whoever asks has looked that it is there."""
    player = state.player(seat)
    level, xp = bought(player.level, player.xp, price)
    return bounded(state.change(seat, level=level, xp=xp), seat)


def living(state: State, player: Player) -> tuple[str, ...]:
    """The equipped companions that have Health left."""
    return tuple(
        companion.card
        for companion in player.companions
        if companion.card in player.equipment and companion.wounds < companion_health(state.content, companion.card)
    )


def strike(state: State, blow: Blow) -> State:
    """A hero is about to lose Health; where the table wants it, its owner may let a companion take it (QC-FIGHT-17)."""
    companions = living(state, state.player(blow.seat))
    state = replace(state, blow=blow)
    if not companions or not state.is_set("companions_take_damage", "owner_choice_on"):
        return state
    ask = Ask(blow.seat, "divert", companions, {"n": blow.n}, "QC-FIGHT-17")
    return replace(state, pending=(*state.pending, ask))


def diverted(state: State, ref: str) -> Outcome:
    """A companion takes what it can bear; the rest falls on its hero."""
    blow = state.blow
    assert blow is not None
    player = state.player(blow.seat)
    at = next(i for i, companion in enumerate(player.companions) if companion.card == ref)
    companion = player.companions[at]
    n = min(blow.n, companion_health(state.content, ref) - companion.wounds)
    hurt = replace(companion, wounds=companion.wounds + n)
    state = state.change(blow.seat, companions=(*player.companions[:at], hurt, *player.companions[at + 1 :]))
    state = bounded(state, blow.seat).replace(blow=replace(blow, n=blow.n - n))
    told = event("companion_hurt", name=player.name, card=item_name(state, ref), n=n, rule="QC-FIGHT-17")
    return state, (told,)


def fallen(state: State, seat: int) -> Outcome:
    """A hero at 0 Health: to Start and restored; its own turn goes on with step 6 (QC-DEATH-01, 02, QC-TURN-02)."""
    state = restored(state.change(seat, position=START), seat)
    queue = tuple(each for each in state.queue if each[0] != seat)
    state = replace(state, queue=queue)
    if seat == state.active_player and state.turn.step in ("auto", "active"):
        state = state.now(step="unlock").replace(trial=None)
    return state, (event("dies", name=state.player(seat).name, rule="QC-DEATH-01"),)


def with_card(state: State, seat: int, ref: str) -> State:
    """A card comes into the inventory (QC-GEAR-06); a companion comes with full Health and Mana."""
    player = state.player(seat)
    companions = player.companions
    if state.item(ref).companion is not None:
        companions = (*companions, Companion(ref))
    return state.change(seat, inventory=(*player.inventory, ref), companions=companions)


def without_card(state: State, seat: int, ref: str) -> State:
    """A card leaves a player, from wherever it is."""
    player = state.player(seat)
    return bounded(
        state.change(
            seat,
            equipment=tuple(card for card in player.equipment if card != ref),
            inventory=tuple(card for card in player.inventory if card != ref),
            companions=tuple(companion for companion in player.companions if companion.card != ref),
        ),
        seat,
    )
