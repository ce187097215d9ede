"""Broken records: BrokenText that says what is wrong, at reading or at the replay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.property.tables import examples

import spuk

RECORD = spuk.play("ghost-stories", {"players": 2, "level": "initiation"}, ["random"], seed=5)
TEXT = RECORD.to_json()


def _with(**changes: Any) -> str:
    """The record with some fields changed (a field set to ... is taken out)."""
    data = {**json.loads(TEXT), **changes}
    return json.dumps({name: value for name, value in data.items() if value is not ...})


# Text that is no record, and a word that must stand in the reason.
UNREADABLE: list[tuple[str, str, str]] = [
    ("empty", "", "JSON"),
    ("blank", "   ", "JSON"),
    ("prose", "a game of ghosts", "JSON"),
    ("cut short", TEXT[: len(TEXT) // 2], "JSON"),
    ("two records", TEXT + TEXT, "JSON"),
    ("deeply nested", "[" * 100_000, "JSON"),
    ("a very long number", TEXT.replace('"seed": 5', '"seed": ' + "9" * 5000), "JSON"),
    ("a list", "[]", "object"),
    ("a number", "5", "object"),
    ("null", "null", "object"),
    ("no format", _with(format=...), "format"),
    ("another format", _with(format="pgn"), "format"),
    ("no version", _with(version=...), "version"),
    ("a later version", _with(version=2), "version"),
    ("a version that is true", _with(version=True), "version"),
    ("a version in words", _with(version="1"), "version"),
    ("no game", _with(game=...), "game"),
    ("an unknown game", _with(game="chess"), "ghost-stories"),
    ("a game that is a list", _with(game=[]), "game"),
    ("no options", _with(options=...), "options"),
    ("options as a list", _with(options=[]), "options"),
    ("an unknown option", _with(options={"speed": 3}), "speed"),
    (
        "an option nested deeply",
        _with(options={"players": 0}).replace(": 0}", ": " + "[" * 900 + "]" * 900 + "}"),
        "record",
    ),
    ("a wrong option", _with(options={"players": 9}), "players"),
    ("no actions", _with(actions=...), "actions"),
    ("actions as text", _with(actions="1,2,3"), "actions"),
    ("actions as an object", _with(actions={"1": 1}), "actions"),
    ("an action that is text", _with(actions=["end"]), "actions"),
    ("an action that is a fraction", _with(actions=[1.0]), "actions"),
    ("an action that is true", _with(actions=[True]), "actions"),
    ("an action that is null", _with(actions=[None]), "actions"),
    ("an action that is a list", _with(actions=[[1]]), "actions"),
    ("a seed that is text", _with(seed="five"), "seed"),
    ("a seed that is a list", _with(seed=[5]), "seed"),
    ("a seed that is true", _with(seed=True), "seed"),
    ("rules in words", _with(rules="x"), "rules"),
    ("rules that are true", _with(rules=True), "rules"),
    ("rules that are null", _with(rules=None), "rules"),
    ("rules below one", _with(rules=-1), "rules"),
    ("rules number zero", _with(rules=0), "rules"),
    ("rules as a fraction", _with(rules=2.0), "rules"),
    ("rules without end", TEXT.replace(f'"rules": {RECORD.rules}', '"rules": 1e999'), "rules"),
    ("more revisions than there will ever be", _with(rules=10**300), "rules"),
    ("rules as a list", _with(rules=[2]), "rules"),
    ("players as a number", _with(players=4), "players"),
    ("players as text", _with(players="random"), "players"),
    ("players that are numbers", _with(players=[1, 2]), "players"),
]


@pytest.mark.parametrize(
    ("text", "word"), [case[1:] for case in UNREADABLE], ids=[case[0] for case in UNREADABLE]
)
def test_what_is_no_record_is_refused_with_the_reason(text: str, word: str) -> None:
    with pytest.raises(spuk.BrokenText, match=word):
        spuk.Record.from_json(text)


@pytest.mark.parametrize("action", [-1, 10**30, spuk.game("ghost-stories").actions, RECORD.actions[0]])
def test_an_illegal_action_in_the_middle_stops_the_replay_and_is_pointed_at(action: int) -> None:
    middle = len(RECORD.actions) // 2
    actions = [*RECORD.actions[:middle], action, *RECORD.actions[middle + 1 :]]
    broken = spuk.Record.from_json(_with(actions=actions))
    with pytest.raises(spuk.BrokenText, match=f"action {middle + 1}:") as refusal:
        broken.replay()
    assert "legal actions of" in str(refusal.value)
    reached = []
    with pytest.raises(spuk.BrokenText):
        for state in broken.states():
            reached.append(state.text())
    whole = [state.text() for state in RECORD.states()]
    assert reached == whole[: middle + 1]


def test_actions_after_the_end_are_refused() -> None:
    broken = spuk.Record.from_json(_with(actions=[*RECORD.actions, 0]))
    with pytest.raises(spuk.BrokenText, match="over"):
        broken.replay()


def test_a_record_that_stops_early_is_a_game_that_goes_on() -> None:
    for length in (0, 1, len(RECORD.actions) // 2):
        state = spuk.Record.from_json(_with(actions=RECORD.actions[:length])).replay()
        assert state.outcome() is None
        assert state.legal()


def test_seed_and_players_may_be_left_out() -> None:
    record = spuk.Record.from_json(_with(seed=..., players=...))
    assert (record.seed, record.players) == (None, [])
    assert record.replay().text() == RECORD.replay().text()


@examples(200)
@given(st.data())
def test_a_record_with_accidents_is_broken_or_replays(data: Any) -> None:
    text = TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 3))
        put = data.draw(st.sampled_from(["", ",", "0", "9", '"', "[", "}", "null", "-", "e5", "true"]))
        text = text[:at] + put + text[at + length :]
    try:
        state = spuk.Record.from_json(text).replay()
    except spuk.BrokenText as error:
        assert str(error)
    else:
        assert state.invariants() == []
