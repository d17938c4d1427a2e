"""Whole games played by opponents alone: the same rules and the same choices as at a table, without its log.

A game's luck and its opponents' choices come from generators of their own, both seeded by the run's seed and the number
of the game: whatever is played before or beside it, game 17 is always the same.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from random import Random
from typing import Any, Protocol

from msgspec import field

from companion.automa import Opponent
from companion.bag import Bag
from companion.canonical import Plain, canonical
from companion.chance import Ask, Audience, Chance, Of, Seeded
from companion.game import Game, SeatInfo, State, find_game, nearest, read_options
from companion.moves import Move
from companion.packs import Pack, load_set, merge
from companion.records import Record
from companion.refusals import Refusal

CHUNK = 100
"""Games that a worker plays before it reports: few enough that none waits long for the last chunk of another."""

MOST_MOVES = 100_000
"""Moves after which a game is taken never to end."""


Played = Callable[[int], None]
"""Is told how many more games are done."""


class NoOpponent(Refusal):
    """A game has no opponent that could play it."""


class Simulated(Chance):
    """Luck of a generator, behind the interface that the rules draw it from: no requests, no records, no log."""

    unheard = True

    def __init__(self, random: Random) -> None:
        super().__init__(Seeded(random))
        self._next = random.random

    def roll(
        self,
        sides: int,
        k: int = 1,
        *,
        of: Of = "dice",
        to: Audience = None,
        tag: str = "luck",
        whose: tuple[int | None, ...] = (),
    ) -> tuple[int, ...]:
        below = self._next
        if k == 1:
            return (1 + int(below() * sides),)
        return tuple([1 + int(below() * sides) for _ in range(k)])

    def draw(
        self, bag: Bag, k: int = 1, *, of: Of = "dice", to: Audience = None, tag: str = "luck", unknown: bool = False
    ) -> tuple[str, ...]:
        total, kinds = bag.total, bag.items
        if k > total:
            return super().draw(bag, k)
        if len(kinds) == 1:
            return (kinds[0][0],) * k
        if len(kinds) == total:
            each = list(bag)
            return tuple([each.pop(int(self._next() * left)) for left in range(total, total - k, -1)])
        counts, found = [count for _, count in kinds], []
        for left in range(total, total - k, -1):
            x, at = int(self._next() * left), 0
            while x >= counts[at]:
                x -= counts[at]
                at += 1
            counts[at] -= 1
            found.append(kinds[at][0])
        return tuple(found)

    def pick(self, weights: Sequence[int]) -> int:
        x, at = int(self._next() * sum(weights)), 0
        while x >= weights[at]:
            x -= weights[at]
            at += 1
        return at

    def _take(self, ask: Ask) -> Any:
        return self.source.answer(ask).got


class Ended(Record, frozen=True):
    """How one seat ended a game: total, place, and the key of its rank (where the game has ranks)."""

    total: int
    place: int
    rank: str | None


class Run(Record, frozen=True):
    """What is simulated: a game by its key, the options of the table, the key of the opponent in each seat, the seed,
    and the packs of content (none: the set that the options name)."""

    game: str
    opponents: tuple[str, ...]
    seed: int
    options: Mapping[str, Plain] = field(default_factory=dict)
    packs: tuple[Pack, ...] = ()


def opponent_of(game: Game, level: str | None) -> Opponent:
    """The opponent of that level, or the one that plays if none is named. Raises Refusal naming the levels."""
    if not game.opponents:
        raise NoOpponent("simulate.no_opponent", game=game.key)
    if level is None:
        return next((o for o in game.opponents if o.standard), game.opponents[0])
    found = next((o for o in game.opponents if level in (o.level, o.key)), None)
    if found is None:
        raise nearest("simulate.no_level", level, [o.level or o.key for o in game.opponents])
    return found


def opened(run: Run) -> tuple[Game, State]:
    """The game of a run and its state before the first move."""
    return _opened(run.game, run.opponents, canonical(run.options), tuple((p.key, p.text) for p in run.packs))


@lru_cache(maxsize=8)
def _opened(
    key: str, opponents: tuple[str, ...], wished: bytes, own: tuple[tuple[str, bytes], ...]
) -> tuple[Game, State]:
    game = find_game(key)
    options = read_options(game, json.loads(wished))
    packs = tuple(Pack.stored(*each) for each in own)
    packs = packs or ((load_set(game.package, str(options["set"])),) if "set" in options else ())
    content = game.content(merge(packs), "-".join(pack.hash for pack in packs), options)
    seats = tuple(SeatInfo(str(number), automa=key) for number, key in enumerate(opponents, 1))
    return game, game.open(options, seats, content)


class Forcing(Protocol):
    """What a game may say besides: the one legal move of a seat that is to act, where everybody sees that there is no
    other. No opponent of a simulation is asked for it."""

    def forced(self, state: Any, seat: int) -> Move | None: ...


def _never(state: State, seat: int) -> Move | None:
    return None


def play_out(game: Game, state: State, minds: Mapping[int, Opponent], luck: Random, choosing: Random) -> State:
    """The end of a game that opponents play from this state on, each seeing its own seat's view only, and asked only
    where there is something to choose."""
    dice, choice = Simulated(luck), Simulated(choosing)
    to_act, view, play, forced = game.to_act, game.view, game.play, getattr(game, "forced", _never)
    moves = {seat: mind.move for seat, mind in minds.items()}
    for _ in range(MOST_MOVES):
        acting = to_act(state)
        if not acting:
            return state
        seat = acting[0]
        move = forced(state, seat) or moves[seat](view(state, seat), seat, choice)
        state, _ = play(state, seat, move, dice)
    raise AssertionError(f"this game of {game.key} does not end")


def play_games(run: Run, first: int, count: int) -> list[tuple[Ended, ...]]:
    """The games of a run from number `first` on: how each seat ended them."""
    game, state = opened(run)
    known = {opponent.key: opponent for opponent in game.opponents}
    minds = {seat: known[key] for seat, key in enumerate(run.opponents, 1)}
    found = []
    collecting = gc.isenabled()
    gc.disable()  # states are trees: what is dropped is freed at once, and searching for rings only takes time
    try:
        for number in range(first, first + count):
            luck, choosing = (Random(f"{run.seed}:{number}:{what}") for what in ("luck", "choosing"))
            found.append(ended(game, play_out(game, state, minds, luck, choosing)))
    finally:
        if collecting:
            gc.enable()
    return found


def ended(game: Game, state: State) -> tuple[Ended, ...]:
    """How each seat ended, in the order of the seats."""
    result = game.result(state)
    assert result is not None
    places = sorted(result.places, key=lambda place: place.seat)
    return tuple(
        Ended(p.breakdown.total, p.place, p.rank.key.split(".")[-1] if p.rank is not None else None) for p in places
    )


def simulate(
    run: Run, games: int, workers: int = 1, executor: Executor | None = None, played: Played | None = None
) -> list[tuple[Ended, ...]]:
    """Every game of a run, in order. `played` is told how many more are done.

    Games are played in chunks by `workers` processes (or wherever `executor` plays them); what comes out does not
    depend on how many there are.
    """
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
    if executor is None and (workers <= 1 or len(chunks) <= 1):
        return [game for first, count in _small(chunks) for game in _told(play_games(run, first, count), played)]
    if executor is not None:
        return _spread(run, chunks, executor, played)
    with ProcessPoolExecutor(min(workers, len(chunks)), get_context("spawn")) as pool:
        return _spread(run, chunks, pool, played)


def _small(chunks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Smaller chunks, where nothing has to be sent to and fro."""
    for first, count in chunks:
        yield from ((at, min(20, first + count - at)) for at in range(first, first + count, 20))


