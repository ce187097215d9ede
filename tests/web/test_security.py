"""Who never gets in: other seats, hidden hands, forged cookies, other sites, floods and slow senders."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web.house import Guest, House, Json, visit
from tests.web.live import Live

import spuk
from spuk.kernel.seeds import Random
from spuk.server.limits import RATES, Rate
from spuk.server.stream import Watcher

SCRIPT = "<script>alert(1)</script>"


# ── other people's seats and hands ──────────────────────────────────────────────────────────


def test_nobody_acts_for_a_seat_that_is_not_his(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        eve = house.guest("Eve")
        await eve.put("/me", {"name": "Eve"})
        state = await ann.get(f"/tables/{id}")
        actor, other = (ann, bob) if state["actor"] == 0 else (bob, ann)
        legal = (await actor.get(f"/tables/{id}"))["asked"]["legal"]
        order = {"number": state["number"], "action": legal[0]["action"]}
        for wrong in (other, eve):
            refused = await wrong.post(f"/tables/{id}/actions", order, status=403)
            assert "play:" not in json.dumps(refused)  # not even what would be legal
        nobody = house.guest()
        assert (await nobody.post(f"/tables/{id}/actions", order, status=401))["code"] == "no_cookie"
        for path, body in {
            "undo": {"number": state["number"]},
            "undo/answer": {"agree": True},
            "resign": None,
            "resign/answer": {"agree": True},
            "chat": {"text": "hi"},
        }.items():
            await eve.post(f"/tables/{id}/{path}", body, status=403)
        for who in ({"who": "bot", "bot": "monk"}, {"who": "me"}, {"who": "nobody"}):
            await eve.put(f"/tables/{id}/seats/0", who, status=403 if who["who"] == "bot" else 409)
        assert (await ann.get(f"/tables/{id}"))["number"] == state["number"]

    visit(sqlite, story)


def _hands(state: Any) -> dict[int, set[str]]:
    """Every card in every hand, by its short name."""
    return {
        seat: {card["card"] for card in state.view(seat)["players"][seat]["hand"]}
        for seat in range(state.seats())
    }


def test_a_hidden_hand_is_read_by_no_route(sqlite: str) -> None:
    """All routes are asked as the other player and as a stranger; twin tables that differ only in the hand
    that is hidden must answer the same."""

    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        choose = Random(6)
        for _ in range(4):
            state = await ann.get(f"/tables/{id}")
            guest = (ann, bob)[state["actor"]]
            await guest.act(await guest.get(f"/tables/{id}"), choose)
        room = await house.server.rooms.room(id)
        assert room.table.state is not None
        hider = 1 - int(room.table.state.actor)
        looker = (ann, bob)[1 - hider]
        before = await _all_answers(looker, house.guest("Eve"), id)
        # The same table, but what the looker cannot see is dealt anew.
        for seed in range(3):
            twin = room.table.draft(0.0)
            twin.state = room.table.state.imagine(1 - hider, Random(seed))
            room.table = twin
            after = await _all_answers(looker, house.guest("Eve"), id)
            for route, answer in before.items():
                assert after[route] == answer, route
        assert _hands(room.table.state)[hider] is not None

    visit(sqlite, story)


async def _all_answers(looker: Guest, stranger: Guest, id: str) -> Json:
    """What the other player and a stranger are told by every route that tells of the position, errors too."""
    found: Json = {}
    for name, guest in (("other", looker), ("stranger", stranger)):
        for lang in (None, "de"):
            query = {"lang": lang} if lang else {}
            found[f"{name} state {lang}"] = await guest.get(f"/tables/{id}", **query)
        found[f"{name} list"] = await guest.get("/tables", which="playing")
        record = await guest.get(f"/tables/{id}/record")
        assert record["seed"] is None
        found[f"{name} record"] = {key: value for key, value in record.items() if key != "actions"}
    number = found["other state None"]["number"]
    wrong = {"number": number, "action": 999}
    stale = {"number": 0, "action": 0}
    for order in (wrong, stale):
        if found["other state None"]["asked"] is None:
            found[f"error {order}"] = await looker.ask("POST", f"/tables/{id}/actions", order)
    return found


def test_records_and_logs_hide_draws_until_the_end(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        table = (await house.server.rooms.room(id)).table
        truth = table.actions
        for guest, seat in ((ann, 0), (bob, 1), (house.guest(), None)):
            record = await guest.get(f"/tables/{id}/record")
            expected = table.record().seen_by(seat)["actions"]
            assert record["actions"] == expected
            assert None in expected
            updates = (await guest.get(f"/tables/{id}/log", lang="en"))["updates"]
            told = [u["action"] for u in updates if u["kind"] in ("action", "chance")]
            assert told == expected
            assert "seed" not in json.dumps(updates)
        await ann.get(f"/tables/{id}/record", status=403, seat=1)
        await ann.get(f"/tables/{id}/log", status=403, seat=1)
        await ann.get(f"/tables/{id}", status=403, seat=1)
        await ann.get(f"/tables/{id}/stream", status=403, seat=1)
        await ann.post(f"/tables/{id}/resign")
        await bob.post(f"/tables/{id}/resign")
        over = await house.guest().get(f"/tables/{id}/record")
        assert over["actions"] == truth
        assert over["seed"] == table.seed
        again = spuk.Record.from_json(json.dumps(over))
        assert again.replay().text() == table.state.text()  # type: ignore[union-attr]

    visit(sqlite, story)


def test_who_somebody_is_is_never_told(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        await bob.post(f"/tables/{id}/chat", {"text": "hello"})
        person = str(bob.http.cookies["spuk"]).strip('"').partition(".")[0]
        for path in ("", "/log", "/record", "/links"):
            await ann.get(f"/tables/{id}{path}")
            assert person not in ann.last.text
        await ann.get("/tables", which="playing")
        assert person not in ann.last.text

    visit(sqlite, story)


# ── cookies and recovery ────────────────────────────────────────────────────────────────────


def test_cookies_are_signed_http_only_and_of_this_site(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        await ann.put("/me", {"name": "Ann"})
        cookie = ann.last.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie

    async def behind_https(house: House) -> None:
        ann = house.guest()
        await ann.put("/me", {"name": "Ann"})
        assert "secure" in ann.last.headers["set-cookie"].lower()
        assert "max-age" in ann.last.headers["strict-transport-security"]

    visit(sqlite, story)
    visit(sqlite, behind_https, public_url="https://spuk.example.org")


def test_forged_cookies_are_refused_and_taken_away(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, eve = house.guest(), house.guest()
        await ann.put("/me", {"name": "Ann"})
        await eve.put("/me", {"name": "Eve"})
        good = str(ann.http.cookies["spuk"]).strip('"')
        id, generation, signature = good.split(".")
        evil = str(eve.http.cookies["spuk"]).strip('"').split(".")[2]
        key = house.server.identities.sign("link join", f"{id}.{generation}")
        forged = [f"{id}.{generation}.{evil}", f"{id}.2.{signature}", f"{id}..{signature}", "x", "..", ""]
        forged += [
            "é" * 9,
            f"{id}.{generation}.{key}",
            good[:-1],
            good + "0",
            f"{id}.{generation}.",
            good * 100,
        ]
        for cookie in forged:
            mallory = house.guest()
            headers = {"Cookie": f"spuk={cookie}".encode()}
            answer = await mallory.ask("GET", "/me", headers=headers)
            assert (mallory.last.status_code, answer["code"]) == (401, "bad_cookie"), cookie
            assert "max-age=0" in mallory.last.headers["set-cookie"].lower()

    visit(sqlite, story)


def test_a_recovery_link_moves_somebody_once_and_the_old_cookie_is_dead(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        old = dict(ann.http.cookies)
        offer = await ann.post("/me/recovery")
        assert offer["token"] in offer["link"]
        phone = house.guest()
        assert (await phone.post("/recover", {"token": "wrong"}, status=400))["code"] == "bad_recovery"
        assert await phone.post("/recover", {"token": offer["token"]}) == {"name": ""}
        assert (await phone.get(f"/tables/{state['id']}"))["your_seats"] == [0]
        await phone.act(await phone.get(f"/tables/{state['id']}"))
        replayed = house.guest()
        replayed.http.cookies.update(old)
        assert (await replayed.get("/me", status=401))["code"] == "moved_away"
        again = house.guest()
        assert (await again.post("/recover", {"token": offer["token"]}, status=400))["code"] == "bad_recovery"

    visit(sqlite, story)


def test_cookies_survive_a_restart_but_not_another_database(sqlite: str, tmp_path: Path) -> None:
    async def make(house: House) -> dict[str, str]:
        ann = house.guest()
        await ann.put("/me", {"name": "Ann"})
        return dict(ann.http.cookies)

    cookies = visit(sqlite, make)

    async def back(house: House) -> Json:
        ann = house.guest()
        ann.http.cookies.update(cookies)
        return await ann.ask("GET", "/me")

    assert visit(sqlite, back) == {"name": "Ann"}
    assert visit(f"sqlite:///{tmp_path}/other.db", back)["code"] == "bad_cookie"


# ── other sites, script, headers ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://spuk.test.evil.example"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_post(sqlite: str, headers: dict[str, str]) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        refused = await ann.ask("POST", "/tables", {}, headers=headers)
        assert (ann.last.status_code, refused["code"]) == (403, "cross_site")
        await ann.ask("POST", "/tables", {}, headers={"Origin": "http://spuk.test"})
        assert ann.last.status_code == 201
        # A form of another site cannot send JSON.
        await ann.ask("POST", "/tables", headers={"Content-Type": "text/plain"}, content=b"{}")
        assert ann.last.status_code == 422

    visit(sqlite, story)


def test_script_in_names_and_chat_stays_text(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        seats = [{"who": "me", "name": SCRIPT}]
        table = await ann.create(options={"players": 1}, title=SCRIPT, seats=seats)
        path = f"/tables/{table['id']}"
        await ann.post(f"{path}/chat", {"text": f"{SCRIPT}\r\n\r\nevent: state\x00\u202e{SCRIPT}"})
        for route in (path, f"{path}/log", "/tables"):
            await ann.get(route)
            assert ann.last.headers["content-type"] == "application/json"
            assert ann.last.headers["x-content-type-options"] == "nosniff"
        said = (await ann.get(f"{path}/log"))["updates"][-1]["text"]
        assert said == f"{SCRIPT}event: state{SCRIPT}"
        for page in ("/", "/docs"):
            answer = await ann.http.get(page)
            assert answer.status_code == 200
            assert "<script>" not in answer.text
            assert "style=" not in answer.text

    visit(sqlite, story)


def test_every_answer_has_the_security_headers(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        for path in ("/", "/docs", "/nowhere", "/api/v1/tables", "/api/v1/tables/x", "/api/v1/openapi.json"):
            headers = (await ann.http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "same-origin"

    visit(sqlite, story)


# ── floods ──────────────────────────────────────────────────────────────────────────────────


def test_huge_bodies_are_refused(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        big = b'{"title": "' + b"x" * 70_000 + b'"}'
        headers = {"Content-Type": "application/json"}
        refused = await ann.ask("POST", "/tables", content=big, headers=headers)
        assert (ann.last.status_code, refused["code"]) == (413, "too_large")

        async def pieces() -> Any:
            for _ in range(100):
                yield b"x" * 1000

        refused = await ann.ask("POST", "/tables", content=pieces(), headers=headers)
        assert (ann.last.status_code, refused["code"]) == (413, "too_large")
        deep = b"[" * 30_000
        await ann.ask("POST", "/tables", content=deep, headers=headers)
        assert ann.last.status_code in (400, 422)

    visit(sqlite, story)


def test_rates_name_themselves(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a slow machine nobody would ever be too fast for the real ones.
    monkeypatch.setitem(RATES, "requests", Rate(100, 0.01))
    monkeypatch.setitem(RATES, "tables", Rate(30, 0.0001))

    async def story(house: House) -> None:
        ann = house.guest()
        for _ in range(int(RATES["tables"].burst)):
            await ann.create(options={"players": 1})
        refused = await ann.post("/tables", {}, status=429)
        assert refused["limit"] == "tables"
        assert "'tables'" in refused["sentence"]
        assert int(ann.last.headers["retry-after"]) >= 1
        await house.guest(address="5.6.7.8").post("/tables", {}, status=201)
        for _ in range(200):
            await ann.ask("GET", "/me")
            if ann.last.status_code == 429:
                break
        assert ann.last.json()["limit"] == "requests"

    visit(sqlite, story, rate_limit=1.0)


def test_table_counts_name_themselves(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        for _ in range(3):
            await ann.create()
        assert (await ann.post("/tables", {}, status=429))["limit"] == "tables_per_person"
        bob = house.guest()
        await bob.create()
        assert (await bob.post("/tables", {}, status=429))["limit"] == "tables_in_all"

    visit(sqlite, story, tables_per_person=3, tables_in_all=4)


def test_thousands_of_tables_do_not_stay_in_memory(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spuk.server.rooms._YOUNG", 0.0)

    async def story(house: House) -> None:
        ann = house.guest()
        ids = [(await ann.create(options={"players": 1}))["id"] for _ in range(120)]
        assert len(house.server.rooms._rooms) <= 21
        assert (await ann.get(f"/tables/{ids[0]}"))["id"] == ids[0]

    visit(sqlite, story, rooms=20, tables_per_person=1000)


def test_rooms_in_use_stay_in_memory(sqlite: str) -> None:
    """Those somebody watches, where something is being written, or a bot thinks; and those used just now."""

    async def story(house: House) -> None:
        hall, ann = house.server.rooms, house.guest()
        rooms = [await hall.room((await ann.create(options={"players": 1}))["id"]) for _ in range(5)]
        watched, locked, thinking, young, idle = rooms
        watched.watchers.add(Watcher(None, None, None, states=False))
        await locked._lock.acquire()
        thinking._thinking = asyncio.create_task(asyncio.sleep(60))
        for room in (watched, locked, thinking, idle):
            room.used_at -= 61
        newcomer = (await ann.create(options={"players": 1}))["id"]
        assert set(hall._rooms) == {room.table.id for room in (watched, locked, thinking, young)} | {newcomer}
        locked._lock.release()

    visit(sqlite, story, rooms=2)


def test_of_idle_rooms_those_longest_unused_go(sqlite: str) -> None:
    async def story(house: House) -> None:
        hall, ann = house.server.rooms, house.guest()
        rooms = [await hall.room((await ann.create(options={"players": 1}))["id"]) for _ in range(4)]
        for age, room in zip((100, 400, 200, 300), rooms, strict=True):
            room.used_at -= age
        newcomer = (await ann.create(options={"players": 1}))["id"]
        # One to make place, and one more so that this is not done for every newcomer.
        assert set(hall._rooms) == {rooms[0].table.id, rooms[2].table.id, rooms[3].table.id, newcomer}

    visit(sqlite, story, rooms=4)


def test_too_many_streams_of_one_address_are_refused(tmp_path: Path) -> None:
    live = Live(tmp_path, f"sqlite:///{tmp_path}/t.db", streams_per_address=3, request_seconds=3)
    try:
        with live.client() as http:
            id = http.post("/tables", json={}).json()["id"]
            path = f"/api/v1/tables/{id}/stream"
            held = [_raw(live, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(3)]
            assert all(b"200 OK" in one.recv(100) for one in held)
            refused = http.get(f"/tables/{id}/stream")
            assert (refused.status_code, refused.json()["limit"]) == (429, "streams_per_address")
            held[0].close()
            end = time.monotonic() + 60
            while True:
                with http.stream("GET", f"/tables/{id}/stream") as answer:
                    if answer.status_code == 200:
                        break
                assert time.monotonic() < end
            _slow_requests(live)
    finally:
        live.stop()


def _slow_requests(live: Live) -> None:
    """Headers and bodies that never end are answered with 408, endless headers with 431."""
    post = "POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    slow = {"nothing": "", "headers": "GET / HTTP/1.1\r\nHost: x\r\nX-A: "}
    slow["body"] = f"{post}Content-Length: 9\r\n\r\n{{"
    for name, beginning in slow.items():
        with _raw(live, beginning) as waiting:
            assert b" 408 " in waiting.recv(1000), name
    with _raw(live, "GET / HTTP/1.1\r\n") as endless:
        answer = b""
        try:
            for number in range(4000):
                endless.sendall(f"X-{number}: {'x' * 90}\r\n".encode())
            answer = endless.recv(1000)
        except OSError:
            answer = answer or b"cut off"
        assert b" 431 " in answer or answer == b"cut off"


def _raw(live: Live, text: str) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", live.port), timeout=60)
    made.sendall(text.encode())
    return made
