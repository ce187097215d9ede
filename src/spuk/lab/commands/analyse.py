"""`spuk analyse`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from spuk.lab import analyse as lab
from spuk.lab import bots, curve, moves
from spuk.lab.commands.records import read_record, show
from spuk.lab.errors import Refused
from spuk.language.catalog import say

WIDEST = 100
"""Columns; longer lines are hard to read."""


class Asked(NamedTuple):
    """What was typed."""

    file: Path
    order: lab.Order
    processes: int | None
    only_mistakes: bool
    svg: Path | None
    png: Path | None

    def pictures(self) -> dict[str, Path]:
        """The requested images, by format."""
        wanted = {"svg": self.svg, "png": self.png}
        return {format: file for format, file in wanted.items() if file is not None}


def analyse(asked: Asked, *, json: bool, lang: str, console: Console) -> int:
    """Analyse every move of a record. Anything that could prevent output is checked before the analysis."""
    _check(asked)
    for file in asked.pictures().values():
        with _drawing(file):
            curve.check(file)
            if file.exists() and asked.file.exists() and file.samefile(asked.file):
                raise Refused("ui.analyse.over_the_record", path=file)
    record = read_record(asked.file)
    with _progress(say(lang, "ui.analyse.at_work")) as progress:
        found = lab.analyse(record, asked.order, processes=asked.processes, progress=progress)
    page = moves.page(found, lang, min(console.width, WIDEST), only_marked=asked.only_mistakes)
    show(lab.as_data(found) if json else page, console)
    for format, file in asked.pictures().items():
        with _drawing(file):
            curve.save(found, file, lang, format)
    return 0


def _check(asked: Asked) -> None:
    bots.import_typed([asked.order.bot])
    lab.check(asked.order)
    bots.check_number("processes", asked.processes)


@contextmanager
def _progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream, so the output stays clean; nothing if nobody would see it."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _drawing(file: Path) -> Iterator[None]:
    """Report what prevents writing an image."""
    try:
        yield
    except curve.NoMatplotlib as error:
        raise Refused("ui.analyse.no_matplotlib") from error
    except OSError as error:
        raise Refused("ui.analyse.cannot_write", path=file, reason=error) from error
