"""What `pip install .` puts on a machine: every file of the house, and entry points that lead somewhere.

Nothing is built here, since that needs the network: the globs of pyproject.toml are held against the files there are.
"""

from __future__ import annotations

import importlib
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
PACKAGES = ("companion", "printables", "webapp")


def files() -> list[Path]:
    """Every file of the packages, as it is in the repository."""
    return [
        path
        for top in PACKAGES
        for path in sorted((ROOT / top).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    ]


def test_all_packages_are_installed_and_nothing_else() -> None:
    find = SETUPTOOLS["packages"]["find"]

    assert sorted(find["include"]) == [f"{top}*" for top in PACKAGES]
    # A folder without an __init__.py (words, templates) is a package of data only as long as nobody forbids it.
    assert find.get("namespaces", True) is True
    beside = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in PACKAGES}
    assert not [name for name in beside if any(fnmatch(name, pattern) for pattern in find["include"])]


def test_every_file_is_python_or_data_that_is_installed() -> None:
    assert set(SETUPTOOLS["package-data"]) == {"*"}
    globs = SETUPTOOLS["package-data"]["*"]

    left_out = [
        path.relative_to(ROOT).as_posix()
        for path in files()
        if path.suffix != ".py" and not any(fnmatch(path.name, glob) for glob in globs)
    ]

    assert left_out == []


def test_every_folder_can_be_a_package() -> None:
    folders = {part for path in files() for part in path.relative_to(ROOT).parts[:-1]}

    assert [name for name in folders if not name.isidentifier()] == []


@pytest.mark.parametrize(
    "needed",
    [
        "companion/words/*.yaml",
        "companion/palette.yaml",
        "companion/games/*/words/*.yaml",
        "companion/games/*/content/*/*.yaml",
        "companion/games/*/content/checklists.yaml",
        "companion/games/*/rulebook/*.md",
        "companion/games/*/recorded/*.json",
        "printables/words/*.yaml",
        "printables/games/*/words/*.yaml",
        "printables/games/*/geometry/*.json",
        "webapp/words/*.yaml",
        "webapp/pages/words/*.yaml",
        "webapp/lan.yaml",
        "webapp/openapi.yaml",
        "webapp/templates/*.html",
        "webapp/templates/panels/*.html",
        "webapp/static/*.css",
        "webapp/static/*.js",
        "webapp/static/*.svg",
        *(f"{top}/py.typed" for top in PACKAGES),
    ],
)
def test_what_the_program_reads_is_there_and_installed(needed: str) -> None:
    found = list(ROOT.glob(needed))

    assert found
    assert all(any(fnmatch(path.name, glob) for glob in SETUPTOOLS["package-data"]["*"]) for path in found)


def points() -> list[Any]:
    groups = PROJECT["project"].get("entry-points", {}) | {"scripts": PROJECT["project"]["scripts"]}
    return [
        pytest.param(value, id=f"{group}-{name}") for group, found in groups.items() for name, value in found.items()
    ]


@pytest.mark.parametrize("point", points())
def test_every_entry_point_leads_somewhere(point: str) -> None:
    module, _, name = point.partition(":")

    assert getattr(importlib.import_module(module), name) is not None


def test_everything_that_is_imported_is_required() -> None:
    # the names under which the required packages are imported
    imported = {"pyyaml": "yaml", "markdown-it-py": "markdown_it", "fontpkg-spectral": "fontpkg_spectral"}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    for requirement in PROJECT["project"]["dependencies"]:
        name = requirement.split(">")[0]
        assert f"\n{name}==" in f"\n{lock}", name
        importlib.import_module(imported.get(name, name.replace("-", "_")))
    assert "http" not in lock, "the lock file names no registry"
