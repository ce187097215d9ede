"""Turning the table so that one's own board lies in the south."""

from __future__ import annotations

from typing import Any, Final

from spuk.games.ghost_stories.board import BOARDS

_SOUTH: Final = 2


class Turned:
    """The table, turned clockwise by a number of quarters."""

    def __init__(self, quarters: int = 0) -> None:
        self.quarters: Final = quarters % 4

    def side(self, board: str) -> str:
        """Where a board (N, E, S, W) lies on the screen: n, e, s or w."""
        return BOARDS[(BOARDS.index(board) + self.quarters) % 4].lower()

    def space(self, space: str) -> str:
        """Where a ghost space (N1 … W3) lies on the screen: n1 … w3, clockwise like the spaces themselves."""
        return self.side(space[0]) + space[1]

    def place(self, place: int) -> str:
        """Where a place of the village (1…9) lies on the screen: t11 … t33, row and column."""
        row, column = divmod(place - 1, 3)
        for _ in range(self.quarters):
            row, column = column, 2 - row
        return f"t{row + 1}{column + 1}"


def turned_for(t: dict[str, Any]) -> Turned:
    """Turned for whom the table is shown: his board, the first if he has several, lies before him.

    It stays so when his other seats decide; a spectator sees the table as it lies.
    """
    for board in t["view"]["boards"]:
        if t["your_seats"] and board["seat"] == t["your_seats"][0]:
            return Turned(_SOUTH - BOARDS.index(board["board"]))
    return Turned()
