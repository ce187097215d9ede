"""What a companion thinks of an option."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """An action with the winning chance it promises the one who decides."""

    action: int
    chance: float
    playouts: int
    """How many games were played on to find that out; 0 for a judgement at once."""


def best_first(advice: list[Advice]) -> list[Advice]:
    """The most promising first; among equals the lower action."""
    return sorted(advice, key=_order)


def _order(advice: Advice) -> tuple[float, int]:
    return -advice.chance, advice.action
