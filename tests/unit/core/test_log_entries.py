"""The log: canonical JSON, the chain of hashes, sealed values, and which acts count."""

from __future__ import annotations

import enum
import hashlib
import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from at_table import Sitting, entropy
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.archive import BadArchive, check_chain
from companion.bag import Bag
from companion.canonical import canonical, digest, plain, spelled, state_hash
from companion.chance import Ask, Luck
from companion.log import ASKED, FIRST, Entry, effective, read_luck, seal, secret_digest, unseal, write_luck

# canonical JSON


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, -3]}, '{"a":[true,null,-3],"b":1}'),
        ({"é": "рассвет 🎲"}, '{"é":"рассвет 🎲"}'),
        ({"Z": 1, "a": 2, "я": 3, "🎲": 4}, '{"Z":1,"a":2,"я":3,"🎲":4}'),
        ('tab\t"quote" \\ line\n\x00', '"tab\\t\\"quote\\" \\\\ line\\n\\u0000"'),
        ([], "[]"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_canonical_json_is_sorted_by_code_point_without_spaces_in_utf_8(value: Any, text: str) -> None:
    assert canonical(value) == text.encode()
    assert json.loads(canonical(value)) == value


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=12,
)


@given(PLAIN)
def test_what_is_stored_reads_back_to_the_same_bytes(value: Any) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


class Colour(enum.Enum):
    RED = "red"


@spelled(also=("double",), sparse=("parts",))
class Thing(Struct, frozen=True):
    n: int
    colour: Colour = Colour.RED
    parts: tuple[Any, ...] = ()

    @property
    def double(self) -> int:
        return 2 * self.n


def test_a_record_is_its_fields_and_the_derived_names_it_lists() -> None:
    assert plain(Thing(2, parts=(Bag.of("ab"), Fraction(1, 3), frozenset({3, 1})))) == {
        "n": 2,
        "colour": "red",
        "parts": [{"a": 1, "b": 1}, "1/3", [1, 3]],
        "double": 4,
    }


def test_a_field_that_was_added_later_is_left_out_while_it_is_empty() -> None:
    assert plain(Thing(2)) == {"n": 2, "colour": "red", "double": 4}


@pytest.mark.parametrize("value", [1.5, {"a": (1, 0.5)}, object(), b"bytes", float("nan")])
def test_no_state_and_no_log_holds_a_float_or_a_stranger(value: Any) -> None:
    with pytest.raises(TypeError, match="has no plain form"):
        plain(value)


