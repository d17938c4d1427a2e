"""The panels of what lies in the middle of the table: the ring, the card that is played, a fight, the Junk Dealer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.quest_circuit.card_texts import Said, item_text, quest_card_text, slot_word
from companion.games.quest_circuit.cells import played_cell, trial_totals
from companion.games.quest_circuit.common import cell_name, item_name, named
from companion.games.quest_circuit.content import GOAL_CELL, Lock, Monster, QuestCard, Trap
from companion.games.quest_circuit.fights import hurt, side_names, sides
from companion.games.quest_circuit.labels import cell_content
from companion.games.quest_circuit.movement import reachable
from companion.games.quest_circuit.odds import Side as Values
from companion.games.quest_circuit.pretender import table
from companion.games.quest_circuit.ring import START, Step
from companion.games.quest_circuit.rival import threat_now
from companion.games.quest_circuit.state import Cell, Fight, Player, State
from companion.games.quest_circuit.trade import affordable, price
from companion.games.quest_circuit.wealth import bought, wealth
from companion.panels import (
    Checklist,
    Die,
    Duel,
    Meter,
    Meters,
    Placed,
    Remark,
    Ring,
    RingCell,
    Row,
    Side,
    Slot,
    Tick,
    Token,
    Tone,
)
from companion.view import Viewer
from companion.words import Word, word

RIVAL_COLOUR = "grey"
DICE = ("white", "black")
"""The colours in which the dice of the two sides are shown."""

STEPS = ("roll", "move", "auto", "active", "unlock")
"""The steps of a turn that its player sees, in their order (QC-TURN-01)."""


def said_word(said: Said) -> Word:
    return said if isinstance(said, Word) else named(said)


def token(state: State, player: Player) -> Token:
    hero = state.content.heroes.get(player.hero or "")
    return Token(hero.token if hero is not None else "white", Word("name", {"name": player.name}))


# the ring


def ring(state: State) -> Ring:
    ahead = {step.cell: step for step in _choices(state)}
    cells = tuple(_ring_cell(state, at, cell, ahead.get(at)) for at, cell in enumerate(state.cells))
    quest = state.content.quests[state.quest].name
    several = len(state.quests) > 1
    heading = word("panel.quest", n=state.quest_index, of=len(state.quests), quest=quest) if several else named(quest)
    return Ring("ring", word("panel.ring"), cells, word("panel.ring_note"), heading, turn_steps(state), _stacks(state))


def _choices(state: State) -> tuple[Step, ...]:
    """The cells that the roll of this turn reaches, while one of them is chosen."""
    waits = state.phase == "turn" and state.turn.step == "move" and state.fight is None
    return reachable(state) if waits else ()


def _ring_cell(state: State, at: int, cell: Cell, step: Step | None) -> RingCell:
    tokens = tuple(token(state, player) for player in state.players if player.position == at)
    if state.rival is not None and state.rival.position == at:
        tokens += (Token(RIVAL_COLOUR, word("rival.name")),)
    tone: Tone = "quiet" if not cell.filled and at != START else "accent" if at in (START, GOAL_CELL) else "plain"
    card = state.card(cell.card) if cell.card is not None and cell.face_up else None
    return RingCell(
        f"ring.{at}",
        cell_name(at),
        None if at == START else cell_content(state, at),
        tokens,
        word("panel.wounds", n=cell.wounds) if cell.wounds else None,
        hidden=cell.covered,
        tone=tone,
        symbol=_symbol(at, cell, card),
        meters=_figures(card, cell) if card is not None else (),
        hint=_hint(step),
        remarks=(Remark(f"ring.{at}", word("panel.played")),) if _played(card, cell) else (),
    )


def _played(card: QuestCard | None, cell: Cell) -> bool:
    """Whether nothing of a card is left: it is put away at the end of the turn (QC-PLAY-08)."""
    return card is not None and len(cell.done) == len(card.effects)


def _hint(step: Step | None) -> Word | None:
    if step is None:
        return None
    if not step.steps:
        return word("panel.stay")
    return word("panel.steps_restores" if step.restores else "panel.steps", n=step.steps)


def _symbol(at: int, cell: Cell, card: QuestCard | None) -> str | None:
    if at in (START, GOAL_CELL):
        return "start" if at == START else "goal"
    if cell.covered:
        return "back"
    return card.effects[0].kind if card is not None else None


def _figures(card: QuestCard, cell: Cell) -> tuple[Meter, ...]:
    """What counts when somebody comes to a card that lies open."""
    for number, effect in enumerate(card.effects):
        if number in cell.done:
            continue
        if isinstance(effect, Monster):
            found = [Meter("health", word("stat.health"), effect.health - cell.wounds, symbol="health")]
            found.append(Meter("attack", word("stat.attack"), effect.attack, symbol="attack", signed=True))
            if effect.shot is not None:
                found.append(Meter("shot", word("stat.shot"), effect.shot, symbol="shot", signed=True))
            return tuple(found)
        if isinstance(effect, Lock | Trap):
            return (Meter("level", word("panel.level"), effect.level, symbol="security", signed=True),)
    return ()


def turn_steps(state: State) -> tuple[Tick, ...]:
    """The steps of the turn: what is done, what is due, what is to come."""
    if state.phase != "turn" or state.turn.step not in STEPS:
        return ()
    now = STEPS.index(state.turn.step)
    found = [Tick(word("panel.lock"), done=True)]
    for at, step in enumerate(STEPS):
        found.append(Tick(Word(f"panel.step.{step}"), at < now, tone="accent" if at == now else "plain"))
    return tuple(found)


def _stacks(state: State) -> tuple[Meter, ...]:
    return (
        Meter("stack", word("panel.stack"), state.stack),
        Meter("items", word("panel.items"), len(state.items)),
        Meter("uniques", word("panel.uniques"), len(state.uniques)),
        Meter("discard", word("panel.discard"), len(state.discard) + state.unseen_discards),
    )


# what is played


def cell(state: State) -> Iterator[Placed]:
    """The card that is played, and the dice of a lock or a trap."""
    found = played_cell(state)
    if found is None or state.fight is not None:
        return
    at, here, card = found
    text = tuple(said_word(said) for said in quest_card_text(state.content, card))
    badge = word("panel.wounds", n=here.wounds) if here.wounds else None
    badge = word("panel.played") if _played(card, here) else badge
    slot = Slot("cell", named(card.name), text, badge=badge, tone="plain")
    yield Placed(Row("cell", word("panel.cell", cell=cell_name(at)), (slot,)), "board")
    trial = state.trial
    if trial is None:
        return
    kind = card.effects[trial.effect]
    assert isinstance(kind, Lock | Trap)
    security = state.bonuses(state.active.seat).security
    mine = Side(
        Word("name", {"name": state.active.name}),
        (Meter("security", word("stat.security"), security, symbol="security", signed=True),),
        (Die(DICE[0], trial.die),),
        token(state, state.active),
        sum_of(trial.die, trial.plus, security),
    )
    theirs = Side(
        named(card.name),
        (Meter("level", word("panel.level"), kind.level, symbol="security", signed=True),),
        (Die(DICE[1], trial.against),),
        total=sum_of(trial.against, 0, kind.level),
    )
    made, wanted = trial_totals(state)
    short = wanted - made
    held = "trap_held" if isinstance(kind, Trap) else "lock_held"
    lost = "trap_lost" if isinstance(kind, Trap) else "lock_lost"
    note = word(f"panel.lies.{lost}", n=short) if short > 0 else word(f"panel.lies.{held}")
    yield Placed(Duel("trial", Word(f"panel.trial.{kind.kind}"), mine, theirs, note=note), "board")


def sum_of(die: int, plus: int, bonus: int) -> Word:
    """A die and what is added to it, as a sum."""
    parts = [str(die), *(f"{'+' if n > 0 else '−'} {abs(n)}" for n in (plus, bonus) if n)]
    text = " ".join(parts)
    return word("panel.sum", text=text, n=die + plus + bonus) if len(parts) > 1 else word("panel.alone", n=die)


def fight(state: State) -> Iterator[Placed]:
    """Both sides with their Health and what they add; while dice lie there, their sums and what comes of them."""
    now = state.fight
    if now is None:
        return
    names = side_names(state, now)
    values = sides(state, now)
    left, right = (_side(state, now, at, values[at], names[at]) for at in (0, 1))
    yield Placed(Duel("fight", word(f"panel.fight.{now.stage}"), left, right, note=_lies(state, now, names)), "board")


def _side(state: State, now: Fight, at: int, side: Values, name: Word) -> Side:
    most = _most_health(state, now, at)
    meters = [Meter("health", word("stat.health"), side.health, most, symbol="health", bar=True)]
    meters.append(Meter("attack", word("stat.attack"), side.attack, symbol="attack", signed=True))
    if side.shot is not None:
        meters.append(Meter("shot", word("stat.shot"), side.shot, symbol="shot", signed=True))
    seat = now.seat if at == 0 else now.target
    owner = token(state, state.player(seat)) if seat is not None else None
    if now.foe == "rival" and at == 1:
        owner = Token(RIVAL_COLOUR, word("rival.name"))
    if now.dice is None:
        return Side(name, tuple(meters), token=owner)
    bonus = (side.shot or 0) if now.stage == "ranged" else side.attack
    total = sum_of(now.dice[at], now.plus[at], bonus)
    return Side(name, tuple(meters), (Die(DICE[at], now.dice[at]),), owner, total)


def _most_health(state: State, now: Fight, at: int) -> int:
    if at == 0:
        return state.max_health(now.seat)
    if now.target is not None:
        return state.max_health(now.target)
    if now.foe == "monster":
        return state.monster(now.cell, now.effect).health
    rival = state.rival
    assert rival is not None
    return table().levels[rival.level_key].side(rival.level, rival.gear).health  # type: ignore[index]  # a level


def _lies(state: State, now: Fight, names: tuple[Word, Word]) -> Word | None:
    if now.dice is None:
        return None
    mine, theirs = hurt(state, now)
    if not mine and not theirs:
        return word("panel.lies.nobody")
    return word("panel.lies.hurt", name=names[0] if mine else names[1], n=mine or theirs)


# beside the ring


def quests(state: State) -> Checklist:
    """The quests of the game, who won those that are over, and that only the last one counts."""
    ticks = []
    for at, quest in enumerate(state.quests):
        name = state.content.quests[quest].name
        if at < len(state.hero_of_quest):
            seat = state.hero_of_quest[at]
            who = state.player(seat).name if seat else word("rival.name")
            ticks.append(Tick(word("panel.quest_won", quest=name, name=who), done=True))
        else:
            ticks.append(Tick(named(name)))
    note = word("panel.last_decides") if len(state.quests) > 1 else None
    return Checklist("quests", word("panel.quests"), tuple(ticks), note)


def dealer(state: State, viewer: Viewer) -> Row:
    """What the Junk Dealer has; to a seat that trades, what a purchase would leave of its level and XP."""
    slots = []
    trades = viewer is not None and state.phase == "trade" and not state.player(viewer).ready
    for ref in state.dealer:
        slot = item_slot(state, ref, f"dealer.{ref}")
        slots.append(_priced(state, viewer, ref, slot) if trades and viewer is not None else slot)
    return Row("dealer", word("panel.dealer"), tuple(slots), word("panel.dealer_empty"))


def _priced(state: State, seat: int, ref: str, slot: Slot) -> Slot:
    cost, player = price(state, ref), state.player(seat)
    if not affordable(state, seat, cost):
        said = word("panel.too_dear", n=wealth(player.level, player.xp))
        return Slot(slot.at, slot.title, (*slot.text, said), tone="quiet")
    level, xp = bought(player.level, player.xp, cost)
    return Slot(slot.at, slot.title, (*slot.text, word("panel.left_after", level=level, xp=xp)))


def dispute(state: State) -> Iterator[Placed]:
    """Who wants the same card, and how the bidding stands (QC-TRADE-05)."""
    auction = state.auction
    if auction is None:
        return
    asked = {ask.seat: ask.key for ask in state.pending}
    ticks = []
    for player in state.players:
        name = player.name
        if player.seat in asked:
            ticks.append(Tick(word(f"panel.dispute.{asked[player.seat]}", name=name)))
        elif player.seat == auction.holder:
            ticks.append(Tick(word("panel.dispute.holds", name=name, n=auction.bid), done=True))
        elif player.seat in auction.seats:
            ticks.append(Tick(word("panel.dispute.wants", name=name), done=True))
    title = word("panel.dispute.title", card=item_name(state, auction.card))
    yield Placed(Checklist("dispute", title, tuple(ticks)), "board")


def rival(state: State) -> Meters:
    """The Pretender, and its threat bar (QC-SOLO-16)."""
    now = state.rival
    assert now is not None
    level = table().levels[now.level_key]  # type: ignore[index]  # a level
    side = level.side(now.level, now.gear, now.wounds)
    meters = [
        Meter("level", word("panel.level"), now.level),
        Meter("xp", word("panel.xp"), now.xp),
        Meter("health", word("stat.health"), side.health, level.side(now.level, now.gear).health, bar=True),
        Meter("attack", word("stat.attack"), side.attack, signed=True),
        Meter("gear", word("panel.gear"), now.gear, now.most_gear),
    ]
    threat = threat_now(state)
    if threat is not None:
        meters.append(Meter("threat", word("panel.threat"), round(100 * threat), 100, bar=True, percent=True))
    return Meters("rival", word("panel.rival"), tuple(meters))


def time_trial(state: State) -> Meters:
    """How many own turns have gone, and what they are still good for (QC-SOLO-24)."""
    turns = state.player(1).turns
    medals = sorted(table().medals.items(), key=lambda medal: medal[1])
    key, most = next((medal for medal in medals if turns <= medal[1]), medals[-1])
    own = Meter("turns", word("panel.turns"), turns, most, bar=True)
    limits = tuple(Meter(name, Word(f"panel.until.{name}"), limit) for name, limit in medals)
    return Meters("trial", Word(f"panel.medal.{key}" if turns <= most else "panel.medal.none"), (own, *limits))


def item_slot(state: State, ref: str, at: str) -> Slot:
    item = state.item(ref)
    text = tuple(said_word(said) for said in item_text(state.content, item))
    where = slot_word(item)
    return Slot(at, item_name(state, ref), (where, *text) if where is not None else text)
