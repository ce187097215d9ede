"""Holes that were found by attacking a live server, and are closed."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Any

import pytest
from tests.web.house import House, Json, until, visit

import spuk
from spuk.server.addresses import address
from spuk.server.bot_pace import Pace
from spuk.server.bot_workers import Job
from spuk.server.limits import RATES, Rate


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_who_has_a_network_of_addresses_counts_once(client: str, counted: str) -> None:
    assert address({"client": (client, 1)}) == counted


def test_rates_count_an_ipv6_network_as_one(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "tables", Rate(3, 0.0001))

    async def story(house: House) -> None:
        for number in range(3):
            await house.guest(address=f"2001:db8::{number:x}").create()
        refused = await house.guest(address="2001:db8::ffff").post("/tables", {}, status=429)
        assert refused["limit"] == "tables"
        await house.guest(address="2001:db8:0:1::1").create()

    visit(sqlite, story, rate_limit=1.0)


def test_a_bot_without_a_choice_answers_no_sooner_than_one_that_has_to_think(sqlite: str) -> None:
    """Otherwise everybody could read from the clock that it cannot play."""

    async def story(house: House) -> None:
        ann = house.guest()
        bot = {"who": "bot", "bot": "master", "seconds": 0.3}
        table = await ann.create("ghosts", options={"players": 2}, seats=[bot, bot])
        await ann.post(f"/tables/{table['id']}/start")
        room = await house.server.rooms.room(table["id"])

        async def decided() -> list[Json]:
            rows = (await ann.get(f"/tables/{table['id']}/log"))["updates"]
            found = [row for row in rows if row["kind"] == "action"]
            return found if len(found) >= 12 or room.table.status == "finished" else []

        decisions = await until(decided)
        pauses = [b["at"] - a["at"] for a, b in itertools.pairwise(decisions)]
        assert min(pauses) >= 0.34
        state = spuk.game("ghosts").new(players=2)
        choices = set()
        for action in room.table.actions:
            if state.actor >= 0:
                choices.add(len(state.legal()))
            state.apply(action)
        assert 1 in choices, "the test needs somebody without a choice"

    visit(sqlite, story)


def test_bots_keep_a_pace_only_where_something_is_hidden(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        seats = [{"who": "bot", "bot": "master", "seconds": 7}, {"who": "bot", "bot": "monk"}]
        paces = {}
        for game in spuk.games():
            made = await ann.create(game, options={"players": 2}, seats=seats)
            await ann.post(f"/tables/{made['id']}/start")
            table = (await house.server.rooms.room(made["id"])).table
            paces[game] = [Job.of(table, seat).pace for seat in (0, 1)]
        assert paces == {"ghost-stories": [None, None], "ghosts": [Pace(7), Pace(0)]}

    visit(sqlite, story)


@pytest.mark.parametrize(
    ("thought", "answered"),
    [(0.0, 1.05), (0.3, 1.05), (0.999, 1.05), (1.0, 1.05), (1.049, 1.05), (1.051, 1.1), (3.02, 3.05)],
)
def test_when_a_bot_answers_does_not_tell_how_long_it_thought(thought: float, answered: float) -> None:
    assert thought + Pace(1.0).wait(thought) == pytest.approx(answered)


def test_replaying_long_logs_has_a_rate_of_its_own(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "replays", Rate(3, 0.0001))

    async def story(house: House) -> None:
        ann, state = await house.solo()
        for _ in range(45):
            state = await ann.post(f"/tables/{state['id']}/chat", {"text": "Boo!"})
        eve = house.guest(address="6.6.6.6")
        path = f"/tables/{state['id']}"
        await eve.get(f"{path}/log")
        await eve.get(f"{path}/record")
        await eve.get(f"{path}/log", after=3)
        for route in ("log", "record", "stream"):
            assert (await eve.get(f"{path}/{route}", status=429, after=0))["limit"] == "replays"
        # Who comes back soon is told from memory, and needs no replay.
        room = await house.server.rooms.room(state["id"])
        assert room.remembers(state["number"] - 5)
        assert not room.remembers(0)

    monkeypatch.setitem(RATES, "chat", Rate(100, 100))
    visit(sqlite, story, rate_limit=1.0)


def test_pages_that_play_a_game_again_have_a_rate(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "replays", Rate(2, 0.0001))
    monkeypatch.setitem(RATES, "steps", Rate(1, 0.0001))

    async def story(house: House) -> None:
        _, state = await house.solo()
        eve, page = house.guest(address="6.6.6.6"), f"/t/{state['id']}"
        statuses = [
            (await eve.http.get(f"{page}{rest}")).status_code
            for rest in ("", "/replay", "", "/replay", "/replay/at?step=0", "/replay/at?step=0")
        ]
        assert statuses == [200, 200, 429, 429, 200, 429]

    visit(sqlite, story, rate_limit=1.0)


def test_a_long_log_is_told_without_stopping_the_others(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        for _ in range(200):
            await ann.post(f"/tables/{state['id']}/chat", {"text": "Boo!"})
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(others())
        await house.server.store.read(state["id"])
        from spuk.server.loading import told_again

        before = turns
        assert len(await told_again(house.server.store, state["id"], 0, None)) > 200
        assert turns - before > 3
        task.cancel()

    visit(sqlite, story)


def test_who_left_tables_alone_for_weeks_can_make_new_ones(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        for _ in range(2):
            await ann.create()
        assert (await ann.post("/tables", {}, status=429))["limit"] == "tables_per_person"
        later = time.time() + 15 * 24 * 3600
        monkeypatch.setattr(time, "time", lambda: later)
        await ann.create()

    visit(sqlite, story, tables_per_person=2)


@pytest.mark.parametrize("text", ["\u200b", " ", "\u202e\u2066", "\x00"])
def test_nothing_is_not_said(sqlite: str, text: str) -> None:
    async def story(house: House) -> Any:
        ann, state = await house.solo()
        refused = await ann.post(f"/tables/{state['id']}/chat", {"text": text}, status=422)
        assert refused["code"] == "wrong_fields"

    visit(sqlite, story)
