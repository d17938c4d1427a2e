"""The kit: everything that a number of players needs of a game, once, in the order it is printed."""

from __future__ import annotations

from printables.kit.contents import CALIBRATION, KIT, kit_for, kit_items, kit_papers, players_of, stuff_of
from printables.kit.plan import Plan, plan_of

__all__ = ["CALIBRATION", "KIT", "Plan", "kit_for", "kit_items", "kit_papers", "plan_of", "players_of", "stuff_of"]
