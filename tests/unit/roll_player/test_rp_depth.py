"""How much the phone knows about cards (none, types, full), and what it asks."""

from __future__ import annotations

import pytest

from companion.games.roll_player.ending import hero
from companion.games.roll_player.measures import attribute_score
from companion.games.roll_player.moves import (
    Buy,
    ByCard,
    ChooseInitiative,
    DiscardCard,
    DiscardForGold,
    DiscardWeapon,
    Done,
    Roll,
    Tell,
    UseSkill,
)
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import Die
from companion.moves import BadMove, IllegalMove, read_move
from tests.unit.roll_player.depths import dice, market, scoring
from tests.unit.roll_player.given import (
    GAME,
    PUBLISHED,
    after,
    asked,
    at_roll,
    beacon,
    luck_of,
    moves,
    opened,
    overlay,
    played_on,
    refused,
    table,
)

# none: a card is a place


def test_none_a_purchase_is_a_place_and_a_price_and_nothing_is_asked() -> None:
    state = market("card", "card", "card", depth="none")
    assert moves(state, 1, Buy) == [Buy("2.1", 0), Buy("2.2", 0), Buy("2.3", 0)]
    state = after(state, 1, Buy("2.2", 4))
    assert (state.player(1).gold, asked(state)) == (5, [])
    assert [(card.ref, card.card) for card in state.player(1).owned] == [("2.2", "card")]
    refused(market("card", depth="none"), 1, Buy("2.1", 10), "buy.gold", "RP-GOLD-06")


def test_none_no_request_for_cards_in_a_whole_round() -> None:
    state = at_roll(2, cards="none")
    asks = []
    while state.round == 1:
        seat = GAME.to_act(state)[0]
        state, records = luck_of(state, seat, moves(state, seat)[-1])
        asks += [record.ask.of for record in records]
    assert set(asks) == {"dice"}


def test_none_armour_and_traits_are_told_in_two_totals_and_once() -> None:
    state = scoring(cards="none", market=["card", "card"], owned={1: ["3.1", "4.2"]})
    assert asked(state) == [(1, "armor_total"), (1, "trait_total")]
    refused(state, 1, Done(), "ask.first", "RP-SCORE-07")
    state = after(state, 1, Tell(8))
    assert asked(state) == [(1, "trait_total")]
    state = after(state, 1, Tell(-2))
    assert asked(state) == []
    lines = SHEET.breakdown(hero(state, 1)).lines
    assert (lines["armor"].points, lines["traits"].points) == (8, -2)
    state = played_on(state, (1, Done()), (2, Done()))
    assert state.phase == "finished"


def test_none_who_owns_nothing_is_asked_nothing() -> None:
    state = scoring(cards="none", market=["card", "card"])
    assert asked(state) == []


def test_none_a_weapon_bonus_is_told_by_the_printed_card() -> None:
    state = scoring(cards="none", market=["card", "card"])
    before = attribute_score(hero(state, 1), "CON")
    state = after(state, 1, ByCard(row="CON", bonus=2))
    assert attribute_score(hero(state, 1), "CON") == before + 2
    refused(state, 1, ByCard(bonus=2), "read.missing")


# types: numbers are typed in when a rule needs them


def test_types_names_sets_and_dots_are_known_and_no_numbers() -> None:
    content = opened(2, beacon(), cards="types").content
    full = opened(2, beacon(), cards="full").content
    for key, card in content.market.items():
        assert (card.type, card.set, card.dots, card.name) == (
            full.market[key].type,
            full.market[key].set,
            full.market[key].dots,
            full.market[key].name,
        )
        assert (card.cost, card.arrow, card.hands, card.stars, card.criterion) == (None,) * 5
    assert all(armor.stars is None and armor.colors is None for armor in content.armor.values())
    assert full.armor["chain"].stars == (1, 2, 4, 7, 10)


def test_types_any_price_up_to_the_gold_may_be_typed() -> None:
    state = market("chain-helm", "climb", tokens=(2, 0))
    assert [move for move in moves(state, 1, Buy) if move.place == "2.1"] == [Buy("2.1", 0)]  # type: ignore[attr-defined]  # of that kind
    for paid, tokens in ((0, 0), (3, 0), (9, 0), (3, 2)):
        bought = after(state, 1, Buy("2.1", paid, tokens))
        assert (bought.player(1).gold, bought.player(1).charisma_tokens) == (9 - paid, 2 - tokens)
    refused(state, 1, Buy("2.1", 10), "buy.gold", "RP-GOLD-06")
    refused(state, 1, Buy("2.1", 3, 3), "buy.tokens", "RP-MARKET-04")
    forms = [form for form in GAME.forms(state, 1) if form.type == "buy"]
    assert [dict(form.settled) for form in forms] == [{"place": "2.1"}, {"place": "2.2"}]
    assert [(field.name, field.min, field.max) for field in forms[0].fields] == [("paid", 0, 9), ("tokens", 0, 2)]


