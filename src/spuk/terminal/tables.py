"""The tables of all games, by the games' ids. A new game in the terminal is a new row here."""

from __future__ import annotations

from typing import Final

from spuk.games.ghost_stories.terminal.table import StoriesTable
from spuk.games.ghosts.terminal.table import GhostsTable
from spuk.terminal.table import Table

TABLES: Final[dict[str, Table]] = {table.game: table for table in (StoriesTable(), GhostsTable())}
USUAL: Final = "ghost-stories"
"""The game that is played if none is named."""


def table_of(game: str) -> Table:
    """The table of a game; ValueError names the games there are."""
    if game not in TABLES:
        raise ValueError(f"no table for {game!r}; there are {', '.join(TABLES)}")
    return TABLES[game]
