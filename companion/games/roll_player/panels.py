"""What a seat sees of Roll Player, arranged as panels: the centre of the table, its own sheet, the other players."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll_player.constants import rounds
from companion.games.roll_player.content import ATTRIBUTES, DICE
from companion.games.roll_player.ending import hero, projected
from companion.games.roll_player.forms import place_name, position
from companion.games.roll_player.market import weapon_hands
from companion.games.roll_player.scoring import RANKS, SHEET, attribute_score, rank_key
from companion.games.roll_player.setup import class_choices
from companion.games.roll_player.solo import POSITIONS, trashed_position
from companion.games.roll_player.state import Die, OwnedCard, Player, Skill, State
from companion.panels import (
    Cell,
    Checklist,
    Grid,
    GridRow,
    Meter,
    Meters,
    Note,
    Placed,
    Row,
    Slot,
    Tick,
    Tone,
    Track,
)
from companion.panels import Die as ShownDie
from companion.scoring import Breakdown
from companion.tally import explained
from companion.view import Viewer
from companion.words import Word, word

AT_MARKET = ("opponent", "attune", "market", "sweep")
"""Phases in which the market is what everybody looks at."""

ROLLED = ("attune", "market", "sweep")
"""Phases in which the opponent die has been rolled."""

USUAL_INCOME = 2
"""What a gold die pays unless the class says otherwise (RP-GOLD-01)."""


def panels(state: State, viewer: Viewer) -> tuple[Placed, ...]:
    """The board first, then what belongs to the viewer, then the others, folded."""
    return (*_board(state, viewer), *_own(state, viewer), *_others(state, viewer))


def shown(die: Die | None) -> ShownDie | None:
    return None if die is None else ShownDie(die.color, die.face)


# the centre of the table


def _board(state: State, viewer: Viewer) -> Iterator[Placed]:
    if state.phase == "finished":
        yield from _results(state, viewer)
        return
    if state.round:
        yield Placed(Track("round", word("panel.round"), state.round, rounds(state)), "board")
    if state.phase == "setup":
        yield from (Placed(panel, "board") for panel in _setup(state, viewer))
    elif state.phase != "scoring":
        solo = tuple(_solo(state))
        market = [Placed(_market(state), "board")] if state.market or state.phase in ("attune", "market") else []
        if state.phase in AT_MARKET:
            yield from (*market, *solo, Placed(_initiative(state), "board"))
        else:
            yield from (Placed(_initiative(state), "board"), *market, *solo)
    yield Placed(_counts(state), "board", folded=not state.solo or state.phase == "setup")


def _solo(state: State) -> Iterator[Placed]:
    """What happens to the market by itself: what the opponent die did, or will do, and how the row is swept."""
    if not state.solo or state.opponent_die is None:
        return
    if state.market:
        yield Placed(Note("sweep", None, (word("panel.sweep"),)), "board")
    rolled = state.opponent_die.last_roll if state.phase in ROLLED else None
    held = state.player(1).held_initiative
    if rolled is not None and held is not None:
        yield Placed(_rolled(state, held, rolled), "board")
    settled = rolled is not None or state.phase in ("roll", "cleanup")
    yield Placed(_opponent(state, held, rolled), "board", folded=settled)


def _rolled(state: State, held: int, face: int) -> Row:
    """The opponent die as it lies, and what it did to the market."""
    at = trashed_position(held, face)
    die = ShownDie("gold", face)
    told = Word(f"panel.opponent_did.{POSITIONS[at] if at else 'nothing'}")
    slot = Slot("opponent.die", told, (word("panel.opponent_why", card=held, face=face),), die, tone="quiet")
    return Row("opponent_die", word("panel.opponent_die"), (slot,))


def _initiative(state: State) -> Row:
    waiting = dict(zip([c.number for c in state.initiative if c.die is None], state.pool, strict=False))
    slots = []
    for card in state.initiative:
        text: tuple[Word, ...] = ()
        if card.holder is not None:
            text = (word("panel.held", name=state.player(card.holder).name),)
        slots.append(
            Slot(
                f"initiative.{card.number}",
                word("panel.card_number", n=card.number),
                text,
                shown(card.die or waiting.get(card.number)),
                symbols=("coin",) if card.coin else (),
                tone="quiet" if card.holder is not None or card.die is None else "plain",
            )
        )
    return Row("initiative", word("panel.initiative"), tuple(slots))


def _market(state: State) -> Row:
    slots = []
    for place in state.market:
        record = state.content.card(place.card)
        text: list[Word] = []
        badge = None
        if record is not None:
            text.append(_kind_of(state, place.card))
            if state.solo:
                text.append(position(state, place.place))
            badge = word("panel.cost", n=record.cost) if record.cost is not None else None
        title = place_name(state, place.place) if record is not None else _unknown(state, place.place)
        slots.append(Slot(f"market.{place.place}", title, tuple(text), badge=badge))
    return Row("market", word("panel.market"), tuple(slots), word("panel.market_empty"))


def _unknown(state: State, place: str) -> Word:
    """The title of a card of which only the place is known."""
    where = position(state, place)
    return Word(where.key.replace("market.position", "panel.position"), where.args)


def _kind_of(state: State, key: str) -> Word:
    record = state.content.card(key)
    if record is None:
        return word("card.any")
    if record.type == "armor" and record.set is not None:
        return word("card.armor_of", set=state.content.armor[record.set].name)
    known = weapon_hands(state, key) if record.type == "weapon" else None
    return word("card.weapon_hands", n=known) if known is not None else Word(f"card.{record.type}")


def _opponent(state: State, held: int | None, rolled: int | None) -> Grid:
    """What a face of the opponent die does to the market, by the card that is taken; what it did is marked."""
    rows = []
    for card in (initiative.number for initiative in state.initiative):
        cells = []
        for face in range(1, 7):
            at = trashed_position(card, face)
            text = Word(f"panel.opponent_trash.{POSITIONS[at] if at else 'nothing'}")
            tone: Tone = "accent" if card == held and face == rolled else "quiet"
            cells.append(Cell(f"opponent.{card}.{face}", text=text, tone=tone))
        heading = word("panel.card_number", n=card)
        rows.append(GridRow(str(card), heading, tuple(cells), tone="accent" if card == held else "plain"))
    columns = tuple(word("panel.opponent_face", n=face) for face in range(1, 7))
    return Grid("opponent", word("panel.opponent"), tuple(rows), columns, word("panel.opponent_legend"))


def _counts(state: State) -> Meters:
    meters = [Meter("bag", word("panel.bag"), len(state.bag), sum(DICE.values()))]
    if state.deals:
        meters.append(Meter("deck", word("panel.deck"), state.market_deck or 0))
        meters.append(Meter("discard", word("panel.discard"), len(state.market_discard)))
    if state.solo:
        meters.append(Meter("trash", word("panel.trash"), len(state.trash)))
    return Meters("counts", word("panel.counts"), tuple(meters))


def _setup(state: State, viewer: Viewer) -> Iterator[Checklist | Row | Note]:
    if state.start_rolls and state.stage == "start":
        ticks = [
            Tick(word("panel.start_roll", name=state.player(seat).name, face=face or 0), face is not None)
            for seat, face in state.start_rolls
        ]
        yield Checklist("start", word("panel.start"), tuple(ticks))
    if state.stage == "deal":
        yield Note("dealt", None, (word("panel.explain_backstory"), word("panel.explain_alignment")))
    if viewer is None or state.active_player != viewer:
        return
    if state.stage == "race":
        yield _races(state)
    sides = class_choices(state, viewer) if state.stage == "class" else ()
    if sides:
        # the two sides of a card beside each other
        pairs = sorted(sides, key=lambda key: list(DICE).index(state.content.classes[key].color))
        yield Row("classes", word("panel.classes"), tuple(_class_side(state, key) for key in pairs))


def _races(state: State) -> Row:
    """The free character sheets with what each changes; one is chosen by touching it."""
    taken = {player.race for player in state.players}
    slots = []
    for key, race in state.content.races.items():
        if key not in taken:
            found = sorted(race.modifiers.items(), key=lambda each: (-each[1], ATTRIBUTES.index(each[0])))
            changes = tuple(word("panel.race", row=Word(f"attribute.{row}.name"), n=n) for row, n in found if n)
            changes = changes or (word("panel.race_plain"),)
            slots.append(Slot(f"choose_race.{key}", Word("content.name", {"name": race.name}), changes))
    return Row("races", word("panel.races"), tuple(slots))


def _class_side(state: State, key: str) -> Slot:
    """A side of a class card with its goals."""
    side = state.content.classes[key]
    goals = sorted(side.goals.items(), key=lambda each: ATTRIBUTES.index(each[0]))
    text = [
        word("panel.goal_of", row=Word(f"attribute.{row}.short"), goal=goal.word, stars=goal.stars)
        for row, goal in goals
    ]
    if side.gold_die_income != USUAL_INCOME:
        text.append(word("panel.gold_die", n=side.gold_die_income))
    name = Word("content.name", {"name": side.name})
    return Slot(f"choose_class.{key}", name, tuple(text), symbols=(side.color,))


def _results(state: State, viewer: Viewer) -> Iterator[Placed]:
    """The end: how a tie was broken, the ranks in solo, and every star explained, other players' folded away."""
    result = projected(state)
    if result.told:
        yield Placed(Note("told", word("panel.ties"), result.told), "board")
    if state.solo:
        yield Placed(_ranks(result.places[0].breakdown.total), "board")
    for place in result.places:
        args = {"place": place.place, "name": state.player(place.seat).name, "n": place.breakdown.total}
        title = Word("panel.place_rank", {**args, "rank": place.rank}) if place.rank else Word("panel.place", args)
        folded = viewer is not None and place.seat != viewer
        yield Placed(Checklist(f"result.{place.seat}", title, _explained(state, place.breakdown)), "board", folded)


