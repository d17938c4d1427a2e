"""The scheme tableside-1, to the byte. The known answer was computed by a script in another language (JavaScript, from
the text of docs/luck.md alone)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion import chance
from companion.chance import (
    Ask,
    Sealed,
    below,
    block,
    client_digest,
    commitment,
    draw_key,
    known_seed,
    outcome,
    stream_words,
)

SEED = bytes(range(32))
STRINGS = ("rain", "77", "рассвет 🎲")
COMMIT = "05f74f0f991229dba0837e25824eaa3639b32b87803b2c06c5f095d1a61a8713"
CLIENT = "46b464a8065f9da7afc66029e7e7edc73c4557d4af43857f93cc4b630e835e6d"
KEY = "280429fc2227e6d50861bd33fdee00fdadb4b76b9e5cc49c4a080e5dcd999967"
FIRST_WORDS = (
    9021030699247316354,
    14771407125474757383,
    13121637750569631132,
    10295739986253613800,
    16562140664360209570,
    1903579131747836542,
)
FIRST_SIX = [3, 4, 1, 1, 5, 5]
RED_FIRST = ("red", "red", "blue", "blue", "red", "blue", "blue", "green")
ANSWERS: list[tuple[int, list[Any], Any]] = [
    (0, ["roll", 6, 6], FIRST_SIX),
    (1, ["explode", 6, 6], [[3], [5], [1], [6, 2], [1], [6, 1]]),
    (2, ["draw", [["blue", 9], ["green", 2], ["red", 3]], 8], list(RED_FIRST)),
    (3, ["pick", [1000000, 1, 250000]], 0),
    (4, ["order", 8], [4, 5, 2, 3, 1, 0, 7, 6]),
]


def test_the_known_answer_of_the_commitment() -> None:
    assert commitment(SEED) == COMMIT


def test_the_known_answer_of_the_seats_strings() -> None:
    assert client_digest(STRINGS).hex() == CLIENT


def test_the_known_answer_of_the_key() -> None:
    assert draw_key(SEED, STRINGS).hex() == KEY


def test_the_known_answer_of_the_words() -> None:
    assert tuple(islice(stream_words(bytes.fromhex(KEY), 0), 6)) == FIRST_WORDS


@pytest.mark.parametrize(("number", "ask", "expected"), ANSWERS, ids=[ask[0] for _, ask, _ in ANSWERS])
def test_the_known_answer_of_each_ask(number: int, ask: list[Any], expected: Any) -> None:
    assert outcome(ask, stream_words(bytes.fromhex(KEY), number)) == expected


def test_draws_of_a_table_take_the_numbers_one_after_another() -> None:
    source = Sealed(SEED, STRINGS)
    records = [source.answer(Ask(ask)) for _, ask, _ in ANSWERS]
    assert [(r.e, r.i, r.by) for r in records] == [(0, number, "sealed") for number, _, _ in ANSWERS]
    assert [r.got for r in records] == [expected for _, _, expected in ANSWERS]


def test_the_known_answer_stands_in_the_docs() -> None:
    text = Path("docs/luck.md").read_text(encoding="utf-8")
    for number in (COMMIT, CLIENT, KEY, *map(str, FIRST_WORDS)):
        assert number in text
    for _, ask, expected in ANSWERS:
        assert f"`{ask[0]}`" in text
        assert str(expected).replace("'", '"') in text


def test_the_seats_strings_are_told_apart_by_their_lengths() -> None:
    assert client_digest(["ab", "c"]) != client_digest(["a", "bc"])
    assert client_digest(["", "x"]) != client_digest(["x", ""])
    assert client_digest([]) != client_digest([""])


def test_the_length_of_a_string_counts_bytes_and_not_characters() -> None:
    import hashlib

    text = "рассвет 🎲".encode()
    assert len(text) == 19
    assert client_digest(["рассвет 🎲"]) == hashlib.sha256(b"\x00\x00\x00\x13" + text).digest()


def test_a_seed_known_in_advance_is_made_from_its_number() -> None:
    assert known_seed(7).hex() == "a7d865858344b0f755f69be9b0e9bddd3d3cdc3d05de8ecdd12bc107500eedc8"


def test_number_and_block_are_written_big_endian() -> None:
    import hashlib
    import hmac

    key = bytes.fromhex(KEY)
    text = b"tableside-1:draw\x00" + b"\x00\x00\x00\x00\x00\x00\x01\x02" + b"\x00\x00\x00\x03"
    assert block(key, 258, 3) == hmac.new(key, text, hashlib.sha256).digest()


# a whole number below n: words around the rejection limit, from a stubbed block function


def stubbed(monkeypatch: pytest.MonkeyPatch, *words: int) -> Iterator[int]:
    """The stream of a draw whose blocks hold exactly these words, four to a block."""

    def fake(key: bytes, i: int, b: int) -> bytes:
        return b"".join(word.to_bytes(8, "big") for word in words[4 * b : 4 * b + 4])

    monkeypatch.setattr(chance, "block", fake)
    return stream_words(b"", 0)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 61, 2**32, 2**32 + 1, 3 * 2**61, 2**63 + 1])
def test_the_last_word_below_the_limit_counts_and_the_limit_itself_does_not(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    limit = 2**64 - 2**64 % n
    last = limit - 1
    assert below(stubbed(monkeypatch, last, 0, 0, 0), n) == n - 1
    if limit < 2**64:
        assert below(stubbed(monkeypatch, limit, 4, 0, 0), n) == 4 % n
        assert below(stubbed(monkeypatch, 2**64 - 1, limit, 2, 0), n) == 2 % n


def test_a_power_of_two_passes_nothing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert below(stubbed(monkeypatch, 2**64 - 1, 0, 0, 0), 2**32) == 2**32 - 1


def test_words_go_on_in_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    words = stubbed(monkeypatch, 2**64 - 1, 2**64 - 1, 2**64 - 1, 2**64 - 1, 5, 1, 0, 0)
    assert [below(words, 6), below(words, 6)] == [5, 1]


def test_one_word_serves_one_number_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(["roll", 6, 4], stubbed(monkeypatch, 0, 6, 13, 5)) == [1, 1, 2, 6]


def test_an_explosion_takes_the_next_words_of_the_same_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(["explode", 6, 2], stubbed(monkeypatch, 5, 5, 0, 3)) == [[6, 6, 1], [4]]


def test_a_draw_walks_over_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # 0…8 are blue, 9…11 red; after a red one 0…8 are blue and 9…10 red
    assert outcome(["draw", [["blue", 9], ["red", 3]], 3], stubbed(monkeypatch, 9, 10, 8, 0)) == ["red", "red", "blue"]


@pytest.mark.parametrize(("x", "expected"), [(0, 0), (2, 0), (3, 1), (4, 2), (9, 2)])
def test_a_pick_walks_over_the_weights(monkeypatch: pytest.MonkeyPatch, x: int, expected: int) -> None:
    assert outcome(["pick", [3, 1, 6]], stubbed(monkeypatch, x, 0, 0, 0)) == expected


def test_an_order_exchanges_from_the_last_place_down(monkeypatch: pytest.MonkeyPatch) -> None:
    # j = 3: exchange with 0; j = 2: with 2 (itself); j = 1: with 0
    assert outcome(["order", 4], stubbed(monkeypatch, 0, 2, 0, 0)) == [1, 3, 2, 0]


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_what_one_word_cannot_give(n: int) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        below(iter([0]), n)


def test_a_die_with_one_side_cannot_explode() -> None:
    with pytest.raises(ValueError, match="explode for ever"):
        outcome(["explode", 1, 1], iter([0]))


def test_an_unknown_ask_is_named() -> None:
    with pytest.raises(ValueError, match="no such ask: toss"):
        outcome(["toss", 2], iter([0]))
