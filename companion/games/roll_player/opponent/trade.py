"""The Market phase: what cards are worth to a player, what to buy, and what to throw away for gold."""

from __future__ import annotations

from collections.abc import Callable

from companion.flow import Ask
from companion.games.roll_player.common import stepped
from companion.games.roll_player.content import ANY_CARD, ATTRIBUTES, Criterion, MarketCard
from companion.games.roll_player.legal import buyable
from companion.games.roll_player.market import DISCARD_GOLD, known_arrow, purchases
from companion.games.roll_player.moves import Attune, Buy, DiscardForGold, EndMarket, SkipAttune
from companion.games.roll_player.opponent.beliefs import Level, weights
from companion.games.roll_player.opponent.options import Terms, Weighed, option, plain, weighed
from companion.games.roll_player.opponent.outlook import Outlook
from companion.games.roll_player.opponent.tables import LOWEST, at_least, cell_stars, row_table
from companion.games.roll_player.perks import discount
from companion.games.roll_player.solo import OPPONENT
from companion.games.roll_player.state import SLOTS, Player, State
from companion.odds import FACES

ROUNDS = 12
"""Rounds of the longest game: what lasts for a whole game is written down for so many."""


# what a card is worth


def card_stars(state: State, outlook: Outlook, card: str) -> Terms:
    """What owning a market card brings this player, by category; its price is not in it."""
    record = state.content.card(card)
    if record is None:
        return {"cards": weights().blind["stars"]}
    if record.cost is None and record.type != "armor":
        return {"cards": -weights().blind["stars"]}  # nobody can say what it does
    return _KINDS[record.type](state, outlook, card, record)


def _armor(state: State, outlook: Outlook, card: str, record: MarketCard) -> Terms:
    """The stars of the set with one card more, and a part of what its next cards would add (RP-SCORE-07)."""
    key = record.set or "chain"
    armor, count = state.content.armor[key], sum(c.set == key for c in outlook.player.armors)
    stars = armor.stars or tuple(range(1, armor.size + 1))
    if count >= armor.size:
        return {"cards": 0.0}
    gain = stars[count] - (stars[count - 1] if count else 0)
    if not count and outlook.has.color in (armor.colors or ()):
        gain += 1
    later = stars[min(count + 2, armor.size) - 1] - stars[count]
    return {"cards": gain + weights().armor_ahead * later * min(outlook.left / ROUNDS, 1.0)}


def _weapon(state: State, outlook: Outlook, card: str, record: MarketCard) -> Terms:
    """What it adds to the rows (it may always be thrown away), to purchases and to armour (RP-SCORE-02)."""
    rows = 0.0
    for at, row in enumerate(ATTRIBUTES):
        by = record.per_row.get(row, 0) + SLOTS * record.per_die.get(row, 0)  # type: ignore[call-overload]  # rows are the literal
        by += sum(record.per_die.get(die.color, 0) for die in outlook.dice[at])
        if by:
            rows += outlook.turned(at, by)
    cheaper = weights().discount * record.discount * outlook.left
    lasting = sum([weights().perks[perk.kind] for perk in record.perks]) * min(outlook.left / ROUNDS, 1.0)
    return {"goals": max(rows, 0.0), "cards": cheaper + lasting + _shield(state, outlook, record)}


def _shield(state: State, outlook: Outlook, record: MarketCard) -> float:
    best = 0.0
    for key, armor in state.content.armor.items() if record.extra_armor else ():
        count = sum(card.set == key for card in outlook.player.armors)
        if 0 < count < armor.size and armor.stars is not None:
            best = max(best, armor.stars[min(count + record.extra_armor, armor.size) - 1] - armor.stars[count - 1])
    return float(best)


def _skill(state: State, outlook: Outlook, card: str, record: MarketCard) -> Terms:
    """What its effect brings in the rounds to come; the fewer are left, the less."""
    kind = record.effect.kind if record.effect is not None else "other"
    worth = weights().skills.get(kind, weights().skills["other"])
    shares = len(outlook.player.skills) + 1  # one of them is refreshed in a round (RP-SKILL-06)
    return {"cards": worth * min(outlook.left / ROUNDS, 1.0) / shares**0.5}


def _trait(state: State, outlook: Outlook, card: str, record: MarketCard) -> Terms:
    """Its stars by the chance that the criterion will be met, and the step of its arrow (RP-ALIGN-03)."""
    arrow, cell = known_arrow(state, card), outlook.player.alignment_pos
    to = stepped(cell, arrow) if arrow is not None else None
    step = outlook.step(to) if to is not None else 0.0
    chance = chance_of(outlook, record.criterion) if record.criterion is not None else weights().unforeseen
    stars = record.stars or 0
    return {"cards": stars * chance if stars > 0 else 0.0, "alignment": step}


