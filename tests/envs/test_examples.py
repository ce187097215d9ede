"""The examples run, at a tiny size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("random_agent.py", "--games 2 --players 1", "the last game as a record"),
        ("train_ghosts.py", "--minutes 0.02 --players 2 --stretch 4", "games: "),
        ("mcts_ghosts.py", "--games 1 --players 2 --simulations 2", "mean of 1 games"),
    ],
)
def test_the_example_runs(name: str, arguments: str, said: str, tmp_path: Path) -> None:
    extra = ["--plot", tmp_path / "curve.png"] if name == "train_ghosts.py" else []
    command = [sys.executable, EXAMPLES / name, *arguments.split(), *extra]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    assert not extra or (tmp_path / "curve.png").stat().st_size > 5000
