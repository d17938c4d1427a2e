"""Make the pictures of the README again: real pages of a server of its own, and pages of real PDFs.

Every table here has a seed and every move is the same each time, so a picture changes only when the pages do.
Run by `make screenshots`; needs what the browser tests need (Chromium, and poppler for the PDFs).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from chromium import launched  # noqa: E402  (the house of the browser tests is no package)
from house import Desk, House, View  # noqa: E402
from phone import Phone  # noqa: E402

GAME, QUEST = "roll-player", "quest-circuit"
DOTS = 110
"""Dots per inch of a printed page."""

DICE = ["r6", "g6", "b4", "r5", "k6", "w5", "b6", "g6", "p5", "r6", "p6", "y3", "r5", "y4", "w5", "k6", "p4", "y5"]
SLOTS = [f"sheet.{row}.{slot}" for row in ("STR", "DEX", "CON", "INT", "WIS", "CHA") for slot in (1, 2, 3)]
HERO = {
    "class": "warrior",
    "race": "orc",
    "backstory": "savage",
    "alignment.card": "champion",
    "alignment.cell": 0,
    "armor.chain": 4,
    "gold": 5,
    **dict(zip(SLOTS, DICE, strict=True)),
}


def seat(house: House) -> tuple[Desk, int]:
    """A player who is to take an initiative card."""
    desk = house.open("multi", "Anna", "Boris", "Vera", seed=21, cards="types")
    view = desk.play_until(lambda now: now["phase"] == "dice" and now["view"]["round"] == 7 and _idle(now), seed=3)
    return desk, int(view["to_act"][0])


def place(house: House) -> tuple[Desk, int]:
    """A player who holds a die and is to place it."""
    desk = house.open("multi", "Anna", "Boris", "Vera", seed=21, cards="types")
    view = desk.play_until(lambda now: now["view"] is not None and now["view"]["round"] == 6 and _holds(now), seed=3)
    return desk, int(view["to_act"][0])


def solo(house: House) -> tuple[Desk, int]:
    """The solo market after the opponent die."""
    desk = house.open("solo", "Anna", seed=4, cards="types")
    desk.play_until(lambda now: now["phase"] == "market" and now["view"]["round"] == 7, seed=8)
    return desk, 1


def score(house: House) -> tuple[Desk, int]:
    """Two who scored together, revealed."""
    desk = house.open("score", "Anna", "Boris", seed=1)
    desk.move(1, {"type": "enter", "values": HERO})
    desk.move(
        2, {"type": "enter", "values": {**HERO, "class": "bard", "race": "elf", "backstory": "mentor", "gold": 11}}
    )
    for number in (1, 2):
        desk.move(number, {"type": "ready"})
    desk.post("moves", desk.host, seen_seq=desk.seq, move={"type": "reveal"})
    return desk, 1


def fight(house: House) -> tuple[Desk, int]:
    """A hero of the second game before the next exchange of blows."""
    desk = house.open("multi", "Anna", "Boris", game=QUEST, seed=6)
    view = desk.play_until(lambda now: now["view"] is not None and _strikes(now), seed=4)
    return desk, int(view["to_act"][0])


def _strikes(view: View) -> bool:
    fought = view["view"].get("fight")
    return fought is not None and not view["view"]["pending"]


def _holds(view: View) -> bool:
    return view["phase"] == "dice" and bool(view["view"]["players"][view["to_act"][0] - 1]["dice"])


def _idle(view: View) -> bool:
    player = view["view"]["players"][view["to_act"][0] - 1]
    return not player["dice"] and not player["placed_row"] and not view["view"]["pending"]


PAGES: dict[str, tuple[Callable[[House], tuple[Desk, int]], bool]] = {
    "seat": (seat, False),
    "place": (place, False),
    "solo": (solo, True),
    "score": (score, False),
    "fight": (fight, False),
}
"""What is shown by the name of the picture, and whether it is dark."""


def page_picture(browser: Browser, house: House, name: str) -> None:
    """A phone's first screen of a page."""
    make, dark = PAGES[name]
    desk, number = make(house)
    phones = {other: Phone(browser, house, "en", dark=dark, width=390) for other in desk.tokens}
    for other, phone in phones.items():
        phone.sit(desk, other)
    page = phones[number].page
    # everybody is here before the picture is taken
    expect(page.locator(".phase")).not_to_contain_text("·")
    page.locator("html[data-ready]").wait_for(state="attached")
    # the code of a table is drawn by lot
    page.evaluate("() => document.querySelectorAll('.top .code').forEach((code) => (code.textContent = 'K7Q2'))")
    page.screenshot(path=PICTURES / f"{name}.png")
    for phone in phones.values():
        phone.context.close()
    thrifty(PICTURES / f"{name}.png")