_KINDS: dict[str, Callable[[State, Outlook, str, MarketCard], Terms]] = {
    "armor": _armor,
    "weapon": _weapon,
    "skill": _skill,
    "trait": _trait,
}


# will a criterion be met?


def chance_of(outlook: Outlook, test: Criterion) -> float:
    """How likely the criterion of a trait is met at the end, as the opponent believes."""
    maker = _CRITERIA.get(test.kind)
    return maker(outlook, test) if maker is not None else weights().unforeseen


def _within(count: int, tries: int, chance: float, test: Criterion) -> float:
    """The chance that a number which grows by chance ends inside the limits."""
    enough = at_least((test.least or 0) - count, tries, chance)
    return enough - (at_least(test.most + 1 - count, tries, chance) if test.most is not None else 0.0)


def _row_sum(outlook: Outlook, test: Criterion) -> float:
    """As the row is likely to end, which its goal has a say in: a wish against the goal is seldom granted."""
    row = ATTRIBUTES.index(test.row or "STR")
    score = outlook.sums[row] + LOWEST
    faces = sum(die.face or 0 for die in outlook.dice[row])
    plus = faces - score + (outlook.player.modifiers.get(ATTRIBUTES[row], 0) if test.score else 0)
    low, high = test.least if test.least is not None else -99, test.most
    chance = row_table(((low, high, 1, plus),)).lines(outlook.left)[outlook.empty[row]][outlook.sums[row]]
    goal = (outlook.player.goals or {}).get(ATTRIBUTES[row])
    if goal is None:
        return chance
    agree = goal.low + plus <= (99 if high is None else high) and low <= (99 if goal.high is None else goal.high + plus)
    return chance if agree else chance * (1 - 0.25 * outlook.empty[row])


def _faces(outlook: Outlook, test: Criterion) -> float:
    rows = _rows(outlook, test)
    count = sum(die.face == test.face for row in rows for die in outlook.dice[row])
    return _within(count, sum(outlook.empty[row] for row in rows), 0.2, test)


def _color(outlook: Outlook, test: Criterion) -> float:
    rows = _rows(outlook, test)
    count = sum(die.color == test.color for row in rows for die in outlook.dice[row])
    return _within(count, sum(outlook.empty[row] for row in rows), 0.2, test)


def _rows(outlook: Outlook, test: Criterion) -> range:
    return range(len(ATTRIBUTES)) if test.row is None else range(at := ATTRIBUTES.index(test.row), at + 1)


def _coins(outlook: Outlook, test: Criterion) -> float:
    """A player has a hand in that; with no round to come it is as it is."""
    met = (test.least or 0) <= outlook.player.gold and (test.most is None or outlook.player.gold <= test.most)
    share = min(outlook.left / 4, 1.0)
    return share * 0.6 + (1 - share) * met


def _cells(outlook: Outlook, test: Criterion) -> float:
    return cell_stars(tuple(int(cell in test.cells) for cell in range(9)))[outlook.left][outlook.player.alignment_pos]


def _owned(what: str) -> Callable[[Outlook, Criterion], float]:
    def chance(outlook: Outlook, test: Criterion) -> float:
        return _within(len(getattr(outlook.player, what)), min(outlook.left, 8), 0.12, test)

    return chance


def _goals_met(outlook: Outlook, test: Criterion) -> float:
    """Each row by itself: the distribution of how many goals are met."""
    chances, counts = [], [1.0]
    for at, row in enumerate(ATTRIBUTES):
        goal = (outlook.player.goals or {}).get(row)
        stars = goal.stars if goal is not None else 0
        reached = outlook.lines[at][outlook.empty[at]][outlook.sums[at]] / stars if stars else 0.0
        chances.append(min(max(reached, 0.0), 1.0))
    for chance in chances:
        counts = [
            (counts[n] * (1 - chance) if n < len(counts) else 0.0) + (counts[n - 1] * chance if n else 0.0)
            for n in range(len(counts) + 1)
        ]
    high = len(counts) - 1 if test.most is None else test.most
    return sum(counts[max(test.least or 0, 0) : high + 1])


_CRITERIA: dict[str, Callable[[Outlook, Criterion], float]] = {
    "row_sum": _row_sum,
    "faces": _faces,
    "color": _color,
    "coins": _coins,
    "alignment": _cells,
    "skills": _owned("skills"),
    "weapons": _owned("weapons"),
    "armor": _owned("armors"),
    "goals_met": _goals_met,
}


# the market turn


