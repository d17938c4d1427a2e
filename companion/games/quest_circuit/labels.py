"""What each move is called on a button and in the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.card_texts import cost_words, doing_word
from companion.games.quest_circuit.common import cell_name, effect_name, item_name, item_names, source_name
from companion.games.quest_circuit.content import Usable
from companion.games.quest_circuit.fights import side_names, sides
from companion.games.quest_circuit.ring import START, steps
from companion.games.quest_circuit.state import State, base_of
from companion.games.quest_circuit.trade import price
from companion.moves import Move
from companion.words import Word, word


def label(state: State, seat: int, move: Move) -> Word:
    """Words for a move that is legal now (cards that are gone are named plainly)."""
    maker = _LABELS.get(type(move))
    return maker(state, seat, move) if maker is not None else Word(f"move.{move.type}")


def _item(state: State, ref: str) -> Word:
    return item_name(state, ref) if base_of(ref) in state.content.items else Word("name", {"name": ref})


def _plan(state: State, seat: int, move: m.PlanQuests) -> Word:
    known = state.content.quests
    key = "move.plan_quests" if len(move.quests) == 1 else "move.plan_in_order"
    return Word(key, {"quests": [known[q].name for q in move.quests if q in known]})


def _hero(state: State, seat: int, move: m.ChooseHero) -> Word:
    hero = state.content.heroes.get(move.hero)
    return Word("content.name", {"name": hero.name}) if hero is not None else Word("name", {"name": move.hero})


def _go(state: State, seat: int, move: m.Go) -> Word:
    """The cell, what lies there, and whether Start is crossed."""
    player = state.player(seat)
    if move.cell >= len(state.cells):
        return word("move.go", cell=cell_name(move.cell))
    what = cell_content(state, move.cell)
    ahead = steps(player.position, state.last_cell, state.empty_cells)
    restores = any(step.cell == move.cell and step.restores for step in ahead) and move.cell != player.position
    key = "move.go_start" if move.cell == START else "move.go_restored" if restores else "move.go_what"
    return Word(key, {"cell": cell_name(move.cell), "what": what})


def cell_content(state: State, at: int) -> Word:
    """What lies on a cell, as everybody sees it."""
    cell = state.cells[at]
    if cell.card is not None and cell.face_up:
        return Word("content.name", {"name": state.content.cards[cell.card].name})
    if cell.card is not None:
        return Word("card.goal")
    return Word("card.face_down") if cell.covered else Word("card.none")


def _play(state: State, seat: int, move: m.Play) -> Word:
    at = state.turn.destination
    if at is None:
        return word("move.play_other", n=move.effect + 1)
    cell = state.cells[at]
    if cell.card is None or move.effect >= len(state.card(cell.card).effects):
        return word("move.play_other", n=move.effect + 1)
    kind = state.card(cell.card).effects[move.effect]
    args: dict[str, Any] = {"what": effect_name(state, at, move.effect)}
    if move.cards:
        return Word("move.play_with", {**args, "cards": item_names(state, move.cards)})
    return Word(f"move.play.{kind.kind}", args)


def _use(state: State, seat: int, move: m.Use) -> Word:
    known = dict(state.usables(seat))
    what = source_name(state, seat, move.source) if move.source in known else Word("card.power")
    if move.source in known:
        what = _doing(state, what, known[move.source])
    if move.cards:
        return word("move.use_with", what=what, cards=item_names(state, move.cards))
    return word("move.use", what=what)


def _doing(state: State, what: Word, usable: Usable) -> Word:
    """What a use is called, does and costs."""
    args: dict[str, Any] = {"what": what, "does": [doing_word(state.content, doing) for doing in usable.does]}
    if not usable.cost.listed():
        return Word("move.use_does", args)
    return Word("move.use_for", {**args, "cost": cost_words(usable.cost)})


def _strike(state: State, seat: int, move: m.Strike) -> Word:
    """For whom the dice are rolled, in this order; the Pretender's die is rolled by the phone."""
    fight = state.fight
    if fight is None:
        return word("move.strike.none")
    mine, theirs = side_names(state, fight)
    shoots = fight.stage == "start" and any(side.shot is not None for side in sides(state, fight))
    key = f"move.strike.{'ranged' if shoots else 'melee'}"
    if fight.foe == "rival":
        return Word(f"{key}_rival", {"name": mine})
    return Word(key, {"name": mine, "foe": theirs})


def _take(state: State, seat: int, move: m.TakeCard) -> Word:
    return word("move.take_none") if move.card is None else word("move.take_card", card=_item(state, move.card))


def _divert(state: State, seat: int, move: m.Divert) -> Word:
    if move.companion is None:
        return word("move.divert_none")
    return word("move.divert", card=_item(state, move.companion))


def _trade(key: str) -> Callable[[State, int, Any], Word]:
    def made(state: State, seat: int, move: m.Sell | m.Buy) -> Word:
        known = base_of(move.card) in state.content.items
        return Word(key, {"card": _item(state, move.card), "n": price(state, move.card) if known else 0})

    return made


def _bid(state: State, seat: int, move: m.Bid) -> Word:
    return word("move.bid_none") if move.xp is None else word("move.bid", n=move.xp)


_LABELS: dict[type[Move], Callable[[State, int, Any], Word]] = {
    m.PlanQuests: _plan,
    m.ChooseHero: _hero,
    m.Go: _go,
    m.Play: _play,
    m.Attack: lambda s, seat, v: word("move.attack", name=s.player(v.seat).name),
    m.Strike: _strike,
    m.Use: _use,
    m.TakeCard: _take,
    m.Divert: _divert,
    m.Equip: lambda s, seat, v: word("move.equip", card=_item(s, v.card)),
    m.TakeOff: lambda s, seat, v: word("move.take_off", card=_item(s, v.card)),
    m.Sell: _trade("move.sell"),
    m.Buy: _trade("move.buy"),
    m.Contest: lambda s, seat, v: word("move.contest_yes" if v.want else "move.contest_no"),
    m.Bid: _bid,
    m.Ready: lambda s, seat, v: word("move.ready_refit" if s.phase == "refit" else "move.ready_trade"),
}
