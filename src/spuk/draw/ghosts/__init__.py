"""The table of Ghosts as a scene: hand, pile, dial, seats, score sheet, log."""

from spuk.draw.ghosts.history import Told
from spuk.draw.ghosts.scene import Scene, draw

__all__ = ["Scene", "Told", "draw"]
