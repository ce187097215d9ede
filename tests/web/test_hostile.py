"""Whatever one visitor sends, the others do not wait for it: forms and bodies made to be hard to parse."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from tests.web.house import House, visit

from spuk.render.table_html import context
from spuk.server.limits import RATES, Rate
from spuk.server.pages.live import PageWatcher
from spuk.server.stream import Watcher
from spuk.table.table import Table

FORM = {"Content-Type": "multipart/form-data; boundary=b0"}
URLENCODED = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


def part(name: str, text: bytes) -> bytes:
    return b'--b0\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), text)


def nested(depth: int) -> bytes:
    levels = (
        b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(depth)
    )
    return b"".join(levels)


HOSTILE = {
    "parts inside parts": (nested(950), 400),
    "parts inside parts, and an end": (nested(950) + b"\r\n--b0--\r\n", 422),
    "empty parts": (b"--b0\r\n\r\n\r\n" * 6000 + b"--b0--\r\n", 413),
    "named parts": (part("text", b"") * 1000 + b"--b0--\r\n", 413),
    "headers": (b"--b0\r\n" + b"a:b\r\n" * 9000, 400),
    "a long header": (b"--b0\r\nContent-Disposition: form-data; " + b'a="\\' * 14000, 400),
    "almost the boundary": (part("text", b"\r\n--b0x" * 8000) + b"--b0--\r\n", 422),
    "no end": (part("text", b"x" * 50_000), 400),
    "nothing": (b"", 400),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_form_is_refused_about_as_fast_as_a_good_one_is_read(sqlite: str, name: str) -> None:
    body, status = HOSTILE[name]
    good = part("text", b"no record" * 6000) + b"--b0--\r\n"

    async def story(house: House) -> None:
        eve = house.guest()

        async def fastest(content: bytes, status: int) -> float:
            took = []
            for _ in range(5):
                began = time.perf_counter()
                answer = await eve.http.post("/records", content=content, headers=FORM)
                took.append(time.perf_counter() - began)
                assert answer.status_code == status, answer.text
            return min(took)

        await fastest(good, 422)  # the first page costs more than all others
        # The old parser took hundreds of times as long, and everybody waited.
        assert await fastest(body, status) < 30 * await fastest(good, 422)

    visit(sqlite, story)


def test_a_form_with_a_file_is_read(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        record = (await ann.http.get(f"/t/{state['id']}/record")).text
        file = {"file": ("jeu ☯.json", record.encode(), "application/json")}
        answer = await ann.http.post("/records", data={"text": "", "then": "look"}, files=file)
        assert answer.status_code == 303, answer.text

    visit(sqlite, story)


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/mixed; boundary=b0",
        "multipart/form-data; boundary=" + "b" * 600,
        "multipart/form-data; " + 'a="\\' * 10_000,
        "Multipart/Form-Data; boundary=\xe9",
    ],
)
def test_a_form_without_a_good_boundary_is_refused(sqlite: str, kind: str) -> None:
    async def story(house: House) -> None:
        headers = {b"Content-Type": kind.encode("latin-1")}
        answer = await house.guest().http.post("/records", content=b"--b0--\r\n", headers=headers)
        assert answer.status_code == 400, answer.text

    visit(sqlite, story)


def test_records_are_counted_before_they_are_parsed(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "records", Rate(2, 0.0001))

    async def parse(_: object) -> None:
        raise AssertionError("parsed before it was counted")

    async def story(house: House) -> None:
        eve = house.guest()
        for _ in range(2):
            assert (await eve.http.post("/records", content=b"", headers=URLENCODED)).status_code == 422
        monkeypatch.setattr("spuk.server.pages.records.fields_of", parse)
        refused = await eve.http.post("/records", content=b"", headers=URLENCODED)
        assert (refused.status_code, refused.json()["limit"]) == (429, "records")

    visit(sqlite, story, rate_limit=1.0)


BODIES = {
    "100,000 fields": b"&" * 60_000,
    "many fields": b"a=1&" * 15_000,
    "percent signs": b"%" * 60_000,
    "a long number": b"at=" + b"9" * 5000 + b"&number=" + b"9" * 5000 + b"&action=" + b"9" * 5000,
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("page", ["act", "act?ask=1", "undo", "fork", "seat", "chat"])
def test_hostile_fields_are_refused_with_a_reason(sqlite: str, name: str, page: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/t/{state['id']}/{page}"
        answer = await ann.http.post(path, content=BODIES[name], headers=URLENCODED)
        assert answer.status_code in (400, 413), answer.text
        assert answer.json()["sentence"]

    visit(sqlite, story)


DEEP = {
    "depth": '{"options": {"players": ' + "[" * 20_000 + "]" * 20_000 + "}}",
    "some depth": '{"options": {"players": ' + "[" * 900 + "]" * 900 + "}}",
    "digits": '{"number": %s, "action": %s, "options": {"players": %s}}' % (("9" * 4299,) * 3),
    "too many digits": '{"number": %s}' % ("9" * 60_000),
    "fields": json.dumps({f"k{number}": number for number in range(4000)}),
    "options": json.dumps({"options": {f"k{number}": number for number in range(4000)}}),
    "seats": json.dumps({"seats": [{}] * 9000}),
    "surrogates": '{"title": "\\ud800", "text": "\\ud800", "name": "\\ud800", "game": "\\ud800"}',
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("path", ["/tables", "/tables/{}/actions", "/tables/{}/chat", "/recover"])
def test_hostile_json_is_refused_with_a_reason(sqlite: str, name: str, path: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        found = await ann.ask("POST", path.format(state["id"]), content=DEEP[name].encode(), headers=JSON)
        assert ann.last.status_code in (400, 413, 422), found
        assert found["sentence"]
        assert len(ann.last.content) < 20_000

    visit(sqlite, story)


def test_a_long_address_is_refused(sqlite: str) -> None:
    async def story(house: House) -> None:
        eve = house.guest()
        answer = await eve.http.get("/?" + "a=1&" * 2000)
        assert answer.status_code == 414
        assert answer.json()["code"] == "too_large"
        page = (await eve.http.get("/?" + "a=1&" * 900)).text
        assert page.count("a=1") < 500

    visit(sqlite, story)


def test_a_table_is_drawn_once_for_all_windows_of_a_person(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred streams of one person at one table would stop everybody else with each move."""
    drawn = []

    def counting(table: Table, person: str | None, *rest: Any) -> dict[str, Any]:
        drawn.append(person)
        return context(table, person, *rest)

    monkeypatch.setattr("spuk.server.pages.live.context", counting)
    monkeypatch.setattr("spuk.server.pages.live.picture", lambda *_: None)
    monkeypatch.setattr(PageWatcher, "_message", lambda *_: b"x")

    async def story(house: House) -> None:
        ann, state = await house.solo()
        open_table = await ann.create(options={"players": 1})
        person = str(ann.http.cookies["spuk"]).strip('"').partition(".")[0]
        for id in (state["id"], open_table["id"]):
            room = await house.server.rooms.room(id)
            pages = [
                PageWatcher(room, who, "en", lambda *_: {}, came_by=link)
                for who in (person, None)
                for link in ("a", "b")
                for _ in range(50)
            ]
            for page in pages:
                await room.watch(page, room.table.number)
            drawn.clear()
            made: dict[Any, Any] = {}
            for page in pages:
                page.refresh(made)
            # Before the start it matters which link somebody came by, later it does not.
            assert len(drawn) == (4 if room.table.status == "open" else 2)

        drawn.clear()
        await ann.act(state)
        assert sorted(drawn, key=str) == sorted([None, person], key=str)

    visit(sqlite, story)


def test_a_state_is_made_once_for_all_streams_of_a_person(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counting(table: Table, watcher: Watcher) -> bytes:
        made.append(watcher.person)
        return b""

    async def story(house: House) -> None:
        ann, state = await house.solo()
        room = await house.server.rooms.room(state["id"])
        for _ in range(50):
            await room.watch(Watcher(None, None, None, states=True), room.table.number)
        made.clear()
        await ann.act(state)
        assert len(made) == 1

    monkeypatch.setattr("spuk.server.stream._state_message", counting)
    visit(sqlite, story)
