"""Ghost Stories: the scene of a table."""

from __future__ import annotations

from spuk.games.ghost_stories.scene.pieces import Scene
from spuk.games.ghost_stories.scene.scene import scene

__all__ = ["Scene", "scene"]
