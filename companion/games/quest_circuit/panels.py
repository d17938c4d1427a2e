"""What a seat sees, as panels: the ring, a fight, the Junk Dealer, its own hero, the others, and the Pretender."""

from __future__ import annotations

from collections.abc import Iterator

from companion.checklist import load_checklists
from companion.games.quest_circuit.card_texts import Said, hero_text, item_text, quest_card_text, slot_word
from companion.games.quest_circuit.cells import played_cell
from companion.games.quest_circuit.common import cell_name, item_name, named
from companion.games.quest_circuit.content import GOAL_CELL, STATS
from companion.games.quest_circuit.fights import side_names, sides
from companion.games.quest_circuit.labels import cell_content
from companion.games.quest_circuit.pretender import PACKAGE, table
from companion.games.quest_circuit.ring import START
from companion.games.quest_circuit.rival import threat_now
from companion.games.quest_circuit.setup import free_heroes
from companion.games.quest_circuit.state import Player, State, companion_health
from companion.panels import (
    Checklist,
    Die,
    Duel,
    Meter,
    Meters,
    Note,
    Panel,
    Placed,
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
from companion.words import Text, Word, word

RIVAL_COLOUR = "grey"
DICE = ("white", "black")
"""The colours in which the dice of the two sides are shown."""


def panels(state: State, viewer: Viewer) -> tuple[Placed, ...]:
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: Viewer) -> Iterator[Placed]:
    if state.phase == "heroes":
        yield Placed(_heroes(state), "board")
    if state.start_rolls and state.phase == "board" and state.quest_index == 1:
        yield Placed(_start(state), "board")
    if state.phase == "board" and state.first_player is not None:
        yield Placed(_to_lay_out(state), "board")
    yield from _fight(state)
    yield from _cell(state)
    if state.cells:
        yield Placed(_ring(state), "board")
    if state.dealer or state.phase == "trade":
        yield Placed(_dealer(state), "board", folded=state.phase != "trade")
    if state.phase != "heroes":
        yield Placed(_counts(state), "board", folded=True)
        yield Placed(_quests(state), "board", folded=state.phase not in ("trade", "refit"))
    if state.rival is not None and state.cells:
        yield Placed(_rival(state), "board")
    for player in state.players:
        if player.hero is not None:
            yield from _player(state, player, mine=player.seat == viewer)


def _said(said: Said) -> Word:
    return said if isinstance(said, Word) else named(said)


# before a quest


def _heroes(state: State) -> Row:
    """The heroes that are free, with everything their cards say."""
    slots = []
    for key in free_heroes(state):
        hero = state.content.heroes[key]
        text = tuple(_said(said) for said in hero_text(state.content, hero))
        slots.append(Slot(f"choose_hero.{key}", named(hero.name), text, Die(hero.token)))
    return Row("heroes", word("panel.heroes"), tuple(slots))


def _start(state: State) -> Checklist:
    ticks = (
        Tick(word("panel.start_roll", name=state.player(seat).name, face=face or 0), face is not None)
        for seat, face in state.start_rolls
    )
    return Checklist("start", word("panel.start"), tuple(ticks))


def _to_lay_out(state: State) -> Checklist:
    """What the table sets out for the quest."""
    options = {**state.settings, "mode": state.mode}
    (setup,) = load_checklists(PACKAGE)
    ticks = tuple(Tick(text) for text in setup.words(options, state.n))
    return Checklist("setup", word("checklist.setup.title"), ticks)


# the board


def token(state: State, player: Player) -> Token:
    hero = state.content.heroes.get(player.hero or "")
    return Token(hero.token if hero is not None else "white", Word("name", {"name": player.name}))


def _ring(state: State) -> Ring:
    cells = []
    for at, cell in enumerate(state.cells):
        tokens = tuple(token(state, player) for player in state.players if player.position == at)
        if state.rival is not None and state.rival.position == at:
            tokens += (Token(RIVAL_COLOUR, word("rival.name")),)
        tone: Tone = "quiet" if not cell.filled and at != START else "accent" if at in (START, GOAL_CELL) else "plain"
        text = None if at == START else cell_content(state, at)
        badge = word("panel.wounds", n=cell.wounds) if cell.wounds else None
        cells.append(RingCell(f"ring.{at}", cell_name(at), text, tokens, badge, hidden=cell.covered, tone=tone))
    return Ring("ring", word("panel.ring"), tuple(cells), word("panel.ring_note"))


def _cell(state: State) -> Iterator[Placed]:
    """The card that is played."""
    found = played_cell(state)
    if found is None or state.fight is not None:
        return
    at, cell, card = found
    text = tuple(_said(said) for said in quest_card_text(state.content, card))
    badge = word("panel.wounds", n=cell.wounds) if cell.wounds else None
    slot = Slot("cell", named(card.name), text, badge=badge, tone="plain")
    yield Placed(Row("cell", word("panel.cell", cell=cell_name(at)), (slot,)), "board")


