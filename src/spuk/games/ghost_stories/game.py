"""Ghost Stories as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from spuk.games.ghost_stories import facts, reader
from spuk.games.ghost_stories.actions import SPACE
from spuk.games.ghost_stories.editions import EDITIONS, Edition
from spuk.games.ghost_stories.options import ALLOWED, setup
from spuk.games.ghost_stories.position import Position, new_position
from spuk.games.ghost_stories.state import ID
from spuk.kernel.game import Game
from spuk.kernel.game import State as KernelState


class GhostStories(Game):
    """Antoine Bauza's Ghost Stories, 1–4 Taoists together against Wu-Feng."""

    def __init__(self) -> None:
        super().__init__(ID, SPACE, rules_revision=2)

    def new(self, **options: Any) -> Position:
        return new_position(setup(options))

    def options(self) -> Mapping[str, Sequence[Any]]:
        return ALLOWED

    def from_text(self, line: str) -> Position:
        return reader.read(line)

    def together(self) -> bool:
        return True

    def columns(self) -> Mapping[str, Any]:
        return facts.COLUMNS

    def facts(self, state: KernelState) -> Mapping[str, Any]:
        return facts.facts(state)

    def plausible(self, values: Mapping[str, Any], seats: int) -> bool:
        return facts.plausible(values, seats)

    def learned(self) -> bytes:
        return (files("spuk.games.ghost_stories") / "network.bin").read_bytes()


def register_edition(edition: Edition) -> None:
    """Make an edition available everywhere, as a row of `editions.py` would."""
    EDITIONS[edition.id] = edition
    ALLOWED["edition"] = tuple(dict.fromkeys([*ALLOWED["edition"], edition.id]))


def unregister_edition(id: str) -> None:
    """Forget an edition, for tests."""
    del EDITIONS[id]
    ALLOWED["edition"] = tuple(known for known in ALLOWED["edition"] if known != id)
