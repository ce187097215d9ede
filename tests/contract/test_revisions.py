"""The revisions of our own games; what every game keeps is in `spuk.testing.records`."""

from __future__ import annotations

import json

import pytest

import spuk


def test_the_revisions_are_those_of_the_rules_today() -> None:
    assert {name: spuk.game(name).rules_revision for name in spuk.games()} == {
        "ghost-stories": 2,
        "ghosts": 1,
    }


def test_other_rules_come_before_options_that_we_do_not_know() -> None:
    data = {
        **spuk.play("ghost-stories", {"players": 2}, "random", seed=4).as_data(),
        "rules": 9,
        "options": {"level": "abyss"},
        "actions": [10**9],
    }
    with pytest.raises(spuk.OtherRules, match="revision 9"):
        spuk.Record.from_json(json.dumps(data))
