"""`tableside serve` as a process: what it prints, whom it answers, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from webapp.cli import main; main()", *arguments]


@contextlib.contextmanager
def served(folder: Path, *more: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A running server and the lines that it has printed so far."""
    process = subprocess.Popen(
        command("serve", "--data", str(folder), *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8", **environment},
    )
    assert process.stdout is not None
    lines: list[str] = []
    try:
        while not lines or "Ctrl+C" not in lines[-1]:
            line = process.stdout.readline()
            assert line, process.communicate()
            lines.append(line.rstrip())
        yield process, lines
    finally:
        process.kill()
        process.communicate()


def ask(url: str, token: str = "", body: Any = None) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as caught:
        return caught.code, json.load(caught)


def start_page(lines: list[str]) -> str:
    return next(line.split(": ", 1)[1] for line in lines if line.startswith("On this machine:")).rstrip("/")


def test_it_prints_where_it_is_and_plays_until_it_is_told_to_stop(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (process, lines):
        base = start_page(lines)
        assert re.fullmatch(r"http://localhost:\d+", base)
        assert f"Tables are kept in {tmp_path}" in lines
        assert "\x1b" not in "".join(lines), "the code is for a terminal"
        assert ask(f"{base}/healthz") == (200, {"ok": True})
        players = [{"name": "Anna"}, {"name": "Boris"}]
        status, opened = ask(f"{base}/api/tables", body={"game": "roll-player", "players": players})
        assert status == 201
        table = f"{base}/api/tables/{opened['table']}"
        assert ask(table, opened["host_token"])[0] == 200

        told = subprocess.run(command("host", opened["code"], "--data", str(tmp_path)), capture_output=True, text=True)
        link = told.stdout.split()[-1]
        port = base.rsplit(":", 1)[1]
        assert re.fullmatch(rf"http://[^/]+:{port}/h/[\w-]{{22}}", link), "where the server said it is"
        assert ask(table, opened["host_token"])[0] == 401
        assert ask(table, link.rsplit("/", 1)[1])[0] == 200

        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=10)
        assert (process.returncode, errors) == (0, "")

    with served(tmp_path, "--port", "0") as (_, lines):
        assert ask(f"{start_page(lines)}/api/tables/{opened['table']}", link.rsplit("/", 1)[1])[0] == 200


def test_a_port_in_use_is_told_and_ends_with_2(tmp_path: Path) -> None:
    with served(tmp_path / "one", "--port", "0", "--host", "127.0.0.1") as (_, lines):
        port = start_page(lines).rsplit(":", 1)[1]
        other = subprocess.run(
            command("serve", "--data", str(tmp_path / "two"), "--host", "127.0.0.1", "--port", port),
            capture_output=True,
            text=True,
            env={**os.environ, "LANG": "C.UTF-8"},
        )

    assert other.returncode == 2
    assert other.stderr == (
        f"tableside: Port {port} is in use: perhaps Tableside runs already. "
        "Stop that, or choose another port with --port.\n"
    )


def test_it_speaks_russian_and_reads_the_environment(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("serve", "--host", "127.0.0.1"),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "ru_RU.UTF-8", "TABLESIDE_PORT": "0", "TABLESIDE_DATA": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline().startswith("Телефоны в той же сети Wi-Fi открывают http://127.0.0.1:")
    finally:
        process.kill()
        process.communicate()
    assert (tmp_path / "tableside.db").exists()


@pytest.mark.parametrize("broken", ["a file instead of a folder", "no database"])
def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path, broken: str) -> None:
    folder = tmp_path / "data"
    if broken == "no database":
        folder.mkdir()
        (folder / "tableside.db").write_text("this is no database, and it is long enough to be read as one" * 20)
    else:
        folder.write_text("x")

    told = subprocess.run(
        command("serve", "--data", str(folder), "--port", "0"),
        capture_output=True,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8"},
    )

    assert told.returncode == 2
    assert str(folder) in told.stderr
    assert "Traceback" not in told.stderr


def test_a_name_is_announced_or_the_server_runs_without_it(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", "--name", "game-night") as (process, lines):
        assert any(re.fullmatch(r"Announced as http://game-night\.local:\d+/", line) for line in lines)
        assert ask(f"{start_page(lines)}/healthz")[0] == 200
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)
        assert process.returncode == 0
