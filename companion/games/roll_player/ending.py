"""The end of the game: last discards, what is still to be told, and the score (RP-END, RP-SCORE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.chance import Chance
from companion.flow import Ask
from companion.games.roll_player.common import Outcome, event, require_phase
from companion.games.roll_player.content import ATTRIBUTES
from companion.games.roll_player.criteria import is_met
from companion.games.roll_player.hero import Hero, Trait, Weapon
from companion.games.roll_player.market import lose
from companion.games.roll_player.moves import DiscardCard, Done
from companion.games.roll_player.scoring import SHEET
from companion.games.roll_player.state import Player, State
from companion.moves import IllegalMove
from companion.scoring import Result

ARMOR_CHOICES = tuple(range(13))
TRAIT_CHOICES = tuple(range(7))


def begin_scoring(state: State) -> Outcome:
    """The last round is over. Players may still discard what spoils their score, and say what nobody knows."""
    players = tuple([replace(player, ready=False) if player.ready else player for player in state.players])
    state = replace(state, phase="scoring", stage="", active_player=None, players=players)
    return with_questions(state), (event("end_game"),)


def with_questions(state: State) -> State:
    """The state with the questions that are open now: they depend on what players still own."""
    return replace(state, pending=tuple(ask for player in state.players for ask in questions(state, player)))


def questions(state: State, player: Player) -> Iterator[Ask]:
    """What the score needs and nobody has said."""
    if player.cards:
        for key, choices in (("armor_total", ARMOR_CHOICES), ("trait_total", TRAIT_CHOICES)):
            if key not in player.told:
                yield Ask(player.seat, key, choices, {"about": key}, "RP-SCORE-07" if key[0] == "a" else "RP-SCORE-08")
    for key, count in player.armor.items() if player.armors else ():
        about = f"armor.{key}.{count}"
        if count and state.content.armor[key].stars is None and about not in player.told:
            args = {"about": about, "set": key, "n": count}
            yield Ask(player.seat, "armor_stars", ARMOR_CHOICES, args, "RP-SCORE-07")
    for trait in player.traits:
        record, about = state.content.card(trait.card), f"trait.{trait.ref}"
        unknown = record is None or record.stars is None or record.criterion is None
        if unknown and about not in player.told:
            args = {"about": about, "card": trait.card}
            yield Ask(player.seat, "trait_stars", TRAIT_CHOICES, args, "RP-SCORE-08")


def discard_card(state: State, seat: int, move: DiscardCard, chance: Chance) -> Outcome:
    """RP-END-03: any card may go before scoring if that helps."""
    require_phase(state, "scoring")
    player = state.player(seat)
    if player.ready:
        raise IllegalMove("scoring.ready")
    card = next((c for c in player.owned if c.ref == move.card), None)
    if card is None:
        raise IllegalMove("card.not_yours", rule="RP-END-03", field="card", got=move.card)
    state = with_questions(lose(state, seat, card))
    return state, (event("discard_owned", name=player.name, card=state.content.name("market", card.card)),)


def ready(state: State, seat: int, move: Done, chance: Chance) -> Outcome:
    """A player is ready; when all are, the game is over."""
    require_phase(state, "scoring")
    player = state.player(seat)
    if player.ready:
        raise IllegalMove("scoring.ready")
    if any(ask.seat == seat for ask in state.pending):
        raise IllegalMove("ask.first")
    state = state.change(seat, ready=True)
    told = (event("ready", name=player.name),)
    if all(p.ready for p in state.players):
        return replace(state, phase="finished"), (*told, event("score"))
    return state, told


def hero(state: State, seat: int) -> Hero:
    """Everything about a player that is scored, as it stands now."""
    player = state.player(seat)
    armor = player.armor
    base = Hero(
        class_color=player.class_color,
        goals=player.goals or {},
        modifiers=player.modifiers,
        sheet=player.sheet,
        grid=player.alignment_grid,
        cell=player.alignment_pos,
        targets=player.backstory,
        armor=armor,
        armor_sets=state.content.armor,
        armor_stars=_armor_stars(player, armor) if player.told else {},
        weapons=_weapons(state, player),
        traits=(),
        gold=player.gold,
        solo=state.solo,
        by_hand=_by_hand(player),
        perks=state.content.classes[player.class_side].perks if player.class_side else (),
        skills=len(player.skills),
    )
    return replace(base, traits=tuple(_traits(state, player, base))) if player.traits else base


def _armor_stars(player: Player, armor: Mapping[str, int]) -> dict[str, int]:
    return {
        key: player.told[f"armor.{key}.{count}"]
        for key, count in armor.items()
        if f"armor.{key}.{count}" in player.told
    }


def _weapons(state: State, player: Player) -> tuple[Weapon, ...]:
    found = []
    for weapon in player.weapons:
        card = state.content.card(weapon.card)
        if card is not None:
            found.append(Weapon(card.name, card.hands or 1, card.per_die, card.per_row, card.extra_armor))
    rows = {row: player.told[f"weapon.{row}"] for row in ATTRIBUTES if f"weapon.{row}" in player.told}
    return (*found, Weapon(hands=0, per_row=rows)) if rows else tuple(found)  # type: ignore[arg-type]  # rows are the literal


def _traits(state: State, player: Player, base: Hero) -> Iterator[Trait]:
    for trait in player.traits:
        card = state.content.card(trait.card)
        told = player.told.get(f"trait.{trait.ref}")
        if told is not None:
            yield Trait(told, True, card.name if card else None)
        elif card is not None and card.stars is not None and card.criterion is not None:
            yield Trait(card.stars, is_met(card.criterion, base), card.name)


def _by_hand(player: Player) -> dict[str, int]:
    found: dict[str, int] = {}
    for key, category in (("armor_total", "armor"), ("trait_total", "traits")):
        if key in player.told:
            found[category] = found.get(category, 0) + player.told[key]
    for adjustment in player.manual_adjustments:
        found[adjustment.category] = found.get(adjustment.category, 0) + adjustment.stars
    return found


def projected(state: State) -> Result:
    """The result as it would be now."""
    heroes = {player.seat: hero(state, player.seat) for player in state.players}
    return SHEET.result(heroes, {player.seat: player.name for player in state.players})
