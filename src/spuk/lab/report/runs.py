"""The runs a report is about, and the line-ups of bots in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

import spuk
from spuk.lab import bots, directory, log, numbers
from spuk.lab.order import Order, shown
from spuk.lab.report.parts import Chapter, Section, Table
from spuk.lab.rows import Row
from spuk.language.catalog import say
from spuk.language.plain import clean


@dataclass
class Run:
    """One directory."""

    path: Path
    order: Order
    games: int = 0
    with_version: bool = False
    """Whether runs of several versions are in one report, so that line-ups name theirs."""
    reader: log.Reader = field(init=False)
    """What was found in the log when it was last read."""

    def rows(self) -> Iterator[Row]:
        """All finished games."""
        self.reader = log.Reader(self.path / log.NAME, self.order)
        self.games = 0
        for found in self.reader.news():
            if isinstance(found, Row):
                self.games += 1
                yield found

    def is_empty(self) -> bool:
        """Whether no game has finished."""
        return next(self.rows(), None) is None

    def options(self, row: Row) -> dict[str, Any]:
        """All options of a game."""
        return self._options[row.combination]

    def __post_init__(self) -> None:
        self._defaults = spuk.game(self.order.game).defaults()
        self._options = [self._defaults | options for options in self.order.combinations]

    def further(self, row: Row, known: Sequence[str]) -> str:
        """The options of a game without a column of their own that differ from the defaults."""
        options = self._options[row.combination]
        names = [name for name in options if name not in known and options[name] != self._defaults[name]]
        return ", ".join(f"{name}={shown(options[name])}" for name in names)

    def lineup(self, lang: str) -> str:
        """Who plays, in a few words: bots and their thinking times."""
        order = self.order
        version = order.version if self.with_version else ""
        inside = ", ".join(filter(None, [bots.budget_words(order.seconds, order.playouts, lang), version]))
        return ", ".join(order.bots) + (f" ({inside})" if inside else "")


def open_run(path: Path) -> Run:
    """The run in a directory."""
    directory.check_log(path)
    return Run(path, directory.read_order(path))


# ── line-ups ────────────────────────────────────────────────────────────────────────────────


class Study(Protocol):
    """Counts of games, in one pass."""

    def add(self, run: Run) -> None:
        """Count all games of a run."""
        ...


Counted = TypeVar("Counted", bound=Study)


def by_lineup(runs: Sequence[Run], lang: str, new: Callable[[], Counted]) -> dict[str, Counted]:
    """The results of each line-up."""
    found: dict[str, Counted] = {}
    for run in runs:
        lineup = run.lineup(lang)
        if lineup not in found:
            found[lineup] = new()
        found[lineup].add(run)
    return found


def lineup_chapters(chapters: Mapping[str, Chapter]) -> list[Chapter]:
    """A chapter for each line-up, with unique names for its files and tables."""
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


# ── where the numbers come from ─────────────────────────────────────────────────────────────


def sources(runs: Sequence[Run], lang: str) -> Section:
    """Where the numbers come from."""
    head = ("directory", "bots", "budget", "games", "seed", "version", "rules")
    rows = [
        [
            clean(run.path.name),
            ", ".join(run.order.bots),
            bots.budget_words(run.order.seconds, run.order.playouts, lang) or say(lang, "ui.lab.budget.none"),
            f"{numbers.whole(run.games, lang)} / {numbers.whole(run.order.total, lang)}",
            str(run.order.seed),
            run.order.version,
            str(run.order.rules),
        ]
        for run in runs
    ]
    titles = [_head(name, lang) for name in head]
    title = say(lang, "ui.lab.report.runs")
    return Section(title, say(lang, "ui.lab.report.method"), [], [Table(title, titles, rows, words=3)])


def _head(name: str, lang: str) -> str:
    return {
        "directory": say(lang, "ui.lab.head.directory"),
        "bots": say(lang, "ui.lab.head.bots"),
        "budget": say(lang, "ui.lab.head.budget"),
        "games": say(lang, "ui.lab.head.games"),
        "seed": say(lang, "ui.lab.head.seed"),
        "version": say(lang, "ui.lab.head.version"),
        "rules": say(lang, "ui.lab.head.rules"),
    }[name]


class ReportWriter(Protocol):
    """The `report` part of a game pack; `plain.chapters` for games without one."""

    def __call__(self, runs: Sequence[Run], lang: str, /) -> list[Chapter]:
        """Everything about these runs of the game."""
        ...
