"""A folder as `pip install --target` leaves it: modules, and a dist-info that names entry points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def announce(site: Path, name: str, entry_points: Mapping[str, Mapping[str, str]]) -> None:
    """The dist-info of a package that offers something."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines: list[str] = []
    for group, entries in entry_points.items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
    (folder / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
