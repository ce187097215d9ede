"""A game that brings nothing but its rules: every page of the server works, with the plain board."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.house import Guest, House, until, visit

import spuk
from spuk.bots.registry import unregister_bot
from spuk.kernel.registry import unregister
from spuk.server.loading import told_again
from spuk.server.pages.live import PageWatcher

PACKAGE = Path(__file__).parent / "dash_package"
SEATS = {"seat0": "me", "name0": "Ann", "seat1": "free"}


@pytest.fixture(autouse=True)
def dash(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is installed here and in the processes in which bots think."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.setenv("PYTHONPATH", f"{PACKAGE}:{Path(spuk.__file__).parents[1]}")
    import dash_game  # type: ignore[import-not-found]

    spuk.register(dash_game.PACK)
    yield
    unregister("dash")
    for name in ("Walker", "Broken", "Nonsense"):
        unregister_bot(f"dash_game:{name}")


async def page(guest: Guest, path: str, lang: str = "en", status: int = 200) -> str:
    answer = await guest.http.get(path, headers={"accept": "text/html", "accept-language": lang})
    assert answer.status_code == status, answer.text
    return answer.text


async def send(guest: Guest, path: str, fields: dict[str, str], status: int = 303) -> str:
    answer = await guest.http.post(path, data=fields, headers={"accept": "text/html"})
    assert answer.status_code == status, answer.text
    return str(answer.headers.get("location", answer.text))


async def play_to_the_end(house: House, table: str, *guests: Guest) -> dict[str, Any]:
    """Everyone does the first thing that is legal, until the game is over."""
    while True:
        for guest in guests:
            state = await guest.get(f"/tables/{table}")
            if state["status"] == "finished":
                return state
            if state["asked"]:
                await guest.act(state)
        await asyncio.sleep(0.01)


def test_two_people_and_a_bot_play_it_from_the_form_to_the_score_sheet(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        start = await page(ann, "/")
        assert "<h2>Dash</h2>" in start
        assert "2–4 players" in start
        form = await page(ann, "/new?game=dash")
        assert 'name="length"' in form
        assert 'name="windy"' in form
        fields = {"game": "dash", **SEATS, "seat2": "novice", "length": "12", "windy": "on", "listed": "on"}
        path = await send(ann, "/new", fields)
        lobby = await page(ann, path)
        assert "Windy" in lobby
        table = path.removeprefix("/t/")
        assert "Dash" in await page(bob, "/")
        await send(bob, f"{path}/seat", {"seat": "1", "who": "me", "name": "Bob"})
        await send(ann, f"{path}/start", {})
        for lang in ("en", "de", "pl"):
            table_page = await page(ann, path, lang)
            assert 'class="plain-board"' in table_page
            assert table_page.count('<button class="act" id="act-') == 2
            assert "plain-board.css" in table_page
        assert 'id="act-' not in await page(bob, path)  # it is not his turn
        state = await play_to_the_end(house, table, ann, bob)
        assert state["result"]["reason"] == "first_there"
        end = await page(ann, path)
        assert "First there" in end
        assert f'action="{path}/rematch"' in end
        for step in (0, 1, 3, 1000):
            assert 'class="plain-board"' in await page(ann, f"{path}/replay?step={step}")
        moment = await ann.http.get(f"{path}/replay/at", params={"step": 2})
        assert "plain-board" in moment.json()["html"]
        assert "Ann" in re.sub(r"<[^>]*>", "", await page(ann, f"{path}/replay"))
        record = await ann.http.get(f"{path}/record")
        assert spuk.Record.from_json(record.text).replay().actor == spuk.OVER
        shown = await send(ann, "/records", {"text": record.text, "then": "look"})
        assert 'class="plain-board"' in await page(ann, shown)
        mine = await page(ann, "/games")
        sheet = re.search(r'<table class="sheet-of">.*?</table>', mine, re.DOTALL)
        assert sheet is not None
        assert "<span>Dash</span>" in sheet[0]
        assert await page(ann, "/games", "pl")
        again = await send(ann, f"{path}/rematch", {})
        assert await page(ann, again)

    visit(sqlite, story)


def test_it_is_in_the_api(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        games = (await ann.get("/games"))["games"]
        assert games[-1]["id"] == "dash"
        assert games[-1]["options"]["length"] == [12, 20]
        wrong = await ann.post("/tables", {"game": "dash", "options": {"length": 13}}, 400)
        assert wrong["code"] == "wrong_options"
        table = await ann.create("dash", options={"players": 2}, seats=[{"who": "me"}, {"who": "me"}])
        state = await ann.post(f"/tables/{table['id']}/start")
        assert [entry["text"] for entry in state["asked"]["legal"]] == ["step", "dash"]
        end = await play_to_the_end(house, table["id"], ann)
        record = await ann.get(f"/tables/{table['id']}/record")
        assert record["game"] == "dash"
        assert len(end["result"]["scores"]) == 2

    visit(sqlite, story)


def test_the_stream_brings_the_board_the_log_and_sentences_and_undo_and_chat_work(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        order = {"options": {"players": 2}, "free_undo": True}
        seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bo"}]
        table = await ann.create("dash", seats=seats, **order)
        state = await ann.post(f"/tables/{table['id']}/start")
        path = f"/t/{table['id']}"
        await send(ann, f"{path}/act", {"number": str(state["number"]), "action": "0"})
        room = await house.server.rooms.room(table["id"])
        person = room.table.creator
        updates = await told_again(house.server.store, table["id"], state["number"], "en")
        sent: list[bytes] = []
        watcher = PageWatcher(room, person, "en", lambda *_: {})
        watcher.put = sent.append  # type: ignore[method-assign]
        watcher.tell(room.table, updates, {})
        data = json.loads(sent[0].split(b"data: ", 1)[1])
        assert 'class="plain-board"' in data["html"]
        assert data["said"] == ["Ann: Ran: Place 1"]
        assert "Ann: Ran: Place 1" in data["log"]
        assert data["events"] == [{"id": "ran", "seat": 0, "place": 1}]
        moved = await ann.get(f"/tables/{table['id']}")
        await send(ann, f"{path}/undo", {"number": str(moved["number"])})
        back = await ann.get(f"/tables/{table['id']}")
        assert [player["place"] for player in back["view"]["players"]] == [0, 0]
        await send(ann, f"{path}/chat", {"text": "Again!"})
        assert "Again!" in await page(ann, path)
        hint = await ann.http.post(f"{path}/hint", headers={"hx-request": "true"})
        assert hint.status_code == 200, hint.text
        assert "Dash" in hint.text

    visit(sqlite, story)


def test_where_something_is_hidden_people_who_share_a_screen_say_who_they_are(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dash_game

    monkeypatch.setattr(dash_game.Dash, "hides", lambda self: True)

    async def story(house: House) -> None:
        ann = house.guest("Ann")
        path = await send(ann, "/new", {"game": "dash", "seat0": "me", "name0": "Ann", "seat1": "me"})
        covered = await page(ann, path)
        assert f'href="{path}?as=0"' in covered
        assert 'id="act-' not in covered
        opened = await page(ann, f"{path}?as=0")
        assert 'id="act-0"' in opened
        assert 'id="cover"' not in opened

    visit(sqlite, story)


def test_play_now_begins_a_game_with_bots(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        path = await send(ann, "/play", {"game": "dash"})
        state = await play_to_the_end(house, path.removeprefix("/t/"), ann)
        assert [seat["bot"] for seat in state["seats"]] == [None, "monk", "monk", "monk"]

    visit(sqlite, story)


def test_the_curve_of_winning_chances_is_drawn_for_it(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me"}, {"who": "bot", "bot": "novice"}]
        table = await ann.create("dash", options={"players": 2}, seats=seats)
        await ann.post(f"/tables/{table['id']}/start")
        await play_to_the_end(house, table["id"], ann)

        async def drawn() -> bool:
            answer = await ann.http.get(f"/t/{table['id']}/replay/chances")
            assert answer.status_code == 200, answer.text
            assert "data-again" in answer.text or "<svg" in answer.text
            return "data-again" not in answer.text

        await until(drawn)

    visit(sqlite, story)


@pytest.mark.parametrize("bot", ["Walker", "Broken", "Nonsense"])
def test_a_bot_from_elsewhere_plays_and_a_bad_one_harms_nobody(sqlite: str, bot: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        name = f"dash_game:{bot}"
        assert name in (await ann.get("/games"))["bots"]
        assert f'value="{name}"' in await page(ann, "/new?game=dash")
        path = await send(ann, "/new", {"game": "dash", "seat0": "me", "name0": "Ann", "seat1": name})
        assert bot in await page(ann, path)
        state = await play_to_the_end(house, path.removeprefix("/t/"), ann)
        assert state["status"] == "finished"
        if bot == "Walker":
            record = await ann.get(f"/tables/{state['id']}/record")
            assert record["players"] == ["human", name]
            assert not {2, 3, 4, 5, 6, 7} & {a for a in record["actions"] if a > 1}

    visit(sqlite, story, bots="dash_game:Walker, dash_game:Broken,dash_game:Nonsense")


def test_a_table_whose_bot_is_gone_plays_on(sqlite: str) -> None:
    async def begin(house: House) -> tuple[Any, str]:
        ann = house.guest("Ann")
        path = await send(ann, "/new", {"game": "dash", "seat0": "me", "seat1": "dash_game:Walker"})
        return ann.http.cookies, path

    cookies, path = visit(sqlite, begin, bots="dash_game:Walker")
    unregister_bot("dash_game:Walker")

    async def play_on(house: House) -> None:
        ann = house.guest("Ann")
        ann.http.cookies = cookies
        assert "Walker" in await page(ann, path)
        await play_to_the_end(house, path.removeprefix("/t/"), ann)

    visit(sqlite, play_on)


def test_a_bot_that_is_not_there_is_told_before_the_server_starts() -> None:
    from spuk.server.serve import serve
    from spuk.server.settings import Settings

    with pytest.raises(ValueError, match="no bot at 'dash_game:Nobody'"):
        serve(Settings(port=0, database_url="sqlite://", bots="dash_game:Nobody"), lambda _: None)
