"""The pages: everything renders, everything legal can be done, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from html import unescape
from itertools import count
from typing import Any

import pytest
from tests.web.house import House, until, visit

import spuk
from spuk.bots.advice import Advice, Difference
from spuk.games.ghost_stories.cards import LAST_CARD
from spuk.games.ghost_stories.scene.portraits import portraits
from spuk.games.ghost_stories.scene.turning import Turned
from spuk.kernel.seeds import Random
from spuk.language.languages import LANGUAGES
from spuk.render.static_files import address_of, static_files
from spuk.render.table_html import drawn, picture, study
from spuk.server.bot_workers import Job, Thought
from spuk.server.pages.live import PRESENCE, PageWatcher
from spuk.table import play, seating
from spuk.table.table import PLAYING, Seat, Table
from spuk.table.view import shown

INLINE = re.compile(
    r"""\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)|(?:href|src|action)="(?:https?:)?//"""
)
PERSON = "ann"


def positions(players: int, edition: str, level: str, seed: int, chance: str = "server") -> Any:
    """A random game in which one person has all seats; each position somebody has to decide."""
    table = Table("table", now=1.0)
    options = {"players": players, "edition": edition, "level": level}
    order = {"game": "ghost-stories", "options": options, "title": "", "chance": chance}
    seating.create(
        table,
        PERSON,
        {**order, "free_undo": True, "listed": True},
        [Seat(PERSON, f"Ann {seat}") for seat in range(players)],
    )
    table.seed = seed
    play.start(table, PERSON)
    random = Random(seed)
    while table.status == PLAYING:
        yield table
        legal = table.state.legal() if table.state else []
        play.act(table, PERSON, table.number, legal[int(random.below(len(legal)))])
    yield table


def rendered(table: Table, person: str | None, lang: str) -> tuple[dict[str, Any], str]:
    seen = {**shown(table, person, table.seats_of(person), lang), "study": study(table, lang)}
    return seen, picture({**drawn(seen, lang), "present": {"seats": [0], "watching": 2}}, lang).html()


@pytest.mark.parametrize(
    ("players", "edition", "level", "chance"),
    [
        (4, "en", "normal", "server"),
        (1, "de1", "initiation", "server"),
        (2, "pl", "hell", "people"),
        (3, "de2", "nightmare", "server"),
    ],
)
def test_every_position_of_a_random_game_renders_and_offers_every_legal_action(
    players: int, edition: str, level: str, chance: str
) -> None:
    number = count()
    for table in positions(players, edition, level, 5 + players, chance):
        lang = list(LANGUAGES)[next(number) % 3]
        seen, page = rendered(table, PERSON, lang)
        buttons = set(re.findall(r'<button[^>]* name="action" value="(\d+)"', page))
        legal = {str(entry["action"]) for entry in (seen["asked"] or {"legal": []})["legal"]}
        assert buttons == legal
        for entry in (seen["asked"] or {"legal": []})["legal"]:
            panel = page.partition('id="turn"')[2]
            assert f'value="{entry["action"]}"' in panel, entry["text"]
        assert not INLINE.search(page)
        _, watched = rendered(table, None, lang)
        assert 'name="action"' not in watched


def test_ids_are_unique_on_the_page() -> None:
    for number, table in enumerate(positions(4, "en", "normal", 3)):
        if number % 7 == 0:
            found = re.findall(r'\sid="([^"]+)"', rendered(table, PERSON, "en")[1])
            assert len(found) == len(set(found)), [id for id in found if found.count(id) > 1]


def test_every_symbol_that_a_template_or_portrait_names_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', static_files().files["symbols.svg"].plain.decode()))
    assert set(portraits()) == set(range(1, LAST_CARD + 1))
    assert {layer.id for portrait in portraits().values() for layer in portrait.layers} <= drawn
    for table in positions(4, "en", "nightmare", 8):
        used = set(re.findall(r"symbols\.svg#([a-z0-9-]+)", rendered(table, PERSON, "en")[1]))
        assert used <= drawn, used - drawn


