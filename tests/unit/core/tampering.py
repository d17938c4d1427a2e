"""A finished table, and the ways in which somebody could change its file afterwards."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from at_table import Sitting

from companion.canonical import canonical, digest
from companion.chance import commitment
from companion.log import FIRST

File = dict[str, Any]


@cache
def sitting() -> Sitting:
    """Three seats and a gull, undone and redone and corrected here and there, over two epochs."""
    found = Sitting.down(4, gulls=[4], rounds=4, words=("rain", "77", "рассвет 🎲", ""), seed=11)
    while found.table.result is None:
        found.step()
        if found.seq % 9 == 0:
            found.undo()
        if found.seq % 25 == 0:
            found.undo()
            found.redo()
        rolls = [s.seq for s in found.table.steps if len(s.plays) == 1 and s.plays[0][1]]
        if found.seq % 40 == 0:
            found.correct(rolls[-1], drop=found.would_lose(rolls[-1]))
    while found.table.game.phase(found.state) != "skim":
        found.undo()
    return found.finish()


def finished() -> File:
    """The public file of that table."""
    return copy.deepcopy(_file())


@cache
def _file() -> File:
    return sitting().file()


def rechained(file: File) -> File:
    """The same file with every hash computed anew: what somebody would do who changes a log with care."""
    prev = FIRST
    for seq, record in enumerate(file["entries"], 1):
        record["open"]["seq"] = seq
        record["open"]["prev"] = prev
        prev = digest(record["open"])
    return file


def entries(file: File) -> list[dict[str, Any]]:
    return [record["open"] for record in file["entries"]]


def rolls(file: File) -> list[dict[str, Any]]:
    """The records of luck that everybody could see at once."""
    found = [r for entry in entries(file) for r in entry.get("luck", ())]
    found += [r for entry in entries(file) for d in entry.get("decisions", ()) for r in d["luck"]]
    return [r for r in found if isinstance(r["ask"], list) and isinstance(r["got"], list) and r["ask"][0] == "roll"]


def changed_face(file: File) -> None:
    record = rolls(file)[2]
    record["got"] = [record["got"][0] % 6 + 1]


def dropped_entry(file: File) -> None:
    del file["entries"][20]


def dropped_draw(file: File) -> None:
    """An entry with luck is dropped, and the chain mended."""
    at = next(n for n, entry in enumerate(entries(file)) if n > 20 and entry.get("luck"))
    del file["entries"][at]
    rechained(file)


def skipped_number(file: File) -> None:
    """From somewhere on every draw of the epoch takes the number after its own: a better one was looked for."""
    records = [r for r in rolls(file) if r["e"] == 0]
    for record in records[len(records) // 2 :]:
        record["i"] += 1


def swapped_seed(file: File) -> None:
    """Another seed is told than was committed."""
    next(e for e in entries(file) if "reveal" in e)["reveal"] = hashlib.sha256(b"another seed").hexdigest()


def swapped_seed_and_commitment(file: File) -> None:
    """Another seed from the beginning: committed and told, but not the one that rolled."""
    seed = hashlib.sha256(b"another seed").digest()
    next(e for e in entries(file) if "reveal" in e)["reveal"] = seed.hex()
    entries(file)[0]["commit"] = commitment(seed)


def swapped_strings(file: File) -> None:
    next(e for e in entries(file) if "client" in e)["client"][0] = "snow"


def changed_pack(file: File) -> None:
    """A pebble is worth more, and the pack's own hash says so."""
    file["packs"][0]["records"]["pebbles"]["slate"]["points"] = 9
    file["packs"][0]["hash"] = digest(file["packs"][0]["records"])


def changed_opening(file: File) -> None:
    """A secret choice is told otherwise than it was sealed."""
    openings = [o for entry in entries(file) for o in entry.get("opens", ())]
    pick = next(o for o in openings if isinstance(o["value"], dict))
    pick["value"] = {"type": "pick", "pebble": "amber" if pick["value"]["pebble"] != "amber" else "slate"}


def changed_hand(file: File) -> None:
    """A hidden draw is told otherwise, and sealed anew to fit."""
    opening = next(o for entry in entries(file) for o in entry.get("opens", ()) if _is_hand(o["value"]))
    old = {"sealed": opening["digest"]}
    opening["value"] = ["amber" if opening["value"][0] != "amber" else "slate", *opening["value"][1:]]
    opening["digest"] = hashlib.sha256(bytes.fromhex(opening["salt"]) + canonical(opening["value"])).hexdigest()
    file["entries"] = _replaced(file["entries"], old, {"sealed": opening["digest"]})


def _replaced(value: Any, old: Any, new: Any) -> Any:
    if value == old:
        return new
    if isinstance(value, dict):
        return {key: _replaced(item, old, new) for key, item in value.items()}
    return [_replaced(item, old, new) for item in value] if isinstance(value, list) else value


def _is_hand(value: Any) -> bool:
    return isinstance(value, list) and len(value) >= 1 and all(isinstance(item, str) for item in value)


def reordered_log(file: File) -> None:
    file["entries"][20], file["entries"][21] = file["entries"][21], file["entries"][20]


def undone_another(file: File) -> None:
    """An undo that took back the newest act is said to have taken back the one before it."""
    undo = next(entry for entry in entries(file) if entry["kind"] == "undone")
    undo["undoes"] -= 1


def old_epoch(file: File) -> None:
    """Luck after the seed was told, from the epoch that everybody can compute."""
    for record in rolls(file):
        if record["e"] == 1:
            record["e"], record["i"] = 0, record["i"] + 500


Tampering = Callable[[File], None]

BREAKS_THE_CHAIN: Mapping[str, Tampering] = {
    "changed face": changed_face,
    "dropped entry": dropped_entry,
    "skipped number": skipped_number,
    "swapped seed": swapped_seed,
    "changed opening": changed_opening,
    "re-ordered log": reordered_log,
}
"""Carelessly: the hashes are left as they were."""

WITH_CARE: Mapping[str, Tampering] = {
    "changed face": changed_face,
    "dropped draw": dropped_draw,
    "skipped number": skipped_number,
    "swapped seed": swapped_seed,
    "swapped seed and commitment": swapped_seed_and_commitment,
    "swapped strings": swapped_strings,
    "changed opening": changed_opening,
    "changed hand": changed_hand,
    "undone another": undone_another,
    "old epoch": old_epoch,
}
"""With every hash after the change computed anew."""
