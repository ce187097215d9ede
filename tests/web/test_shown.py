"""What a client is given of a table, field by field, on drafts alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.test_refusals import ANN, BOB, MONK, decided, made, over, started, whose

import spuk
from spuk.render.table_html import study
from spuk.store.contract import Listed
from spuk.table import chance, play, seating
from spuk.table import view as shown
from spuk.table.errors import NotYours
from spuk.table.table import Seat, Table, rules_in_force
from spuk.table.updates import Update, actor_name

FREE: dict[str, Any] = {
    "name": "",
    "kind": "free",
    "bot": None,
    "seconds": None,
    "handed_over": False,
    "resigned": False,
    "yours": False,
}


def test_a_new_table_field_by_field() -> None:
    table = made(ANN, Seat(), title="Tonight")
    assert shown.shown(table, "ann", (0,)) == {
        "id": "t",
        "number": 1,
        "game": "ghosts",
        "rules": spuk.game("ghosts").rules_revision,
        "replayable": True,
        "damaged": False,
        "closed": None,
        "title": "Tonight",
        "options": {"players": 2},
        "status": "open",
        "chance": "server",
        "free_undo": False,
        "listed": True,
        "created_at": 5.0,
        "changed_at": 5.0,
        "seats": [{**FREE, "name": "Ann", "kind": "person", "yours": True}, FREE],
        "your_seats": [0],
        "creator": True,
        "seat": 0,
        "actor": None,
        "asked": None,
        "turn": None,
        "view": None,
        "undo": None,
        "can_undo": False,
        "resign": None,
        "result": None,
        "before": None,
        "rematch": None,
    }
    assert shown.shown(table, "ann", (0,), "en")["turn"] is None
    stranger = shown.shown(table, None, ())
    assert (stranger["creator"], stranger["your_seats"], stranger["seat"]) == (False, [], None)
    assert not any(seat["yours"] for seat in stranger["seats"])
    assert not shown.shown(table, "bob", ())["creator"]


def test_seats_tell_who_plays_there() -> None:
    handed_over, resigned = Seat("ann", "Ann", "master", 2.0), Seat("bob", "Bob", "monk", resigned=True)
    first, second = shown.shown(made(handed_over, resigned), "bob", ())["seats"]
    assert first == {
        **FREE,
        "name": "Ann",
        "kind": "bot",
        "bot": "master",
        "seconds": 2.0,
        "handed_over": True,
    }
    assert second == {
        **FREE,
        **{"name": "Bob", "kind": "bot", "bot": "monk", "handed_over": True, "resigned": True, "yours": True},
    }
    (bot, _) = shown.shown(made(MONK, BOB), "bob", ())["seats"]
    assert bot == {**FREE, "name": "monk", "kind": "bot", "bot": "monk"}


def test_only_the_one_who_decides_is_asked() -> None:
    table = started()
    who, other = whose(table)
    seat = table.seats_of(who)[0]
    asked = shown.shown(table, who, (seat,), "en")
    assert table.state is not None
    assert (asked["asked"]["what"], asked["asked"]["seat"]) == ("action", seat)
    assert [one["action"] for one in asked["asked"]["legal"]] == table.state.legal()
    game = spuk.game("ghosts")
    for one in asked["asked"]["legal"]:
        assert one["text"] == game.action_text(one["action"])
        assert one["words"] == game.words(table.state, one["action"], "en")
    assert asked["actor"] == seat
    assert asked["turn"]
    assert shown.shown(table, who, (seat,))["turn"] is None
    assert "words" not in shown.shown(table, who, (seat,))["asked"]["legal"][0]
    for person, eye in ((other, table.seats_of(other)), (None, ()), (who, ())):
        assert shown.shown(table, person, eye)["asked"] is None
    bot = table.draft(1.0)
    seating.place_bot(bot, who, seat, "monk", None)
    assert shown.shown(bot, who, (seat,))["asked"] is None


def test_dice_of_the_real_table_are_asked_from_those_who_see_them() -> None:
    table = started(game="ghost-stories", chance="people")
    assert table.state is not None
    asked = shown.shown(table, "bob", (1,))["asked"]
    assert (asked["what"], asked["seat"]) == ("outcome", None)
    assert [one["action"] for one in asked["legal"]] == chance.possible(table.state)
    assert shown.shown(table, "bob", (1,))["actor"] == "chance"
    assert shown.shown(table, "cleo", ())["asked"] is None
    assert shown.shown(started(), "cleo", ())["asked"] is None


def test_the_eye_is_ones_own_seats_or_the_one_asked_for() -> None:
    table = made(ANN, Seat("ann", "Ann too"))
    assert shown.eye_of(table, "ann") == (0, 1)
    assert shown.eye_of(table, "ann", 1) == (1,)
    with pytest.raises(NotYours) as caught:
        shown.eye_of(table, "bob", 1)
    assert caught.value.allowed == ()
    assert shown.eye_of(table, None) == ()


def test_at_a_shared_device_the_page_shows_the_hand_of_the_one_who_is_there() -> None:
    table = started(ANN, Seat("ann", "Ann too"))
    actor = table.actor()
    assert actor is not None
    assert shown.page_eye(table, "ann", None) == ()
    assert shown.page_eye(table, "ann", actor) == (actor,)
    assert shown.page_eye(table, "ann", 1 - actor) == ()  # the other one has to decide
    assert shown.page_eye(table, "bob", actor) == ()
    assert shown.page_eye(started(ANN, MONK), "ann", None) == (0,)
    assert shown.page_eye(started(ANN, Seat("ann", "", "monk")), "ann", None) == (0, 1)
    assert shown.page_eye(made(ANN, Seat("ann", "Ann too")), "ann", None) == (0, 1)
    open_hands = started(ANN, Seat("ann", "Ann too"), game="ghost-stories")
    assert shown.page_eye(open_hands, "ann", None) == (0, 1)


def test_the_view_is_that_of_the_seat_that_decides_or_the_first() -> None:
    table = started()
    actor = table.actor()
    assert actor is not None
    assert shown.viewing_seat(table, (0, 1)) == actor
    assert shown.viewing_seat(table, (1 - actor,)) == 1 - actor
    assert shown.viewing_seat(table, ()) is None


def test_what_is_proposed_and_who_has_to_answer() -> None:
    table, who, other = decided()
    seat, others = table.seats_of(who)[0], list(table.seats_of(other))
    assert shown.shown(table, who, ())["can_undo"]
    assert not shown.shown(table, None, ())["can_undo"]
    play.ask_undo(table, who, table.number)
    assert shown.shown(table, other, ())["undo"] == {
        "seat": seat,
        "waits_for": others,
        "yours_to_answer": True,
    }
    play.resign(table, who)
    assert shown.shown(table, who, ())["resign"] == {
        "seat": seat,
        "waits_for": others,
        "yours_to_answer": False,
    }


def test_the_record_is_whole_only_when_the_game_is_over() -> None:
    table = started()
    mine = shown.record_of(table, 0)
    assert mine["seed"] is None
    assert None in mine["actions"]
    assert len(mine["actions"]) == len(table.actions)
    everything = shown.record_of(over(), None)
    assert None not in everything["actions"]
    assert everything["seed"] is not None


def test_a_table_in_a_list_field_by_field() -> None:
    table = made(ANN, BOB)
    found = shown.listed(Listed("t", 1, 5.0, table.card()), "bob")
    assert (found["id"], found["number"], found["changed_at"], found["status"]) == ("t", 1, 5.0, "open")
    assert (found["yours"], found["your_seats"], found["replayable"]) == (True, [1], True)
    assert "owners" not in found
    assert found["seats"] == [{"name": name, "bot": None, "free": False} for name in ("Ann", "Bob")]
    assert found["game"] == "ghosts"
    assert found["result"] is None
    stranger = shown.listed(Listed("t", 1, 5.0, table.card()), None)
    assert (stranger["yours"], stranger["your_seats"]) == (False, [])
    free = shown.listed(Listed("t", 1, 5.0, made().card()), None)
    assert free["your_seats"] == []  # a free seat is nobody's


def test_the_card_says_what_it_waits_for_and_by_which_rules() -> None:
    table = made(MONK, MONK)
    card = table.card()
    assert (card.status, card.listed, card.waits, card.people) == ("open", True, "", ("ann",))
    assert card.rules in rules_in_force()
    assert card.about["owners"] == [None, None]
    play.start(table, "ann")
    assert table.card().waits == "bot"
    ended = over()
    assert ended.card().about["result"] == ended.result()


def test_a_snapshot_is_the_table_again() -> None:
    table, who, _ = decided()
    play.ask_undo(table, who, table.number)
    play.resign(table, who)
    again = Table.from_snapshot(table.snapshot())
    assert again is not None
    assert again.state is not None
    assert table.state is not None
    assert again.state.text() == table.state.text()
    left_out = {"state", "known_result", "damage", "request", "fresh", "updates", "now", "tongues"}
    assert set(table.snapshot().data) == set(vars(table)) - left_out
    for name in vars(table):
        if name not in ("state", "fresh", "updates", "now", "tongues"):
            assert getattr(again, name) == getattr(table, name), name
    assert Table.from_snapshot(table.snapshot()._replace(version="0")) is None


def test_actors_have_names() -> None:
    assert [actor_name(actor) for actor in (0, 3, spuk.CHANCE, spuk.OVER, None)] == [
        0,
        3,
        "chance",
        "over",
        None,
    ]


def test_rows_tell_nobody_who_somebody_is() -> None:
    table = started()
    play.chat(table, "bob", "Boo!")
    update = table.updates[-1]
    assert update.told(()) == {
        **{"number": table.number, "at": 5.0, "kind": "chat", "status": "playing"},
        **{"seat": 1, "name": "Bob", "text": "Boo!"},
    }
    beginning = made(ANN, BOB, beginning=list(table.actions)).updates[0].told(())
    assert "beginning" not in beginning
    created = table.updates[0].told(())
    assert not {"creator", "seed", "seats", "beginning"} & set(created)
    play.resign(table, "ann")
    assert "owner" not in table.updates[-1].told(())
    play.resign(table, "bob")
    assert table.updates[-1].told(())["seats"] == [0, 1]
    assert not Update(1, 1.0, "chat", {}).redacted()


def test_a_page_tells_the_odds_of_each_place_with_tokens_and_without() -> None:
    table = started(game="ghost-stories")
    state = spuk.game("ghost-stories").from_text("N=@2/tao:rr N2=38 E1=24 turn=N")
    table.state = state
    found = study(table, "en")
    assert found["phase"]
    assert found["question"]
    odds = found["odds"]
    assert odds["best"] == spuk.odds(state).as_dict()
    without = spuk.game("ghost-stories").from_text("N=@2/tao: E=tao: S=tao: W=tao: N2=38 E1=24 turn=N")
    assert odds["alone"] == spuk.odds(without).as_dict()
    assert odds["alone"] != odds["best"]
    for place in range(1, 10):
        here = spuk.odds(state, place)
        if here.exorcisms and here.targets:
            assert odds["places"][place] == float(here.some)
        else:
            assert place not in odds["places"]
    assert 2 in odds["places"]
    table.state = spuk.game("ghost-stories").new(players=1)  # still being laid out
    assert study(table, "en")["odds"] is None
    hidden = study(started(), "en")
    assert (hidden["phase"], "odds" in hidden) == ("", False)
    assert hidden["question"]
