"""Questions about odds that need no table: a fight, a lock, a trap, and how far a roll reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.quest_circuit.contests import hero_shot
from companion.games.quest_circuit.odds import (
    Side,
    damage_at_least,
    expected_damage,
    fight_odds,
    open_odds,
    reach_odds,
    trap_odds,
)
from companion.moves import Field
from companion.queries import Answer, Query
from companion.words import Word

MOST_HEALTH, MOST_BONUS = 99, 20


def _number(query: str, name: str, low: int, high: int, default: int | None = None, *, optional: bool = False) -> Field:
    return Field(name, "int", Word(f"query.{query}.ask.{name}"), low, high, default=default, optional=optional)


def _bonus(query: str, name: str, default: int | None = None, *, optional: bool = False) -> Field:
    return _number(query, name, -MOST_BONUS, MOST_BONUS, default, optional=optional)


def _fight(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    """A hero against a monster; a Shot that is left out of the monster is no Shot value (QC-FIGHT-03, 04)."""
    me = Side(given["health"], given["attack"], hero_shot(given["shot"]))
    found = fight_odds(me, Side(given["monster_health"], given["monster_attack"], given["monster_shot"]))
    return (
        Answer("win", found.win),
        Answer("health_left", found.left, "number"),
        Answer("health_left_if_won", found.left_if_won, "number"),
        Answer("monster_left_if_lost", found.foe_left_if_lost, "number"),
        Answer("exchanges", found.exchanges, "number"),
        Answer("health_chances", found.mine_left, "chances"),
        Answer("monster_chances", found.theirs_left, "chances"),
        Answer("exact", found.exact, "flag"),
    )


def _lock(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    return (Answer("open", open_odds(given["level"], given["security"])),)


def _trap(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    level, security, health = (given[name] for name in ("level", "security", "health"))
    found = (
        Answer("evade", open_odds(level, security)),
        Answer("damage", expected_damage(level, security), "number"),
        Answer("damage_chances", trap_odds(level, security), "chances"),
    )
    return found if health is None else (*found, Answer("die", damage_at_least(level, security, health)))


def _reach(given: Mapping[str, Any]) -> tuple[Answer, ...]:
    return (Answer("reach", reach_odds(given["steps"], given["speed"])),)


QUERIES = (
    Query(
        "fight",
        (
            _number("fight", "health", 1, MOST_HEALTH),
            _number("fight", "monster_health", 1, MOST_HEALTH),
            _bonus("fight", "attack", 0),
            _bonus("fight", "monster_attack", 0),
            _bonus("fight", "shot", 0),
            _bonus("fight", "monster_shot", optional=True),
        ),
        _fight,
    ),
    Query("lock", (_bonus("lock", "level"), _bonus("lock", "security", 0)), _lock),
    Query(
        "trap",
        (
            _bonus("trap", "level"),
            _bonus("trap", "security", 0),
            _number("trap", "health", 1, MOST_HEALTH, optional=True),
        ),
        _trap,
    ),
    Query("reach", (_number("reach", "steps", 1, MOST_HEALTH), _bonus("reach", "speed", 0)), _reach),
)