def test_types_hands_are_asked_when_a_weapon_comes_and_once_only() -> None:
    state = after(market("quarterstaff", "climb", discard=["honest"]), 1, Buy("2.1", 2))
    assert asked(state) == [(1, "hands")]
    assert moves(state, 1, Tell) == [Tell(1), Tell(2)]
    refused(state, 1, Tell(3), "read.choice", "RP-WEAP-01")
    refused(state, 2, DiscardForGold("2.2"), "ask.others")
    state = after(state, 1, Tell(2))
    assert (asked(state), state.active_player) == ([], 2)
    again = market("quarterstaff", "climb").replace(known={"quarterstaff.hands": 2})
    assert asked(after(again, 1, Buy("2.1", 2))) == []


def test_types_a_two_handed_weapon_for_one_free_hand_makes_others_go() -> None:
    state = market("quarterstaff", "climb", owned={1: ["longbow"]}).replace(known={"longbow.hands": 1})
    state = played_on(state, (1, Buy("2.1", 2)), (1, Tell(2)))
    assert asked(state) == [(1, "free_hands")]
    assert moves(state, 1) == [DiscardWeapon("longbow"), DiscardWeapon("quarterstaff")]
    refused(state, 2, DiscardForGold("2.2"), "ask.others")
    state = after(state, 1, DiscardWeapon("longbow"))
    assert (asked(state), [weapon.card for weapon in state.player(1).weapons]) == ([], ["quarterstaff"])


def test_types_a_weapon_discarded_before_its_hands_are_told_is_not_asked_about() -> None:
    state = after(market("quarterstaff", "climb"), 1, Buy("2.1", 2))
    state = after(state, 1, DiscardWeapon("quarterstaff"))
    assert (asked(state), state.active_player) == ([], 2)


def test_types_the_arrow_of_a_trait_is_asked_at_its_purchase() -> None:
    state = after(market("honest", "climb"), 1, Buy("2.1", 3))
    assert asked(state) == [(1, "arrow")]
    refused(state, 1, Tell("north"), "read.choice", "RP-TRAIT-01")
    refused(state, 1, Tell(1), "read.choice", "RP-TRAIT-01")
    moved = after(state, 1, Tell("left"))
    assert (moved.player(1).alignment_pos, moved.known) == (3, {"honest.arrow": "left"})
    edge = played_on(market("honest", "climb", cells=(0, 4)), (1, Buy("2.1", 3)), (1, Tell("up")))
    assert edge.player(1).alignment_pos == 0


def test_types_the_arrow_of_a_skill_is_said_at_its_first_use_and_never_again() -> None:
    state = table(2, PUBLISHED, cards="types", centre="r1 y4* b5", owned={1: ["climb"]})
    refused(state, 1, UseSkill("climb", decline=True), "read.missing")
    assert {move.arrow for move in moves(state, 1, UseSkill)} == {"up", "down", "left", "right"}  # type: ignore[attr-defined]  # of that kind
    state = after(state, 1, UseSkill("climb", decline=True, arrow="left"))
    state = state.change(1, skills=table(2, cards="types", owned={1: ["climb"]}).player(1).skills, alignment_pos=4)
    refused(state, 1, UseSkill("climb", decline=True, arrow="up"), "skill.other_arrow", "RP-SKILL-02")
    assert after(state, 1, UseSkill("climb", decline=True)).player(1).alignment_pos == 3


def test_types_armour_and_trait_stars_are_asked_at_the_end_and_once_only() -> None:
    owned = {1: ["chain-helm", "chain-tunic", "leather-boots", "honest"], 2: ["weak"]}
    state = scoring(cards="types", market=["climb", "search"], owned=owned)
    questions = [(ask.seat, ask.key, ask.args["about"]) for ask in state.pending]
    assert questions == [
        (1, "armor_stars", "armor.chain.2"),
        (1, "armor_stars", "armor.leather.1"),
        (1, "trait_stars", "trait.honest"),
        (2, "trait_stars", "trait.weak"),
    ]
    state = played_on(state, (1, Tell(3)), (1, Tell(1)), (2, Tell(0)), (1, Tell(2)))
    assert asked(state) == []
    lines = SHEET.breakdown(hero(state, 1)).lines
    assert (lines["armor"].points, lines["traits"].points) == (4, 2)
    state = played_on(state, (1, Done()), (2, Done()))
    assert state.phase == "finished"


