"""One sentence that says what to do now."""

from __future__ import annotations

from typing import Any

from companion.flow import Ask, pending_of
from companion.games.roll_player.common import die_word, row_word
from companion.games.roll_player.constants import market_size, starting_dice
from companion.games.roll_player.ending import projected
from companion.games.roll_player.perks import action_rows
from companion.games.roll_player.state import Player, State
from companion.view import Viewer
from companion.words import Word, word


def prompt(state: State, seat: Viewer, to_act: tuple[int, ...]) -> Word:
    """What this seat does now, or whom it waits for; the big screen is told whose turn it is."""
    if state.phase == "finished":
        return projected(state).verdict({player.seat: player.name for player in state.players})
    if seat is None or seat not in to_act:
        names = [state.player(s).name for s in to_act]
        return Word(f"prompt.wait.{state.phase}", {"names": names})
    ask = pending_of(state.pending, seat)
    if ask is not None:
        return ask_word(state, ask)
    return _own(state, seat)


def ask_word(state: State, ask: Ask) -> Word:
    """A question with the names of what it is about."""
    args: dict[str, Any] = dict(ask.args)
    if "card" in args:
        args["name"] = state.content.name("market", args["card"])
    if "set" in args:
        args["set"] = state.content.armor[args["set"]].name
    if "color" in args:
        args["color"] = Word(f"colour.{args['color']}.name")
    if ask.key == "open_lock" and args["cost"] is None:
        return Word("ask.open_lock_unknown", args)
    return Word(f"ask.{ask.key}", args)


def _own(state: State, seat: int) -> Word:
    player = state.player(seat)
    match state.phase:
        case "setup":
            return _setup(state, seat)
        case "roll":
            return word("prompt.roll", n=market_size(state))
        case "dice":
            if player.dice:
                return word("prompt.place", die=die_word(player.dice[0]))
            if player.placed_row is not None:
                return _action(state, player)
            return word("prompt.choose_initiative")
        case "market":
            if player.bought:
                return word("prompt.buy_again")
            return word("prompt.market_friendly" if state.has("friendly_market") else "prompt.market")
        case "cleanup":
            return word("prompt.deal_market", n=market_size(state))
    return Word(f"prompt.{state.phase}")


def _action(state: State, player: Player) -> Word:
    """The action of the row, and those that a perk allows instead."""
    row, *others = action_rows(state, player)
    args: dict[str, Any] = {"row": row_word(row), "action": Word(f"action.{row}")}
    if not others:
        return Word("prompt.action", args)
    also = [word("action.also", row=row_word(other), action=Word(f"action.{other}")) for other in others]
    return Word("prompt.action_also", {**args, "others": also})


def _setup(state: State, seat: int) -> Word:
    player = state.player(seat)
    match state.stage:
        case "class" if player.class_color is not None:
            return word("prompt.setup.side", color=Word(f"colour.{player.class_color}.name"))
        case "class" if state.class_choice == "choose":
            return word("prompt.setup.choose_class")
        case "dice" if player.dice:
            return word("prompt.setup.place", n=len(player.dice))
        case "dice":
            return word("prompt.setup.dice", n=starting_dice(state))
    return Word(f"prompt.setup.{state.stage}")
