"""The end of a quest and of the game, and the way to the next quest (QC-END)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.bag import Bag
from companion.games.quest_circuit.common import NONE, Outcome, event, named
from companion.games.quest_circuit.scoring import SHEET, Standing
from companion.games.quest_circuit.state import State, Turn
from companion.games.quest_circuit.vigour import restored
from companion.scoring import Result
from companion.words import Word


def quest_end(state: State) -> Outcome:
    """The quest is completed (QC-END-01): the last one ends the game, an earlier one leads to the Junk Dealer."""
    hero = state.completed
    assert hero is not None
    name = state.player(hero).name if hero else Word("rival.name")
    quest = named(state.content.quests[state.quest].name)
    key, rule = ("completes", "QC-END-01") if hero else ("rival.completes", "QC-SOLO-20")
    told = (event(key, name=name, quest=quest, rule=rule),)
    state = replace(state, hero_of_quest=(*state.hero_of_quest, hero), completed=None, queue=(), first_player=hero)
    state = replace(state, active_player=None, turn=Turn())
    if state.quest_index == state.quests_planned:
        return replace(state, phase="finished"), told
    state = cleared(state)
    for player in state.players:
        state = state.change(player.seat, ready=False)
    return replace(state, phase="trade"), told


def cleared(state: State) -> State:
    """QC-END-03: quest cards off the board; what is left of Items and Uniques goes to the Junk Dealer if it has a
    value, else to the Discard."""
    left = (*state.items, *state.uniques)
    valued = tuple(ref for ref in left if state.item(ref).value is not None)
    worthless = tuple(ref for ref in left if state.item(ref).value is None)
    on_board = tuple(cell.card for cell in state.cells if cell.card is not None)
    return replace(
        state,
        cells=(),
        unseen=Bag(),
        unseen_discards=0,
        items=Bag(),
        uniques=(),
        dealer=(*state.dealer, *valued),
        discard=(*state.discard, *on_board, *state.unseen, *worthless),
    )


def after_trade(state: State) -> Outcome | None:
    """When everybody has traded they may re-equip (QC-END-04)."""
    if not all(player.ready for player in state.players):
        return None
    for player in state.players:
        state = state.change(player.seat, ready=False)
    return replace(state, phase="refit"), NONE


def after_refit(state: State) -> Outcome | None:
    """Everybody is restored, and the next quest is set out (QC-END-04, 05)."""
    if not all(player.ready for player in state.players):
        return None
    for player in state.players:
        state = restored(state.change(player.seat, ready=False), player.seat)
    state = replace(state, quest_index=state.quest_index + 1, phase="board")
    return state, (event("all_restored", rule="QC-END-04"),)


def standing(state: State, seat: int) -> Standing:
    """What the score sheet counts of a player."""
    player = state.player(seat)
    won = state.hero_of_quest
    last = state.phase == "finished" and won[-1] == seat
    return Standing(
        quests_won=won.count(seat),
        last_quest=last,
        level=player.level,
        xp=player.xp,
        rival=state.rival is not None,
        alone=state.solo and state.rival is None,
        turns=player.turns,
    )


def result(state: State) -> Result:
    heroes = {player.seat: standing(state, player.seat) for player in state.players}
    return SHEET.result(heroes, {player.seat: player.name for player in state.players})
