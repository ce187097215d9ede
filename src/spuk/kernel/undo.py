"""How far a game may be undone: the one rule for the terminal, the page and the API.

Dice and cards that chance has shown stay shown, unless the table allows free undo. If seats hide something
from each other, there is no free undo, and nothing may be undone once another seat has acted, whether a
person or a bot: a player who could undo a card would see every answer to every card. A person who plays
several seats is no exception, because those hands are hidden from each other as well.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spuk.kernel.game import Game

NOTHING: Final = "nothing"
"""Nobody has decided anything yet."""
SHOWN: Final = "shown"
"""Chance has shown something since."""
ACTED: Final = "acted"
"""Another seat has acted since, in a game with hidden information."""
REASONS: Final = (NOTHING, SHOWN, ACTED)


class UndoLimit(NamedTuple):
    """How many actions have to stay. What was seen was seen: an undo never lowers it."""

    shown: int = 0
    """At least this many: chance has shown something since."""
    acted: int = 0
    """At least this many if hands are hidden: another seat has acted since."""

    def after(self, number: int, actor: int, before: int | None, *, entered: bool = False) -> UndoLimit:
        """The limit after one more action: the one with this number, counted from 0.

        `actor` is the seat or CHANCE, `before` the actor of the previous action. What people have `entered`
        for chance can be corrected itself, but nothing before it.
        """
        shown, acted = self
        if actor < 0:
            shown = max(shown, number if entered else number + 1)
        elif before is not None and before != actor:
            acted = max(acted, number)
        return UndoLimit(shown, acted)

    def refusal(self, game: Game, to: int | None, *, free: bool) -> str | None:
        """Why the game may not go back to its first `to` actions; None if it may.

        `to` is None if there is no decision to undo. `free`: the table allows undoing past what chance has
        shown.
        """
        if to is None:
            return NOTHING
        if game.hides() and to < self.acted:
            return ACTED
        if (game.hides() or not free) and to < self.shown:
            return SHOWN
        return None
