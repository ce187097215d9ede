"""Tables that were played under another revision of the rules: never misread, never lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from tests.common.revisions import (
    BEFORE,
    GHOSTS,
    NEXT,
    NOW,
    STORIES,
    as_written_before_revisions,
    rules,
)
from tests.web.house import Guest, House, Json, visit

import spuk
from spuk.kernel.seeds import Random
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.language.revision import other_rules_words
from spuk.server.loading import load_table
from spuk.store.contract import Card, NewRow, Row
from spuk.table.table import Table

OLD = spuk.OtherRules(STORIES, BEFORE, NOW)
PAGE = {"accept": "text/html"}


class Left:
    """What Ann has left on a server of the old rules."""

    cookies: httpx.Cookies
    finished: Json
    running: Json
    lobby: Json
    record: Json
    """Of the finished game."""
    end: str
    """Its last position."""


async def _played_out(ann: Guest, state: Json) -> Json:
    random = Random(5)
    while state["status"] == "playing":
        state = await ann.act(state, random)
    return state


async def _leave(house: House) -> Left:
    left = Left()
    ann, state = await house.solo(title="Old and done")
    left.finished = await _played_out(ann, state)
    left.record = await ann.get(f"/tables/{state['id']}/record")
    left.end = spuk.Record.from_json(json.dumps(left.record)).replay().text()
    order: dict[str, Any] = {"options": {"players": 1}, "seats": [{"who": "me", "name": "Ann"}]}
    table = await ann.create(**order, title="Old and running")
    state = await ann.post(f"/tables/{table['id']}/start")
    left.running = await ann.act(state)
    left.lobby = await ann.create(**order, title="Old and open")
    left.cookies = ann.http.cookies
    return left


def old_tables(database: str) -> Left:
    """A database as a Spuk before revisions has left it."""
    with rules(STORIES, 1):
        left: Left = visit(database, _leave)
    as_written_before_revisions(database)
    return left


def again(house: House, left: Left) -> Guest:
    """Ann, who comes back to the server of today."""
    ann = house.guest("Ann")
    ann.http.cookies = left.cookies
    return ann


def returning(database: str, left: Left, story: Callable[[House, Guest], Awaitable[Any]]) -> Any:
    return visit(database, lambda house: story(house, again(house, left)))


async def page(guest: Guest, path: str, status: int = 200, method: str = "GET", **more: Any) -> str:
    answer = await guest.http.request(method, path, headers=PAGE, **more)
    assert answer.status_code == status, answer.text
    return answer.text


# ── lists ───────────────────────────────────────────────────────────────────────────────────


def test_a_server_starts_with_old_tables_and_lists_them_with_their_results(database: str) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        for which, table in (("finished", left.finished), ("playing", left.running), ("open", left.lobby)):
            (found,) = (await ann.get("/tables", which=which))["tables"]
            assert (found["id"], found["rules"], found["replayable"]) == (table["id"], 1, False)
            assert found["result"] == table["result"]
        assert len((await ann.get("/tables", which="own"))["tables"]) == 3
        assert left.finished["result"]["reason"] != "resigned"
        assert {game["id"]: game["rules"] for game in (await ann.get("/games"))["games"]}[STORIES] == NOW

    returning(database, left, story)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_my_games_show_old_tables_their_results_and_both_revisions(sqlite: str, lang: str) -> None:
    left = old_tables(sqlite)

    async def story(house: House, ann: Guest) -> None:
        found = await page(ann, f"/games?lang={lang}")
        note = say(lang, "ui.other_rules.note", found=BEFORE, known=NOW)
        assert found.count(note) == 3
        for table in (left.finished, left.running, left.lobby):
            assert f"/api/v1/tables/{table['id']}/record" in found
        assert say(lang, f"reason.{left.finished['result']['reason']}") in found
        assert say(lang, "ui.other_rules.unfinished") in found
        assert say(lang, "ui.other_rules.not_started") in found
        assert say(lang, "ui.mine.none_running") in found
        assert say(lang, "ui.mine.sheet") not in found, "scores under other rules cannot be compared"
        start = await page(ann, f"/?lang={lang}")
        assert "Old and" not in start, "there is nothing to join, to watch or to go on with"

    returning(sqlite, left, story)


def test_scores_under_other_rules_are_not_mixed_with_those_of_today(sqlite: str) -> None:
    left = old_tables(sqlite)

    async def story(house: House, ann: Guest) -> None:
        order = {"options": {"players": 1, "level": "initiation"}, "seats": [{"who": "me", "name": "Ann"}]}
        table = await ann.create(**order)
        await _played_out(ann, await ann.post(f"/tables/{table['id']}/start"))
        found = await page(ann, "/games")
        sheet = found[found.index("<tbody>") : found.index("</tbody>")]
        assert sheet.count("<tr>") == 1
        assert "<td>1</td>" in sheet
        assert say("en", "ui.other_rules.sheet") in found

    returning(sqlite, left, story)


# ── the table itself ────────────────────────────────────────────────────────────────────────


def test_the_page_of_an_old_table_tells_result_and_reason_and_offers_the_record(database: str) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        for lang in LANGUAGES:
            for table in (left.finished, left.running, left.lobby):
                found = await page(ann, f"/t/{table['id']}?lang={lang}")
                assert other_rules_words(OLD, lang) in found
                assert f'href="/t/{table["id"]}/record"' in found
                assert 'id="table"' not in found
        over = await page(ann, f"/t/{left.finished['id']}?lang=en")
        assert say("en", f"reason.{left.finished['result']['reason']}") in over
        assert say("en", "ui.other_rules.unfinished") in await page(ann, f"/t/{left.running['id']}?lang=en")

    returning(database, left, story)


def test_an_old_table_is_shown_to_programs_without_a_position(database: str) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        for table in (left.finished, left.running, left.lobby):
            found = await ann.get(f"/tables/{table['id']}", lang="de")
            assert (found["rules"], found["replayable"], found["status"]) == (1, False, table["status"])
            assert (found["view"], found["actor"], found["asked"]) == (None, None, None)
            assert not found["can_undo"]
            assert found["result"] == table["result"]
            assert found["seats"] == table["seats"]

    returning(database, left, story)


def test_the_record_of_an_old_table_can_be_downloaded_and_says_which_rules_it_was_played_under(
    database: str,
) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        for path in (f"/t/{left.finished['id']}/record", f"/api/v1/tables/{left.finished['id']}/record"):
            text = (await ann.http.get(path)).text
            assert json.loads(text) == left.record
            assert json.loads(text)["rules"] == 1
            with pytest.raises(spuk.OtherRules, match=rf"revision {BEFORE}.*revision {NOW}"):
                spuk.Record.from_json(text)
            with rules(STORIES, 1):
                assert spuk.Record.from_json(text).replay().text() == left.end
        running = await ann.get(f"/tables/{left.running['id']}/record")
        assert (running["rules"], running["seed"]) == (1, None), "the seed would tell what comes"
        with rules(STORIES, 1):
            state = spuk.Record.from_json(json.dumps(running)).replay()
            assert state.view(0) == left.running["view"]

    returning(database, left, story)


ASKED: list[tuple[str, str, Any]] = [
    ("POST", "actions", {"number": 1, "action": 0}),
    ("POST", "undo", {"number": 1}),
    ("POST", "undo/answer", {"agree": True}),
    ("POST", "resign", None),
    ("POST", "resign/answer", {"agree": True}),
    ("POST", "start", None),
    ("POST", "chat", {"text": "Hello?"}),
    ("POST", "rematch", None),
    ("PUT", "seats/0", {"who": "bot", "bot": "monk"}),
    ("GET", "log", None),
    ("GET", "stream", None),
]
CLICKED: list[tuple[str, str]] = [
    ("POST", "act"),
    ("POST", "act?ask=1"),
    ("POST", "undo"),
    ("POST", "undo-answer"),
    ("POST", "resign"),
    ("POST", "resign?ask=1"),
    ("POST", "resign-answer"),
    ("POST", "start"),
    ("POST", "chat"),
    ("POST", "seat"),
    ("POST", "hint"),
    ("POST", "rematch"),
    ("POST", "fork"),
    ("GET", "replay"),
    ("GET", "replay?row=3"),
    ("GET", "replay/at?step=1"),
    ("GET", "replay/chances"),
]


def test_nothing_can_be_done_at_an_old_table_and_the_refusal_names_both_revisions(database: str) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        for table in (left.finished, left.running, left.lobby):
            before = await house.server.store.read(table["id"])
            for lang in LANGUAGES:
                for method, path, body in ASKED:
                    answer = await ann.ask(
                        method, f"/tables/{table['id']}/{path}", body, params={"lang": lang}
                    )
                    assert (ann.last.status_code, answer["code"]) == (409, "other_rules"), (path, answer)
                    assert answer["sentence"] == other_rules_words(OLD, lang)
                    assert answer["allowed"] == [NOW]
            for method, path in CLICKED:
                fields = {"number": "1", "action": "0", "at": "0", "text": "Hello?", "who": "me", "seat": "0"}
                more = {"data": fields} if method == "POST" else {}
                found = await page(ann, f"/t/{table['id']}/{path}", 409, method, **more)
                assert other_rules_words(OLD, "en") in found, path
            assert await house.server.store.read(table["id"]) == before

    returning(database, left, story)


def test_a_page_that_was_open_when_the_rules_changed_is_loaded_anew(sqlite: str) -> None:
    left = old_tables(sqlite)

    async def story(house: House, ann: Guest) -> None:
        from spuk.server.pages.live import PageWatcher

        room = await house.server.rooms.room(left.running["id"])
        watcher = PageWatcher(room, None, "en", lambda table, lang: {})
        await room.watch(watcher, None)
        assert b"event: reload" in await watcher.next()
        # The address of the page's stream gives that very stream, whatever number was seen last.
        send: asyncio.Queue[Any] = asyncio.Queue()
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/t/{left.running['id']}/live",
            "raw_path": f"/t/{left.running['id']}/live".encode(),
            "query_string": b"after=3",
            "headers": [(b"host", b"spuk.test")],
            "client": ("1.2.3.4", 1),
            "server": ("spuk.test", 80),
            "scheme": "http",
            "http_version": "1.1",
        }
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        serving = asyncio.create_task(house.app(scope, receive, send.put))
        async with asyncio.timeout(20):
            assert (await send.get())["status"] == 200
            assert b"event: reload" in (await send.get())["body"]
        gone.set()
        await serving

    returning(sqlite, left, story)


# ── what goes on by itself ──────────────────────────────────────────────────────────────────


def test_bots_leave_old_tables_alone_and_old_tables_do_not_count_as_unfinished(database: str) -> None:
    left = old_tables(database)

    async def make_it_wait(house: House) -> None:
        store = house.server.store
        found = await store.find(left.running["id"])
        assert found is not None
        card = Card("playing", True, "bot", found.card.people, found.card.about, found.card.rules)
        await store.append(found.table, found.number, [NewRow("chat", {"text": "x"})], card, at=1.0)

    visit(database, make_it_wait)

    async def story(house: House, ann: Guest) -> None:
        assert house.server.rooms._rooms == {}, "nobody needs it in memory"
        await house.server.rooms.sweep()
        assert house.server.rooms._rooms == {}
        await ann.create(options={"players": 1})
        await ann.post("/tables", {"options": {"players": 1}}, status=429)

    async def with_one_table(house: House) -> None:
        await story(house, again(house, left))

    visit(database, with_one_table, tables_per_person=1)


def test_a_table_made_today_goes_on_after_a_restart(database: str) -> None:
    async def begin(house: House) -> tuple[Json, httpx.Cookies]:
        ann, state = await house.solo()
        return await ann.act(state), ann.http.cookies

    state, cookies = visit(database, begin)
    assert (state["rules"], state["replayable"]) == (NOW, True)

    async def go_on(house: House) -> None:
        ann = house.guest("Ann")
        ann.http.cookies = cookies
        found = await ann.get(f"/tables/{state['id']}")
        assert found["view"] == state["view"]
        await ann.act(found)

    visit(database, go_on)


def test_a_table_that_another_process_plays_by_its_rules_is_followed_by_its_card(database: str) -> None:
    left = old_tables(database)

    async def story(house: House, ann: Guest) -> None:
        store, hall, id = house.server.store, house.server.rooms, left.running["id"]
        room = await hall.room(id)
        found = await store.find(id)
        assert found is not None
        result = {"reason": "victory", "rule": "GS-13.1", "won": True, "winners": [0], "score": 7}
        about = {**found.card.about, "result": {**result, "scores": [7]}}
        card = Card("finished", True, "", found.card.people, about, found.card.rules)
        rows = [NewRow("action", {"seat": 0, "action": 0, "by": "x"})]
        await store.append(id, found.number, rows, card, at=found.changed_at + 1)
        await room.catch_up()
        assert room.table.number == found.number + 1
        assert (room.table.status, room.table.result()) == ("finished", about["result"])
        assert room.table.actions[-1] == 0

    returning(database, left, story)


# ── hidden hands, newer rules, snapshots ────────────────────────────────────────────────────


def test_of_a_game_with_hidden_hands_that_was_not_over_nobody_learns_what_was_drawn(sqlite: str) -> None:
    async def begin(house: House) -> tuple[Json, httpx.Cookies, list[int]]:
        ann, bob, id = await house.pair()
        for _ in range(6):
            for one in (ann, bob):
                state = await one.get(f"/tables/{id}")
                if state["asked"]:
                    await one.act(state)
        room = await house.server.rooms.room(id)
        return await ann.get(f"/tables/{id}"), ann.http.cookies, list(room.table.actions)

    state, cookies, actions = visit(sqlite, begin)

    async def look(house: House) -> None:
        ann = house.guest("Ann")
        ann.http.cookies = cookies
        found = await ann.get(f"/tables/{state['id']}/record")
        file = json.loads((await ann.http.get(f"/t/{state['id']}/record")).text)
        assert found == file
        assert (found["rules"], found["seed"]) == (1, None)
        table = (await house.server.rooms.room(state["id"])).table
        assert len(found["actions"]) == len(actions)
        assert table.chances
        for number, (shown, done) in enumerate(zip(found["actions"], actions, strict=True)):
            assert shown == (None if number in table.chances else done)
        assert say("en", "ui.other_rules.hidden") in await page(ann, f"/t/{state['id']}")

    with rules(GHOSTS, 2):
        visit(sqlite, look)


def test_a_table_of_a_newer_spuk_is_kept_whatever_its_words_are(database: str) -> None:
    with rules(STORIES, NEXT):
        left: Left = visit(database, _leave)

    async def strange(house: House) -> None:
        store = house.server.store
        for table in (left.finished, left.running):
            found = await store.find(table["id"])
            assert found is not None
            about = {**found.card.about, "options": {"level": "abyss", "edition": "jp", "crowd": 9}}
            if about["result"]:
                about["result"] = {"reason": "eclipse", "moons": 3}
            seats = [{"name": "oracle", "bot": "oracle", "free": False}]
            card = Card(
                found.card.status, True, "", found.card.people, {**about, "seats": seats}, found.card.rules
            )
            await store.append(found.table, found.number, [NewRow("chat", {"text": "x"})], card, at=2e9)

    visit(database, strange)
    newer = spuk.OtherRules(STORIES, NEXT, NOW)

    async def story(house: House, ann: Guest) -> None:
        for lang in LANGUAGES:
            mine = await page(ann, f"/games?lang={lang}")
            assert mine.count(say(lang, "ui.other_rules.note", found=NEXT, known=NOW)) == 3
            await page(ann, f"/?lang={lang}")
            for table in (left.finished, left.running):
                assert other_rules_words(newer, lang) in await page(ann, f"/t/{table['id']}?lang={lang}")
        for which in ("finished", "playing", "open", "own"):
            assert (await ann.get("/tables", which=which))["tables"]
        assert (await ann.get(f"/tables/{left.finished['id']}/record"))["rules"] == NEXT
        answer = await ann.ask("POST", f"/tables/{left.running['id']}/resign", params={"lang": "en"})
        assert answer["sentence"] == (
            f"This game of Ghost Stories was played under rules revision {NEXT}. This version of Spuk only "
            f"knows revision {NOW} and cannot replay it. Update Spuk."
        )

    returning(database, left, story)


def test_a_snapshot_from_before_the_change_is_not_replayed(sqlite: str) -> None:
    async def begin(house: House) -> tuple[str, list[int]]:
        ann, state = await house.solo()
        for _ in range(6):
            state = await ann.act(state)
        room = await house.server.rooms.room(state["id"])
        await house.server.store.save_snapshot(state["id"], room.table.snapshot())
        return state["id"], list(room.table.actions)

    id, actions = visit(sqlite, begin)

    async def look(house: House) -> None:
        snapshot = await house.server.store.load_snapshot(id)
        assert snapshot is not None
        restored = Table.from_snapshot(snapshot)
        assert restored is not None
        assert restored.state is None
        table = await load_table(house.server.store, id)
        assert (table.state, table.actions, table.status) == (None, actions, "playing")

    with rules(STORIES, NEXT):
        visit(sqlite, look)


@pytest.mark.parametrize("stated", [0, -1, 10**30, "2", True, None, 2.0, [2]])
def test_a_row_that_states_no_revision_is_never_read_as_one_of_ours(stated: Any) -> None:
    table = Table("x")
    seats = [{"owner": None, "name": "", "bot": None, "seconds": None, "resigned": False}]
    told = {"game": STORIES, "options": {"players": 1}, "seats": seats, "rules": stated, "seed": 1}
    told |= {"title": "", "chance": "server", "free_undo": False, "listed": True, "creator": "me"}
    table.fold(Row(1, 0.0, "created", {**told, "before": None}))
    assert not table.replayable
    assert table.record().rules not in (0, NOW)
    with pytest.raises(spuk.OtherRules):
        table.check_playable()


# ── records that somebody brings along ──────────────────────────────────────────────────────


@pytest.mark.parametrize("then", ["look", "play"])
def test_a_record_under_other_rules_is_not_taken_in_and_the_page_says_why(database: str, then: str) -> None:
    record = spuk.play(STORIES, {"players": 1}, "random", seed=3)
    for revision in (BEFORE, NEXT):
        text = json.dumps({**record.as_data(), "rules": revision})
        other = spuk.OtherRules(STORIES, revision, NOW)

        async def bring(house: House, text: str = text, other: spuk.OtherRules = other) -> None:
            ann = house.guest("Ann")
            for lang in LANGUAGES:
                path = f"/records?lang={lang}"
                found = await page(ann, path, 422, "POST", data={"text": text, "then": then})
                assert other_rules_words(other, lang) in found
                upload = {"file": ("game.json", text, "application/json")}
                found = await page(ann, path, 422, "POST", data={"then": then}, files=upload)
                assert other_rules_words(other, lang) in found
            assert (await ann.get("/tables", which="own"))["tables"] == []

        visit(database, bring)


def test_a_record_without_a_revision_is_of_the_first_one(sqlite: str) -> None:
    def without(game: str) -> str:
        data = spuk.play(game, {"players": 2}, "random", seed=3).as_data()
        del data["rules"]
        return json.dumps(data)

    async def bring(house: House) -> None:
        ann = house.guest("Ann")
        await page(ann, "/records", 303, "POST", data={"text": without(GHOSTS), "then": "look"})
        found = await page(ann, "/records", 422, "POST", data={"text": without(STORIES), "then": "look"})
        assert other_rules_words(OLD, "en") in found

    visit(sqlite, bring)


@pytest.mark.parametrize(
    "wrong", ['"x"', "true", "null", "-1", "0", "1e999", "1.0", "2.0", "[2]", "1" * 4000]
)
def test_a_record_with_a_nonsense_revision_is_refused(sqlite: str, wrong: str) -> None:
    text = spuk.play(STORIES, {"players": 1}, "random", seed=3).to_json()
    text = text.replace(f'"rules": {NOW}', f'"rules": {wrong}')

    async def bring(house: House) -> None:
        found = await page(house.guest(), "/records", 422, "POST", data={"text": text, "then": "look"})
        assert "rules" in found[found.index('role="alert"') :][:400]

    visit(sqlite, bring)
