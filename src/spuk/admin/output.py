"""What commands print: lines for people, JSON for scripts; and confirmation questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import typer

from spuk.language.catalog import say
from spuk.language.plain import clean
from spuk.terminal.command_line import fail

Columns = Mapping[str, Callable[[Mapping[str, Any]], object]]
"""By the id of a heading, the column below it."""


def print_json(data: Any) -> None:
    """For scripts."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def print_rows(rows: Sequence[Mapping[str, Any]], columns: Columns, lang: str) -> None:
    """A table as wide as it needs to be. User input in it cannot move the cursor."""
    if not rows:
        print(say(lang, "ui.admin.nothing"))
        return
    lines = [[say(lang, id) for id in columns]]
    lines += [[clean(cell(row)) for cell in columns.values()] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(map(str.ljust, line, widths)).rstrip())


def print_values(values: Mapping[str, object], lang: str) -> None:
    """A line for each of some values, by the id of its name."""
    names = {id: say(lang, id) for id in values}
    width = max(map(len, names.values()))
    for id, value in values.items():
        print(f"{names[id].ljust(width)}  {clean(value)}".rstrip())


def day(at: float | None) -> str:
    """A time, in the time zone of this machine."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def size(number: float) -> str:
    """A number of bytes."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000 or unit == "GB":
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    raise AssertionError


def make_sure(question: str, lang: str, *, yes: bool) -> None:
    """Ask for confirmation, unless it was given already. If nobody can answer, nothing is done."""
    if yes:
        return
    if not sys.stdin.isatty():
        fail(say(lang, "ui.admin.needs_yes", question=question))
    agreed = say(lang, "ui.yes")
    print(f"{question} [{agreed}/{say(lang, 'ui.no')}] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in (agreed, agreed[0]):
        print(say(lang, "ui.admin.left"))
        raise typer.Exit(1)
