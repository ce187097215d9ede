"""Every game has a revision of its rules; records state theirs, and another one is never read as ours."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from tests.common.revisions import rules

import spuk

every_game = pytest.mark.parametrize("name", spuk.games())


def played(name: str) -> spuk.Record:
    return spuk.play(name, {"players": 2}, "random", seed=4)


@every_game
def test_a_record_states_the_revision_it_was_played_under(name: str) -> None:
    now = spuk.game(name).rules_revision
    assert type(now) is int
    assert now >= 1
    record = played(name)
    assert record.rules == now
    assert spuk.Record(name, {}).rules == now
    assert json.loads(record.to_json())["rules"] == now
    assert spuk.Record.from_json(record.to_json()).rules == now
    assert record.seen_by(None)["rules"] == now
    with rules(name, now + 5):
        assert played(name).rules == now + 5
        assert spuk.Record(name, {}).rules == now + 5


def test_the_revisions_are_those_of_the_rules_today() -> None:
    assert {name: spuk.game(name).rules_revision for name in spuk.games()} == {
        "ghost-stories": 2,
        "ghosts": 1,
    }


@every_game
@pytest.mark.parametrize("change", [-1, 1, 40])
def test_a_record_of_another_revision_is_rejected_and_both_are_named(name: str, change: int) -> None:
    record = played(name)
    there = 10
    with rules(name, there):
        text = played(name).to_json()
    with rules(name, there + change), pytest.raises(spuk.OtherRules) as refused:
        spuk.Record.from_json(text)
    other = refused.value
    assert isinstance(other, spuk.BrokenText)
    assert (other.game, other.found, other.known, other.newer) == (name, there, there + change, change < 0)
    assert name in str(other)
    assert f"revision {there}," in str(other)
    assert f"revision {there + change}." in str(other)
    assert ("Update Spuk" in str(other)) == (change < 0)
    again = pickle.loads(pickle.dumps(other))
    assert (str(again), again.found, again.known) == (str(other), there, there + change)
    assert record.replay().actor == spuk.OVER


@every_game
def test_a_record_in_memory_does_not_go_on_under_other_rules(name: str) -> None:
    record = played(name)
    attempts: list[Any] = [
        record.start,
        record.replay,
        lambda: record.seen_by(None),
        lambda: next(record.states()),
    ]
    with rules(name, 7):
        for attempt in attempts:
            with pytest.raises(spuk.OtherRules, match="revision 7"):
                attempt()
        assert json.loads(record.to_json())["rules"] == record.rules, "it can be kept all the same"


@every_game
def test_a_record_without_a_revision_is_of_the_first(name: str) -> None:
    data = played(name).as_data()
    del data["rules"]
    with rules(name, 1):
        assert spuk.Record.from_json(json.dumps(data)).rules == 1
    with rules(name, 2), pytest.raises(spuk.OtherRules, match=r"revision 1, .*revision 2"):
        spuk.Record.from_json(json.dumps(data))


def test_other_rules_come_before_options_that_we_do_not_know() -> None:
    data = {
        **played("ghost-stories").as_data(),
        "rules": 9,
        "options": {"level": "abyss"},
        "actions": [10**9],
    }
    with pytest.raises(spuk.OtherRules, match="revision 9"):
        spuk.Record.from_json(json.dumps(data))
