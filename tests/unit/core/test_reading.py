"""Plain data from outside is read strictly: each error says where, what, and what would be right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from companion.reading import Between, Length, Pattern, nested, read, schema
from companion.refusals import Unreadable
from companion.words import Text, Word


class Rope(Struct, frozen=True):
    """A record with everything in it."""

    name: Annotated[str, Length(12, 1)]
    cost: Annotated[int, Between(0, 9)]
    kind: Literal["tool", "trap"] = "tool"
    knots: tuple[Annotated[int, Between(1, None)], ...] = ()
    ends: tuple[str, str] | None = None
    prices: Mapping[str, int] = field(default_factory=dict)
    code: Annotated[str, Pattern("[a-z]+-[0-9]", "word.code")] | None = None
    class_: bool = False
    title: Text | None = None


class Shelf(Struct, frozen=True):
    ropes: tuple[Rope, ...] = ()
    first: Rope | None = None


GOOD = {"name": "Rope", "cost": 3}


def refusal(kind: Any, data: Any, where: str = "deck") -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(kind, data, where)
    return caught.value


def test_what_fits_is_read_and_defaults_are_filled_in() -> None:
    assert read(Rope, GOOD) == Rope("Rope", 3)


def test_every_field_is_read_by_its_type_hint() -> None:
    data = {
        **GOOD,
        "kind": "trap",
        "knots": [1, 2],
        "ends": ["left", "right"],
        "prices": {"new": 5},
        "code": "ab-1",
        "class": True,
        "title": {"en": "Rope", "ru": "Верёвка"},
    }
    rope = read(Rope, data)
    assert (rope.kind, rope.knots, rope.ends, rope.prices) == ("trap", (1, 2), ("left", "right"), {"new": 5})
    assert (rope.code, rope.class_, rope.title.say("ru")) == ("ab-1", True, "Верёвка")


ERRORS: list[tuple[Any, Any, str, dict[str, Any]]] = [
    (Rope, {"name": "Rope"}, "read.missing", {"field": "deck.cost"}),
    (Rope, {**GOOD, "length": 3}, "read.unknown", {"field": "deck.length"}),
    (Rope, {**GOOD, "class_": True}, "read.unknown", {"field": "deck.class_"}),
    (Rope, {**GOOD, "cost": -2}, "read.range", {"field": "deck.cost", "low": 0, "high": 9, "got": "-2"}),
    (Rope, {**GOOD, "cost": 10}, "read.range", {"field": "deck.cost", "low": 0, "high": 9, "got": "10"}),
    (Rope, {**GOOD, "cost": "3"}, "read.type", {"field": "deck.cost", "expected": Word("kind.int"), "got": "3"}),
    (Rope, {**GOOD, "cost": 3.0}, "read.type", {"field": "deck.cost", "expected": Word("kind.int"), "got": "3.0"}),
    (Rope, {**GOOD, "cost": True}, "read.type", {"field": "deck.cost", "expected": Word("kind.int"), "got": "True"}),
    (Rope, {**GOOD, "cost": None}, "read.type", {"field": "deck.cost", "expected": Word("kind.int"), "got": "None"}),
    (Rope, {**GOOD, "name": 3}, "read.type", {"field": "deck.name", "expected": Word("kind.text"), "got": "3"}),
    (Rope, {**GOOD, "class": 1}, "read.type", {"field": "deck.class", "expected": Word("kind.flag"), "got": "1"}),
    (Rope, {**GOOD, "name": ""}, "read.length", {"field": "deck.name", "least": 1, "most": 12, "got": 0}),
    (Rope, {**GOOD, "name": "x" * 13}, "read.length", {"field": "deck.name", "least": 1, "most": 12, "got": 13}),
    (Rope, {**GOOD, "kind": "rope"}, "read.choice", {"field": "deck.kind", "choices": "tool, trap", "got": "rope"}),
    (Rope, {**GOOD, "knots": [2, 0]}, "read.range", {"field": "deck.knots.2", "low": 1, "high": None, "got": "0"}),
    (Rope, {**GOOD, "knots": "12"}, "read.type", {"field": "deck.knots", "expected": Word("kind.list"), "got": "12"}),
    (Rope, {**GOOD, "ends": ["a"]}, "read.count", {"field": "deck.ends", "expected": 2, "got": 1}),
    (
        Rope,
        {**GOOD, "ends": ["a", 2]},
        "read.type",
        {"field": "deck.ends.2", "expected": Word("kind.text"), "got": "2"},
    ),
    (Rope, {**GOOD, "prices": []}, "read.type", {"field": "deck.prices", "expected": Word("kind.record"), "got": "[]"}),
    (
        Rope,
        {**GOOD, "prices": {"new": "5"}},
        "read.type",
        {"field": "deck.prices.new", "expected": Word("kind.int"), "got": "5"},
    ),
    (Rope, {**GOOD, "code": "AB-1"}, "read.pattern", {"field": "deck.code", "form": Word("word.code"), "got": "AB-1"}),
    (
        Rope,
        {**GOOD, "code": "ab-12"},
        "read.pattern",
        {"field": "deck.code", "form": Word("word.code"), "got": "ab-12"},
    ),
    (Rope, {**GOOD, "title": {}}, "read.type", {"field": "deck.title", "expected": Word("kind.text"), "got": "{}"}),
    (
        Rope,
        {**GOOD, "title": {"en": 1}},
        "read.type",
        {"field": "deck.title", "expected": Word("kind.text"), "got": "{'en': 1}"},
    ),
    (Rope, [], "read.type", {"field": "deck", "expected": Word("kind.record"), "got": "[]"}),
    (Shelf, {"ropes": [GOOD, {**GOOD, "cost": 11}]}, "read.range", {"field": "deck.ropes.2.cost", "got": "11"}),
    (Shelf, {"first": {**GOOD, "knots": [1, "2"]}}, "read.type", {"field": "deck.first.knots.2", "got": "2"}),
]


@pytest.mark.parametrize(("kind", "data", "key", "args"), ERRORS)
def test_an_error_says_where_and_what_and_what_would_be_right(
    kind: Any, data: Any, key: str, args: dict[str, Any]
) -> None:
    refused = refusal(kind, data)
    assert refused.key == key
    assert {name: refused.args_[name] for name in args} == args
    assert refused.field == args["field"]


def test_every_error_key_of_reading_is_met_above() -> None:
    names = ("type", "unknown", "missing", "range", "length", "choice", "pattern", "count")
    assert {key for _, _, key, _ in ERRORS} == {f"read.{name}" for name in names}


def test_an_unknown_field_is_answered_with_the_known_ones() -> None:
    assert refusal(Shelf, {"rope": []}).args_["known"] == "first, ropes"


def test_of_several_possible_types_the_error_of_the_deepest_is_told() -> None:
    class Either(Struct, frozen=True):
        a: int

    refused = refusal(str | Either, {"a": "x"}, "deck")
    assert refused.field == "deck.a"


class Knife(Struct, frozen=True):
    kind: Literal["knife"]
    edge: int


class Sack(Struct, frozen=True):
    kind: Literal["sack", "bag"]
    room: int = 0


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ({"kind": "sack", "roam": 1}, "read.unknown", "thing.roam"),
        ({"kind": "knife", "edge": "sharp"}, "read.type", "thing.edge"),
        ({"kind": "knife"}, "read.missing", "thing.edge"),
        ({"kind": "sword", "edge": 1}, "read.choice", "thing.kind"),
        ({"edge": 1}, "read.missing", "thing.kind"),
    ],
)
def test_of_records_with_a_tag_the_error_of_the_tagged_one_is_told(data: Any, key: str, field: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Knife | Sack, data, "thing")
    assert (caught.value.key, caught.value.field) == (key, field)


def test_records_with_a_tag_are_told_apart_by_it() -> None:
    assert read(Knife | Sack, {"kind": "bag", "room": 3}) == Sack("bag", 3)
    assert read(Knife | Sack | None, None) is None
    assert read(tuple[Knife | Sack, ...], [{"kind": "knife", "edge": 2}]) == (Knife("knife", 2),)


def test_true_is_not_one() -> None:
    assert refusal(Literal[1], True).key == "read.choice"
    assert read(Literal[1, True], True) is True


def test_an_error_quotes_at_most_sixty_characters() -> None:
    assert len(refusal(int, "x" * 1000).args_["got"]) <= 60


@pytest.mark.parametrize("data", ["\ud800", "a\udfffb"])
def test_half_a_character_is_no_text(data: str) -> None:
    refused = refusal(str, data)
    assert refused.key == "read.type"
    refused.args_["got"].encode()


@pytest.mark.parametrize(
    ("data", "field"),
    [(1.5, "deck"), ({"a": [1, 2.0]}, "deck.a.2"), ({"a": {"b": "\ud800"}}, "deck.a.b"), ([float("nan")], "deck.1")],
)
def test_what_a_log_cannot_hold_is_refused_where_anything_may_stand(data: Any, field: str) -> None:
    assert refusal(Any, data).field == field


def test_any_takes_everything_else() -> None:
    data: dict[str, Any] = {"a": [None, True, 3, "🎲", {"b": []}]}
    assert read(Any, data) is data


def test_dotted_places_make_a_nested_table_and_numbers_a_list() -> None:
    assert nested({"gold": 3, "sheet.STR.1": "r6", "traits.2": 5, "traits.1": 4}) == {
        "gold": 3,
        "sheet": {"STR": ["r6"]},
        "traits": [4, 5],
    }


# the schema says the same as read


def test_the_schema_of_a_record() -> None:
    assert schema(Rope)["properties"]["cost"] == {"type": "integer", "minimum": 0, "maximum": 9}
    assert schema(Rope)["required"] == ["name", "cost"]
    assert schema(Rope)["additionalProperties"] is False
    assert "class" in schema(Rope)["properties"]
    jsonschema.Draft202012Validator.check_schema(schema(Shelf))


SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from(["", "Rope", "tool", "trap", "ab-1", "x" * 13])
)
KEYS = st.sampled_from([*(name.rstrip("_") for name in Rope.__struct_fields__), "en", "extra", "ropes", "first"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4))
FITTING = st.fixed_dictionaries(
    {"name": st.sampled_from(["Rope", "x" * 12]), "cost": st.integers(0, 9)},
    optional={
        "kind": st.sampled_from(["tool", "trap"]),
        "knots": st.lists(st.integers(1, 4), max_size=3),
        "ends": st.lists(st.sampled_from(["a", "b"]), min_size=2, max_size=2) | st.none(),
        "prices": st.dictionaries(KEYS, st.integers(0, 3), max_size=2),
        "code": st.sampled_from(["ab-1", "z-0"]) | st.none(),
        "class": st.booleans(),
        "title": st.dictionaries(st.sampled_from(["en", "ru"]), st.just("Rope"), min_size=1) | st.just("Rope"),
    },
)
NEARLY = st.builds(lambda rope, key, value: {**rope, key: value}, FITTING, KEYS, VALUES)
ROPES = FITTING | NEARLY
SHELVES = st.fixed_dictionaries({}, optional={"ropes": st.lists(ROPES, max_size=2), "first": ROPES | SCALARS})


@pytest.mark.parametrize(("kind", "data"), [(Rope, ROPES | VALUES), (Shelf, SHELVES | VALUES)], ids=["rope", "shelf"])
def test_schema_and_read_agree_on_what_fits(kind: type, data: st.SearchStrategy[Any]) -> None:
    validator = jsonschema.Draft202012Validator(schema(kind))
    agreed = {True: 0, False: 0}

    @given(data)
    @settings(max_examples=150)
    def agree(value: Any) -> None:
        value = json.loads(json.dumps(value))
        try:
            read(kind, value)
        except Unreadable:
            fits = False
        else:
            fits = True
        assert validator.is_valid(value) == fits, value
        agreed[fits] += 1

    agree()
    assert min(agreed.values()) >= 20, "both kinds must have been met"
