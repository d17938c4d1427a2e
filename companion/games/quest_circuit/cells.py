"""Playing a cell: what is played by itself, what a player may try, locks and traps, and tidying up (QC-PLAY, QC-LOCK,
QC-TRAP)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chance import Chance
from companion.games.quest_circuit.abilities import can_pay, pay
from companion.games.quest_circuit.common import D6, NONE, Events, Outcome, effect_name, event, require_step
from companion.games.quest_circuit.content import Effect, Gain, Lock, Monster, Paid, QuestCard, Terrain, Trap
from companion.games.quest_circuit.contests import margin
from companion.games.quest_circuit.fights import begin, succeeded
from companion.games.quest_circuit.moves import Play
from companion.games.quest_circuit.state import EMPTY, FACE_DOWN, Blow, Cell, Fight, State, Trial
from companion.games.quest_circuit.vigour import strike
from companion.moves import IllegalMove


def played_cell(state: State) -> tuple[int, Cell, QuestCard] | None:
    """The cell that is played in this turn, while its hero stands on it and it has a card that is known."""
    at = state.turn.destination
    if at is None or state.active_player is None or state.active.position != at:
        return None
    cell = state.cells[at]
    return (at, cell, state.card(cell.card)) if cell.card is not None and cell.face_up else None


def automatic(state: State) -> tuple[int, ...]:
    """The effects that are still to be played by themselves (QC-PLAY-02)."""
    found = played_cell(state)
    if found is None:
        return ()
    _, cell, card = found
    return tuple(e for e in card.automatic if e not in cell.done and str(e) not in state.turn.tried)


def activated(state: State) -> tuple[int, ...]:
    """The effects that the player may try now (QC-PLAY-03, 04)."""
    found = played_cell(state)
    if found is None:
        return ()
    _, cell, card = found
    seat, once = state.active.seat, state.is_set("effect_retry_per_turn", "once")
    return tuple(e for e in card.activated if _open(state, seat, cell, card, e, once=once))


def _open(state: State, seat: int, cell: Cell, card: QuestCard, effect: int, *, once: bool) -> bool:
    if once and str(effect) in state.turn.tried:
        return False
    kind = card.effects[effect]
    again = isinstance(kind, Paid) and card.permanent and not once
    if effect in cell.done and not again:
        return False
    return not isinstance(kind, Paid) or can_pay(state, seat, kind.cost)


def play(state: State, seat: int, move: Play, chance: Chance) -> Outcome:
    """Play an effect: the automatic ones first, in any order, then whatever the player wants."""
    require_step(state, seat, "auto", "active", rule="QC-PLAY-01")
    if state.trial is not None:
        raise IllegalMove("ask.first")
    choices = automatic(state) if state.turn.step == "auto" else activated(state)
    if move.effect not in choices:
        raise IllegalMove("effect.not_now", rule="QC-PLAY-04", field="effect", got=move.effect)
    return begin_effect(state, seat, move.effect, move.cards or (), chance)


def begin_effect(state: State, seat: int, effect: int, cards: tuple[str, ...], chance: Chance) -> Outcome:
    found = played_cell(state)
    assert found is not None
    at, _, card = found
    kind = card.effects[effect]
    state = state.now(tried=tuple(dict.fromkeys((*state.turn.tried, str(effect)))))
    match kind:
        case Monster():
            return begin(state, Fight(seat, "monster", at, effect))
        case Lock() | Trap():
            die, against = chance.roll(D6, 2, whose=(seat, None))
            return replace(state, trial=Trial(effect, against, die)), NONE
        case Terrain():
            told = event(
                "terrain", name=state.player(seat).name, what=effect_name(state, at, effect), rule="QC-PLAY-02"
            )
            return succeeded(state, seat, effect, kind.does), (told,)
        case Paid():
            state = pay(state, seat, kind.cost, cards)
            told = event("pays", name=state.player(seat).name, what=effect_name(state, at, effect), rule="QC-PLAY-05")
            return succeeded(state, seat, effect, kind.does), (told,)


def trial_totals(state: State) -> tuple[int, int]:
    """The dice of a lock or a trap with everything that is added: the hero's, and those against it."""
    trial, found = state.trial, played_cell(state)
    assert trial is not None
    assert found is not None
    kind = found[2].effects[trial.effect]
    assert isinstance(kind, Lock | Trap)
    return trial.die + trial.plus + state.bonuses(state.active.seat).security, trial.against + kind.level


def resolve_trial(state: State) -> Outcome:
    """The dice of a lock or a trap count (QC-LOCK-01 to 03, QC-TRAP-01 to 05)."""
    trial, found = state.trial, played_cell(state)
    assert trial is not None
    assert found is not None
    at, cell, card = found
    kind = card.effects[trial.effect]
    assert isinstance(kind, Lock | Trap)
    seat = state.active.seat
    security = state.bonuses(seat).security
    total, against = trial.die + trial.plus + security, trial.against + kind.level
    by = margin(trial.die + trial.plus, trial.against, security, kind.level)
    args = {"name": state.active.name, "what": effect_name(state, at, trial.effect), "total": total, "against": against}
    state = replace(state, trial=None)
    if by >= 0:
        return _won(state, seat, trial.effect, kind, args)
    if isinstance(kind, Lock):
        return state, (event("lock.closed", **args, rule="QC-LOCK-03"),)
    if state.is_set("trap_sprung", "discarded"):
        state = state.with_cell(at, done=tuple(sorted({*cell.done, trial.effect})))
    told: Events = (event("trap.sprung", **args, n=-by, rule="QC-TRAP-03"),)
    return strike(state, Blow(seat, -by, "trap")), told


def _won(state: State, seat: int, effect: int, kind: Lock | Trap, args: dict[str, object]) -> Outcome:
    if isinstance(kind, Lock):
        return succeeded(state, seat, effect, kind.reward), (event("lock.opened", **args, rule="QC-LOCK-02"),)
    gains = (Gain("xp", kind.xp),) if kind.xp else ()
    return succeeded(state, seat, effect, gains), (event("trap.evaded", **args, rule="QC-TRAP-02"),)


def forced(state: State) -> int | None:
    """The one automatic effect that is left, if it needs no dice to begin: a fight, or a place."""
    left = automatic(state)
    found = played_cell(state)
    if len(left) != 1 or found is None:
        return None
    kind: Effect = found[2].effects[left[0]]
    return left[0] if isinstance(kind, Monster | Terrain) else None


def tidied(state: State) -> Outcome:
    """The card goes if every effect was played successfully and it is not Permanent; the next one comes face down
    (QC-PLAY-07 to 11)."""
    at = state.turn.destination
    cell = state.cells[at] if at is not None else EMPTY
    if at is None or cell.card is None or not cell.face_up:
        return state, NONE
    card = state.card(cell.card)
    if card.permanent:
        return state.with_cell(at, done=()), NONE
    if len(cell.done) < len(card.effects):
        return state, NONE
    state = replace(state, discard=(*state.discard, cell.card))
    told = event("discarded", what=state.content.cards[cell.card].name, rule="QC-PLAY-08")
    return refilled(state, at), (told,)


def refilled(state: State, at: int) -> State:
    """The next Quest card, face down; nothing if the stack is empty (QC-PLAY-09)."""
    return state.put(at, FACE_DOWN if state.stack > 0 else EMPTY)
