"""The tables of the database. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Double, Index, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

# The first databases called a table a game: the table `games` contains tables, and the columns `game`
# contain their ids. The names stay, so that old databases open without a migration.

LOG: Final = Table(
    "log",
    METADATA,
    Column("game", String(40), key="table", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
)
"""Everything that happened. All other tables except `people` and `kept` could be derived from this one. Only
`games` knows the results of games under other rules than ours.
"""

TABLES: Final = Table(
    "games",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("changed_at", Double, nullable=False),
    Column("status", String(20), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("waits", String(20), nullable=False),
    Column("people", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("rules", String(60), nullable=False, server_default=""),
    Index("games_by_status", "status", "changed_at"),
    Index("games_by_waits", "waits", "changed_at"),
)

PARTS: Final = Table(
    "parts",
    METADATA,
    Column("person", String(40), primary_key=True),
    Column("game", String(40), key="table", primary_key=True),
)
"""Who takes part in which table."""

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("game", String(40), key="table", primary_key=True),
    Column("number", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("data", Text, nullable=False),
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("recovery", String(80), nullable=True),
    Column("recovery_until", Double, nullable=True),
    Index("people_by_recovery", "recovery", unique=True),
)

KEPT: Final = Table(
    "kept",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Values shared by all server processes, such as the key that signs cookies."""

BANS: Final = Table(
    "bans",
    METADATA,
    Column("kind", String(20), primary_key=True),
    Column("value", String(60), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double, nullable=True),
    Column("because", String(60), nullable=False),
)
"""Bans: see `contract.Ban`."""
