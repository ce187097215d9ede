"""The tables of all games, by the games' ids."""

from __future__ import annotations

from spuk.kernel.registry import pack
from spuk.terminal.plain_table import PlainTable
from spuk.terminal.table import Table


def table_of(game: str) -> Table:
    """The table of a game: its own, or a plain one. ValueError names the games that exist."""
    found: Table | None = pack(game).part("terminal")
    return found if found is not None else PlainTable(game)
