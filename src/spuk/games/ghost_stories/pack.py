"""Ghost Stories as a game pack: its engine and its parts."""

from __future__ import annotations

from typing import Final

from spuk.games.ghost_stories.game import GhostStories
from spuk.kernel.pack import GamePack

_HERE: Final = "spuk.games.ghost_stories"
PACK: Final = GamePack(
    game=GhostStories(),
    package=_HERE,
    rule_prefix="GS",
    words=f"{_HERE}.words.pack:WORDS",
    rules=f"{_HERE}.rules.part:RULES",
    board=f"{_HERE}.scene.board:BOARD",
    new_table=f"{_HERE}.scene.new_table:FORM",
    tutorial=f"{_HERE}.tutorial.part:TUTORIAL",
    terminal=f"{_HERE}.terminal.table:TABLE",
    commands=f"{_HERE}.commands.add:add",
    report=f"{_HERE}.report:chapters",
    encoder=f"{_HERE}.encoder:ENCODER",
    env_version=1,
    env_changes={1: "observations tell what an edition changes (rule_…), not its name (edition_…)"},
    picture=f"{_HERE}.picture:paint",
    openspiel=f"{_HERE}.openspiel:SPIEL",
)
