"""The table of Ghosts as a scene: hand, pile, dial, seats, score sheet, log."""

from spuk.draw.ghosts.history import Told
from spuk.draw.ghosts.scene import Cover, Scene, cover, draw

__all__ = ["Cover", "Scene", "Told", "cover", "draw"]
