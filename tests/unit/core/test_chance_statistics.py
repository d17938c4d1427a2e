"""The dice are fair as far as statistics can tell, and the tests are sharp enough to notice unfair ones.

With a fixed key nothing can flake: n = 60,000 and p > 0.001. A fresh key each time is tested at alpha = 1e-9.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, permutations

import pytest

from companion.chance import below, block, draw_key, outcome, stream_words

FIXED = draw_key(bytes(range(32)), ("rain", "77", "рассвет 🎲"))
N = 60_000


def p_value(counts: Sequence[int], expected: Sequence[float]) -> float:
    """Pearson's chi-square test: how often fair luck is at least as uneven as this."""
    statistic = sum((count - e) ** 2 / e for count, e in zip(counts, expected, strict=True))
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x) by its series and its continued fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b, c = x + 1 - a, 1e300
    d = 1 / b
    fraction = d
    for i in range(1, 10_000):
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


@pytest.mark.parametrize(
    ("statistic", "degrees", "expected"),
    [(11.0705, 5, 0.05), (20.515, 5, 0.001), (3.8415, 1, 0.05), (124.342, 100, 0.05), (9.236, 5, 0.1)],
)
def test_the_chi_square_test_agrees_with_the_printed_tables(statistic: float, degrees: int, expected: float) -> None:
    assert upper_gamma(degrees / 2, statistic / 2) == pytest.approx(expected, rel=1e-3)


def faces(words: Iterator[int], n: int, sides: int = 6) -> list[int]:
    return [below(words, sides) for _ in range(n)]


def evenness(values: Iterable[int], kinds: int) -> float:
    counts = Counter(values)
    return p_value([counts[kind] for kind in range(kinds)], [sum(counts.values()) / kinds] * kinds)


def pairs(values: Sequence[int], kinds: int) -> list[int]:
    """Each value together with the one after it: a memory would show here."""
    return [a * kinds + b for a, b in zip(values[::2], values[1::2], strict=False)]


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20])
def test_with_a_fixed_key_every_face_comes_equally_often(sides: int) -> None:
    assert evenness(faces(stream_words(FIXED, 0), N, sides), sides) > 0.001


def test_with_a_fixed_key_the_first_die_of_every_draw_is_fair() -> None:
    first = (below(stream_words(FIXED, i), 6) for i in range(N))
    assert evenness(first, 6) > 0.001


def test_with_a_fixed_key_a_die_does_not_remember_the_last_one() -> None:
    assert evenness(pairs(faces(stream_words(FIXED, 1), N), 6), 36) > 0.001


def test_with_a_fixed_key_every_order_of_four_comes_equally_often() -> None:
    orders = {order: at for at, order in enumerate(permutations(range(4)))}
    got = (orders[tuple(outcome(["order", 4], stream_words(FIXED, i)))] for i in range(N // 4))
    assert evenness(got, 24) > 0.001


def test_with_a_fixed_key_each_place_of_a_draw_without_replacement_is_fair() -> None:
    # hypergeometric: the last of three things drawn from 2 blue, 1 green, 3 red has the odds of the first
    ask = ["draw", [["blue", 2], ["green", 1], ["red", 3]], 3]
    last = Counter(outcome(ask, stream_words(FIXED, i))[2] for i in range(N // 3))
    total = sum(last.values())
    counts = [last["blue"], last["green"], last["red"]]
    assert p_value(counts, [total / 3, total / 6, total / 2]) > 0.001


def test_with_a_fixed_key_weights_are_kept_to() -> None:
    got = Counter(outcome(["pick", [5, 1, 14]], stream_words(FIXED, i)) for i in range(N // 3))
    assert p_value([got[0], got[1], got[2]], [N / 12, N / 60, 14 * N / 60]) > 0.001


def test_with_a_fixed_key_a_six_goes_on_one_time_in_six() -> None:
    words = stream_words(FIXED, 2)
    lengths = Counter(min(len(chain), 4) for chain in outcome(["explode", 6, N // 3], words))
    total = N // 3
    expected = [total * 5 / 6, total * 5 / 36, total * 5 / 216, total / 216]
    assert p_value([lengths[n] for n in (1, 2, 3, 4)], expected) > 0.001


def test_with_a_fresh_key_dice_are_even_and_remember_nothing() -> None:
    got = faces(stream_words(secrets.token_bytes(32), 0), N)
    assert evenness(got, 6) > 1e-9
    assert evenness(pairs(got, 6), 36) > 1e-9


# negative controls: the same tests must fail on what is known to be unfair


def byte_mod_six(n: int) -> list[int]:
    """The last byte of a word, modulo 6: 256 is no multiple of 6, so 0…3 come too often (43 times in 256, not 42)."""
    numbers = (b"".join(block(FIXED, 0, b) for b in range(1 + n // 32)))[:n]
    return [number % 6 for number in numbers]


def lcg(n: int) -> list[int]:
    """A linear congruential generator of 32 bits by its low bits: even, but the next face follows from this one."""
    state, got = 12345, []
    for _ in range(n):
        state = (1103515245 * state + 12345) % 2**32
        got.append(state % 6)
    return got


def naive_shuffle(words: Iterator[int]) -> tuple[int, ...]:
    """Exchange every place with any place: 4⁴ ways cannot be shared out evenly among 24 orders."""
    found = list(range(4))
    for j in range(4):
        other = below(words, 4)
        found[j], found[other] = found[other], found[j]
    return tuple(found)


@pytest.mark.parametrize(
    ("name", "unfair"),
    [
        ("byte mod 6", lambda: evenness(byte_mod_six(10 * N), 6)),
        ("LCG", lambda: evenness(pairs(lcg(N), 6), 36)),
        ("naive shuffle", lambda: evenness(naive_orders(N // 4), 24)),
        ("biased coin", lambda: evenness([0] * (N // 2 + 500) + [1] * (N // 2 - 500), 2)),
    ],
)
def test_unfair_luck_is_noticed(name: str, unfair: Callable[[], float]) -> None:
    assert unfair() < 0.001, name


def naive_orders(n: int) -> list[int]:
    orders = {order: at for at, order in enumerate(permutations(range(4)))}
    return [orders[naive_shuffle(stream_words(FIXED, i))] for i in range(n)]


def test_draws_of_different_numbers_and_keys_have_nothing_in_common() -> None:
    one = set(islice(stream_words(FIXED, 0), 1000))
    assert not one & set(islice(stream_words(FIXED, 1), 1000))
    assert not one & set(islice(stream_words(draw_key(bytes(range(32)), ("rain", "78", "")), 0), 1000))
