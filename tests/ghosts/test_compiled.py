"""Compiled and as ordinary Python, the engine plays the same games of Ghosts to the letter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import spuk
from spuk import engine

SCRIPT = Path(__file__).with_name("trace.py")


def _trace(plain: str) -> list[str]:
    environment = {**os.environ, "SPUK_PLAIN": plain, "PYTHONHASHSEED": "0" if plain else "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(spuk.__file__).parents[1]), *sys.path])
    run = subprocess.run(
        [sys.executable, str(SCRIPT)], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def _suffix() -> str:
    folders = (engine.build_folder() / "spuk", engine.PACKAGE)
    found = [file for folder in folders for file in folder.glob("games/ghosts/state.*.[sp][oy]*")]
    found = [file for file in found if file.suffix in (".so", ".pyd")]
    return found[0].suffix if found else ".py"


def test_both_ways_every_game_goes_the_same() -> None:
    plain, installed = _trace("1"), _trace("")
    assert plain[0] == ".py .py"
    if os.environ.get("SPUK_EXPECT_COMPILED") == "1":
        assert _suffix() != ".py", "SPUK_EXPECT_COMPILED=1, but no compiled modules are installed"
    assert installed[0].split()[0] == _suffix()
    assert len(plain) > 45
    assert plain[1:] == installed[1:]
