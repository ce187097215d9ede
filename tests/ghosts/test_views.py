"""Hidden hands: no view shows another's hand or the pile, and nobody can tell what another one drew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from tests.ghosts import checks
from tests.ghosts.tables import GAME, Keen, examples, players, seeds, tables, walk
from tests.rulebook_ghosts.table import at, new

import spuk
from spuk.kernel.seeds import Random


def seen(state: spuk.State, seat: int | None) -> str:
    """A view as it goes over the wire."""
    return json.dumps(state.view(seat))


def shuffled(line: str, seat: int | None, random: Random) -> str:
    """The same position with all cards that the seat cannot see dealt anew, by its text alone."""
    words = checks.fields(line)
    known = [int(number) for number in words.get("known", "0,0,0,0,0,0").split(",")]
    hands = checks.hands(line)
    pile = list((checks.MATERIAL - checks.on_the_table(line)).elements())
    unseen = list(pile)
    for other, hand in enumerate(hands):
        if other != seat:
            hidden = list(hand)
            for _ in range(known[other]):
                hidden.remove("x")
            unseen += hidden
    for last in range(len(unseen) - 1, 0, -1):
        one = int(random.below(last + 1))
        unseen[last], unseen[one] = unseen[one], unseen[last]
    for other, hand in enumerate(hands):
        if other != seat:
            hidden = [unseen.pop() for _ in range(len(hand) - known[other])]
            words[str(other)] = ",".join(hidden + ["x"] * known[other])
    bare = [word for word in line.split() if "=" not in word]
    return " ".join(bare + [f"{name}={value}" for name, value in words.items()])


@examples(6)
@given(tables(), seeds, players)
def test_a_view_is_the_same_whatever_others_hold(table: dict[str, Any], seed: int, player: Any) -> None:
    random = Random(seed)
    for step, state in enumerate(walk(table, player(seed))):
        if step % 5 != seed % 5 or state.view(None)["phase"] == "reshuffle":
            continue
        for seat in (None, *range(table["players"])):
            other = GAME.from_text(shuffled(state.text(), seat, random))
            if other.actor == state.actor and other.view(None)["phase"] == state.view(None)["phase"]:
                if seat is not None and state.actor == seat:
                    assert other.legal() == state.legal()
                if seen(other, None) == seen(state, None):  # nobody was passed over
                    assert seen(other, seat) == seen(state, seat), state.text()


@examples(8)
@given(tables(), seeds, players)
def test_a_view_shows_the_own_hand_only(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        hands = checks.hands(state.text())
        for seat in (None, *range(table["players"])):
            view = state.view(seat)
            assert isinstance(view["pile"], int)
            for player_, hand in zip(view["players"], hands, strict=True):
                if player_["seat"] == seat:
                    assert [card["card"] for card in player_["hand"]] == hand
                else:
                    assert player_["hand"] is None
                assert player_["cards"] == len(hand)
            if seat is None or state.actor != seat:
                assert view["legal"] == []
            else:
                assert [entry["action"] for entry in view["legal"]] == state.legal()


@examples(8)
@given(tables(), seeds, players)
def test_a_view_holds_no_card_but_the_own_and_those_played(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    """Every card name anywhere in the JSON is accounted for."""
    for step, state in enumerate(walk(table, player(seed))):
        if step % 4 != seed % 4:
            continue
        line = state.text()
        words, hands = checks.fields(line), checks.hands(line)
        public = checks.cards(words.get("trick", "")) + checks.cards(words.get("aside", ""))
        for seat in (None, *range(table["players"])):
            own = [] if seat is None else hands[seat]
            wire = seen(state, seat)
            assert wire.count('"card":') == len(public) + len(own), line
            for card in checks.MATERIAL:
                times = wire.count(f'"card": "{card}"')
                assert times == public.count(card) + own.count(card), f"{card} for {seat}: {line}"


@examples(6)
@given(tables(), seeds, players)
def test_what_another_one_drew_cannot_be_told(table: dict[str, Any], seed: int, player: Any) -> None:
    for step, state in enumerate(walk(table, player(seed))):
        view = state.view(None)
        if state.actor != spuk.CHANCE or view["phase"] == "starter" or step % 7 != seed % 7:
            continue
        if view["pile"] < 8:
            continue  # the last cards of a kind are drawn without a word
        told: dict[int | None, set[str]] = {}
        for action in state.legal():
            after, events = state.clone(), list[spuk.Event]()
            after.apply(action, events)
            if after.view(None)["phase"] == "reshuffle":
                continue  # a hand of only mist is shown by being asked about it
            for seat in (None, *range(table["players"])):
                if seat != view["turn"]:
                    heard = [after.redact(event, seat) for event in events]
                    wire = json.dumps([[event.id, dict(event.values)] for event in heard])
                    told.setdefault(seat, set()).add(wire + seen(after, seat))
        assert all(len(ways) == 1 for ways in told.values()), state.text()


@examples(8)
@given(tables(), seeds, players)
def test_events_are_redacted_for_all_but_the_one_who_draws(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    state, chooser = GAME.new(**table), player(seed)
    while state.actor != spuk.OVER:
        events: list[spuk.Event] = []
        state.apply(chooser.choose(state), events)
        for event in events:
            for seat in (None, *range(table["players"])):
                shown = state.redact(event, seat)
                if event.id == "card_drawn" and event.values["seat"] != seat:
                    assert dict(shown.values) == {"seat": event.values["seat"]}
                else:
                    assert shown == event


@examples(5)
@given(tables(), seeds, players)
def test_the_record_of_a_game_under_way_hides_what_others_drew(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    record = spuk.Record(GAME.id, table, [], seed=seed, players=["someone"])
    state, chooser, drawers, step = GAME.new(**table), player(seed), list[int | None](), 0
    while state.actor != spuk.OVER:
        drawing = state.actor == spuk.CHANCE and state.view(None)["phase"] != "starter"
        drawers.append(state.view(None)["turn"] if drawing else None)
        record.actions.append(chooser.choose(state))
        state.apply(record.actions[-1])
        step += 1
        if step % 29 == seed % 29 and state.actor != spuk.OVER:
            _check_hidden(record, drawers, table["players"])
    for seat in (None, *range(table["players"])):
        assert record.seen_by(seat)["actions"] == record.actions


def _check_hidden(record: spuk.Record, drawers: list[int | None], players: int) -> None:
    first, last = GAME.action("draw:m1"), GAME.action("draw:x")
    for seat in (None, *range(players)):
        data = record.seen_by(seat)
        assert set(data) == {"game", "rules", "options", "actions"}, "a seed would tell every card to come"
        for action, shown, drawer in zip(record.actions, data["actions"], drawers, strict=True):
            assert shown == (action if drawer is None or drawer == seat else None)
        wire = json.loads(json.dumps(data))["actions"]
        own = sum(drawer == seat for drawer in drawers if drawer is not None)
        assert sum(shown is not None and first <= shown <= last for shown in wire) == own


def test_the_record_of_a_finished_game_is_complete_for_everyone() -> None:
    record = spuk.play("ghosts", {"players": 3}, ["random"], seed=4)
    for seat in (None, 0, 1, 2):
        assert record.seen_by(seat)["actions"] == record.actions


def test_everyone_knows_of_a_kept_hand_of_only_mist() -> None:
    t = new(players=3).do("starter:0").deal("f1,f2,f3,m1,m2", "s1,s2,s3,v1,v2", "x,x,x,x,x")
    assert t.phase == "reshuffle"
    t.do("keep")
    assert t.known == [0, 0, 5]
    t.do("play:f1", "draw:p1", "play:v1", "draw:p1", "play:x", "draw:p2")
    assert t.known == [0, 0, 4]
    t.do("play:f2", "draw:p3", "play:v2", "draw:p3")
    assert t.actor == 2
    t.do("play:p2" if "play:p2" in t.legal else "play:x")
    assert t.known[2] in (3, 4)


def test_who_reshuffles_is_known_to_hold_nothing_in_particular() -> None:
    t = new(players=2).do("starter:0").deal("", "x,x,x,x,x").do("reshuffle", *["draw:x"] * 4, "draw:w1")
    assert t.known == [0, 0]


def test_opening_with_only_mist_shows_that_the_rest_is_mist() -> None:
    t = at("3p 0=m1,m2 1=x,x,x 2=s1,s2 trick=f3,m3 turn=1 pile=").do("take").must("play:x")
    assert t.known == [0, 2, 0]
    t.do("play:s1", "play:m1")
    assert t.actor == 1
    t.do("play:x")
    assert t.known == [0, 1, 0]


def test_mist_played_on_a_ghost_shows_nothing_about_the_rest() -> None:
    t = at("3p 0=m1,m2 1=x,x,x 2=s1,s2 trick=f3 turn=1 pile=").do("play:x")
    assert t.known == [0, 0, 0]


def test_a_new_round_makes_everybody_forget() -> None:
    t = at("2p 0=f1,m2 1= pile= gained=1,1 known=0,0").do("play:f1")
    assert t.known == [0, 0]
    t = at("3p 0=f1,m2 1= 2=x,x known=0,0,2 pile= gained=1,1,1").do("play:f1")
    assert (t.round, t.known) == (2, [0, 0, 0])


@examples(8)
@given(tables(), seeds, players)
def test_known_mist_is_really_there(table: dict[str, Any], seed: int, player: Any) -> None:
    for state in walk(table, player(seed)):
        hands = checks.hands(state.text())
        for player_, hand in zip(state.view(None)["players"], hands, strict=True):
            assert 0 <= player_["known_mist"] <= hand.count("x")


@pytest.mark.parametrize(
    ("choice", "none"),
    [
        ("3p 0=m1,w2,w3 1=p1,p2 2=s1,s2 trick=f3", "3p 0=m1,w2,w3 1=v3,v3 2=s1,s2 trick=f3"),
        ("3p 0=m1,w2 1=p1,p2 2=s1,s2 turn=1", "3p 0=m1,w2 1=p1,p1 2=s1,s2 turn=1"),
        ("3p 0=m1,w2 1=p1,p2,x 2=s1,s2 turn=1", "3p 0=m1,w2 1=p1,x,x 2=s1,s2 turn=1"),
    ],
)
def test_whether_somebody_has_a_choice_cannot_be_told(choice: str, none: str) -> None:
    """Two deals that differ in the hidden hand of seat 1 only: could not, or would not (GH-3.6)."""
    told = []
    for line in (choice, none):
        state = GAME.from_text(line)
        if state.actor == 0:
            state.apply(GAME.action("play:w2"))
            while state.actor == spuk.CHANCE:
                state.apply(GAME.action("draw:x"))  # three of them
        assert state.actor == 1
        told.append([seen(state, seat) for seat in (None, 0, 2)])
    assert told[0] == told[1]


def test_the_seat_that_is_asked_nothing_gets_no_list_of_actions_in_any_phase() -> None:
    for state in walk({"players": 4}, Keen(3)):
        for seat in (None, 0, 1, 2, 3):
            assert bool(state.view(seat)["legal"]) == (seat is not None and state.actor == seat)
