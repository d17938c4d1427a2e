"""A table that begins in the middle of a game: the quest, whose turn it is, and everybody's hero are told at once.

It goes on at the beginning of a turn, the board as it is laid out: what lies face up there is told afterwards, cell by
cell. What earlier quests have left and nobody wears lies with the Junk Dealer; cards that are in an inventory are moved
from there, or from the stacks, by the adjustable of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.canonical import Plain
from companion.changes import Change, told
from companion.game import Adjustable, Belief, Event
from companion.games.quest_circuit.content import GOAL_CELL, SLOTS
from companion.games.quest_circuit.pretender import table
from companion.games.quest_circuit.scaling import steps_for
from companion.games.quest_circuit.setup import laid_out, orders
from companion.games.quest_circuit.state import Player, Rival, State, ref_of
from companion.games.quest_circuit.turn import begin_turn
from companion.games.quest_circuit.vigour import bounded
from companion.games.quest_circuit.wealth import PER_LEVEL
from companion.moves import Field, IllegalMove
from companion.scoring import Input
from companion.words import Word, word

MOST = 99
Values = Mapping[str, Plain]


def untouched(state: State) -> bool:
    """Whether nobody has done anything yet."""
    return state.phase == "heroes" and all(player.hero is None for player in state.players)


def beliefs(state: State) -> tuple[Belief, ...]:
    """What has to be told; only before anybody has done anything."""
    if not untouched(state):
        return ()
    return (*_quest(state), *_rival(state), *(belief for player in state.players for belief in _hero(state, player)))


def _number(key: str, label: Word, group: str, seat: int | None = None, least: int = 0, most: int = MOST) -> Belief:
    name = key if seat is None else f"{key}.{seat}"
    return Belief(Input(name, "int", group, label, min=least, max=most, default=least), seat)


def _quest(state: State) -> Iterator[Belief]:
    content = state.content
    if state.quests_planned > 1:
        yield _number("number", word("begun.number"), "quest", least=1, most=state.quests_planned)
    quests = tuple((key, Word("content.name", {"name": content.quests[key].name})) for key in content.order())
    yield Belief(Input("quest", "choice", "quest", word("begun.quest"), choices=quests, default=quests[0][0]))
    if state.n > 1:
        seats = tuple((player.seat, Word("name", {"name": player.name})) for player in state.players)
        yield Belief(Input("first", "choice", "quest", word("begun.first"), choices=seats, default=1))
    yield _number("goal_wounds", word("begun.goal_wounds"), "quest")


def _rival(state: State) -> Iterator[Belief]:
    if state.rival is not None:
        yield _number("rival_level", word("input.level"), "rival", least=1)
        yield _number("rival_xp", word("input.xp"), "rival", most=PER_LEVEL - 1)
        yield _number("rival_wounds", word("begun.wounds"), "rival")
        yield _number("rival_gear", word("begun.gear"), "rival", most=state.rival.most_gear)
        yield _number("rival_position", word("adjustable.position"), "rival", most=_cells(state))


def _hero(state: State, player: Player) -> Iterator[Belief]:
    seat, content = player.seat, state.content
    heroes = tuple((key, Word("content.name", {"name": hero.name})) for key, hero in content.heroes.items())
    yield Belief(Input(f"hero.{seat}", "choice", "hero", word("input.hero"), choices=heroes, required=True), seat)
    if state.quests_planned > 1:
        yield _number("won", word("input.quests_won"), "hero", seat, most=state.quests_planned - 1)
    yield _number("level", word("input.level"), "hero", seat, least=1)
    yield _number("xp", word("input.xp"), "hero", seat, most=PER_LEVEL - 1)
    yield _number("wounds", word("begun.wounds"), "hero", seat)
    yield _number("position", word("adjustable.position"), "hero", seat, most=_cells(state))
    for slot in SLOTS:
        cards = tuple(
            (key, Word("content.name", {"name": item.name})) for key, item in content.items.items() if item.slot == slot
        )
        yield Belief(Input(f"{slot}.{seat}", "choice", "worn", Word(f"slot.{slot}"), choices=cards), seat)


def _cells(state: State) -> int:
    return int(str(state.settings["board_cells"]))


# what is set


def apply(state: State, change: Change) -> tuple[State, Event]:
    """The table at the beginning of a turn. Raises IllegalMove naming what is missing or cannot be."""
    known = beliefs(state)
    if not known:
        raise IllegalMove("begun.already")
    values = {belief.input.key: belief.input.default for belief in known} | told(change, known)
    number, quest = _count(values, "number", 1), str(values["quest"])
    quests = _order(state, number, quest)
    state = replace(state, quests=quests, quest_index=number, hero_of_quest=_won(state, values, number))
    for player in state.players:
        state = _with_hero(state, player, values)
    state = laid_out(_with_dealer(state))
    for player in state.players:
        state = _placed(state, player.seat, values)
    first = _count(values, "first", 1)
    state = _with_goal(_with_rival(state, values), values).replace(phase="turn", first_player=first)
    state, _ = begin_turn(state, first)
    name = Word("content.name", {"name": state.content.quests[quest].name})
    return state, Event(word("begun.told", quest=name, n=number, name=state.player(first).name))


def _count(values: Values, key: str, usual: int = 0) -> int:
    found = values.get(key)
    return found if type(found) is int else usual


def _order(state: State, number: int, quest: str) -> tuple[str, ...]:
    """An order of quests in which this one is played now."""
    for order in orders(state):
        if order[number - 1] == quest:
            return order
    raise IllegalMove("setup.quests", rule="QC-SETUP-03", field="changes.values.quest", n=state.quests_planned)


def _won(state: State, values: Values, number: int) -> tuple[int, ...]:
    """The heroes of the quests before this one; what nobody here has won, the Pretender has."""
    won = tuple(player.seat for player in state.players for _ in range(_count(values, f"won.{player.seat}")))
    others = number - 1 - len(won)
    if others < 0 or (others and state.rival is None):
        raise IllegalMove("begun.won", rule="QC-END-01", field="changes.values.won.1", n=number - 1, got=len(won))
    return (0,) * others + won


def _with_hero(state: State, player: Player, values: Values) -> State:
    """A hero with what it wears. Raises IllegalMove for a card of a quest that was not played, or that another has."""
    seat, hero = player.seat, values[f"hero.{player.seat}"]
    if hero is None:
        field = f"changes.values.hero.{seat}"
        raise IllegalMove("begun.missing", rule="QC-SETUP-01", field=field, name=player.name)
    worn: list[str] = []
    for slot in SLOTS:
        card = values[f"{slot}.{seat}"]
        if card is None:
            continue
        field, name = f"changes.values.{slot}.{seat}", state.content.items[str(card)].name
        ref = _ref(state, str(card))
        if ref is None or any(ref in other.equipment for other in state.players):
            raise IllegalMove("begun.card", field=field, card=Word("content.name", {"name": name}))
        worn.append(ref)
    level, xp = _count(values, f"level.{seat}", 1), _count(values, f"xp.{seat}")
    return state.change(seat, hero=str(hero), level=level, xp=xp, equipment=tuple(worn))


def _ref(state: State, card: str) -> str | None:
    """A card as it is after so many quests (QC-SOLO-23); None if its quest has not been played."""
    quest, played = state.content.items[card].quest, state.quests[: state.quest_index]
    if quest not in played:
        return None
    last = len(played) - played[::-1].index(quest)
    return ref_of(card, steps_for(state.content, quest, last))


def _with_dealer(state: State) -> State:
    """What earlier quests have left: to the Junk Dealer if it has a value, else to the Discard (QC-END-03)."""
    worn = {ref for player in state.players for ref in player.equipment}
    gone = {quest for quest in state.quests[: state.quest_index - 1] if quest != state.quest}
    refs = [_ref(state, card) for card, item in state.content.items.items() if item.quest in gone]
    left = tuple(ref for ref in refs if ref is not None and ref not in worn)
    valued = tuple(ref for ref in left if state.item(ref).value is not None)
    return replace(state, dealer=valued, discard=tuple(ref for ref in left if ref not in valued))


def _placed(state: State, seat: int, values: Values) -> State:
    wounds = min(_count(values, f"wounds.{seat}"), state.max_health(seat) - 1)
    return bounded(state.change(seat, wounds=wounds, position=_count(values, f"position.{seat}")), seat)


def _with_rival(state: State, values: Values) -> State:
    if state.rival is None:
        return state
    level, gear = _count(values, "rival_level", 1), _count(values, "rival_gear")
    most = table().levels[state.rival.level_key].side(level, gear).health  # type: ignore[index]  # a level
    rival: Rival = replace(
        state.rival,
        level=level,
        gear=gear,
        xp=_count(values, "rival_xp"),
        wounds=min(_count(values, "rival_wounds"), most - 1),
        position=_count(values, "rival_position"),
    )
    return replace(state, rival=rival)


def _with_goal(state: State, values: Values) -> State:
    """Wounds on the Goal, which lies face up if it has any."""
    wounds = _count(values, "goal_wounds")
    monster = state.card(state.content.goal(state.quest)).monster
    if not wounds or monster is None:
        return state
    if wounds >= monster.health:
        raise IllegalMove("begun.goal", field="changes.values.goal_wounds", n=monster.health - 1, got=wounds)
    return state.with_cell(GOAL_CELL, wounds=wounds, covered=False)


def _no_fields(state: State) -> tuple[Field, ...]:
    return ()


BEGUN = Adjustable("begun", "set", _no_fields, apply, beliefs, begins=True)
