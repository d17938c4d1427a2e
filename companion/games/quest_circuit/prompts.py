"""One sentence that says what to do now."""

from __future__ import annotations

from typing import Any

from companion.flow import Ask, pending_of
from companion.games.quest_circuit.cells import automatic, trial_totals
from companion.games.quest_circuit.common import item_name
from companion.games.quest_circuit.ending import result
from companion.games.quest_circuit.fights import side_names, totals
from companion.games.quest_circuit.movement import reach
from companion.games.quest_circuit.state import State
from companion.view import Viewer
from companion.words import Word, word


def prompt(state: State, seat: Viewer, to_act: tuple[int, ...]) -> Word:
    """What this seat does now, or whom it waits for; the big screen is told whose turn it is."""
    if state.phase == "finished":
        return _finished(state)
    if seat is None or seat not in to_act:
        names = [state.player(s).name for s in to_act]
        if state.fight is not None:
            ours, theirs = side_names(state, state.fight)
            return word("prompt.wait.fight", name=ours, foe=theirs, names=names)
        return Word(f"prompt.wait.{state.phase}", {"names": names})
    ask = pending_of(state.pending, seat)
    return ask_word(state, seat, ask) if ask is not None else _own(state, seat)


def _finished(state: State) -> Word:
    """The Hero of Heroes; alone, how it went."""
    hero = state.hero_of_quest[-1]
    if state.solo:
        (place,) = result(state).places
        assert place.rank is not None
        return word("prompt.finished_solo", rank=place.rank, n=state.player(1).turns)
    return word("prompt.finished", name=state.player(hero).name)


def ask_word(state: State, seat: int, ask: Ask) -> Word:
    """A question with the names of what it is about."""
    args: dict[str, Any] = dict(ask.args)
    if "card" in args:
        args["card"] = item_name(state, args["card"])
    if ask.key != "window":
        return Word(f"ask.{ask.key}", args)
    if state.fight is not None:
        total, names = totals(state, state.fight), side_names(state, state.fight)
        return word("ask.window", name=names[0], total=total[0], foe=names[1], against=total[1])
    mine, theirs = trial_totals(state)
    return word("ask.window_trial", total=mine, against=theirs)


def _own(state: State, seat: int) -> Word:
    match state.phase:
        case "heroes":
            plans = seat == 1 and not state.quests
            if state.player(seat).hero is not None:
                return word("prompt.plan")
            return word("prompt.hero_and_plan" if plans else "prompt.hero")
        case "board":
            return word("prompt.start" if state.first_player is None else "prompt.board")
        case "turn":
            return _turn(state)
    return Word(f"prompt.{state.phase}")


def _turn(state: State) -> Word:
    if state.fight is not None:
        ours, theirs = side_names(state, state.fight)
        return word("prompt.fight", foe=theirs, name=ours)
    if state.turn.step == "move":
        far = reach(state)
        return word("prompt.move", n=far, die=state.turn.die) if far else word("prompt.stay", die=state.turn.die)
    if state.turn.step == "auto" and len(automatic(state)) == 1:
        return word("prompt.step.trap")  # the only automatic effect that waits for its player
    return Word(f"prompt.step.{state.turn.step}")
