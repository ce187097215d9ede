"""The table of Ghosts as a scene: hand, pile, dial, seats, score sheet, log."""

from spuk.games.ghosts.scene.history import ToldEvents
from spuk.games.ghosts.scene.scene import Cover, Scene, cover, draw

__all__ = ["Cover", "Scene", "ToldEvents", "cover", "draw"]
