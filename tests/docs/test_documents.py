"""README and docs are true: what they name is there, what they show runs, and what is there is named."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click
import pytest
import yaml

from companion.game import games
from webapp.cli import cli, main
from webapp.config import Settings, help_texts

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
PACKAGES = ("companion", "printables", "webapp")

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)


@cache
def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def blocks(document: Path) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a document: their language and what stands in them."""
    yield from re.findall(r"^```(\w*)\n(.*?)^```", text_of(document), re.DOTALL | re.MULTILINE)


def code(document: Path) -> list[str]:
    """Everything that stands as code: single words and whole lines of blocks."""
    outside = re.sub(r"^```.*?^```", "", text_of(document), flags=re.DOTALL | re.MULTILINE)
    return [
        *re.findall(r"`([^`\n]+)`", outside),
        *(line for _, block in blocks(document) for line in block.splitlines()),
    ]


def commands(document: Path) -> Iterator[list[str]]:
    """What is to be typed as `tableside …`, as arguments; what follows after two spaces or a # is said about it."""
    for line in code(document):
        found = re.search(r"(?:^|[\s/])tableside( .*|$)", line)
        if found and not line.startswith("http"):
            yield shlex.split(re.split(r"\s{3,}|\s#|\s>\s", found[1])[0])


# What they name


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings."""
    found = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@each_document
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        if re.match(r"https?://|mailto:", target):
            continue
        path, _, anchor = unquote(target).partition("#")
        there = (document.parent / path).resolve() if path else document
        assert there.exists(), target
        assert not anchor or anchor in headings(there), target


# A word is a path of ours if it begins with one of these folders or is a file in the root.
TOPS = {*PACKAGES, "tests", "docs", "bench", ".ci"}


@each_document
def test_every_path_is_there(document: Path) -> None:
    words = [word.rstrip(".,;:") for part in code(document) for word in part.split()]
    named = {word for word in words if "/" in word and word.split("/")[0] in TOPS}

    for word in named:
        pattern = re.sub(r"<\w+>", "*", word).rstrip("/")
        assert any(ROOT.glob(pattern)), f"{document.name}: {word}"


@each_document
def test_every_target_of_make_is_there(document: Path) -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    for part in code(document):
        found = re.match(r"make ([a-z]+)", part)
        assert found is None or found[1] in made, f"{document.name}: {part}"


def command_of(words: Sequence[str]) -> click.Command | None:
    """The command that these words begin with: of a group, the command in it."""
    command = cli.commands.get(words[0])
    if isinstance(command, click.Group) and len(words) > 1:
        return command.get_command(click.Context(command), words[1])
    return command


def every_command() -> Iterator[click.Command]:
    for command in cli.commands.values():
        yield command
        if isinstance(command, click.Group):
            context = click.Context(command)
            inside = [command.get_command(context, name) for name in command.list_commands(context)]
            yield from (found for found in inside if found is not None)


@each_document
def test_every_command_and_option_is_there(document: Path) -> None:
    for arguments in commands(document):
        words = [word for word in arguments if not word.startswith("-")]
        if not words:
            continue
        command = command_of(words)
        assert command is not None, f"{document.name}: tableside {words[0]}"
        known = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
        if words[0] == "odds":
            # what a game is asked takes options of its own
            queries = [query for game in games().values() for query in game.queries]
            known |= {f"--{field.name.replace('_', '-')}" for query in queries for field in query.fields}
        options = {word for word in arguments if word.startswith("-") and word != "-"}
        assert options <= known, f"{document.name}: tableside {shlex.join(arguments)}"


@each_document
def test_every_option_that_stands_alone_belongs_to_a_command(document: Path) -> None:
    known = {option for command in every_command() for parameter in command.params for option in parameter.opts}

    alone = {part.split()[0] for part in code(document) if re.fullmatch(r"--[a-z]+(?: .*)?", part)}

    assert alone <= known | {"--help"}


# What is there


def modules(package: str) -> list[str]:
    """The modules, packages and data files at the top of a package."""
    found = []
    for path in sorted((ROOT / package).iterdir()):
        if path.name.startswith(("_", ".")) or path.name == "py.typed":
            continue
        found.append(f"{path.name}/" if path.is_dir() else path.name)
    return found


def section(package: str) -> str:
    """What the plan of the house says about a package."""
    found = re.search(rf"^## {package}:.*?(?=^## )", text_of(ROOT / "docs/architecture.md"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_plan_of_the_house_names_every_module(package: str) -> None:
    named = set(re.findall(r"`([^`\n]+)`", section(package)))
    named |= {name.split("<")[0] for name in named}

    assert [module for module in modules(package) if module not in named] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_plan_of_the_house_names_nothing_that_is_not_there(package: str) -> None:
    folder = ROOT / package
    for name in re.findall(r"`([\w/<>*.]+(?:\.py|\.yaml|\.js|/))`", section(package)):
        pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
        assert any(folder.rglob(pattern)), f"{package}: {name}"


def test_the_plan_of_the_house_names_every_kind_of_proof() -> None:
    proofs = text_of(ROOT / "docs/architecture.md").partition("## Proofs")[2]
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.rglob("test_*.py"))}

    assert {name for name in folders if f"tests/{name}/" not in proofs} == set()


def test_every_setting_stands_in_the_page_about_hosting() -> None:
    hosting = text_of(ROOT / "docs/hosting.md")
    table = dict(re.findall(r"^\| `TABLESIDE_(\w+)` \| [^|]* \| (.+) \|$", hosting, re.MULTILINE))

    assert table == {name.upper(): text for name, text in help_texts().items()}
    defaults = dict(re.findall(r"^\| `TABLESIDE_(\w+)` \| ([^|]*) \|", hosting, re.MULTILINE))
    for field in dataclasses.fields(Settings):
        shown = defaults[field.name.upper()].replace(",", "")
        words = isinstance(field.default, str | None)
        assert shown == (field.default or "–") if words else float(shown) == field.default


def test_every_document_is_found_from_the_readme() -> None:
    readme = text_of(ROOT / "README.md")

    assert [path.name for path in DOCUMENTS if path.name != "README.md" and path.name not in readme] == []


# What they show runs


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as caught:
        main(list(arguments))
    assert isinstance(caught.value.code, int)
    return caught.value.code, out.getvalue()


def readme_hero() -> str:
    (found,) = (block for kind, block in blocks(ROOT / "README.md") if kind == "yaml")
    return found


def test_the_hero_of_the_readme_scores_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hero.yaml").write_text(readme_hero(), encoding="utf-8")

    code, out = run("score", "roll-player", "hero.yaml", "--json")

    told: dict[str, Any] = json.loads(out)
    said = re.search(r"^That is (\d+) stars", text_of(ROOT / "README.md"), re.MULTILINE)
    assert said is not None
    assert (code, told["total"]) == (0, int(said[1]))
    assert told["categories"]["attribute_goals"] == 11
    # what stands in the remarks is read too
    hero = yaml.safe_load(readme_hero())
    del hero["class"], hero["race"]
    for remark in ("color: red", 'goals: {STR: "18(4)"', "modifiers: {STR: 2, INT: -2}", "card: hermit"):
        assert remark in readme_hero()
    hero |= {"color": "red", "goals": {"STR": "18(4)"}, "modifiers": {"STR": 2, "INT": -2}}
    hero |= {"alignment": {"card": "hermit", "cell": 3}, "backstory": "savage"}
    hero["weapons"] = yaml.safe_load("[{name: Belt, hands: 1, per_row: {CON: 1}}]")
    Path("other.json").write_text(json.dumps(hero), encoding="utf-8")
    assert run("score", "roll-player", "other.json", "--json")[0] == 0


# What needs no server and no file, in a moment.
CHEAP = {"games", "rules", "schema", "print", "score", "odds"}


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hero.yaml").write_text(readme_hero(), encoding="utf-8")
    done = set()
    for arguments in commands(ROOT / "README.md"):
        words = [word for word in arguments if not word.startswith("-")]
        if words and words[0] in CHEAP and len(words) > (words[0] != "games") and "GAME" not in words:
            code, out = run(*arguments)
            assert (code, bool(out)) == (0, True), arguments
            done.add(words[0])

    assert done == CHEAP
    assert Path("evening.pdf").read_bytes().startswith(b"%PDF-")


def test_the_readme_names_every_command() -> None:
    named = {arguments[0] for arguments in commands(ROOT / "README.md") if arguments}

    assert named == set(cli.commands)


def test_the_readme_names_every_game() -> None:
    # those that come with us; the games of the tests are strangers
    ours = [key for key, game in games().items() if game.package.split(".")[0] in PACKAGES]
    names = [key.replace("-", " ").title() for key in ours]

    assert names
    assert [name for name in names if name not in text_of(ROOT / "README.md")] == []


# --help


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_help_of_a_command_comes_at_once_and_lists_every_option(name: str) -> None:
    began = time.process_time()
    code, out = run(name, "--help")
    took = time.process_time() - began

    command = cli.commands[name]
    assert (code, took < 1) == (0, True)
    assert command.help is not None
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name}: {parameter.name}"
            assert max(parameter.opts, key=len) in out
        else:
            assert (parameter.metavar or str(parameter.name)).upper().split(".")[0] in out.upper()
