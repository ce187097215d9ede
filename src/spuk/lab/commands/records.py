"""Shared parts of the commands about one game: reading it, showing the result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

import spuk
from spuk.kernel import files
from spuk.lab.errors import Refused


def read_record(file: Path) -> spuk.Record:
    """A record that can be replayed to its end."""
    try:
        found = spuk.Record.from_json(files.read(file))
        found.replay()
    except spuk.OtherRules as error:
        raise Refused("ui.other_rules.file", path=file, reason=error) from error
    except (OSError, ValueError, RecursionError) as error:
        raise Refused("ui.lab.broken_record", path=file, reason=error) from error
    return found


def show(what: RenderableType | dict[str, Any], console: Console) -> None:
    """Data as JSON, anything else formatted by rich."""
    if isinstance(what, dict):
        print(json.dumps(what, ensure_ascii=False, indent=2))
    else:
        console.print(what, highlight=False)
