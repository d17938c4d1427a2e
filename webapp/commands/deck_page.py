"""The page of a deck's preview. It stands by itself: no template engine is loaded to show some pictures."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from string import Template
from typing import Any

from companion.words import LANGUAGES, Words, catalogue, data_folder

ASSETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "/tableside.css": ("text/css; charset=utf-8", ("tableside.css",)),
    "/preview.css": ("text/css; charset=utf-8", ("deck", "preview.css")),
    "/preview.js": ("text/javascript; charset=utf-8", ("deck", "preview.js")),
    "/favicon.svg": ("image/svg+xml", ("favicon.svg",)),
}
"""What the page loads: its kind, and where it lies among the static files."""


def page_html(state: Mapping[str, Any], words: Words) -> str:
    """The whole page with what is shown at present; the script only keeps it up to date."""
    other = next(lang for lang in LANGUAGES if lang != words.lang)
    text = data_folder("webapp").joinpath("static", "deck", "preview.html").read_text(encoding="utf-8")
    said = {
        name: escape(words(f"homebrew.watch.{name}"))
        for name in ("title", "larger", "smaller", "download", "lost", "skip", "problems", "notes")
    }
    return Template(text).substitute(
        said,
        lang=words.lang,
        other=other,
        other_language=escape(catalogue(other, "printables")("homebrew.watch.language")),
        told=escape(state["told"]),
        kept=escape(state["kept"]),
        kept_hidden="" if state["kept"] else "hidden",
        good="" if state["good"] else "bad",
        problems_hidden="" if state["problems"] else "hidden",
        problem_items=_items(state["problems"]),
        notes_hidden="" if state["notes"] else "hidden",
        note_items=_items(state["notes"]),
        pages="\n".join(_figure(page) for page in state["pages"]),
        version=state["version"],
    )


def _items(texts: list[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


def _figure(page: Mapping[str, Any]) -> str:
    alt = escape(page["alt"], quote=True)
    return (
        f'<li><a href="{page["src"]}"><img src="{page["src"]}" alt="{alt}" width="{page["width"]}"'
        f' height="{page["height"]}"></a><p class="number" aria-hidden="true">{alt}</p></li>'
    )
