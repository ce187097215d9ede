"""Portraits of the ghosts: which drawings of the sprite sheet lie over each other (`portraits.csv`)."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

_ORDER: Final = ("back", "body", "face", "top", "prop")
_ON_THE_HEAD: Final = ("face", "top")


class Layer(NamedTuple):
    """One drawing; with a size it lies in a square at x, y of the 96 × 96 field, else it fills the field."""

    id: str
    x: str = ""
    y: str = ""
    size: str = ""


class Portrait(NamedTuple):
    """A ghost, from back to front."""

    layers: tuple[Layer, ...]
    flip: bool
    """Mirrored."""


@cache
def portraits() -> dict[int, Portrait]:
    """By card number."""
    text = (files("spuk.games.ghost_stories.scene") / "portraits.csv").read_text(encoding="utf-8")
    return {int(row["id"]): _portrait(row) for row in csv.DictReader(text.splitlines())}


def _portrait(row: dict[str, str]) -> Portrait:
    layers = []
    for part in _ORDER:
        if row[part]:
            square = (row["face_x"], row["face_y"], row["face_size"]) if part in _ON_THE_HEAD else ()
            layers.append(Layer(f"{part}-{row[part]}", *square))
    return Portrait(tuple(layers), row["flip"] == "1")


def portrait(card: int) -> Portrait:
    """The portrait of a ghost or incarnation."""
    return portraits()[card]
