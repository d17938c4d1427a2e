"""What games declare: moves, options, packs of content, score sheets; and how strangers' games are found."""

from __future__ import annotations

import json
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from companion.canonical import canonical, plain
from companion.game import Option, UnknownName, find_game, games, read_options
from companion.moves import BadMove, Move, read_move
from companion.packs import BadPack, Pack, load_set, merge, read_pack, sets
from companion.reading import schema
from companion.refusals import Refusal
from companion.scoring import Category, Line, ScoreSheet, TieBreak
from companion.words import Text, Word, catalogue

# moves


class Buy(Move, frozen=True):
    type = "buy"
    class_: str
    paid: int
    tip: int | None = None


class Wait(Move):
    type = "wait"


def test_a_move_is_written_with_its_type_and_without_what_is_not_said() -> None:
    assert plain(Buy("rope", 3)) == {"type": "buy", "class": "rope", "paid": 3}
    assert plain(Wait()) == {"type": "wait"}


@pytest.mark.parametrize("move", [Buy("rope", 3), Buy("rope", 3, 1), Wait()])
def test_what_is_written_is_read_back(move: Move) -> None:
    assert read_move([Buy, Wait], json.loads(canonical(plain(move)))) == move


def test_an_unknown_type_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadMove) as caught:
        read_move([Buy, Wait], {"type": "sell"})
    assert caught.value.args_ == {"field": "move.type", "choices": "buy, wait", "got": "sell"}


@pytest.mark.parametrize("data", [None, [], "wait", 3, [["type", "wait"]]])
def test_a_move_is_a_record(data: Any) -> None:
    with pytest.raises(BadMove, match=r"read\.type"):
        read_move([Wait], data)


# options


class Table:
    options: ClassVar[tuple[Option, ...]] = (
        Option("mode", "choice", ("multi", "solo"), "multi"),
        Option("extras", "flags", ("a", "b", "c"), ()),
        Option("rounds", "int", default=3, least=1, most=9, when=lambda chosen: chosen["mode"] == "multi"),
    )


def options(data: dict[str, Any]) -> dict[str, Any]:
    return read_options(Table(), data)  # type: ignore[arg-type]  # only the options of a game are looked at


def test_options_have_defaults() -> None:
    assert options({}) == {"mode": "multi", "extras": [], "rounds": 3}


def test_flags_are_listed_once_and_in_their_order() -> None:
    assert options({"extras": ["c", "a", "c"]})["extras"] == ["a", "c"]


