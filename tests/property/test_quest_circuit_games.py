"""Random whole games of Quest Circuit: any listed move, every invariant after every entry, replay from the log.

100 games; `make soak` (TABLESIDE_SOAK=1) plays 1,000, and TABLESIDE_GAMES says any other number.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from companion.canonical import plain, state_hash
from companion.chance import Chance, Seeded
from companion.games.quest_circuit.settings import OPTIONS
from companion.games.quest_circuit.state import State
from companion.log import Entry
from companion.moves import Move, read_move
from companion.table import Table
from companion.verify import verify
from companion.words import LANGUAGES, Word, catalogue
from tests.unit.quest_circuit.quest_table import playing, some_options

LONG = bool(os.environ.get("TABLESIDE_SOAK"))
GAMES = int(os.environ.get("TABLESIDE_GAMES", "1000" if LONG else "100"))
MANY = 4
SAID = 0.01 if LONG else 0.003
"""How often everything is put into words."""


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game(seed: int) -> None:
    n, random = 1 + seed % 6, Random(seed)
    table: Table | None = None
    for table in playing(n, seed, some_options(seed)):
        table.game.check(table.state)
        if random.random() < 0.1:
            every_listed_move_is_legal(table, n, random)
        if random.random() < SAID:
            everything_can_be_said(table, n)
    assert table is not None
    the_game_is_over(table, n)
    if LONG or seed % 4 == 0:
        the_log_tells_the_same_game(table)


def every_listed_move_is_legal(table: Table, n: int, random: Random) -> None:
    """Each may be played as it stands, whatever the luck, and reads back from its plain form."""
    acting = table.game.to_act(table.state)
    for seat in range(1, n + 1):
        moves: list[Move] = list(table.game.moves(table.state, seat))
        assert len(set(moves)) == len(moves), "listed twice"
        assert moves or seat not in acting, f"seat {seat} is to act and has no move"
        for number, move in enumerate(moves if LONG else random.sample(moves, min(len(moves), MANY))):
            assert read_move(table.game.moves_types, plain(move)) == move
            after, _ = table.game.play(table.state, seat, move, Chance(Seeded(Random(number))))
            table.game.check(after)


def everything_can_be_said(table: Table, n: int) -> None:
    """Labels, prompts, forms, odds and panels, for every seat and for the big screen, in each language."""
    game, state = table.game, table.state
    for lang in LANGUAGES:
        words = catalogue(lang, game.package)
        for seat in (*range(1, n + 1), None):
            said: list[Word] = [game.prompt(state, seat)]
            assert plain(game.panels(game.view(state, seat), seat))
            assert game.aid is not None
            said += [remark.text for remark in game.aid(state, seat).remarks]
            if seat is not None:
                said += [game.label(state, seat, move) for move in game.moves(state, seat)]
                said += [form.label for form in game.forms(state, seat)]
            assert all(words.say(each) for each in said)


def the_game_is_over(table: Table, n: int) -> None:
    state: State = table.state
    assert len(state.hero_of_quest) == state.quests_planned, "4.2.9"
    assert table.result is not None
    assert sorted(place.seat for place in table.result.places) == list(range(1, n + 1))
    if n > 1:
        assert table.result.winners == (state.hero_of_quest[-1],), "QC-END-02"
    for seat in range(1, n + 1):
        assert list(table.game.moves(state, seat)) == []
    for lang in LANGUAGES:
        words = catalogue(lang, table.game.package)
        assert words.say(table.game.prompt(state, None))
        assert words.say(table.result.verdict(table.names))


def the_log_tells_the_same_game(table: Table) -> None:
    """Folded again from what the store keeps, the state is the same to the hash; and the luck is proven."""
    stored = [Entry.stored(entry.text, entry.sealed_text) for entry in table.entries]
    again = Table.fold(table.game, stored, table.packs)
    assert state_hash(again.state) == state_hash(table.state)
    assert again.result == table.result
    assert verify(stored).good


def test_every_setting_every_number_of_players_and_both_quests_are_among_them() -> None:
    """Whatever a table can choose was chosen by at least one of these games, for one player and for several."""
    plans = [(1 + seed % 6, some_options(seed)) for seed in range(100)]
    assert {n for n, _ in plans} == set(range(1, 7))
    for option in OPTIONS:
        if option.key in ("mode", "set"):
            continue
        chosen = {options[option.key] for n, options in plans if option.key != "rival" or n == 1}
        assert chosen >= set(option.choices), option.key
    campaigns = [n for n, options in plans if options["quests"] != 1]
    assert set(campaigns) == set(range(1, 7)), "a campaign of two quests or three plays both"
    assert any(options["decks"] == "physical" and options["dice"] == "physical" for _, options in plans)