def test_types_stars_beyond_the_listed_ones_may_be_typed() -> None:
    state = scoring(cards="types", market=["climb", "search"], owned={1: ["honest"]})
    assert after(state, 1, Tell(-3)).player(1).told == {"trait.honest": -3}
    assert after(state, 1, Tell(30)).player(1).told == {"trait.honest": 30}
    refused(state, 1, Tell(31), "read.choice", "RP-SCORE-08")
    refused(state, 1, Tell("many"), "read.choice", "RP-SCORE-08")


def test_types_a_discarded_armour_card_changes_the_question() -> None:
    state = scoring(cards="types", market=["climb", "search"], owned={1: ["chain-helm", "chain-tunic"]})
    state = after(state, 1, Tell(3))
    state = after(state, 1, DiscardCard("chain-helm"))
    assert [ask.args["about"] for ask in state.pending] == ["armor.chain.1"]
    state = after(state, 1, DiscardCard("chain-tunic"))
    assert asked(state) == []


# full: nothing is asked that the record knows


def test_full_with_a_complete_set_nothing_is_asked() -> None:
    state = table(2, beacon(), phase="market", market=["boat-hook", "upright", "hush"], holds={1: 1, 2: 2})
    assert asked(after(state, 1, Buy("2.1", 3))) == []
    assert asked(after(state, 1, Buy("2.2", 3))) == []
    owned = {1: ["ring-cap", "upright", "hush"], 2: ["careless"]}
    end = scoring(pack=beacon(), market=["frail", "odd"], owned=owned)
    assert asked(end) == [(1, "last_chance")]
    assert asked(after(end, 1, Done())) == []


def test_full_what_the_published_record_does_not_know_is_asked() -> None:
    state = market("reckless", "climb", depth="full")
    refused(state, 1, Buy("2.1", 5), "buy.price", "RP-MARKET-03")
    assert asked(after(state, 1, Buy("2.1", 6))) == [(1, "arrow")]
    known = overlay(
        market={"reckless": {"arrow": "up", "stars": 2, "criterion": {"kind": "faces", "face": 6, "least": 1}}}
    )
    state = table(2, PUBLISHED, known, phase="market", market=["reckless"], holds={1: 1, 2: 2}, gold=(9, 9))
    assert asked(after(state, 1, Buy("2.1", 6))) == []


def test_questions_are_answered_by_their_seat_in_their_order() -> None:
    state = after(market("quarterstaff", "climb"), 1, Buy("2.1", 2))
    refused(state, 2, Tell(1), "ask.others")
    refused(market("climb"), 1, Tell(1), "ask.not_asked")


# what every move says of itself


def test_unknown_moves_and_fields_are_refused_by_name() -> None:
    for data, key, field in (
        ({"type": "fly"}, "read.choice", "move.type"),
        ({"type": "roll", "dice": 7}, "read.unknown", "move.dice"),
        ({"type": "buy", "place": "2.1"}, "read.missing", "move.paid"),
        ({"type": "keep", "face": 7}, "read.range", "move.face"),
    ):
        with pytest.raises(BadMove) as caught:
            read_move(GAME.moves_types, data)
        assert (caught.value.key, caught.value.field) == (key, field)


def test_a_question_of_another_seat_blocks_what_is_due_but_not_what_is_allowed_at_any_time() -> None:
    state = after(at_roll(2, beacon(), owned={2: ["boat-hook"]}), 1, Roll(), ["red", "blue", "white"], [3, 3, 5])
    refused(state, 2, ChooseInitiative(1), "ask.others")
    assert after(state, 2, DiscardWeapon("boat-hook")).player(2).weapons == ()
    assert asked(after(state, 2, DiscardWeapon("boat-hook"))) == [(1, "assign_initiative")]


def test_die_codes() -> None:
    assert Die.of("r6") == Die("red", 6)
    assert Die.of("y") == Die("gold")
    for code in ("", "x1", "r7", "r0", "r66"):
        with pytest.raises(ValueError, match=code or "^$"):
            Die.of(code)
    with pytest.raises(IllegalMove):
        after(dice(), 1, UseSkill("nothing"))
