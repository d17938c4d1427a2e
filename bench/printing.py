"""Decks of 100, 1,000 and 10,000 duplex text cards: whole processes, beside reportlab alone, fpdf2 and domdiv.

Processor seconds (user and system), the most memory that was held, and the size of the file; each the best of three
runs, so that a neighbour's work counts little. The other programs are installed into a place of their own the first
time; they are no dependencies of ours. domdiv draws no decks from data: it prints its own dividers, each with a text.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from pypdfium2 import PdfDocument

from bench.printers.rows import Row, rows
from printables.fonts import FACES

ROOT = Path(__file__).resolve().parent.parent
PRINTERS = ROOT / "bench" / "printers"
PEERS = ROOT / ".work" / "peers"
PEER_PACKAGES = ("fpdf2==2.8.9", "domdiv==4.9.3")
RUNS = 3
COUNTS = (100, 1_000, 10_000)
WANTED = {100: (0.35, 45, 120), 1_000: (1.2, 60, None), 10_000: (10.0, 150, 6_000)}
"""At most so many seconds, MiB and KB."""
WANTED_PICTURES = (2.5, 120)


class Cost(Struct, frozen=True):
    """Processor seconds, MiB, and KB of what was written."""

    seconds: float
    memory: float
    size: float


def measured(command: Sequence[str], folder: Path, written: Callable[[], float], runs: int = RUNS) -> Cost:
    """The least that a command took in some runs. Raises CalledProcessError if it fails."""
    found = []
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["XDG_CACHE_HOME"] = str(folder / "cache")
    for _ in range(runs):
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        assert process.stderr is not None
        told = process.stderr.read()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command, stderr=told.decode())
        found.append(Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, written()))
    return Cost(min(one.seconds for one in found), min(one.memory for one in found), found[-1].size)


def told(name: str, cost: Cost, wanted: tuple[float, float, float | None] | None = None) -> None:
    """A line of the table; what was wanted stands in brackets."""
    limit = ""
    if wanted is not None:
        size = "" if wanted[2] is None else f", {wanted[2]:g} KB"
        met = cost.seconds <= wanted[0] and cost.memory <= wanted[1] and (wanted[2] is None or cost.size <= wanted[2])
        limit = f"   (at most {wanted[0]:g} s, {wanted[1]:g} MiB{size}: {'met' if met else 'NOT MET'})"
    print(f"{name:>36}  {cost.seconds:6.2f} s  {cost.memory:6.1f} MiB  {cost.size:8,.0f} KB{limit}", flush=True)


def peers() -> Path | None:
    """The python of the other programs, installed when it is first asked for; None where they cannot be had."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print("Installing the other printers (once)…", flush=True)
        try:
            subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "-q", *PEER_PACKAGES], check=True)
        except subprocess.CalledProcessError:
            shutil.rmtree(PEERS, ignore_errors=True)
            print("They cannot be installed here; we are measured alone.", flush=True)
            return None
    return python


def deck(folder: Path, count: int) -> None:
    """A deck file and its cards."""
    shutil.copy(PRINTERS / "deck.yaml", folder / "deck.yaml")
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(Row._fields)
        table.writerows(rows(count))


def size_of(path: Path) -> Callable[[], float]:
    """KB of a file, or of all files in a folder."""

    def size() -> float:
        files = path.rglob("*") if path.is_dir() else [path]
        return sum(file.stat().st_size for file in files if file.is_file()) / 1000

    return size


def tableside(*arguments: str) -> list[str]:
    """Our command, of this very tree."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
            "from webapp.cli import main; main(sys.argv[1:])", *arguments]  # fmt: skip


def main() -> None:
    python = peers()
    found, file = FACES["text"]
    font = str(next(Path(found).rglob(file)))
    print(f"{'':>36}  processor   memory        file", flush=True)
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            deck(folder, count)
            pdf = size_of(folder / "out.pdf")
            ours = tableside("deck", "deck.yaml", "-o", "out.pdf")
            told(f"tableside deck, {count:,} cards", measured(ours, folder, pdf), WANTED[count])
            floor = [sys.executable, str(PRINTERS / "floor.py"), str(count), font, "out.pdf"]
            told("reportlab alone", measured(floor, folder, pdf))
            if python is not None:
                fpdf2 = [str(python), str(PRINTERS / "with_fpdf2.py"), str(count), font, "out.pdf"]
                told("fpdf2", measured(fpdf2, folder, pdf, RUNS if count < COUNTS[-1] else 1))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        deck(folder, COUNTS[0])
        pictures = tableside("deck", "deck.yaml", "--png", "fronts")
        told("tableside deck, 100 PNG fronts", measured(pictures, folder, size_of(folder / "fronts")),
             (*WANTED_PICTURES, None))  # fmt: skip
        if python is not None:
            dividers(folder, python)


def dividers(folder: Path, python: Path) -> None:
    """domdiv's own dividers, for three boxes of its game: about a hundred."""
    boxes = ("dominion2ndEdition", "intrigue2ndEdition", "seaside2ndEdition")
    domdiv = [str(python.parent / "dominion_dividers"), "--papersize", "A4", "--outfile", "out.pdf"]
    cost = measured([*domdiv, "--expansions", *boxes], folder, size_of(folder / "out.pdf"))
    told(f"domdiv, {len(PdfDocument(folder / 'out.pdf'))} pages", cost)


if __name__ == "__main__":
    main()
