"""The tables of all games, by the games' ids."""

from __future__ import annotations

from spuk.kernel.registry import pack
from spuk.terminal.table import Table


def table_of(game: str) -> Table:
    """The table of a game; ValueError names the games there are."""
    table: Table = pack(game).part("terminal")
    return table
