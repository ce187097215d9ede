"""Ghosts as a game pack: its engine and its parts."""

from __future__ import annotations

from typing import Final

from spuk.games.ghosts.game import Ghosts
from spuk.kernel.pack import GamePack

_HERE: Final = "spuk.games.ghosts"
PACK: Final = GamePack(
    game=Ghosts(),
    package=_HERE,
    rule_prefix="GH",
    low_score_wins=True,
    words=f"{_HERE}.words:WORDS",
    rules=f"{_HERE}.rules.part:RULES",
    board=f"{_HERE}.scene.board:BOARD",
    new_table=f"{_HERE}.scene.new_table:FORM",
    terminal=f"{_HERE}.terminal.table:TABLE",
    report=f"{_HERE}.report:chapters",
    encoder=f"{_HERE}.encoder:ENCODER",
    env_version=1,
    env_changes={1: "observations also tell what an edition changes (starting_fear)"},
    picture=f"{_HERE}.picture:paint",
    openspiel=f"{_HERE}.openspiel:SPIEL",
)
