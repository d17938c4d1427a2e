"""What a table looks like to one viewer, as JSON.

Made once for each (table, seq, seat, language): four phones ask at the same moment.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.automa import AutomaMove
from companion.canonical import Plain, plain
from companion.log import Entry, unseal
from companion.offer import REAL
from companion.view import Unknown, Viewer
from companion.words import Text, Word, Words, word
from webapp import render
from webapp.access import host_only
from webapp.recent import Recent
from webapp.render import say
from webapp.tables import Folded

# States that views of one table are compared with: seats that see the same share the work.
_ALIKE = 8


def dumps(value: Plain) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Views:
    """A small memory of answers. Every method may be called from any thread."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._made: Recent[tuple[Any, ...], bytes] = Recent(keep)
        self._alike: OrderedDict[tuple[str, int], list[tuple[Any, bytes]]] = OrderedDict()
        self._lock = threading.Lock()

    def table(self, folded: Folded, seat: Viewer, lang: str) -> bytes:
        """What changes only with the log, as the members of a JSON object (without its braces)."""
        return self._made.once(("table", folded.id, folded.seq, seat, lang), lambda: self._table(folded, seat, lang))

    def moves(self, folded: Folded, seat: Viewer, lang: str, *, host: bool) -> bytes:
        """Every complete move of a seat, and the forms that it may fill in, as a JSON object."""
        key = ("moves", folded.id, folded.seq, seat, lang, host)
        return self._made.once(key, lambda: dumps(moves_json(folded, seat, lang, host=host)))

    def _table(self, folded: Folded, seat: Viewer, lang: str) -> bytes:
        table, words = folded.table, render.speak(lang, folded.table.game)
        if not table.started:
            prompt = word("prompt-lobby", n=len(table.seats), names=[s.name for s in table.seats])
            found: dict[str, Plain] = {"phase": "lobby", "to_act": [], "prompt": say(words, prompt)}
            return b'%b,"view":null,"result":null,%b' % (_members(found), _members(_common(folded, seat, words)))
        game, state = table.game, table.state
        found = {
            "phase": game.phase(state),
            "to_act": list(game.to_act(state)),
            "prompt": say(words, word("adjustment.to_be_told") if table.to_be_told else game.prompt(state, seat)),
            "result": render.result_json(words, table.result, table.names),
        }
        return b'%b,"view":%b,%b' % (_members(found), self._view(folded, seat), _members(_common(folded, seat, words)))

    def _view(self, folded: Folded, seat: Viewer) -> bytes:
        """The view itself, which is the same in all languages and often for several seats."""
        view, key = folded.table.view(seat), (folded.id, folded.seq)
        with self._lock:
            known = list(self._alike.get(key, ()))
        found = next((text for other, text in known if alike(other, view)), None)
        if found is None:
            found = dumps(plain(view))
            with self._lock:
                self._alike.setdefault(key, []).append((view, found))
                while len(self._alike) > self._keep // _ALIKE:
                    self._alike.popitem(last=False)
        return found


def alike(one: Any, other: Any) -> bool:
    """Whether two views show the same. Views of one state share most of their parts, so this is quickly seen."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Unknown):
        return bool(one.__plain__() == other.__plain__())
    if isinstance(one, Struct):
        return all(alike(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(alike(item, other[key]) for key, item in one.items())
    return bool(one == other)


def _members(value: Mapping[str, Plain]) -> bytes:
    return dumps(value)[1:-1]


def _common(folded: Folded, seat: Viewer, words: Words) -> dict[str, Plain]:
    table = folded.table
    return {
        "started": table.started,
        "options": plain(table.options),
        "settings": plain(table.settings),
        "commitment": table.epoch.commit,
        "test": table.test,
        "head": folded.entries[-1].hash[:8],
        "undo": table.done[-1] if table.done else None,
        "redo": table.undone[-1] if table.undone else None,
        "newest": entry_words(words, folded, folded.entries[-1], seat),
    }


def moves_json(folded: Folded, seat: Viewer, lang: str, *, host: bool) -> dict[str, Plain]:
    """`{seq, moves, forms}`; before the start, and for an onlooker, there is nothing to do.

    Whoever has a part in the table may let an opponent act whose turn it is.
    """
    table, game = folded.table, folded.table.game
    found: dict[str, Plain] = {"seq": folded.seq, "moves": [], "forms": []}
    if (seat is None and not host) or not table.started or table.to_be_told or folded.read_only:
        return found
    words, state = render.speak(lang, game), table.state
    if seat is not None:
        moves = [render.move_json(words, game, state, seat, move) for move in game.moves(state, seat)]
        found["moves"] = [move for move in moves if host or not host_only(game.moves_types, move)]
        found["forms"] = [render.form_json(words, form) for form in game.forms(state, seat)]
    for number in opponents_to_act(folded):
        label = say(words, word("entry.automa", name=table.names[number]))
        found["moves"].append({**plain(AutomaMove(number)), "label": label})
    return found


def opponents_to_act(folded: Folded) -> list[int]:
    """The seats that an opponent plays and that are to act."""
    table = folded.table
    return [seat for seat in table.game.to_act(table.state) if table.seat(seat).automa is not None]


def entry_json(words: Words, folded: Folded, entry: Entry, seat: Viewer) -> dict[str, Plain]:
    """An entry as a viewer is given it: cut, with its words, and the reasons of an opponent as far as they are open."""
    said = [say(words, reason) for decision in reasons(folded, entry) for reason in decision]
    found = {**entry.cut(seat), **entry_words(words, folded, entry, seat)}
    return found | ({"reasons": said} if said else {})


def entry_words(words: Words, folded: Folded, entry: Entry, seat: Viewer) -> dict[str, Plain]:
    """Who did what, in words; and what happened, as far as the viewer may hear it."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "by": dict(entry.by),
        "label": say(words, entry_label(folded, entry, seat)),
        "events": render.heard(words, folded.table.told.get(entry.seq, ()), seat),
    }


