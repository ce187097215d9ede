"""Ghost Stories as a game pack: where everything about it is."""

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
    board=f"{_HERE}.scene.board:BOARD",
    new_table=f"{_HERE}.scene.new_table:FORM",
    tutorial=f"{_HERE}.scene.tutorial:TUTORIAL",
    terminal=f"{_HERE}.terminal.table:TABLE",
    report=f"{_HERE}.report:chapters",
    encoder=f"{_HERE}.encoder:ENCODER",
)
