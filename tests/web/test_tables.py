"""Tables over the API: making, sitting down, playing, taking back, giving up, playing again."""

from __future__ import annotations

import asyncio

from tests.web.house import Guest, House, Json, until, visit

import spuk
from spuk.kernel.seeds import Random


def test_a_table_is_made_joined_started_played_and_kept(database: str) -> None:
    async def story(house: House) -> None:
        ann, bob, watcher = house.guest("Ann"), house.guest("Bob"), house.guest()
        options = {"players": 2, "level": "initiation", "edition": "pl"}
        table = await ann.create(options=options, title="Evening", seats=[{"who": "me", "name": "Ann"}])
        id = table["id"]
        assert (table["status"], table["your_seats"], table["options"]["edition"]) == ("open", [0], "pl")
        (listed,) = (await watcher.get("/tables"))["tables"]
        assert (listed["id"], listed["title"], listed["yours"]) == (id, "Evening", False)
        assert (await ann.post(f"/tables/{id}/start", status=409))["code"] == "seats_free"
        joined = await bob.sit(id, 1)
        assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Bob"]
        state = await bob.post(f"/tables/{id}/start")
        seed = Random(5)
        while state["status"] == "playing":
            guest = (ann, bob)[state["actor"]]
            mine = await guest.get(f"/tables/{id}", lang="de")
            assert all(entry["words"] for entry in mine["asked"]["legal"])
            state = await guest.act(mine, seed)
        assert state["result"]["reason"]
        (finished,) = (await watcher.get("/tables", which="finished"))["tables"]
        assert finished["result"] == state["result"]
        assert [found["id"] for found in (await bob.get("/tables", which="own"))["tables"]] == [id]
        record = spuk.Record.from_json((await watcher.get(f"/tables/{id}/record")) and watcher.last.text)
        assert record.replay().outcome() is not None
        assert record.seed is not None

    visit(database, story)


def test_everything_is_there_again_after_a_restart(database: str) -> None:
    ann_cookies = {}

    async def before(house: House) -> Json:
        ann, state = await house.solo()
        for _ in range(6):
            state = await ann.act(state)
        await ann.post(f"/tables/{state['id']}/chat", {"text": "Brrr!"})
        ann_cookies.update(ann.http.cookies)
        return await ann.get(f"/tables/{state['id']}", lang="en")

    async def after(house: House) -> None:
        ann = house.guest()
        ann.http.cookies.update(ann_cookies)
        assert await ann.get(f"/tables/{old['id']}", lang="en") == old
        assert (await ann.act(old))["number"] > old["number"]

    old = visit(database, before)
    visit(database, after)


def test_a_snapshot_and_the_log_give_the_same_table(sqlite: str) -> None:
    async def before(house: House) -> Json:
        ann = house.guest()
        seats = [{"who": "me"}] * 4
        table = await ann.create(options={"level": "initiation"}, seats=seats, free_undo=True)
        state = await ann.post(f"/tables/{table['id']}/start")
        choose = Random(3)
        while state["number"] < 260 and state["status"] == "playing":
            state = await ann.act(state, choose)
            if choose.below(3) > 0 and state["can_undo"]:
                state = await ann.post(f"/tables/{state['id']}/undo", {"number": state["number"]})
        return await house.guest().get(f"/tables/{state['id']}")

    old = visit(sqlite, before)

    async def after(house: House) -> None:
        assert await house.server.store.load_snapshot(old["id"]) is not None
        assert await house.guest().get(f"/tables/{old['id']}") == old
        await house.server.store.save_snapshot(
            old["id"], (await house.server.store.load_snapshot(old["id"]))._replace(version="other")
        )
        house.server.rooms.drop(old["id"])
        assert await house.guest().get(f"/tables/{old['id']}") == old

    visit(sqlite, after)


