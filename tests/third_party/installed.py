"""A package as `pip install --target` leaves it: its files, and a dist-info with its entry points."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIG = Path(__file__).with_name("pig")


def install_pig(site: Path) -> None:
    """Pig, as its pyproject.toml says."""
    project = tomllib.loads((PIG / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(PIG / "src", site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    announce(site, project["name"], project["entry-points"])


def announce(site: Path, name: str, entry_points: Mapping[str, Mapping[str, str]]) -> None:
    """The dist-info of a package that offers something."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = []
    for group, entries in entry_points.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
    (folder / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def python_path(site: Path) -> str:
    """Where a fresh process finds Spuk and what is installed beside it."""
    return os.pathsep.join([str(ROOT / "src"), str(site)])


def run_python(site: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A fresh process that has never heard of our tests."""
    kept = {name: os.environ[name] for name in ("PATH", "SPUK_PLAIN") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**kept, "LANG": "C.UTF-8", "PYTHONPATH": python_path(site), "SPUK_HOME": str(site / "home")},
        cwd=site,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
