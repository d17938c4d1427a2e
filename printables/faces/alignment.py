"""The alignment page: a sheet that tells by how much a printer misses, for eyes, a light and a pair of hands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.refusals import Refusal
from printables.calibration import REACH, behind_points, points
from printables.faces import styles
from printables.faces.aid import Entry, draw_aid
from printables.imposition import FLIPS, Box, Line
from printables.items import Job, Page
from printables.paper import A4
from printables.pen import Pen

NAME = "print.item.calibration"
COMMAND = "tableside printers NAME --a X,Y --b X,Y --crease X,Y"
USUAL_PAPER, USUAL_FLIP = A4.name, FLIPS[0]
"""What the command takes for granted; anything else has to be told."""

EDGE = 12.0
ARM = 11.0
"""The arms of a cross: longer than the grid behind it (mm)."""

SCALE = 4.0
EXAMPLE = (2.0, -1.5)
"""How much larger the example is, and what it reads (mm)."""

LEAST = (95.0, 140.0)
"""The smallest paper that crosses, grids and scales find room on (mm)."""

NARROW = 120.0
"""On paper narrower than this the letters would meet the scale between them (mm)."""

WORDY = (80.0, 70.0)
"""The least room for what is to be done; on smaller paper only the command is told (mm)."""

STEPS = 5
STEP_SIZE = 10.5


def alignment_pages(job: Job) -> Sequence[Page]:
    """The front of the sheet, and its back unless the job leaves backs out: then the creases can still be read.

    Raises Refusal (`print.calibration.small`) for paper that is too small to be measured on.
    """
    paper = job.paper
    if paper.width < LEAST[0] or paper.height < LEAST[1]:
        sides = {"width": f"{LEAST[0]:g}", "height": f"{LEAST[1]:g}"}
        raise Refusal("print.calibration.small", field="paper", paper=paper.name, **sides)
    return [Page(_Front(job)), Page(_Back(job), back=True)] if job.backs else [Page(_Front(job))]


class _Side:
    """What both sides have in common."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.sheet = Box(0, 0, job.paper.width, job.paper.height)
        top = points(job.paper)[0][1] + 20
        self.middle = Box(40, top, self.sheet.width - 56, self.sheet.height - 2 * top)
        self.wordy = self.middle.width >= WORDY[0] and self.middle.height >= WORDY[1]
        self.size = STEP_SIZE * min(max(self.sheet.width / A4.width, 1), 1.6)

    def say(self, key: str, **args: str | int) -> str:
        return self.job.words(f"print.calibration.{key}", **args)

    def frame(self, pen: Pen, what: str, number: int, total: int) -> None:
        """Title and footer."""
        words, sheet = self.job.words, self.sheet
        title = Box(EDGE, EDGE, sheet.width - 2 * EDGE, 9)
        pen.write(title, words(NAME), styles.TITLE.at(17), field=NAME, shade=pen.ink.accent, valign="bottom")
        pen.line(EDGE, title.bottom + 1, sheet.right - EDGE, title.bottom + 1, pen.ink.accent, 0.35)
        pen.write(title, self.say(what), styles.TITLE.at(12), field=what, align="right", valign="bottom",
                  shade=pen.ink.quiet)  # fmt: skip
        text = f"{self.job.whose} · {words('print.page', number=number, total=total)}"
        foot = Box(EDGE, sheet.bottom - 9.2, sheet.width - 2 * EDGE, 3.2)
        pen.write(foot, text, styles.FOOTER, field="footer", align="centre", shade=pen.ink.quiet)

    def letter(self, pen: Pen, at: tuple[float, float], letter: str) -> None:
        """A or B, towards the middle of the sheet; on narrow paper above or below."""
        (x, y), (middle, level) = at, self.sheet.centre
        away = ARM + 6
        if self.sheet.width < NARROW:
            box = Box.around(x, y + (away if y < level else -away), 9)
        else:
            box = Box.around(x + (away if x < middle else -away), y, 9)
        pen.write(box, letter, styles.BIG_NUMBER.at(24), field=letter, align="centre", shade=pen.ink.accent)


