"""Tutorials: the `tutorial` part of a game pack, a prepared game at the real table.

The address alone says where you are. `/tutorial` is the first game that has one; `/tutorial/<game>` is any.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from spuk.kernel.registry import packs


class TutorialPage(NamedTuple):
    """A step, ready to be drawn."""

    template: str
    context: dict[str, Any]


class Tutorial(ABC):
    """The tutorial of a game."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """The number of steps; they count from 1."""

    @abstractmethod
    def wanted(self, number: int) -> int | None:
        """The action that leads to the next step; None if there is only something to read."""

    @abstractmethod
    def page(self, number: int, tapped: int | None, lang: str) -> TutorialPage:
        """A step. `tapped` is an action that was tried and is not the requested one. `address` says where the
        others are.
        """


def tutorials() -> dict[str, Tutorial]:
    """All tutorials, by game."""
    return {pack.id: pack.part("tutorial") for pack in packs() if pack.tutorial}


def address(game: str) -> str:
    """Where the tutorial of a game begins."""
    first = next(iter(tutorials()), None)
    return "/tutorial" if game == first else f"/tutorial/{game}"
