"""`spuk report`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from spuk.lab.report.runs import Run
from spuk.lab.report.write import write
from spuk.lab.show import complain
from spuk.language.catalog import say


def report(directories: Sequence[Path], out: Path | None, *, lang: str, console: Console) -> int:
    """Write the report and say where it is."""
    errors = Console(stderr=True)

    def look(run: Run) -> None:
        complain(run.reader, "ui.lab.bad_lines_of_report", lang, errors)

    page = write(directories, out or directories[0] / "report", lang, look)
    console.print(say(lang, "ui.lab.written", path=page), soft_wrap=True, highlight=False, markup=False)
    return 0
