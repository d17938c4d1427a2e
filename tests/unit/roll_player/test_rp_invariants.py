"""The invariants (INV-01…14): a table that is whole passes, a table that is broken in one place is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.roll_player.moves import (
    AttributeAction,
    DiscardForGold,
    PlaceDie,
    RefreshSkill,
    Roll,
    SkipAction,
)
from companion.games.roll_player.state import Die, InitiativeCard, OwnedCard, State
from companion.refusals import Broken
from tests.unit.roll_player.given import (
    GAME,
    after,
    asked,
    at_roll,
    beacon,
    luck_of,
    moves,
    play,
    played_on,
    refused,
    table,
)


def in_market(**given: Any) -> State:
    defaults: dict[str, Any] = {"phase": "market", "holds": {1: 1, 2: 2}, "market": ["frail", "odd"]}
    return table(2, beacon(), **{**defaults, **given})


def in_dice(**given: Any) -> State:
    return table(2, beacon(), **{"centre": "r1 y4* b5", "sheets": ["STR[r2 b3 _]", "CHA[g1 _ _]"], **given})


def solo(**given: Any) -> State:
    defaults: dict[str, Any] = {"solo": True, "phase": "market", "centre": "_ b2* g3", "holds": {1: 1}}
    return table(1, beacon(), **{**defaults, "market": ["frail", "odd"], "trash": ["lucky"], **given})


def _die_lost(state: State) -> State:
    return state.replace(bag=state.bag.remove("red"))


def _die_made(state: State) -> State:
    return state.replace(bag=state.bag.add("gold").remove("red"))


def _one_more(state: State) -> State:
    row = (Die("red", 1), None, None)
    sheet = (*state.player(1).sheet[:5], row)
    return state.replace(bag=state.bag.remove("red")).change(1, sheet=sheet)


def _gap(state: State) -> State:
    sheet = state.player(1).sheet
    first, second, _ = sheet[0]
    return state.change(1, sheet=((first, None, second), *sheet[1:]))


def _face(face: int) -> Callable[[State], State]:
    def broken(state: State) -> State:
        sheet = state.player(1).sheet
        die = sheet[0][0]
        assert die is not None
        return state.change(1, sheet=((Die(die.color, face), *sheet[0][1:]), *sheet[1:]))

    return broken


def _not_ascending(state: State) -> State:
    one, two, three = state.initiative
    return state.replace(initiative=(InitiativeCard(1, 0, three.die), two, InitiativeCard(3, 0, one.die)))


def _coin(number: int, coin: int) -> Callable[[State], State]:
    def broken(state: State) -> State:
        card = state.card(number)
        return state.with_card(InitiativeCard(number, coin, card.die, card.holder))

    return broken


def _without_deck(state: State) -> State:
    return state.replace(deck=state.deck.take("lucky" if "lucky" in state.deck.contents else "armed"))


def _three_hands(state: State) -> State:
    deck = state.deck.take("boat-hook").take("tin-whistle")
    weapons = (OwnedCard("boat-hook", "boat-hook"), OwnedCard("tin-whistle", "tin-whistle"))
    return state.replace(deck=deck).change(1, weapons=weapons)


BROKEN: list[tuple[str, str, Callable[[], State], Callable[[State], State]]] = [
    ("INV-01", "a-die-lost", in_dice, _die_lost),
    ("INV-01", "a-die-of-another-colour", in_dice, _die_made),
    ("INV-01", "solo", solo, _die_lost),
    ("INV-02", "one-die-more", lambda: at_roll(2), _one_more),
    ("INV-03", "a-gap-in-a-row", in_dice, _gap),
    ("INV-04", "face-7", in_dice, _face(7)),
    ("INV-04", "face-0", in_dice, _face(0)),
    ("INV-05", "descending", in_dice, _not_ascending),
    ("INV-06", "coin-on-card-1", in_dice, _coin(1, 1)),
    ("INV-06", "coin-on-the-last-card", in_dice, _coin(3, 1)),
    ("INV-06", "two-coins", in_dice, _coin(2, 2)),
    ("INV-06", "no-coin-at-the-roll", lambda: at_roll(2), _coin(2, 0)),
    ("INV-07", "a-card-lost", in_dice, _without_deck),
    ("INV-08", "three-hands", in_dice, _three_hands),
    ("INV-09", "cell-9", in_dice, lambda s: s.change(1, alignment_pos=9)),
    ("INV-09", "cell-minus-1", in_dice, lambda s: s.change(1, alignment_pos=-1)),
    ("INV-10", "gold-below-0", in_dice, lambda s: s.change(1, gold=-1)),
    ("INV-10", "a-token-at-the-roll", lambda: at_roll(2), lambda s: s.change(1, charisma_tokens=1)),
    ("INV-11", "an-action-outside-the-dice-phase", in_market,
     lambda s: s.change(1, attribute_action_used=True, placed_row="STR")),
    ("INV-12", "holder-of-no-card", in_market, lambda s: s.change(1, held_initiative=3)),
    ("INV-12", "out-of-order", in_market, lambda s: s.replace(active_player=2)),
    ("INV-12", "none-left", in_market, lambda s: s.with_card(InitiativeCard(3)).replace(bag=s.bag.add("red"))),
    ("INV-12", "solo-one-left", solo, lambda s: s.with_card(InitiativeCard(3)).replace(bag=s.bag.add("green"))),
    ("INV-13", "two-of-a-colour", in_dice, lambda s: s.change(2, class_color=s.player(1).class_color)),
    ("INV-14", "trash-at-a-table-of-two", in_dice,
     lambda s: s.replace(trash=("lucky",), deck=s.deck.take("lucky"))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "good", "broken"), [pytest.param(rule, good, bad, id=f"{rule}-{what}") for rule, what, good, bad in BROKEN]
)
def test_a_broken_table_is_found_out(rule: str, good: Callable[[], State], broken: Callable[[State], State]) -> None:
    state = good()
    GAME.check(state)
    with pytest.raises(Broken) as caught:
        GAME.check(broken(state))
    assert caught.value.rule == rule


def test_INV_14_the_opponent_die_in_the_bag_is_found_out() -> None:
    """All 13 gold dice in the bag and the opponent die beside them: one too many (INV-01 sees it first)."""
    state = solo()
    bag = state.bag.add("gold")
    with pytest.raises(Broken) as caught:
        GAME.check(state.replace(bag=bag))
    assert caught.value.rule in ("INV-01", "INV-14")


def test_INV_14_the_trash_never_shrinks_over_a_game() -> None:
    state = at_roll(1, solo=True, trash=["longbow"])
    most = 0
    for seed in range(400):
        if state.phase == "scoring":
            break
        found = moves(state, 1)
        state, _ = luck_of(state, 1, found[seed % len(found)], seed)
        assert len(state.trash) >= most
        assert "gold" not in state.bag or state.bag.count("gold") <= 12
        most = len(state.trash)
    assert state.phase == "scoring"


def test_INV_02_between_rounds_everybody_has_the_same_number_of_dice() -> None:
    state = at_roll(3, cards="none")
    while state.phase != "scoring":
        if state.phase == "roll":
            counts = {sum(die is not None for row in p.sheet for die in row) for p in state.players}
            assert counts == {7 + state.round - 1}
        seat = GAME.to_act(state)[0]
        state, _ = luck_of(state, seat, moves(state, seat)[-1], state.round)


def test_INV_05_after_every_roll_and_every_new_layout() -> None:
    for seed in range(20):
        state, _ = luck_of(at_roll(4), 1, Roll(), seed)
        while asked(state):
            state = after(state, 1, moves(state, 1)[0])
        faces = [card.die.face or 0 for card in state.initiative if card.die]
        assert faces == sorted(faces)


def test_INV_11_one_action_in_a_dice_phase_and_one_refresh_in_a_cleanup() -> None:
    state = in_dice(centre="_ k2* k6", hand="w3", holds={1: 1}, market=["frail", "odd", "armed"],
                    owned={1: ["hush!", "topple!"]})  # fmt: skip
    state = played_on(state, (1, PlaceDie("STR")), (1, AttributeAction("STR", "STR.1")))
    refused(state, 1, AttributeAction("STR", "STR.1"), "turn.not_yours")
    state = played_on(state, (2, moves(state, 2)[0]), (2, PlaceDie("STR")), (2, SkipAction()))
    state = played_on(state, (1, DiscardForGold("2.1")), (2, DiscardForGold("2.2")))
    state = after(state, 1, RefreshSkill("hush"))
    refused(state, 1, RefreshSkill("topple"), "ask.not_asked")
    assert [skill.exhausted for skill in state.player(1).skills] == [False, True]


def test_INV_12_the_market_goes_in_ascending_order() -> None:
    state = table(
        4, beacon(), phase="market", centre="_ _* k3* _* _", holds={1: 5, 2: 2, 3: 4, 4: 1}, active=4,
        market=["frail", "odd", "armed", "humble", "lucky"],
    )  # fmt: skip
    order = []
    while state.phase == "market":
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state, _ = play(state, seat, moves(state, seat, DiscardForGold)[0])
    assert order == [4, 2, 3, 1]