def screen_picture(browser: Browser, house: House) -> None:
    """The big screen in the middle of a game with our own set."""
    desk = house.open("multi", "Anna", "Boris", "Vera", seed=21, set="own")
    view = desk.play_until(lambda now: now["phase"] == "market" and now["view"]["round"] == 7, seed=3)
    television = Phone(browser, house, "en", dark=False, width=1280)
    television.page.set_viewport_size({"width": 1280, "height": 800})
    television.go(f"/{desk.code}/screen")
    television.shows(view["seq"])
    # what would join is drawn by lot
    television.page.evaluate("() => document.querySelector('.join')?.remove()")
    television.page.wait_for_timeout(300)
    television.page.screenshot(path=PICTURES / "screen.png")
    television.context.close()
    thrifty(PICTURES / "screen.png")


def press_picture(browser: Browser, house: House) -> None:
    """The press with the proof of a kit."""
    phone = Phone(browser, house, "en", dark=False, width=1280)
    page = phone.page
    page.set_viewport_size({"width": 1280, "height": 800})
    phone.go(f"/press?game={QUEST}&for=2")
    page.locator("[data-print]").click()
    expect(page.locator("#proof")).to_have_attribute("data-state", "done", timeout=60_000)
    # cards are prettier than what helps to print them
    page.locator("[data-key=group-3]").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('[data-key=group-3]').scrollIntoView()")
    expect(page.locator("[data-key=group-3] [data-wanted]")).to_have_count(0, timeout=60_000)
    page.evaluate("document.querySelectorAll('#proof img').forEach((img) => (img.loading = 'eager'))")
    page.wait_for_function(
        "[...document.querySelectorAll('[data-key=group-3] img')].every((img) => img.complete && img.naturalWidth)"
    )
    page.evaluate("document.querySelector('.ticket').scrollTop = 0")
    page.screenshot(path=PICTURES / "press.png")
    phone.context.close()
    assert house.services is not None
    house.services.jobs.close()
    thrifty(PICTURES / "press.png")


def printed_picture(folder: Path, game: str, item: str, paper: str = "a4") -> None:
    """The first page of a PDF."""
    pdf, stem = folder / f"{item}.pdf", folder / item
    tableside = Path(sys.executable).parent / "tableside"
    subprocess.run([tableside, "print", game, item, "--paper", paper, "--lang", "en", "-o", pdf], check=True)
    subprocess.run(["pdftoppm", "-png", "-r", str(DOTS), "-singlefile", pdf, stem], check=True)
    shutil.move(stem.with_suffix(".png"), PICTURES / f"{item}.png")
    thrifty(PICTURES / f"{item}.png")


