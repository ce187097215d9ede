"""Wrong options of every kind: a ValueError that names what is wrong and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.common import bad_input as check
from tests.property.tables import GAME

TILES = list(GAME.options()["village"][1:])
FOUR = ["red", "green", "blue", "yellow"]

# Options that are wrong, and words that must stand in the reason.
WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"player": 4}, ["player", "players", "edition"]),
    ({"players": 0}, ["players", "4, 3, 2, 1"]),
    ({"players": 5}, ["players", "4, 3, 2, 1"]),
    ({"players": "4"}, ["players", "4, 3, 2, 1"]),
    ({"players": 4.0}, ["players", "4, 3, 2, 1"]),
    ({"players": True}, ["players", "4, 3, 2, 1"]),
    ({"players": None}, ["players", "4, 3, 2, 1"]),
    ({"level": "hard"}, ["level", "nightmare"]),
    ({"level": None}, ["level", "nightmare"]),
    ({"level": ["normal"]}, ["level", "nightmare"]),
    ({"edition": "EN"}, ["edition", "de1"]),
    ({"edition": 1}, ["edition", "de1"]),
    ({"five_qi": 1, "level": "initiation"}, ["five_qi", "True"]),
    ({"five_qi": True}, ["five_qi", "initiation"]),
    ({"five_qi": True, "level": "hell"}, ["five_qi", "initiation"]),
    ({"first": 4}, ["first", "0"]),
    ({"first": 2, "players": 2}, ["first", "0…1"]),
    ({"first": "N"}, ["first", "0"]),
    ({"first": -1}, ["first", "0"]),
    ({"colors": "red"}, ["colors", "yellow"]),
    ({"colors": ["red"]}, ["colors", "4"]),
    ({"colors": [*FOUR, "red"]}, ["colors"]),
    ({"colors": ["red", "red", "blue", "green"]}, ["colors", "once"]),
    ({"colors": ["red", "green", "blue", "black"]}, ["colors", "black", "yellow"]),
    ({"colors": ["red", "green", "blue", None]}, ["colors", "yellow"]),
    ({"colors": ["red", "green", "blue", ["yellow"]]}, ["colors", "yellow"]),
    ({"colors": {"red", "green", "blue", "yellow"}}, ["colors", "list"]),
    ({"colors": 7}, ["colors", "list"]),
    ({"powers": ["flying"]}, ["powers", "flying", "dance_of_the_spires"]),
    ({"powers": ["heavenly_gust", "second_wind"]}, ["powers", "sides"]),
    ({"powers": ["heavenly_gust"] * 2}, ["powers", "once"]),
    ({"powers": "heavenly_gust"}, ["powers", "list"]),
    ({"village": TILES[:8]}, ["village", "9"]),
    ({"village": [*TILES[:8], TILES[0]]}, ["village", "once"]),
    ({"village": [*TILES[:8], "well"]}, ["village", "well", "tea_house"]),
    ({"incarnations": ["nobody"]}, ["incarnations", "nobody", "vampire_lord"]),
    ({"incarnations": []}, ["incarnations", "1"]),
    ({"incarnations": ["nameless", "vampire_lord"]}, ["incarnations", "1"]),
    ({"incarnations": ["nameless"], "level": "hell"}, ["incarnations", "4"]),
    ({"incarnations": ["nameless"] * 4, "level": "hell"}, ["incarnations", "once"]),
    ({"incarnations": ["nameless"], "level": "hell", "players": 2}, ["incarnations", "3"]),
    ({"players": 1, "powers": ["dance_of_the_twin_winds"]}, ["powers", "dance_of_the_spires"]),
    ({"players": 1, "edition": "de1", "colors": ["blue", "red", "green", "yellow"]}, ["colors", "red"]),
    ({"players": 1, "edition": "de2", "colors": ["blue", "red", "green", "yellow"]}, ["colors", "red"]),
]


@pytest.mark.parametrize(
    ("options", "words"),
    WRONG,
    ids=[f"{number} {list(options)}" for number, (options, _) in enumerate(WRONG)],
)
def test_a_wrong_option_is_refused_with_what_is_allowed(options: dict[str, Any], words: list[str]) -> None:
    check.refuses_options(GAME, options, words)


def test_tuples_are_lists_too() -> None:
    listed = GAME.new(colors=FOUR, village=TILES, incarnations=["nameless"])
    tupled = GAME.new(colors=tuple(FOUR), village=tuple(TILES), incarnations=("nameless",))
    assert listed.text() == tupled.text()


def test_what_a_caller_does_to_his_lists_afterwards_does_not_matter() -> None:
    colors, village = list(FOUR), list(TILES)
    state = GAME.new(colors=colors, village=village)
    before = state.text()
    colors.clear()
    village.reverse()
    assert state.text() == before
    assert state.clone().text() == before


def test_the_table_of_options_cannot_be_spoilt_through_a_view() -> None:
    state = GAME.new(colors=FOUR, village=TILES, powers=["second_wind"], first=0)
    before = state.text()
    shown = state.view(None)
    shown["options"]["colors"].reverse()
    shown["options"]["level"] = "hell"
    assert state.text() == before
    assert state.view(None)["options"]["colors"] == FOUR
