"""The page of Ghosts: what is on it, what is never on it, and a device that several people share."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from tests.web.house import Guest, House, Json, visit

import spuk
from spuk.kernel.seeds import Random
from spuk.render.html import ENVIRONMENT
from spuk.server.pages.live import PageWatcher
from spuk.table.table import Table


async def page(guest: Guest, path: str, status: int = 200, **query: Any) -> str:
    answer = await guest.http.get(path, params=query, headers={"accept": "text/html"})
    assert answer.status_code == status, answer.text
    return answer.text


async def press(guest: Guest, html: str, choose: Random | None = None, key: int = 0) -> None:
    """Press one of the buttons of a page, as a browser without script does."""
    form = re.search(r'<form id="act" method="post" action="([^"]+)"[^>]*><input [^>]*value="(\d+)"', html)
    assert form is not None
    actions = re.findall(r'form="act" name="action" value="(\d+)"', html)
    action = actions[choose.below(len(actions)) if choose else key]
    answer = await guest.http.post(form[1], data={"number": form[2], "action": action})
    assert answer.status_code == 303, answer.text


def no_lobby(table: Table, lang: str) -> Json:
    return {}


def hand_cards(html: str) -> list[str]:
    return re.findall(r'id="hand-([a-z0-9]+)-\d"', html)


def held(table: Table, seat: int) -> list[str]:
    assert table.state is not None
    return [card["card"] for card in table.state.view(seat)["players"][seat]["hand"]]


async def play_on(house: House, guests: tuple[Guest, Guest], id: str, number: int) -> None:
    choose = Random(6)
    for _ in range(number):
        state: Json = await guests[0].get(f"/tables/{id}")
        guest = guests[state["actor"]]
        await press(guest, await page(guest, f"/t/{id}"), choose)


def test_the_page_has_the_own_hand_and_exactly_what_is_legal(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        await play_on(house, (ann, bob), id, 5)
        table = (await house.server.rooms.room(id)).table
        assert table.state is not None
        actor = int(table.state.actor)
        for seat, guest in enumerate((ann, bob)):
            html = await page(guest, f"/t/{id}")
            assert hand_cards(html) == held(table, seat)
            buttons = {int(value) for value in re.findall(r'form="act" name="action" value="(\d+)"', html)}
            assert buttons == (set(table.state.legal()) if seat == actor else set())
        watcher = await page(house.guest(), f"/t/{id}")
        assert hand_cards(watcher) == []
        assert "You are watching" in watcher

    visit(sqlite, story)


def test_asking_first_does_nothing_and_tells_nobody_what_others_could_do(sqlite: str) -> None:
    async def story(house: House) -> None:
        guests = await house.pair("ghosts")
        id = guests[2]
        table = (await house.server.rooms.room(id)).table
        assert table.state is not None
        actor = int(table.state.actor)
        fields = {"number": str(table.number), "action": str(table.state.legal()[0])}
        own = await guests[actor].http.post(f"/t/{id}/act?ask=yes", data=fields)
        assert own.status_code == 200
        assert f'name="action" value="{fields["action"]}"' in own.text
        assert (await house.server.rooms.room(id)).table.number == table.number
        answers = set()
        for action in range(20):
            other = await guests[1 - actor].http.post(
                f"/t/{id}/act?ask=yes", data={**fields, "action": str(action)}
            )
            said = other.json()
            assert said.pop("request_id")  # the only thing that differs
            answers.add((other.status_code, str(said)))
        assert len(answers) == 1
        by_script = await guests[actor].http.post(
            f"/t/{id}/act?ask=yes", data=fields, headers={"hx-request": "true"}
        )
        assert by_script.status_code == 204
        said = await guests[0].http.post(f"/t/{id}/chat?ask=yes", data={"text": "Hello"})
        assert said.status_code == 303  # only what ends something is asked twice

    visit(sqlite, story)


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_hidden_cards_dealt_anew_change_nothing_on_anybody_elses_page_or_stream(
    sqlite: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT.globals, "new_request", lambda: "each-page-has-its-own")

    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        await play_on(house, (ann, bob), id, 6)
        room = await house.server.rooms.room(id)
        before = room.table
        assert before.state is not None
        person = before.seats[0].owner
        for watcher, seat in ((ann, 0), (house.guest(), None)):
            pages, streams = set(), set()
            for seed in range(4):
                twin = before.draft(0.0)
                knowing = 0 if seat is None else seat
                twin.state = before.state.imagine(knowing, Random(seed))
                room.table = twin
                if seat is None:  # a spectator sees neither hand
                    twin.state = twin.state.imagine(1, Random(seed))
                pages.add(await page(watcher, f"/t/{id}", lang=lang))
                reader = PageWatcher(room, person if seat == 0 else None, lang, no_lobby)
                reader.refresh()
                streams.add(await asyncio.wait_for(reader.next(), 1.0))
            assert len(pages) == 1
            assert len(streams) == 1
        room.table = before

    visit(sqlite, story)


def test_what_is_drawn_is_told_to_the_one_who_draws_only(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        room = await house.server.rooms.room(id)
        people = [room.table.seats[seat].owner for seat in range(2)]
        readers = [PageWatcher(room, person, "en", no_lobby) for person in (*people, None)]
        for reader in readers:
            await room.watch(reader, room.table.number)
        assert room.table.state is not None
        actor = int(room.table.state.actor)
        guest = (ann, bob)[actor]
        await press(guest, await page(guest, f"/t/{id}"))
        told = [(await asyncio.wait_for(reader.next(), 1.0)).decode() for reader in readers]
        for seat in (0, 1, 2):
            drawn = re.search(r'\{"id":"card_drawn","seat":\d+(,"card":\d+)?\}', told[seat])
            assert drawn is not None
            assert (drawn[1] is not None) == (seat == actor)

    visit(sqlite, story)


# ── several people at one device ────────────────────────────────────────────────────────────


async def hot_seat(house: House, bots: int = 0) -> tuple[Guest, str]:
    ann = house.guest("Ann")
    seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bob"}]
    seats += [{"who": "bot", "bot": "monk"}] * bots
    table = await ann.create("ghosts", options={"players": 2 + bots}, seats=seats)
    await ann.post(f"/tables/{table['id']}/start")
    return ann, table["id"]


def test_a_shared_device_shows_no_hand_before_somebody_says_who_he_is(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, id = await hot_seat(house)
        choose = Random(2)
        for _ in range(12):
            table = (await house.server.rooms.room(id)).table
            assert table.state is not None
            actor = int(table.state.actor)
            for query in ({}, {"as": 1 - actor}):
                covered = await page(ann, f"/t/{id}", **query)
                assert hand_cards(covered) == []
                assert 'form="act"' not in covered
                assert f"I am {('Ann', 'Bob')[actor]}" in covered
            open_hand = await page(ann, f"/t/{id}", **{"as": actor})
            assert hand_cards(open_hand) == held(table, actor)
            assert 'id="cover"' not in open_hand
            await press(ann, open_hand, choose)

    visit(sqlite, story)


def test_the_stream_of_a_shared_device_covers_the_hand_with_the_move_that_ends_the_turn(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, id = await hot_seat(house)
        room = await house.server.rooms.room(id)
        assert room.table.state is not None
        actor = int(room.table.state.actor)
        reader = PageWatcher(room, room.table.seats[0].owner, "en", no_lobby, actor)
        await room.watch(reader, room.table.number)
        await press(ann, await page(ann, f"/t/{id}", **{"as": actor}))
        told = (await asyncio.wait_for(reader.next(), 1.0)).decode()
        assert 'id=\\"cover\\"' in told
        assert 'id=\\"hand-' not in told
        assert '"card_drawn"' in told
        assert not re.search(r'"card_drawn","seat":\d+,"card"', told)

    visit(sqlite, story)


def test_who_plays_alone_against_bots_is_never_asked_who_he_is(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me", "name": "Ann"}, {"who": "bot", "bot": "monk"}]
        table = await ann.create("ghosts", options={"players": 2}, seats=seats)
        await ann.post(f"/tables/{table['id']}/start")
        html = await page(ann, f"/t/{table['id']}")
        assert len(hand_cards(html)) == 5
        assert 'id="cover"' not in html

    visit(sqlite, story)


def test_bots_of_a_kind_are_numbered_and_names_are_escaped(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        seats: list[Json] = [{"who": "me", "name": "<b>Ann"}, *[{"who": "bot", "bot": "monk"}] * 2]
        table = await ann.create("ghosts", options={"players": 3}, seats=seats)
        await ann.post(f"/tables/{table['id']}/start")
        html = await page(ann, f"/t/{table['id']}", lang="de")
        assert "Mönch 1" in html
        assert "Mönch 2" in html
        assert "<b>Ann" not in html
        assert "&lt;b&gt;Ann" in html

    visit(sqlite, story)


def test_the_end_shows_who_has_won(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        room = await house.server.rooms.room(id)
        choose = Random(9)
        while room.table.status == "playing":
            assert room.table.state is not None
            actor = int(room.table.state.actor)
            guest = (ann, bob)[actor]
            await press(guest, await page(guest, f"/t/{id}"), choose)
        assert room.table.state is not None
        outcome = room.table.state.outcome()
        assert outcome is not None
        assert room.table.actor() == spuk.OVER
        for seat, guest in enumerate((ann, bob)):
            html = await page(guest, f"/t/{id}")
            assert ("You win!" in html) == (seat in outcome.winners)
            assert f"/t/{id}/replay" in html

    visit(sqlite, story)
