"""Answers that are lost: what was done is not done again, and nobody is told that nothing happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from tests.browser.tap import Tap
from tests.postgres import Postgres
from tests.web.house import Guest, House, Json, visit

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.store.contract import Unavailable

KEY = {"Idempotency-Key": "my-1"}
PAGE = {"accept": "text/html"}


@contextmanager
def lost_answer(house: House, what: str = "append") -> Iterator[None]:
    """The next write takes place, and the connection is lost before its answer."""
    database: Any = house.server.store._database
    real = getattr(database, what)

    async def lose(*given: Any) -> Any:
        await real(*given)
        raise Unavailable("connection lost")

    with mock.patch.object(database, what, lose):
        yield


async def ask(guest: Guest, method: str, path: str, body: Any = None, **headers: str) -> Json:
    return await guest.ask(method, path, body, headers={**KEY, **headers})


async def rows(house: House, id: str, kind: str) -> int:
    return sum(row.kind == kind for row in await house.server.store.read(id))


def test_what_is_said_of_a_lost_answer_is_that_nobody_knows(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/tables/{state['id']}/chat"
        with lost_answer(house):
            refused = await ann.post(path, {"text": "Hello"}, status=503)
        assert refused["code"] == "unavailable"
        assert "not known" in refused["sentence"]
        assert "Nothing" not in refused["sentence"]
        assert ann.last.headers["retry-after"]
        for lang in LANGUAGES:
            headers = {"hx-request": "true", "accept-language": lang}
            with lost_answer(house):
                pressed = await ann.http.post(
                    f"/t/{state['id']}/chat", data={"text": "Hello"}, headers=headers
                )
            assert pressed.status_code == 503
            assert pressed.json()["sentence"].startswith(say(lang, "ui.refused.unavailable"))

    visit(sqlite, story)


def test_a_chat_message_whose_answer_was_lost_appears_once(database: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/tables/{state['id']}/chat"
        with lost_answer(house):
            await ask(ann, "POST", path, {"text": "Hello"})
            assert ann.last.status_code == 503
        for _ in range(2):
            found = await ask(ann, "POST", path, {"text": "Hello"})
            assert ann.last.status_code == 200, found
        assert found["number"] == state["number"] + 1
        # The same words under another id are another message, and so are those of somebody else.
        await ann.post(path, {"text": "Hello"})
        assert await rows(house, state["id"], "chat") == 2
        # Nobody learns of the ids.
        log = await ann.get(f"/tables/{state['id']}/log")
        assert all("request" not in update for update in log["updates"])

    visit(database, story)


def test_a_repeat_is_known_after_a_restart_and_to_another_process(database: str) -> None:
    async def say_it(house: House) -> tuple[Json, Any]:
        ann, state = await house.solo()
        await ask(ann, "POST", f"/tables/{state['id']}/chat", {"text": "Hello"})
        return state, ann.http.cookies

    state, cookies = visit(database, say_it)

    async def again(house: House) -> None:
        ann = house.guest("Ann")
        ann.http.cookies = cookies
        await ask(ann, "POST", f"/tables/{state['id']}/chat", {"text": "Hello"})
        assert ann.last.status_code == 200
        assert await rows(house, state["id"], "chat") == 1

    visit(database, again)


def test_an_action_that_went_through_is_accepted_again_without_any_id(database: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        with lost_answer(house):
            await ann.act(state, status=503)
        done = await ann.act(state)
        assert done["number"] > state["number"]
        again = await ann.act(state)
        assert again["number"] == done["number"]
        # Named by its text it is the same.
        legal = state["asked"]["legal"]
        named = {"number": state["number"], "action": legal[0]["text"]}
        assert (await ann.post(f"/tables/{state['id']}/actions", named))["number"] == done["number"]
        # Another one on the old number is refused as ever.
        other = {"number": state["number"], "action": legal[1]["action"]}
        late = await ann.post(f"/tables/{state['id']}/actions", other, status=409)
        assert late["code"] == "stale"

    visit(database, story)


def test_the_same_action_in_a_later_position_is_no_repeat(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        counted = 0
        for _ in range(12):
            for guest in (ann, bob):
                state = await guest.get(f"/tables/{id}")
                if state["asked"]:
                    after = await guest.act(state)
                    assert after["number"] > state["number"]
                    counted += 1
        assert counted >= 12

    visit(sqlite, story)


def test_undo_that_went_through_is_accepted_again(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo(free_undo=True)
        state = await ann.act(state)
        order = {"number": state["number"]}
        done = await ann.post(f"/tables/{state['id']}/undo", order)
        assert (await ann.post(f"/tables/{state['id']}/undo", order))["number"] == done["number"]
        assert await rows(house, state["id"], "undone") == 1

    visit(sqlite, story)


def test_asking_twice_to_undo_asks_the_others_once(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghost-stories", free_undo=True)
        for guest in (ann, bob):
            state = await guest.get(f"/tables/{id}")
            if state["asked"]:
                break
        state = await guest.act(state)
        for _ in range(2):
            await guest.post(f"/tables/{id}/undo", {"number": state["number"]})
        assert await rows(house, id, "undo_asked") == 1

    visit(sqlite, story)


@pytest.mark.parametrize(
    ("method", "path", "body", "kind"),
    [
        ("POST", "start", None, "started"),
        ("PUT", "seats/0", {"who": "me", "name": "Ann"}, "seat"),
        ("PUT", "seats/0", {"who": "nobody"}, "seat"),
    ],
)
def test_starting_and_sitting_down_are_done_once(
    sqlite: str, method: str, path: str, body: Any, kind: str
) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [] if body and body["who"] == "me" else [{"who": "me", "name": "Ann"}]
        table = await ann.create(options={"players": 1}, seats=seats)
        before = await rows(house, table["id"], kind)
        with lost_answer(house):
            await ask(ann, method, f"/tables/{table['id']}/{path}", body)
        for _ in range(2):
            await ask(ann, method, f"/tables/{table['id']}/{path}", body)
            assert ann.last.status_code == 200
        assert await rows(house, table["id"], kind) == before + 1

    visit(sqlite, story)


async def own_tables(guest: Guest) -> int:
    return len((await guest.get("/tables", which="own"))["tables"])


def test_a_table_is_made_once(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        await ann.put("/me", {"name": "Ann"})
        with lost_answer(house):
            await ask(ann, "POST", "/tables", {})
            assert ann.last.status_code == 503
        made = [await ask(ann, "POST", "/tables", {}) for _ in range(2)]
        assert ann.last.status_code == 201
        assert made[0]["id"] == made[1]["id"]
        assert await own_tables(ann) == 1
        bob = house.guest("Bob")
        await bob.put("/me", {"name": "Bob"})
        assert (await ask(bob, "POST", "/tables", {}))["id"] != made[0]["id"]
        assert (await ann.create())["id"] != made[0]["id"]

    visit(database, story)


@pytest.mark.parametrize("path", ["/play", "/new"])
def test_a_form_that_is_sent_twice_makes_one_table(sqlite: str, path: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        await ann.put("/me", {"name": "Ann"})
        page = (await ann.http.get("/" if path == "/play" else "/new", headers=PAGE)).text
        id = page.split('name="request" value="')[1].partition('"')[0]
        fields = {"game": "ghost-stories", "seat0": "me", "seat1": "monk", "request": id}
        sent = [await ann.http.post(path, data=fields, headers=PAGE) for _ in range(2)]
        assert [answer.status_code for answer in sent] == [303, 303]
        assert sent[0].headers["location"] == sent[1].headers["location"]
        assert await own_tables(ann) == 1
        page = (await ann.http.get("/", headers=PAGE)).text
        assert id not in page, "each page has an id of its own"

    visit(sqlite, story)


def test_a_wrong_id_is_refused_with_what_would_be_right(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        refused = await ask(
            ann, "POST", f"/tables/{state['id']}/chat", {"text": "Hi"}, **{"Idempotency-Key": "a b"}
        )
        assert (ann.last.status_code, refused["code"]) == (400, "wrong_fields")

    visit(sqlite, story)


def test_somebody_who_moves_while_the_answer_is_lost_arrives(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        token = (await ann.post("/me/recovery"))["token"]
        database: Any = house.server.store._database
        real, calls = database.write, []

        async def lose_first(work: Any) -> Any:
            calls.append(await real(work))
            if len(calls) == 1:
                raise Unavailable("connection lost")
            return calls[-1]

        phone = house.guest()
        with mock.patch.object(database, "write", lose_first):
            await phone.post("/recover", {"token": token})
        assert (await phone.get(f"/tables/{state['id']}"))["your_seats"] == [0]

    visit(sqlite, story)


def test_a_connection_that_dies_after_the_commit_loses_and_doubles_nothing(postgres: Postgres) -> None:
    """The real thing: PostgreSQL has committed, and its answer never arrives."""
    url = postgres.new_database()
    tap = Tap(postgres.port)

    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/tables/{state['id']}"
        tap.cut_after(b"Hello", b"COMMIT")
        refused = await ask(ann, "POST", f"{path}/chat", {"text": "Hello"})
        assert (ann.last.status_code, refused["code"]) == (503, "unavailable")
        await ask(ann, "POST", f"{path}/chat", {"text": "Hello"})
        assert ann.last.status_code == 200
        assert await rows(house, state["id"], "chat") == 1
        state = await ann.get(path)
        tap.cut_after(b'"action":', b"COMMIT")
        await ann.act(state, status=503)
        done = await ann.act(state)
        log = [row.number for row in await house.server.store.read(state["id"])]
        assert log == list(range(1, done["number"] + 1))

    try:
        visit(url.replace(f":{postgres.port}/", f":{tap.port}/"), story, sweep_seconds=3600)
    finally:
        tap.close()
