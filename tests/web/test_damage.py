"""Damaged rows: the table they belong to is quarantined, its players are told, and all else goes on."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, text
from tests.web.house import Guest, House, Json, until, visit

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.store.contract import Snapshot
from spuk.store.sql import make_store

PAGE = {"accept": "text/html"}
BOT = {"who": "bot", "bot": "master", "seconds": 30}
"""Slow: when the server ends, it is its turn, and the next server looks for it."""
ASKED: list[tuple[str, Any]] = [
    ("chat", {"text": "?"}),
    ("actions", {"number": 1, "action": 0}),
    ("resign", None),
]


class Left:
    """What Ann has left in the database."""

    cookies: httpx.Cookies
    hurt: Json
    """The table that is going to be damaged: it waits for a bot."""
    well: Json


async def _leave(house: House) -> Left:
    left = Left()
    ann = house.guest("Ann")
    hurt = await ann.create(title="Hurt", **{**_order(), "seats": [BOT, BOT]})
    well = await ann.create(title="Well", **_order())
    for table in (hurt, well):
        await ann.post(f"/tables/{table['id']}/start")
    left.hurt = await ann.get(f"/tables/{hurt['id']}")
    left.well = await ann.get(f"/tables/{well['id']}")
    left.cookies = ann.http.cookies
    return left


def _order() -> Json:
    return {"game": "ghosts", "options": {"players": 2}, "seats": [BOT, {"who": "me", "name": "Ann"}]}


def change(database: str, statement: str, **values: Any) -> None:
    """Damage something behind the server's back."""

    def work(connection: Connection) -> None:
        assert connection.execute(text(statement), values).rowcount

    async def run() -> None:
        opened = make_store(database)._database
        try:
            await opened.write(work)
        finally:
            await opened.close()

    asyncio.run(run())


def damaged(database: str, damage: str) -> Left:
    left: Left = visit(database, _leave)
    change(database, damage, id=left.hurt["id"])
    return left


def again(house: House, left: Left) -> Guest:
    ann = house.guest("Ann")
    ann.http.cookies = left.cookies
    return ann


async def page(guest: Guest, path: str, status: int = 200) -> str:
    answer = await guest.http.get(path, headers=PAGE)
    assert answer.status_code == status, answer.text
    return answer.text