def deck_picture(folder: Path, sample: str) -> None:
    """The first page of a sample deck."""
    pdf, stem = folder / f"{sample}.pdf", folder / f"deck-{sample}"
    build(ROOT / "printables" / "deck" / "samples" / sample / "deck.yaml", "-o", pdf)
    subprocess.run(["pdftoppm", "-png", "-r", str(DOTS * 2 // 3), "-singlefile", pdf, stem], check=True)
    shutil.move(stem.with_suffix(".png"), PICTURES / f"deck-{sample}.png")
    thrifty(PICTURES / f"deck-{sample}.png")


def layouts_picture(folder: Path) -> None:
    """A card of every layout of a maker's own deck, side by side."""
    build(*sorted((ROOT / "docs" / "decks").glob("*.yaml")), "--png", folder / "layouts")
    cards = []
    for path in sorted((folder / "layouts").glob("*.png")):
        with Image.open(path) as picture:
            small = (picture.width // 4, picture.height // 4)
            cards.append(picture.convert("RGB").resize(small, Image.Resampling.LANCZOS))
    cards.sort(key=lambda card: card.width)
    gap, columns = 16, 7
    wide, high = min(card.width for card in cards), max(card.height for card in cards)
    rows = -(-(len(cards) + 1) // columns)  # the card that lies takes two places
    sheet = Image.new("RGB", (columns * (wide + gap) + gap, rows * (high + gap) + gap), "#e9e4d8")
    for n, card in enumerate(cards):
        left, top = gap + n % columns * (wide + gap), gap + n // columns * (high + gap)
        sheet.paste(card, (left, top + (high - card.height) // 2))
    sheet.save(PICTURES / "deck-layouts.png")
    thrifty(PICTURES / "deck-layouts.png")


def build(*arguments: Path | str) -> None:
    tableside("deck", *map(str, arguments), "--lang", "en")


SHEETS = {
    "layouts": (
        ("--layout", "duplex"), ("--layout", "gutter-fold"), ("--layout", "strips"), ("--layout", "single"),
    ),
    "marks": (
        ("--marks", "ticks"), ("--marks", "edge"), ("--marks", "crosses"), ("--marks", "outline+ticks"),
        ("--marks", "bleed+safe", "--gutter", "8"),
    ),
}  # fmt: skip
"""Pictures of a deck laid out in several ways, side by side."""


def sheets_picture(folder: Path, name: str) -> None:
    """The first pages of the same deck, printed in several ways."""
    pages: list[Image.Image] = []
    for number, options in enumerate(SHEETS[name]):
        pdf = folder / f"{name}-{number}.pdf"
        tableside("print", GAME, "initiative", "--lang", "en", *options, "-o", str(pdf))
        pages += rendered(folder, pdf, 2 if name == "layouts" and number in (0, 3) else 1)
    side_by_side(pages, PICTURES / f"{name}.png")


def alignment_picture(folder: Path) -> None:
    """Both sides of the page that measures a printer."""
    pdf = folder / "alignment.pdf"
    tableside("print", "calibration", "--lang", "en", "--paper", "a5", "-o", str(pdf))
    side_by_side(rendered(folder, pdf, 2), PICTURES / "alignment.png")


THINGS = {
    "things": (
        ("box", "--title", "Harbour Market", "--icon", "boat", "--text", "54 cards", "--paper", "194x196mm"),
        ("dice", "1", "2", "3", "{star}", "{sword}", "{heart}", "--edge", "26", "--paper", "150x196mm"),
        ("tokens", "4x{sword}", "5@gold", "3x{heart}@red", "2x{crown}", "--shape", "hex", "--paper", "140x196mm"),
    ),
    "icons": (("icons",),),
}
"""Pictures of things that need no game, side by side."""


def things_picture(folder: Path, name: str) -> None:
    """The fronts of some things; of the sheet of icons all pages."""
    pages: list[Image.Image] = []
    for number, (thing, *options) in enumerate(THINGS[name]):
        pdf = folder / f"{name}-{number}.pdf"
        tableside("thing", thing, *options, "--lang", "en", "-o", str(pdf))
        pages += rendered(folder, pdf, 2 if name == "icons" else 1)
    side_by_side(pages, PICTURES / f"{name}.png")


def pads_picture(folder: Path) -> None:
    """Score pads as they come out of the printer: two, four and six to a sheet, and one with bubbles."""
    pages: list[Image.Image] = []
    for name, *options in (("score-pad", "--up", "2"), ("score-pad", "--up", "4", "--tear-off"), ("bubble-pad",)):
        pdf = folder / f"pads-{len(pages)}.pdf"
        tableside("print", GAME, name, *options, "--lang", "en", "-o", str(pdf))
        pages += rendered(folder, pdf, 1)
    pdf = folder / "pads-own.pdf"
    rows = ROOT / "printables" / "samples" / "lighthouse.yaml"
    tableside("pad", str(rows), "--up", "6", "--tear-off", "--lang", "en", "-o", str(pdf))
    side_by_side([*pages, *rendered(folder, pdf, 1)], PICTURES / "pads.png")


def tableside(*arguments: str) -> None:
    code = "import sys; from webapp.cli import main; main(sys.argv[1:])"
    subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def rendered(folder: Path, pdf: Path, count: int) -> list[Image.Image]:
    """The first pages of a PDF, small."""
    stem = folder / pdf.stem
    subprocess.run(["pdftoppm", "-png", "-r", "60", "-l", str(count), pdf, stem], check=True)
    return [Image.open(path).convert("RGB") for path in sorted(folder.glob(f"{pdf.stem}-*.png"))[:count]]


def side_by_side(pages: list[Image.Image], path: Path, gap: int = 16) -> None:
    """Pages on a grey table, in one row."""
    wide = sum(page.width for page in pages) + gap * (len(pages) + 1)
    table = Image.new("RGB", (wide, max(page.height for page in pages) + 2 * gap), "#d8d8d8")
    left = gap
    for page in pages:
        table.paste(page, (left, gap))
        left += page.width + gap
    table.save(path, optimize=True)


def thrifty(path: Path) -> None:
    """The same picture, pixel for pixel, in fewer bytes (a palette would lose the colours of small things)."""
    with Image.open(path) as picture:
        same = picture.convert("RGB")
    same.save(path, optimize=True)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with House(Path(folder)) as house, launched() as browser:
            for name in PAGES:
                page_picture(browser, house, name)
            screen_picture(browser, house)
            press_picture(browser, house)
        for item in ("score-pad", "character-sheet", "market"):
            printed_picture(Path(folder), GAME, item)
        printed_picture(Path(folder), QUEST, "board", "a3")
        printed_picture(Path(folder), QUEST, "hero-sheets")
        for sample in ("harbour", "crew", "tides"):
            deck_picture(Path(folder), sample)
        layouts_picture(Path(folder))
        for name in SHEETS:
            sheets_picture(Path(folder), name)
        alignment_picture(Path(folder))
        for name in THINGS:
            things_picture(Path(folder), name)
        pads_picture(Path(folder))
    for picture in sorted(PICTURES.glob("*.png")):
        print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