def _explained(state: State, breakdown: Breakdown) -> tuple[Tick, ...]:
    ticks = [explained(key, line) for key, line in breakdown.lines.items() if key != "gold" or state.solo]
    return tuple(tick for part in ticks for tick in part)


def _ranks(total: int) -> Row:
    """The ladder of ranks, the one that was reached marked (RP-SOLO-13)."""
    slots, low = [], 0
    for most, key in (*RANKS, (None, "true_hero")):
        if not low:
            stars = word("panel.rank_to", high=most)
        elif most is None:
            stars = word("panel.rank_above", low=low)
        else:
            stars = word("panel.rank_from", low=low, high=most)
        tone: Tone = "accent" if key == rank_key(total) else "quiet"
        slots.append(Slot(f"rank.{key}", Word(f"rank.{key}"), (stars,), tone=tone))
        low = (most or 0) + 1
    return Row("ranks", word("panel.ranks"), tuple(slots))


def _tone(points: int) -> Tone:
    return "bad" if points < 0 else "good" if points > 0 else "quiet"


# the viewer's own things


def _own(state: State, viewer: Viewer) -> Iterator[Placed]:
    if viewer is None:
        return
    player = state.player(viewer)
    if player.dice:
        slots = tuple(Slot(f"dice.{d.code}", "", die=shown(d)) for d in player.dice)
        yield Placed(Row("dice", word("panel.dice"), slots))
    if player.race is not None:
        yield Placed(sheet(state, player))
    if player.alignment_grid is not None:
        yield Placed(_alignment(state, player))
    if player.race is not None:
        yield Placed(_purse(player))
    if player.owned:
        yield Placed(_cards(state, player))
    if player.class_side is not None and state.phase != "finished":
        yield from _score(state, player)


