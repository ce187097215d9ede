"""From the previous version's database, with games in progress, to this one's and back."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Connection
from tests.admin.operator import run
from tests.web.house import Guest, House, visit
from tests.web.live import Live

from spuk.store.migrate import NEWEST, upgrade_to
from spuk.store.schema import METADATA
from spuk.store.sql import make_store
from spuk.table.table import rules_in_force

PREVIOUS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "previous" / "0002.json").read_text(encoding="utf-8")
)
"""What the version before this one wrote: games in progress, one with a snapshot, one with hidden hands and a
bot, one that has not started, one that is over."""
ABOUT = PREVIOUS["about"]


def fill(connection: Connection) -> None:
    upgrade_to(connection, PREVIOUS["version"])
    for name, told in PREVIOUS["rows"].items():
        table = METADATA.tables[name]
        truths = {column.name for column in table.columns if isinstance(column.type, Boolean)}
        keys = {column.name: column.key for column in table.columns}
        rows = [
            {keys[c]: bool(v) if c in truths else v for c, v in zip(told["columns"], row, strict=True)}
            for row in told["rows"]
        ]
        if rows:
            connection.execute(table.insert(), rows)


@pytest.fixture
def previous(database: str) -> str:
    async def make() -> None:
        store = make_store(database)
        await store._database.write(fill)
        await store.close()

    asyncio.run(make())
    return database


def returning(house: House, who: str) -> Guest:
    guest = house.guest(who.title())
    guest.http.cookies.set("spuk", ABOUT["cookies"][who])
    return guest


async def play_on(house: House) -> None:
    """Everybody finds their games as they left them, and goes on."""
    ann, bob = returning(house, "ann"), returning(house, "bob")
    for name in ("long", "hands"):
        id, number, status = ABOUT[name]
        found = await house.server.store.find(id)
        assert found is not None
        table = await ann.get(f"/tables/{id}")
        assert (table["status"], table["damaged"]) == (status, False)
        assert table["number"] >= number
        assert await bob.ask("GET", f"/tables/{id}/record")
        if found.card.rules not in rules_in_force():
            assert not table["replayable"]  # played under rules that have changed since: kept, and readable
            continue
        acted = 0
        for guest in (ann, bob):
            state = await guest.get(f"/tables/{id}")
            if state["asked"] is not None and not acted:
                acted = (await guest.act(state))["number"]
        assert acted > number
    assert (await ann.get(f"/tables/{ABOUT['finished'][0]}"))["status"] == "finished"
    await ann.sit(ABOUT["open"][0], 1)
    await house.guest().get(f"/tables/{ABOUT['hands'][0]}", key=ABOUT["join_key"])  # old links go on working


def test_games_in_progress_go_on_after_the_update(previous: str) -> None:
    visit(previous, play_on)
    visit(previous, play_on_again)


async def play_on_again(house: House) -> None:
    assert (await returning(house, "ann").get(f"/tables/{ABOUT['open'][0]}"))["your_seats"] == [1]


def schema_of(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_an_sqlite_file_is_backed_up_before_it_is_updated_and_can_go_back(tmp_path: Path) -> None:
    file = tmp_path / "spuk.db"
    url = f"sqlite:///{file}"

    async def make() -> None:
        store = make_store(url)
        await store._database.write(fill)
        await store.close()

    asyncio.run(make())
    visit(url, play_on)
    assert schema_of(file) == NEWEST
    (kept,) = tmp_path.glob(f"spuk-before-{NEWEST}-*.db")
    assert schema_of(kept) == PREVIOUS["version"]
    with closing(sqlite3.connect(kept)) as connection:
        for name, told in PREVIOUS["rows"].items():
            found = connection.execute(f"SELECT {', '.join(told['columns'])} FROM {name}").fetchall()
            assert sorted(map(list, found)) == sorted(told["rows"]), name
    # Back: the file takes the place of the database, and whoever reads that schema goes on where it was.
    for path in tmp_path.glob("spuk.db*"):
        path.unlink()
    kept.rename(file)
    visit(url, play_on)
    assert len(list(tmp_path.glob("spuk-before-*.db"))) == 1


def test_a_start_without_an_update_makes_no_backup(tmp_path: Path) -> None:
    for _ in range(2):
        visit(f"sqlite:///{tmp_path}/spuk.db", lambda house: house.solo())
    assert not list(tmp_path.glob("*-before-*"))


def test_no_update_without_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "spuk.db"

    async def start(*, broken: bool) -> None:
        store = make_store(f"sqlite:///{file}")
        try:
            if broken:
                await store.open()
            else:
                await store._database.write(fill)
        finally:
            await store.close()

    asyncio.run(start(broken=False))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("spuk.store.backup.copy_sqlite", full)
    with pytest.raises(Exception, match="No space left"):
        asyncio.run(start(broken=True))
    assert schema_of(file) == PREVIOUS["version"]
    assert not list(tmp_path.glob("*before*")) + list(tmp_path.glob(".*partial*"))


def test_a_backup_of_the_previous_version_is_made_and_brought_back(previous: str, tmp_path: Path) -> None:
    """Before an update with PostgreSQL: the new version backs up what the old one wrote."""
    folder = tmp_path / "saved"
    done = run(previous, "backup", "--to", str(folder), "--json")
    assert (done.code, done.json["tables"]) == (0, 4), done
    assert schema_of(Path(done.json["file"])) == PREVIOUS["version"]
    refused = run(previous, "stats")
    assert (refused.code, PREVIOUS["version"] in refused.err) == (2, True)
    restored = run(previous, "restore", done.json["file"], "--yes", "--to", str(folder))
    assert restored.code == 0, restored
    visit(previous, play_on)


def test_a_server_updates_the_database_when_it_starts(previous: str, tmp_path: Path) -> None:
    live = Live(tmp_path, previous)
    try:
        with live.client() as http:
            http.cookies.set("spuk", ABOUT["cookies"]["ann"])
            found = http.get("/tables", params={"which": "own"}).json()["tables"]
            assert {one["id"] for one in found} >= {ABOUT["long"][0], ABOUT["hands"][0]}
    finally:
        live.stop()
