"""Two games of a third party that bring but an engine: in one players compete, the other is played together.

They borrow the engines of Spuk's own games, and are otherwise strangers: other ids, options and columns, no
words, no report. `installed` makes a directory that offers them as an installed package would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spuk import Game, State
from spuk.games.ghost_stories.game import GhostStories
from spuk.games.ghosts.game import Ghosts


class Duel(Ghosts):
    """Ghosts by another name, for two or three, with facts of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "duel"

    def options(self) -> Mapping[str, Sequence[Any]]:
        return {"players": (2, 3), "rounds": (3, 4)}

    def columns(self) -> Mapping[str, Any]:
        return {
            "fear": list[int],
            "lead": int,
            "average": float,
            "close": bool,
            "mood": str,
            "moods": list[str],
            "brave": list[bool],
        }

    def facts(self, state: State) -> Mapping[str, Any]:
        fear = list(super().facts(state)["fear"])
        moods = ["calm" if points < 10 else "$cared <b>" for points in fear]
        return {
            "fear": fear,
            "lead": max(fear) - min(fear),
            "average": sum(fear) / len(fear),
            "close": max(fear) - min(fear) < 5,
            "mood": moods[0],
            "moods": moods,
            "brave": [points < 5 for points in fear],
        }

    def plausible(self, values: Mapping[str, Any], seats: int) -> bool:
        return True

    def learned(self) -> bytes:
        return b""


class Village(GhostStories):
    """Ghost Stories by another name, without any fact."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "village"

    def options(self) -> Mapping[str, Sequence[Any]]:
        return {"players": (2, 1), "level": ("initiation", "hell"), "first": (None, 0, 1)}

    columns = Game.columns
    facts = Game.facts
    plausible = Game.plausible
    learned = Game.learned


DUEL, VILLAGE = Duel(), Village()


def installed(directory: Path) -> Path:
    """To be put on the path."""
    info = directory / "third_game-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-game\nVersion: 1.0\n")
    here = "tests.lab.third_game"
    (info / "entry_points.txt").write_text(f"[spuk.games]\nduel = {here}:DUEL\nvillage = {here}:VILLAGE\n")
    return directory
