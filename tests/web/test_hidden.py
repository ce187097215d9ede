"""What nobody finds out about hidden hands: by undo, by the clock, or by entering cards."""

from __future__ import annotations

import pytest
from tests.web.house import Guest, House, Json, until, visit

import spuk
from spuk.games.ghosts import actions as act
from spuk.games.ghosts.view import hand_kinds
from spuk.kernel.seeds import Random
from spuk.language.catalog import say
from spuk.server.api import new_table as making
from spuk.server.room import Room
from spuk.store.contract import Row
from spuk.table import play, seating
from spuk.table.errors import Stale
from spuk.table.table import Seat, Table

GHOSTS = spuk.game("ghosts")


def late() -> list[int]:
    """A round of two up to an empty draw pile, where seat 0 opens a trick that seat 1 can answer."""
    state, random = GHOSTS.new(players=2), Random(8)
    actions: list[int] = []
    while True:
        view = state.view(0)
        if view["pile"] == 0 and state.actor == 0 and not view["trick"]:
            return actions
        action = int(state.sample(random)) if state.actor == spuk.CHANCE else state.legal()[-1]
        state.apply(action)
        actions.append(action)


async def person_of(guest: Guest) -> str:
    """Who a guest is to the server."""
    await guest.put("/me", {"name": guest.name})
    return str(guest.http.cookies["spuk"]).strip('"').partition(".")[0]


async def late_table(house: House, *seats: Seat) -> Room:
    """A table that goes on where `late` ends."""
    creator = next(seat.owner for seat in seats if seat.owner is not None)
    order: Json = {"game": "ghosts", "options": {"players": 2}, "title": "", "beginning": late()}
    order |= {"chance": "server", "free_undo": False, "listed": True}

    def begin(draft: Table) -> None:
        seating.create(draft, creator, order, seats)
        play.start(draft, creator)

    return await house.server.rooms.make(making.new_id(), begin)


# ── undo ────────────────────────────────────────────────────────────────────────────────────


