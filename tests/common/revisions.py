"""Spuks of other times: games whose rules have another revision than today's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from alembic import command
from sqlalchemy import Connection, text

import spuk
from spuk.store.migrate import config
from spuk.store.sql import make_store

STORIES = "ghost-stories"
GHOSTS = "ghosts"
NOW = spuk.game(STORIES).rules_revision
BEFORE = NOW - 1
NEXT = NOW + 1


@contextmanager
def rules(game: str, revision: int) -> Iterator[None]:
    """As if the rules of a game had this revision."""
    found = spuk.game(game)
    now, found.rules_revision = found.rules_revision, revision
    try:
        yield
    finally:
        found.rules_revision = now


def as_written_before_revisions(database: str) -> None:
    """The database as a Spuk left it that knew no revisions: the first schema, and not a word of rules."""

    def work(connection: Connection) -> None:
        command.downgrade(config(connection), "0001")
        _rewrite(connection, "log", "data", "WHERE kind = 'created'")
        _rewrite(connection, "games", "about", "")
        connection.execute(text("DELETE FROM snapshots"))

    async def run() -> None:
        opened = make_store(database)._database
        try:
            await opened.write(work)
        finally:
            await opened.close()

    asyncio.run(run())


def _rewrite(connection: Connection, table: str, column: str, where: str) -> None:
    for (found,) in connection.execute(text(f"SELECT {column} FROM {table} {where}")).all():
        data: dict[str, Any] = json.loads(found)
        del data["rules"]
        change = text(f"UPDATE {table} SET {column} = :new WHERE {column} = :old")
        connection.execute(change, {"new": json.dumps(data), "old": found})