def price(state: State, outlook: Outlook, player: Player, card: str) -> tuple[int, int] | None:
    """What the card costs this player in gold and tokens, the fewest coins; None if it cannot be paid, or is nothing
    to be bought unread."""
    record = state.content.card(card)
    kind = None if record is None else record.type
    if record is not None and record.cost is not None:
        if kind == "weapon" and not buyable(state, player, card):
            return None
        cost = record.cost
    elif record is not None and kind != "armor":
        return None
    else:
        cost = int(weights().blind["cost"])
    off = outlook.has.discounts.get(kind)
    if off is None:
        off = outlook.has.discounts[kind] = discount(state, player, card)
    due = max(0, cost - off)
    tokens = min(player.charisma_tokens, due)
    return (due - tokens, tokens) if due - tokens <= player.gold else None


def buys(state: State, outlook: Outlook) -> list[Weighed]:
    """Every purchase that can be paid, and what it brings beyond its price."""
    player, found = state.player(outlook.player.seat), list[Weighed]()
    if player.bought >= purchases(state, player):
        return found
    known: dict[str, tuple[float, Terms, tuple[int, int]] | None] = {}
    for place in state.market:
        card = place.card
        if card not in known:
            known[card] = _bought(state, outlook, player, card)
        sale = known[card]
        if sale is not None:
            worth, terms, due = sale
            found.append((worth, Buy, (place.place, *due), terms))
    return found


def _bought(state: State, outlook: Outlook, player: Player, card: str) -> tuple[float, Terms, tuple[int, int]] | None:
    """What a card brings beyond its price, in sum and in parts, and its price; None if it cannot be bought."""
    due = price(state, outlook, player, card)
    if due is None:
        return None
    terms = card_stars(state, outlook, card)
    terms["gold"] = outlook.purse(-due[0])
    return sum(terms.values()), terms, due


def market(state: State, outlook: Outlook, level: Level) -> list[Weighed]:
    """Buy one card, or discard one for 2 gold (RP-MARKET-02); what the others would have liked is thrown away first."""
    found = buys(state, outlook)
    if state.player(outlook.player.seat).bought:
        return [*found, plain(EndMarket)]
    gold = outlook.purse(DISCARD_GOLD)
    if state.has("friendly_market"):
        return [*found, option(gold, "gold", DiscardForGold)]
    liked = _liked(state, outlook.player.seat, level)
    for place in state.market:
        if place.place in liked:
            found.append(weighed({"gold": gold, "denial": liked[place.place]}, DiscardForGold, place.place))
        else:
            found.append(option(gold, "gold", DiscardForGold, place.place))
    return found


def _liked(state: State, seat: int, level: Level) -> dict[str, float]:
    """What the best card is worth to the next buyer, beyond the second best: what throwing it away takes from them."""
    if not level.denial or state.n == 1:
        return {}
    later = [p for p in state.players if p.seat != seat and not p.market_turn_done and p.held_initiative is not None]
    if not later:
        return {}
    player = min(later, key=lambda p: p.held_initiative or 0)
    found = sorted(buys(state, Outlook.of(state, player.seat)), key=lambda o: -o[0])
    if not found:
        return {}
    second = max(found[1][0], 0.0) if len(found) > 1 else 0.0
    best, _, args, _ = found[0]
    return {args[0]: level.denial * max(best - second, 0.0)}


def market_loss(state: State, outlook: Outlook) -> dict[int, float]:
    """What each initiative card costs in the market turn: alone by the opponent die (RP-SOLO-06), among others by those
    who buy before (RP-MARKET-01)."""
    first, second = 0.0, 0.0
    for worth, *_ in buys(state, outlook):
        if worth > first:
            first, second = worth, first
        elif worth > second:
            second = worth
    if first == second:
        return {}
    seat, missed = outlook.player.seat, first - second
    return {card.number: missed * _lost(state, seat, card.number) for card in state.initiative if card.holder is None}


def _lost(state: State, seat: int, number: int) -> float:
    """The chance that the best card is gone when it is this player's turn."""
    if state.solo:
        size = len(state.market) or 1
        return sum(at is not None for at in OPPONENT[number]) / FACES / size if number in OPPONENT else 0.0
    before, others = 0.0, [p for p in state.players if p.seat != seat]
    free = [card.number for card in state.initiative if card.holder is None and card.number != number]
    for player in others:
        if player.held_initiative is not None:
            before += player.held_initiative < number
        elif free:
            before += sum(other < number for other in free) / len(free)
    return min(before, 1.0) / 2  # the others do not always want the same card


def attune(state: State, seat: int, ask: Ask) -> list[Weighed]:
    """A card of the discard pile for this round's market (RP-NOTE-01): the one that is wanted most, if any is."""
    outlook, found = Outlook.of(state, seat), [plain(SkipAttune)]
    for card in ask.options:
        sale = _bought(state, outlook, state.player(seat), card) if card != ANY_CARD else None
        if sale is not None:
            found.append((sale[0], Attune, (card,), sale[1]))
    return found
