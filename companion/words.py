"""The one catalogue of words. States and logs hold keys and arguments; sentences are made here, on the way out.

Catalogues are `words/<lang>.yaml` files in companion, in each game, in printables and in webapp. An entry is a text
with `{arguments}`, or a table of plural classes (CLDR) that is chosen by the argument `n`, or by the one named in `by`:

    coins: {one: "{n} coin", other: "{n} coins"}
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from companion.refusals import Unreadable

LANGUAGES = ("en", "ru")


class Word(Struct, frozen=True):
    """Something to say: a key of the catalogue and its arguments (numbers, names, other words, lists of them)."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __plain__(self) -> dict[str, Any]:
        from companion.canonical import plain

        return {"key": self.key, "args": plain(dict(self.args))}


def word(key: str, /, **args: Any) -> Word:
    """A shorter way to write a Word."""
    return Word(key, args)


class Text(Struct, frozen=True):
    """A name or a text that content brings along, by language; a plain string is the same in all.

    Content of one language only is shown as it is written.
    """

    by: tuple[tuple[str, str], ...]

    @classmethod
    def __read__(cls, data: Any, where: str) -> Text:
        if isinstance(data, str):
            return cls((("", data),))
        if not isinstance(data, Mapping) or not data or not all(isinstance(t, str) for t in data.values()):
            raise Unreadable("read.type", field=where, expected=Word("kind.text"), got=str(data)[:60])
        return cls(tuple((str(lang), text) for lang, text in data.items()))

    @classmethod
    def __schema__(cls) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}},
            ]
        }

    def say(self, lang: str) -> str:
        found = dict(self.by)
        return found.get(lang, self.by[0][1])

    def __plain__(self) -> Any:
        return dict(self.by) if self.by[0][0] else self.by[0][1]


class MissingWord(KeyError):
    """The catalogue of a language lacks a key: a fault that tests find, never silently English."""


class Words(Struct, frozen=True):
    """The words of one language."""

    lang: str
    entries: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, what: Any) -> str:
        """The sentence for a Word; a number as this language writes it; a list joined as it joins lists."""
        if isinstance(what, Word):
            return self._entry(what)
        if isinstance(what, Text):
            return what.say(self.lang)
        if isinstance(what, bool) or what is None:
            return self._entry(Word(f"value.{str(what).lower()}"))
        if isinstance(what, int):
            return self._number(what)
        if isinstance(what, tuple | list):
            return self._list([self.say(item) for item in what])
        return str(what)

    def __call__(self, key: str, /, **args: Any) -> str:
        return self._entry(Word(key, args))

    def _entry(self, what: Word) -> str:
        entry = self.entries.get(what.key)
        if entry is None:
            raise MissingWord(f"{self.lang}: {what.key}")
        if isinstance(entry, Mapping):
            entry = self._plural(entry, what)
        if "{" not in entry:
            return str(entry)
        return self._filled(entry, what.args)

    def _filled(self, text: str, args: Mapping[str, Any]) -> str:
        """`{n}` as the language says it, `{n:+}` with its sign, `{name:upper}` with a capital."""
        found = []
        for before, name, spec in _pieces(text):
            found.append(before)
            if name is None:
                continue
            value = args[name]
            said = self.say(value)
            if spec == "+" and isinstance(value, int) and value > 0:
                said = f"+{said}"
            elif spec == "upper":
                said = said[:1].upper() + said[1:]
            found.append(said)
        return "".join(found)

    def _plural(self, entry: Mapping[str, Any], what: Word) -> str:
        count = what.args[str(entry.get("by", "n"))]
        exact = entry.get(f"={count}")
        if exact is not None:
            return str(exact)
        found = entry.get(plural_class(self.lang, abs(count)), entry.get("other"))
        if found is None:
            raise MissingWord(f"{self.lang}: {what.key} for {count}")
        return str(found)

    def _number(self, n: int) -> str:
        # both languages write numbers of up to three digits alike, and the library takes its time to load
        return str(n).replace("-", "−") if -1000 < n < 1000 else _written(self.lang, n)

    def _list(self, items: list[str]) -> str:
        return _joined(self.lang, items)


