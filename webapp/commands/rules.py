"""`tableside rules`: the rule book on a terminal."""

from __future__ import annotations

from io import StringIO

from msgspec.structs import asdict

from companion.game import find_game
from companion.rulebook import Rule, find, rulebook
from webapp.commands.files import BadFile
from webapp.commands.terms import program, speak

# So many rules are shown whole; more than that are listed.
_WHOLE = 3


def look_up(game_key: str, question: str, lang: str, *, as_json: bool) -> str:
    """The rules that a question is about: whole if they are few, else their headings. Without one: all headings."""
    game = find_game(game_key)
    book = rulebook(game.package, lang)
    if not book:
        raise BadFile("cli.no_rulebook", game=game_key)
    found = find(book, question) if question else tuple(rule for rule in book if rule.id)
    if as_json:
        return program({"rules": [asdict(rule) for rule in found]})
    if not found:
        raise BadFile("cli.no_rule", words=question)
    if len(found) <= _WHOLE:
        return "\n\n".join(_whole(rule) for rule in found)
    lines = [f"{rule.id:14} {rule.title}" for rule in found]
    return "\n".join([*lines, "", speak(lang)("cli.rules_hint", id=next((r.id for r in found if r.id), ""))])


def _whole(rule: Rule) -> str:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.text import Text

    out = StringIO()
    real = Console()
    console = Console(file=out, width=min(real.width, 90), force_terminal=real.is_terminal)
    console.print(Text(f"{rule.id} · {rule.title}" if rule.id else rule.title, "bold"))
    console.print(Markdown(rule.text))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip()
