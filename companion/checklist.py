"""Set-up and phase steps by number of players and options, from data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Struct

from companion.canonical import Plain
from companion.reading import Length, read
from companion.words import Word, data_folder, load_yaml


class Step(Struct, frozen=True):
    """One step: the key of its words, the rule it comes from, and the options for which it is done.

    `when` names options and the values for which the step stands (all must hold; a list holds any of them), `unless`
    those for which it does not; `args` are numbers by number of players (`"2": 61`), or by `solo`.
    """

    key: str
    rule: Annotated[str, Length(24)]
    when: Mapping[str, tuple[str, ...]] | None = None
    unless: Mapping[str, tuple[str, ...]] | None = None
    args: Mapping[str, Mapping[str, int]] | None = None

    def stands(self, options: Mapping[str, Plain]) -> bool:
        """Whether the step is done at a table with these options."""
        wanted, unwanted = (self.when or {}).items(), (self.unless or {}).items()
        return all(_holds(options, *each) for each in wanted) and not any(_holds(options, *each) for each in unwanted)


def _holds(options: Mapping[str, Plain], name: str, values: tuple[str, ...]) -> bool:
    chosen = options.get(name)
    return bool(set(chosen) & set(values)) if isinstance(chosen, list | tuple) else str(chosen) in values


class Checklist(Struct, frozen=True):
    """A named list of steps."""

    key: str
    steps: tuple[Step, ...]

    def words(self, options: Mapping[str, Plain], seats: int) -> tuple[Word, ...]:
        """The steps that stand for these options and this number of seats, in order."""
        column = "solo" if options.get("mode") == "solo" else str(seats)
        return tuple(
            Word(
                f"checklist.{self.key}.{step.key}",
                {name: by[column] for name, by in (step.args or {}).items() if column in by} | {"rule": step.rule},
            )
            for step in self.steps
            if step.stands(options)
        )


def load_checklists(package: str) -> tuple[Checklist, ...]:
    """The checklists of a game, from its `content/checklists.yaml` (none if it has no such file)."""
    path = data_folder(package).joinpath("content", "checklists.yaml")
    if not path.is_file():
        return ()
    data: dict[str, Any] = load_yaml(path)
    return tuple(Checklist(key, read(tuple[Step, ...], steps, key)) for key, steps in data.items())
