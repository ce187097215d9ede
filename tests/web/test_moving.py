"""Moving to another device: the old one reads nothing any more, in any process, and is told why."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.postgres import Postgres
from tests.web.house import Guest, House, visit
from tests.web.live import Live, act

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.server.pages.live import PageWatcher
from spuk.server.stream import MOVED_AWAY, Watcher
from spuk.store.contract import Person

PAGE = {"accept": "text/html"}


async def _person(house: House, guest: Guest) -> Person:
    found = await house.server.store.person(str(guest.http.cookies["spuk"]).strip('"').partition(".")[0])
    assert found is not None
    return found


async def _watch(house: House, guest: Guest, id: str, *, page: bool) -> Watcher:
    person, room = await _person(house, guest), await house.server.rooms.room(id)
    watcher: Watcher = Watcher(person.id, None, "en", states=True)
    if page:
        watcher = PageWatcher(room, person.id, "en", lambda table, lang: {})
    watcher.generation = person.generation
    await room.watch(watcher, room.table.number)
    return watcher


async def _by_api(house: House, old: Guest) -> Guest:
    phone = house.guest()
    await phone.post("/recover", {"token": (await old.post("/me/recovery"))["token"]})
    return phone


async def _by_page(house: House, old: Guest) -> Guest:
    phone = house.guest()
    offered = (await old.http.post("/me/recovery", headers=PAGE)).text
    link = offered.split('id="recovery"')[1].split('value="')[1].partition('"')[0]
    moved = await phone.http.post("/recover", data={"token": link}, headers=PAGE)
    assert moved.status_code == 303, moved.text
    return phone


@pytest.mark.parametrize("move", [_by_api, _by_page])
@pytest.mark.parametrize("page", [False, True])
def test_all_streams_of_the_old_device_end_and_say_why(sqlite: str, move: Any, page: bool) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        room = await house.server.rooms.room(id)
        anns, bobs = [await _watch(house, guest, id, page=page) for guest in (ann, bob)]
        phone = await move(house, ann)
        new = await _watch(house, phone, id, page=page)
        assert (anns.closed, bobs.closed, new.closed) == (True, False, False)
        assert MOVED_AWAY in await anns.next()
        assert await anns.next() == b""
        assert len(room.watchers) == 2
        # News that came late must not send the new device away.
        house.server.rooms.send_away(str(anns.person), new.generation)
        assert not new.closed

    visit(sqlite, story)


def test_a_stream_that_was_just_being_opened_ends_as_well(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _bob, _id = await house.pair("ghosts")
        old = await _person(house, ann)
        await _by_page(house, ann)
        assert house.server.identities.has_moved(old)
        assert not house.server.identities.has_moved(old._replace(generation=old.generation + 1))

    visit(sqlite, story)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_old_page_is_told_in_its_language(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await house.pair("ghosts")
        old = dict(ann.http.cookies)
        await _by_page(house, ann)
        headers = {"accept-language": lang}

        async def ask(method: str, path: str, **more: str) -> httpx.Response:
            guest = house.guest()
            guest.http.cookies.update(old)
            return await guest.http.request(method, path, headers={**headers, **more})

        stream = await ask("GET", f"/t/{id}/live?after=3")
        assert (stream.status_code, stream.content) == (200, MOVED_AWAY)
        pressed = await ask("POST", f"/t/{id}/act", **{"hx-request": "true"})
        assert pressed.status_code == 401
        assert pressed.json()["code"] == "moved_away"
        assert pressed.json()["sentence"] == say(lang, "ui.refused.moved_away")
        page = await ask("GET", f"/t/{id}", **PAGE)
        assert page.status_code == 401
        assert say(lang, "ui.refused.moved_away") in page.text
        assert 'spuk=""' in page.headers["set-cookie"]
        assert say(lang, "ui.moved.title") in (await ask("GET", "/moved", **PAGE)).text

    visit(sqlite, story)


# ── several processes ───────────────────────────────────────────────────────────────────────


class Old(threading.Thread):
    """The page of the old device, at one of several servers; it notes what it hears."""

    def __init__(self, live: Live, cookies: httpx.Cookies, table: str, after: int) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=live.url, cookies=cookies, timeout=60)
        self._path = f"/t/{table}/live?lang=en&after={after}"
        self.opened = threading.Event()
        self.ended = threading.Event()
        self.heard = ""
        self.start()

    def run(self) -> None:
        with self._http, self._http.stream("GET", self._path) as answer:
            self.opened.set()
            for text in answer.iter_text():
                self.heard += text
        self.ended.set()


@contextmanager
def two_servers(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[Live, Live]]:
    url = postgres.new_database()
    one = Live(tmp_path / "1", url)
    two = Live(tmp_path / "2", url)
    try:
        yield one, two
    finally:
        one.stop()
        two.stop()


def test_the_old_device_reads_nothing_any_more_at_another_process(tmp_path: Path, postgres: Postgres) -> None:
    with two_servers(tmp_path, postgres) as (one, two), one.client() as ann, two.client() as phone:
        seats = [{"who": "me", "name": "Ann"}] * 2
        made = ann.post("/tables", json={"game": "ghosts", "options": {"players": 2}, "seats": seats})
        state = ann.post(f"/tables/{made.json()['id']}/start").json()
        # The old device reads from the one server, and has just asked the same; she moves at the other.
        old = Old(one, ann.cookies, state["id"], state["number"])
        assert old.opened.wait(60)
        cookies = dict(ann.cookies)
        token = ann.post("/me/recovery").json()["token"]
        assert phone.post("/recover", json={"token": token}).status_code == 200
        assert old.ended.wait(10), "a second is what it should take; the machine may be busy"
        assert "event: moved" in old.heard
        last = state["number"]
        for _ in range(3):
            state = act(phone, state).json()
        time.sleep(0.2)
        # It may have been told once more how the table stood when it opened the stream, and nothing since.
        assert all(int(number) <= last for number in re.findall(r"^id: (\d+)", old.heard, re.MULTILINE))
        assert "event: table" not in old.heard.partition("event: moved")[2]
        with httpx.Client(base_url=f"{one.url}/api/v1", cookies=cookies, timeout=60) as replayed:
            assert replayed.get("/me").status_code == 401, "nor is the cookie worth anything there"


def test_a_process_that_did_not_hear_looks_when_it_hears_again(database: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await house.pair("ghosts")
        watcher = await _watch(house, ann, id, page=False)
        token = (await ann.post("/me/recovery"))["token"]
        # In another process, of which nothing is heard.
        hear, house.server.store._listener = house.server.store._listener, None
        if hear is not None:
            await hear.stop()
        await house.server.identities.recover(token)
        assert not watcher.closed
        house.server._moved("", 0)
        async with asyncio.timeout(30):
            while not watcher.closed:
                await asyncio.sleep(0.01)

    visit(database, story)
