"""What can be done at a table and what is refused, on drafts alone: no server, no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import spuk
from spuk.render.table_html import study
from spuk.table import chance, play, seating
from spuk.table import view as shown
from spuk.table.errors import NotNow, NotYours, Refused, Stale, WrongRequest
from spuk.table.table import FINISHED, OPEN, PLAYING, Seat, Table

ANN, BOB = Seat("ann", "Ann"), Seat("bob", "Bob")
MONK = Seat(None, "monk", "monk")
Do = Callable[[Table], None]


def order(game: str = "ghosts", **more: Any) -> dict[str, Any]:
    options = {"players": 2} if game == "ghosts" else {"players": 2, "level": "initiation"}
    found: dict[str, Any] = {"game": game, "options": options, "title": "", "chance": "server"}
    return {**found, "free_undo": False, "listed": True, **more}


def made(*seats: Seat, game: str = "ghosts", by: str = "ann", **more: Any) -> Table:
    """A table that has not started."""
    table = Table("t")
    table.now = 5.0
    seating.create(table, by, order(game, **more), seats)
    return table


def started(*seats: Seat, game: str = "ghosts", **more: Any) -> Table:
    table = made(*(seats or (ANN, BOB)), game=game, **more)
    play.start(table, "ann")
    return table


def over(*seats: Seat) -> Table:
    """Both have resigned."""
    table = started(*seats)
    for person in table.deciding():
        play.resign(table, person)
    assert table.status == FINISHED
    return table


def refused(table: Table, do: Do, kind: type[Refused], code: str) -> Refused:
    """It is refused, with this code, and nothing happens."""
    before, rows = table.number, len(table.fresh)
    with pytest.raises(kind) as caught:
        do(table)
    assert caught.value.code == code
    assert (table.number, len(table.fresh)) == (before, rows)
    return caught.value


def whose(table: Table) -> tuple[str, str]:
    """Who decides now, and the other one."""
    actor = table.actor()
    assert actor is not None
    assert actor >= 0
    owner = table.seats[actor].owner
    assert owner is not None
    return owner, "bob" if owner == "ann" else "ann"


# ── making and starting ─────────────────────────────────────────────────────────────────────


def test_a_new_table_is_open_and_its_seats_are_free() -> None:
    table = made()
    assert (table.status, table.number, table.moved, table.created_at) == (OPEN, 1, 0, 5.0)
    assert table.seats == (Seat(), Seat())
    assert (table.people, table.before, table.beginning) == (("ann",), None, [])
    assert table.rules == spuk.game("ghosts").rules_revision
    assert table.actor() is None
    assert table.result() is None


def test_wrong_games_options_and_beginnings_make_no_table() -> None:
    new = Table("t")
    wrong = refused(new, lambda t: seating.create(t, "ann", order(game="chess")), WrongRequest, "wrong_game")
    assert wrong.allowed == spuk.games()
    wrong = refused(
        new,
        lambda t: seating.create(t, "ann", order(options={"players": 9})),
        WrongRequest,
        "wrong_options",
    )
    assert {"option": "players", "values": spuk.game("ghosts").options()["players"]} in wrong.allowed
    refused(
        new, lambda t: seating.create(t, "ann", order(options={"colour": 1})), WrongRequest, "wrong_options"
    )
    refused(new, lambda t: seating.create(t, "ann", order(free_undo=True)), WrongRequest, "wrong_options")
    first = spuk.game("ghosts").new(players=2).legal()[0]
    wrong = refused(
        new, lambda t: seating.create(t, "ann", order(beginning=[first, -1])), WrongRequest, "wrong_record"
    )
    assert str(wrong).startswith("Action 2: ")


def test_only_those_at_the_table_start_it_once_and_when_every_seat_is_taken() -> None:
    table = made(ANN, Seat())
    wrong = refused(table, lambda t: play.start(t, "ann"), NotNow, "seats_free")
    assert wrong.allowed == [1]
    assert "1" in str(wrong)
    seating.sit_down(table, "bob", 1, "Bob", invited=True)
    refused(table, lambda t: play.start(t, "cleo"), NotYours, "not_yours")
    sitting = table.draft(1.0)
    play.start(sitting, "bob")  # sits there, has not made it
    assert sitting.status == PLAYING
    made_by_ann = made(BOB, MONK)
    play.start(made_by_ann, "ann")  # has made it, does not sit there
    refused(made_by_ann, lambda t: play.start(t, "ann"), NotNow, "started")


def test_before_the_start_nothing_is_decided() -> None:
    table = made(ANN, BOB)
    refused(table, lambda t: play.act(t, "ann", t.number, 0), NotNow, "not_started")
    refused(table, lambda t: play.ask_undo(t, "ann", t.number), NotNow, "not_started")
    refused(table, lambda t: play.answer_undo(t, "ann", True), NotNow, "not_started")
    refused(table, lambda t: play.resign(t, "ann"), NotNow, "not_started")
    refused(table, lambda t: play.answer_resignation(t, "ann", True), NotNow, "not_started")
    refused(table, lambda t: play.note_rematch(t, "ann", "x"), NotNow, "not_over")
    assert study(table, "en") == {"phase": "", "question": ""}
    assert not play.can_undo(table)


def test_after_the_end_nothing_is_decided() -> None:
    table = over()
    refused(table, lambda t: play.act(t, "ann", t.number, 0), NotNow, "over")
    for do in (
        lambda t: play.ask_undo(t, "ann", t.number),
        lambda t: play.resign(t, "ann"),
        lambda t: seating.place_bot(t, "ann", 0, "monk", None),
    ):
        with pytest.raises(Refused):
            do(table)
    table = started(game="ghost-stories")
    play.resign(table, "ann")
    play.answer_resignation(table, "bob", True)
    assert (table.status, table.given_up_by) == (FINISHED, (0, 1))
    for do in (
        lambda t: play.ask_undo(t, "ann", t.number),
        lambda t: play.answer_undo(t, "ann", True),
        lambda t: play.resign(t, "ann"),
        lambda t: play.answer_resignation(t, "ann", True),
        lambda t: seating.place_bot(t, "ann", 0, "monk", None),
    ):
        refused(table, do, NotNow, "over")


# ── seats ───────────────────────────────────────────────────────────────────────────────────


def test_seats_that_are_not_there() -> None:
    table = made()
    for number in (-1, 2, 99):
        wrong = refused(table, lambda t, n=number: seating.seat_number(t, n), WrongRequest, "wrong_seat")  # type: ignore[misc]
        assert list(wrong.allowed) == [0, 1]
    assert [seating.seat_number(table, number) for number in (0, 1)] == [0, 1]


def test_sitting_down() -> None:
    table = made(ANN, Seat())
    refused(table, lambda t: seating.sit_down(t, "bob", 1, "Bob", invited=False), NotYours, "not_invited")
    wrong = refused(table, lambda t: seating.sit_down(t, "bob", 0, "Bob", invited=True), NotNow, "seat_taken")
    assert wrong.allowed == [1]
    seating.sit_down(table, "bob", 1, "", invited=True)
    assert table.seats[1] == Seat("bob", "Player 2")
    assert table.people == ("ann", "bob")
    seating.sit_down(table, "bob", 1, "Bobby", invited=False)  # it is his
    assert table.seats[1].name == "Bobby"
    assert table.fresh[-1].data["what"] == "named"
    play.start(table, "ann")
    refused(table, lambda t: seating.sit_down(t, "cleo", 1, "", invited=True), NotNow, "started")
    refused(table, lambda t: seating.clear_seat(t, "ann", 0), NotNow, "started")


def test_bots_on_seats() -> None:
    table = made(ANN, Seat())
    wrong = refused(table, lambda t: seating.place_bot(t, "ann", 1, "hal", None), WrongRequest, "wrong_bot")
    assert wrong.allowed == spuk.bots()
    for seconds in (0.0, -1.0, 30.5):
        wrong = refused(
            table,
            lambda t, s=seconds: seating.place_bot(t, "ann", 1, "master", s),  # type: ignore[misc]
            WrongRequest,
            "wrong_seconds",
        )
        assert wrong.allowed == [0.01, 30.0]
    refused(table, lambda t: seating.place_bot(t, "bob", 1, "monk", None), NotYours, "not_yours")
    for seconds in (0.5, 30.0):
        seating.place_bot(table, "ann", 1, "master", seconds)
        assert table.seats[1] == Seat(None, "master", "master", seconds)
    play.start(table, "ann")
    refused(table, lambda t: seating.place_bot(t, "ann", 1, "monk", None), NotYours, "not_yours")
    seating.place_bot(table, "ann", 0, "monk", None)
    assert table.seats[0] == Seat("ann", "Ann", "monk")
    assert table.fresh[-1].data["what"] == "handed_over"
    seating.sit_down(table, "ann", 0, "", invited=False)
    assert table.seats[0] == ANN
    assert table.fresh[-1].data["what"] == "back"


def test_leaving_a_seat() -> None:
    table = made(ANN, BOB)
    refused(table, lambda t: seating.clear_seat(t, "cleo", 1), NotYours, "not_yours")
    by_himself = table.draft(1.0)
    seating.clear_seat(by_himself, "bob", 1)
    assert by_himself.seats[1].free
    seating.clear_seat(table, "ann", 1)
    assert table.seats == (ANN, Seat())
    rows = len(table.fresh)
    seating.clear_seat(table, "ann", 1)
    assert len(table.fresh) == rows  # nobody was there


def test_those_who_play_again_sit_there_themselves() -> None:
    handed_over = Seat("ann", "Ann", "master", 3.0)
    bot = Seat(None, "master", "master", 2.0)
    table = made(handed_over, bot)
    assert seating.seats_again(table) == [ANN, bot]
    gone = made(Seat("ann", "Ann", "monk", resigned=True), BOB)
    assert seating.seats_again(gone) == [ANN, BOB]


# ── deciding ────────────────────────────────────────────────────────────────────────────────


def test_only_the_one_whose_turn_it_is_decides_and_only_what_is_legal() -> None:
    table = started()
    who, other = whose(table)
    assert table.state is not None
    seat, legal = table.actor(), table.state.legal()
    wrong = refused(table, lambda t: play.act(t, other, t.number, legal[0]), NotYours, "not_yours")
    assert wrong.allowed == [seat]
    for nonsense in (-1, 10_000, "nonsense"):
        wrong = refused(
            table,
            lambda t, a=nonsense: play.act(t, who, t.number, a),  # type: ignore[misc]
            WrongRequest,
            "illegal",
        )
        assert wrong.allowed == play.named(table, legal)
    handed_over = table.draft(1.0)
    assert seat is not None
    seating.place_bot(handed_over, who, seat, "monk", None)
    refused(handed_over, lambda t: play.act(t, who, t.number, legal[0]), NotNow, "bot_plays")
    play.act(table, who, table.number, spuk.game("ghosts").action_text(legal[0]))
    assert legal[0] in table.actions


def test_an_action_names_the_number_it_was_decided_on() -> None:
    table = started()
    who, _ = whose(table)
    assert table.state is not None
    action = table.state.legal()[0]
    for number in (table.moved - 1, table.number + 1):
        refused(table, lambda t, n=number: play.act(t, who, n, action), Stale, "stale")  # type: ignore[misc]
    play.chat(table, "ann", "Boo!")
    assert table.number == table.moved + 1
    play.act(table, who, table.moved, action)


def test_dice_of_the_real_table_are_entered_by_those_who_see_them() -> None:
    table = started(game="ghost-stories", chance="people")
    assert table.state is not None
    assert table.state.actor == spuk.CHANCE
    assert play.may_enter(table) == ("ann", "bob")
    refused(table, lambda t: play.act(t, "cleo", t.number, 0), NotYours, "not_yours")
    wrong = refused(table, lambda t: play.act(t, "ann", t.number, 10_000), WrongRequest, "impossible")
    assert wrong.allowed == play.named(table, chance.possible(table.state))
    play.act(table, "bob", table.number, table.state.legal()[-1])
    assert (table.chances, table.decisions) == ([0], [0])
    assert play.may_enter(started(game="ghost-stories")) == ()
    bots = started(MONK, MONK, game="ghost-stories", chance="people")
    assert play.may_enter(bots) == ("ann",)  # she has made it


# ── undo, giving up, playing again ──────────────────────────────────────────────────────────


def decided(**more: Any) -> tuple[Table, str, str]:
    """A table where somebody has just decided something that may be undone."""
    table = started(game="ghost-stories", free_undo=True, **more)
    who, other = whose(table)
    assert table.state is not None
    play.act(table, who, table.number, table.state.legal()[0])
    return table, who, other


def test_an_undo_is_asked_for_answered_and_done() -> None:
    table, who, other = decided()
    actions = len(table.actions)
    refused(table, lambda t: play.answer_undo(t, other, True), NotNow, "not_asked")
    refused(table, lambda t: play.ask_undo(t, "cleo", t.number), NotYours, "not_yours")
    for number in (table.moved - 1, table.number + 1):
        refused(table, lambda t, n=number: play.ask_undo(t, who, n), Stale, "stale")  # type: ignore[misc]
    play.ask_undo(table, who, table.moved)
    assert table.undo is not None
    assert (table.undo.by, table.undo.agreed, table.undo.to) == (who, (who,), table.decisions[-1])
    asked = shown.shown(table, other, ())["undo"]
    assert asked["yours_to_answer"]
    assert asked["waits_for"] == list(table.seats_of(other))
    assert not shown.shown(table, who, ())["undo"]["yours_to_answer"]
    rows = len(table.fresh)
    play.answer_undo(table, who, True)  # has agreed already
    assert len(table.fresh) == rows
    no = table.draft(1.0)
    play.answer_undo(no, other, False)
    assert (no.undo, len(no.actions)) == (None, actions)
    play.answer_undo(table, other, True)
    assert table.undo is None
    assert len(table.actions) < actions


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    table = started(game="ghost-stories", free_undo=True)
    refused(table, lambda t: play.ask_undo(t, "ann", t.number), NotNow, "nothing_to_undo")


def test_together_all_have_to_agree_to_give_up() -> None:
    table = started(game="ghost-stories")
    refused(table, lambda t: play.answer_resignation(t, "bob", True), NotNow, "not_asked")
    refused(table, lambda t: play.resign(t, "cleo"), NotYours, "not_yours")
    play.resign(table, "ann")
    assert table.status == PLAYING
    assert table.giving_up is not None
    assert (table.giving_up.by, table.giving_up.agreed) == ("ann", ("ann",))
    no = table.draft(1.0)
    play.answer_resignation(no, "bob", False)
    assert (no.giving_up, no.status) == (None, PLAYING)
    play.answer_resignation(table, "bob", True)
    assert (table.status, table.given_up_by) == (FINISHED, (0, 1))
    assert table.result() == {"reason": "resigned", "won": False, "winners": [], "resigned": [0, 1]}


def test_who_plays_for_himself_leaves_his_seat_to_a_bot() -> None:
    table = started()
    play.resign(table, "ann")
    assert table.status == PLAYING
    assert table.seats[0] == Seat("ann", "Ann", "monk", resigned=True)
    refused(table, lambda t: seating.sit_down(t, "ann", 0, "", invited=True), NotNow, "resigned")
    refused(table, lambda t: seating.place_bot(t, "ann", 0, "novice", None), NotNow, "resigned")
    play.resign(table, "bob")
    assert (table.status, table.given_up_by) == (FINISHED, (0, 1))
    with_bot = started(ANN, MONK)
    play.resign(with_bot, "ann")
    assert (with_bot.status, with_bot.given_up_by) == (FINISHED, (0,))


def test_only_those_who_played_play_again_and_at_one_table() -> None:
    table = over(ANN, BOB)
    refused(table, lambda t: play.note_rematch(t, "cleo", "x"), NotYours, "not_yours")
    play.note_rematch(table, "bob", "first")
    play.note_rematch(table, "ann", "second")
    assert table.rematch == "first"
    watched = over(BOB, MONK)
    play.note_rematch(watched, "ann", "x")  # she has made it
    assert watched.rematch == "x"


def test_only_those_at_the_table_chat() -> None:
    table = started()
    refused(table, lambda t: play.chat(t, "cleo", "Boo!"), NotYours, "not_yours")
    play.chat(table, "bob", "Boo!")
    assert dict(table.fresh[-1].data) == {"seat": 1, "name": "Bob", "text": "Boo!", "by": "bob"}


# ── records ─────────────────────────────────────────────────────────────────────────────────


def test_a_record_is_shown_with_the_names_it_has() -> None:
    game = spuk.game("ghosts")
    record = spuk.play(game, {"players": 2}, "random", 3)
    record.players[:] = ["human", "x" * 50]
    table = Table("t")
    play.show_record(table, "ann", record)
    assert [seat.name for seat in table.seats] == ["Player 1", "x" * 40]
    assert (table.status, table.listed, table.actions) == (FINISHED, False, record.actions)
    assert all(row.kind != "imported" for row in table.fresh)
    record.players[:] = ["monk"]
    del record.actions[-1:]
    table = Table("t")
    play.show_record(table, "ann", record)
    assert table.seats == (MONK, Seat(None, "Player 2"))
    assert (table.status, table.fresh[-1].kind) == (FINISHED, "imported")
    assert table.result() is None
    assert table.people == ("ann",)