DAMAGES: dict[str, str] = {
    "broken JSON": "UPDATE log SET data = '{\"action\": 3' WHERE game = :id AND number = 3",
    "no object": "UPDATE log SET data = '[]' WHERE game = :id AND number = 3",
    "missing fields": "UPDATE log SET data = '{}' WHERE game = :id AND number = 3",
    "illegal action": "UPDATE log SET data = '{\"action\": 99999}' WHERE game = :id AND number = 6",
    "unknown kind": "UPDATE log SET kind = 'martian' WHERE game = :id AND number = 3",
    "missing row": "DELETE FROM log WHERE game = :id AND number = 3",
    "missing last row": "DELETE FROM log WHERE game = :id AND number = "
    "(SELECT max(number) FROM log AS other WHERE other.game = :id)",
    "broken first row": "UPDATE log SET data = '?' WHERE game = :id AND number = 1",
    "no log": "DELETE FROM log WHERE game = :id",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_server_starts_with_a_damaged_table_and_all_others_go_on(
    database: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    left = damaged(database, DAMAGES[damage])
    caplog.clear()

    async def story(house: House) -> None:
        ann = again(house, left)
        logged = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert any(left.hurt["id"] in record.getMessage() for record in logged)
        assert not any(left.well["id"] in record.getMessage() for record in logged)
        # The other one can be played, and new ones made.
        chat = await ann.post(f"/tables/{left.well['id']}/chat", {"text": "All well."})
        assert chat["number"] == left.well["number"] + 1
        await ann.create(**_order())
        # This one is refused, with no internals.
        for path, body in ASKED:
            refused = await ann.post(f"/tables/{left.hurt['id']}/{path}", body, status=409)
            assert refused["code"] == "damaged"
            assert "row" not in refused["sentence"]
        state = await ann.get(f"/tables/{left.hurt['id']}")
        assert (state["damaged"], state["asked"], state["view"]) == (True, None, None)
        own = {table["id"]: table for table in (await ann.get("/tables", which="own"))["tables"]}
        assert [own[table["id"]]["damaged"] for table in (left.hurt, left.well)] == [True, False]
        await house.server.rooms.sweep()

    visit(database, story)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_players_are_told_in_their_list_and_at_the_table(sqlite: str, lang: str) -> None:
    left = damaged(sqlite, DAMAGES["broken JSON"])

    async def story(house: House) -> None:
        ann = again(house, left)
        games = await page(ann, f"/games?lang={lang}")
        section = games[games.index('id="damaged"') :]
        assert say(lang, "ui.damaged.note") in section
        assert "Hurt" in section
        assert "Well" in games[: games.index('id="damaged"')]
        found = await page(ann, f"/t/{left.hurt['id']}?lang={lang}")
        for id in ("ui.refused.damaged", "ui.damaged.what_to_do"):
            assert say(lang, id) in found
        assert "JSON" not in found
        start = await page(ann, f"/?lang={lang}")
        assert "Well" in start
        assert "Hurt" not in start
        pressed = await ann.http.post(f"/t/{left.hurt['id']}/chat", data={"text": "?"}, headers=PAGE)
        assert say(lang, "ui.refused.damaged") in pressed.text

    visit(sqlite, story)


def test_what_was_played_before_the_damage_can_be_downloaded_without_what_is_hidden(sqlite: str) -> None:
    left = damaged(sqlite, DAMAGES["missing last row"])

    async def story(house: House) -> None:
        ann = again(house, left)
        record = json.loads((await ann.http.get(f"/t/{left.hurt['id']}/record")).text)
        assert record["seed"] is None
        assert record["actions"]
        assert set(record["actions"]) == {None}, "so far all were draws"

    visit(sqlite, story)


CARDS: dict[str, str] = {
    "about": "UPDATE games SET about = '{\"game\": ' WHERE id = :id",
    "about nothing": "UPDATE games SET about = '{}' WHERE id = :id",
    "about of another shape": 'UPDATE games SET about = \'{"game": "ghosts", "title": "", "options": 3, '
    '"chance": "server", "created_at": 0, "seats": 7, "owners": 1, "result": null}\' WHERE id = :id',
    "people": "UPDATE games SET people = 'nobody' WHERE id = :id",
}


@pytest.mark.parametrize("damage", CARDS)
def test_a_damaged_card_is_written_anew_from_the_log(database: str, damage: str) -> None:
    left = damaged(database, CARDS[damage])

    async def story(house: House) -> None:
        ann = again(house, left)
        for path in ("/", "/games"):
            found = await page(ann, path)
            assert "Hurt" in found
            assert say("en", "ui.damaged.note") not in found
        for which in ("own", "playing"):
            tables = {table["id"]: table for table in (await ann.get("/tables", which=which))["tables"]}
            assert tables[left.hurt["id"]]["title"] == "Hurt"
            assert not tables[left.hurt["id"]]["damaged"]
        assert not (await ann.get(f"/tables/{left.hurt['id']}"))["damaged"]

    visit(database, story)


def test_a_card_and_a_log_that_are_both_damaged_leave_the_lists_working(database: str) -> None:
    left = damaged(database, CARDS["about"])
    change(database, DAMAGES["broken first row"], id=left.hurt["id"])

    async def story(house: House) -> None:
        ann = again(house, left)
        games = await page(ann, "/games")
        assert say("en", "ui.damaged.nameless") in games
        assert "Well" in games
        assert "Well" in await page(ann, "/")
        assert say("en", "ui.refused.damaged") in await page(ann, f"/t/{left.hurt['id']}")
        assert (await ann.http.get(f"/t/{left.hurt['id']}/record", headers=PAGE)).status_code == 409
        await ann.get("/tables", which="playing")

    visit(database, story)


def test_a_damaged_snapshot_costs_nothing(database: str) -> None:
    left: Left = visit(database, _leave)

    async def keep(house: House) -> None:
        for table in (left.hurt, left.well):
            await house.server.store.save_snapshot(table["id"], Snapshot(3, "?", {}))

    visit(database, keep)
    change(database, "UPDATE snapshots SET data = '{' WHERE game = :id", id=left.hurt["id"])

    async def story(house: House) -> None:
        found = await again(house, left).get(f"/tables/{left.hurt['id']}")
        assert (found["number"], found["damaged"]) == (left.hurt["number"], False)

    visit(database, story)


def test_damage_that_another_process_brings_ends_the_streams_and_the_table_is_left_alone(sqlite: str) -> None:
    async def story(house: House) -> None:
        from spuk.server.pages.live import PageWatcher

        ann = house.guest("Ann")
        table = await ann.create(**_order())
        room = await house.server.rooms.room(table["id"])
        watcher = PageWatcher(room, None, "en", lambda table, lang: {})
        await room.watch(watcher, table["number"])
        store: Any = house.server.store
        await _behind(store, "INSERT INTO log VALUES (:id, 99, 0, 'martian', '{}')", table["id"])
        house.server.rooms.wake(table["id"], 99)

        async def left_alone() -> bool:
            return bool(room.table.damage) and watcher.closed

        await until(left_alone)
        assert (await ann.post(f"/tables/{table['id']}/start", status=409))["code"] == "damaged"

    visit(sqlite, story)


async def _behind(store: Any, statement: str, id: str) -> None:
    work: Callable[[Connection], Any] = lambda connection: connection.execute(text(statement), {"id": id})  # noqa: E731
    await store._database.write(work)


def test_bytes_that_are_no_text_damage_their_row_alone(sqlite: str) -> None:
    left = damaged(sqlite, "UPDATE log SET data = CAST(X'7B22FF' AS TEXT) WHERE game = :id AND number = 3")

    async def story(house: House) -> None:
        ann = again(house, left)
        assert (await ann.get(f"/tables/{left.hurt['id']}"))["damaged"]
        assert not (await ann.get(f"/tables/{left.well['id']}"))["damaged"]

    visit(sqlite, story)
