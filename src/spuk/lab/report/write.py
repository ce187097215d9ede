"""Writing a report: the plots as PNG and SVG, and the page with everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import Final

import spuk
from spuk.lab.directory import readable
from spuk.lab.errors import Refused
from spuk.lab.report.parts import Chapter, Plot
from spuk.lab.report.runs import ReportWriter, Run, open_run, sources
from spuk.lab.system import write_atomically

PAGE: Final = "report.html"
_DPI: Final = 200


def write(
    directories: Sequence[Path], out: Path, lang: str, look: Callable[[Run], None] = lambda run: None
) -> Path:
    """Write the report on these directories in one language; returns the page.

    `look` is called with the runs when all their games have been read.
    """
    if find_spec("matplotlib") is None:
        raise Refused("ui.lab.needs_lab")
    with readable(directories[0]):
        runs = _open(directories)
        chapters = [
            chapter
            for pack in spuk.packs()
            if (played := [run for run in runs if run.order.game == pack.id])
            for chapter in _writer(pack)(played, lang)
        ]
    for run in runs:
        look(run)
    return _write_all(chapters, runs, out, lang)


def _writer(pack: spuk.GamePack) -> ReportWriter:
    """The game's own writer, or the default. They draw, so none is loaded before we know that we can."""
    from spuk.lab.report import plain

    own: ReportWriter | None = pack.part("report")
    return own if own is not None else plain.chapters


def _open(directories: Sequence[Path]) -> list[Run]:
    """The runs, each once: counting games twice would make every interval too narrow."""
    runs: list[Run] = []
    for path in dict.fromkeys(path.resolve() for path in directories):
        run = open_run(path)
        if run.is_empty():
            raise Refused("ui.lab.no_sound_games" if run.reader.bad else "ui.lab.no_games", path=path)
        for other in runs:
            if other.order.overlaps(run.order):
                raise Refused("ui.lab.same_games", first=other.path, second=path)
        runs.append(run)
    for run in runs:
        run.with_version = len({one.order.version for one in runs if one.order.game == run.order.game}) > 1
    return runs


def _write_all(chapters: Sequence[Chapter], runs: Sequence[Run], out: Path, lang: str) -> Path:
    from spuk.lab.report.page import page

    try:
        out.mkdir(parents=True, exist_ok=True)
        plots = [plot for chapter in chapters for section in chapter.sections for plot in section.plots]
        drawn = {plot.name: _draw(plot, out) for plot in plots}
        write_atomically(out / PAGE, page(chapters, sources(runs, lang), drawn, lang))
    except OSError as error:
        raise Refused("ui.lab.cannot_write", path=out, reason=error) from error
    return out / PAGE


def _draw(plot: Plot, out: Path) -> str:
    """Draw a plot into its files; returns the SVG for the page."""
    from spuk.lab.report.plots import style

    with style():
        figure = plot.draw()
        picture = BytesIO()
        figure.savefig(picture, format="png", dpi=_DPI)
        write_atomically(out / f"{plot.name}.png", picture.getvalue())
        text = StringIO()
        figure.savefig(text, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    svg = text.getvalue()
    write_atomically(out / f"{plot.name}.svg", svg)
    return svg