def _fight(state: State) -> Iterator[Placed]:
    """Both sides with their Health and what they add, and the dice while they lie there."""
    fight = state.fight
    if fight is None:
        return
    shown = []
    for side, name, at in zip(sides(state, fight), side_names(state, fight), (0, 1), strict=True):
        meters = [
            Meter("health", word("stat.health"), side.health),
            Meter("attack", word("stat.attack"), side.attack),
        ]
        if side.shot is not None:
            meters.append(Meter("shot", word("stat.shot"), side.shot))
        dice = (Die(DICE[at], fight.dice[at]),) if fight.dice is not None else ()
        shown.append(Side(name, tuple(meters), dice))
    title = word(f"panel.fight.{fight.stage}")
    yield Placed(Duel("fight", title, shown[0], shown[1]), "board")


def _counts(state: State) -> Meters:
    meters = (
        Meter("stack", word("panel.stack"), state.stack),
        Meter("items", word("panel.items"), len(state.items)),
        Meter("uniques", word("panel.uniques"), len(state.uniques)),
        Meter("discard", word("panel.discard"), len(state.discard) + state.unseen_discards),
    )
    return Meters("counts", word("panel.counts"), meters)


def _quests(state: State) -> Checklist:
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
    ticks.append(Tick(word("panel.last_decides"), tone="quiet"))
    return Checklist("quests", word("panel.quests"), tuple(ticks))


def _dealer(state: State) -> Row:
    slots = tuple(_item_slot(state, ref, f"dealer.{ref}") for ref in state.dealer)
    return Row("dealer", word("panel.dealer"), slots, word("panel.dealer_empty"))


def _rival(state: State) -> Meters:
    """The Pretender, and its threat bar (QC-SOLO-16)."""
    rival = state.rival
    assert rival is not None
    level = table().levels[rival.level_key]  # type: ignore[index]  # a level
    side = level.side(rival.level, rival.gear, rival.wounds)
    meters = [
        Meter("level", word("panel.level"), rival.level),
        Meter("xp", word("panel.xp"), rival.xp),
        Meter("health", word("stat.health"), side.health, level.side(rival.level, rival.gear).health),
        Meter("attack", word("stat.attack"), side.attack),
        Meter("gear", word("panel.gear"), rival.gear, rival.most_gear),
    ]
    threat = threat_now(state)
    if threat is not None:
        meters.append(Meter("threat", word("panel.threat"), round(100 * threat), 100))
    return Meters("rival", word("rival.name"), tuple(meters))


# a hero


def _player(state: State, player: Player, *, mine: bool) -> Iterator[Placed]:
    area = "mine" if mine else "others"
    seat = player.seat
    bonuses = state.bonuses(seat)
    title = word("panel.hero", name=player.name, hero=state.content.heroes[player.hero or ""].name)
    meters = (
        Meter("health", word("stat.health"), state.health(seat), state.max_health(seat)),
        Meter("mana", word("stat.mana"), state.mana(seat), state.max_mana(seat)),
        Meter("level", word("panel.level"), player.level),
        Meter("xp", word("panel.xp"), player.xp),
        *(Meter(stat, Word(f"stat.{stat}"), getattr(bonuses, stat)) for stat in STATS[2:]),
    )
    shown: list[Panel] = [Meters(f"hero.{seat}", title, meters)]
    locked = not state.may_equip(seat) and state.phase == "turn"
    for key, cards in (("equipment", player.equipment), ("inventory", player.inventory)):
        if cards or mine:
            slots = tuple(_item_slot(state, ref, f"owned.{ref}") for ref in cards)
            heading = word("panel.equipment_locked") if locked and key == "equipment" else Word(f"panel.{key}")
            shown.append(Row(f"hero.{seat}.{key}", heading, slots, word("panel.no_cards")))
    if player.companions:
        shown.append(_companions(state, player))
    if mine and state.content.heroes[player.hero or ""].power is not None:
        shown.append(_power(state, player))
    for panel in shown:
        yield Placed(panel, area, folded=not mine or isinstance(panel, Note))  # type: ignore[arg-type]  # an area


def _power(state: State, player: Player) -> Note:
    hero = state.content.heroes[player.hero or ""]
    return Note(
        f"hero.{player.seat}.power",
        hero_title(hero.power_name),
        tuple(_said(s) for s in hero_text(state.content, hero)),
    )


def hero_title(name: Text | None) -> Word:
    return named(name) if name is not None else word("card.power")


def _companions(state: State, player: Player) -> Meters:
    meters = tuple(
        Meter(
            c.card,
            item_name(state, c.card),
            companion_health(state.content, c.card) - c.wounds,
            companion_health(state.content, c.card),
        )
        for c in player.companions
    )
    return Meters(f"hero.{player.seat}.companions", word("panel.companions"), meters)


def _item_slot(state: State, ref: str, at: str) -> Slot:
    item = state.item(ref)
    text = tuple(_said(said) for said in item_text(state.content, item))
    where = slot_word(item)
    return Slot(at, item_name(state, ref), (where, *text) if where is not None else text)
