"""Files that are written as a whole or not at all."""

from __future__ import annotations

from pathlib import Path


def part_of(path: Path) -> Path:
    """Where a file is written until it is whole. A link that lies there is taken away, not followed."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    return part


def write_whole(path: Path, content: str | bytes) -> None:
    """All of the file or none of it, whatever happens."""
    part = part_of(path)
    part.write_bytes(content.encode() if isinstance(content, str) else content)
    part.replace(path)
