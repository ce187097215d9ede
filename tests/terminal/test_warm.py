"""What the other tests rely on: a command from the process that forks is like one from a fresh Python."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.common import warm
from tests.terminal.players import command, environment

COMMANDS = [
    ("--help",),
    ("bots", "--lang", "de"),
    ("play", "--seed", "1", "--bots", "a_bot_from_here:Bot"),
    ("play", "--game", "nothing"),
    ("play", "--seed", "5"),
    ("--no-such-option",),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_both_say_the_same_and_end_the_same(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "a_bot_from_here.py").write_text(
        "class Bot:\n    def choose(self, state):\n        raise OSError\n"
    )
    env = environment(tmp_path)
    assert warm.can_run(env)
    typed = "1\nł\nq\n"
    fresh = subprocess.run(
        command(*arguments),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=env,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    for saved in (tmp_path / "games").glob("*"):
        saved.unlink()  # so that both save under the same name
    again = warm.run(arguments, env, tmp_path, typed, 120)
    found, expected = ((run.returncode, _timeless(run.stdout), run.stderr) for run in (again, fresh))
    assert found == expected


def _timeless(text: str) -> list[str]:
    """Without the lines that name a file: its name has the time in it."""
    return [line for line in text.splitlines() if ".json" not in line]


@pytest.mark.parametrize("name", ["LC_ALL", "PYTHONIOENCODING", "FORCE_COLOR"])
def test_what_is_read_at_the_start_wants_a_fresh_python(tmp_path: Path, name: str) -> None:
    assert not warm.can_run(environment(tmp_path, **{name: "1"}))
    assert not warm.can_run({**environment(tmp_path), "LANG": "de_DE.UTF-8"})
