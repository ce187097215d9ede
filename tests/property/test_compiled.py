"""Compiled and as ordinary Python, the engine plays the same games to the letter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import spuk
from spuk import engine

SCRIPT = Path(__file__).with_name("trace.py")
ROUNDS = "1"


def _trace(plain: str) -> list[str]:
    environment = {**os.environ, "SPUK_PLAIN": plain, "PYTHONHASHSEED": "0" if plain else "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(spuk.__file__).parents[1]), *sys.path])
    run = subprocess.run(
        [sys.executable, str(SCRIPT), ROUNDS],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def plain() -> list[str]:
    return _trace("1")


@pytest.fixture(scope="module")
def as_installed() -> list[str]:
    return _trace("")


def _compiled_files() -> list[Path]:
    """The compiled module of the state: in a checkout's build, or beside the sources of a wheel."""
    folders = (engine.build_folder() / "spuk", engine.PACKAGE)
    module = "games/ghost_stories/state"
    return [file for folder in folders for end in ("so", "pyd") for file in folder.glob(f"{module}.*.{end}")]


def test_the_plain_run_is_really_plain(plain: list[str]) -> None:
    assert plain[0] == ".py .py .py"


def test_where_compiled_modules_are_installed_they_are_used(as_installed: list[str]) -> None:
    if os.environ.get("SPUK_EXPECT_COMPILED") == "1":
        assert _compiled_files(), "SPUK_EXPECT_COMPILED=1, but no compiled modules are installed"
    suffix = _compiled_files()[0].suffix if _compiled_files() else ".py"
    assert as_installed[0] == f"{suffix} {suffix} {suffix}"


def test_both_ways_every_game_goes_the_same(plain: list[str], as_installed: list[str]) -> None:
    assert len(plain) > 200
    assert plain[1:] == as_installed[1:]
