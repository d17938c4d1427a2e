"""Heroes, the quests that are agreed, who begins, and the board of a quest (QC-SETUP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations

from msgspec.structs import replace

from companion.bag import Bag
from companion.canonical import Plain
from companion.chance import Chance
from companion.games.quest_circuit.common import D6, NONE, Events, Outcome, event, named, require_phase
from companion.games.quest_circuit.content import GOAL_CELL, Content, Deck
from companion.games.quest_circuit.moves import ChooseHero, LayBoard, PlanQuests, RollStart
from companion.games.quest_circuit.pretender import table
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.scaling import steps_for
from companion.games.quest_circuit.state import (
    EMPTY,
    FACE_DOWN,
    Cell,
    Player,
    Rival,
    State,
    base_of,
    goal_figures,
    ref_of,
)
from companion.games.quest_circuit.turn import begin_rival_turn, begin_turn
from companion.games.quest_circuit.vigour import restored
from companion.moves import IllegalMove

DECKS: tuple[Deck, ...] = ("item", "unique")
MOST_PLANS = 24
"""Orders of quests that are offered."""


def opening(names: tuple[str, ...], content: Content, options: Mapping[str, Plain]) -> State:
    """A table before anybody has chosen anything."""
    rival = options.get("rival")
    settings = {key: value for key, value in options.items() if key not in ("mode", "set", "dice", "decks")}
    players = tuple(Player(seat, name) for seat, name in enumerate(names, 1))
    state = State(str(options["mode"]), settings, content, players, quests_planned=_number(options, "quests"))
    if options["mode"] == "solo" and rival not in (None, "none"):
        row = table().levels[str(rival)]  # type: ignore[index]  # a level
        state = replace(state, rival=Rival(str(rival), most_gear=row.gear))
    plans = list(orders(state))
    return replace(state, quests=plans[0]) if len(plans) == 1 else state


def _number(options: Mapping[str, Plain], key: str) -> int:
    value = options[key]
    assert type(value) is int
    return value


def orders(state: State) -> Iterator[tuple[str, ...]]:
    """The orders in which the quests can be played; with more quests than there are, they begin anew (QC-SETUP-03)."""
    known, planned = state.content.order(), state.quests_planned
    for order in islice(permutations(known, min(planned, len(known))), MOST_PLANS):
        yield tuple(order[at % len(order)] for at in range(planned))


def free_heroes(state: State) -> tuple[str, ...]:
    """The heroes that nobody has; all of them again where there are more players than heroes."""
    taken = [player.hero for player in state.players if player.hero is not None]
    fewest = min(taken.count(hero) for hero in state.content.heroes)
    return tuple(hero for hero in state.content.heroes if taken.count(hero) == fewest)


def plan_quests(state: State, seat: int, move: PlanQuests, chance: Chance) -> Outcome:
    require_phase(state, "heroes")
    if state.quests:
        raise IllegalMove("setup.planned", rule="QC-SETUP-03")
    unknown = [quest for quest in move.quests if quest not in state.content.quests]
    if unknown or len(move.quests) != state.quests_planned:
        raise IllegalMove("setup.quests", rule="QC-SETUP-03", field="quests", n=state.quests_planned)
    names = [state.content.quests[quest].name for quest in move.quests]
    return replace(state, quests=move.quests), (event("plan", quests=names, rule="QC-SETUP-03"),)


def choose_hero(state: State, seat: int, move: ChooseHero, chance: Chance) -> Outcome:
    """QC-SETUP-01, 02: the card, and full Health and Mana of level 1."""
    require_phase(state, "heroes")
    if state.player(seat).hero is not None:
        raise IllegalMove("setup.has_hero", rule="QC-SETUP-01")
    if move.hero not in free_heroes(state):
        raise IllegalMove("setup.taken", rule="QC-SETUP-01", field="hero", got=move.hero)
    told = event("hero", name=state.player(seat).name, hero=state.content.heroes[move.hero].name, rule="QC-SETUP-01")
    return state.change(seat, hero=move.hero), (told,)


def after_heroes(state: State) -> Outcome | None:
    """When everybody has a hero, dice decide who begins; whoever plays alone begins (QC-SETUP-10, QC-SOLO-01)."""
    if not state.quests or any(player.hero is None for player in state.players):
        return None
    if state.n == 1:
        return replace(state, phase="board", first_player=1), NONE
    rolls = tuple((player.seat, None) for player in state.players)
    return replace(state, phase="board", start_rolls=rolls), NONE


def roll_start(state: State, seat: int, move: RollStart, chance: Chance) -> Outcome:
    """The highest die begins; those who tie roll again (QC-SETUP-10)."""
    require_phase(state, "board")
    rolls = dict(state.start_rolls)
    if state.first_player is not None or rolls.get(seat, 0) is not None:
        raise IllegalMove("setup.rolled", rule="QC-SETUP-10")
    (rolls[seat],) = chance.roll(D6)
    told: Events = (event("start_roll", name=state.player(seat).name, die=rolls[seat], rule="QC-SETUP-10"),)
    found = {each: face for each, face in rolls.items() if face is not None}
    if len(found) < len(rolls):
        return replace(state, start_rolls=tuple(rolls.items())), told
    best = [each for each, face in found.items() if face == max(found.values())]
    if len(best) > 1:
        names = [state.player(each).name for each in best]
        again = tuple((each, None) for each in best)
        return replace(state, start_rolls=again), (*told, event("start_tie", names=names, rule="QC-SETUP-10"))
    first = best[0]
    told = (*told, event("first", name=state.player(first).name, rule="QC-SETUP-10"))
    return replace(state, first_player=first, start_rolls=tuple(rolls.items())), told


def lay_board(state: State, seat: int, move: LayBoard, chance: Chance) -> Outcome:
    """The quest is set out, and its first player begins."""
    require_phase(state, "board")
    if state.first_player is None:
        raise IllegalMove("setup.roll_first", rule="QC-SETUP-10")
    if seat != max(1, state.first_player):
        raise IllegalMove("turn.not_yours", name=state.player(max(1, state.first_player)).name)
    state = laid_out(state)
    told = event("quest", quest=named(state.content.quests[state.quest].name), n=state.quest_index, rule="QC-SETUP-06")
    state = replace(state, phase="turn")
    state, more = begin_turn(state, state.first_player) if state.first_player else begin_rival_turn(state)
    return state, (told, *more)


def laid_out(state: State) -> State:
    """QC-SETUP-04 to 09: the Goal on cell 20, three stacks, a card face down on each cell as long as they last, and
    everybody on Start. Cards of the set that players or the Junk Dealer have are not in the stacks."""
    content, quest = state.content, state.quest
    harder = steps_for(content, quest, state.quest_index)
    state = replace(state, steps_harder=harder, goal=_goal(state), unseen_discards=0)
    cards = content.quest_cards(quest, extras=state.is_set("extras", "yes"))
    goal = content.goal(quest)
    held = {base_of(ref) for player in state.players for ref in player.owned}
    held |= {base_of(ref) for ref in (*state.dealer, *state.removed)}
    items, uniques = (
        tuple(ref_of(card, harder) for card in content.stack(quest, deck) if card not in held) for deck in DECKS
    )
    back = {*cards, goal, *(base_of(ref) for ref in (*items, *uniques))}
    count = _number(state.settings, "board_cells")
    free = [at for at in range(1, count + 1) if at != GOAL_CELL]
    covered = set(free[: len(cards)])
    cells = tuple(FACE_DOWN if at in covered else EMPTY for at in range(count + 1))
    face_down = state.is_set("goal_face_up", "no")
    state = replace(
        state,
        cells=(*cells[:GOAL_CELL], Cell(goal, face_down), *cells[GOAL_CELL + 1 :]),
        unseen=Bag.of(cards),
        items=Bag.of(items),
        uniques=uniques,
        discard=tuple(card for card in state.discard if base_of(card) not in back),
    )
    for player in state.players:
        state = restored(state.change(player.seat, position=START, turns=0, boosts=(), used=()), player.seat)
    return replace(state, rival=fitted(state))


def _goal(state: State) -> tuple[int, int] | None:
    """In later quests of a solo game the Goal follows its hero (QC-SOLO-23)."""
    if not state.solo or state.quest_index == 1:
        return None
    health, attack = state.max_health(1), state.bonuses(1).attack
    return goal_figures(state.content, state.quest, health, attack)


def fitted(state: State) -> Rival | None:
    """The Pretender at the beginning of a quest (QC-SOLO-22)."""
    rival = state.rival
    if rival is None or state.quest_index == 1:
        return rival
    row = table().levels[rival.level_key]  # type: ignore[index]  # a level
    fit = row.refit(state.player(1).level, state.bonuses(1).attack)
    return Rival(rival.level_key, level=fit.level, gear=fit.gear, most_gear=fit.most_gear)
