"""What only SQLite does: writing on the loop, to the disk within a second, or always before the answer."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from pathlib import Path

import pytest
from tests.store.test_contract import CARD, rows

from spuk.store import sqlite as room
from spuk.store.contract import Conflict, Unavailable
from spuk.store.sql import make_store


def numbers(file: Path) -> list[int]:
    """What somebody else finds in the log."""
    with sqlite3.connect(file) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM log ORDER BY number")]


@pytest.mark.parametrize("always", [False, True])
def test_what_was_appended_is_written_when_append_returns(tmp_path: Path, always: bool) -> None:
    file = tmp_path / "t.db"

    async def story() -> None:
        store = make_store(f"sqlite:///{file}", sync_always=always)
        await store.open()
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        await store.append("g", 1, rows("action", "chance"), at=2.0)
        assert numbers(file) == [1, 2, 3]
        tries = [store.append("g", 3, rows("action"), at=3.0) for _ in range(5)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, Conflict) for answer in answers) == 4
        assert numbers(file) == [1, 2, 3, 4]
        await store.close()

    asyncio.run(story())


def test_while_another_program_writes_the_loop_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "t.db"

    async def story() -> None:
        store = make_store(f"sqlite:///{file}")
        await store.open()
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append("g", 1, rows("action"), at=2.0))
        began = time.monotonic()
        await asyncio.sleep(0.2)
        assert time.monotonic() - began < 2
        assert not waiting.done()
        other.execute("COMMIT")
        assert await waiting == 2
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.append("g", 2, rows("action"), at=2.0)
        other.close()
        assert await store.append("g", 2, rows("action"), at=2.0) == 3
        await store.close()

    asyncio.run(story())


def test_whoever_stops_waiting_does_not_stop_the_write(tmp_path: Path) -> None:
    file = tmp_path / "t.db"

    async def story() -> None:
        store = make_store(f"sqlite:///{file}", sync_always=True)
        await store.open()
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        waiting = asyncio.create_task(store.append("g", 1, rows("action"), at=2.0))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        await store.close()
        assert waiting.cancelled()
        assert numbers(file) == [1, 2]

    asyncio.run(story())


def test_what_waits_for_the_disk_is_written_before_the_file_is_let_go(tmp_path: Path) -> None:
    file = tmp_path / "t.db"

    async def story() -> None:
        store = make_store(f"sqlite:///{file}", sync_always=True)
        await store.open()
        under_way = asyncio.create_task(store.append("g", 0, rows("created"), CARD, at=1.0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting = asyncio.create_task(store.append("h", 0, rows("created", "joined"), CARD, at=1.0))
        await asyncio.sleep(0)
        await store.close()
        assert (await under_way, await waiting) == (1, 2)
        assert numbers(file) == [1, 1, 2]

    asyncio.run(story())


def test_it_is_on_the_disk_soon_and_the_write_ahead_log_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "t.db"
    synced: list[float] = []
    sync = os.fsync

    def note(number: int) -> None:
        sync(number)
        synced.append(time.monotonic())

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(room, "_EVERY", 0.05)
    monkeypatch.setattr(room, "_LONG", 100_000)

    async def story() -> None:
        store = make_store(f"sqlite:///{file}")
        await store.open()
        await store.append("g", 0, rows("created"), CARD, at=1.0)
        written = time.monotonic()
        while not synced or synced[-1] < written:
            assert time.monotonic() < written + 30
            await asyncio.sleep(0.02)
        for number in range(1, 400):
            await store.append("g", number, rows("action", text="x" * 300), at=2.0)
            await asyncio.sleep(0.002)
        assert Path(f"{file}-wal").stat().st_size < 8_000_000
        await store.close()
        assert not Path(f"{file}-wal").exists()
        assert len(numbers(file)) == 400

    asyncio.run(story())
