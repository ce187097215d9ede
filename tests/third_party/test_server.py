"""Pig at a browser table and over the API, with nothing but its own files: the page is the plain one."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.house import Guest, House, Json, visit

import spuk
from spuk.kernel.seeds import Random

TITLES = {"en": "Pig", "de": "Böse Eins", "pl": "Świnia"}
ROLL = {"en": "Roll again", "de": "Weiterwürfeln", "pl": "Rzuć jeszcze raz"}
HOLD = {"en": "Hold", "de": "Sichern", "pl": "Zatrzymaj punkty"}
TOTAL = {"en": "This turn", "de": "In diesem Zug", "pl": "W tej turze"}
BOTS = [{"who": "bot", "bot": "monk"}, {"who": "bot", "bot": "coward"}]
every_language = pytest.mark.parametrize("lang", TITLES)

pytestmark = pytest.mark.usefixtures("pig")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


async def page(guest: Guest, path: str, lang: str = "en", status: int = 200) -> str:
    headers = {"accept": "text/html", "accept-language": lang}
    answer = await guest.http.get(path, headers=headers, follow_redirects=True)
    assert answer.status_code == status, answer.text
    return answer.text


def choices(html: str) -> list[str]:
    """The actions that can be pressed on a page."""
    return re.findall(r'form="act" name="action" value="(\d+)"', html)


async def press(guest: Guest, html: str, action: str) -> None:
    """Press a button, as a browser without script does."""
    form = re.search(r'<form id="act" method="post" action="([^"]+)"[^>]*><input [^>]*value="(\d+)"', html)
    assert form is not None
    answer = await guest.http.post(form[1], data={"number": form[2], "action": action})
    assert answer.status_code == 303, answer.text


async def started(ann: Guest, seats: list[Json], **options: Any) -> str:
    me = {"who": "me", "name": "Ann"}
    given = {"players": len(seats) + 1, "target": 20, **options}
    table = await ann.create("pig", options=given, seats=[me, *seats])
    await ann.post(f"/tables/{table['id']}/start")
    return str(table["id"])


async def play_out(ann: Guest, id: str) -> Json:
    """Hold whenever asked, until the game is over."""
    async with asyncio.timeout(120):
        while (state := await ann.get(f"/tables/{id}"))["status"] == "playing":
            if state["asked"]:
                order = {"number": state["number"], "action": "hold"}
                await ann.post(f"/tables/{id}/actions", order)
            else:
                await asyncio.sleep(0.02)
    return state


# ── the API ─────────────────────────────────────────────────────────────────────────────────


def test_the_api_lists_it_with_its_options_and_bots(sqlite: str) -> None:
    async def story(house: House) -> None:
        found = json.dumps(await house.guest().get("/games"))
        (pig,) = [game for game in json.loads(found)["games"] if game["id"] == "pig"]
        assert pig["options"] == {"players": [2, 3, 4], "target": [100, 50, 20]}
        assert "coward" in found

    visit(sqlite, story)


def test_a_person_and_bots_play_to_the_end_over_the_api(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        id = await started(ann, BOTS)
        state = await play_out(ann, id)
        assert state["status"] == "finished"
        assert len(state["result"]["winners"]) == 1
        assert max(state["view"]["scores"]) >= 20
        record = spuk.Record.from_json(json.dumps(await ann.get(f"/tables/{id}/record")))
        assert record.replay().view(None)["scores"] == state["view"]["scores"]

    visit(sqlite, story)


def test_what_is_asked_has_words_in_the_language_of_who_asks(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = await ann.create("pig", options={"players": 2}, seats=[{"who": "me", "name": "Ann"}])
        await bob.sit(table["id"], 1)
        await ann.post(f"/tables/{table['id']}/start")
        for lang in TITLES:
            asked = [(await guest.get(f"/tables/{table['id']}", lang=lang))["asked"] for guest in (ann, bob)]
            (one,) = [found for found in asked if found]
            assert [entry["words"] for entry in one["legal"]] == [ROLL[lang], HOLD[lang]]

    visit(sqlite, story)


def test_wrong_options_are_refused_with_what_is_allowed(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        for options in ({"target": 30}, {"players": 5}, {"level": "hell"}, {"target": "20"}):
            refused = await ann.ask("POST", "/tables", {"game": "pig", "options": options})
            assert ann.last.status_code == 400
            assert refused["sentence"]

    visit(sqlite, story)


def test_people_may_enter_what_their_own_die_shows(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bob"}]
        order = {"options": {"players": 2, "target": 20}, "seats": seats, "chance": "people"}
        table = await ann.create("pig", **order)
        state = await ann.post(f"/tables/{table['id']}/start")
        for action in ("die:6", "roll", "die:5", "hold"):
            await ann.post(f"/tables/{table['id']}/actions", {"number": state["number"], "action": action})
            state = await ann.get(f"/tables/{table['id']}")
        assert state["view"]["scores"] == [11, 0]

    visit(sqlite, story)


# ── the pages ───────────────────────────────────────────────────────────────────────────────


@every_language
def test_the_start_page_and_the_form_for_a_new_table_offer_it(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        assert TITLES[lang] in await page(ann, "/", lang)
        form = await page(ann, "/new?game=pig", lang)
        for text in (TITLES[lang], "coward", 'name="target"', 'value="50"', {"de": "Ziel"}.get(lang, "")):
            assert text in form

    visit(sqlite, story)


@every_language
def test_a_game_is_made_and_played_to_the_end_on_the_plain_page(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        fields = {"game": "pig", "name0": "Ann", "seat0": "me", "seat1": "monk", "seat2": "coward"}
        headers = {"accept": "text/html", "accept-language": lang}
        made = await ann.http.post("/new", data={**fields, "target": "20"}, headers=headers)
        assert made.status_code == 303, made.text
        path, choose = made.headers["location"], Random(3)
        id = path.removeprefix("/t/").partition("?")[0]
        async with asyncio.timeout(120):
            while (state := await ann.get(f"/tables/{id}"))["status"] == "playing":
                if not state["asked"]:
                    await asyncio.sleep(0.02)
                    continue
                html = await page(ann, path, lang)
                assert TITLES[lang] in html
                assert ROLL[lang] in html
                assert HOLD[lang] in html
                assert TOTAL[lang] in html, "what the view calls `total`"
                assert "Ann" in html
                await press(ann, html, choices(html)[choose.below(2)])
        assert state["options"] == {"players": 3, "target": 20}
        over = await page(ann, path, lang)
        assert choices(over) == []
        for score in state["view"]["scores"]:
            assert str(score) in over

    visit(sqlite, story)


def test_the_page_shows_exactly_what_is_legal_and_a_watcher_nothing_to_press(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = await ann.create("pig", options={"players": 2}, seats=[{"who": "me", "name": "Ann"}])
        await bob.sit(table["id"], 1)
        await ann.post(f"/tables/{table['id']}/start")
        state = await ann.get(f"/tables/{table['id']}")
        for seat, guest in enumerate((ann, bob)):
            html = await page(guest, f"/t/{table['id']}")
            assert choices(html) == (["0", "1"] if seat == state["actor"] else [])
            assert str(state["view"]["total"]) in html
        assert choices(await page(house.guest(), f"/t/{table['id']}")) == []

    visit(sqlite, story)


@every_language
def test_names_and_titles_cannot_bring_markup_into_the_plain_page(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        eve = house.guest("<b>Eve</b>")
        seats = [{"who": "me", "name": "<b>Eve</b>"}, {"who": "me", "name": "<i>Mallory</i>"}]
        table = await eve.create("pig", options={"players": 2}, seats=seats, title="<u>table</u>")
        await eve.post(f"/tables/{table['id']}/start")
        html = await page(eve, f"/t/{table['id']}", lang)
        assert not re.search(r"<(b|i|u)>(Eve|Mallory|table)", html)

    visit(sqlite, story)


@every_language
def test_a_finished_game_is_replayed_kept_and_brought_back(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        id = await started(ann, BOTS)
        state = await play_out(ann, id)
        replay = await page(ann, f"/t/{id}/replay", lang)
        assert TITLES[lang] in replay
        first = (await ann.http.get(f"/t/{id}/replay/at", params={"step": 0})).json()
        later = (await ann.http.get(f"/t/{id}/replay/at", params={"step": 2})).json()
        assert first["html"] != later["html"]
        text = (await ann.http.get(f"/t/{id}/record")).text
        record = spuk.Record.from_json(text)
        assert (record.game, record.options) == ("pig", {"players": 3, "target": 20})
        bob = house.guest("Bob")
        headers = {"accept": "text/html", "accept-language": lang}
        brought = await bob.http.post("/records", data={"text": text}, headers=headers)
        assert brought.status_code == 303, brought.text
        again = await page(bob, brought.headers["location"], lang)
        assert TITLES[lang] in again
        half = {**json.loads(text), "actions": record.actions[: len(record.actions) // 2]}
        go_on = {"text": json.dumps(half), "then": "play"}
        brought = await bob.http.post("/records", data=go_on, headers=headers)
        assert brought.status_code == 303, brought.text
        assert TITLES[lang] in await page(bob, brought.headers["location"], lang)
        assert state["status"] == "finished"

    visit(sqlite, story)


@every_language
def test_my_games_and_the_score_sheet_count_it(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann, scores, wins = house.guest("Ann"), [], 0
        for _ in range(2):
            state = await play_out(ann, await started(ann, BOTS[1:]))
            scores.append(state["view"]["scores"][0])
            wins += 0 in state["result"]["winners"]
        html = await page(ann, "/games", lang)
        assert html.count(TITLES[lang]) >= 2
        (sheet,) = re.findall(r'<table class="sheet-of">(.*?)</table>', html, re.S)
        cells = re.findall(r"<td>\s*(.*?)\s*</td>", sheet, re.S)
        assert cells[0] == "2"
        assert cells[1].startswith(str(wins))
        assert cells[2] == str(max(scores)), "more points are better, unless the game says otherwise"

    visit(sqlite, story)


@every_language
def test_its_rules_are_a_page_with_their_numbers(sqlite: str, lang: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        assert TITLES[lang] in await page(ann, "/rules", lang)
        rules = await page(ann, "/rules/pig", lang)
        assert TITLES[lang] in rules
        for number in ("PIG-1.1", "PIG-2.3", "PIG-3.1"):
            assert number in rules

    visit(sqlite, story)


def test_a_hint_is_given(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        id = await started(ann, [{"who": "me", "name": "Bob"}])
        state = await ann.get(f"/tables/{id}")
        assert state["asked"]
        hint = await ann.http.post(f"/t/{id}/hint", headers={"accept": "text/html"})
        assert hint.status_code == 200, hint.text
        assert ROLL["en"] in hint.text or HOLD["en"] in hint.text

    visit(sqlite, story)


def test_one_click_begins_a_game_with_bots(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        made = await ann.http.post("/play", data={"game": "pig"}, headers={"accept": "text/html"})
        assert made.status_code == 303, made.text
        id = made.headers["location"].removeprefix("/t/").partition("?")[0]
        state = await ann.get(f"/tables/{id}")
        assert (state["game"], state["status"]) == ("pig", "playing")
        assert {seat["kind"] for seat in state["seats"]} == {"person", "bot"}

    visit(sqlite, story)