class _Front(_Side):
    def __call__(self, pen: Pen, number: int, total: int) -> None:
        self.frame(pen, "front", number, total)
        for at, letter in zip(points(self.job.paper), "AB", strict=True):
            self.cross(pen, at)
            self.letter(pen, at, letter)
        (x, y), (top, left) = self.sheet.centre, (points(self.job.paper)[0][1], 21.0)
        draw_scale(pen, x, top, level=True)
        draw_scale(pen, left, y, level=False)
        steps = [Entry(self.say(f"step.{n}", a="A", b="B"), str(n)) for n in range(1, STEPS + 1)]
        if self.job.setting.calibration != type(self.job.setting.calibration)():
            steps.insert(0, Entry(self.say("known"), "!"))
        end = self.middle.y
        if self.wordy:
            room = Box(self.middle.x, self.middle.y, self.middle.width, self.middle.height - 12)
            end = draw_aid(pen, room, steps, "print.calibration.step", label=7, size=self.size) + 2
        box = Box(self.middle.x, end, self.middle.width, 16)
        pen.write(box, self.command(), styles.STRONG, field="command", lines=4, valign="top", shade=pen.ink.text)

    def command(self) -> str:
        paper, flip = self.job.paper.name, self.job.setting.flip
        told = COMMAND if paper == USUAL_PAPER else f"{COMMAND} --paper {paper.lower()}"
        return told if flip == USUAL_FLIP else f"{told} --flip {flip}"

    def cross(self, pen: Pen, at: tuple[float, float]) -> None:
        x, y = at
        pen.lines((Line(x - ARM, y, x + ARM, y), Line(x, y - ARM, x, y + ARM)), "#000000", 0.2)
        pen.circle(x, y, 1.0, line="#000000", weight=0.15)


class _Back(_Side):
    def __call__(self, pen: Pen, number: int, total: int) -> None:
        self.frame(pen, "back", number, total)
        for at, letter in zip(behind_points(self.job.paper, self.job.setting.flip), "AB", strict=True):
            draw_grid(pen, *at)
            self.letter(pen, at, letter)
        if not self.wordy:
            return
        here = [Entry(self.say("look")), Entry(self.say("signs"))]
        end = draw_aid(pen, self.middle, here, "print.calibration.look", label=0, size=self.size)
        room = self.middle.bottom - end
        if room > 30:
            self.example(pen, self.middle.x, end + 8, min(SCALE, (room - 12) / (2 * REACH)))

    def example(self, pen: Pen, x: float, y: float, scale: float) -> None:
        """A grid enlarged, a cross on it, and what it reads."""
        half = REACH * scale
        x, y = x + half + 4, y + half
        draw_grid(pen, x, y, scale)
        (right, down), arm = EXAMPLE, half + 2
        across, level = x + right * scale, y + down * scale
        lines = (Line(x - arm, level, x + arm, level), Line(across, y - arm, across, y + arm))
        pen.lines(lines, pen.ink.accent, 0.35)
        text = self.say("example", reading=f"{right:g},{down:g}")
        box = Box(x + half + 6, y - 6, self.middle.right - x - half - 6, 12)
        pen.write(box, text, styles.FILLED, field="print.calibration.example", lines=2)


def draw_grid(pen: Pen, x: float, y: float, scale: float = 1) -> None:
    """Squares of one millimetre (times `scale`) around a point, with numbers at every fifth line."""
    reach, steps = REACH * scale, range(-int(REACH), int(REACH) + 1)

    def lines(found: Sequence[int]) -> list[Line]:
        upright = [Line(x + n * scale, y - reach, x + n * scale, y + reach) for n in found]
        return upright + [Line(x - reach, y + n * scale, x + reach, y + n * scale) for n in found]

    pen.lines(lines(steps), pen.ink.hair, 0.1)
    pen.lines(lines((-5, 5)), pen.ink.quiet, 0.15)
    pen.lines(lines((0,)), pen.ink.text, 0.2)
    for n in (-5, 0, 5):
        _number(pen, x + n * scale, y - reach - 1.6, n)
        _number(pen, x - reach - 2.2, y + n * scale, n)


def draw_scale(pen: Pen, x: float, y: float, *, level: bool) -> None:
    """Half millimetres to both sides of a point, across or down, with numbers at every fifth millimetre."""
    lines = []
    for half in range(-2 * int(REACH), 2 * int(REACH) + 1):
        at, tick = half / 2, 3.0 if half % 10 == 0 else 2.2 if half % 2 == 0 else 1.2
        lines.append(Line(x + at, y - tick, x + at, y + tick) if level else Line(x - tick, y + at, x + tick, y + at))
    pen.lines(lines, pen.ink.text, 0.1)
    for n in (-5, 0, 5):
        if level:
            _number(pen, x + n, y - 5, n)
        else:
            _number(pen, x - 6, y + n, n)


def _number(pen: Pen, x: float, y: float, n: int) -> None:
    text = f"−{-n}" if n < 0 else str(n)
    pen.write(Box.around(x, y, 4, 2.6), text, styles.RULER_SAYS, field="scale", align="centre", shade=pen.ink.text)
