"""Using skills (RP-SKILL): the alignment step first, then the ability if it is wanted, then the card is turned."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.canonical import Plain
from companion.chance import Chance
from companion.games.roll_player.common import Outcome, directions, event, move_alignment, stepped
from companion.games.roll_player.content import Effect
from companion.games.roll_player.effects import EFFECTS
from companion.games.roll_player.market import known_arrow
from companion.games.roll_player.moves import UseSkill
from companion.games.roll_player.state import Player, Skill, State
from companion.moves import IllegalMove
from companion.words import Word

PLAYED = ("roll", "dice", "opponent", "attune", "market", "sweep", "cleanup")
"""The phases in which skills may be used: from the first round to the end of the last Cleanup."""

IN_BETWEEN = frozenset({"last_chance", "refresh", "attune"})
"""Questions that may wait while a skill is used; others belong to something that is half done."""


def use_skill(state: State, seat: int, move: UseSkill, chance: Chance) -> Outcome:
    """RP-SKILL-02…05."""
    player = state.player(seat)
    skill = player.skill(move.card)
    require_usable(state, player, skill)
    borrowed = _borrowed(state, seat, skill, move)
    arrow = _arrow(state, borrowed or skill, move)
    if stepped(player.alignment_pos, arrow) is None:
        raise IllegalMove("skill.no_step", rule="RP-SKILL-03", field="card", direction=Word(f"direction.{arrow}"))
    state = _learn_arrow(state, borrowed or skill, arrow)
    state, told = move_alignment(state, seat, arrow)
    state = _exhaust(state, seat, skill)
    name = state.content.name("market", skill.card)
    told = (event("use_skill", name=player.name, card=name), *told)
    if move.decline:
        return state, told
    effect = _effect(state, borrowed or skill)
    state, more = EFFECTS[effect.kind].apply(state, seat, effect, move, chance)
    return state, told + more


def require_usable(state: State, player: Player, skill: Skill) -> None:
    """Raises IllegalMove if the skill may not be used now."""
    if skill.exhausted:
        raise IllegalMove("skill.exhausted", rule="RP-SKILL-05", field="card")
    if state.phase not in PLAYED or any(ask.key not in IN_BETWEEN for ask in state.pending):
        raise IllegalMove("skill.not_now", rule="RP-SKILL-05", field="card")
    if not in_its_phase(state, skill):
        raise IllegalMove("skill.other_phase", rule="RP-SKILL-05", field="card")


def in_its_phase(state: State, skill: Skill) -> bool:
    """Whether the card's own restriction, if it has one, lets it be used in this phase."""
    record = state.content.card(skill.card)
    return record is None or not record.when or state.phase in record.when


def _effect(state: State, skill: Skill) -> Effect:
    record = state.content.card(skill.card)
    return record.effect if record is not None and record.effect is not None else Effect("prompt")


def _arrow(state: State, skill: Skill, move: UseSkill) -> str:
    """The step: by the card's arrow, or as the player says where nobody knows it (RP-NOTE-06)."""
    known = known_arrow(state, skill.card)
    if known is not None:
        if move.arrow not in (None, known):
            raise IllegalMove("skill.other_arrow", rule="RP-SKILL-02", field="arrow")
        return known
    if move.arrow is None:
        raise IllegalMove("read.missing", field="arrow")
    return move.arrow


def _learn_arrow(state: State, skill: Skill, arrow: str) -> State:
    """What is typed in about a card is asked only once."""
    if known_arrow(state, skill.card) is not None or state.content.card(skill.card) is None:
        return state
    return replace(state, known={**state.known, f"{skill.card}.arrow": arrow})


def _exhaust(state: State, seat: int, skill: Skill) -> State:
    skills = tuple(replace(s, exhausted=True) if s.ref == skill.ref else s for s in state.player(seat).skills)
    return state.change(seat, skills=skills)


def _borrowed(state: State, seat: int, skill: Skill, move: UseSkill) -> Skill | None:
    """The other player's skill that Diplomacy uses; it is not exhausted (RP-NOTE-06)."""
    if _effect(state, skill).kind != "borrow_skill":
        if move.seat is not None or move.skill is not None:
            raise IllegalMove("skill.not_borrowing", field="skill")
        return None
    if move.seat is None or move.skill is None or move.seat == seat or move.seat > state.n:
        raise IllegalMove("skill.borrow_whose", rule="RP-NOTE-06", field="skill")
    target = state.player(move.seat).skill(move.skill)
    if _effect(state, target).kind == "borrow_skill":
        raise IllegalMove("skill.borrow_whose", rule="RP-NOTE-06", field="skill")
    if not in_its_phase(state, target):
        raise IllegalMove("skill.other_phase", rule="RP-SKILL-05", field="skill")
    return target


def skill_moves(state: State, seat: int) -> Iterator[UseSkill]:
    """Every complete use of a skill that is legal now."""
    player = state.player(seat)
    for skill in player.skills:
        try:
            require_usable(state, player, skill)
        except IllegalMove:
            continue
        for base, target in bases(state, seat, skill):
            yield replace(base, decline=True)
            effect = _effect(state, target)
            for fields in EFFECTS[effect.kind].ways(state, seat, effect):
                yield replace(base, **fields)


def bases(state: State, seat: int, skill: Skill) -> Iterator[tuple[UseSkill, Skill]]:
    """The uses of a skill up to its step: with the arrow that is known, or each that is possible."""
    targets: list[tuple[dict[str, Plain], Skill]] = [({}, skill)]
    if _effect(state, skill).kind == "borrow_skill":
        targets = [
            ({"seat": other.seat, "skill": theirs.ref}, theirs)
            for other in state.players
            if other.seat != seat
            for theirs in other.skills
            if _effect(state, theirs).kind != "borrow_skill" and in_its_phase(state, theirs)
        ]
    cell = state.player(seat).alignment_pos
    for fields, target in targets:
        known = known_arrow(state, target.card)
        if known is not None:
            if stepped(cell, known) is not None:
                yield UseSkill(skill.ref, **fields), target
        else:
            yield from ((UseSkill(skill.ref, arrow=arrow, **fields), target) for arrow in directions(cell))  # type: ignore[arg-type]  # directions are the literal
