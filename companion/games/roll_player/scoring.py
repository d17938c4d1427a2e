"""Final scoring: six categories, the solo star for gold, tie-breaks, ranks, advice (RP-SCORE, RP-TIE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from companion.canonical import Plain
from companion.games.roll_player.common import row_word
from companion.games.roll_player.content import ARMOR_SETS, ATTRIBUTES, Content
from companion.games.roll_player.criteria import judged
from companion.games.roll_player.hero import Hero, ScoreEntry, Weapon, read_hero
from companion.games.roll_player.inputs import inputs
from companion.games.roll_player.measures import attribute_score, class_color_dice, matches
from companion.games.roll_player.state import dice_on
from companion.scoring import Category, Line, Row, ScoreSheet, TieBreak
from companion.words import Text, Word, word

BACKSTORY_STARS = (0, 0, 1, 1, 3, 3, 6)
"""Stars by number of matches (RP-SCORE-06)."""

GOLD_PER_STAR = 8

RANKS = ((21, "npc"), (25, "mercenary"), (29, "adventurer"), (33, "luminary"), (37, "clan_leader"))
"""The highest total of each rank but the last (RP-SOLO-13)."""


def attribute_goals(hero: Hero) -> Line:
    """RP-SCORE-03."""
    points, because, near = 0, [], []
    close = _near_goal(hero)
    for at, row in enumerate(ATTRIBUTES):
        goal = hero.goals.get(row)
        if goal is None:
            continue
        score = attribute_score(hero, row)
        args = {"row": row_word(row), "score": score, "goal": goal.word, "stars": goal.stars}
        if goal.met(score):
            points += goal.stars
            because.append(Word("score.why.goal", args))
        elif row == close:
            points += goal.stars
            because.append(Word("score.why.near_goal", args))
        elif hero.sheet[at][-1] is not None:
            near.append(Word("score.near.goal", {**args, "n": abs(goal.distance(score))}))
    return Line(points, tuple(because), tuple(near))


def _near_goal(hero: Hero) -> str | None:
    """The row of the missed goal that a class ability counts as met: of those in full rows that are missed by little,
    the one of the most stars."""
    reach = sum(perk.amount for perk in hero.perks if perk.kind == "near_goal")
    best, stars = None, 0
    for row, goal in hero.goals.items() if reach else ():
        full = hero.sheet[ATTRIBUTES.index(row)][-1] is not None
        if full and goal.stars > stars and 0 < abs(goal.distance(attribute_score(hero, row))) <= reach:
            best, stars = row, goal.stars
    return best


def class_dice(hero: Hero) -> Line:
    count = class_color_dice(hero)
    if hero.class_color is None:
        return Line(0, near=(word("score.near.class"),))
    because = [word("score.why.class", n=count, color=Word(f"colour.{hero.class_color}.name"))]
    for perk in hero.perks:
        if perk.kind == "class_dice":
            more = min(perk.amount, sum(die.color == perk.color for die in dice_on(hero.sheet)))
            count += more
            because.append(word("score.why.class_also", n=more, color=Word(f"colour.{perk.color}.name")))
    return Line(count, tuple(because))


def alignment(hero: Hero) -> Line:
    """RP-SCORE-05."""
    if hero.grid is None:
        return Line(0, near=(word("score.near.alignment"),))
    value = hero.grid[hero.cell]
    return Line(value, (word("score.why.alignment", cell=Word(f"cell.{hero.cell}"), value=value),))


def backstory(hero: Hero) -> Line:
    if hero.targets is None:
        return Line(0, near=(word("score.near.backstory_unknown"),))
    count = matches(hero)
    stars = BACKSTORY_STARS[count]
    more = next((n for n in range(count + 1, 7) if BACKSTORY_STARS[n] > stars), None)
    near = () if more is None else (word("score.near.backstory", n=more - count, stars=BACKSTORY_STARS[more]),)
    return Line(stars, (word("score.why.backstory", n=count, stars=stars),), near)


def armor(hero: Hero) -> Line:
    """RP-SCORE-07, and the Tower Shield (RP-NOTE-13)."""
    points, because, near = 0, [], []
    for key in ARMOR_SETS:
        count = hero.armor.get(key, 0)
        if not count:
            continue
        stars = _set_stars(hero, key, count)
        args = {"set": hero.armor_sets[key].name, "n": count}
        if stars is None:
            near.append(Word("score.near.armor", args))
            continue
        bonus = _favoured(hero, key)
        points += stars + bonus
        because.append(Word("score.why.armor_favoured" if bonus else "score.why.armor", {**args, "stars": stars}))
    extra = _tower_shield(hero)
    if extra is not None:
        points += extra[1]
        because.append(word("score.why.tower_shield", set=hero.armor_sets[extra[0]].name, stars=extra[1]))
    return Line(points, tuple(because), tuple(near))


def _set_stars(hero: Hero, key: str, count: int) -> int | None:
    """Stars of so many cards of a set: as typed in for the cards the hero has, else by the set's table; None if nobody
    has said."""
    if key in hero.armor_stars and count == hero.armor.get(key, 0):
        return hero.armor_stars[key]
    table = hero.armor_sets[key].stars
    return None if table is None else table[count - 1]


def _favoured(hero: Hero, key: str) -> int:
    """1 if the set favours the hero's class; stars that were typed in include it already."""
    colors = hero.armor_sets[key].colors
    return int(key not in hero.armor_stars and colors is not None and hero.class_color in colors)


