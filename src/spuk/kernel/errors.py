"""What can be wrong with what somebody gives us."""

from __future__ import annotations


class IllegalAction(ValueError):
    """An action that is not legal here; the state has not been changed."""


class BrokenText(ValueError):
    """A position, action or record that cannot be read; the message says where and why."""


class OtherRules(BrokenText):
    """Played under another revision of the rules: read by ours it could mean another game."""

    def __init__(self, game: str, found: int, known: int) -> None:
        super().__init__(game, found, known)  # so that it can travel between processes
        self.game = game
        self.found = found
        """The revision it was played under."""
        self.known = known
        """The revision this Spuk plays."""

    @property
    def newer(self) -> bool:
        """It comes from a Spuk newer than this one."""
        return self.found > self.known

    def __str__(self) -> str:
        way_out = "Update Spuk" if self.newer else "Use the version of Spuk it was played with"
        return (
            f"{self.game}: played under rules revision {self.found}, "
            f"but this version of Spuk plays revision {self.known}. {way_out}."
        )
