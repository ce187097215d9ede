"""Games that are over leave nothing behind in memory but a few that can be looked at at once."""

from __future__ import annotations

import gc

import pytest
from tests.web.house import House, visit

from spuk.server.room import Room
from spuk.table.table import Table
from spuk.table.updates import Update

KEPT = 10
"""Fewer than in earnest: what matters is that there is an end to it."""
GAMES = 4 * KEPT


def _kept() -> dict[str, int]:
    gc.collect()
    found = gc.get_objects()
    return {kind.__name__: sum(type(one) is kind for one in found) for kind in (Room, Table, Update)}


def test_finished_games_do_not_pile_up(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spuk.server.rooms._JUST_OVER", 0.0)
    monkeypatch.setattr("spuk.server.rooms._FINISHED_KEPT", KEPT)

    async def story(house: House) -> None:
        ann = house.guest()
        ids: list[str] = []
        half: dict[str, int] = {}
        for number in range(GAMES):
            if number == GAMES // 2:
                half = _kept()
            seats = [{"who": "me", "name": "Ann"}] * 2
            made = await ann.create("ghosts", options={"players": 2}, seats=seats)
            state = await ann.post(f"/tables/{made['id']}/start")
            await ann.act(state)
            assert (await ann.post(f"/tables/{made['id']}/resign"))["status"] == "finished"
            ids.append(made["id"])
        assert len(house.server.rooms._rooms) <= 2 * KEPT
        kept = _kept()
        assert kept["Room"] <= 2 * KEPT
        for kind, before in half.items():
            assert kept[kind] <= 1.1 * before, kind
        # All of them are still there, and can be looked at.
        for id in (ids[0], ids[GAMES // 2], ids[-1]):
            assert (await ann.get(f"/tables/{id}"))["status"] == "finished"
            assert (await ann.http.get(f"/t/{id}/replay")).status_code == 200

    visit(sqlite, story)


def test_a_finished_game_that_somebody_watches_stays(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spuk.server.rooms._JUST_OVER", 0.0)
    monkeypatch.setattr("spuk.server.rooms._FINISHED_KEPT", 2)

    async def story(house: House) -> None:
        from spuk.server.stream import Watcher

        house.server.rooms._look_at = 0
        ann, state = await house.solo()
        await ann.post(f"/tables/{state['id']}/resign")
        room = await house.server.rooms.room(state["id"])
        await room.watch(Watcher(None, None, None, states=False), room.table.number)
        for _ in range(10):
            other = (await house.solo())[1]
            await ann.get(f"/tables/{other['id']}")
        assert await house.server.rooms.room(state["id"]) is room

    visit(sqlite, story)