def _tower_shield(hero: Hero) -> tuple[str, int] | None:
    """The set where one more card (of a set that is begun and not complete) gives the most, and what it gives."""
    extra = sum(weapon.extra_armor for weapon in hero.weapons)
    best: tuple[str, int] | None = None
    for key in ARMOR_SETS if extra else ():
        count, armor_set = hero.armor.get(key, 0), hero.armor_sets[key]
        if not 0 < count < armor_set.size or armor_set.stars is None:
            continue
        gain = armor_set.stars[min(count + extra, armor_set.size) - 1] - armor_set.stars[count - 1]
        if best is None or gain > best[1]:
            best = (key, gain)
    return best if best is not None and best[1] > 0 else None


def traits(hero: Hero) -> Line:
    """RP-SCORE-08."""
    points, because, near = 0, [], []
    for trait in hero.traits:
        args = {"name": trait.name or Word("card.trait"), "stars": trait.stars}
        if trait.met:
            points += trait.stars
            because.append(Word("score.why.trait", args))
        else:
            near.append(Word("score.near.trait", args))
    return Line(points, tuple(because), tuple(near))


def gold(hero: Hero) -> Line:
    """RP-SCORE-09, RP-SOLO-12: in solo a star for every full 8 gold; otherwise gold only breaks ties."""
    if not hero.solo:
        return Line(0)
    stars = hero.gold // GOLD_PER_STAR
    missing = GOLD_PER_STAR - hero.gold % GOLD_PER_STAR
    return Line(stars, (word("score.why.gold", n=hero.gold, stars=stars),), (word("score.near.gold", n=missing),))


def _by_hand(key: str, count: Any) -> Any:
    """A category with the stars that the table gave by hand on top."""

    def counted(hero: Hero) -> Line:
        line: Line = count(hero)
        extra = hero.by_hand.get(key, 0)
        if not extra:
            return line
        return Line(line.points + extra, (*line.because, word("score.why.by_hand", stars=extra)), line.near)

    return counted


def best_discards(hero: Hero) -> tuple[tuple[Weapon, ...], int]:
    """The weapons that are better discarded before scoring, and the stars that brings (RP-END-03, RP-EX-70)."""
    base = SHEET.breakdown(hero).total
    best: tuple[tuple[Weapon, ...], int] = ((), 0)
    for chosen in _subsets(hero.weapons):
        gain = SHEET.breakdown(hero.without(chosen)).total - base
        if gain > best[1]:
            best = (chosen, gain)
    return best


def _subsets(weapons: tuple[Weapon, ...]) -> Iterator[tuple[Weapon, ...]]:
    for size in range(1, len(weapons) + 1):
        yield from combinations(weapons, size)


def advice(hero: Hero) -> tuple[Word, ...]:
    chosen, gain = best_discards(hero)
    return (word("advice.discard_weapon", weapons=[w.name for w in chosen], stars=gain),) if chosen else ()


def rank_key(total: int) -> str:
    """RP-SOLO-13."""
    return next((key for most, key in RANKS if total <= most), "true_hero")


def rank(hero: Hero, total: int) -> Word | None:
    return Word(f"rank.{rank_key(total)}") if hero.solo else None


def details(hero: Hero) -> dict[str, Plain]:
    """What the JSON of a hero shows besides its categories: the six attribute scores."""
    return {"attributes": {row: attribute_score(hero, row) for row in ATTRIBUTES}}


def _in_solo(options: Mapping[str, Plain]) -> bool:
    return options.get("mode") != "multi"


def set_names(content: Content) -> Mapping[str, Text]:
    """What the sets of armour are called, by the row of the pad."""
    return {key: found.name for key, found in content.armor.items()}


def hero_from(data: Mapping[str, Plain], content: Content) -> Hero:
    """A hero of a score file; traits that are only named are judged by what the file says of the hero."""
    return judged(read_hero(data, content), content)


SHEET = ScoreSheet(
    categories=(
        Category(
            "attribute_goals",
            _by_hand("attribute_goals", attribute_goals),
            rows=tuple(Row(row, boxes=("dice", "modifier", "score", "goal")) for row in ATTRIBUTES),
            rule="RP-SCORE-03",
        ),
        Category("class_dice", _by_hand("class_dice", class_dice), rule="RP-SCORE-04"),
        Category("alignment", _by_hand("alignment", alignment), digits=1, signed=True, rule="RP-SCORE-05"),
        Category(
            "backstory",
            _by_hand("backstory", backstory),
            rows=(Row("backstory", digits=1, boxes=("matches",)),),
            rule="RP-SCORE-06",
        ),
        Category(
            "armor",
            _by_hand("armor", armor),
            rows=tuple(Row(key, boxes=("cards", "table", "bonus")) for key in ARMOR_SETS),
            rule="RP-SCORE-07",
        ),
        Category(
            "traits",
            _by_hand("traits", traits),
            rows=(Row("traits", boxes=("trait",) * 6),),
            rule="RP-SCORE-08",
        ),
        Category("gold", _by_hand("gold", gold), rule="RP-SOLO-12", when=_in_solo),
    ),
    read=hero_from,
    record=ScoreEntry,
    headings=(Row("name", kind="text"), Row("race", kind="text"), Row("class", kind="text")),
    facts=(Row("gold_left"), Row("class_color_dice")),
    tie_breaks=(
        TieBreak("gold_left", lambda hero: int(hero.gold), "most", "RP-TIE-02"),
        TieBreak("class_color_dice", class_color_dice, "fewest", "RP-TIE-03"),
    ),
    inputs=inputs,
    advice=advice,
    rank=rank,
    details=details,
    unit="stars",
    names=set_names,
)