def test_wrong_options_games_and_bots_are_told_what_is_allowed(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        wrong = await ann.post("/tables", {"game": "chess"}, status=400)
        assert wrong["allowed"] == ["ghost-stories", "ghosts"]
        wrong = await ann.post("/tables", {"options": {"level": "absurd"}}, status=400)
        assert wrong["code"] == "wrong_options"
        assert {"option": "five_qi", "values": [False, True]} in wrong["allowed"]
        wrong = await ann.post("/tables", {"seats": [{"who": "bot", "bot": "hal"}]}, status=400)
        assert wrong["allowed"] == list(spuk.bots())
        assert (await ann.post("/tables", {"colour": "red"}, status=422))["code"] == "wrong_fields"
        assert (await ann.get("/tables", which="own"))["tables"] == []

    visit(sqlite, story)


def test_an_illegal_action_is_told_what_is_legal_and_changes_nothing(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/tables/{state['id']}/actions"
        for action in (99999, -3, "nonsense", "roll:r", "move"):
            wrong = await ann.post(path, {"number": state["number"], "action": action}, status=400)
            assert wrong["allowed"] == state["asked"]["legal"]
        name = state["asked"]["legal"][0]["text"]
        assert (await ann.get(f"/tables/{state['id']}"))["number"] == state["number"]
        await ann.post(path, {"number": state["number"], "action": name})

    visit(sqlite, story)


def test_two_who_act_on_the_same_number_one_wins_the_other_gets_the_fresh_state(database: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        actions = [legal["action"] for legal in state["asked"]["legal"][:2]]
        orders = [{"number": state["number"], "action": action} for action in actions]
        path = f"/tables/{state['id']}/actions"
        twins = [house.guest(), house.guest()]
        for twin in twins:
            twin.http.cookies = ann.http.cookies
        await asyncio.gather(
            *(twin.ask("POST", path, order) for twin, order in zip(twins, orders, strict=True))
        )
        assert sorted(twin.last.status_code for twin in twins) == [200, 409]
        (late,) = [twin.last.json() for twin in twins if twin.last.status_code == 409]
        fresh = await ann.get(f"/tables/{state['id']}")
        assert late["code"] == "stale"
        assert late["state"] == fresh
        assert late["allowed"] == [fresh["number"]]

    visit(database, story)


def test_a_number_that_is_not_there_yet_is_stale_too(sqlite: str) -> None:
    """Whoever names it has not seen this table: it was restored, or the number is made up."""

    async def story(house: House) -> None:
        ann, state = await house.solo()
        path = f"/tables/{state['id']}"
        action = state["asked"]["legal"][0]["action"]
        for ahead in (1, 1000):
            order = {"number": state["number"] + ahead, "action": action}
            refused = await ann.post(f"{path}/actions", order, status=409)
            assert (refused["code"], refused["allowed"]) == ("stale", [state["number"]])
        assert await ann.get(path) == state
        state = await ann.act(state)
        refused = await ann.post(f"{path}/undo", {"number": state["number"] + 1}, status=409)
        assert refused["code"] == "stale"

    visit(sqlite, story)


def test_chat_does_not_make_a_decision_stale(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo()
        await ann.post(f"/tables/{state['id']}/chat", {"text": "Hm."})
        await ann.act(state)

    visit(sqlite, story)


def test_bots_play_and_a_person_can_hand_over_a_seat_and_take_it_back(database: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        bot = {"who": "bot", "bot": "monk"}
        seats = [{"who": "me", "name": "Ann"}, bot, {"who": "bot", "bot": "master", "seconds": 0.02}]
        table = await ann.create("ghosts", options={"players": 3}, seats=seats)
        path = f"/tables/{table['id']}"
        await ann.post(f"{path}/start")

        async def mine() -> Json | None:
            state = await ann.get(path)
            return state if state["asked"] or state["status"] == "finished" else None

        state = await until(mine)
        await ann.act(state)
        await ann.put(f"{path}/seats/0", {"who": "bot", "bot": "random"})
        assert (await ann.get(path))["seats"][0]["handed_over"]

        async def moved() -> bool:
            return bool((await ann.get(path))["number"] > state["number"] + 12)

        await until(moved)
        await ann.put(f"{path}/seats/0", {"who": "me"})
        assert not (await ann.get(path))["seats"][0]["handed_over"]
        await until(mine)

    visit(database, story)


def test_only_bots_play_a_whole_game_by_themselves(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest()
        bot = {"who": "bot", "bot": "random"}
        table = await ann.create(options={"players": 2}, seats=[bot, bot])
        await ann.post(f"/tables/{table['id']}/start")

        async def over() -> bool:
            return bool((await ann.get(f"/tables/{table['id']}"))["status"] == "finished")

        await until(over)

    visit(sqlite, story)


def test_bots_that_were_interrupted_go_on_after_a_restart(sqlite: str) -> None:
    async def before(house: House) -> str:
        ann = house.guest()
        bot = {"who": "bot", "bot": "monk"}
        table = await ann.create("ghosts", options={"players": 2}, seats=[bot, bot])
        await ann.post(f"/tables/{table['id']}/start")
        return str(table["id"])

    id = visit(sqlite, before, bot_processes=1)

    async def after(house: House) -> None:
        async def over() -> bool:
            return bool((await house.guest().get(f"/tables/{id}"))["status"] == "finished")

        await until(over)

    visit(sqlite, after)


def test_a_hot_seat_has_several_seats_and_sees_with_the_one_that_decides(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann = house.guest("Ann")
        seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bob"}]
        table = await ann.create("ghosts", options={"players": 2}, seats=seats)
        state = await ann.post(f"/tables/{table['id']}/start")
        assert state["your_seats"] == [0, 1]
        choose = Random(1)
        for _ in range(10):
            assert state["seat"] == state["actor"]
            hands = [player["hand"] for player in state["view"]["players"]]
            assert [hand is not None for hand in hands] == [seat == state["actor"] for seat in (0, 1)]
            state = await ann.act(state, choose)

    visit(sqlite, story)


async def _before_a_plain_decision(ann: Guest, bob: Guest, id: str) -> Json:
    """Play on until somebody can take back what he has just decided."""
    choose = Random(2)
    for _ in range(200):
        state = await ann.get(f"/tables/{id}")
        guest = (ann, bob)[state["actor"]]
        state = await guest.act(await guest.get(f"/tables/{id}"), choose)
        if state["can_undo"]:
            return state
    raise AssertionError("no undo was ever possible")


def test_undo_needs_the_consent_of_all_people(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghost-stories")
        state = await _before_a_plain_decision(ann, bob, id)
        path = f"/tables/{id}/undo"
        asked = await ann.post(path, {"number": state["number"]})
        assert asked["undo"] == {"seat": 0, "waits_for": [1], "yours_to_answer": False}
        assert (await house.guest("Eve").post(f"{path}/answer", {"agree": True}, status=401))[
            "code"
        ] == "no_cookie"
        refused = await bob.post(f"{path}/answer", {"agree": False})
        assert refused["undo"] is None
        await ann.post(path, {"number": refused["number"]})
        log = (await ann.get(f"/tables/{id}/record"))["actions"]
        done = await bob.post(f"{path}/answer", {"agree": True})
        assert done["undo"] is None
        assert len((await ann.get(f"/tables/{id}/record"))["actions"]) < len(log)
        kinds = [update["kind"] for update in (await bob.get(f"/tables/{id}/log"))["updates"]]
        assert kinds[-4:] == ["undo_refused", "undo_asked", "undo_agreed", "undone"]
        assert (await ann.post(f"{path}/answer", {"agree": True}, status=409))["code"] == "not_asked"

    visit(sqlite, story)


def test_undo_never_goes_past_shown_chance_unless_it_is_free(sqlite: str) -> None:
    async def until_chance(free: bool) -> None:
        async def story(house: House) -> None:
            ann, state = await house.solo(free_undo=free)
            choose = Random(4)
            for _ in range(100):
                before = state
                state = await ann.act(state, choose)
                rows = (await ann.get(f"/tables/{state['id']}/log", after=before["number"]))["updates"]
                if "chance" in [row["kind"] for row in rows]:
                    break
            assert state["can_undo"] == free
            path = f"/tables/{state['id']}/undo"
            if not free:
                assert (await ann.post(path, {"number": state["number"]}, status=409))["code"] == "no_undo"
                return
            undone = await ann.post(path, {"number": state["number"]})
            assert undone["view"] == before["view"]
            # The same choice meets the same dice.
            again = await ann.act({**undone, "asked": {"legal": [{"action": rows[0]["action"]}]}})
            assert again["view"] == state["view"]

        await story(house_now)

    async def both(house: House) -> None:
        nonlocal house_now
        house_now = house
        await until_chance(False)
        await until_chance(True)

    house_now: House
    visit(sqlite, both)


def test_together_people_give_up_together(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghost-stories")
        asked = await bob.post(f"/tables/{id}/resign")
        assert asked["status"] == "playing"
        assert (await ann.get(f"/tables/{id}"))["resign"]["yours_to_answer"]
        done = await ann.post(f"/tables/{id}/resign/answer", {"agree": True})
        assert (done["status"], done["result"]["reason"]) == ("finished", "resigned")
        assert (await ann.act({**asked, "asked": {"legal": [{"action": 0}]}}, status=409))["code"] == "stale"

    visit(sqlite, story)


def test_who_plays_for_himself_resigns_alone_and_a_bot_takes_his_place(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        left = await ann.post(f"/tables/{id}/resign")
        assert (left["status"], left["seats"][0]["bot"]) == ("playing", "monk")
        assert (await ann.put(f"/tables/{id}/seats/0", {"who": "me"}, status=409))["code"] == "resigned"
        done = await bob.post(f"/tables/{id}/resign")
        assert (done["status"], done["result"]["resigned"]) == ("finished", [0, 1])

    visit(sqlite, story)


def test_a_rematch_is_one_new_table_for_the_same_people(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts", title="Duel")
        assert (await ann.post(f"/tables/{id}/rematch", status=409))["code"] == "not_over"
        await ann.post(f"/tables/{id}/resign")
        await bob.post(f"/tables/{id}/resign")
        first, second = await ann.post(f"/tables/{id}/rematch"), await bob.post(f"/tables/{id}/rematch")
        assert first["id"] == second["id"] != id
        assert (second["your_seats"], second["title"], second["before"]) == ([1], "Duel", id)
        assert [seat["bot"] for seat in second["seats"]] == [None, None]
        assert (await bob.post(f"/tables/{second['id']}/start"))["status"] == "playing"

    visit(sqlite, story)


def test_a_table_with_own_dice_asks_for_each_die_and_card(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo(chance="people")
        real_table = Random(9)
        asked = 0
        while state["status"] == "playing" and asked < 60:
            if state["asked"]["what"] == "outcome":
                assert state["actor"] == "chance"
                asked += 1
            state = await ann.act(state, real_table)
        wrong = {"number": state["number"], "action": "take:b"}
        if state["asked"] and state["asked"]["what"] == "outcome":
            refused = await ann.post(f"/tables/{state['id']}/actions", wrong, status=400)
            assert refused["code"] in ("impossible", "illegal")

    visit(sqlite, story)


def test_a_wrongly_entered_die_can_be_corrected(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, state = await house.solo(chance="people")
        before = state
        assert before["asked"]["what"] == "outcome"
        state = await ann.act(state)
        undone = await ann.post(f"/tables/{state['id']}/undo", {"number": state["number"]})
        assert undone["view"] == before["view"]
        assert not undone["can_undo"]

    visit(sqlite, story)


def test_hidden_cards_are_entered_by_the_one_who_draws_and_nothing_is_told(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts", chance="people")
        await ann.act(await ann.get(f"/tables/{id}"))
        entered = 0
        while entered < 7:
            states = [await guest.get(f"/tables/{id}") for guest in (ann, bob)]
            drawer = 0 if states[0]["asked"] else 1
            assert states[1 - drawer]["asked"] is None
            legal = states[drawer]["asked"]["legal"]
            entered += 1
            assert len(legal) == 19  # every kind of card, whatever is left in the pile
            order = {"number": states[0]["number"], "action": legal[0]["action"]}
            other = (bob, ann)[drawer]
            await other.post(f"/tables/{id}/actions", order, status=403)
            drawn = states[drawer]["view"]["players"][drawer]["hand"]
            kind = legal[len(drawn) % 6 * 3 + drawer]["action"]
            await (ann, bob)[drawer].post(f"/tables/{id}/actions", {**order, "action": kind})

    visit(sqlite, story)


def test_a_private_table_is_there_only_for_those_with_a_link(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
        table = await ann.create("ghosts", options={"players": 2}, listed=False)
        path = f"/tables/{table['id']}"
        links = await ann.get(f"{path}/links")
        assert links["join_key"] in links["join"]
        assert (await eve.get("/tables"))["tables"] == []
        for route in (path, f"{path}/log", f"{path}/record", f"{path}/links", f"{path}/stream"):
            assert (await eve.get(route, status=404))["code"] == "not_there"
        await eve.get(path, status=404, key="0" * 20)
        watched = await eve.get(path, key=links["watch_key"])
        assert watched["your_seats"] == []
        seat = f"{path}/seats/1"
        assert (await eve.put(seat, {"who": "me", "key": links["watch_key"]}, status=403))[
            "code"
        ] == "not_invited"
        await bob.put(seat, {"who": "me", "name": "Bob", "key": links["join_key"]})
        assert (await bob.get(path))["your_seats"] == [1]
        assert (await eve.put(seat, {"who": "me", "key": links["join_key"]}, status=409))[
            "code"
        ] == "seat_taken"

    visit(sqlite, story)


def test_seats_before_the_start(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        table = await ann.create("ghosts", options={"players": 3})
        path = f"/tables/{table['id']}/seats"
        await bob.sit(table["id"], 2)
        assert (await ann.put(f"{path}/9", {"who": "me"}, status=400))["allowed"] == [0, 1, 2]
        await bob.put(f"{path}/0", {"who": "bot", "bot": "monk"}, status=403)
        await bob.put(f"{path}/2", {"who": "bot", "bot": "master", "seconds": 99}, status=422)
        await bob.put(f"{path}/2", {"who": "nobody"})
        await ann.put(f"{path}/1", {"who": "bot", "bot": "master", "seconds": 2})
        assert [seat["kind"] for seat in (await ann.get(f"/tables/{table['id']}"))["seats"]] == [
            "free",
            "bot",
            "free",
        ]
        await bob.post(f"/tables/{table['id']}/start", status=403)

    visit(sqlite, story)


def test_a_rematch_whose_server_was_killed_half_way_is_made_by_the_next_who_asks(sqlite: str) -> None:
    async def story(house: House) -> None:
        ann, bob, id = await house.pair("ghosts")
        await ann.post(f"/tables/{id}/resign")
        await bob.post(f"/tables/{id}/resign")
        room = await house.server.rooms.room(id)
        await room.do(lambda draft: draft.note("rematch", table="promised"))
        assert (await bob.get("/tables/promised", status=404))["code"] == "not_there"
        both = await asyncio.gather(*(guest.post(f"/tables/{id}/rematch") for guest in (ann, bob)))
        assert [table["id"] for table in both] == ["promised", "promised"]
        assert [table["your_seats"] for table in both] == [[0], [1]]

    visit(sqlite, story)
