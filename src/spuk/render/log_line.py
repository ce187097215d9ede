"""A line of what happened, of any game, with the way to the position it led to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    at: int
    """The position it led to, for the replay."""
    who: str
    """The name it begins with; may be empty."""
    text: str
    """What follows the name."""
    family: str = ""
    """Ghosts: the family of the card that was played."""
    sign: str = ""
    """The symbol of anything else."""
    heading: bool = False
    order: int = 0
    """Which one it is, counted from the first of the game."""
    dice: tuple[str, ...] = ()
    """Ghost Stories: faces of dice that were rolled together."""
