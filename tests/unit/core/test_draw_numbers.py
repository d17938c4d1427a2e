"""The number of the next sealed draw: one more than the highest that an act in effect has used, whatever was undone."""

from __future__ import annotations

from at_table import Sitting

from companion.table import Table


def counted(table: Table) -> int:
    """By looking at every act in effect."""
    used = (luck for step in table.steps for luck in step.luck if luck.e == table.epoch.number)
    return 1 + max((luck.i for luck in used if luck.i is not None), default=-1)


def test_it_is_known_after_every_entry_without_looking_back() -> None:
    sitting = Sitting.down(3, rounds=2, seed=9)
    seen = set[int]()
    for number in range(40):
        sitting.step()
        if number % 5 == 4:
            sitting.undo()
        if number % 10 == 9:
            sitting.redo()
        if number == 17:
            sitting.reveal()
        with_luck = [step.seq for step in sitting.table.steps if step.luck and len(step.plays) == 1]
        if number % 8 == 7 and with_luck:
            sitting.correct(with_luck[-1], drop=sitting.would_lose(with_luck[-1]))
        assert sitting.table.next_number() == counted(sitting.table) == sitting.refold().next_number()
        seen.add(sitting.table.next_number())
        if sitting.table.result is not None:
            break
    assert len(seen) > 5
