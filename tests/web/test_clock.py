"""Clocks that jump by an hour, forwards or backwards, as they do when a machine wakes up or is set right."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from tests.web.house import House, until, visit

from spuk.render.lists import when_words
from spuk.server.limits import RATES, Limits, Rate
from spuk.server.stream import Watcher
from spuk.table.table import WAITS_FOR_BOT

HOUR = 3600.0
REAL = time.time


def jump(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(time, "time", lambda: REAL() + seconds)


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_a_game_goes_on_when_the_clock_jumps(
    database: str, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        watcher = Watcher(None, None, None, states=False)
        first = room.table.number
        await room.watch(watcher, first)
        offer = await ann.post("/me/recovery")
        state = await ann.act(state)
        jump(monkeypatch, seconds)
        state = await ann.act(state)
        await ann.post(f"/tables/{state['id']}/chat", {"text": "Boo!"})
        state = await ann.get(f"/tables/{state['id']}")
        told = await watcher.next()
        assert told.count(b"event: update") == state["number"] - first
        assert not watcher.closed
        # The log is whole, the lists have the table, and pages can be drawn.
        rows = (await ann.get(f"/tables/{state['id']}/log"))["updates"]
        assert [row["number"] for row in rows] == list(range(1, state["number"] + 1))
        assert state["id"] in str(await ann.get("/tables", which="own"))
        for path in ("/", "/games", f"/t/{state['id']}", "/ready"):
            assert (await ann.http.get(path)).status_code == 200, path
        # New tables, new people, and links for a day work as well.
        await house.solo()
        assert (await house.guest().ask("POST", "/recover", {"token": offer["token"]}))["name"] == ""

    visit(database, story)


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_bots_left_behind_are_found_when_the_clock_has_jumped(
    database: str, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """What changed at an hour that is still to come is not too young to be looked for."""

    async def story(house: House) -> None:
        bot = {"who": "bot", "bot": "monk"}
        ann = house.guest()
        made = await ann.create("ghosts", options={"players": 2}, seats=[bot, bot])
        room = await house.server.rooms.room(made["id"])
        think = room._think

        async def die() -> None:
            """The bot of a server that has just been killed."""

        room._think = die  # type: ignore[method-assign]
        await ann.post(f"/tables/{made['id']}/start")
        assert await house.server.store.list(waits=WAITS_FOR_BOT)
        room._think = think  # type: ignore[method-assign]
        before = room.table.number
        jump(monkeypatch, seconds)

        async def moved() -> Any:
            return room.table.number > before

        await until(moved)

    visit(database, story, sweep_seconds=0.1)


def test_nothing_happened_in_the_future() -> None:
    assert "in " not in when_words(REAL() + HOUR, "en")


def test_limits_do_not_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "tables", Rate(2, 0.0001))
    limits = Limits(1.0)
    for seconds in (0, HOUR):
        jump(monkeypatch, seconds)
        limits.spend("tables", "ann")
    jump(monkeypatch, -HOUR)
    with pytest.raises(Exception, match="tables"):
        limits.spend("tables", "ann")


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_readiness_and_streams_do_not_look_at_the_clock(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    tries = 0

    async def story(house: House) -> None:
        nonlocal tries
        real = house.server.store.check

        async def counted() -> None:
            nonlocal tries
            tries += 1
            await real()

        monkeypatch.setattr(house.server.store, "check", counted)
        ann = house.guest()
        for offset in (0.0, seconds, 0.0):
            jump(monkeypatch, offset)
            assert (await ann.http.get("/ready")).status_code == 200
            await asyncio.sleep(0)
        assert tries == 1

    monkeypatch.setattr("spuk.server.readiness._KEPT", 1000.0)
    visit(sqlite, story)