def test_equal_states_have_equal_hashes_and_others_have_not() -> None:
    assert state_hash(Thing(1)) == state_hash(Thing(1))
    assert state_hash(Thing(1)) != state_hash(Thing(2))
    assert digest({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()


# the chain


def test_each_entry_carries_the_hash_of_the_open_part_before_it() -> None:
    sitting = Sitting.down(2)
    sitting.until("pick")
    entries = sitting.table.entries
    assert entries[0].open["prev"] == FIRST
    for before, after in pairwise(entries):
        assert after.open["prev"] == hashlib.sha256(canonical(before.open)).hexdigest()
    check_chain(entries)


def test_the_chain_does_not_depend_on_the_sealed_part() -> None:
    sitting = Sitting.down(2)
    sitting.until("pick")
    entry = sitting.table.entries[-1]
    assert entry.secrets
    assert Entry(entry.open).hash == entry.hash


@pytest.mark.parametrize("what", ["change", "drop", "swap", "insert", "cut the beginning"])
def test_the_chain_notices(what: str) -> None:
    sitting = Sitting.down(2)
    sitting.until("turn")
    entries = list(sitting.table.entries)
    match what:
        case "change":
            entries[2] = Entry({**entries[2].open, "at": 1})
        case "drop":
            del entries[3]
        case "swap":
            entries[2], entries[3] = entries[3], entries[2]
        case "insert":
            entries.insert(3, entries[2])
        case _:
            del entries[0]
    with pytest.raises(BadArchive, match=r"archive\.chain"):
        check_chain(entries)


def test_an_entry_is_stored_as_two_texts_and_read_back() -> None:
    sitting = Sitting.down(3)
    sitting.until("turn")
    for entry in sitting.table.entries:
        again = Entry.stored(entry.text, entry.sealed_text)
        assert (again.hash, again.secrets, again.open) == (entry.hash, entry.secrets, json.loads(entry.text))


# sealed values


def test_a_secret_is_hashed_with_its_salt() -> None:
    secret = seal({"pebble": "flint"}, [2], "pick", entropy("salt"))
    salt = bytes.fromhex(secret.salt)
    assert len(salt) == 16
    assert secret.digest == hashlib.sha256(salt + b'{"pebble":"flint"}').hexdigest()
    assert secret.digest == secret_digest(salt, secret.value)
    assert secret.to == (2,)


def test_equal_secrets_do_not_look_equal() -> None:
    random = entropy("two salts")
    assert seal(3, (), "x", random).digest != seal(3, (), "x", random).digest


def test_known_secrets_are_filled_in_and_the_others_stay_sealed() -> None:
    value = {"a": {"sealed": "one"}, "b": [{"sealed": "two"}, 3], "c": {"sealed": "one", "more": 1}}
    assert unseal(value, {"one": [1, 2]}) == {
        "a": [1, 2],
        "b": [{"sealed": "two"}, 3],
        "c": {"sealed": "one", "more": 1},
    }


@pytest.mark.parametrize(
    ("ask", "sealed_parts"),
    [
        (Ask(["roll", 6, 1]), []),
        (Ask(["roll", 6, 1], to=frozenset({2, 1}), tag="peek"), [("got", (1, 2), "peek")]),
        (Ask(["roll", 6, 1], to=frozenset(), tag="peek"), [("got", (), "peek")]),
        (Ask(["roll", 6, 1], tag="deck", unknown=True), [("ask", (), ASKED)]),
        (Ask(["roll", 6, 1], to=frozenset({3}), tag="hand", unknown=True), [("ask", (), ASKED), ("got", (3,), "hand")]),
    ],
)
def test_of_an_outcome_exactly_that_is_sealed_which_not_all_may_know(ask: Ask, sealed_parts: list[Any]) -> None:
    record, secrets = write_luck(Luck(0, 5, "sealed", ask, [4]), entropy(1))
    assert [name for name in ("ask", "got") if isinstance(record[name], dict)] == [name for name, _, _ in sealed_parts]
    assert [(s.to, s.tag) for s in secrets] == [(to, tag) for _, to, tag in sealed_parts]
    filled = unseal(record, {secret.digest: secret.value for secret in secrets})
    assert read_luck(filled) == Luck(0, 5, "sealed", ask, [4])


def test_a_typed_outcome_has_no_number() -> None:
    record, _ = write_luck(Luck(2, None, "typed", Ask(["roll", 6, 1]), [4]), entropy(1))
    assert record == {"e": 2, "by": "typed", "ask": ["roll", 6, 1], "got": [4]}


def test_a_viewer_is_given_the_open_part_and_its_own_secrets() -> None:
    sitting = Sitting.down(2)
    entry = sitting.play(2, "act", number=0)
    own = entry.cut(2)["secrets"]
    assert [set(secret) for secret in own] == [{"digest", "salt", "value"}]
    assert Bag.of(own[0]["value"]) == sitting.state.players[1].hand
    for other in (1, None):
        assert "secrets" not in entry.cut(other)
        assert entry.cut(other) == {**entry.open, "hash": entry.hash}


# which acts count


def line(*kinds: str | dict[str, Any]) -> list[Entry]:
    entries = []
    for seq, kind in enumerate(kinds, 1):
        open_ = {"kind": kind} if isinstance(kind, str) else kind
        entries.append(Entry({"seq": seq, **open_}))
    return entries


@pytest.mark.parametrize(
    ("kinds", "done", "undone"),
    [
        (["opened", "started"], (), ()),
        (["opened", "started", "played", "played"], (3, 4), ()),
        (["opened", "started", "played", "played", "undone"], (3,), (4,)),
        (["opened", "started", "played", "played", "undone", "undone"], (), (4, 3)),
        (["opened", "started", "played", "played", "undone", "undone", "redone"], (3,), (4,)),
        (["opened", "started", "played", "undone", "played"], (5,), ()),
        (["opened", "started", "played", "noted", "seated", "undone"], (), (3,)),
        (["opened", "started", "played", {"kind": "adjusted", "setting": {"undo": "host"}}, "undone"], (), (3,)),
        (["opened", "started", "played", "adjusted", "undone", "redone"], (3, 4), ()),
        (["opened", "started", "played", "corrected", "undone", "undone"], (), (4, 3)),
    ],
)
def test_undo_takes_back_the_newest_act_and_a_new_act_forgets_what_was_undone(
    kinds: list[Any], done: tuple[int, ...], undone: tuple[int, ...]
) -> None:
    assert effective(line(*kinds)) == (done, undone)


def test_an_entry_reveals_if_it_holds_luck_or_opens_something() -> None:
    assert not line({"kind": "played", "move": {}})[0].reveals
    assert line({"kind": "played", "luck": [{"e": 0}]})[0].reveals
    assert line({"kind": "played", "opens": [{"digest": "x"}]})[0].reveals
    assert line({"kind": "revealed", "reveal": "00"})[0].reveals
    assert line({"kind": "played", "decisions": [{"choosing": [{"e": 0}], "luck": []}]})[0].reveals
