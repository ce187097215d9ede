"""Running the command as a person would: a process, lines typed into it, what it printed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "de", "pl")


def environment(home: Path, **more: str) -> dict[str, str]:
    """As plain as a fresh account: own home, English, 80 columns, no colour unless asked for."""
    kept = {name: os.environ[name] for name in ("PATH", "SPUK_PLAIN") if name in os.environ}
    ours = {"SPUK_HOME": str(home), "LANG": "C.UTF-8", "COLUMNS": "80", "PYTHONPATH": str(ROOT / "src")}
    return {**kept, **ours, **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "spuk", *arguments]


def spuk(
    *arguments: str, home: Path, typed: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run to the end with these lines typed."""
    return subprocess.run(
        command(*arguments),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(home, **(env or {})),
        timeout=120,
        check=False,
    )


def saved_games(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.json"))