def _purse(player: Player) -> Meters:
    """Gold and tokens."""
    meters = (
        Meter("gold", word("panel.gold"), player.gold, symbol="coin"),
        Meter("tokens", word("panel.tokens"), player.charisma_tokens, symbol="charisma"),
    )
    return Meters("purse", word("panel.purse"), meters)


def sheet(state: State, player: Player, prefix: str = "sheet") -> Grid:
    """The 6×3 sheet: dice, the colours that the backstory wants, scores and goals."""
    wanted = {(target.row, target.slot): target.color for target in player.backstory or ()}
    now = hero(state, player.seat)
    rows = []
    for key, dice in zip(ATTRIBUTES, player.sheet, strict=True):
        cells = tuple(
            Cell(f"{prefix}.{key}.{number}", shown(die), mark=wanted.get((key, number)))
            for number, die in enumerate(dice, 1)
        )
        score = attribute_score(now, key)
        goal = (player.goals or {}).get(key)
        full = dice[2] is not None
        tone: Tone = "plain"
        if goal is not None and full:
            tone = "good" if goal.met(score) else "bad"
        after = word("panel.sum", n=score)
        note = None if goal is None else word("panel.goal", goal=goal.word, stars=goal.stars)
        rows.append(GridRow(key, Word(f"attribute.{key}.name"), cells, after, note, tone, f"{prefix}.{key}"))
    return Grid(prefix, _title(state, player), tuple(rows))