def _joined(lang: str, items: list[str]) -> str:
    """A list as a language joins it; one alone stands as it is."""
    from babel.lists import format_list

    if len(items) < 2:
        return "".join(items)
    return str(format_list(items, locale=_locale(lang)))


@cache
def _locale(lang: str) -> Any:
    from babel import Locale

    return Locale.parse(lang)


@lru_cache(maxsize=8192)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A text taken apart once: what stands before an argument, the argument, and how it is to be written."""
    return tuple((before, name, spec or "") for before, name, spec, _ in string.Formatter().parse(text))


_LONGEST_NUMBER = 15
"""Digits up to which a number is written as a language writes it; more are written plainly."""


@lru_cache(maxsize=4096)
def _written(lang: str, n: int) -> str:
    from babel.numbers import format_decimal

    if abs(n) >= 10**_LONGEST_NUMBER:
        return str(n)
    return str(format_decimal(n, locale=lang)).replace("-", "−")


def plural_class(lang: str, count: Any) -> str:
    """The plural class of a count that is not negative, as CLDR has it. Whole numbers in our own languages are told
    here: loading the library for one sentence takes longer than printing a hundred cards."""
    if isinstance(count, int) and lang == "en":
        return "one" if count == 1 else "other"
    if isinstance(count, int) and lang == "ru":
        ones, tens = count % 10, count % 100
        if ones == 1 and tens != 11:
            return "one"
        return "few" if 2 <= ones <= 4 and not 12 <= tens <= 14 else "many"
    return str(_locale(lang).plural_form(count))


def data_folder(package: str) -> Path:
    """The folder of a package, where its data files lie: packages of ours are installed as files. `importlib.resources`
    would find it, too, but takes longer to load than a page to print."""
    return Path(str(import_module(package).__file__)).parent


def load_yaml(path: Path) -> Any:
    """The contents of a YAML file of ours (the fast loader where the machine has it)."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with path.open("r", encoding="utf-8") as file:
        return yaml.load(file, Loader=loader)  # a safe loader, chosen above


@cache
def catalogue(lang: str, *packages: str) -> Words:
    """The words of a language: those of companion, and of each package named; a later one may not redefine a key.

    Raises MissingWord for a language that we do not speak and ValueError for a key that is defined twice.
    """
    if lang not in LANGUAGES:
        raise MissingWord(lang)
    entries: dict[str, Any] = {}
    for package in ("companion", *packages):
        found = own_words(lang, package)
        twice = entries.keys() & found.keys()
        if twice:
            raise ValueError(f"{package} defines again: {', '.join(sorted(twice))}")
        entries |= found
    return Words(lang, entries)


@cache
def own_words(lang: str, package: str) -> Mapping[str, Any]:
    """The entries of one package alone, for whoever needs no others; none if it has none."""
    path = data_folder(package) / "words" / f"{lang}.yaml"
    return flat(load_yaml(path) or {}) if path.is_file() else {}


_PLURALS = frozenset({"zero", "one", "two", "few", "many", "other", "by"})


def flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A nested table of words as one level of dotted keys; a table of plural classes stays whole."""
    found: dict[str, Any] = {}
    for key, item in tree.items():
        name = f"{prefix}.{key}" if prefix else str(key)
        if isinstance(item, Mapping) and not _is_plural(item):
            found |= flat(item, name)
        else:
            found[name] = item if isinstance(item, Mapping) else str(item)
    return found


def _is_plural(item: Mapping[str, Any]) -> bool:
    return all(str(key) in _PLURALS or str(key).startswith("=") for key in item)


def best_language(wanted: Iterable[str | None]) -> str:
    """The first of the wanted languages that we speak (`ru-RU` counts as `ru`), else English."""
    for lang in wanted:
        short = (lang or "").lower().replace("_", "-").split("-")[0]
        if short in LANGUAGES:
            return short
    return LANGUAGES[0]
