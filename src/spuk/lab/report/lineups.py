"""Several line-ups of bots in one report: all of them side by side first, then a chapter for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from spuk.lab.report.parts import Chapter, Section
from spuk.lab.report.runs import Run


class Study(Protocol):
    """Counts of games, in one pass."""

    def add(self, run: Run) -> None:
        """Count all games of a run."""
        ...


Counted = TypeVar("Counted", bound=Study)


def studies(runs: Sequence[Run], lang: str, new: Callable[[], Counted]) -> dict[str, Counted]:
    """What each line-up did."""
    found: dict[str, Counted] = {}
    for run in runs:
        lineup = run.lineup(lang)
        if lineup not in found:
            found[lineup] = new()
        found[lineup].add(run)
    return found


def apart(chapters: Mapping[str, Chapter]) -> list[Chapter]:
    """The chapters by line-up: files and tables that have no namesakes."""
    return [
        chapter._replace(
            title=f"{chapter.title} · {lineup}",
            sections=[_apart(section, lineup, number) for section in chapter.sections],
        )
        for number, (lineup, chapter) in enumerate(chapters.items(), 1)
    ]


def _apart(section: Section, lineup: str, number: int) -> Section:
    return section._replace(
        plots=[plot._replace(name=f"{plot.name}-{number}") for plot in section.plots],
        tables=[table._replace(caption=f"{table.caption} · {lineup}") for table in section.tables],
    )
