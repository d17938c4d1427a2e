"""Quest Circuit by the API and on its pages: a whole solo game, a table of three, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from conftest import Desk, Phone, Server, new_id

from companion.games.quest_circuit.odds import Side, fight_odds
from companion.words import LANGUAGES

GAME = "quest-circuit"


def page(desk: Desk, phone: Phone, path: str, lang: str) -> str:
    headers = {"Authorization": f"Bearer {phone.token}", "Accept-Language": lang}
    answer = desk.client.get(f"/t/{desk.table}{path}", headers=headers)
    assert answer.status_code == 200, (path, answer.text[-2000:])
    return answer.get_data(as_text=True)


def all_pages(desk: Desk, phone: Phone, *langs: str) -> None:
    for lang in langs:
        for path in ("/1", "/log", "/luck", "/compare", f"/screen?code={desk.code}"):
            assert page(desk, phone, path, lang)


def step(desk: Desk, random: Random) -> str:
    """Somebody who is to act makes one of the moves that are listed."""
    seat = desk.seat(random.choice(desk.host.get().json["to_act"]))
    moves: list[dict[str, Any]] = seat.moves()
    quiet = [move for move in moves if move["type"] not in ("equip", "take_off", "sell", "buy")] or moves
    move = random.choice(quiet)
    answer = seat.move(move)
    assert answer.status_code == 200, answer.text
    return str(move["type"])


def test_the_ring_can_be_touched(server: Server) -> None:
    desk = server.open(GAME, ("Anna",), options={"mode": "solo"})
    seat = desk.seat(1)
    for kind in ("plan_quests", "choose_hero", "lay_board", "roll"):
        move = next(move for move in seat.moves() if move["type"] == kind)
        assert seat.move(move).status_code == 200
    text = page(desk, seat, "/1", "en")
    assert 'data-at="ring.1"' in text
    assert '<button type="button" class="ring-cell' in text
    assert "ring.css" in text


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Boris", "Clara")])
def test_every_page_at_any_moment(server: Server, names: tuple[str, ...]) -> None:
    mode = "solo" if len(names) == 1 else "multi"
    desk = server.open(GAME, names, options={"mode": mode, "companions_take_damage": "owner_choice_on"})
    assert desk.host.setting(odds=True).status_code == 200
    random, seen = Random(len(names)), set[str]()
    for _ in range(90):
        kind = step(desk, random)
        if kind not in seen:
            seen.add(kind)
            all_pages(desk, desk.host + desk.seat(1), LANGUAGES[len(seen) % 2])
        if desk.host.get().json["result"]:
            break
    assert {"roll", "go", "strike"} <= seen
    all_pages(desk, desk.host + desk.seat(1), *LANGUAGES)


def test_the_table_sets_what_is_wrong(server: Server) -> None:
    desk = server.open(GAME, ("Anna",), options={"mode": "solo"})
    for kind in ("plan_quests", "choose_hero", "lay_board"):
        move = next(move for move in desk.seat(1).moves() if move["type"] == kind)
        desk.seat(1).move(move)
    listed = desk.host.get("/adjust").json["adjustables"]
    numbers = {"level", "xp", "health", "mana", "position", "wounds"}
    assert {one["what"] for one in listed} == numbers | {"card", "item", "begun"}
    change = {"what": "wounds", "cell": 20, "value": 4}
    assert desk.host.post("/adjust", {"move_id": new_id(), "changes": [change]}).status_code == 200
    told = {belief["key"]: belief["now"] for one in listed for belief in one.get("beliefs", ())}
    assert (told["level.1"], told["xp.1"], told["position.1"]) == (1, 0, 0)
    bad = desk.host.post("/adjust", {"move_id": new_id(), "changes": [{**change, "value": 99}]})
    assert bad.status_code == 400
    assert page(desk, desk.seat(1), "/1", "ru")


@pytest.mark.parametrize("mode", ["score", "bag"])
def test_the_side_tables(server: Server, mode: str) -> None:
    desk = server.open(GAME, ("Anna", "Boris"), options={"mode": mode})
    for lang in LANGUAGES:
        assert page(desk, desk.seat(1), "/1", lang)


# what the pages show, from stacks and dice that are typed in


class Told:
    """A table whose dice and cards are typed in, so that everything on its pages is known in advance."""

    def __init__(self, server: Server, *heroes: str, **options: Any) -> None:
        names = ("Anna", "Boris", "Clara")[: len(heroes)]
        mode = "solo" if len(heroes) == 1 else "multi"
        self.desk = server.open(
            GAME, names, options={"mode": mode, "dice": "physical", "decks": "physical", "quests": 2, **options}
        )
        self.do(1, "plan_quests", quests=["drowned-bell", "midnight-fair"][: int(options.get("quests", 2))])
        for seat, hero in enumerate(heroes, 1):
            self.do(seat, "choose_hero", hero=hero)
        if mode == "multi":
            for seat in range(1, len(heroes) + 1):
                self.do(seat, "roll_start", [7 - seat])

    def do(self, by: int, type: str, *typed: list[Any], **fields: Any) -> None:
        more = {"typed": list(typed)} if typed else {}
        answer = self.desk.seat(by).move({"type": type, **fields}, **more)
        assert answer.status_code == 200, answer.text

    def put(self, what: str, **change: Any) -> None:
        answer = self.desk.host.post("/adjust", {"move_id": new_id(), "changes": [{"what": what, **change}]})
        assert answer.status_code == 200, answer.text

    def sees(self, seat: int = 1, lang: str = "en") -> str:
        return " ".join(page(self.desk, self.desk.seat(seat), f"/{seat}", lang).split())

    def cell(self, at: int, seat: int = 1) -> str:
        return self.sees(seat).split(f'data-at="ring.{at}"')[1].split('data-at="ring.')[0]


def test_the_board_is_laid_out_step_by_step(server: Server) -> None:
    text = Told(server, "hedge-witch", "gatewarden").sees()
    assert 'data-tick="setup-1"' in text
    assert "The Goal of the quest face up on cell 20." in text


def test_the_ring_says_what_lies_there_and_what_the_roll_reaches(server: Server) -> None:
    told = Told(server, "hedge-witch", "gatewarden")
    told.do(1, "lay_board")
    # before the roll: how likely each cell is reached
    assert "100 %" in told.cell(1)
    assert "17 %" in told.cell(6)
    assert "aid" not in told.cell(7)
    told.put("card", cell=3, card="eel-mother")
    told.put("wounds", cell=3, value=2)
    told.put("position", seat=2, value=20)
    told.do(1, "roll", [4])
    # face down, and face up with what is left of the monster, its wounds, and how it would end
    assert "face down" in told.cell(2)
    assert '#back"' in told.cell(2)
    assert "2 steps" in told.cell(2)
    assert "Eel Mother" in told.cell(3)
    assert '#monster"' in told.cell(3)
    assert "Health </span>4" in told.cell(3)
    assert '<span class="badge">−2</span>' in told.cell(3)
    assert "Chance" in told.cell(3)
    # the Goal with whoever stands there; out of reach
    assert '#goal"' in told.cell(20)
    assert "Boris" in told.cell(20)
    assert "The Bell-Keeper" in told.cell(20)
    assert "ahead-note" not in told.cell(5)
    assert "ahead-note" not in told.cell(20)
    assert told.sees().count('class="ahead-note"') == 4
    # somebody else sees where the token may go, and cannot move it
    assert told.sees(2).count('class="ahead-note"') == 4
    assert '<button type="button" class="ring-cell' not in told.sees(2)


def test_a_fight_shows_both_sides_the_odds_and_the_dice(server: Server) -> None:
    told = Told(server, "gatewarden", "hedge-witch")
    told.do(1, "lay_board")
    told.do(1, "roll", [4])
    told.do(1, "go", ["peat-golem"], cell=2)
    # given 5 Health and Attack +1 against 4 Health and Attack 0: the odds as a fraction and in per cent, with a chart
    text = told.sees()
    odds = fight_odds(Side(5, 1), Side(4, 0))
    assert f"Anna wins: {round(100 * odds.win)} %" in text
    assert str(odds.win) in text
    assert text.count('<rect class="good"') == len(odds.mine_left) == 5
    assert text.count('<rect class="bad"') == len(odds.theirs_left) == 4
    assert "Melee: roll for Anna, then for Peat Golem" in text
    # when dice lie that an ability may still change, then they are there with their sums, and what comes of them
    told.do(1, "strike", [2, 5])
    text = told.sees()
    assert "2 + 1 = 3" in text
    assert "As the dice lie, Anna loses Health: 2." in text
    assert "Shut Gate (you lose 2 Health less, for 1 Mana)" in text
    left = fight_odds(Side(3, 1), Side(4, 0))
    assert f"Anna wins: {round(100 * left.win)} %" in text
    # whoever looks on sees the fight and its odds, and has nothing to tap
    assert "Anna wins" in told.sees(2)
    assert "Shut Gate" not in told.sees(2).split('class="panels others"')[0]


def test_what_is_beaten_lies_there_until_the_turn_ends(server: Server) -> None:
    told = Told(server, "picklock", "gatewarden")
    told.do(1, "lay_board")
    told.put("item", card="short-blade", to="1")
    told.do(1, "roll", [3])
    told.do(1, "go", ["mud-whelp"], cell=2)
    assert "Health </span>2" in told.cell(2)
    told.do(1, "strike", [6, 1])
    assert "Health </span>" not in told.cell(2)
    assert "played" in told.cell(2)
    told.do(1, "end_turn")
    assert "face down" in told.cell(2)


def test_locks_and_traps_show_their_odds_before_they_are_tried(server: Server) -> None:
    told = Told(server, "gatewarden", "picklock")
    told.do(1, "lay_board")
    told.do(1, "roll", [4])
    told.do(1, "go", ["iron-box"], cell=1)
    assert "It opens: 42 % (5/12)" in told.sees()
    told.do(1, "finish")
    told.do(2, "roll", [4])
    told.do(2, "go", ["falling-beam"], cell=2)
    text = told.sees(2)
    assert "A trap! Roll against it." in text
    assert "Evaded: 58 %" in text
    assert "7/12" in text
    told.do(2, "play", [2, 4], effect=0)
    text = told.sees(2)
    assert "2 + 2 = 4" in text
    assert "4 + 2 = 6" in text
    assert "As the dice lie, the trap takes Health: 2." in text


def test_the_junk_dealer_says_what_a_purchase_leaves(server: Server) -> None:
    told = Told(server, "gatewarden", "picklock", "hedge-witch", dealer_dispute="auction")
    told.do(1, "lay_board")
    for item in ("tide-blade", "war-crossbow"):
        told.put("item", card=item, to="1")
    told.put("level", seat=1, value=9)
    told.put("position", seat=1, value=19)
    told.put("level", seat=2, value=2)
    told.do(1, "roll", [1])
    told.do(1, "go", cell=20)
    while told.desk.host.get().json["phase"] == "turn":
        asked = told.desk.host.get().json["view"]["pending"]
        told.do(1, "pass") if asked else told.do(1, "strike", [6, 1])
    told.do(1, "sell", card="tide-blade")
    # given Boris with level 2 and 0 XP, and Clara with nothing
    blade = told.sees(2).split('data-at="dealer.tide-blade"')[1].split("data-at=")[0]
    assert "Then level 1, XP 4." in blade
    blade = told.sees(3).split('data-at="dealer.tide-blade"')[1].split("data-at=")[0]
    assert "Too dear: your wealth is 0 XP." in blade
    # when two want it, then everybody sees who, and how the bidding stands
    told.do(2, "buy", card="tide-blade")
    assert "Anna decides" in told.sees(3)
    told.do(1, "contest", want=True)
    assert "Anna may bid more" in told.sees(3)
    assert "Boris: 6 XP" in told.sees(3)


def test_alone_against_time_and_against_the_pretender(server: Server) -> None:
    trial = Told(server, "picklock", rival="none", quests=1)
    trial.do(1, "lay_board")
    text = trial.sees()
    assert "Still good for gold" in text
    assert "<small> / 13</small>" in text
    rival = Told(server, "picklock", rival="legend", quests=1)
    rival.do(1, "lay_board")
    text = rival.sees()
    assert "The Pretender" in text
    assert "Threat" in text


def test_the_odds_may_be_switched_off(server: Server) -> None:
    told = Told(server, "gatewarden", "picklock")
    told.do(1, "lay_board")
    told.do(1, "roll", [4])
    told.do(1, "go", ["peat-golem"], cell=2)
    assert "Anna wins" in told.sees()
    assert told.desk.host.setting(odds=False).status_code == 200
    assert "Anna wins" not in told.sees()
    assert "Peat Golem" in told.sees()


def test_whoever_waits_may_change_equipment_and_is_not_told_to(server: Server) -> None:
    told = Told(server, "gatewarden", "picklock")
    told.do(1, "lay_board")
    told.put("item", card="tide-blade", to="2")
    text = told.sees(2)
    assert '<button type="button" class="slot plain" data-at="owned.tide-blade"' in text
    assert 'id="hint"' not in text
    assert text.index("panel-ring") < text.index("panel-hero.2")
