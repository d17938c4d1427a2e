"""The print job of a thing: it belongs to no game, and is called as its maker calls it."""

from __future__ import annotations

from companion.refusals import nearest
from companion.words import LANGUAGES, Words, catalogue
from printables.imposition import Setting
from printables.ink import find_ink
from printables.items import FreeJob
from printables.paper import find_paper
from printables.proof import Proof

ACCENT = "#39597a"


def thing_job(
    title: str | None,
    *,
    paper: str = "A4",
    lang: str = "en",
    ink: str = "colour",
    accent: str = ACCENT,
    setting: Setting | None = None,
    backs: bool = True,
    proof: Proof | None = None,
) -> FreeJob:
    """A job whose words hold the title as the name of the game. Raises UnknownName for a language, paper or ink."""
    if lang not in LANGUAGES:
        raise nearest("print.lang.unknown", lang, LANGUAGES)
    ours = catalogue(lang, "printables")
    name = title or ours("print.thing.whose")
    words = Words(lang, {**ours.entries, "game.name": name.replace("{", "{{").replace("}", "}}")})
    return FreeJob(
        words,
        find_paper(paper),
        find_ink(ink, accent),
        setting or Setting(),
        backs,
        ours("print.footer_house") if title is None else title,
        proof if proof is not None else Proof(),
    )
