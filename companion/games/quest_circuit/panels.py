"""What a seat sees, as panels: the middle of the table (board_panels), its own hero, and the others."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.quest_circuit import board_panels as board
from companion.games.quest_circuit.board_panels import item_slot, said_word
from companion.games.quest_circuit.card_texts import hero_text
from companion.games.quest_circuit.common import item_name, named
from companion.games.quest_circuit.content import STATS
from companion.games.quest_circuit.setup import free_heroes
from companion.games.quest_circuit.state import Player, State, companion_health
from companion.games.quest_circuit.wealth import PER_LEVEL, wealth
from companion.panels import Checklist, Die, Meter, Meters, Note, Panel, Placed, Row, Slot, Tick
from companion.view import Viewer
from companion.words import Text, Word, word


def panels(state: State, viewer: Viewer) -> tuple[Placed, ...]:
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: Viewer) -> Iterator[Placed]:
    if state.phase == "heroes":
        yield Placed(_heroes(state), "board")
    if state.start_rolls and state.phase == "board" and state.quest_index == 1:
        yield Placed(_start(state), "board")
    yield from board.fight(state)
    yield from board.cell(state)
    yield from board.dispute(state)
    if state.cells:
        yield Placed(board.ring(state), "board", folded=state.phase == "finished")
    if state.rival is not None and state.cells:
        yield Placed(board.rival(state), "board")
    if state.solo and state.rival is None and state.cells and state.phase != "finished":
        yield Placed(board.time_trial(state), "board")
    if state.dealer or state.phase == "trade":
        yield Placed(board.dealer(state, viewer), "board", folded=state.phase != "trade")
    if state.quests:
        yield Placed(board.quests(state), "board", folded=state.phase not in ("trade", "refit"))
    for player in state.players:
        if player.hero is not None:
            yield from _player(state, player, mine=player.seat == viewer)


# before a quest


def _heroes(state: State) -> Row:
    """The heroes that are free, with everything their cards say."""
    slots = []
    for key in free_heroes(state):
        hero = state.content.heroes[key]
        text = tuple(said_word(said) for said in hero_text(state.content, hero))
        slots.append(Slot(f"choose_hero.{key}", named(hero.name), text, Die(hero.token)))
    return Row("heroes", word("panel.heroes"), tuple(slots))


def _start(state: State) -> Checklist:
    ticks = (
        Tick(word("panel.start_roll", name=state.player(seat).name, face=face or 0), face is not None)
        for seat, face in state.start_rolls
    )
    return Checklist("start", word("panel.start"), tuple(ticks))


# a hero


def _player(state: State, player: Player, *, mine: bool) -> Iterator[Placed]:
    area = "mine" if mine else "others"
    seat = player.seat
    title = word("panel.hero", name=player.name, hero=state.content.heroes[player.hero or ""].name)
    vitals, bonuses = _vitals(state, player), _bonuses(state, player)
    shown: list[Panel] = [Meters(f"hero.{seat}", title, vitals if mine else (*vitals, *bonuses))]
    if mine:
        shown.append(Meters(f"hero.{seat}.bonuses", word("panel.bonuses"), bonuses, small=True))
    locked = not state.may_equip(seat) and state.phase == "turn"
    for key, cards in (("equipment", player.equipment), ("inventory", player.inventory)):
        if cards or mine:
            slots = tuple(item_slot(state, ref, f"owned.{ref}") for ref in cards)
            heading = word("panel.equipment_locked") if locked and key == "equipment" else Word(f"panel.{key}")
            heading = heading if mine else word("panel.whose", name=player.name, what=heading)
            shown.append(Row(f"hero.{seat}.{key}", heading, slots, word("panel.no_cards")))
    if player.companions:
        shown.append(_companions(state, player))
    if mine and state.content.heroes[player.hero or ""].power is not None:
        shown.append(_power(state, player))
    for panel in shown:
        yield Placed(panel, area, folded=not mine or isinstance(panel, Note))  # type: ignore[arg-type]  # an area


def _vitals(state: State, player: Player) -> tuple[Meter, ...]:
    seat = player.seat
    found = (
        Meter("health", word("stat.health"), state.health(seat), state.max_health(seat), bar=True),
        Meter("mana", word("stat.mana"), state.mana(seat), state.max_mana(seat), bar=True),
        Meter("level", word("panel.level"), player.level),
        Meter("xp", word("panel.xp"), player.xp, PER_LEVEL, bar=True),
    )
    if state.phase != "trade":
        return found
    return (*found, Meter("wealth", word("panel.wealth"), wealth(player.level, player.xp)))


def _bonuses(state: State, player: Player) -> tuple[Meter, ...]:
    """Everything that is added to rolls now: innate, equipped and for a time."""
    found = {stat: getattr(state.bonuses(player.seat), stat) for stat in STATS[2:]}
    return tuple(Meter(stat, Word(f"stat.{stat}"), n, signed=n != 0) for stat, n in found.items())


def _power(state: State, player: Player) -> Note:
    hero = state.content.heroes[player.hero or ""]
    return Note(
        f"hero.{player.seat}.power",
        hero_title(hero.power_name),
        tuple(said_word(s) for s in hero_text(state.content, hero)),
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
            bar=True,
        )
        for c in player.companions
    )
    return Meters(f"hero.{player.seat}.companions", word("panel.companions"), meters)
