"""From words to text: in the reader's language, on the way out. Moves, forms, entries and results as plain JSON values.

Nothing here decides what a reader may know: it is given views, labels and events that are already cut for them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.canonical import Plain, plain
from companion.chance import Wanted
from companion.game import Adjustable, Belief, Event, Game, Option, State
from companion.moves import Field, Form, Move
from companion.palette import palette
from companion.scoring import Result
from companion.view import Viewer
from companion.words import MissingWord, Word, Words, best_language, catalogue

_log = logging.getLogger("tableside.words")


@lru_cache(maxsize=1000)
def language(asked: str | None, cookie: str | None, accept: str | None) -> str:
    """The reader's language: what the address asks for, else the cookie, else the browser's wish, else English."""
    wished = parse_accept_header(accept, LanguageAccept).values() if accept else ()
    return best_language([asked, cookie, *wished])


def speak(lang: str, game: Game | None = None) -> Words:
    """All words that an answer of the server can need."""
    return catalogue(lang, *((game.package,) if game is not None else ()), "printables", "webapp")


def say(words: Words, what: Any) -> str:
    """The text of a word. A word that is missing is reported, and its key is shown: an evening does not end over it."""
    try:
        return words.say(what)
    except (MissingWord, LookupError, TypeError, ArithmeticError) as caught:
        _log.error("no words for %r in %s: %s", getattr(what, "key", what), words.lang, caught)
        return str(getattr(what, "key", what))


def move_json(words: Words, game: Game, state: State, seat: int, move: Move) -> dict[str, Plain]:
    """A complete move as it is posted, with its label, which may be posted along."""
    return {**plain(move), "label": say(words, game.label(state, seat, move))}


def form_json(words: Words, form: Form) -> dict[str, Plain]:
    """A move that a person completes: `{type, **settled}` and the fields filled in are what is posted."""
    found: dict[str, Plain] = {
        "type": form.type,
        "label": say(words, form.label),
        "fields": [field_json(words, field) for field in form.fields],
    }
    if form.settled:
        found["settled"] = plain(form.settled)
    if form.at:
        found["at"] = list(form.at)
    return found


def field_json(words: Words, field: Field) -> dict[str, Plain]:
    found: dict[str, Plain] = {"name": field.name, "kind": field.kind, "label": say(words, field.label)}
    for key in ("min", "max", "default"):
        if getattr(field, key) is not None:
            found[key] = getattr(field, key)
    if field.choices:
        found["choices"] = [one.value for one in field.choices]
        found["labels"] = {str(one.value): say(words, one.label) for one in field.choices}
    if field.optional:
        found["optional"] = True
    return found


def adjustable_json(words: Words, adjustable: Adjustable, state: State) -> dict[str, Plain]:
    """Something that the table may set, and what has to be filled in for it."""
    fields = [field_json(words, field) for field in adjustable.fields(state)]
    label = say(words, Word(f"adjustable.{adjustable.key}"))
    found = {"what": adjustable.key, "kind": adjustable.kind, "label": label, "fields": fields}
    beliefs = [belief_json(words, belief) for belief in adjustable.beliefs(state)]
    return found | ({"beliefs": beliefs} if beliefs else {})


def belief_json(words: Words, belief: Belief) -> dict[str, Plain]:
    """One value that the phone believes: what it is (`now`), whose, and how the right one is posted.

    A change holds `settled`, and the value as the field `name`; without a name it stands under its `key` in `values`.
    """
    entry = belief.input
    found: dict[str, Plain] = {
        "key": entry.key,
        "kind": entry.kind,
        "label": say(words, entry.label),
        "seat": belief.seat,
        "now": plain(entry.default),
        "settled": plain(belief.settled),
        "name": belief.name,
    }
    if entry.kind in ("int", "die"):
        found |= {"min": entry.min, "max": entry.max}
    if entry.choices:
        found["choices"] = [{"value": value, "label": say(words, label)} for value, label in entry.choices]
    return found


def option_json(words: Words, option: Option) -> dict[str, Plain]:
    """One thing that is settled before a table starts, with its words."""
    found: dict[str, Plain] = {
        "key": option.key,
        "kind": option.kind,
        "label": say(words, Word(f"option.{option.key}.name")),
        "default": plain(option.default),
    }
    if option.kind == "int":
        return found | {"min": option.least, "max": option.most}
    choices = [{"value": c, "label": say(words, Word(f"option.{option.key}.{c}"))} for c in option.choices]
    return found | {"choices": choices}


def heard(words: Words, events: Iterable[Event], viewer: Viewer) -> list[str]:
    """What happened, in words, as far as this viewer may hear it."""
    return [say(words, event.word) for event in events if event.to is None or viewer in event.to]


def result_json(words: Words, result: Result | None, names: Mapping[int, str]) -> Plain:
    """How the game ended; None while it goes on. Beside the keys stand the names, ranks and tie-breaks in words."""
    if result is None:
        return None
    places = []
    for place in result.places:
        shown = {**place.__plain__(), "name": names.get(place.seat, "")}
        places.append(shown | ({"rank_label": say(words, place.rank)} if place.rank else {}))
    return {
        "places": places,
        "winners": list(result.winners),
        "told": [say(words, said) for said in result.told],
    }


def request_json(words: Words, wanted: Wanted, game: Game, content: Any) -> dict[str, Plain]:
    """What a person is to roll or draw by hand, with the outcomes that there can be and their names.

    A request that would tell a secret says only how many.
    """
    wire: list[Plain] = list(wanted.wire)
    count = 1 if wire[0] == "order" else wire[2]
    if wanted.ask.unknown:
        wire[1] = None
    asked = {"ask": wire, "so_far": wanted.so_far, "prompt": say(words, _request(wanted, count))}
    return asked | {"choices": _outcomes(words, wire, game, content)}


def _outcomes(words: Words, wire: list[Plain], game: Game, content: Any) -> list[dict[str, Plain]]:
    """The single outcomes that an ask can have: value, label, how many are left, and the letter of a colour."""
    kind, what = wire[0], wire[1]
    if what is None:
        return []
    if kind == "draw":
        return [_thing(words, game, content, str(name), count) for name, count in what]
    faces = range(1, what + 1) if kind == "roll" else range(what)
    return [{"value": face, "label": str(face)} for face in faces]


def _thing(words: Words, game: Game, content: Any, name: str, left: int) -> dict[str, Plain]:
    found: dict[str, Plain] = {"value": name, "label": say(words, game.thing(content, name)), "left": left}
    if name in palette():
        found |= {"key": palette()[name].letter, "letter": words(f"colour.{name}.letter")}
    return found


def _request(wanted: Wanted, count: int) -> Word:
    if wanted.wire[0] == "order":
        return Word("ask_real.order", {"n": wanted.wire[1]})
    if wanted.wire[0] == "draw":
        return Word("ask_real.draw_cards" if wanted.ask.of == "cards" else "ask_real.draw_dice", {"k": count})
    key = "ask_real.roll" if wanted.so_far is None else "ask_real.again"
    return Word(key, {"k": count, "sides": wanted.wire[1]})
