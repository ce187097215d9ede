"""Migrations on both databases: from nothing, and to the very schema the code uses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from spuk.store.migrate import NEWEST, TooNew, config, upgrade
from spuk.store.schema import METADATA
from spuk.store.sql import make_store


def run(url: str, work: Callable[[Connection], Any]) -> Any:
    async def go() -> Any:
        database = make_store(url)._database
        try:
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(go())


def test_the_newest_version_is_the_last_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == NEWEST


def test_migrations_from_an_empty_database_give_the_schema_of_the_code(database: str) -> None:
    run(database, upgrade)

    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, METADATA)

    assert run(database, differences) == []


def test_every_step_can_be_gone_back_and_forth(database: str) -> None:
    run(database, upgrade)
    run(database, lambda connection: command.downgrade(config(connection), "base"))
    assert run(database, lambda connection: inspect(connection).get_table_names()) == ["alembic_version"]
    run(database, upgrade)
    names = run(database, lambda connection: set(inspect(connection).get_table_names()))
    assert names == {*METADATA.tables, "alembic_version"}


def test_starting_again_changes_nothing(database: str) -> None:
    async def start() -> None:
        store = make_store(database)
        await store.open()
        await store.close()

    asyncio.run(start())
    asyncio.run(start())
    version = text("SELECT version_num FROM alembic_version")
    assert run(database, lambda connection: connection.execute(version).scalar()) == NEWEST


def test_processes_that_start_together_migrate_once(postgres: Any) -> None:
    url = postgres.new_database()

    async def start() -> None:
        stores = [make_store(url) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(start())


def test_a_database_of_a_newer_spuk_is_left_alone(database: str) -> None:
    run(database, upgrade)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    run(database, lambda connection: connection.execute(newer))
    with pytest.raises(TooNew, match="9999"):
        run(database, upgrade)


def test_games_from_before_revisions_are_of_the_first_one(database: str) -> None:
    def old(connection: Connection) -> None:
        command.upgrade(config(connection), "0001")
        insert = text(
            "INSERT INTO games (id, number, changed_at, status, listed, waits, people, about) "
            "VALUES (:id, 1, 1.0, 'playing', :yes, 'bot', '[]', :about)"
        )
        about = {"a": '{"game":"ghost-stories","title":"Größe"}', "b": '{"game": "ghosts"}', "c": "{}"}
        for id, told in about.items():
            connection.execute(insert, {"id": id, "yes": True, "about": told})

    def rules(connection: Connection) -> dict[str, str]:
        return {row.id: row.rules for row in connection.execute(text("SELECT id, rules FROM games"))}

    run(database, old)
    run(database, upgrade)
    assert run(database, rules) == {"a": "ghost-stories/1", "b": "ghosts/1", "c": ""}
