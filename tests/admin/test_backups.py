"""Backups of both databases: made beside a server, read back, and brought back, into either kind."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.admin.operator import beside, run
from tests.web.house import House, visit
from tests.web.live import Live

from spuk.store import backup
from spuk.store.sql import make_store

Rows = dict[str, list[Any]]


async def logs_of(house: House) -> Rows:
    tables = await house.server.store.list(limit=100)
    return {one.table: list(await house.server.store.read(one.table)) for one in tables}


def saved(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix == ".db")


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """An empty database of each kind."""
    return {
        "sqlite": f"sqlite:///{tmp_path}/other.db",
        "postgresql": request.getfixturevalue("postgres").new_database(),
    }


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_is_brought_back_into_either_database(
    database: str, into: str, other: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "saved"
    kept: dict[str, Any] = {}

    async def play(house: House) -> None:
        ann, bob, id = await house.pair(title="Grüße ✓")
        await ann.post(f"/tables/{id}/chat", {"text": "'\"\\\u202e"})
        await house.solo()
        kept.update(logs=await logs_of(house), cookie=ann.http.cookies["spuk"], id=id)
        done = await beside(database, "backup", "--to", str(folder), "--json")
        assert (done.json["tables"], done.json["damaged"]) == (2, [])
        kept["file"] = done.json["file"]
        await bob.post(f"/tables/{id}/chat", {"text": "after the backup"})

    visit(database, play)
    assert Path(kept["file"]).stat().st_mode & 0o077 == 0  # the key of all cookies is in there
    done = run(other[into], "restore", kept["file"], "--yes", "--to", str(tmp_path / "before"))
    assert done.code == 0, done

    async def go_on(house: House) -> None:
        assert await logs_of(house) == kept["logs"]
        ann = house.guest()
        ann.http.cookies.set("spuk", kept["cookie"])
        table = await ann.get(f"/tables/{kept['id']}")
        assert (table["title"], table["your_seats"]) == ("Grüße ✓", [0])
        await ann.post(f"/tables/{kept['id']}/chat", {"text": "on we go"})

    visit(other[into], go_on)


def test_bringing_back_replaces_everything_and_keeps_what_was_there(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    found: dict[str, Any] = {}

    async def first(house: House) -> None:
        await house.solo()
        found["first"] = await logs_of(house)

    async def second(house: House) -> None:
        await house.pair()
        found["second"] = await logs_of(house)

    async def look(house: House) -> None:
        found["now"] = await logs_of(house)

    visit(database, first)
    assert run(database, "backup", "--to", str(folder)).code == 0
    (file,) = saved(folder)
    visit(database, second)
    done = run(database, "restore", str(file), "--yes", "--to", str(folder), "--json")
    assert done.code == 0, done
    visit(database, look)
    assert found["now"] == found["first"]
    assert run(database, "restore", done.json["before"], "--yes", "--to", str(folder)).code == 0
    visit(database, look)
    assert found["now"] == found["second"]


def test_nothing_is_brought_back_under_a_running_server(database: str, tmp_path: Path) -> None:
    live = Live(tmp_path, database)
    try:
        assert run(database, "backup", "--to", str(tmp_path / "saved")).code == 0
        (file,) = saved(tmp_path / "saved")
        for _ in range(50):
            done = run(database, "restore", str(file), "--yes", "--to", str(tmp_path / "before"))
            if done.code:
                break
        assert (done.code, "server" in done.err) == (2, True)
    finally:
        live.stop()
    assert run(database, "restore", str(file), "--yes", "--to", str(tmp_path / "before")).code == 0


def test_old_backups_go_and_other_files_stay(tmp_path: Path) -> None:
    url, folder = f"sqlite:///{tmp_path}/tables.db", tmp_path / "saved"

    async def story(house: House) -> None:
        await house.solo()

    visit(url, story)
    folder.mkdir()
    others = ["notes.txt", "spuk-mine.db", "tables-before-0003-20200101T000000Z.db"]
    for name in (*others, "spuk-20200101T000000Z.db", "spuk-20200101T000000Z-2.db"):
        (folder / name).write_text("x")
    for _ in range(3):
        assert run(url, "backup", "--to", str(folder), "--keep", "2").code == 0
    left = {path.name for path in folder.iterdir()}
    assert set(others) < left
    assert len(left) == len(others) + 2
    assert not any(name.startswith("spuk-2020") or name.startswith(".") for name in left)
    assert run(url, "backup", "--to", str(folder), "--keep", "0").code == 2
    assert {path.name for path in folder.iterdir()} == left


def test_names_of_backups_of_one_second_sort_by_age(tmp_path: Path) -> None:
    names = ["spuk-20260101T000000Z.db", *(f"spuk-20260101T000000Z-{n}.db" for n in (2, 9, 10))]
    for name in names:
        (tmp_path / name).touch()
    assert [path.name for path in backup.outdated(tmp_path, 1)] == names[:-1]


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    url, folder = f"sqlite:///{tmp_path}/tables.db", tmp_path / "saved"

    async def story(house: House) -> None:
        for _ in range(5):
            await house.solo()

    visit(url, story)
    assert run(url, "backup", "--to", str(folder)).code == 0
    (good,) = saved(folder)
    whole = good.read_bytes()
    before = (tmp_path / "tables.db").read_bytes()
    wrong = {
        "empty": b"",
        "text": b"hello" * 1000,
        "torn": whole[: len(whole) // 2],
        "tail": whole[:-100],
        "holes": whole[:8192] + bytes(4096) + whole[12288:],
    }
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.commit()
    wrong["foreign"] = foreign.read_bytes()
    newer = tmp_path / "newer.db"
    newer.write_bytes(whole)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    wrong["newer"] = newer.read_bytes()
    for name, data in wrong.items():
        bad = tmp_path / f"{name}.bad"
        bad.write_bytes(data)
        done = run(url, "restore", str(bad), "--yes", "--to", str(folder))
        assert (done.code, len(done.err.splitlines())) == (2, 1), (name, done)
        assert (tmp_path / "tables.db").read_bytes() == before, name
    assert run(url, "restore", str(tmp_path / "nothing"), "--yes").code == 2
    assert run(url, "restore", str(good)).code == 2  # nobody said yes
    assert saved(folder) == [good]


def test_a_backup_with_a_damaged_table_says_so_and_is_made(tmp_path: Path) -> None:
    url, folder = f"sqlite:///{tmp_path}/tables.db", tmp_path / "saved"

    async def story(house: House) -> str:
        _, table = await house.solo()
        await house.solo()
        return str(table["id"])

    id = visit(url, story)
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("UPDATE log SET data = '{' WHERE game = ? AND number = 3", (id,))
        connection.commit()
    done = run(url, "backup", "--to", str(folder))
    assert done.code == 0
    assert id in done.out
    assert run(url, "backup", "--to", str(folder), "--json").json["damaged"] == [id]


def test_a_backup_is_of_one_moment_while_people_write(database: str, tmp_path: Path) -> None:
    """Whatever number a table is at in the list, its log goes as far and no further."""

    async def story(house: House) -> None:
        ann, table = await house.solo()
        ended = threading.Event()

        async def talk() -> int:
            said = 0
            while not ended.is_set():
                await ann.post(f"/tables/{table['id']}/chat", {"text": "x" * 400})
                said += 1
                await asyncio.sleep(0)
            return said

        talking = asyncio.create_task(talk())
        for _ in range(3):
            done = await beside(database, "backup", "--to", str(tmp_path / "saved"), "--json")
            assert done.json["damaged"] == []
        ended.set()
        assert await talking > 10

    visit(database, story)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    visit(url, lambda house: house.solo())
    (tmp_path / "file").touch()
    done = run(url, "backup", "--to", str(tmp_path / "file" / "saved"))
    assert (done.code, "--to" in done.err) == (2, True)


def test_a_restore_that_fails_half_way_leaves_what_was_there(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saved"
    visit(database, lambda house: house.solo())
    assert run(database, "backup", "--to", str(folder)).code == 0
    (file,) = saved(folder)
    copied = backup._copy_rows

    def fail(connection: Any, source: Any, into: Any) -> None:
        copied(connection, source, into)
        if into.name == "snapshots":
            raise OSError("the cable was pulled")

    monkeypatch.setattr(backup, "_copy_rows", fail)
    done = run(database, "restore", str(file), "--yes", "--to", str(folder))
    assert (done.code, "cable" in done.err) == (2, True)

    async def count() -> int:
        store = make_store(database)
        try:
            return len(await store.list())
        finally:
            await store.close()

    assert asyncio.run(count()) == 1