def _told(games: list[tuple[Ended, ...]], played: Played | None) -> list[tuple[Ended, ...]]:
    if played is not None:
        played(len(games))
    return games


def _spread(
    run: Run, chunks: Sequence[tuple[int, int]], executor: Executor, played: Played | None
) -> list[tuple[Ended, ...]]:
    waiting = {executor.submit(play_games, run, *chunk): chunk for chunk in chunks}
    found: dict[tuple[int, int], list[tuple[Ended, ...]]] = {}
    for done in as_completed(waiting):
        found[waiting[done]] = _told(done.result(), played)
    return [game for chunk in chunks for game in found[chunk]]


def summary(totals: Sequence[int]) -> dict[str, Any]:
    """Mean (two decimals) and the 10th, 50th and 90th percentile by nearest rank."""
    ordered = sorted(totals)

    def at(percent: int) -> int:
        return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]

    return {"mean": round(sum(ordered) / len(ordered), 2), "p10": at(10), "p50": at(50), "p90": at(90)}


def rank_counts(ends: Sequence[Ended]) -> dict[str, int]:
    """How often each rank was reached, from the lowest."""
    lowest: dict[str, int] = {}
    counts: dict[str, int] = {}
    for end in ends:
        if end.rank is not None:
            lowest[end.rank] = min(end.total, lowest.get(end.rank, end.total))
            counts[end.rank] = counts.get(end.rank, 0) + 1
    return {rank: counts[rank] for rank in sorted(counts, key=lambda rank: lowest[rank])}
