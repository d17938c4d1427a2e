"""The page about printing names everything that can be asked for: options, layouts, marks, papers."""

from __future__ import annotations

from pathlib import Path

import click

from printables.options import OPTIONS
from printables.paper import PAPERS
from webapp.cli import cli

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")


def test_every_option_of_printing_is_told() -> None:
    options = [one for one in cli.commands["print"].params if isinstance(one, click.Option)]
    names = {name for option in options for name in option.opts if name.startswith("--")} - {"--json", "--output"}
    told = {word.strip("`.,;:()") for word in TEXT.split()}
    assert names - {"--data"} - told == set()


def test_every_choice_is_told() -> None:
    for option in OPTIONS:
        if option.key in ("ruler", "registration"):
            continue  # yes and no
        assert [choice for choice in option.choices if f"`{choice}`" not in TEXT and f" {choice}`" not in TEXT] == []
    assert [name for name in PAPERS if f"`{name.lower()}`" not in TEXT] == []
