"""The table as the fold of its log, and its dice: what each row leaves behind."""

from __future__ import annotations

import pytest
from tests.web.test_refusals import ANN, BOB, MONK, decided, made, over, started

import spuk
from spuk.store.contract import Card, Row
from spuk.table import chance, play
from spuk.table.people import nameless
from spuk.table.table import FINISHED, PLAYING, Seat, Table


def test_a_row_that_does_not_follow_is_refused() -> None:
    table = made(ANN, BOB)
    for number in (0, 1, 3):
        with pytest.raises(ValueError, match="does not follow"):
            table.fold(Row(number, 6.0, "chat", {}))
    table.fold(Row(2, 6.0, "chat", {"seat": 0, "name": "", "text": "", "by": "ann"}))
    assert (table.number, table.changed_at, table.created_at, table.moved) == (2, 6.0, 5.0, 0)


def test_only_what_changes_the_game_makes_a_decision_stale_and_ends_proposals() -> None:
    table, who, other = decided()
    assert table.moved == table.number
    play.ask_undo(table, who, table.number)
    play.resign(table, who)
    moved = table.moved
    play.chat(table, who, "Boo!")
    assert table.moved == moved
    assert table.undo is not None
    assert table.giving_up is not None
    play.answer_undo(table, other, True)
    assert table.moved == table.number
    assert table.undo is None
    assert table.giving_up is None


def test_a_draft_changes_nothing_of_the_table_it_is_of() -> None:
    table, _, _ = decided()
    assert table.state is not None
    before = (list(table.actions), list(table.decisions), list(table.chances), table.state.text())
    draft = table.draft(9.0, ("de",))
    assert (draft.now, draft.tongues, draft.fresh, draft.updates) == (9.0, ("de",), [], [])
    draft.actions.append(1)
    draft.decisions.append(1)
    draft.chances.append(1)
    assert draft.state is not None
    draft.state.apply(draft.state.legal()[0])
    assert (table.actions, table.decisions, table.chances, table.state.text()) == before
    assert table.now == 5.0


def test_the_past_has_fewer_actions_and_is_not_over() -> None:
    table = over()
    number = len(table.actions)
    assert table.past(number).status == FINISHED
    earlier = table.past(number - 1)
    assert (earlier.status, len(earlier.actions)) == (PLAYING, number - 1)
    assert all(before < number - 1 for before in (*earlier.decisions, *earlier.chances))
    assert earlier.state is not None
    again = spuk.game("ghosts").new(players=2)
    for action in earlier.actions:
        again.apply(action)
    assert earlier.state.text() == again.text()
    assert len(table.actions) == number
    asked, who, _ = decided()
    play.ask_undo(asked, who, asked.number)
    play.resign(asked, who)
    past = asked.past(len(asked.actions))
    assert (past.undo, past.giving_up) == (None, None)
    assert asked.undo is not None


def test_the_last_actor_is_known_after_a_replay() -> None:
    table, _, _ = decided()
    again = Table.from_snapshot(table.snapshot())
    assert again is not None
    assert again.last_actor == table.last_actor
    assert made().last_actor is None


def test_people_are_noted_once_in_the_order_they_came() -> None:
    table = made(BOB, Seat(), by="ann")
    assert table.people == ("ann", "bob")
    table._note_people("cleo", None, "ann", "cleo")
    assert table.people == ("ann", "bob", "cleo")


def test_who_decides_and_whose_seats_are_whose() -> None:
    table = made(ANN, Seat("bob", "Bob", "monk"))
    assert table.deciding() == ("ann",)
    assert table.seats_of("bob") == (1,)
    assert table.seats_of(None) == ()
    assert made(ANN, Seat("ann", "Ann too")).deciding() == ("ann",)
    assert nameless(0) == "Player 1"
    assert (Seat().free, ANN.free, MONK.free) == (True, False, False)
    assert (ANN.person, MONK.person, Seat("ann", "", "monk").person) == ("ann", None, None)


def test_a_bot_is_to_move_only_at_its_seat_and_while_the_game_goes_on() -> None:
    table = started(MONK, MONK)
    assert table.bot_to_move() == table.actor()
    assert made(MONK, MONK).bot_to_move() is None
    assert started().bot_to_move() is None
    old = table.draft(1.0)
    old.state = None  # played by other rules
    assert old.bot_to_move() is None
    ended = table.draft(1.0)
    ended.status = FINISHED
    assert (ended.bot_to_move(), ended.actor()) == (None, spuk.OVER)


def test_a_record_tells_its_seed_only_if_all_dice_came_from_it() -> None:
    table = started(ANN, Seat("bob", "Bob", "monk"))
    record = table.record()
    assert (record.seed, record.players) == (table.seed, ["human", "monk"])
    assert record.replay().text() == (table.state and table.state.text())
    assert started(game="ghost-stories", chance="people").record().seed is None
    assert started(beginning=list(table.actions)).record().seed is None


def test_the_end_of_a_game_is_told_in_full() -> None:
    played = spuk.play(spuk.game("ghosts"), {"players": 2}, "random", 3)
    table = Table("t")
    play.show_record(table, "ann", played)
    end = played.replay().outcome()
    assert end is not None
    assert table.result() == {
        **{"reason": end.reason, "rule": end.rule, "won": end.won, "winners": list(end.winners)},
        **{"score": end.score, "scores": list(end.scores)},
    }


def test_what_cannot_be_replayed_is_believed_from_its_card() -> None:
    table = started()
    table.rules = 99
    assert not table.replayable
    with pytest.raises(spuk.OtherRules):
        table.check_playable()
    assert table.result() is None
    table.believe(Card("finished", True, "", (), {"result": {"reason": "x"}}))
    assert (table.status, table.result()) == (FINISHED, {"reason": "x"})
    table.believe(Card("playing", True, "", (), {}))
    assert (table.status, table.result()) == (PLAYING, None)
    new = Table("t")
    new.check_playable()
    assert new.replayable


# ── dice ────────────────────────────────────────────────────────────────────────────────────


def test_each_chance_event_has_dice_of_its_own_that_do_not_change() -> None:
    state = spuk.game("ghosts").new(players=4)
    rolled = [chance.roll(11, number, state) for number in range(40)]
    assert rolled == [chance.roll(11, number, state) for number in range(40)]
    assert set(rolled) == set(state.legal())
    assert rolled != [chance.roll(12, number, state) for number in range(40)]
    assert chance.new_seed() != chance.new_seed()
    assert chance.new_seed() < 1 << 128


def test_what_may_be_entered_tells_nothing_of_hidden_cards() -> None:
    table = started(chance="people")
    assert table.state is not None
    state = table.state
    while state.reveals(state.legal()[0], None):
        state.apply(state.legal()[0])
    assert state.actor == spuk.CHANCE
    offered = chance.possible(state)
    verb = state.space().verb_of(state.legal()[0])
    assert offered == [verb.base + number for number in range(verb.size)]
    (drawing,) = chance.who_may_enter(state)
    assert play.may_enter(table) == (table.seats[drawing].owner,)
    open_dice = spuk.game("ghost-stories").new(players=2)
    assert chance.possible(open_dice) == open_dice.legal()
    assert chance.who_may_enter(open_dice) == [0, 1]
    decision = started().state
    assert decision is not None
    assert chance.possible(decision) == []