def test_an_option_without_a_meaning_here_stays_at_its_default() -> None:
    assert options({"mode": "solo", "rounds": 7})["rounds"] == 3


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ({"colour": "red"}, "read.unknown", "options.colour"),
        ({"mode": "duel"}, "read.choice", "options.mode"),
        ({"mode": True}, "read.choice", "options.mode"),
        ({"mode": ["multi"]}, "read.choice", "options.mode"),
        ({"mode": None}, "read.choice", "options.mode"),
        ({"extras": "a"}, "read.type", "options.extras"),
        ({"extras": ["a", "d"]}, "read.choice", "options.extras"),
        ({"extras": [["a"]]}, "read.choice", "options.extras"),
        ({"rounds": 0}, "read.range", "options.rounds"),
        ({"rounds": 10}, "read.range", "options.rounds"),
        ({"rounds": "3"}, "read.range", "options.rounds"),
        ({"rounds": True}, "read.range", "options.rounds"),
    ],
)
def test_an_option_that_cannot_be_is_refused_by_name(data: dict[str, Any], key: str, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        options(data)
    assert (caught.value.key, caught.value.field) == (key, field)


# games of strangers


def test_a_strangers_game_is_found_by_entry_point_like_ours() -> None:
    point = next(p for p in entry_points(group="tableside.games") if p.name == "pebbles")
    assert point.value == "pebbles:game"
    assert find_game("pebbles") is point.load()
    assert {"pebbles", "roll-player"} <= set(games())


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        find_game("peebles")
    assert caught.value.args_ == {"name": "peebles", "near": "pebbles"}


def test_the_example_of_a_game_is_small() -> None:
    # lines of code: those that are not blank, not a comment and not part of a docstring
    import ast
    import tokenize

    path = Path(find_game("pebbles").package)
    (file,) = (Path("tests/games") / path).glob("*.py")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            docstrings |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    silent = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    with file.open("rb") as text:
        for token in tokenize.tokenize(text.readline):
            if token.type not in (*silent, tokenize.ENCODING):
                code |= set(range(token.start[0], token.end[0] + 1))
    assert len(code - docstrings) <= 200


# content


def test_packs_meet_by_id_field_by_field_and_the_later_wins() -> None:
    base = Pack("base", {"cards": {"rope": {"cost": 3, "dots": 1}, "axe": {"cost": 5}}})
    mine = Pack("mine", {"cards": {"rope": {"cost": 4, "dots": None}, "bow": {"cost": None}}, "races": {"elf": {}}})
    assert merge([base, mine]) == {
        "cards": {"rope": {"cost": 4, "dots": 1}, "axe": {"cost": 5}, "bow": {"cost": None}},
        "races": {"elf": {}},
    }


def test_a_dropped_record_is_gone_and_may_come_again() -> None:
    base = Pack("base", {"cards": {"rope": {"cost": 3}}})
    drop = Pack("drop", {"cards": {"rope": {"drop": True}}})
    again = Pack("again", {"cards": {"rope": {"dots": 2}}})
    assert merge([base, drop]) == {"cards": {}}
    assert merge([base, drop, again]) == {"cards": {"rope": {"dots": 2}}}


def test_a_pack_is_the_same_from_its_file_and_from_the_store() -> None:
    tree = {"cards": {"rope": {"points": {1: 3, 2: 5}, "name": "Верёвка", "tags": ("a", "b")}}}
    pack = read_pack("mine", tree)
    assert Pack.stored("mine", pack.text) == pack
    assert Pack.stored("mine", pack.text).hash == pack.hash


@pytest.mark.parametrize(
    ("tree", "key"),
    [
        ([], "pack.table"),
        ({"cards": []}, "pack.table"),
        ({"cards": {"rope": 3}}, "pack.table"),
        ({"cards": {"rope": {"cost": 1.5}}}, "pack.float"),
        ({"cards": {"rope": {"cost": [1, {"a": 0.5}]}}}, "pack.float"),
        ({"cards": {"rope": {"cost": object()}}}, "pack.value"),
        ({"cards": {"rope": {"name": "\ud800"}}}, "pack.value"),
    ],
)
def test_a_pack_that_cannot_be_used_is_refused(tree: Any, key: str) -> None:
    with pytest.raises(BadPack) as caught:
        read_pack("mine", tree)
    assert (caught.value.key, caught.value.args_["pack"]) == (key, "mine")


def test_the_sets_of_a_game_are_its_folders_of_content() -> None:
    assert sets("pebbles") == ("own", "published")
    assert load_set("pebbles", "own").records["pebbles"]["slate"] == {"count": 9, "points": 1, "dice": 3}
    with pytest.raises(BadPack) as caught:
        load_set("pebbles", "expansion")
    assert caught.value.args_ == {"pack": "expansion", "known": "own, published"}


def test_content_that_does_not_fit_its_game_is_refused_where_it_is_wrong() -> None:
    game = find_game("pebbles")
    with pytest.raises(Refusal) as caught:
        game.content({"pebbles": {"slate": {"count": 9, "points": -1, "dice": 3}}}, "", {})
    assert caught.value.field == "pebbles.slate.points"


# score sheets


class Hero(Struct, frozen=True):
    points: int
    gold: int = 0
    fame: int = 0


SHEET = ScoreSheet(
    categories=(Category("points", lambda hero: Line(hero.points)),),
    read=lambda data, content: Hero(**data),
    tie_breaks=(TieBreak("gold", lambda hero: hero.gold, "most", "X-1"), TieBreak("fame", lambda h: h.fame, "fewest")),
)
NAMES = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dee"}


@pytest.mark.parametrize(
    ("heroes", "places", "told"),
    [
        ([Hero(3), Hero(5)], {2: 1, 1: 2}, []),
        ([Hero(3, 1), Hero(3, 2)], {2: 1, 1: 2}, ["tie.most"]),
        ([Hero(3, 2, 5), Hero(3, 2, 4)], {2: 1, 1: 2}, ["tie.fewest"]),
        ([Hero(3), Hero(3)], {1: 1, 2: 1}, ["tie.shared"]),
        ([Hero(0), Hero(0), Hero(0)], {1: 1, 2: 1, 3: 1}, ["tie.shared"]),
        ([Hero(3), Hero(3), Hero(9), Hero(1)], {3: 1, 1: 2, 2: 2, 4: 4}, ["tie.shared"]),
        ([Hero(3, 1), Hero(3, 2), Hero(3, 2), Hero(3, 0)], {2: 1, 3: 1, 1: 3, 4: 4}, ["tie.most", "tie.shared"]),
        ([Hero(-7), Hero(-9)], {1: 1, 2: 2}, []),
    ],
)
def test_P26_places_with_every_tie_told(heroes: list[Hero], places: dict[int, int], told: list[str]) -> None:
    result = SHEET.result(dict(enumerate(heroes, 1)), NAMES)
    assert {place.seat: place.place for place in result.places} == places
    assert [said.key for said in result.told] == told
    assert result.winners == tuple(seat for seat, place in places.items() if place == 1)


def test_a_result_is_plain_whatever_was_told() -> None:
    result = SHEET.result({1: Hero(3, 1), 2: Hero(3, 2), 3: Hero(3, 2)}, NAMES)
    again = json.loads(canonical(plain(result)))
    assert again["winners"] == [2, 3]
    assert again["told"][0]["args"]["what"] == {"key": "tie_break.gold", "args": {}}


def test_how_a_tie_was_settled_can_be_said_in_both_languages() -> None:
    game = find_game("pebbles")
    result = game.scores.result({1: hero(9, 3), 2: hero(9, 4), 3: hero(9, 4)}, NAMES)
    for lang in ("en", "ru"):
        words = catalogue(lang, game.package)
        sentences = [words.say(said) for said in result.told]
        assert len(sentences) == 2
        assert "Ann" in sentences[0]
        assert "{" not in "".join(sentences)


def hero(shore: int, hops: int) -> Any:
    return find_game("pebbles").scores.read({"shore": shore, "hops": hops}, None)


def test_a_text_of_content_has_a_schema_that_fits() -> None:
    assert schema(Text)["anyOf"][1]["minProperties"] == 1


def test_a_word_is_plain_through_and_through() -> None:
    assert plain(Word("a", {"names": ["x", Word("b", {"n": 1})]})) == {
        "key": "a",
        "args": {"names": ["x", {"key": "b", "args": {"n": 1}}]},
    }