def entry_label(folded: Folded, entry: Entry, seat: Viewer) -> Word:
    """What an entry is called in the history, for one viewer."""
    body, names = entry.open, folded.table.names
    match entry.kind:
        case "played":
            return _played(folded, entry, seat)
        case "seated":
            return _seated(body, names)
        case "undone":
            return word("entry.undone", seq=body["undoes"])
        case "redone":
            return word("entry.redone", seq=body["redoes"])
        case "corrected":
            seq, reason = body["corrects"], body["reason"]
            return word("entry.corrected", seq=seq, reason=reason) if reason else word("corrected-plain", seq=seq)
        case "adjusted":
            return _adjusted(body)
        case "noted":
            return Word(body["said"]["key"], body["said"]["args"]) if "said" in body else _note(body["text"])
    return Word(f"entry.{entry.kind}")


def _note(text: str) -> Word:
    return word("entry.noted", text=text)


def _played(folded: Folded, entry: Entry, seat: Viewer) -> Word:
    body, name = entry.open, folded.table.names.get(int(entry.open["seat"]), "")
    if "decisions" in body:
        return word("entry.automa", name=name)
    move = body["move"]
    if set(move) == {"sealed"} and move["sealed"] not in folded.table.opened:
        own = any(secret.digest == move["sealed"] and seat in secret.to for secret in entry.secrets)
        if not own:
            return word("entry.secret", name=name)
    return folded.label(entry)


def _seated(body: Mapping[str, Any], names: Mapping[int, str]) -> Word:
    seat, change = int(body["seat"]), body.get("change", {})
    name = change.get("name", names.get(seat, ""))
    if body.get("gone"):
        return word("entry.seat_gone", seat=seat)
    if change.get("phone"):
        return word("entry.seated", name=name)
    if change.get("automa") and "name" in change:
        return word("seat-opponent", name=name)
    if "automa" in change:
        return word("seat-automa-on" if change["automa"] else "seat-automa-off", seat=seat, name=name)
    if "away" in change:
        return word("seat-away" if change["away"] else "seat-back", name=name)
    if "phone" in change:
        return word("seat-phone-gone", name=name)
    return word("entry.seat_changed", seat=seat, name=name)


def _adjusted(body: Mapping[str, Any]) -> Word:
    if "setting" not in body:
        return word("entry.adjusted", reason=body["reason"]) if body["reason"] else word("adjusted-plain")
    key, value = next(iter(body["setting"].items()))
    # Real dice and real cards are options of the game, too, and have its words.
    about = f"{'option' if key in REAL else 'setting'}.{key}"
    return word("entry.setting", name=Word(f"{about}.name"), value=Word(f"{about}.{str(value).lower()}"))


def reasons(folded: Folded, entry: Entry) -> list[list[Word]]:
    """Why an opponent did what it did, decision by decision, as far as it tells no secret."""
    opened = {secret.digest: secret.value for secret in entry.secrets if secret.digest in folded.table.opened}
    found = [unseal(decision["because"], opened) for decision in entry.open.get("decisions", ())]
    return [[_said(reason) for reason in because] for because in found if isinstance(because, list)]


def _said(value: Any) -> Any:
    """A word out of its plain form; words among its arguments too, and names that content has in several languages."""
    if isinstance(value, Mapping) and set(value) == {"key", "args"}:
        return Word(value["key"], {name: _said(arg) for name, arg in value["args"].items()})
    if isinstance(value, Mapping):
        return Text(tuple(value.items()))
    return [_said(item) for item in value] if isinstance(value, list) else value
