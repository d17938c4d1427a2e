"""Setting up, from the roll for the first player to the last starting die (RP-SETUP, RP-VAR-01…03, RP-SOLO-01…04)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.bag import Bag
from companion.chance import Chance
from companion.deck import Deck
from companion.games.roll_player.common import (
    Events,
    Outcome,
    event,
    first_in_turn,
    require_active,
    require_phase,
    turn_order,
    with_coins,
)
from companion.games.roll_player.constants import column, market_size, setup_discards, starting_dice, starting_gold
from companion.games.roll_player.content import ANY_CARD, CLASS_COLORS, DICE, GOLD, Content
from companion.games.roll_player.dice import placement_income
from companion.games.roll_player.market import deal
from companion.games.roll_player.moves import (
    BuildDeck,
    ChooseClass,
    ChooseRace,
    Deal,
    DrawClass,
    DrawDice,
    PlaceDie,
    RollStart,
)
from companion.games.roll_player.state import Die, InitiativeCard, OpponentDie, Player, State, placed
from companion.moves import IllegalMove
from companion.words import Word


def opening(
    names: tuple[str, ...], content: Content, mode: str, variants: tuple[str, ...], cards: str, class_choice: str
) -> State:
    """The table before anybody has rolled: all dice in the bag (RP-SETUP-02), coins on the middle cards (RP-SETUP-12,
    13). Solo takes the opponent die out of the bag and needs no roll for the first player."""
    players = tuple(Player(seat, name) for seat, name in enumerate(names, 1))
    bag = Bag.of(DICE)
    solo = mode == "solo"
    state = State(
        mode=mode,
        variants=variants,
        cards=cards,
        class_choice=class_choice,
        content=content,
        players=players,
        bag=bag.remove(GOLD) if solo else bag,
        deck=Deck(),
        initiative=(),
        opponent_die=OpponentDie() if solo else None,
        start_rolls=() if solo else tuple((player.seat, None) for player in players),
    )
    cards_in_play = range(1, market_size(state) + 1)
    state = replace(state, initiative=with_coins(tuple(InitiativeCard(number) for number in cards_in_play)))
    return _after_start(state, 1)[0] if solo else state


def stage_is(state: State, stage: str) -> None:
    require_phase(state, "setup")
    if state.stage != stage:
        raise IllegalMove("phase.not_now", phase=Word("phase.setup"))


def roll_start(state: State, seat: int, move: RollStart, chance: Chance) -> Outcome:
    """RP-SETUP-01: the highest begins; those who tie for the highest roll again."""
    stage_is(state, "start")
    rolls = dict(state.start_rolls)
    if rolls.get(seat, 0) is not None:
        raise IllegalMove("setup.rolled_already", rule="RP-SETUP-01")
    rolls[seat] = face = chance.roll(6)[0]
    told: Events = (event("start_roll", name=state.player(seat).name, face=face),)
    if None in rolls.values():
        return replace(state, start_rolls=tuple(rolls.items())), told
    highest = max(face for face in rolls.values() if face is not None)
    best = [s for s, face in rolls.items() if face == highest]
    if len(best) > 1:
        names = [state.player(s).name for s in best]
        return replace(state, start_rolls=tuple((s, None) for s in best)), (*told, event("start_tie", names=names))
    state, more = _after_start(replace(state, start_rolls=tuple(rolls.items())), best[0])
    return state, told + more


def _after_start(state: State, first: int) -> Outcome:
    state = replace(state, first=first, start_player=first, stage="race", active_player=first)
    return state, (event("start_player", name=state.player(first).name),)


def choose_race(state: State, seat: int, move: ChooseRace, chance: Chance) -> Outcome:
    """RP-SETUP-03; when all have chosen, the starting gold is paid (RP-SETUP-04)."""
    stage_is(state, "race")
    require_active(state, seat)
    race = state.content.races.get(move.race)
    if race is None:
        raise IllegalMove("setup.no_such_race", field="race", got=move.race)
    if any(player.race == move.race for player in state.players):
        raise IllegalMove("setup.race_taken", rule="RP-SETUP-03", race=race.name)
    state = state.change(seat, race=move.race, side=move.side, modifiers=dict(race.modifiers))
    told: Events = (event("choose_race", name=state.player(seat).name, race=race.name),)
    following = first_in_turn(state, lambda player: player.race is None)
    if following is not None:
        return replace(state, active_player=following), told
    for turn, who in enumerate(turn_order(state), 1):
        amount = starting_gold(state, turn)
        state = state.change(who, gold=amount)
        told += (event("starting_gold", name=state.player(who).name, n=amount),)
    return _next_class(replace(state, stage="class")), told


def _next_class(state: State) -> State:
    """Whose turn it is to get a class: in turn order if they are drawn, in reverse if they are chosen."""
    waits = first_in_turn(state, lambda player: player.class_side is None, reverse=state.class_choice == "choose")
    return replace(state, active_player=waits)


def draw_class(state: State, seat: int, move: DrawClass, chance: Chance) -> Outcome:
    """RP-SETUP-05: draw until a class colour comes that nobody has; gold and taken colours are passed over and pay
    nothing. The dice stay out of the bag until everybody has a class."""
    stage_is(state, "class")
    require_active(state, seat)
    player = state.player(seat)
    if state.class_choice != "draw" or player.class_color is not None:
        raise IllegalMove("phase.not_now", phase=Word("phase.setup"))
    taken = {p.class_color for p in state.players}
    bag, drawn = state.bag, list(player.dice)
    while True:
        color = chance.draw(bag)[0]
        bag = bag.remove(color)
        drawn.append(Die(color))
        if color not in taken and state.content.sides(color):
            break
    state = replace(state, bag=bag).change(seat, dice=tuple(drawn), class_color=color)
    colors = [Word(f"colour.{die.color}.name") for die in drawn]
    return state, (event("class_draw", name=player.name, drawn=colors, color=Word(f"colour.{color}.name")),)


def choose_class(state: State, seat: int, move: ChooseClass, chance: Chance) -> Outcome:
    """RP-SETUP-06, RP-SETUP-07."""
    stage_is(state, "class")
    require_active(state, seat)
    side = state.content.classes.get(move.class_)
    if side is None:
        raise IllegalMove("setup.no_such_class", field="class", got=move.class_)
    if move.class_ not in class_choices(state, seat):
        raise IllegalMove("setup.class_not_free", rule="RP-SETUP-07", name=side.name)
    state = state.change(seat, class_side=move.class_, class_color=side.color, goals=dict(side.goals))
    told: Events = (event("choose_class", name=state.player(seat).name, chosen=side.name),)
    if any(player.class_side is None for player in state.players):
        return _next_class(state), told
    for player in state.players:
        state = replace(state, bag=state.bag.add(*(die.color for die in player.dice))).change(player.seat, dice=())
    return replace(state, stage="deal", active_player=state.first), told


def class_choices(state: State, seat: int) -> tuple[str, ...]:
    """The class sides a player may take now."""
    own = state.player(seat).class_color
    if own is not None:
        return state.content.sides(own)
    if state.class_choice == "draw":
        return ()
    taken = {player.class_color for player in state.players}
    return tuple(key for key, side in state.content.classes.items() if side.color not in taken)


def deal_cards(state: State, seat: int, move: Deal, chance: Chance) -> Outcome:
    """RP-SETUP-08: one backstory and one alignment for each; the token goes to the centre (RP-SETUP-09)."""
    stage_is(state, "deal")
    require_active(state, seat)
    content = state.content
    lived, aligned = {p.backstory_name for p in state.players}, {p.alignment for p in state.players}
    backstories = _pile_of(content, "backstories").without(lived)
    alignments = _pile_of(content, "alignments").without(aligned)
    backstory = chance.draw(backstories, of="cards")[0]
    alignment = chance.draw(alignments, of="cards")[0]
    state = state.change(
        seat,
        backstory_name=backstory,
        backstory=content.backstories[backstory].places,
        alignment=alignment,
        alignment_grid=content.alignments[alignment].grid,
    )
    told: Events = (
        event(
            "deal",
            name=state.player(seat).name,
            backstory=content.backstories[backstory].name,
            alignment=content.alignments[alignment].name,
        ),
    )
    following = first_in_turn(state, lambda player: player.backstory_name is None)
    if following is not None:
        return replace(state, active_player=following), told
    state = replace(state, stage="deck", active_player=state.first)
    if state.cards == "none":
        state, more = _build(state, chance)
        told += more
    return state, told


@lru_cache(maxsize=32)
def _pile_of(content: Content, kind: str) -> Bag:
    """All backstories, or all alignments."""
    return Bag.of(list(getattr(content, kind)))


@lru_cache(maxsize=32)
def _pile(content: Content, dots: int, solo: bool) -> Bag:
    return content.pile(dots, solo=solo)


@lru_cache(maxsize=32)
def _left_out(content: Content) -> tuple[str, ...]:
    """The market cards that solo games leave out."""
    return tuple(key for key, card in content.market.items() if not card.solo)


def build_deck(state: State, seat: int, move: BuildDeck, chance: Chance) -> Outcome:
    stage_is(state, "deck")
    require_active(state, seat)
    return _build(state, chance)


def _build(state: State, chance: Chance) -> Outcome:
    """RP-SETUP-10, 11: split by dots, discard at random, the one-dot pile on top; deal the market. Random market
    (RP-VAR-02) shuffles everything together first. Solo takes Diplomacy out before (RP-SOLO-02) and turns up the first
    card for the trash (RP-SOLO-04)."""
    out = _left_out(state.content) if state.solo else ()
    piles = [_pile(state.content, dots, state.solo) for dots in (1, 2)]
    discards = setup_discards(state)
    if state.has("random_market"):
        piles, discards = [Bag.of([key for pile in piles for key in pile])], 2 * discards
    if state.cards == "none":
        piles = [Bag.of({ANY_CARD: len(pile)}) for pile in piles]
        out = (ANY_CARD,) * len(out)
    discarded: list[str] = []
    for at, pile in enumerate(piles):
        gone = chance.draw(pile, discards, of="cards")
        piles[at] = pile.remove(*gone)
        discarded += gone
    state = replace(state, deck=Deck.shuffled(*piles), market_discard=tuple(discarded), removed=out)
    told: Events = (event("build_deck", deck=len(state.deck), discard=len(discarded)),)
    state, more = deal(state, chance)
    told += more
    if state.solo:
        cards, deck = state.deck.draw(1, chance)
        state = replace(state, deck=deck, trash=cards)
        told += (event("first_trash", card=state.content.name("market", cards[0])),)
    return replace(state, stage="dice", active_player=state.first), told


def draw_dice(state: State, seat: int, move: DrawDice, chance: Chance) -> Outcome:
    """RP-SETUP-14: draw and roll the starting dice; less random (RP-VAR-01) takes one of each class colour and the gold
    dice, and in a short game draws only the two more."""
    stage_is(state, "dice")
    require_active(state, seat)
    player = state.player(seat)
    if player.dice:
        raise IllegalMove("phase.not_now", phase=Word("phase.setup"))
    fixed = fixed_dice(state)
    bag = state.bag.remove(*fixed)
    drawn = chance.draw(bag, starting_dice(state) - len(fixed))
    colors = (*fixed, *drawn)
    faces = chance.roll(6, len(colors))
    dice = tuple(map(Die.showing, colors, faces))
    state = replace(state, bag=bag.remove(*drawn)).change(seat, dice=dice)
    return state, (event("dice_roll", name=player.name, n=len(dice), dice=[die.short for die in dice]),)


def fixed_dice(state: State) -> tuple[str, ...]:
    """The dice that are given and not drawn (RP-VAR-01)."""
    if not state.has("less_random"):
        return ()
    return (*CLASS_COLORS, *([GOLD] * (column(state) - 2)))


def place_starting_die(state: State, seat: int, move: PlaceDie, chance: Chance) -> Outcome:
    """RP-SETUP-15, 16: the leftmost empty slot of any row; income, but no attribute action."""
    stage_is(state, "dice")
    require_active(state, seat)
    state, told = put_die(state, seat, move)
    if state.player(seat).dice:
        return state, told
    following = first_in_turn(state, lambda player: not any(row[0] for row in player.sheet))
    if following is not None:
        return replace(state, active_player=following), told
    return replace(state, stage="done", active_player=None), (*told, event("setup_done"))


def put_die(state: State, seat: int, move: PlaceDie) -> Outcome:
    """A die in hand goes to its row and pays what it pays."""
    player = state.player(seat)
    die = die_in_hand(player, move.die)
    sheet, slot = placed(player.sheet, move.row, die)
    rest = list(player.dice)
    rest.remove(die)
    gold, told = placement_income(state, player, die, move.row, slot)
    return state.change(seat, gold=gold, sheet=sheet, dice=tuple(rest)), told


def die_in_hand(player: Player, code: str | None) -> Die:
    """The die of that code among those in hand (the only one, if no code is given). Raises IllegalMove."""
    found = [die for die in player.dice if code in (None, die.code)]
    if not found or (code is None and len(player.dice) > 1):
        raise IllegalMove("place.no_such_die", field="die", got=code or "", dice=[d.code for d in player.dice])
    return found[0]
