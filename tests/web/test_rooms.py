"""Rooms: what they keep in memory, and how they keep up with a log that others write, too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.web.house import House, Json, until, visit

from spuk.server import room as rooms
from spuk.server.loading import load_table, told_again
from spuk.server.room import Room
from spuk.server.stream import Watcher
from spuk.store.contract import BUSY, Card, Conflict, NewRow, Unavailable
from spuk.table.errors import NotThere
from spuk.table.table import Table


async def write(house: House, room: Room, text: str = "Boo!") -> int:
    """Another process appends to the log of a table; the room knows nothing of it."""
    row = NewRow("chat", {"seat": 0, "name": "Ann", "text": text, "by": "x"})
    return await house.server.store.append(room.table.id, room.table.number, [row], at=time.time())


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0.01)


# ── what others write ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("told", ["by name", "perhaps any"])
def test_what_is_written_while_a_room_is_loaded_is_heard(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    async def story(house: House) -> None:
        registry = house.server.rooms
        _, state = await house.solo()
        before = await registry.room(state["id"])
        registry.drop(state["id"])

        async def load_slowly(*given: Any) -> Table:
            table = await load_table(*given)
            number = await write(house, before)  # after it was read, and before anybody knows the room
            registry.wake(*(("", 0) if told == "perhaps any" else (table.id, number)))
            return table

        monkeypatch.setattr("spuk.server.rooms.load_table", load_slowly)
        room = await registry.room(state["id"])
        assert room.table.number == before.table.number + 1

    visit(sqlite, story)


def test_a_room_hears_what_another_process_has_written(sqlite: str) -> None:
    async def story(house: House) -> None:
        hall = house.server.rooms
        _, state = await house.solo()
        room = await hall.room(state["id"])
        number = await write(house, room)
        hall.wake("elsewhere", 99)
        hall.wake(room.table.id, number - 1)  # known already
        await settled()
        assert room.table.number == number - 1
        hall.wake(room.table.id, number)

        async def caught_up() -> bool:
            return room.table.number == number

        await until(caught_up)
        number = await write(house, room)
        hall.wake("", 0)  # perhaps to any
        await until(caught_up)
        assert not hall._errands

    visit(sqlite, story)


def test_whoever_watches_is_told_what_another_process_has_written(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        watcher = Watcher(None, None, "en", states=False)
        await room.watch(watcher, state["number"])
        assert len(watcher._queue) == 0
        await write(house, room, "Who is there?")
        await room.catch_up()
        (message,) = watcher._queue
        assert b"Who is there?" in message

    visit(sqlite, story)


def test_what_another_process_was_first_with_is_read_and_the_command_tried_on_it(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        number = await write(house, room)
        seen: list[int] = []

        def chat(draft: Table) -> None:
            seen.append(draft.number)
            draft.note("chat", seat=0, name="Ann", text="Who?", by="ann")

        table = await room.do(chat)
        assert seen == [number - 1, number]
        assert table.number == number + 1
        assert [row.number for row in await house.server.store.read(table.id)] == list(range(1, number + 2))

    visit(sqlite, story)


def test_after_five_conflicts_the_table_is_too_busy(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        tries = 0

        async def append(game: str, expected: int, *_: Any, **__: Any) -> int:
            nonlocal tries
            tries += 1
            raise Conflict(game, expected)

        monkeypatch.setattr(house.server.store, "append", append)
        with pytest.raises(Unavailable, match="busy") as raised:
            await room.do(lambda draft: draft.note("chat", seat=0, name="", text="x", by="ann"))
        assert raised.value.why == BUSY, "the database is there: people are not told otherwise"
        assert tries == 5
        assert room.table.number == state["number"]

    visit(sqlite, story)


def test_after_a_write_that_may_have_taken_place_the_log_is_looked_at_first(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        store = house.server.store
        append = store.append

        async def written_but_not_said(*given: Any, **more: Any) -> int:
            await append(*given, **more)
            raise Unavailable("the line is dead")

        monkeypatch.setattr(store, "append", written_but_not_said)

        def chat(draft: Table) -> None:
            draft.note("chat", seat=0, name="Ann", text="Boo!", by="ann")

        with pytest.raises(Unavailable):
            await room.do(chat)
        assert room.table.number == state["number"]
        monkeypatch.setattr(store, "append", append)
        watcher = Watcher(None, None, None, states=False)
        await room.watch(watcher, None)  # sees what is in the log
        assert room.table.number == state["number"] + 1
        assert (await room.do(chat)).number == state["number"] + 2
        assert not room._doubtful

    visit(sqlite, story)


def test_a_command_that_changes_nothing_writes_nothing(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        monkeypatch.setattr(house.server.store, "append", None)
        table = room.table
        assert await room.do(lambda draft: None) is table

    visit(sqlite, story)


def test_a_card_is_written_only_when_it_has_changed(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        append, cards = house.server.store.append, []

        async def note(
            game: str, expected: int, rows: Sequence[NewRow], card: Card | None = None, *, at: float
        ) -> int:
            cards.append(card)
            return await append(game, expected, rows, card, at=at)

        monkeypatch.setattr(house.server.store, "append", note)
        table = await ann.create(options={"players": 1}, seats=[{"who": "me", "name": "Ann"}])
        assert cards.pop() is not None
        await ann.post(f"/tables/{table['id']}/chat", {"text": "Boo!"})
        assert cards.pop() is None
        path = f"/tables/{state['id']}"
        for _ in range(2):
            await ann.post(f"{path}/chat", {"text": "Boo!"})
        assert cards == [None, None]
        await ann.post(f"{path}/resign")
        assert cards[-1] is not None
        assert cards[-1].status == "finished"
        room._card = None  # as after catching up
        await ann.post(f"{path}/chat", {"text": "Boo!"})
        assert cards[-1] is not None

    visit(sqlite, story)


def test_where_nothing_is_new_the_table_stays(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        table = room.table
        await room.catch_up()
        assert room.table is table
        assert room._card is not None

    visit(sqlite, story)


def test_when_the_hall_closes_all_who_watch_and_think_go_home(sqlite: str) -> None:
    async def story(house: House) -> None:
        hall = house.server.rooms
        rooms = [await hall.room((await house.solo())[1]["id"]) for _ in range(2)]
        watchers = [Watcher(None, None, None, states=False) for _ in rooms]
        for room, watcher in zip(rooms, watchers, strict=True):
            room.watchers.add(watcher)
            room._thinking = asyncio.create_task(asyncio.sleep(60))
        errand = asyncio.create_task(asyncio.sleep(60))
        hall._errands.add(errand)
        hall.end_streams()
        assert all(watcher.closed for watcher in watchers)
        assert not any(room._thinking.done() for room in rooms if room._thinking)
        late = Watcher(None, None, None, states=False)
        rooms[1].watchers.add(late)
        hall.close()
        await settled()
        assert late.closed
        assert all(room._thinking is not None and room._thinking.cancelled() for room in rooms)
        assert errand.cancelled()

    visit(sqlite, story)


# ── coming back ─────────────────────────────────────────────────────────────────────────────


def numbers(watcher: Watcher) -> list[int]:
    """What is told, by number; the whole table is 0."""
    import json

    found: list[int] = []
    for message in watcher._queue:
        text = message.decode()
        data: Json = json.loads("".join(line[6:] for line in text.splitlines() if line.startswith("data: ")))
        found.append(0 if "seats" in data and "view" in data else int(data["number"]))
    return found


@pytest.mark.parametrize("forget", [False, True])
def test_who_comes_back_is_told_what_he_missed_and_a_stranger_the_whole_table(
    sqlite: str, forget: bool
) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        for _ in range(4):
            await ann.post(f"/tables/{state['id']}/chat", {"text": "Boo!"})
        room = await house.server.rooms.room(state["id"])
        last = room.table.number
        if forget:
            room._recent.clear()
        assert room.remembers(last)
        assert room.remembers(last - 2) != forget
        for after, told in (
            (None, [0]),
            (last, []),
            (last - 2, [last - 1, last]),
            (last + 5, [0]),  # a number of another log
        ):
            for lang in (None, "de"):
                watcher = Watcher(None, None, lang, states=False)
                await room.watch(watcher, after)
                assert numbers(watcher) == told, after

    visit(sqlite, story)


def test_only_the_latest_updates_stay_in_memory(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        for _ in range(45):
            await ann.post(f"/tables/{state['id']}/chat", {"text": "Boo!"})
        room = await house.server.rooms.room(state["id"])
        assert len(room._recent) == 40
        last = room.table.number
        assert (room.remembers(last - 40), room.remembers(last - 41)) == (True, False)

    visit(sqlite, story)


# ── reading ─────────────────────────────────────────────────────────────────────────────────


def test_a_snapshot_is_kept_every_two_hundred_rows(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        room, store = await house.server.rooms.room(state["id"]), house.server.store

        def talk(draft: Table) -> None:
            draft.note("chat", seat=0, name="Ann", text="x", by="ann")

        while room.table.number < 199:
            await room.do(talk)
        assert await store.load_snapshot(room.table.id) is None
        await room.do(talk)
        assert room._keeping is not None
        await room._keeping
        snapshot = await store.load_snapshot(room.table.id)
        assert snapshot is not None
        assert snapshot.number == 200
        await room.do(talk)
        again = await load_table(store, room.table.id)
        assert again.state is not None
        assert room.table.state is not None
        assert again.state.text() == room.table.state.text()
        assert replace(again, state=None) == replace(room.table, state=None, now=again.now, tongues=())
        assert len(await told_again(store, room.table.id, 199, None)) == 2

    visit(sqlite, story)


def test_there_is_no_room_without_a_log(sqlite: str) -> None:
    async def story(house: House) -> None:
        with pytest.raises(NotThere):
            await house.server.rooms.room("nowhere")
        assert not house.server.rooms._rooms
        assert not house.server.rooms._loading

    visit(sqlite, story)


def test_a_room_is_loaded_once_for_all_who_ask(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        _, state = await house.solo()
        hall = house.server.rooms
        hall.drop(state["id"])
        loads = 0
        load = rooms.load_table

        async def count(*given: Any) -> Table:
            nonlocal loads
            loads += 1
            return await load(*given)

        monkeypatch.setattr("spuk.server.rooms.load_table", count)
        found = await asyncio.gather(*(hall.room(state["id"]) for _ in range(5)))
        assert loads == 1
        assert all(room is found[0] for room in found)
        assert await hall.room(state["id"]) is found[0]

    visit(sqlite, story)


def test_of_finished_games_those_used_last_stay_in_memory(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spuk.server.rooms._FINISHED_KEPT", 2)

    async def story(house: House) -> None:
        rooms = house.server.rooms
        found: list[Room] = []
        for hours in (3, 1, 4, 2):
            ann, state = await house.solo()
            await ann.post(f"/tables/{state['id']}/resign")
            room = await rooms.room(state["id"])
            room.used_at = time.monotonic() - 3600 * hours
            found.append(room)
        _, played = await house.solo()
        running = await rooms.room(played["id"])
        running.used_at = time.monotonic() - 3600 * 9
        rooms._look_at = 0
        rooms._forget_finished()
        assert {room.table.id for room in rooms._rooms.values()} == {
            *(found[1].table.id, found[3].table.id),  # looked at an hour and two hours ago
            running.table.id,
        }

    visit(sqlite, story)
