"""English and Russian side by side: the same keys, the same arguments, each in its own letters, none left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.words import LANGUAGES, flat, load_yaml

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("companion", "printables", "webapp", "tests/games")
FOLDERS = sorted(
    {path for top in SOURCES for path in (ROOT / top).rglob("words") if path.is_dir()}, key=lambda path: path.parts
)
CATALOGUES = [pytest.param(folder, id="-".join(folder.relative_to(ROOT).parts[:-1])) for folder in FOLDERS]

# What every catalogue of a language has to tell of a number, as CLDR has it.
CLASSES = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}}

# In Latin letters everywhere: names, formats, keys on a keyboard, commands and what is typed in.
LATIN = re.compile(
    r"""\b(?:PDF|QR|CSV|BG\ Stats|Wi-Fi|VPN|IPv6|JSON|YAML|UTF-8|NPC|Ctrl\+C|English)\b
    | Tableside | tableside\ (?:export\ --sealed|solo) | Debian | Ubuntu | Python | mypy | setuptools | компилятор\ C\b
    | pip\ install\ 'tableside\[fast\]' | sudo\ apt\ install\ gcc\ python3-dev
    | --(?:data|host|port|printer|flip|a|b)\b | «players»
    | set=own | Content-Type:\ application/json | Content-Length | \?seat=1
    | \b(?:XLSX|PNG|JPEG|SVG)\b | \#rrggbb | \#39597a | \.(?:csv|tsv|xlsx|yaml|json)\b | \(en,\ ru\) | --(?:yes)\b
    | «(?:deck|rows|layout|elements|encoding|values|size|filled|card|bleed|title:\ Верёвка)»
    | «cost:\ (?:3|\[at_least:\ 3\])» | kind:\ [a-z,\ ]+или\ pattern | \[x,\ y, | \b(?:true|false)\b | tableside\ deck
    | 12x\{\{sword\}\} | 5@gold | 420x297
    | \bd(?=\{) | \b[gbrpkwy]\d\b | \b(?:[gbrpkwy]\ ){6}[gbrpkwy]\b | \bSTR\.2\b | \bTS1:AB:(?:P1:A4:K7Q2|C:K7Q2M)\b""",
    re.VERBOSE,
)


@cache
def entries(lang: str, folder: Path) -> Mapping[str, Any]:
    return flat(load_yaml(folder / f"{lang}.yaml") or {})


def texts(entry: Any) -> list[str]:
    return [str(text) for key, text in entry.items() if key != "by"] if isinstance(entry, Mapping) else [entry]


def arguments(entry: Any) -> set[str]:
    """What an entry needs to be said; a number that chooses a form counts even where it is not written."""
    named = {name for text in texts(entry) for name in re.findall(r"\{(\w+)", text)}
    return named | ({str(entry.get("by", "n"))} if isinstance(entry, Mapping) else set())


def bare(text: str) -> str:
    """A text without its arguments."""
    return re.sub(r"\{[^{}]*\}", "", text)


def test_every_catalogue_is_known() -> None:
    assert {"companion", "webapp", "printables"} <= {folder.parent.name for folder in FOLDERS}
    assert all(sorted(path.name for path in folder.iterdir()) == ["en.yaml", "ru.yaml"] for folder in FOLDERS)


@pytest.mark.parametrize("folder", CATALOGUES)
def test_both_languages_have_the_same_keys_in_the_same_order(folder: Path) -> None:
    english, russian = (list(entries(lang, folder)) for lang in ("en", "ru"))

    assert english == russian


@pytest.mark.parametrize("folder", CATALOGUES)
def test_both_languages_have_the_same_arguments(folder: Path) -> None:
    english, russian = (entries(lang, folder) for lang in ("en", "ru"))

    assert {key: arguments(entry) for key, entry in english.items()} == {
        key: arguments(entry) for key, entry in russian.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("folder", CATALOGUES)
def test_a_table_of_forms_has_every_form_of_its_language(folder: Path, lang: str) -> None:
    for key, entry in entries(lang, folder).items():
        if isinstance(entry, Mapping):
            forms = {form for form in entry if form != "by" and not form.startswith("=")}
            assert forms in (CLASSES[lang], {"other"}), f"{lang} {key}"


@pytest.mark.parametrize("folder", CATALOGUES)
def test_russian_has_no_latin_letters_but_for_names_and_what_is_typed_in(folder: Path) -> None:
    # A game's own name is a trademark and stays as it is.
    allowed = {"game.name"}
    wrong = {
        key: text
        for key, entry in entries("ru", folder).items()
        for text in texts(entry)
        if key not in allowed and re.search("[A-Za-z]", bare(LATIN.sub("", text)))
    }

    assert wrong == {}


@pytest.mark.parametrize("folder", CATALOGUES)
def test_english_has_no_cyrillic_letters_but_for_the_other_language_itself(folder: Path) -> None:
    wrong = {
        key: text
        for key, entry in entries("en", folder).items()
        for text in texts(entry)
        if key != "page.other_language" and re.search("[А-яЁё]", text)
    }

    assert wrong == {}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("folder", CATALOGUES)
def test_a_sentence_is_written_with_care(folder: Path, lang: str) -> None:
    for key, entry in entries(lang, folder).items():
        for text in texts(entry):
            assert text.strip() == text, f"{lang} {key}: a space at its end"
            assert text, f"{lang} {key} is empty"
            assert "  " not in text, f"{lang} {key}: two spaces"
            assert "..." not in text, f"{lang} {key}: … is one character"
            if lang == "ru":
                assert not re.search('["“”]', text), f"{lang} {key}: «» are the quotation marks of Russian"
            assert not re.search(r"\w'\w", text), f"{lang} {key}: ’ is the apostrophe"


# What the code says, and what the catalogues know


@cache
def sources() -> Mapping[Path, str]:
    """Everything that may name a word: Python, templates, scripts and data."""
    kinds = {".py", ".html", ".js", ".yaml"}
    return {
        path: path.read_text(encoding="utf-8")
        for top in SOURCES
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in kinds and "words" not in path.parts
    }


def python() -> Iterator[ast.AST]:
    for path, text in sources().items():
        if path.suffix == ".py":
            yield from ast.walk(ast.parse(text))


@cache
def known() -> frozenset[str]:
    return frozenset(key for folder in FOLDERS for key in entries("en", folder))


# `{what}.nothing`, with undo or redo for what: a key whose beginning is put in.
_BEGINNINGS = ("undo", "redo")


def named() -> tuple[set[str], list[re.Pattern[str]]]:
    """Keys as they stand in the code, and patterns of those that are put together there."""
    whole: set[str] = set()
    made: set[str] = set()
    for node in python():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            made.add("".join(".+" if part is None else re.escape(str(part)) for part in parts))
            if parts[0] is None and len(parts) == 2 and re.fullmatch(r"\.[a-z_]+", str(parts[1])):
                whole |= {f"{beginning}{parts[1]}" for beginning in _BEGINNINGS}
        if isinstance(node, ast.Call) and _called(node.func) == "replace" and len(node.args) == 2:
            # one key made of another
            made |= {re.escape(arg.value) + ".+" for arg in node.args[1:] if _is_text(arg)}
    for path, text in sources().items():
        if path.suffix != ".py":
            whole |= set(re.findall(r"[\w-]+(?:\.[\w-]+)+|[\w-]+", text))
            made |= {
                f"{re.escape(start)}.+" for start in re.findall(r"""["'`]([\w.-]+[.-])(?:["']\s*[~+]|\$\{)""", text)
            }
    return whole, [re.compile(text) for text in made if re.match(r"[a-z_]{3,}(?:\\\.|\\-)", text)]


# What a game tells of itself, for whoever lists games.
OF_A_GAME = {"game.short", "game.players"}


def test_no_word_is_left_over() -> None:
    whole, made = named()

    left = {key for key in known() if key not in whole and not any(pattern.fullmatch(key) for pattern in made)}

    assert left - OF_A_GAME == set()


def test_no_word_is_missing_that_the_code_names_in_full() -> None:
    refusals = {node.name for node in python() if isinstance(node, ast.ClassDef) and _is_refusal(node)}
    makers = refusals | {"word", "Word", "words"}
    missing = set()
    for node in python():
        if isinstance(node, ast.Call) and node.args and _called(node.func) in makers:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value not in known():
                missing.add(first.value)

    assert len(refusals) > 5
    assert missing == set()


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _called(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _is_refusal(node: ast.ClassDef) -> bool:
    bases = {_called(base) for base in node.bases}
    return node.name == "Refusal" or bool(bases & {"Refusal", "Unreadable", "BadMove", "IllegalMove", "StoreError"})
