"""The stream: numbered, redacted, resumed without loss; slow readers are dropped and catch up."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web.house import Guest, House, Json, visit
from tests.web.live import Live, Reader, act, solo_table

import spuk
from spuk.kernel.seeds import Random
from spuk.server.stream import LONGEST_QUEUE, Watcher


async def told(watcher: Watcher) -> list[tuple[str, Json]]:
    """What waits for a watcher."""
    found = []
    watcher.beat()  # so that there is something in any case
    for block in (await watcher.next()).decode().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines and lines["event"] != "beat":
            data = json.loads(lines["data"])
            assert int(lines["id"]) == data["number"]
            found.append((lines["event"], data))
    return found


def person_of(house: House, guest: Guest) -> str:
    return str(guest.http.cookies["spuk"]).strip('"').partition(".")[0]


def test_a_stream_begins_with_the_table_and_goes_on_number_by_number(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        watcher = Watcher(None, None, "pl", states=False)
        await room.watch(watcher, None)
        ((kind, first),) = await told(watcher)
        assert (kind, first["number"], first["turn"] is not None) == ("state", state["number"], True)
        after = await ann.act(state)
        updates = [data for kind, data in await told(watcher) if kind == "update"]
        assert [u["number"] for u in updates] == list(range(state["number"] + 1, after["number"] + 1))
        assert updates[0]["kind"] == "action"
        assert all(len(update["words"]) == len(update["events"]) for update in updates)

    visit(sqlite, story)


@pytest.mark.parametrize("forget", [False, True])
def test_who_comes_back_is_told_exactly_what_he_missed(sqlite: str, forget: bool) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        steady = Watcher(None, None, "de", states=False)
        room = await house.server.rooms.room(state["id"])
        await room.watch(steady, 0)
        for _ in range(6):
            state = await ann.act(state)
        everything = await told(steady)
        if forget:  # as after a restart: nothing in memory
            house.server.rooms.drop(state["id"])
        for number in (0, 1, 7, state["number"] - 1):
            late = Watcher(None, None, "de", states=False)
            await (await house.server.rooms.room(state["id"])).watch(late, number)
            assert await told(late) == [entry for entry in everything if entry[1]["number"] > number]
        late = Watcher(None, None, None, states=False)
        await (await house.server.rooms.room(state["id"])).watch(late, state["number"] + 5)
        assert [kind for kind, _ in await told(late)] == ["state"]

    visit(sqlite, story)


def test_with_states_the_whole_table_comes_after_each_change(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        watcher = Watcher(person_of(house, ann), None, None, states=True)
        await room.watch(watcher, None)
        await told(watcher)
        after = await ann.act(state)
        kind, last = (await told(watcher))[-1]
        assert (kind, last) == ("state", after)

    visit(sqlite, story)


def test_nobody_hears_of_cards_that_others_draw(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        room = await house.server.rooms.room(id)
        people = {0: person_of(house, ann), 1: person_of(house, bob), None: None}
        watchers = {seat: Watcher(person, None, "en", states=True) for seat, person in people.items()}
        for watcher in watchers.values():
            await room.watch(watcher, 0)
        choose = Random(8)
        for _ in range(25):
            state = await ann.get(f"/tables/{id}")
            if state["status"] == "finished":
                break
            guest = (ann, bob)[state["actor"]]
            await guest.act(await guest.get(f"/tables/{id}"), choose)
        drawn = 0
        for seat, watcher in watchers.items():
            for kind, data in await told(watcher):
                drawn += _check(kind, data, seat)
        assert drawn > 20

    visit(sqlite, story)


def _check(kind: str, data: Json, seat: int | None) -> int:
    """What a seat was told has no card of others in it; how many hidden draws were looked at."""
    if kind == "state":
        for number, player in enumerate(data["view"]["players"]):
            assert number == seat or player["hand"] is None
        if data["actor"] != seat:
            assert data["asked"] is None
            assert data["view"]["legal"] == []
        return 0
    hidden = 0
    for event, words in zip(data.get("events", ()), data.get("words", ()), strict=True):
        if event["id"] == "card_drawn" and event["seat"] != seat:
            hidden += 1
            assert "card" not in event
            assert data["action"] is None
            assert data["text"] is None
            assert not any(name in words for name in ("Mummy", "Mist", "Vampire", "Skeleton"))
    return hidden


def test_too_many_waiting_messages_end_the_stream(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        watcher = Watcher(None, None, None, states=False)
        await room.watch(watcher, None)
        path = f"/tables/{state['id']}/chat"
        for number in range(LONGEST_QUEUE + 1):
            await ann.post(path, {"text": str(number)})
        assert watcher.closed
        assert not room.watchers
        assert await watcher.next() == b""

    visit(sqlite, story)


def test_a_reader_over_http_sees_every_number_also_across_a_restart(tmp_path: Path, database: str) -> None:
    live = Live(tmp_path, database)
    try:
        with live.client() as http:
            state = solo_table(http)
            reader = Reader(live, state["id"])
            reader_early = Reader(live, state["id"])
            while reader.resets == 0 or reader_early.resets == 0:
                time.sleep(0.02)
            began = state["number"]
            for _ in range(8):
                state = act(http, state).json()
            reader.wait_for(state["number"])
            live.kill()
            live.start()
            for _ in range(8):
                state = act(http, state).json()
            for one in (reader, reader_early):
                one.wait_for(state["number"])
                assert one.numbers == list(range(began + 1, state["number"] + 1))
                assert one.resets == 1
                one.done.set()
    finally:
        live.stop()


def test_a_reader_that_takes_nothing_is_cut_off(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db", send_seconds=0.5, heartbeat_seconds=0.2)
    try:
        with live.client() as http:
            state = solo_table(http)
            lazy = socket.create_connection(("127.0.0.1", live.port))
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            path = f"/api/v1/tables/{state['id']}/stream?states=true&lang=de"
            lazy.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            swift = Reader(live, state["id"])
            while not swift.resets:
                time.sleep(0.02)
            end = time.monotonic() + 90
            while time.monotonic() < end and not _was_cut(live, lazy):
                said = http.post(f"/tables/{state['id']}/chat", json={"text": "x" * 400})
                assert said.status_code == 200
            assert _was_cut(live, lazy)
            swift.wait_for(said.json()["number"])
            swift.done.set()
    finally:
        live.stop()


def _was_cut(live: Live, lazy: socket.socket) -> bool:
    """The server holds no connection to this reader any more (Linux)."""
    ours = f"{lazy.getsockname()[1]:04X}"
    lines = Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]
    server_side = [line.split() for line in lines if line.split()[1].endswith(f":{live.port:04X}")]
    return not any(fields[2].endswith(f":{ours}") and fields[3] == "01" for fields in server_side)


def test_the_redacted_update_of_a_hot_seat_shows_what_any_of_its_seats_sees() -> None:
    from spuk.store.contract import Row
    from spuk.table.updates import of_the_game

    state: Any = spuk.game("ghosts").new(players=3)
    state.apply(int(state.sample(Random(1))))
    action = state.legal()[0]
    drawer = next(seat for seat in range(3) if state.reveals(action, seat))
    update = of_the_game(Row(1, 0.0, "chance", {"action": action}), state, ("en",))
    others = tuple(seat for seat in range(3) if seat != drawer)
    assert update.told(others, "en")["action"] is None
    assert update.told((), "en") == update.told(others, "en")
    for eye in ((drawer, others[0]), (others[0], drawer)):
        assert update.told(eye, "en")["action"] == action
    assert update.told((drawer,))["events"] != update.told(others)["events"]
