"""Quest Circuit at a table: typed dice and cards, undo, what the table sets, odds, and the plain player."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import offer
from companion.canonical import plain, state_hash
from companion.chance import Wanted
from companion.game import SeatInfo, read_options
from companion.games.quest_circuit import game
from companion.games.quest_circuit import moves as m
from companion.games.quest_circuit.scoring import SHEET
from companion.refusals import Refusal
from companion.simulate import play_out
from companion.table import Actor, Now, Table
from companion.words import LANGUAGES, catalogue
from tests.recorded.playing import bytes_from
from tests.unit.quest_circuit.play import going, lay, on, started
from tests.unit.quest_circuit.quest_cards import CONTENT
from tests.unit.quest_circuit.quest_table import playing, seated

NOW = Now(1_750_000_000_000, bytes_from("table"))


def played(table: Table, move: dict[str, Any], *typed: Any, seat: int = 1) -> Table:
    return offer.play(table, Actor(seat), seat, move, NOW, table.seq, list(typed) or None).table


def ready(**options: Any) -> Table:
    """A solo table whose first quest is laid out."""
    table = seated(1, 7, options)
    table = played(table, {"type": "plan_quests", "quests": ["drowned-bell"]})
    return played(played(table, {"type": "choose_hero", "hero": "picklock"}), {"type": "lay_board"})


def test_real_dice_and_real_cards_are_typed_in() -> None:
    table = ready(dice="physical", decks="physical")
    with pytest.raises(Wanted) as caught:
        played(table, {"type": "roll"})
    assert caught.value.wire == ["roll", 6, 1]
    table = played(table, {"type": "roll"}, [4])
    with pytest.raises(Wanted) as caught:
        played(table, {"type": "go", "cell": 5})
    assert caught.value.wire[0] == "draw"
    assert len(caught.value.wire[1]) == 32, "whatever has not been seen can come"
    table = played(table, {"type": "go", "cell": 5}, ["mud-whelp"])
    assert table.state.cells[5].card == "mud-whelp"
    with pytest.raises(Refusal):
        played(table, {"type": "strike"}, [7, 1])
    table = played(table, {"type": "strike"}, [6, 1])
    assert table.state.trial is None


def test_the_pretender_rolls_by_itself_where_the_table_rolls_real_dice() -> None:
    table = played(ready(dice="physical", rival="squire"), {"type": "roll"}, [1])
    table = played(table, {"type": "go", "cell": 1})
    while table.state.turn.step != "rival":
        moves = [move for move in table.game.moves(table.state, 1) if move.type != "use"]
        table = (
            played(table, moves[-1].__plain__(), [6, 1])
            if moves[-1].type in ("strike", "play")
            else played(table, moves[-1].__plain__())
        )
    assert played(table, {"type": "rival_turn"}).state.rival.turn == 1


def test_every_entry_can_be_taken_back() -> None:
    table = ready()
    before = state_hash(table.state)
    after = played(table, {"type": "roll"})
    undone = offer.undo(after, Actor(1, host=True), NOW, after.seq, after.seq).table
    assert state_hash(undone.state) == before


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"what": "level", "seat": 1, "value": 4}, None),
        ({"what": "xp", "seat": 1, "value": 9}, None),
        ({"what": "xp", "seat": 1, "value": 10}, "read.range"),
        ({"what": "health", "seat": 1, "value": 2}, None),
        ({"what": "mana", "seat": 1, "value": 0}, None),
        ({"what": "position", "seat": 1, "value": 7}, None),
        ({"what": "position", "seat": 1, "value": 21}, "read.range"),
        ({"what": "wounds", "cell": 20, "value": 3}, None),
        ({"what": "wounds", "cell": 3, "value": 1}, "fight.no_monster"),
        ({"what": "card", "cell": 3, "card": "mud-whelp"}, None),
        ({"what": "card", "cell": 3, "card": "bell-keeper"}, "adjust.no_card"),
        ({"what": "item", "card": "broad-axe", "to": "1"}, None),
        ({"what": "item", "card": "tide-blade", "to": "dealer"}, None),
        ({"what": "item", "card": "broad-axe", "to": "moon"}, "adjust.no_place"),
        ({"what": "item", "card": "spoon", "to": "1"}, "adjust.no_card"),
    ],
)
def test_what_the_table_sets(change: dict[str, Any], key: str | None) -> None:
    state = started(2)
    adjustable = next(each for each in game.adjustables if each.key == change["what"])
    assert all(field.label.key for field in adjustable.fields(state))
    if key is not None:
        with pytest.raises(Refusal) as caught:
            adjustable.apply(state, change)
        assert caught.value.key == key
        return
    after, event = adjustable.apply(state, change)
    game.check(after)
    assert state_hash(after) != state_hash(state)
    assert all(catalogue(lang, game.package).say(event.word) for lang in LANGUAGES)


def test_odds_stand_beside_what_may_be_tried() -> None:
    assert game.aid is not None
    state = going(lay(started(2), 3, "fishers-chest"), 3)
    (remark,) = game.aid(state, 1).remarks
    assert remark.at == "play.0"
    assert catalogue("en", game.package).say(remark.text) == "It opens: 58\u00a0% (7/12)"
    fight = going(lay(on(started(2), 1, 0), 3, "drift-wraith"), 3)
    found = game.aid(fight, 1)
    assert [remark.at for remark in found.remarks] == ["strike"]
    assert found.panels
    assert game.aid(fight, 2).remarks == ()
    assert game.aid(fight, None).remarks == ()


def test_panels_show_the_ring_with_every_token() -> None:
    state = on(lay(started(3), 3, "eel-mother", wounds=2), 2, 3)
    ring = next(p.panel for p in game.panels(state, 1) if p.panel.key == "ring")
    cells = plain(ring)["cells"]
    assert len(cells) == 21
    assert (len(cells[0]["tokens"]), len(cells[3]["tokens"]), cells[3]["badge"]["args"]["n"]) == (2, 1, 2)
    assert cells[4]["hidden"]


def test_the_score_sheet_puts_the_hero_of_the_last_quest_first() -> None:
    read = SHEET.read
    heroes = {
        1: read({"quests_won": 2, "level": 9, "xp": 1}, CONTENT),
        2: read({"quests_won": 1, "last_quest": True, "level": 2, "xp": 0}, CONTENT),
        3: read({"quests_won": 0, "level": 9, "xp": 3}, CONTENT),
    }
    result = SHEET.result(heroes, {1: "Ann", 2: "Bob", 3: "Cid"})
    assert [(place.seat, place.place) for place in result.places] == [(2, 1), (3, 2), (1, 3)]
    assert {key: line.points for key, line in SHEET.breakdown(heroes[1]).lines.items()} == {
        "last_quest": 0,
        "quests_won": 2,
        "level": 9,
        "xp": 1,
        "wealth": 81,
    }
    assert [place.breakdown.total for place in result.places] == [1, 0, 0], "remarks are not added up"


@pytest.mark.parametrize("rival", ["squire", "knight", "champion", "legend", "none"])
def test_the_plain_player_plays_to_the_end(rival: str) -> None:
    options = read_options(game, {"mode": "solo", "rival": rival, "quests": 2})
    state = game.open(options, (SeatInfo("Ann", automa="plain"),), CONTENT)
    (plain_player,) = game.opponents
    end = play_out(game, state, {1: plain_player}, Random(1), Random(2))
    assert end.phase == "finished"
    assert game.portrait(end, 1)[0].key == "hero"


def test_a_move_that_is_offered_can_be_read_back() -> None:
    assert {kind.type for kind in game.moves_types} >= {"roll", "go", "play", "strike", "use"}
    assert m.Go(5).at == ("ring.5",)


@pytest.mark.parametrize("dispute", ["dice", "auction"])
def test_plain_players_play_among_themselves(dispute: str) -> None:
    options = read_options(game, {"mode": "multi", "quests": 2, "dealer_dispute": dispute})
    seats = tuple(SeatInfo(name, automa="plain") for name in ("Ann", "Bob", "Cid"))
    state = game.open(options, seats, CONTENT)
    end = play_out(game, state, dict.fromkeys((1, 2, 3), game.opponents[0]), Random(3), Random(4))
    assert (end.phase, len(end.hero_of_quest)) == ("finished", 2)
    game.check(end)


def test_two_hundred_entries_are_undone_and_redone_to_the_same_states() -> None:
    """Every state on the way back, and on the way forth again, is the one that it was, to the hash."""
    table = None
    for table in playing(3, 5, {"quests": 2, "decks": "physical"}):
        if len(table.steps) == 200:
            break
    assert table is not None
    assert table.result is None
    hashes = [state_hash(state) for state in table.states]
    host = Actor(host=True)
    for wanted in hashes[-2::-1]:
        table = offer.undo(table, host, NOW, table.seq, table.done[-1]).table
        assert state_hash(table.state) == wanted
    assert table.state.phase == "heroes"
    for wanted in hashes[1:]:
        table = offer.redo(table, host, NOW, table.seq, table.undone[-1]).table
        assert state_hash(table.state) == wanted
    assert table.seq == 2 + 3 * 200
