"""Exact odds of fights, locks, traps and moves: the fractions of the specification, icepool, and a Markov chain."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import icepool
import pytest

from companion.games.quest_circuit import odds
from companion.games.quest_circuit.contests import hero_shot, melee, ranged
from companion.games.quest_circuit.odds import (
    FightOdds,
    Side,
    damage_at_least,
    expected_damage,
    fight_odds,
    melee_odds,
    open_odds,
    ranged_ways,
    reach_odds,
    trap_odds,
)
from companion.games.quest_circuit.ring import steps_to

F = Fraction
DICE = [(mine, theirs) for mine in range(1, 7) for theirs in range(1, 7)]


def fight(health: int, foe: int, attack: int, against: int, shot: int = 0, foe_shot: int | None = None) -> FightOdds:
    """H, M, A, B, s, t of section 6.3; the Shot of the hero is a sum of bonuses."""
    return fight_odds(Side(health, attack, hero_shot(shot)), Side(foe, against, foe_shot))


# the fractions of the specification


@pytest.mark.parametrize(
    ("given", "win", "left"),
    [
        pytest.param((1, 1, 0, 0), F(1, 2), F(1, 2), id="QC-EX-23"),
        pytest.param((2, 1, 0, 0), F(7, 12), F(13, 12), id="QC-EX-24"),
        pytest.param((2, 2, 0, 0), F(1, 2), F(11, 12), id="QC-EX-25"),
        pytest.param((1, 1, 1, 0), F(21, 31), F(21, 31), id="QC-EX-26"),
        pytest.param((2, 2, 1, 0), F(21189, 29791), F(39510, 29791), id="QC-EX-27"),
        pytest.param((3, 3, 1, 0), F(21488523, 28629151), F(56002497, 28629151), id="QC-EX-28"),
        pytest.param((3, 2, 0, 0), F(1259, 2160), F(3239, 2160), id="QC-EX-29"),
        pytest.param((5, 3, 1, 0), F(24592368276, 27512614111), 3.682524, id="QC-EX-30"),
        pytest.param((4, 3, 0, 0, 1, 0), F(190463, 279936), F(641633, 279936), id="QC-EX-31"),
        pytest.param((5, 4, 1, 1, 1, 0), F(1672854659, 2519424000), 2.601333, id="QC-EX-32"),
        pytest.param((5, 4, 1, 1, 1, None), F(594611003, 839808000), 2.889491, id="QC-EX-33"),
        pytest.param((5, 4, 1, 1, 0, 0), F(416388169, 839808000), 1.611392, id="QC-EX-34"),
        pytest.param((3, 3, 4, 0), F(11358375, 11358856), None, id="QC-EX-35"),
        pytest.param((4, 6, 6, 1), F(1), F(4), id="QC-EX-36"),
        pytest.param((3, 3, 0, 5), F(0), F(0), id="QC-EX-37"),
        pytest.param(
            (9, 12, 4, 3, 2),
            F(3536025628314270110131865648669, 4030743172914493692216855609606),
            5.422828,
            id="QC-EX-38",
        ),
        pytest.param((9, 7, 4, 3, 2), F(809178443523078355213117, 844749431706408693478236), 6.959924, id="QC-EX-39"),
    ],
)
def test_a_fight_of_section_6_3(given: tuple[int, ...], win: Fraction, left: Fraction | float | None) -> None:
    found = fight(*given)
    assert found.exact
    assert found.win == win
    if isinstance(left, float):
        assert float(found.left) == pytest.approx(left, abs=5e-7)
    elif left is not None:
        assert found.left == left


def test_QC_EX_25_what_is_left_is_hand_checkable() -> None:
    found = fight(2, 2, 0, 0)
    assert found.mine_left == {2: F(5, 12), 1: F(1, 12)}
    assert found.theirs_left == {2: F(5, 12), 1: F(1, 12)}
    assert found.foe_at_most(0) == found.win
    assert found.foe_at_most(1) == F(7, 12)
    assert found.foe_at_most(2) == 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((1, 1, 0), F(6, 5)),
        ((2, 1, 0), F(7, 5)),
        ((2, 2, 0), F(5, 3)),
        ((3, 2, 0), F(193, 100)),
        ((3, 3, 0), F(10207, 4500)),
        ((1, 1, 1), F(36, 31)),
        ((2, 2, 1), F(47484, 29791)),
    ],
)
def test_expected_exchanges_with_ties_of_section_6_3(given: tuple[int, int, int], expected: Fraction) -> None:
    assert melee_odds(*given).exchanges == expected


def test_QC_EX_02_the_ranged_exchange_of_plus_one_against_plus_zero() -> None:
    ways = ranged_ways(1, 0)
    assert sum(ways.values()) == 36
    assert F(sum(n for x, n in ways.items() if x > 0), 36) == F(7, 12)
    assert F(ways[0], 36) == F(5, 36)
    assert F(sum(n for x, n in ways.items() if x < 0), 36) == F(5, 18)
    assert F(sum(x * n for x, n in ways.items() if x > 0), 36) == F(14, 9)
    assert F(sum(-x * n for x, n in ways.items() if x < 0), 36) == F(5, 9)
    assert F(ways[3], 36) == F(1, 9)


NO_SHOT = {
    5: (0.0006, 0.0219, 0.1788, 0.5311, 0.8265),
    7: (0.0012, 0.0404, 0.2843, 0.7021, 0.9398),
    9: (0.0021, 0.0650, 0.3937, 0.8223, 0.9812),
    12: (0.0042, 0.1128, 0.5488, 0.9246, 0.9971),
}
SHOT_2 = {
    5: (0.0123, 0.0861, 0.3289, 0.6933, 0.9260),
    7: (0.0188, 0.1294, 0.4504, 0.8213, 0.9780),
    9: (0.0264, 0.1763, 0.5595, 0.9012, 0.9937),
    12: (0.0402, 0.2531, 0.6953, 0.9616, 0.9991),
}


@pytest.mark.parametrize(("shot", "grid"), [(0, NO_SHOT), (2, SHOT_2)])
def test_the_grid_of_section_6_4(shot: int, grid: dict[int, tuple[float, ...]]) -> None:
    for health, row in grid.items():
        found = [round(float(fight(health, 10, attack, 2, shot, 0).win), 4) for attack in range(5)]
        assert found == list(row)


N = range(-5, 7)
SUCCESS = [F(n, 36) for n in (36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)]
DAMAGE = [F(0), F(1, 36), F(1, 9), F(5, 18), F(5, 9), F(35, 36), F(14, 9), F(41, 18), F(28, 9), F(145, 36), F(5), F(6)]


@pytest.mark.parametrize(("n", "success", "damage"), list(zip(N, SUCCESS, DAMAGE, strict=True)))
def test_the_table_of_section_5_3(n: int, success: Fraction, damage: Fraction) -> None:
    for security in (-2, 0, 3):
        assert open_odds(n + security, security) == success
        assert expected_damage(n + security, security) == damage
        assert trap_odds(n + security, security).get(0, F(0)) == success


def test_QC_EX_40_a_lock_one_above_the_security() -> None:
    assert open_odds(2, 1) == F(5, 12)


def test_QC_EX_41_a_trap_two_above_the_security() -> None:
    assert open_odds(3, 1) == F(5, 18)
    assert expected_damage(3, 1) == F(41, 18)
    assert damage_at_least(3, 1, 3) == F(5, 12)
    assert sum(trap_odds(3, 1).values()) == 1


def test_QC_EX_42_a_cell_five_steps_ahead_with_speed_one() -> None:
    assert reach_odds(5, 1) == F(1, 2)


def test_QC_EX_43_empty_cells_bring_the_sixth_cell_to_step_three() -> None:
    steps = steps_to(7, 13, 20, empty={10, 11, 12})
    assert steps == 3
    assert reach_odds(steps, 0) == F(2, 3)


def test_a_cell_is_never_reached_with_more_than_certainty_and_never_with_less_than_nothing() -> None:
    assert reach_odds(1, 0) == reach_odds(1, 7) == 1
    assert reach_odds(7, 0) == reach_odds(12, 2) == 0


# an independent calculator, and a chain solved by hand


def icepool_fight(health: int, foe: int, advantage: int, shot: int | None, foe_shot: int | None) -> icepool.Die:
    """The end of a fight as icepool finds it, by mapping its own dice again and again."""
    two = icepool.tupleize(icepool.d6, icepool.d6)

    def hurt(state: tuple[int, int], x: int) -> tuple[int, int]:
        h, m = state
        return (h, max(0, m - x)) if x > 0 else (max(0, h + x), m)

    def exchange(h: int, m: int) -> icepool.Die:
        if h == 0 or m == 0:
            return icepool.Die([(h, m)])
        return (icepool.d6 - icepool.d6 + advantage).map(lambda x: hurt((h, m), x))

    # Begun from one state at a time: begun from several of which some have ended, its chain miscounts (2.1.3).
    shots = two.map(lambda a, b: hurt((health, foe), ranged(a, b, shot, foe_shot)), star=True)
    return shots.map(lambda h, m: icepool.Die([(h, m)]).map(exchange, star=True, repeat="inf"), star=True)


@pytest.mark.parametrize("seed", range(12))
def test_a_fight_is_what_icepool_says(seed: int) -> None:
    random = Random(seed)
    health, foe, advantage = random.randint(1, 5), random.randint(1, 5), random.randint(-3, 4)
    shot, foe_shot = random.choice((None, 1, 2)), random.choice((None, 0, 2))

    found = fight_odds(Side(health, advantage, shot), Side(foe, 0, foe_shot))

    end = icepool_fight(health, foe, advantage, shot, foe_shot)
    hers = {state: end.probability(state) for state in end.outcomes()}
    ours = {(n, 0): p for n, p in found.mine_left.items()} | {(0, n): p for n, p in found.theirs_left.items()}
    assert ours == hers


def chain_win(health: int, foe: int, attack: int, against: int) -> tuple[Fraction, Fraction]:
    """The chance to win and the expected exchanges of a melee: the equations of every state, ties left in, solved by
    elimination. Nothing is known of the order of states, of margins or of denominators."""
    states = [(h, m) for h in range(1, health + 1) for m in range(1, foe + 1)]
    rows: list[list[Fraction]] = []
    for h, m in states:
        row = [F(int(other == (h, m))) for other in states] + [F(0), F(1)]
        for mine, theirs in DICE:
            x = melee(mine, theirs, attack, against)
            to = (h, m - x) if x > 0 else (h + x, m)
            if to in states:
                row[states.index(to)] -= F(1, 36)
            elif to[1] <= 0:
                row[-2] += F(1, 36)
        rows.append(row)
    for at in range(len(states)):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(states)):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    last = rows[states.index((health, foe))]
    return last[-2], last[-1]


@pytest.mark.parametrize("advantage", range(-4, 5))
def test_a_melee_is_the_solution_of_its_markov_chain(advantage: int) -> None:
    for health, foe in ((1, 1), (2, 3), (4, 2)):
        found = melee_odds(health, foe, advantage)
        assert (found.win, found.exchanges) == chain_win(health, foe, advantage, 0)


@pytest.mark.parametrize("seed", range(20))
def test_everything_adds_up_and_the_other_side_sees_the_same_fight(seed: int) -> None:
    random = Random(seed)
    me = Side(random.randint(1, 12), random.randint(-2, 5), random.choice((None, 0, 1, 3)))
    foe = Side(random.randint(1, 12), random.randint(-2, 5), random.choice((None, 0, 1, 3)))
    found, turned = fight_odds(me, foe), fight_odds(foe, me)
    assert sum(found.mine_left.values()) + sum(found.theirs_left.values()) == 1
    assert found.mine_left == turned.theirs_left
    assert found.exchanges == turned.exchanges
    assert found.left == sum(n * p for n, p in found.mine_left.items())


# what is left, and large fights


def test_what_is_left_in_one_case_is_none_where_that_never_happens() -> None:
    sure, lost = fight(4, 6, 6, 1), fight(3, 3, 0, 5)
    assert (sure.left_if_won, sure.foe_left_if_lost) == (4, None)
    assert (lost.left_if_won, lost.foe_left_if_lost) == (None, 3)
    assert fight(2, 1, 0, 0).left_if_won == F(13, 7)


def test_one_point_of_attack_is_worth_more_than_one_of_health() -> None:
    assert fight(5, 10, 3, 2).win > fight(9, 10, 2, 2).win


def test_a_side_without_health_does_not_fight() -> None:
    for me, foe in ((Side(0, 1), Side(1, 1)), (Side(1, 1), Side(0, 1))):
        with pytest.raises(ValueError, match="Health"):
            fight_odds(me, foe)


@pytest.mark.parametrize(
    ("me", "foe"), [((12, 1, 2), (9, 2, 0)), ((9, 3, None), (12, 0, None)), ((4, 6, 1), (6, 0, 0))]
)
def test_floats_agree_with_what_is_exact(
    monkeypatch: pytest.MonkeyPatch, me: tuple[int, int, int | None], foe: tuple[int, int, int | None]
) -> None:
    exact = fight_odds.__wrapped__(Side(*me), Side(*foe))
    monkeypatch.setattr(odds, "EXACT", 0)
    rough = fight_odds.__wrapped__(Side(*me), Side(*foe))
    assert (exact.exact, rough.exact) == (True, False)
    for name in ("win", "left", "exchanges", "left_if_won"):
        assert float(getattr(rough, name)) == pytest.approx(float(getattr(exact, name)), rel=1e-12)
    assert {n: pytest.approx(float(p)) for n, p in exact.mine_left.items()} == rough.mine_left


def test_beyond_twenty_health_a_side_the_odds_say_that_they_are_rounded() -> None:
    assert fight(20, 20, 1, 1).exact
    found = fight(21, 20, 1, 1)
    assert not found.exact
    assert 0.5 < found.win < 0.6
