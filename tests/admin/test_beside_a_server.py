"""What operators do beside a running server, on both databases: the server notices at once."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from unittest import mock

import pytest
from tests.admin.operator import beside, run
from tests.web.house import Guest, House, until, visit

from spuk.kernel.seeds import Random
from spuk.server.open_streams import RELOAD, OpenStream
from spuk.server.stream import Watcher
from spuk.store.contract import NEWCOMERS


async def refused(guest: Guest, path: str, status: int) -> Any:
    """The answer as soon as this status comes."""

    async def ask() -> Any:
        found = await guest.ask("GET", path)
        return found if guest.last.status_code == status else None

    return await until(ask, 20)


async def person_of(house: House, table: str) -> list[str]:
    return list((await house.server.rooms.room(table)).table.people)


def test_a_deleted_table_is_gone_everywhere_and_leaves_nothing(database: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await house.pair()
        await beside(database, "tables", "delete", id, "--yes")
        await refused(ann, f"/tables/{id}", 404)
        assert len(house.server.rooms) == 0
        assert (await ann.get("/tables", which="own"))["tables"] == []
        assert await house.server.store.read(id) == []
        assert await house.server.store.load_snapshot(id) is None

    visit(database, story)


def test_whoever_acts_at_a_deleted_table_is_told_so_before_the_server_has_noticed(database: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()
        with mock.patch.object(house.server, "_look_at_operators", mock.AsyncMock()):
            await beside(database, "tables", "delete", table["id"], "--yes")
            answer = await ann.act(table, status=404)
        assert answer["code"] == "not_there"
        assert await house.server.store.read(table["id"]) == []

    visit(database, story)


def test_a_table_is_deleted_while_a_bot_thinks(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "bot", "bot": "master", "seconds": 5}] * 2
        table = await ann.create("ghosts", options={"players": 2}, seats=seats)
        await ann.post(f"/tables/{table['id']}/start")
        room = await house.server.rooms.room(table["id"])

        async def thinks() -> bool:
            return room._thinking is not None and not room._thinking.done()

        await until(thinks)
        await beside(database, "tables", "delete", table["id"], "--yes")
        await refused(ann, f"/tables/{table['id']}", 404)
        assert room._thinking is not None
        await until(lambda: asyncio.sleep(0, room._thinking.done()))  # type: ignore[union-attr]
        assert await house.server.store.read(table["id"]) == []

    visit(database, story)


def test_a_closed_game_is_over_for_all_and_says_why(database: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()
        await beside(database, "tables", "close", table["id"], "--yes", "--reason", "Spam\x1b[2J, sorry")

        async def over() -> Any:
            found = await ann.get(f"/tables/{table['id']}")
            return found if found["status"] == "finished" else None

        found = await until(over, 20)
        assert (found["closed"], found["result"], found["asked"]) == ("Spam[2J, sorry", None, None)
        page = await ann.http.get(f"/t/{table['id']}", headers={"accept-language": "de"})
        assert "Dieser Tisch wurde von der Person geschlossen, die diesen Server betreibt: Spam" in page.text
        answer = await ann.ask("POST", f"/tables/{table['id']}/actions", {"number": 2, "action": 0})
        assert (ann.last.status_code, answer["code"]) == (409, "stale")

    visit(database, story)


def test_a_table_that_never_began_can_be_closed(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        table = await ann.create("ghosts", options={"players": 2}, seats=[{"who": "me", "name": "Ann"}])
        await beside(database, "tables", "close", table["id"], "--yes")
        found = await until(lambda: closed(ann, table["id"]), 20)
        assert found["closed"] == ""
        assert (await house.guest().http.get(f"/t/{table['id']}")).status_code == 200
        bob = house.guest("Bob")
        assert "code" in await bob.ask("PUT", f"/tables/{table['id']}/seats/1", {"who": "me", "name": "Bob"})
        assert bob.last.status_code == 409

    visit(database, story)


async def closed(guest: Guest, id: str) -> Any:
    found = await guest.get(f"/tables/{id}")
    return found if found["closed"] is not None else None


def test_people_play_on_while_operators_revoke_and_close(database: str) -> None:
    """Two write at the same time; whoever is second sees what the first has done."""

    async def story(house: House) -> None:
        ann, table = await house.solo()
        chosen, ended = Random(4), asyncio.Event()

        async def play() -> int:
            acted, state = 0, table
            while not ended.is_set():
                state = await ann.get(f"/tables/{table['id']}")
                if state["asked"] is None:
                    return acted
                legal = state["asked"]["legal"]
                order = {
                    "number": state["number"],
                    "action": legal[chosen.below(len(legal))]["action"],
                }
                await ann.ask("POST", f"/tables/{table['id']}/actions", order)
                acted += ann.last.status_code == 200
                await asyncio.sleep(0.01)
            return acted

        playing = asyncio.create_task(play())
        await beside(database, "links", "revoke", table["id"], "--yes")
        await beside(database, "tables", "close", table["id"], "--yes")
        await until(lambda: closed(ann, table["id"]), 20)
        ended.set()
        assert await playing > 0
        kinds = [row.kind for row in await house.server.store.read(table["id"])]
        assert kinds.count("closed") == kinds.count("links_revoked") == 1
        assert kinds[-1] == "closed"

    visit(database, story)


# ── people ──────────────────────────────────────────────────────────────────────────────────


def test_a_banned_person_is_refused_in_their_language_and_their_streams_end(database: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair()
        room = await house.server.rooms.room(id)
        person = room.table.seats[1].owner
        assert person is not None
        watchers = [Watcher(who, None, None, states=False) for who in (person, room.table.seats[0].owner)]
        for watcher in watchers:
            house.server.open_streams.add(watcher, OpenStream("9.9.9.9", lambda: True, page=True))
        await beside(database, "people", "ban", person, "--yes", "--reason", "rude")
        found = await refused(bob, "/me", 403)
        assert (found["code"], found["request_id"]) == ("banned", bob.last.headers["x-request-id"])
        await until(lambda: asyncio.sleep(0, watchers[0].closed), 20)
        assert await watchers[0].next() == RELOAD
        assert not watchers[1].closed
        for lang, words in {"en": "You are banned", "de": "Du bist von diesem", "pl": "Masz zakaz"}.items():
            page = await bob.http.get("/", headers={"accept": "text/html", "accept-language": lang})
            assert page.status_code == 403
            assert words in page.text
            assert page.headers["x-request-id"] in page.text
        await ann.get("/me")
        assert (await beside(database, "people", "bans", "--json")).json[-1]["value"] == person
        await beside(database, "people", "unban", person)
        await refused(bob, "/me", 200)
        assert await house.server.store.bans() == []  # what it led to ended with it

    visit(database, story)


def test_a_banned_person_does_not_come_back_with_a_new_cookie(database: str) -> None:
    async def story(house: House) -> None:
        _, bob, id = await house.pair()
        bob.http._transport.client = ("203.0.113.7", 1)  # type: ignore[attr-defined]
        family, other = house.guest("Cy", "203.0.113.7"), house.guest("Di", "203.0.113.8")
        await family.put("/me", {"name": "Cy"})
        (person,) = [seat.owner for seat in (await house.server.rooms.room(id)).table.seats[1:]]
        assert person is not None
        await beside(database, "people", "ban", person, "--yes")
        await refused(bob, "/me", 403)
        assert await until(lambda: noticed(house), 20) == ["203.0.113.7"]
        bob.http.cookies.clear()

        answer = await bob.ask("PUT", "/me", {"name": "Somebody else"})
        assert (bob.last.status_code, answer["code"]) == (403, "no_newcomers")
        await bob.get("/tables")  # they may watch what everybody may watch
        await family.put("/me", {"name": "Cyril"})
        await other.put("/me", {"name": "Di"})

    visit(database, story)


async def noticed(house: House) -> list[str]:
    return [ban.value for ban in await house.server.store.bans() if ban.kind == NEWCOMERS]


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.0/24", "203.0.113.200", "203.0.114.1"),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", "2001:db8:1:3::7"),  # the customer's whole network
        ("2001:db8:1:2::7/128", "2001:db8:1:2::7", "2001:db8:1:2::8"),
        ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
        ("::ffff:203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("203.0.113.7", "::ffff:203.0.113.7", "::ffff:203.0.113.8"),
    ],
)
def test_an_address_or_a_network_is_banned(sqlite_url: str, banned: str, inside: str, outside: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann", inside), house.guest("Bob", outside)
        await ann.get("/me")
        await beside(sqlite_url, "people", "ban", banned, "--yes", "--days", "0.5")
        assert (await refused(ann, "/me", 403))["code"] == "banned"
        assert (
            await ann.http.get("/static/x/table.css")
        ).status_code == 200  # the page that says so is styled
        await bob.get("/me")
        with mock.patch("spuk.server.bans.time", SimpleTime(time.time() + 86_400)):
            await ann.get("/me")
        await beside(sqlite_url, "people", "unban", banned)
        await refused(ann, "/me", 200)

    visit(sqlite_url, story)


class SimpleTime:
    """A clock that is ahead."""

    def __init__(self, now: float) -> None:
        self._now = now

    def time(self) -> float:
        return self._now


@pytest.fixture
def sqlite_url(tmp_path: Any) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.mark.parametrize(
    "wrong", ["127.0.0.1", "::1", "0.0.0.0/0", "::/0", "10.0.0.0/7", "300.1.1.1", "1.2.3"]
)
def test_addresses_that_cannot_be_meant_are_refused(sqlite_url: str, wrong: str) -> None:
    async def story(house: House) -> None:
        done = await asyncio.to_thread(run, sqlite_url, "people", "ban", wrong, "--yes")
        assert done.code == 2
        assert wrong.partition("/")[0] in done.err
        assert await house.server.store.bans() == []

    visit(sqlite_url, story)


# ── links and keys ──────────────────────────────────────────────────────────────────────────


def test_revoked_links_stop_working_and_the_table_has_new_ones(database: str) -> None:
    async def story(house: House) -> None:
        ann, eve = house.guest("Ann"), house.guest("Eve")
        table = await ann.create(
            "ghosts", options={"players": 2}, seats=[{"who": "me", "name": "Ann"}], listed=False
        )
        links = await ann.get(f"/tables/{table['id']}/links")
        path = f"/tables/{table['id']}"
        for key in ("watch_key", "join_key"):
            await eve.get(path, key=links[key])
        await beside(database, "links", "revoke", table["id"], "--yes")
        await refused(eve, f"{path}?key={links['watch_key']}", 404)
        await refused(eve, f"{path}?key={links['join_key']}", 404)
        fresh = await ann.get(f"/tables/{table['id']}/links")
        assert not set(fresh.values()) & set(links.values())
        await eve.get(path, key=fresh["join_key"])

    visit(database, story)


def test_a_rotated_key_lets_old_cookies_and_links_in_and_signs_them_anew(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        table = await ann.create("ghosts", options={"players": 2}, listed=False)
        links = await ann.get(f"/tables/{table['id']}/links")
        old = ann.http.cookies["spuk"]
        await beside(database, "secrets", "rotate", "--yes")
        await until(lambda: new_cookie(ann, old), 20)
        assert (await ann.get("/tables", which="own"))["tables"][0]["id"] == table["id"]
        await house.guest().get(f"/tables/{table['id']}", key=links["watch_key"])
        forged = house.guest()
        forged.http.cookies.set("spuk", old[:-1] + ("0" if old[-1] != "0" else "1"))
        await forged.get("/me", status=401)
        newer = ann.http.cookies["spuk"]
        await beside(database, "secrets", "rotate", "--yes", "--grace", "0")
        await refused(ann, "/me", 401)
        for cookie in (old, newer):
            late = house.guest()
            late.http.cookies.set("spuk", cookie)
            await late.get("/me", status=401)
        await house.guest().get(f"/tables/{table['id']}", status=404, key=links["watch_key"])

    visit(database, story)


async def new_cookie(guest: Guest, old: str) -> bool:
    await guest.get("/me")
    return bool(guest.http.cookies["spuk"] != old)


def test_a_recovery_link_can_be_revoked(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        table = await ann.create("ghosts", options={"players": 2})
        offer = await ann.post("/me/recovery")
        (person,) = await person_of(house, table["id"])
        await beside(database, "links", "revoke", "--person", person)
        await house.guest().post("/recover", {"token": offer["token"]}, status=400)

    visit(database, story)


# ── what operators see ──────────────────────────────────────────────────────────────────────


def test_operators_see_tables_people_and_what_was_said(database: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await house.pair(title="Night \x1b[31mshift")
        await ann.put("/me", {"name": "Annette"})
        await ann.post(f"/tables/{id}/chat", {"text": "boo"})
        (listed,) = (await beside(database, "tables", "list", "--json")).json
        assert (listed["id"], listed["status"], listed["seats"][0]) == (id, "playing", "Ann")
        shown = (await beside(database, "tables", "show", id, "--json")).json
        assert shown["chat"][0]["text"] == "boo"
        assert shown["seats"][0]["person"] in [one["id"] for one in shown["people"]]
        assert "boo" in (await beside(database, "tables", "show", id)).out
        assert "\x1b" not in (await beside(database, "tables", "list")).out
        (found,) = (await beside(database, "people", "list", "nnett", "--json")).json
        assert (found["name"], found["tables"], found["banned"]) == ("Annette", 1, False)
        stats = (await beside(database, "stats", "--json")).json
        assert (stats["tables"], stats["people"], stats["schema"]) == ({"playing": 1}, 2, "0003")
        assert stats["bytes"] > 10_000
        assert "Annette" in (await beside(database, "people", "list")).out

    visit(database, story)


def test_nothing_is_done_without_an_answer(database: str) -> None:
    async def story(house: House) -> None:
        _, table = await house.solo()
        for command in (["tables", "delete"], ["tables", "close"], ["people", "ban"], ["links", "revoke"]):
            target = table["id"] if command[0] != "people" else "203.0.113.7"
            done = await asyncio.to_thread(run, database, *command, target)
            assert done.code == 2
            assert "--yes" in done.err
        done = await asyncio.to_thread(run, database, "secrets", "rotate")
        assert (done.code, "--yes" in done.err) == (2, True)
        assert len(await house.server.store.read(table["id"])) > 0
        assert await house.server.store.bans() == []

    visit(database, story)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_what_is_not_there_is_said_in_a_line(sqlite_url: str, lang: str) -> None:
    missing = run(sqlite_url, "stats", lang=lang)
    assert (missing.code, len(missing.err.splitlines())) == (2, 1)

    async def story(house: House) -> None:
        for command in (["tables", "show", "nope"], ["tables", "delete", "-nope", "--yes"]):
            done = await asyncio.to_thread(run, sqlite_url, *command)
            assert (done.code, len(done.err.splitlines())) == (2, 1)
            assert "nope" in done.err
        done = await asyncio.to_thread(run, sqlite_url, "people", "ban", "nobody", "--yes")
        assert "people list" in done.err
        done = await asyncio.to_thread(run, sqlite_url, "people", "unban", "203.0.113.7")
        assert "203.0.113.7" in done.err

    visit(sqlite_url, story)
