"""Everything that can be said of a thing, and every icon, stands in docs/printing.md."""

from __future__ import annotations

from pathlib import Path

import click

from printables.icons import icon_names
from webapp.commands.things import COMMANDS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")


def test_every_thing_and_each_of_its_own_options_is_told() -> None:
    everywhere = {"--json", "--output", "--data", "--printer"}
    assert all(f"| `{name}` |" in TEXT for name in COMMANDS)
    for name, command in COMMANDS.items():
        options = [one for one in command.params if isinstance(one, click.Option)]
        found = {long for option in options for long in option.opts if long.startswith("--")} - everywhere
        assert {option for option in found if f"{option}" not in TEXT} == set(), name


def test_every_icon_is_named() -> None:
    assert {name for name in icon_names() if f"`{name}`" not in TEXT} == set()
