"""The faces of the cards: quest cards, Items and Uniques, from their records, or blank to write on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.games.quest_circuit.card_texts import Said, item_text, quest_card_text, signed, slot_word
from companion.games.quest_circuit.content import Content, Effect, Gain, Item, Lock, Monster, Paid, QuestCard, Trap
from printables.faces.card import Kind, card_back, sentences
from printables.faces.codes import draw_card_code
from printables.faces.deck import Face
from printables.games.quest_circuit.small import (
    BELOW,
    FACTS,
    SMALL,
    Fact,
    draw_facts,
    draw_foot,
    draw_frame,
    draw_head,
    draw_says,
    draw_value,
)
from printables.imposition import Box
from printables.items import Order
from printables.pen import Pen

KINDS = {
    "monster": "beast", "neutral": "beast", "goal": "crown", "trap": "jaws", "lock": "lock", "terrain": "peaks",
    "paid": "shrine", "many": "jaws",
}  # fmt: skip
"""The icon of each kind of quest card."""

STATS = {
    "health": "heart", "mana": "drop", "attack": "sword", "shot": "target", "speed": "boot", "security": "key",
}  # fmt: skip
"""The icon of each value of a hero, on cards and sheets alike."""

SLOTS = {
    "melee": "sword", "armour": "shield", "ranged": "target", "boots": "boot", "tool": "key", "charm": "amulet",
    "companion": "paw", "free": "basket",
}  # fmt: skip
"""The icon of each slot, of companions, and of what takes no slot."""

DECKS = {"quest": "compass", "item": "basket", "unique": "gem"}
NO_SHOT = "–"


EMBLEMS = {"drowned-bell": "bell", "midnight-fair": "tent"}
"""The icon of a quest, by which its cards are sorted; any other quest has that of the Quest deck."""


def said(order: Order, parts: Sequence[Said]) -> str:
    """What a card says, a sentence a line; a number is never parted from what it is the number of."""
    return re.sub(r" (?=[+−\d])", "\u00a0", sentences([order.words.say(part) for part in parts]))


def emblem(quest: str) -> str:
    return EMBLEMS.get(quest, DECKS["quest"])


def back(order: Order, deck: str, quest: str) -> Face:
    """The back of a deck of a quest: the sets of quests are kept apart."""
    name, of = order.words(f"print.back.{deck}"), order.words.say(order.content.quests[quest].name)
    icon = emblem(quest) if deck == "quest" else DECKS[deck]
    return card_back(icon, name, f"{deck}-{quest}", stock=SMALL, under=of)


# quest cards


def kind_of(card: QuestCard) -> str:
    """What a quest card is, at a glance."""
    if card.goal:
        return "goal"
    first = card.effects[0]
    if len({effect.kind for effect in card.effects}) > 1:
        return "many"
    return "neutral" if isinstance(first, Monster) and first.neutral else first.kind


def facts_of(effect: Effect) -> list[Fact]:
    """The numbers of an effect."""
    match effect:
        case Monster():
            shot = NO_SHOT if effect.shot is None else signed(effect.shot)
            found = [("health", str(effect.health)), ("attack", signed(effect.attack)), ("shot", shot)]
            return [Fact(STATS[stat], text) for stat, text in found] + [Fact("star", str(effect.xp))]
        case Trap():
            return [Fact("jaws", signed(effect.level))]
        case Lock():
            return [Fact("lock", signed(effect.level))]
        case Paid():
            return [Fact("drop", str(effect.cost.mana))] if effect.cost.mana else []
        case _:
            return [fact for gain in effect.does for fact in _gained(gain)]


def _gained(gain: Gain) -> list[Fact]:
    found = {"heal": ("heart", f"+{gain.n}"), "lose": ("heart", f"−{gain.n}"), "xp": ("star", f"+{gain.n}")}
    found |= {"items": ("basket", f"+{gain.n}"), "mana": ("drop", f"+{gain.n}")}
    return [Fact(*found[gain.kind])] if gain.kind in found else []


def quest_face(order: Order, key: str, card: QuestCard) -> Face:
    content: Content = order.content
    field, kind = f"cards.{key}", kind_of(card)

    def draw(pen: Pen) -> None:
        words = order.words
        if card.goal:
            draw_frame(pen)
        mark = Kind(KINDS[kind], words(f"print.card.letter.{kind}"))
        draw_head(pen, field, mark, words(f"print.card.kind.{kind}"), words.say(card.name))
        facts = [fact for effect in card.effects for fact in facts_of(effect)]
        draw_facts(pen, facts, field)
        text = said(order, quest_card_text(content, card))
        code = _code(pen, order, "cards", key)
        draw_says(pen, text, emblem(card.quest), field, top=BELOW if facts else FACTS.y, code=code)
        quest = words.say(content.quests[card.quest].name)
        draw_foot(pen, words("print.card.foot.extra", quest=quest) if card.extra else quest, field)

    return Face(draw)


def _code(pen: Pen, order: Order, kind: str, key: str) -> Callable[[Box], bool] | None:
    """Draws the code of a card into a box, where cards carry codes."""
    return (lambda box: draw_card_code(pen, order, kind, key, box)) if order.codes else None


def blank_quest(order: Order) -> Face:
    """A monster of one's own: what is known is crossed out, the rest is written."""

    def draw(pen: Pen) -> None:
        words, field = order.words, "cards.blank"
        mark = Kind(KINDS["monster"], words("print.card.letter.monster"))
        draw_head(pen, field, mark, words("print.card.kind.blank"), None)
        icons = [STATS[stat] for stat in ("health", "attack", "shot")]
        draw_facts(pen, [Fact(icon, None) for icon in (*icons, "star")], field)
        draw_says(pen, None, KINDS["monster"], field)
        draw_foot(pen, words("print.card.foot.blank"), field)

    return Face(draw)


