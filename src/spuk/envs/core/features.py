"""A game's observation as a table: the position, meaning and maximum of each number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, final


class Block(NamedTuple):
    """Features that belong together: `first` … `first + size - 1`."""

    name: str
    first: int
    size: int
    high: int
    """The highest value; the lowest is always 0."""
    about: str
    labels: tuple[tuple[str, ...], ...]
    """One feature for each combination of these."""


@final
class Features:
    """All features of a game, in order. A change here is a new version of the observation."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.names: list[str] = []
        self.highs: list[int] = []

    def block(self, name: str, about: str, *labels: Sequence[object], high: int = 1) -> int:
        """Reserve one feature, or one for each combination of the labels. Returns the number of the first."""
        first = len(self.names)
        rows = tuple([tuple([str(label) for label in row]) for row in labels])
        ends = [""]
        for row in rows:
            ends = [f"{end}_{label}" for end in ends for label in row]
        self.names += [name + end for end in ends]
        self.highs += [high] * len(ends)
        self.blocks.append(Block(name, first, len(ends), high, about, rows))
        return first

    def __len__(self) -> int:
        return len(self.names)
