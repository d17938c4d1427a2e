"""The `tableside` command as somebody at a terminal uses it, or a program that reads its JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from webapp.cli import main


def ran(command: str, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    """What a command prints, and what it complains of; it has to end with this code."""
    with pytest.raises(SystemExit) as caught:
        main([command, *arguments])
    out, err = capsys.readouterr()
    assert caught.value.code == code, err
    return out, err


def told_by(command: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command tells a program."""
    return json.loads(ran(command, capsys, *arguments, "--json")[0])
