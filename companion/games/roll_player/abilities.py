"""What classes and weapons can do once a round (RP-GOLD-05, RP-WEAP-04): the effects that skills have, for a price."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chance import Chance
from companion.games.roll_player.common import Outcome, event, require_phase
from companion.games.roll_player.content import Effect, Perk
from companion.games.roll_player.effects import EFFECTS
from companion.games.roll_player.moves import UseAbility, UseSkill
from companion.games.roll_player.perks import CLASS, perks_of
from companion.games.roll_player.skills import IN_BETWEEN
from companion.games.roll_player.state import Player, State
from companion.moves import IllegalMove
from companion.words import Word

WHEN = ("dice", "market")
"""The phases in which such an ability may be used, in anybody's turn."""


def use_ability(state: State, seat: int, move: UseAbility, chance: Chance) -> Outcome:
    """Pay, then do what the ability does; the next time is in the next round. Raises IllegalMove."""
    player = state.player(seat)
    perk = next((perk for source, perk in _once(state, player) if source == move.source), None)
    if perk is None:
        raise IllegalMove("ability.none", field="source", got=move.source)
    _require_ready(state, player, move.source, perk)
    state = state.change(seat, gold=player.gold - perk.pay, used=(*player.used, move.source))
    name = ability_name(state, player, move.source)
    told = event("use_ability_paid" if perk.pay else "use_ability", name=player.name, ability=name, n=perk.pay)
    effect = perk.effect or Effect("prompt")
    use = UseSkill(
        move.source,
        target=move.target,
        other=move.other,
        row=move.row,
        by=move.by,
        face=move.face,
        initiative=move.initiative,
    )
    state, more = EFFECTS[effect.kind].apply(state, seat, effect, use, chance)
    return state, (told, *more)


def ability_name(state: State, player: Player, source: str) -> Word:
    """What gives the ability: the class side's ability by its name, or the weapon."""
    if source != CLASS:
        card = next((weapon.card for weapon in player.weapons if weapon.ref == source), source)
        return Word("content.name", {"name": state.content.name("market", card)})
    side = state.content.classes[player.class_side or ""]
    return Word("content.name", {"name": side.ability_name or side.name})


def _once(state: State, player: Player) -> Iterator[tuple[str, Perk]]:
    return ((source, perk) for source, perk in perks_of(state, player) if perk.kind == "once")


def _require_ready(state: State, player: Player, source: str, perk: Perk) -> None:
    require_phase(state, *WHEN)
    if source in player.used:
        raise IllegalMove("ability.used", field="source")
    if any(ask.key not in IN_BETWEEN for ask in state.pending):
        raise IllegalMove("skill.not_now", field="source")
    if player.gold < perk.pay:
        raise IllegalMove("ability.gold", rule="RP-GOLD-06", field="source", n=player.gold, pay=perk.pay)


def ability_moves(state: State, seat: int) -> Iterator[UseAbility]:
    """Every complete use of a once-a-round ability that is legal now."""
    player = state.player(seat)
    for source, perk in _once(state, player):
        try:
            _require_ready(state, player, source, perk)
        except IllegalMove:
            continue
        effect = perk.effect or Effect("prompt")
        for fields in EFFECTS[effect.kind].ways(state, seat, effect):
            yield UseAbility(source, **fields)
