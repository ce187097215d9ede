"""Ghosts as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spuk.games.ghosts import facts, reader, weights
from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.options import ALLOWED, EDITIONS, RENAMED, Edition, setup
from spuk.games.ghosts.position import Position, new_position
from spuk.games.ghosts.state import ID
from spuk.kernel.game import Game
from spuk.kernel.game import State as KernelState


class Ghosts(Game):
    """Reiner Knizia's Ghosts, 2–6 players with hidden hands."""

    def __init__(self) -> None:
        super().__init__(ID, SPACE, rules_revision=1)

    def new(self, **options: Any) -> Position:
        return new_position(setup(options))

    def options(self) -> Mapping[str, Sequence[Any]]:
        return ALLOWED

    def renamed(self) -> Mapping[str, Mapping[Any, Any]]:
        return RENAMED

    def from_text(self, line: str) -> Position:
        return reader.read(line)

    def hides(self) -> bool:
        return True

    def columns(self) -> Mapping[str, Any]:
        return facts.COLUMNS

    def facts(self, state: KernelState) -> Mapping[str, Any]:
        return facts.facts(state)

    def plausible(self, values: Mapping[str, Any], seats: int) -> bool:
        return facts.plausible(values, seats)

    def learned(self) -> bytes:
        numbers = [*weights.WEIGHTS, weights.SCALE, weights.SLOPE, weights.PACE]
        return repr([list(row) for row in [*numbers, weights.MIST_WORTH, weights.ONE_WORTH]]).encode()


def register_edition(edition: Edition) -> None:
    """Make an edition available everywhere, as a row of `options.py` would."""
    EDITIONS[edition.id] = edition
    ALLOWED["edition"] = tuple(EDITIONS)


def unregister_edition(id: str) -> None:
    """Forget an edition, for tests."""
    del EDITIONS[id]
    ALLOWED["edition"] = tuple(EDITIONS)
