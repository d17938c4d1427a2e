"""Cards onto sheets: where each side of each card lies, and where the sheet is cut, folded and glued.

Every layout is a grid of slots. The fronts fill them in order, and a sheet that is not full keeps its slots, so that
the back of a card always lies where it lies on a full sheet (K15).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from printables.imposition.plans import plan_of
from printables.imposition.setting import Setting
from printables.imposition.sides import SheetSide
from printables.imposition.stock import Stock
from printables.paper import Paper


def impose(
    count: int, stock: Stock, paper: Paper, setting: Setting | None = None, *, backs: bool | Sequence[bool] = True
) -> tuple[SheetSide, ...]:
    """The sides of all sheets that `count` cards take, in the order they are printed in; none for no cards, and never
    an empty one. `backs` says whether cards have backs, all of them or each.

    Raises Refusal: `print.grid.card` when not even one card fits, `print.grid.too_large` when not as many do as
    `setting.grid` asks for.
    """
    setting = setting or Setting()
    has = [backs] * count if isinstance(backs, bool) else list(backs)
    plan = plan_of(stock, paper, setting, count)
    fronts, behind = [], []
    most = len(plan.fronts)
    for number in range(ceil(count / most)):
        indices = range(number * most, min((number + 1) * most, count))
        if len(indices) < most:
            plan = plan_of(stock, paper, setting, count, len(indices))
        found = plan.side(number, [(n, index) for n, index in enumerate(indices)], has)
        fronts.append(found[0])
        behind.append(found[1])
    if setting.order == "paired":
        return tuple(side for pair in zip(fronts, behind, strict=True) for side in pair if side is not None)
    second = behind[::-1] if setting.order == "fronts-then-backs-reversed" else behind
    return tuple(side for side in (*fronts, *second) if side is not None)
