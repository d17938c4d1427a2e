"""Content out of merged records, validated whole: all that a card names is there, and each quest has its Goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.canonical import Plain
from companion.games.quest_circuit.content import (
    PRICES,
    Content,
    Gain,
    Hero,
    Item,
    Monster,
    Paid,
    Quest,
    QuestCard,
    Twist,
    Usable,
)
from companion.reading import read
from companion.refusals import Unreadable

KINDS: Mapping[str, Any] = {"heroes": Hero, "quests": Quest, "cards": QuestCard, "items": Item}


def read_content(records: Mapping[str, Mapping[str, Plain]], hash_: str) -> Content:
    """Content out of merged records, validated whole.

    Raises Unreadable naming kind, record and field: also for a name that nothing has, a quest without a Goal or with
    two, and a kind that is missing.
    """
    for kind in records:
        if kind not in KINDS:
            raise Unreadable("read.unknown", field=kind, known=", ".join(KINDS))
    tables: dict[str, dict[str, Any]] = {
        kind: {key: read(cls, record, f"{kind}.{key}") for key, record in records.get(kind, {}).items()}
        for kind, cls in KINDS.items()
    }
    content = Content(hash_, **tables)
    for kind in ("heroes", "quests"):
        if not tables[kind]:
            raise Unreadable("content.nothing", field=kind)
    _belongings(content)
    _goals(content)
    _complete(content)
    return content


def _belongings(content: Content) -> None:
    """Every card belongs to a quest that there is."""
    for kind, table in (("cards", content.cards), ("items", content.items)):
        for key, record in table.items():
            quest: str = record.quest
            if quest not in content.quests:
                raise _unknown(f"{kind}.{key}.quest", quest, content.quests)


def _goals(content: Content) -> None:
    """One Goal for each quest, and it completes the quest (QC-SETUP-04, QC-END-01)."""
    for quest in content.quests:
        goals = [key for key, card in content.cards.items() if card.goal and card.quest == quest]
        if len(goals) != 1:
            raise Unreadable(
                "content.goals", field=f"quests.{quest}", n=len(goals), got=", ".join(goals) or "–", mark="goal: true"
            )
        if not any(effect.completes_quest for effect in content.cards[goals[0]].effects):
            raise Unreadable("content.goal_completes", field=f"cards.{goals[0]}.effects", mark="completes_quest: true")


def _complete(content: Content) -> None:
    """Every effect says what its kind needs, and names only what there is."""
    for where, quest, doing in _doings(content):
        match doing:
            case Gain("unique", _, unique):
                _named_unique(content, f"{where}.unique", quest, unique)
            case Twist("boost", _, stat, lasts):
                for name, value in (("stat", stat), ("lasts", lasts)):
                    if value is None:
                        raise Unreadable("read.missing", field=f"{where}.{name}")
    for key, card in content.cards.items():
        if sum(isinstance(effect, Monster) for effect in card.effects) > 1:
            raise Unreadable("content.two_monsters", field=f"cards.{key}.effects")
        for number, effect in enumerate(card.effects, 1):
            if isinstance(effect, Paid) and not effect.cost.listed():
                raise Unreadable("content.no_cost", field=f"cards.{key}.effects.{number}.cost", known=PRICES)


def _named_unique(content: Content, where: str, quest: str, unique: str | None) -> None:
    if unique is None:
        raise Unreadable("read.missing", field=where)
    if unique not in content.stack(quest, "unique"):
        raise _unknown(where, unique, content.stack(quest, "unique"))


def _doings(content: Content) -> Iterator[tuple[str, str, Gain | Twist]]:
    """Everything that a card does: where it stands, whose quest it belongs to ("" for heroes), and what it is."""
    for key, hero in content.heroes.items():
        yield from _of_usable(f"heroes.{key}.power", "", hero.power)
    for key, item in content.items.items():
        yield from _of_usable(f"items.{key}.usable", item.quest, item.usable)
    for key, card in content.cards.items():
        for number, effect in enumerate(card.effects, 1):
            for name in ("loot", "reward", "does"):
                for at, gain in enumerate(getattr(effect, name, ()), 1):
                    yield f"cards.{key}.effects.{number}.{name}.{at}", card.quest, gain


def _of_usable(where: str, quest: str, usable: Usable | None) -> Iterator[tuple[str, str, Gain | Twist]]:
    for at, doing in enumerate(usable.does if usable is not None else (), 1):
        yield f"{where}.does.{at}", quest, doing


def _unknown(where: str, got: str, known: Any) -> Unreadable:
    return Unreadable("read.choice", field=where, choices=", ".join(sorted(known)) or "–", got=got[:40])
