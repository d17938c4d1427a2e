"""The beliefs and levels of the house opponent, out of weights.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from companion.words import data_folder, load_yaml


class Level(Struct, frozen=True):
    """How well an opponent plays: see weights.yaml."""

    key: str
    temperature: float
    actions: bool
    market: bool
    denial: float


class Weights(Struct, frozen=True):
    """What the opponent believes, in stars: see weights.yaml."""

    chosen_of: float
    repair: Mapping[str, float]
    match: float
    step: float
    gold: Mapping[str, float]
    token: float
    armor_ahead: float
    skills: Mapping[str, float]
    use: float
    discount: float
    perks: Mapping[str, float]
    unforeseen: float
    blind: Mapping[str, float]
    levels: Mapping[str, Mapping[str, float]]
    standard: str


@cache
def weights() -> Weights:
    return Weights(**load_yaml(data_folder(__package__).joinpath("weights.yaml")))


@cache
def levels() -> tuple[Level, ...]:
    """From the easiest."""
    return tuple(
        Level(key, float(v["temperature"]), bool(v["actions"]), bool(v["market"]), float(v["denial"]))
        for key, v in weights().levels.items()
    )