def test_nobody_tries_every_card_and_sees_every_answer_of_a_bot(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        room = await late_table(house, Seat(await person_of(ann), "Ann"), Seat(None, "random", "random"))
        path = f"/tables/{room.table.id}"

        async def asked() -> Json | None:
            state = await ann.get(path)
            return state if state["asked"] else None

        before = await ann.get(path)
        await ann.act(before)
        state = await until(asked)  # the bot has answered
        assert state["number"] > before["number"] + 1
        assert not state["can_undo"]
        refused = await ann.post(f"{path}/undo", {"number": state["number"]}, status=409)
        assert refused["code"] == "others_acted"
        page = await ann.http.get(f"/t/{room.table.id}", headers={"Accept": "text/html"})
        assert 'id="undo" disabled' in page.text
        for lang in ("en", "de", "pl"):
            pressed = await ann.http.post(
                f"/t/{room.table.id}/undo",
                data={"number": str(state["number"])},
                headers={"Accept": "text/html", "Accept-Language": lang},
            )
            assert pressed.status_code == 409
            assert say(lang, "ui.refused.others_acted") in pressed.text
        assert (await ann.get(path))["number"] == state["number"]

    visit(sqlite, story)


def test_what_nobody_has_answered_yet_can_be_undone_by_agreement(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        room = await late_table(house, Seat(await person_of(ann), "Ann"), Seat(await person_of(bob), "Bob"))
        path = f"/tables/{room.table.id}"
        before = await ann.get(path)
        played = await ann.act(before)
        assert played["can_undo"]
        await ann.post(f"{path}/undo", {"number": played["number"]})
        await bob.post(f"{path}/undo/answer", {"agree": True})
        assert (await ann.get(path))["view"] == before["view"]

    visit(sqlite, story)


def test_an_answer_that_was_undone_has_been_seen_all_the_same(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        room = await late_table(house, Seat(await person_of(ann), "Ann"), Seat(await person_of(bob), "Bob"))
        path = f"/tables/{room.table.id}"
        await ann.act(await ann.get(path))
        answered = await bob.act(await bob.get(path))
        await bob.post(f"{path}/undo", {"number": answered["number"]})
        undone = await ann.post(f"{path}/undo/answer", {"agree": True})
        assert (undone["actor"], undone["can_undo"]) == (1, False)
        refused = await ann.post(f"{path}/undo", {"number": undone["number"]}, status=409)
        assert refused["code"] == "others_acted"
        # Nor after a restart, with a snapshot or without.
        again = Table.from_snapshot(room.table.snapshot())
        assert again is not None
        assert again.undo_limit == room.table.undo_limit
        assert not play.can_undo(again)

    visit(sqlite, story)


def test_a_person_with_two_seats_cannot_undo_past_the_other_one(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        person = await person_of(ann)
        room = await late_table(house, Seat(person, "Ann"), Seat(person, "Bob"))
        path = f"/tables/{room.table.id}"
        state = await ann.act(await ann.get(path))
        assert state["can_undo"]
        state = await ann.act(state)
        await ann.post(f"{path}/undo", {"number": state["number"]})
        state = await ann.get(path)
        assert not state["can_undo"]
        refused = await ann.post(f"{path}/undo", {"number": state["number"]}, status=409)
        assert refused["code"] == "others_acted"

    visit(sqlite, story)


def test_an_undo_and_a_bots_move_never_both_count(sqlite: str) -> None:
    """Whichever is in the log first makes the other one stale."""
    seats = (Seat("ann", "Ann"), Seat(None, "random", "random"))
    table = Table("t")
    table.now = 1.0
    order: Json = {"game": "ghosts", "options": {"players": 2}, "title": "", "beginning": late()}
    order |= {"chance": "server", "free_undo": False, "listed": True}
    seating.create(table, "ann", order, seats)
    play.start(table, "ann")
    assert table.state is not None
    play.act(table, "ann", table.number, table.state.legal()[0])
    thought_at, answer = table.moved, table.state.legal()[-1]
    undone = table.draft(1.0)
    play.ask_undo(undone, "ann", undone.number)
    with pytest.raises(Stale):
        play.act_for_bot(undone, 1, thought_at, answer)
    answered, number = table.draft(1.0), table.number
    play.act_for_bot(answered, 1, thought_at, answer)
    with pytest.raises(Stale):
        play.ask_undo(answered, "ann", number)


def test_a_bots_move_does_not_count_when_the_table_has_moved_on(sqlite: str) -> None:
    """Ann undoes her card and plays again: the bot is asked again, and its first answer is stale."""
    table = Table("t")
    table.now = 1.0
    order: Json = {"game": "ghosts", "options": {"players": 2}, "title": "", "beginning": late()}
    order |= {"chance": "server", "free_undo": False, "listed": True}
    seating.create(table, "ann", order, (Seat("ann", "Ann"), Seat(None, "random", "random")))
    play.start(table, "ann")
    assert table.state is not None
    card = table.state.legal()[0]
    play.act(table, "ann", table.number, card)
    thought_at, answer = table.moved, table.state.legal()[-1]
    play.ask_undo(table, "ann", table.number)
    play.act(table, "ann", table.number, card)
    assert table.bot_to_move() == 1
    assert table.state is not None
    with pytest.raises(Stale):
        play.act_for_bot(table, 1, thought_at, answer)
    taken_back = table.draft(1.0)
    seating.note_seat(taken_back, 1, Seat("bob", "Bob"), "back")
    with pytest.raises(Stale):
        play.act_for_bot(taken_back, 1, taken_back.moved, answer)
    play.act_for_bot(table, 1, table.moved, table.state.legal()[-1])


def test_there_is_no_free_undo_where_hands_are_hidden(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        order = {"game": "ghosts", "options": {"players": 2}, "free_undo": True}
        refused = await ann.post("/tables", order, status=400)
        assert (refused["code"], "undo" in refused["sentence"]) == ("wrong_options", True)
        for game in spuk.games():
            form = await ann.http.get(f"/new?game={game}", headers={"Accept": "text/html"})
            assert ('name="free_undo"' in form.text) == (not spuk.game(game).hides())
        # A table from before goes on without.
        room = await late_table(house, Seat(await person_of(ann), "Ann"), Seat(None, "random", "random"))
        rows = await house.server.store.read(room.table.id)
        old = Table("old")
        old.fold(Row(1, rows[0].at, "created", {**rows[0].data, "free_undo": True}))
        assert old.free_undo is False

    visit(sqlite, story)


# ── entering cards ──────────────────────────────────────────────────────────────────────────


def drawing() -> tuple[list[int], int]:
    """A game of two up to a draw of seat 0, and a card of which seat 1 holds the last copies."""
    for seed in range(200):
        state, random = GHOSTS.new(players=2), Random(seed)
        actions: list[int] = []
        while state.actor != spuk.OVER:
            outcomes = state.legal()
            if state.actor == spuk.CHANCE and state.reveals(outcomes[0], 0) != state.reveals(
                outcomes[0], None
            ):
                held = {act.DRAW + kind for kind in hand_kinds(state.hands[1])} - set(outcomes)
                if held:
                    return actions, int(min(held))
            action = int(state.sample(random)) if state.actor == spuk.CHANCE else outcomes[-1]
            state.apply(action)
            actions.append(action)
    raise AssertionError("no such draw")


def test_nobody_probes_the_pile_unseen(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        seats = Seat(await person_of(ann), "Ann"), Seat(await person_of(bob), "Bob")
        beginning, card = drawing()
        order: Json = {"game": "ghosts", "options": {"players": 2}, "title": "", "beginning": beginning}
        order |= {"chance": "people", "free_undo": False, "listed": True}

        def begin(draft: Table) -> None:
            seating.create(draft, str(seats[0].owner), order, seats)
            play.start(draft, str(seats[0].owner))

        room = await house.server.rooms.make(making.new_id(), begin)
        path = f"/tables/{room.table.id}"
        before = await ann.get(path)
        assert card in [entry["action"] for entry in before["asked"]["legal"]], "the list tells nothing"
        wrong = {"number": before["number"], "action": card}
        refused = await ann.post(f"{path}/actions", wrong, status=400)
        assert refused["code"] == "impossible"
        after = await bob.get(path)
        assert (after["number"], after["actor"]) == (before["number"] + 1, before["actor"])
        told = (await bob.get(f"{path}/log"))["updates"][-1]
        assert (told["kind"], told["seat"]) == ("entry_refused", 0)
        assert "action" not in told, "which card it was is nobody's business"
        for lang in ("en", "de", "pl"):
            page = await bob.http.get(
                f"/t/{room.table.id}", headers={"Accept": "text/html", "Accept-Language": lang}
            )
            assert say(lang, "ui.table.entry_refused", name="Ann") in page.text
        # The right card is taken as if nothing had happened.
        assert room.table.state is not None
        right = {"number": before["number"], "action": room.table.state.legal()[0]}
        assert (await ann.post(f"{path}/actions", right))["number"] > after["number"]

    visit(sqlite, story)
