"""Decks that a maker could have written, in a folder of their own, and what is on their pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import yaml

from companion.refusals import Refusal
from companion.words import Word, catalogue
from printables.deck.build import Built, Wanted, build
from printables.deck.problems import BadDeck
from printables.proof import Proof

PLAIN = {
    "size": "poker",
    "fields": {"title": {"required": True}, "text": {}},
    "elements": {
        "title": {"kind": "text", "at": [4, 4, 55, 10], "text": "{title}", "face": "title", "size": 14, "lines": 1},
        "text": {"kind": "text", "at": [4, 20, 55, 40], "text": "{text}", "size": 10, "valign": "top"},
    },
}
"""A layout of two texts, without a back."""

BACK = {"elements": {"word": {"kind": "text", "at": [4, 40, 55, 10], "text": "back of {title}", "align": "centre"}}}
"""A back that tells whose it is."""


@dataclass
class Maker:
    """Somebody with a folder."""

    folder: Path
    proof: Proof = field(default_factory=Proof)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def deck(self, rows: Any, name: str = "deck.yaml", **keys: Any) -> Path:
        """A deck file of a layout of two texts, unless another is named."""
        told = {"deck": "Harbour", "rows": rows, "layout": PLAIN, **keys}
        return self.write(name, yaml.safe_dump(told, allow_unicode=True, sort_keys=False))

    def built(self, *paths: Path, **wanted: Any) -> Built:
        return build(paths, Wanted(**wanted), self.proof)

    def cards(self, *paths: Path, **wanted: Any) -> list[list[str]]:
        """The words of each page, in reading order."""
        return words_on(self.built(*paths, **wanted).pdf)

    def refused(self, *paths: Path, lang: str = "en", **wanted: Any) -> list[str]:
        """What is told of a deck that cannot be printed."""
        try:
            self.built(*paths, **wanted)
        except BadDeck as caught:
            return [said(problem, lang) for problem in caught.problems]
        except Refusal as caught:
            return [said(caught, lang)]
        raise AssertionError("nothing was refused")


def said(refusal: Refusal, lang: str = "en") -> str:
    return catalogue(lang, "printables", "webapp").say(Word(refusal.key, refusal.args_))


def words_on(pdf: bytes) -> list[list[str]]:
    """The words of each page that are part of a card: at least 8 mm from the edges of the paper."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        pages = []
        for page in document.pages:
            words = page.extract_words(x_tolerance=1.5)
            inner = [word for word in words if word["top"] > 23 and word["bottom"] < float(page.height) - 23]
            pages.append([word["text"] for word in inner])
        return pages