def _title(state: State, player: Player) -> Word:
    args = {
        "race": state.content.name("races", player.race) if player.race else "",
        "hero": state.content.name("classes", player.class_side) if player.class_side else "",
    }
    return Word("panel.sheet" if player.class_side else "panel.sheet_race", args)


def _alignment(state: State, player: Player) -> Grid:
    grid = player.alignment_grid or ()
    moves = {"up": -3, "down": 3, "left": -1, "right": 1}
    toward = {player.alignment_pos + step: name for name, step in moves.items()}
    rows = []
    for at, key in enumerate(("good", "neutral", "evil")):
        cells = tuple(
            Cell(
                f"alignment.{toward.get(cell, cell)}",
                text=word("panel.signed", n=grid[cell]),
                here=cell == player.alignment_pos,
                tone=_tone(grid[cell]),
            )
            for cell in range(at * 3, at * 3 + 3)
        )
        rows.append(GridRow(key, Word(f"align.{key}"), cells))
    columns = tuple(Word(f"align.short.{key}") for key in ("lawful", "neutral", "chaotic"))
    title = word("panel.alignment", name=state.content.name("alignments", player.alignment))
    return Grid("alignment", title, tuple(rows), columns)


def _cards(state: State, player: Player) -> Row:
    return Row("owned", word("panel.cards"), tuple(_card(state, card) for card in player.owned))


def _card(state: State, card: OwnedCard) -> Slot:
    turned = isinstance(card, Skill) and card.exhausted
    badge = word("panel.used") if turned else None
    title, text = word("panel.unknown_card"), tuple[Word, ...]()
    if state.content.card(card.card) is not None:
        title = Word("content.name", {"name": state.content.name("market", card.card)})
        text = (_kind_of(state, card.card),)
    return Slot(f"owned.{card.ref}", title, text, badge=badge, turned=turned)


def _score(state: State, player: Player) -> Iterator[Placed]:
    """The score as it stands, each category with its points and reasons; in solo with the rank it would be."""
    breakdown = SHEET.breakdown(hero(state, player.seat))
    rank = Word(f"rank.{rank_key(breakdown.total)}")
    title = Word("panel.score_rank" if state.solo else "panel.score", {"n": breakdown.total, "rank": rank})
    if state.solo:
        yield Placed(_rank_track(breakdown.total, rank))
    yield Placed(Checklist("score", title, _explained(state, breakdown)), folded=True)


def _rank_track(total: int, rank: Word) -> Meters:
    """The rank that the stars so far would give, and how many the next one wants."""
    stars = Meter("stars", word("panel.stars_now"), total, symbol="star")
    above = next((most + 1 for most, _ in RANKS if total <= most), None)
    if above is None:
        return Meters("rank", word("panel.rank_now", rank=rank), (stars,))
    following = Meter("next", word("panel.rank_next", rank=Word(f"rank.{rank_key(above)}")), above, symbol="star")
    return Meters("rank", word("panel.rank_now", rank=rank), (stars, following))


# the other players


def _others(state: State, viewer: Viewer) -> Iterator[Placed]:
    for player in state.players:
        if player.seat != viewer and player.race is not None:
            prefix = f"other.{player.seat}"
            grid = sheet(state, player, prefix)
            title = word("panel.other", name=player.name, title=grid.title, n=player.gold)
            yield Placed(Grid(grid.key, title, grid.rows), "others", folded=True)
            if any(state.content.card(card.card) is not None for card in player.owned):
                cards = _cards(state, player)
                yield Placed(
                    Row(f"{prefix}.cards", word("panel.cards_of", name=player.name), cards.slots), "others", folded=True
                )
