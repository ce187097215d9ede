"""A server that misses what others write for a while: it says so, and catches up."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest import mock

from sqlalchemy import delete, update
from tests.postgres import Postgres
from tests.web.house import Guest, House, until, visit

from spuk.server import server as server_module
from spuk.store.contract import Unavailable
from spuk.store.schema import LOG, TABLES


def test_a_table_that_could_not_be_read_when_it_moved_on_is_read_later(sqlite: str) -> None:
    """Nobody says a second time that it has: it would stay as it is until the next move."""

    async def story(house: House) -> None:
        _, table = await house.solo()
        room = await house.server.rooms.room(table["id"])
        answers = [Unavailable("away"), Unavailable("still away"), None]
        asked = []

        async def catch_up(number: int | None = None) -> None:
            asked.append(number)
            if (wrong := answers[len(asked) - 1]) is not None:
                raise wrong

        with (
            mock.patch("spuk.server.rooms._CATCH_UP_PAUSE", 0.01),
            mock.patch.object(room, "catch_up", catch_up),
        ):
            house.server.rooms.wake(table["id"], 1000)
            house.server.rooms.wake(table["id"], 1001)  # both are one: only one of them tries again
            await until(lambda: _after(len(asked) >= 3))
            await asyncio.sleep(0.05)
        assert asked == [1000, 1001, None]

    visit(sqlite, story)


async def _after(found: Any) -> Any:
    return found


def test_a_server_that_does_not_hear_the_database_ends_its_streams_and_begins_none(sqlite: str) -> None:
    """Elsewhere they may go on; here they would show an old table, with heartbeats that say all is well."""

    async def story(house: House) -> None:
        ann, table = await house.solo()
        room = await house.server.rooms.room(table["id"])
        with mock.patch.object(house.server.store, "silence", lambda: server_module._OUT_OF_TOUCH + 1):
            refused = await ann.ask("GET", f"/tables/{table['id']}/stream")
            assert ann.last.status_code == 503
            assert refused["code"] == "unavailable"
            watcher = mock.Mock(closed=False, person=None)
            room.watchers.add(watcher)
            await until(lambda: _after(watcher.close.called))
        # What is in memory can still be looked at.
        assert (await ann.get(f"/tables/{table['id']}"))["number"] == table["number"]

    visit(sqlite, story)


def test_a_log_that_became_shorter_is_read_again(sqlite: str) -> None:
    """After a failover to a replica that lagged: what it knows counts, and the game goes on."""

    async def story(house: House) -> None:
        ann, table = await house.solo()
        state = await ann.act(table)
        state = await ann.act(await ann.get(f"/tables/{table['id']}")) if state["asked"] else state
        lost = state["number"] - 1

        def lose(connection: Any) -> None:
            connection.execute(delete(LOG).where(LOG.c.table == table["id"], LOG.c.number > lost))
            connection.execute(update(TABLES).where(TABLES.c.id == table["id"]).values(number=lost))

        await house.server.store._database.write(lose)
        said = await _say(ann, table["id"])
        assert said["number"] == lost + 1
        log = await ann.get(f"/tables/{table['id']}/log")
        assert [row["number"] for row in log["updates"]] == list(range(1, lost + 2))

    visit(sqlite, story)


async def _say(guest: Guest, table: str) -> Any:
    return await guest.post(f"/tables/{table}/chat", {"text": "still here"})


def test_a_bot_whose_server_died_moves_after_its_own_thinking_time(postgres: Postgres) -> None:
    """Not after the longest that any bot may think."""

    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me"}, {"who": "bot", "bot": "master", "seconds": 3}]
        table = await ann.create("ghosts", options={"players": 2}, seats=seats)
        room = await house.server.rooms.room(table["id"])
        with mock.patch.object(room, "_think", mock.AsyncMock()):  # its server is gone
            state = await ann.post(f"/tables/{table['id']}/start")
            while state["asked"]:
                state = await ann.act(state)
        changed = room.table.changed_at
        with mock.patch.object(room, "go_on") as go_on:
            await house.server.rooms.sweep(before=changed + 2.9)
            assert not go_on.called
            await house.server.rooms.sweep(before=changed + 3.1)
            assert go_on.called

    visit(postgres.new_database(), story, sweep_seconds=1000)


def test_a_single_process_is_always_in_touch(sqlite: str) -> None:
    async def story(house: House) -> None:
        assert house.server.store.silence() == 0
        house.server.check_in_touch()

    visit(sqlite, story)
