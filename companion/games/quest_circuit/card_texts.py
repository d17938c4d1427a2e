"""What cards say, made from their data: the text on a phone or a printed card cannot differ from what the rules do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.quest_circuit.content import (
    Content,
    Cost,
    Effect,
    Gain,
    Hero,
    Item,
    Lock,
    Monster,
    Paid,
    QuestCard,
    Terrain,
    Trap,
    Twist,
    Usable,
)
from companion.words import Text, Word

Said = Word | Text


def signed(n: int) -> str:
    """A value as a card shows it: +0 says something else than nothing (QC-FIGHT-03)."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def hero_text(content: Content, hero: Hero) -> tuple[Said, ...]:
    """What a hero card says: innate bonuses, then the power, a sentence each."""
    found: list[Said] = list(_bonuses("text.innate", hero.bonuses.listed()))
    if hero.power is not None:
        found += usable_text(content, hero.power)
    return (*found, *_own(hero.text))


def quest_card_text(content: Content, card: QuestCard) -> tuple[Said, ...]:
    """What a quest card says, effect by effect."""
    found: list[Said] = [said for effect in card.effects for said in effect_text(content, effect)]
    if card.permanent:
        found.append(Word("text.permanent"))
    return (*found, *_own(card.text))


def effect_text(content: Content, effect: Effect) -> tuple[Said, ...]:
    """What one effect of a quest card says, a sentence each."""
    found: list[Said] = list(_effect(content, effect))
    if effect.completes_quest:
        found.append(Word("text.completes"))
    return (*found, *_own(effect.text))


def item_text(content: Content, item: Item) -> tuple[Said, ...]:
    """What an Item or a Unique says: bonuses, companion, use and value, a sentence each."""
    found: list[Said] = list(_bonuses("text.bonuses", item.bonuses.listed()))
    if item.companion is not None:
        found.append(Word("text.companion", {"health": item.companion.health, "mana": item.companion.mana}))
    if item.usable is not None:
        found += usable_text(content, item.usable)
    found.append(Word("text.worthless") if item.value is None else Word("text.value", {"n": item.value}))
    return (*found, *_own(item.text))


def slot_word(item: Item) -> Word | None:
    """Where a card is worn; None for one that takes no slot."""
    return None if item.slot is None else Word(f"slot.{item.slot}")


def usable_text(content: Content, usable: Usable) -> tuple[Word, ...]:
    """What a power or a card can be used for: when, what for, and how often."""
    when = Word(f"text.when.{usable.timing}")
    args: dict[str, Any] = {"when": when, "does": [doing_word(content, doing) for doing in usable.does]}
    found = [Word("text.use", args)]
    if usable.cost.listed():
        found = [Word("text.use_paid", {**args, "cost": cost_words(usable.cost)})]
    if usable.per is not None:
        found.append(Word(f"text.per.{usable.per}"))
    if usable.single_use:
        found.append(Word("text.single_use"))
    return tuple(found)


def doing_word(content: Content, doing: Gain | Twist) -> Word:
    """What happens to a hero, or to dice and values, as a phrase."""
    if isinstance(doing, Gain):
        return gain_word(content, doing)
    args: dict[str, Any] = {"n": doing.n}
    if doing.kind != "boost":
        return Word(f"text.twist.{doing.kind}", args)
    return Word(f"text.boost.{doing.lasts}", {**args, "stat": Word(f"stat.{doing.stat}")})


def gain_word(content: Content, gain: Gain) -> Word:
    """What a hero gets or loses, as a phrase."""
    name = content.items[gain.unique].name if gain.unique is not None else ""
    return Word(f"text.gain.{gain.kind}", {"n": gain.n, "card": name})


def cost_words(cost: Cost) -> list[Word]:
    """What is to be paid, a phrase each."""
    return [Word(f"text.cost.{what}", {"n": n}) for what, n in cost.listed()]


def _effect(content: Content, effect: Effect) -> Iterator[Word]:
    match effect:
        case Monster():
            yield _monster(effect)
            yield from _reward("text.beaten", content, _with_xp(effect.xp, effect.loot))
        case Lock():
            yield Word("text.lock", {"level": signed(effect.level)})
            yield from _reward("text.opened", content, effect.reward)
        case Trap():
            yield Word("text.trap", {"level": signed(effect.level)})
            yield from _reward("text.evaded", content, _with_xp(effect.xp, ()))
        case Terrain():
            yield from _reward("text.terrain", content, effect.does)
        case Paid():
            does = [gain_word(content, gain) for gain in effect.does]
            yield Word("text.paid", {"cost": cost_words(effect.cost), "does": does})


def _monster(monster: Monster) -> Word:
    kind = "neutral" if monster.neutral else "monster"
    args: dict[str, Any] = {"health": monster.health, "attack": signed(monster.attack)}
    if monster.shot is None:
        return Word(f"text.{kind}.plain", args)
    return Word(f"text.{kind}.shoots", {**args, "shot": signed(monster.shot)})


def _with_xp(xp: int, gains: tuple[Gain, ...]) -> tuple[Gain, ...]:
    return (Gain("xp", xp), *gains) if xp else gains


def _reward(key: str, content: Content, gains: Iterable[Gain]) -> Iterator[Word]:
    does = [gain_word(content, gain) for gain in gains]
    if does:
        yield Word(key, {"does": does})


def _bonuses(key: str, listed: tuple[tuple[str, int], ...]) -> Iterator[Word]:
    parts = [Word("text.bonus", {"stat": Word(f"stat.{stat}"), "n": signed(n)}) for stat, n in listed]
    if parts:
        yield Word(key, {"parts": parts})


def _own(text: Text | None) -> tuple[Text, ...]:
    return () if text is None else (text,)
