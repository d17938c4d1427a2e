"""No secret of few possibilities can be guessed from a hash that somebody receives (P12, law 5)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

import pytest
from at_table import Sitting
from received import CANARIES, canary_table, received

from companion.canonical import canonical, state_hash
from companion.view import Viewer

HASH = re.compile(r"\b[0-9a-f]{64}\b")


def hashes(value: Any) -> Iterator[str]:
    """The hashes of a value without salt, in every spelling that somebody might try."""
    spellings = {canonical(value), str(value).encode(), repr(value).encode()}
    if isinstance(value, dict):
        spellings |= {canonical(item) for item in value.values()} | {str(item).encode() for item in value.values()}
    for text in spellings:
        yield hashlib.sha256(text).hexdigest()


def picks() -> Iterable[Any]:
    return ({"type": "pick", "pebble": name} for name in CANARIES)


def hands() -> Iterable[Any]:
    """Every hand of three out of thirty, in every order."""
    yield from (list(hand) for hand in permutations(CANARIES, 3))


def orders(seats: int) -> Iterable[Any]:
    return (list(order) for order in permutations(range(seats)))


@pytest.fixture(scope="module")
def guesses() -> frozenset[str]:
    """The unsalted hashes of every pick, every hand, every lot and every small number."""
    values = [*picks(), *hands(), *orders(3), *range(1000), *CANARIES]
    assert 20_000 < len(values) < 1_000_000
    return frozenset(found for value in values for found in hashes(value))


@pytest.mark.parametrize("decks", ["digital", "physical"])
def test_no_hash_that_others_receive_is_one_of_a_secret_without_its_salt(decks: str, guesses: frozenset[str]) -> None:
    sitting = canary_table(3, decks=decks, gulls=[3], seed=4)
    seen: dict[Viewer, set[str]] = {viewer: set() for viewer in (1, 2, None)}
    while sitting.table.result is None:
        since = sitting.seq
        sitting.step()
        for viewer, found in seen.items():
            found |= set(HASH.findall(received(sitting, viewer, since)))
    for viewer, found in seen.items():
        found |= set(HASH.findall(received(sitting, viewer)))
    for found in seen.values():
        assert len(found) > 50
        assert not found & guesses


def test_no_hash_of_a_state_is_received_while_anything_is_hidden() -> None:
    sitting = canary_table(3, seed=4)
    states: set[str] = set()
    while sitting.table.result is None:
        states.add(sitting.hash)
        if sitting.seq % 8 == 0:
            for viewer in (1, 2, 3, None):
                assert not set(HASH.findall(received(sitting, viewer))) & states
        sitting.step()
    assert len(states) > 20


def test_equal_secrets_are_sealed_with_different_salts() -> None:
    sitting = Sitting.down(6, seed=8)
    while sitting.table.result is None:
        sitting.step()
    secrets = [secret for entry in sitting.table.entries for secret in entry.secrets]
    assert len({secret.salt for secret in secrets}) == len({secret.digest for secret in secrets}) == len(secrets)
    assert len({canonical(secret.value) for secret in secrets}) < len(secrets)


def test_a_salt_has_128_bits_and_an_unsealed_hash_says_nothing() -> None:
    sitting = canary_table(2).until("pick")
    entry = sitting.play(1, "pick", pebble=sitting.hand(1)[0])
    (secret,) = entry.secrets
    assert len(bytes.fromhex(secret.salt)) == 16
    assert secret.digest not in {found for value in picks() for found in hashes(value)}
    assert state_hash(sitting.state) not in received(sitting, 2)
