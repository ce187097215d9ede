"""Looking back at a game, playing on from a position, and the winning chance over it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.web.house import Guest, House, Json, until, visit
from tests.web.test_ghosts_page import hand_cards, held, page, play_on, press

import spuk
from spuk.kernel.seeds import Random
from spuk.table.past import actions_at, past_of
from spuk.table.table import Table

MONK = {"who": "bot", "bot": "monk"}


async def table_of(house: House, id: str) -> Table:
    return (await house.server.rooms.room(id)).table


async def finished(house: House, game: str = "ghosts") -> tuple[Guest, Guest, str]:
    """A game of two people that is over."""
    ann, bob, id = await house.pair(game)
    room = await house.server.rooms.room(id)
    choose = Random(4)
    while room.table.status == "playing":
        assert room.table.state is not None
        legal = room.table.state.legal()
        actor = int(room.table.state.actor)
        order = {"number": room.table.number, "action": legal[choose.below(len(legal))]}
        await (ann, bob)[actor].post(f"/tables/{id}/actions", order)
    return ann, bob, id


async def step(guest: Guest, id: str, number: int, **query: Any) -> Json:
    answer = await guest.http.get(f"/t/{id}/replay/at", params={"step": number, **query})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def fork(guest: Guest, id: str, at: int, *seats: str, status: int = 303) -> str:
    fields = {"at": str(at), **{f"seat{number}": who for number, who in enumerate(seats)}}
    answer = await guest.http.post(f"/t/{id}/fork", data=fields)
    assert answer.status_code == status, answer.text
    return str(answer.headers.get("location", "")).removeprefix("/t/")


# ── who may see what ────────────────────────────────────────────────────────────────────────


def test_of_a_game_that_is_over_everybody_sees_every_hand_at_every_step(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await finished(house)
        table = await table_of(house, id)
        past = past_of(table, None)
        eve = house.guest("Eve")
        for number in range(0, len(past.steps), 9):
            found = await step(eve, id, number)
            assert found["at"] == past.steps[number]
            state = table.past(found["at"])
            shown = re.findall(r'<span class="open">(.*?)</span>\n', found["html"], re.S)
            hands = [held(state, seat) for seat in range(2) if held(state, seat)]
            assert [html.count("ghostcard") for html in shown] == [len(hand) for hand in hands]
            own = await step(ann, id, number)
            assert hand_cards(own["html"]) == held(state, 0)

    visit(sqlite, story)


def test_while_hands_are_hidden_the_past_shows_what_the_own_seat_knew(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        await play_on(house, (ann, bob), id, 10)
        table = await table_of(house, id)
        steps = past_of(table, table.seats[0].owner).steps
        for number, at in enumerate(steps):
            state = table.past(at)
            for seat, guest in enumerate((ann, bob, house.guest())):
                found = await step(guest, id, number)
                assert hand_cards(found["html"]) == (held(state, seat) if seat < 2 else [])
                assert 'class="open"' not in found["html"]
                for event in found["events"]:
                    assert "card" not in event or event["id"] != "card_drawn" or event["seat"] == seat
        for guest in (ann, bob, house.guest()):
            whole = await page(guest, f"/t/{id}/replay")
            assert "you only see what your seat could see" in whole

    visit(sqlite, story)


def test_the_past_of_a_shared_device_shows_no_hand_while_the_game_goes_on(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bob"}]
        made = await ann.create("ghosts", options={"players": 2}, seats=seats)
        state = await ann.post(f"/tables/{made['id']}/start")
        for _ in range(4):
            state = await ann.act(state)
        for number in range(4):
            found = await step(ann, made["id"], number)
            assert hand_cards(found["html"]) == []
            assert not any("card" in event for event in found["events"] if event["id"] == "card_drawn")

    visit(sqlite, story)


def test_no_record_and_no_playing_on_while_hands_are_hidden(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await house.pair("ghosts")
        await fork(ann, id, 12, "me", "me", status=409)
        assert (await ann.http.get(f"/t/{id}/record")).status_code == 409
        assert (await ann.http.get(f"/t/{id}/replay/chances")).status_code == 409
        assert "/fork" not in await page(ann, f"/t/{id}/replay")

    visit(sqlite, story)


def test_a_table_that_has_not_started_has_no_past(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        made = await ann.create("ghosts")
        await page(ann, f"/t/{made['id']}/replay", status=409)

    visit(sqlite, story)


def test_a_hidden_table_has_no_replay_for_strangers(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo(listed=False)
        for path in ("replay", "replay/at?step=0", "record", "replay/chances"):
            assert (await house.guest().http.get(f"/t/{state['id']}/{path}")).status_code == 404
        await page(ann, f"/t/{state['id']}/replay")

    visit(sqlite, story)


# ── the page ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
@pytest.mark.parametrize("game", ["ghosts", "ghost-stories"])
def test_the_whole_log_leads_to_its_positions(sqlite: str, game: str, lang: str) -> None:
    async def story(house: House) -> None:
        _, _, id = await finished(house, game)
        table = await table_of(house, id)
        html = await page(house.guest(), f"/t/{id}/replay", at=40, lang=lang)
        positions = [int(at) for at in re.findall(r'data-at="(\d+)"', html)]
        assert positions == sorted(positions)
        assert set(positions) <= set(past_of(table, None).steps)
        assert f'value="{past_of(table, None).step_of(40)}"' in html

    visit(sqlite, story)


def test_lines_of_the_log_name_their_row_and_it_leads_to_the_same_position(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo(free_undo=True)
        for _ in range(3):
            state = await ann.act(state)
        await ann.post(f"/tables/{state['id']}/undo", {"number": state["number"]})
        rows = await house.server.store.read(state["id"])
        table = await table_of(house, state["id"])
        assert actions_at(rows, table.number) == len(table.actions)
        assert actions_at(rows, 0) == 0
        html = await page(ann, f"/t/{state['id']}/replay", row=table.number)
        assert f'data-step="{len(past_of(table, None).steps) - 1}"' in html

    visit(sqlite, story)


# ── playing on ──────────────────────────────────────────────────────────────────────────────


def test_a_new_table_plays_on_from_a_position_with_the_seats_as_wished(sqlite: str) -> None:
    async def story(house: House) -> None:
        _, _, id = await finished(house)
        old = await table_of(house, id)
        at = past_of(old, None).steps[20]
        eve = house.guest("Eve")
        made = await fork(eve, id, at, "monk", "me")
        new = await table_of(house, made)
        assert new.actions[:at] == old.actions[:at]
        assert new.seats[0].bot == "monk"
        assert new.seats[1].owner is not None
        # Nobody is told what it began with: that would tell the hands.
        told = json.dumps(await eve.get(f"/tables/{made}/log"))
        assert "beginning" not in told
        await house.server.rooms.room(made)
        assert len((await table_of(house, id)).actions) == len(old.actions)

    visit(sqlite, story)


def test_a_free_seat_waits_for_a_friend_and_then_the_position_is_there(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await finished(house)
        old = await table_of(house, id)
        at = past_of(old, None).steps[7]
        made = await fork(ann, id, at, "me", "nobody")
        assert (await table_of(house, made)).status == "open"
        key = (await ann.get(f"/tables/{made}/links"))["join_key"]
        await bob.sit(made, 1, key=key)
        await ann.post(f"/tables/{made}/start")
        new, then = (await table_of(house, made)).state, old.past(at).state
        assert new is not None
        assert then is not None
        assert new.text() == then.text()
        # Nothing of what was played elsewhere can be taken back here.
        assert (await ann.get(f"/tables/{made}"))["can_undo"] is False

    visit(sqlite, story)


def test_ghost_stories_hides_nothing_and_can_be_played_on_at_any_time(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        for _ in range(4):
            state = await ann.act(state)
        old = await table_of(house, state["id"])
        at = past_of(old, None).steps[2]
        made = await fork(ann, state["id"], at, "me")
        new = (await table_of(house, made)).state
        then = old.past(at).state
        assert new is not None
        assert then is not None
        assert new.text() == then.text()
        html = await page(ann, f"/t/{made}")
        await press(ann, html)

    visit(sqlite, story)


@pytest.mark.parametrize("fields", [{"at": "x"}, {"at": "999999"}, {}, {"at": "20", "seat0": "ghost"}])
def test_nonsense_makes_no_table(sqlite: str, fields: dict[str, str]) -> None:
    async def story(house: House) -> None:
        ann, _, id = await finished(house)
        answer = await ann.http.post(f"/t/{id}/fork", data=fields)
        assert answer.status_code == 400

    visit(sqlite, story)


def test_nothing_can_be_played_on_from_the_end(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await finished(house)
        await fork(ann, id, len((await table_of(house, id)).actions), "me", "me", status=409)

    visit(sqlite, story)


# ── the record and the winning chance ───────────────────────────────────────────────────────


def test_the_record_is_a_file_that_replays_to_the_same_end(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, _, id = await finished(house)
        answer = await ann.http.get(f"/t/{id}/record")
        assert "attachment" in answer.headers["content-disposition"]
        record = spuk.Record.from_json(answer.text)
        state = (await table_of(house, id)).state
        assert state is not None
        assert record.replay().text() == state.text()

    visit(sqlite, story)


def test_a_game_is_judged_in_the_workers_and_its_curve_has_every_player(sqlite: str) -> None:
    async def story(house: House) -> None:
        from unittest import mock

        from spuk.server import analysis as study

        quick = study.JUDGE._replace(playouts=4, seconds=5.0)
        with mock.patch.object(study, "JUDGE", quick):
            ann, _, id = await finished(house)

            async def judged() -> str:
                html = await page(ann, f"/t/{id}/replay/chances")
                return "" if "data-again" in html else html

            first = await page(ann, f"/t/{id}/replay/chances")
            assert "data-again" in first
            html = await until(judged)
        assert html.count('class="line tone') == 4  # two curves and their legend
        assert "Biggest mistakes" in html

    visit(sqlite, story)
