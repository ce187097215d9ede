"""A real Ray on this machine: the same games, and none lost or counted twice when a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.conftest import Start
from tests.lab.runs import Running, alive, children, command_line, eventually, lines, simulate, table, until

from spuk.lab import run
from spuk.lab.cluster import Cluster, _play
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order

ASKED = ("--game", "ghosts", "--bots", "random,novice", "--games", "2000", "--players", "4,2", "--seed", "6")

BOTS = """
class Last:
    def choose(self, state):
        return state.legal()[-1]


class FailsLate:
    games = 0

    def __init__(self):
        FailsLate.games += 1

    def choose(self, state):
        if FailsLate.games > 3:
            raise LookupError("too late")
        return state.legal()[0]
"""


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


def test_bots_of_ones_own_play_on_the_cluster(tmp_path: Path) -> None:
    (tmp_path / "ray_bots.py").write_text(BOTS)
    asked = ("--game", "ghosts", "--players", "2", "--ray", "auto", "--workers", "2", "--lang", "en")
    bots = ("--bots", "ray_bots:Last,random", "--games", "8")
    done = simulate(tmp_path / "ray", *asked, *bots, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert simulate(tmp_path / "here", *asked[:4], *bots, cwd=tmp_path).returncode == 0
    assert table(tmp_path / "ray") == table(tmp_path / "here")
    failed = simulate(
        tmp_path / "x", *asked, "--bots", "random,ray_bots:FailsLate", "--games", "40", cwd=tmp_path
    )
    assert failed.returncode == 2
    assert "The bot “ray_bots:FailsLate” failed in game " in failed.stderr
    assert "LookupError: too late (ray_bots.py:" in failed.stderr
    assert lines(tmp_path / "x") > 0, "what was finished on the cluster is kept"
    assert len(table(tmp_path / "x")) == lines(tmp_path / "x")


def test_a_node_that_cannot_import_a_bot_says_so() -> None:
    order = replace(read_order("ghosts", "random", 1, {}), bots=("not_on_this_node:Bot",))
    results, refused = _play(order, [0], 1.0)
    assert results == []
    assert refused is not None
    assert refused.words("en").startswith(
        "A worker cannot play: The bot “not_on_this_node:Bot” cannot be loaded: ModuleNotFoundError: "
    )
    assert "install them on every node" in refused.words("en")


def test_without_ray_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused) as refused:
        Cluster(read_order("ghosts", "random", 1, {}), tmp_path, None, "auto")
    assert refused.value.words("en") == 'Running on a cluster needs Ray: pip install "spuk[cluster]"'


def test_a_node_with_another_version_says_so() -> None:
    order = read_order("ghosts", "random", 1, {})
    results, refused = _play(order, [0], 1.0)
    assert ([result.job for result in results], refused) == ([0], None)
    old = Order("ghosts", ("random",), 1, {}, version="0.0.1")
    with pytest.raises(RuntimeError, match=r"but the order needs 0\.0\.1"):
        _play(old, [0], 1.0)
