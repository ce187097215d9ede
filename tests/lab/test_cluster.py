"""A real Ray on this machine: the same games, and none lost or counted twice when a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.conftest import Start
from tests.lab.runs import Running, alive, children, command_line, eventually, lines, table, until

from spuk.lab import run
from spuk.lab.cluster import Cluster
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order

ASKED = ("--game", "ghosts", "--bots", "random,novice", "--games", "2000", "--players", "4,2", "--seed", "6")


def at_work(running: Running) -> list[int]:
    """The Ray workers that are playing just now; between two chunks they are called idle."""
    return [pid for pid in children(running.process.pid) if command_line(pid).startswith("ray::_play")]


def test_a_killed_ray_worker_costs_nothing(tmp_path: Path, start: Start) -> None:
    running = start(tmp_path / "ray", *ASKED, "--records", "--ray", "auto", "--workers", "2")
    running.until_games(200)
    victim = eventually(lambda: at_work(running))[0]
    os.kill(victim, signal.SIGKILL)
    until(lambda: not alive(victim))
    code, said, complained = running.end()
    assert code == 0, complained
    assert "failed" not in said
    order = read_order("ghosts", "random,novice", 2000, {"players": "4,2"}, seed=6, records=True)
    assert lines(tmp_path / "ray") == order.total, "a game is missing or was counted twice"
    assert len(list((tmp_path / "ray" / "records").rglob("*.json"))) == order.total
    few = replace(order, games=50, records=False)
    run.simulate(few, tmp_path / "here", workers=2)
    by_ray = {(row["players"], row["number"]): row for row in table(tmp_path / "ray")}
    for row in table(tmp_path / "here"):
        assert by_ray[row["players"], row["number"]] == row


def test_without_ray_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused) as refused:
        Cluster(read_order("ghosts", "random", 1, {}), tmp_path, None, "auto")
    assert refused.value.words("en") == "A cluster needs Ray: pip install spuk[cluster]"


def test_a_node_with_another_version_says_so() -> None:
    from spuk.lab.cluster import _play

    order = read_order("ghosts", "random", 1, {})
    assert [result.job for result in _play(order, [0], 1.0)] == [0]
    old = Order("ghosts", ("random",), 1, {}, version="0.0.1")
    with pytest.raises(RuntimeError, match=r"the order is for 0\.0\.1"):
        _play(old, [0], 1.0)