def test_one_s_own_board_lies_in_the_south_and_all_turns_with_it() -> None:
    for board in "NESW":
        turned = Turned(2 - "NESW".index(board))
        assert turned.side(board) == "s"
        # The first space of a board lies at its right end, before the tile at the end of its line.
        assert turned.space(f"{board}1") == "s1"
        corner = {"N": 1, "E": 3, "S": 9, "W": 7}[board]
        assert turned.place(corner) == "t33"
        assert turned.place(5) == "t22"


def no_lobby(table: Table, lang: str) -> dict[str, Any]:
    raise AssertionError("the game has started")


# ── over HTTP ───────────────────────────────────────────────────────────────────────────────

PAGE = {"Accept": "text/html,*/*"}


def test_files_are_kept_for_ever_under_their_version(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        for name in static_files().files:
            answer = await ann.http.get(address_of(name), headers={"Accept-Encoding": "gzip"})
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert answer.content == static_files().files[name].plain
        old = await ann.http.get("/static/older/look.css")
        assert old.headers["cache-control"] == "no-cache"
        assert (await ann.http.get(f"/static/{static_files().version}/nothing.css")).status_code == 404
        icon = await ann.http.get("/favicon.ico", follow_redirects=True)
        assert (icon.status_code, icon.content) == (200, static_files().files["icon.svg"].plain)

    visit(sqlite, story)
    with pytest.raises(KeyError, match=r"static/no\.css"):
        address_of("no.css")


def test_the_first_page_of_a_table_is_small() -> None:
    files = ("look.css", "paper.css", "frame.css", "table.css", "symbols.svg", "night.svg", "icon.svg")
    scripts = ("htmx-4.0.0.min.js", "live.js", "motion.js", "table.js")
    packed = sum(len(gzip.compress(static_files().files[name].plain, 9)) for name in (*files, *scripts))
    page = max(len(rendered(table, PERSON, "de")[1]) for table in positions(4, "en", "normal", 9))
    assert packed + page < 200_000, (packed, page)


def test_language_and_theme_are_asked_for_kept_or_the_browser_s(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        page = await ann.http.get("/docs", headers={"Accept-Language": "fr, pl;q=0.9, de;q=0.95"})
        assert '<html lang="de">' in page.text
        page = await ann.http.get("/docs?lang=pl&theme=light")
        assert '<html lang="pl" data-theme="light">' in page.text
        page = await ann.http.get("/docs", headers={"Accept-Language": "de"})
        assert '<html lang="pl" data-theme="light">' in page.text
        page = await ann.http.get("/docs?lang=xx&theme=%22")
        assert '<html lang="pl" data-theme="light">' in page.text
        assert not INLINE.search(page.text)

    visit(sqlite, story)


def test_a_refusal_is_a_page_for_people_and_json_for_programs(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        page = await ann.http.get("/t/nothing", headers=PAGE)
        assert page.status_code == 404
        assert "<h1" in page.text
        assert (await ann.http.get("/t/nothing")).json()["code"] == "not_there"

    visit(sqlite, story)


def test_a_table_is_played_by_plain_forms_too(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()
        path = f"/t/{table['id']}"
        page = (await ann.http.get(path, headers=PAGE)).text
        assert not INLINE.search(page)
        number = re.search(r'name="number" value="(\d+)"', page)
        action = re.search(r'name="action" value="(\d+)"', page)
        assert number
        assert action
        fields = {"number": number[1], "action": action[1]}
        done = await ann.http.post(f"{path}/act", data=fields, headers=PAGE)
        assert (done.status_code, done.headers["location"]) == (303, path)
        after = await ann.get(f"/tables/{table['id']}")
        assert after["number"] > int(number[1])
        repeated = await ann.http.post(f"{path}/act", data=fields, headers={"HX-Request": "true"})
        assert repeated.status_code == 204
        other = {**fields, "action": str(int(action[1]) + 1)}
        stale = await ann.http.post(f"{path}/act", data=other, headers={"HX-Request": "true"})
        assert stale.status_code == 409
        quiet = await ann.http.post(f"{path}/chat", data={"text": "hi"}, headers={"HX-Request": "true"})
        assert quiet.status_code == 204
        assert (await ann.http.post(f"{path}/chat", data={"text": ""})).status_code == 400
        assert (await ann.http.post(f"{path}/act", data={"number": "x"})).status_code == 400
        assert (await ann.http.post(f"{path}/dance", data={})).status_code == 404
        bob = house.guest()
        assert (await bob.http.post(f"{path}/act", data=fields)).status_code == 401
        watched = (await bob.http.get(path, headers=PAGE)).text
        assert 'name="action"' not in watched

    visit(sqlite, story)


def test_seat_undo_and_resignation_from_the_page(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo(free_undo=True)
        path = f"/t/{table['id']}"
        before = await ann.get(f"/tables/{table['id']}")
        await ann.act(before)
        number = (await ann.get(f"/tables/{table['id']}"))["number"]
        assert (await ann.http.post(f"{path}/undo", data={"number": str(number)})).status_code == 303
        again = await ann.get(f"/tables/{table['id']}")
        assert again["view"] == before["view"]
        assert (await ann.http.post(f"{path}/resign", data={})).status_code == 303
        page = (await ann.http.get(path, headers=PAGE)).text
        assert 'class="end lost"' in page
        made = await ann.http.post(f"{path}/rematch", data={})
        assert re.fullmatch(r"/t/[\w-]+", made.headers["location"])

    visit(sqlite, story)


def test_the_stream_brings_the_table_its_log_and_the_events(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()
        room = await house.server.rooms.room(table["id"])
        person = room.table.seats[0].owner
        watcher = PageWatcher(room, person, "de", no_lobby)
        await room.watch(watcher, table["number"])
        await ann.act(await ann.get(f"/tables/{table['id']}"))
        data = (await asyncio.wait_for(watcher.next(), 1)).decode()
        head, _, body = data.partition("\ndata: ")
        assert "event: table" in head
        sent = json.loads(body)
        assert f"id: {sent['number']}" in head
        assert sent["events"]
        assert "<li" in sent["log"]
        assert 'id="board"' in sent["html"]
        assert 'id="top"' in sent["top"]
        await ann.act(await ann.get(f"/tables/{table['id']}"))
        data = (await asyncio.wait_for(watcher.next(), 1)).decode()
        again = json.loads(data.partition("\ndata: ")[2])
        assert "html" not in again  # only what has changed
        assert "turn" in again["parts"]
        assert sum(map(len, again["parts"].values())) < len(sent["html"]) / 2
        sent = again
        room.watchers.remove(watcher)
        late = PageWatcher(room, None, "en", no_lobby)
        await room.watch(late, table["number"])
        caught_up = json.loads((await asyncio.wait_for(late.next(), 1)).decode().partition("\ndata: ")[2])
        assert caught_up["number"] == sent["number"]
        assert caught_up["events"] == []
        assert 'name="action"' not in caught_up["html"]

    visit(sqlite, story)


def test_comings_and_goings_are_shown(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, table = await house.solo()
        room = await house.server.rooms.room(table["id"])
        watcher = PageWatcher(room, room.table.seats[0].owner, "en", no_lobby)
        await room.watch(watcher, table["number"])
        await room.watch(PageWatcher(room, None, "en", no_lobby), table["number"])
        PRESENCE.changed(room)
        async with asyncio.timeout(30):
            sent = json.loads((await asyncio.wait_for(watcher.next(), 20)).decode().partition("\ndata: ")[2])
        assert "person here" in sent["html"]
        assert "1 spectator" in sent["html"]

    visit(sqlite, story)


def test_a_master_can_be_asked(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, table = await house.solo()

        async def ask() -> Any:
            return await ann.http.post(f"/t/{table['id']}/hint", headers={"HX-Request": "true"})

        answer = await until(ask)
        assert answer.status_code == 200
        legal = {entry["action"] for entry in (await ann.get(f"/tables/{table['id']}"))["asked"]["legal"]}
        advised = {int(action) for action in re.findall(r'name="action" value="(\d+)"', answer.text)}
        assert advised
        assert advised <= legal
        assert spuk.game("ghost-stories")

    visit(sqlite, story)


def test_the_winning_chances_of_a_hint_fall_from_line_to_line(sqlite: str, monkeypatch: Any) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        while state["asked"] is None or len(state["asked"]["legal"]) < 4:
            state = await ann.act(state) if state["asked"] else await ann.get(f"/tables/{state['id']}")
        actions = [entry["action"] for entry in state["asked"]["legal"][:4]]
        thought = [Advice(a, c, 1) for a, c in zip(actions, (0.88, 0.866, 0.86, 0.872), strict=True)]

        async def think(job: Job) -> Thought:
            return Thought(actions[0], thought)

        monkeypatch.setattr(house.server.workers, "think", think)
        page = await ann.http.post(f"/t/{state['id']}/hint", headers={"hx-request": "true"})
        assert re.findall(r"<strong>(\d+)%", page.text) == ["88", "87", "87", "86"]
        found = [int(action) for action in re.findall(r'name="action" value="(\d+)"', page.text)]
        assert found == [actions[0], actions[1], actions[3], actions[2]]  # equal ones as the adviser has them

    visit(sqlite, story)


TEA_HOUSE = Difference("haunted", {"tile": 8}, 12, 61, 100)


@pytest.mark.parametrize(
    ("lang", "heading", "told", "counted"),
    [
        (
            "en",
            "Rather than “",
            "The Tea House becomes haunted: 12 of 100, otherwise 61",
            "Counted in 100 simulated futures of each move. Each runs until your next turn’s Yang phase.",
        ),
        (
            "de",
            "Statt „",
            "Hier spukt es dann: Teehaus: 12 von 100, sonst 61",
            "in 100 simulierten Verläufen",
        ),
        ("pl", "Zamiast „", "12 na 100, inaczej 61", "w 100 symulowanych przebiegach"),
    ],
)
def test_a_hint_says_why_its_first_move_is_better_than_the_next_that_differs(
    sqlite: str, monkeypatch: Any, lang: str, heading: str, told: str, counted: str
) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        while state["asked"] is None or len(state["asked"]["legal"]) < 4:
            state = await ann.act(state) if state["asked"] else await ann.get(f"/tables/{state['id']}")
        best, alike, other, *_ = [entry["action"] for entry in state["asked"]["legal"]]
        thought = [
            Advice(best, 0.5, 100),
            Advice(alike, 0.49, 100),
            Advice(other, 0.4, 100, 0.01, (TEA_HOUSE, Difference("qi_lost", {"board": 0}, 1, 90, 100))),
        ]

        async def think(job: Job) -> Thought:
            return Thought(best, thought)

        monkeypatch.setattr(house.server.workers, "think", think)
        for headers in ({"hx-request": "true"}, {}):
            said = {**headers, "accept-language": lang}
            page = await ann.http.post(f"/t/{state['id']}/hint", headers=said)
            shown = unescape(page.text)
            assert heading in shown
            assert told in shown
            assert counted in shown
            assert shown.count('class="why"') == 1
            if lang == "en":
                named = re.findall(r"<span><b>(.*?)</b>", shown)
                assert f"Rather than “{named[2]}”:" in shown
                assert "You have less Qi than before: 1 of 100, otherwise 90" in shown
        del thought[2]
        assert 'class="why"' not in (await ann.http.post(f"/t/{state['id']}/hint")).text

    visit(sqlite, story)


def test_ones_own_running_game_is_not_among_those_to_watch(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _ = await house.solo(listed=True, title="Mine alone")
        own = (await ann.http.get("/")).text
        others = (await house.guest().http.get("/")).text
        watch = 'id="watch"'
        assert "Mine alone" in own.partition(watch)[0]
        assert "Mine alone" not in own.partition(watch)[2]
        assert "Mine alone" in others.partition(watch)[2]

    visit(sqlite, story)
