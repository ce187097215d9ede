"""Ghost Stories: the scene of a table."""

from __future__ import annotations

from spuk.draw.stories.pieces import Scene
from spuk.draw.stories.scene import scene

__all__ = ["Scene", "scene"]