# Items and Uniques


def slot_of(item: Item) -> str:
    return item.slot or ("companion" if item.companion is not None else "free")


def item_face(order: Order, key: str, item: Item) -> Face:
    content: Content = order.content
    field, slot = f"items.{key}", slot_of(item)

    def draw(pen: Pen) -> None:
        words = order.words
        if item.deck == "unique":
            draw_frame(pen)
        mark = Kind(SLOTS[slot], words(f"print.card.slot.{slot}"))
        word = slot_word(item)
        what = words(f"print.card.kind.{slot}") if word is None else words.say(word)
        draw_head(pen, field, mark, what, words.say(item.name), room=6.4)
        draw_value(pen, NO_SHOT if item.value is None else str(item.value), f"{field}.value")
        facts = [Fact(STATS[stat], signed(n)) for stat, n in item.bonuses.listed()]
        draw_facts(pen, facts, field)
        text = said(order, item_text(content, item))
        code = _code(pen, order, "items", key)
        draw_says(pen, text, SLOTS[slot], field, top=BELOW if facts else FACTS.y, code=code)
        quest = words.say(content.quests[item.quest].name)
        draw_foot(pen, words(f"print.card.foot.{item.deck}", quest=quest), field)

    return Face(draw)


def blank_item(order: Order, deck: str) -> Face:
    """An Item or a Unique of one's own."""

    def draw(pen: Pen) -> None:
        words, field = order.words, f"{deck}.blank"
        if deck == "unique":
            draw_frame(pen)
        draw_head(pen, field, Kind(DECKS[deck], words(f"print.card.slot.{deck}")), words(f"print.back.{deck}"), None,
                  room=6.4)  # fmt: skip
        draw_value(pen, None, field)
        draw_facts(pen, [Fact(icon, None) for icon in STATS.values()], field)
        draw_says(pen, None, DECKS[deck], field)
        draw_foot(pen, words("print.card.foot.blank"), field)

    return Face(draw)
