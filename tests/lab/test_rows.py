"""One game, one row: it is the game that spuk.play plays, and says what its last position says."""

from __future__ import annotations

import json
from typing import Any, get_args, get_origin

import pytest

import spuk
from spuk.games.ghost_stories.facts import facts
from spuk.kernel.game import State
from spuk.lab.log import BadLine, LineParser
from spuk.lab.order import Order, read_order
from spuk.lab.rows import Failure, Row, play_job, table_columns, table_row

STORIES = read_order("ghost-stories", "random,novice", 6, {"level": "all", "players": "2,4"}, records=True)
GHOSTS = read_order("ghosts", "random,novice", 6, {"players": "all"}, records=True)


def played(order: Order, job: int) -> tuple[Row, spuk.Record]:
    result = play_job(order, job)
    row = LineParser(order).read(result.line)
    assert isinstance(row, Row)
    assert result.record is not None
    return row, spuk.Record.from_json(result.record)


@pytest.mark.parametrize("order", [STORIES, GHOSTS], ids=lambda order: order.game)
def test_a_row_is_the_game_that_spuk_play_plays(order: Order) -> None:
    for job in range(0, order.total, 5):
        row, record = played(order, job)
        told = table_row(order, row)
        options = order.combinations[row.combination]
        assert spuk.play(order.game, options, told["bots"], told["seed"]) == record
        end = record.replay().outcome()
        assert end is not None
        assert (told["won"], told["winners"]) == (end.won, list(end.winners))
        assert (told["reason"], told["rule"], told["score"]) == (end.reason, end.rule, end.score)
        assert 0 < told["decisions"] < len(record.actions)
        assert told["decisions"] == sum(1 for state in _before(record) if state.actor >= 0)


def _before(record: spuk.Record) -> Any:
    """The state before each action, as long as it stands."""
    return (state for state, _ in zip(record.states(), record.actions, strict=False))


@pytest.mark.parametrize("order", [STORIES, GHOSTS], ids=lambda order: order.game)
def test_every_column_has_the_type_it_promises(order: Order) -> None:
    columns = table_columns(order)
    for job in range(order.total):
        told = table_row(order, played(order, job)[0])
        for name, kind in columns.items():
            value = told[name]
            if value is None:
                assert name in ("first", "bot_seconds", "bot_playouts")
            elif get_origin(kind) is list:
                assert all(type(item) is get_args(kind)[0] for item in value), name
            else:
                assert type(value) is kind, name


def test_the_facts_of_ghost_stories_agree_with_the_view() -> None:
    for job in range(STORIES.total):
        row, record = played(STORIES, job)
        state = record.replay()
        view = state.view(None)
        told = row.values
        boards = [board for board in view["boards"] if board["seat"] is not None]
        assert told["turns"] == view["turn"]
        assert told["qi"] == sum(board["qi"] for board in boards)
        assert told["powers"] == [board["power"] for board in boards]
        assert told["colors"] == [board["color"] for board in boards]
        assert len(told["powers"]) == state.seats() == 4 - len(told["neutral_powers"])
        assert told["deck"] == view["deck"]["left"]


def _facts(line: str) -> Any:
    return facts(spuk.game("ghost-stories").from_text(line))


def test_incarnations_that_came_and_went_are_counted() -> None:
    found = _facts("en hell 4p deck=20 banished=57,61 N1=65 E=green/0qi N=red/2qi S=blue/1qi W=yellow/3qi")
    assert found["incarnations"] == 4
    assert found["incarnations_banished"] == ["uncatchable", "bonecracker"]
    assert found["incarnations_faced"] == ["uncatchable", "bonecracker", "nameless"]
    assert (found["qi"], found["dead"], found["deck"]) == (6, 1, 20)


def test_neutral_boards_do_not_count_as_players() -> None:
    found = _facts("de2 normal 2p N=red/spires/2qi E=green/favorite/3qi S=blue/gust/1qi W=yellow/mantra/3qi")
    assert found["powers"] == ["dance_of_the_spires", "heavenly_gust"]
    assert found["neutral_powers"] == ["gods_favorite", "enfeeblement_mantra"]
    assert found["qi"] == 3


def test_the_facts_of_ghosts() -> None:
    game = spuk.game("ghosts")
    ends = {"4,2,3,9": 1, "4,4,7,9": 0}
    for fear, margin in ends.items():
        told = game.facts(game.from_text(f"original 4p fear={fear} round=3 phase=ended"))
        assert told == {"fear": [int(points) for points in fear.split(",")], "margin": margin}


def test_a_game_that_raises_is_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def trouble(*_: object, **__: object) -> State:
        raise KeyError("a fault")

    monkeypatch.setattr(spuk, "bot", trouble)
    result = play_job(GHOSTS, 8)
    assert result.record is None
    assert LineParser(GHOSTS).read(result.line) == Failure(3, 1, "KeyError: 'a fault'")


def test_torn_and_foreign_lines_are_no_games() -> None:
    read = LineParser(GHOSTS).read
    whole = play_job(GHOSTS, 0).line
    assert isinstance(read(whole), Row)
    for cut in range(len(whole) - 2):
        assert read(whole[:cut]) == BadLine("ui.lab.line.torn", {})
    tag, *data = json.loads(whole)
    strange = [[-1, *data[1:]], [5, *data[1:]], [0, 6, *data[2:]], data[:-1], [*data, 1], {}, 3, None]
    assert all(isinstance(read(json.dumps(other).encode()), BadLine) for other in strange)
    tagged = [[tag, *other] for other in strange if isinstance(other, list)]
    assert all(isinstance(read(json.dumps(other).encode()), BadLine) for other in tagged)
