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
    terminal=f"{_HERE}.terminal.table:TABLE",
    commands=f"{_HERE}.commands.add:add",
    report=f"{_HERE}.report:chapters",
    encoder=f"{_HERE}.encoder:ENCODER",
)
