"""Tables of Roll Player for tests, written in the short notation of the rules: `STR[r6 g6 b4] DEX[r5 _ _]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain, state_hash
from companion.chance import Chance, Luck, Scripted, Seeded
from companion.deck import Deck
from companion.game import Event, SeatInfo, read_options
from companion.games.roll_player import game
from companion.games.roll_player.content import ATTRIBUTES, DICE, GOLD, Content
from companion.games.roll_player.moves import Roll
from companion.games.roll_player.state import (
    Armor,
    Die,
    InitiativeCard,
    MarketPlace,
    OpponentDie,
    OwnedCard,
    Player,
    Sheet,
    Skill,
    State,
)
from companion.moves import Move
from companion.packs import Pack, load_set, merge, read_pack
from companion.refusals import Refusal
from companion.words import LANGUAGES, catalogue

GAME = game
NAMES = ("Ann", "Bob", "Cid", "Dee")

PUBLISHED: Pack = load_set(GAME.package, "published")
OWN: Pack = load_set(GAME.package, "own")

PLAIN_CLASSES = {
    "published": ("cleric", "ranger", "rogue", "sorcerer"),
    "beacon": ("lampwright", "forester", "smith", "pilot"),
    "own": ("gladiator", "alchemist", "warden", "puppeteer"),
}
"""A class for each seat whose ability changes nothing in play (or only the price of armour, of seat 3, and one more
action, of seat 4), by set."""


@cache
def beacon() -> Pack:
    """The invented set of tests/packs: every number known, armour tables of the fixture FX-ARM."""
    path = Path(__file__).parents[2] / "packs" / "beacon.yaml"
    return read_pack("beacon", yaml.safe_load(path.read_text(encoding="utf-8")))


def overlay(**records: Mapping[str, Mapping[str, Plain]]) -> Pack:
    """What somebody typed in about cards: records by kind and id."""
    return read_pack("copy", records)


def content_of(*packs: Pack, cards: str = "full") -> Content:
    found: Content = GAME.content(merge(packs), "-".join(pack.hash[:16] for pack in packs), {"cards": cards})
    return found


def opened(n: int = 2, *packs: Pack, solo: bool = False, cards: str = "none", **options: Plain) -> State:
    """A table before anybody has rolled."""
    chosen = read_options(GAME, {"mode": "solo" if solo else "multi", "cards": cards, **options})
    seats = tuple(SeatInfo(name) for name in NAMES[: 1 if solo else n])
    state: State = GAME.open(chosen, seats, content_of(*(packs or (PUBLISHED,)), cards=cards))
    return state


# the short notation


def row_of(text: str) -> tuple[Die | None, ...]:
    codes = [None if code == "_" else Die.of(code) for code in text.split()]
    return (*codes, *[None] * (3 - len(codes)))


def sheet_of(text: str) -> Sheet:
    """`STR[r6 g6 b4] DEX[r5 _ _]`; rows that are not named are empty."""
    rows = dict(re.findall(r"([A-Z]{3})\[([^\]]*)\]", text))
    return tuple(row_of(rows.get(row, "")) for row in ATTRIBUTES)  # type: ignore[misc]  # three slots by construction


def sheet_text(sheet: Sheet) -> str:
    """The rows that hold a die, in the same notation."""
    told = []
    for row, dice in zip(ATTRIBUTES, sheet, strict=True):
        if any(dice):
            told.append(f"{row}[{' '.join(die.code if die else '_' for die in dice)}]")
    return " ".join(told)


def row_text(state: State, seat: int, row: str) -> str:
    return " ".join(die.code if die else "_" for die in state.player(seat).sheet[ATTRIBUTES.index(row)])


def centre_of(text: str) -> tuple[InitiativeCard, ...]:
    """`r1 y4* _`: the initiative cards from the first; `*` is a coin, `_` no die."""
    cards = []
    for number, code in enumerate(text.split(), 1):
        die = code.rstrip("*")
        cards.append(InitiativeCard(number, int(code.endswith("*")), None if die == "_" else Die.of(die)))
    return tuple(cards)


def centre_text(state: State) -> str:
    """The initiative cards in the same notation; a card that somebody holds is `-`."""
    told = []
    for card in state.initiative:
        die = "-" if card.holder else card.die.code if card.die else "_"
        told.append(die + "*" * card.coin)
    return " ".join(told)


# a table in the middle of a game

CENTRES = {3: "_ _* _", 4: "_ _* _* _", 5: "_ _* _* _* _"}
LEFT = {3: "_ _* r6", 4: "_ _* _* r6", 5: "_ _* _* _* r6"}


def table(
    n: int = 2,
    *packs: Pack,
    solo: bool = False,
    phase: str = "dice",
    cards: str = "full",
    variants: Sequence[str] = (),
    sheets: Sequence[str] = (),
    centre: str | None = None,
    hand: str | None = None,
    holds: Mapping[int, int] | None = None,
    market: Sequence[str] = (),
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    trash: Sequence[str] = (),
    owned: Mapping[int, Sequence[str]] | None = None,
    classes: Sequence[str] = (),
    gold: Sequence[int] = (5, 5, 5, 5),
    tokens: Sequence[int] = (0, 0, 0, 0),
    cells: Sequence[int] = (4, 4, 4, 4),
    active: int | None = 1,
    round: int = 2,
) -> State:
    """A table in the middle of a game, consistent in itself: what is not named lies in the bag and in the deck.

    `holds` is the initiative card of each seat, `hand` a die that the active seat has taken, `owned` cards by seat (a
    `!` behind a skill: exhausted).
    """
    column = 2 if solo else n
    state = opened(n, *packs, solo=solo, cards=cards, variants=list(variants))
    if centre is None:
        centre = (LEFT if phase in ("market", "attune", "sweep", "opponent") else CENTRES)[column + 1]
    initiative = list(centre_of(centre))
    players = []
    sides = classes or next(found for found in PLAIN_CLASSES.values() if found[0] in state.content.classes)
    for player in state.players:
        at = player.seat - 1
        held = (holds or {}).get(player.seat)
        if held is not None:
            coin = initiative[held - 1].coin if hand is not None and player.seat == active else 0
            initiative[held - 1] = InitiativeCard(held, coin, None, player.seat)
        found = _dressed(player, state.content, sides[at])
        players.append(
            _change(
                found,
                sheet=sheet_of(sheets[at]) if at < len(sheets) else found.sheet,
                gold=gold[at],
                charisma_tokens=tokens[at],
                alignment_pos=cells[at],
                held_initiative=held,
                dice_turn_done=held is not None and phase != "dice",
                **areas_of(state.content, (owned or {}).get(player.seat, ())),
            )
        )
    if hand is not None and active is not None:
        players[active - 1] = _change(players[active - 1], dice=(Die.of(hand),))
    state = state.replace(
        players=tuple(players),
        initiative=tuple(initiative),
        phase=phase,
        stage="",
        round=round,
        start_player=(round - 1) % state.n + 1,
        active_player=active,
        deals=round,
        market=tuple(MarketPlace(f"{round}.{at}", card) for at, card in enumerate(market, 1)),
        places=len(market),
        market_discard=tuple(discard),
        trash=tuple(trash),
        opponent_die=OpponentDie() if solo else None,
    )
    state = state.replace(bag=rest_of_dice(state), **_rest_of_cards(state, deck))
    GAME.check(state)
    return state


def _change(player: Player, **changes: Any) -> Player:
    return replace(player, **changes)


def _dressed(player: Player, content: Content, side: str) -> Player:
    card = content.classes[side]
    race = sorted(content.races, key=lambda key: (bool(content.races[key].modifiers), key))[player.seat - 1]
    backstory = sorted(content.backstories)[player.seat - 1]
    alignment = sorted(content.alignments)[player.seat - 1]
    return _change(
        player,
        race=race,
        modifiers=dict(content.races[race].modifiers),
        class_side=side,
        class_color=card.color,
        goals=dict(card.goals),
        backstory_name=backstory,
        backstory=content.backstories[backstory].places,
        alignment=alignment,
        alignment_grid=content.alignments[alignment].grid,
    )


def areas_of(content: Content, cards: Sequence[str]) -> dict[str, tuple[OwnedCard, ...]]:
    areas: dict[str, list[OwnedCard]] = {"weapons": [], "armors": [], "skills": [], "traits": [], "cards": []}
    for text in cards:
        key = text.rstrip("!")
        record = content.market.get(key)
        if record is None:
            areas["cards"].append(OwnedCard(key, "card"))
        elif record.type == "armor":
            areas["armors"].append(Armor(key, key, record.set or "chain"))
        elif record.type == "skill":
            areas["skills"].append(Skill(key, key, text.endswith("!")))
        else:
            areas[f"{record.type}s"].append(OwnedCard(key, key))
    return {name: tuple(found) for name, found in areas.items()}


def dice_out(state: State) -> list[str]:
    """The colours of all dice that are not in the bag, counted by the test and not by the rules."""
    found = [die.color for die in state.pool]
    found += [card.die.color for card in state.initiative if card.die is not None]
    for player in state.players:
        found += [die.color for die in player.dice]
        found += [die.color for row in player.sheet for die in row if die is not None]
    return found + ([GOLD] if state.opponent_die is not None else [])


def rest_of_dice(state: State) -> Bag:
    return Bag.of(DICE).remove(*dice_out(state))


def cards_out(state: State) -> list[str]:
    """The market cards that are not in the deck."""
    found = [place.card for place in state.market]
    found += [*state.market_discard, *state.trash, *state.removed]
    return found + [card.card for player in state.players for card in player.owned]


def _rest_of_cards(state: State, deck: Sequence[str] | None) -> dict[str, Any]:
    """The deck: the cards that are named, top first (the others have left the game), or all that are left."""
    out = cards_out(state)
    removed = tuple(k for k, card in state.content.market.items() if state.solo and not card.solo and k not in out)
    if state.cards == "none":
        return {"deck": Deck.shuffled(Bag.of({"card": 53 - len(out) - len(removed)})), "removed": removed}
    left = [key for key in state.content.market if key not in {*out, *removed}]
    if deck is None:
        return {"deck": Deck.shuffled(left), "removed": removed}
    gone = tuple(key for key in left if key not in deck)
    return {"deck": Deck.of([tuple(deck)] if deck else []), "removed": (*removed, *gone)}


# what happens


def play(state: State, seat: int, move: Move, *luck: Plain) -> tuple[State, tuple[Event, ...]]:
    """Play a move on scripted luck: all of it is used, and every invariant holds afterwards."""
    source = Scripted(luck)
    state, events = GAME.play(state, seat, move, Chance(source))
    assert source.used == len(luck), f"not asked for: {luck[source.used :]}"
    GAME.check(state)
    return state, events


def after(state: State, seat: int, move: Move, *luck: Plain) -> State:
    return play(state, seat, move, *luck)[0]


def told(state: State, seat: int, move: Move, *luck: Plain) -> list[str]:
    """The keys of what is told."""
    return [event.key.removeprefix("event.") for event in play(state, seat, move, *luck)[1]]


def played_on(state: State, *moves: tuple[Any, ...]) -> State:
    """Several moves one after another, each `(seat, move, luck…)`."""
    for seat, move, *luck in moves:
        state = after(state, seat, move, *luck)
    return state


def refused(state: State, seat: int, move: Move, key: str, rule: str | None = None, *luck: Plain) -> None:
    """The move is refused with that key (and rule) in words of both languages, it is not among the listed ones, and it
    changes nothing."""
    before = state_hash(state)
    with pytest.raises(Refusal) as caught:
        GAME.play(state, seat, move, Chance(Scripted(luck)))
    assert caught.value.key == key
    if rule is not None:
        assert caught.value.rule == rule
    for lang in LANGUAGES:
        assert catalogue(lang, GAME.package)(caught.value.key, **caught.value.args_)
    assert move not in moves(state, seat)
    assert state_hash(state) == before


def moves(state: State, seat: int, *kinds: type[Move]) -> list[Move]:
    """The listed moves of a seat, of these kinds if any are named."""
    return [move for move in GAME.moves(state, seat) if not kinds or isinstance(move, kinds)]


def asked(state: State) -> list[tuple[int, str]]:
    """The questions that wait, as seat and key."""
    return [(ask.seat, ask.key) for ask in state.pending]


def luck_of(state: State, seat: int, move: Move, seed: int = 0) -> tuple[State, list[Luck]]:
    """Play a move on seeded luck; the records of what was asked and what came."""
    chance = Chance(Seeded(Random(seed)))
    state, _ = GAME.play(state, seat, move, chance)
    GAME.check(state)
    return state, chance.records


ALL_DICE = "gbrpkwy" * 10 + "yyy"


def some_sheets(n: int, dice: int) -> list[str]:
    """Sheets of so many dice each, filled row by row from the top; all of them fit into the 73 dice."""
    return [_filled(ALL_DICE[seat * dice : (seat + 1) * dice]) for seat in range(n)]


def _filled(colors: str) -> str:
    codes = [f"{color}{at % 6 + 1}" for at, color in enumerate(colors)]
    return " ".join(
        f"{row}[{' '.join(codes[at : at + 3])}]" for row, at in zip(ATTRIBUTES, range(0, 18, 3), strict=True)
    )


def at_roll(n: int = 2, *packs: Pack, round: int = 1, **given: Any) -> State:
    """A table at the beginning of a round: everybody has the starting dice and one for each round, and the market is
    dealt (armour, where cards have names)."""
    column = 2 if given.get("solo") else n
    sheets = some_sheets(n, column + 4 + round - 1)
    start = (round - 1) % (1 if given.get("solo") else n) + 1
    armor = [key for key, card in content_of(*(packs or (PUBLISHED,))).market.items() if card.type == "armor"]
    market = (["card"] * 5 if given.get("cards") == "none" else armor)[: column + 1]
    defaults = {"sheets": sheets, "market": market}
    return table(n, *packs, phase="roll", round=round, active=start, **{**defaults, **given})


def roll_dice(state: State, dice: str) -> State:
    """The start player rolls these dice: `g6 r1 y4`."""
    codes = [Die.of(code) for code in dice.split()]
    colors, faces = [die.color for die in codes], [die.face for die in codes]
    return after(state, state.start_player or 1, Roll(), colors, faces)
