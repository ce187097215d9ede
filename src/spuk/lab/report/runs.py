"""The runs a report is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import spuk
from spuk.lab import directory, log
from spuk.lab.order import Order
from spuk.lab.report.parts import Section, Table
from spuk.lab.rows import Row
from spuk.words.catalog import say, say_number
from spuk.words.plain import clean


@dataclass
class Run:
    """One directory."""

    path: Path
    order: Order
    games: int = 0
    reader: log.Reader = field(init=False)
    """All that was found in the log when it was read last."""

    def rows(self) -> Iterator[Row]:
        """All finished games."""
        self.reader = log.Reader(self.path / log.NAME, self.order)
        self.games = 0
        for found in self.reader.news():
            if isinstance(found, Row):
                self.games += 1
                yield found

    def is_empty(self) -> bool:
        """No game has come to its end."""
        return next(self.rows(), None) is None

    def options(self, row: Row) -> dict[str, Any]:
        """All options of a game."""
        return self._options[row.combination]

    def __post_init__(self) -> None:
        allowed = spuk.game(self.order.game).options()
        defaults = {name: values[0] for name, values in allowed.items()}
        self._options = [defaults | options for options in self.order.combinations]
        self._defaults = defaults

    def further(self, row: Row, shown: Sequence[str]) -> str:
        """The options of a game that have no column of their own, where they are not the usual ones."""
        options = self._options[row.combination]
        names = [name for name in options if name not in shown and options[name] != self._defaults[name]]
        return ", ".join(f"{name}={_plain(options[name])}" for name in names)

    def lineup(self, lang: str) -> str:
        """Who plays, in a few words: bots, and how long they may think."""
        bots = ", ".join(self.order.bots)
        return f"{bots} ({budget(self.order, lang)})" if has_budget(self.order) else bots


def _plain(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def has_budget(order: Order) -> bool:
    """Somebody said how long the bots may think."""
    return order.seconds is not None or order.playouts is not None


def budget(order: Order, lang: str) -> str:
    """How long the bots may think."""
    parts = []
    if order.seconds is not None:
        parts.append(say(lang, "ui.lab.report.budget_seconds", seconds=f"{order.seconds:g}"))
    if order.playouts is not None:
        parts.append(say_number(lang, "ui.lab.report.budget_playouts", order.playouts))
    return ", ".join(parts) or say(lang, "ui.lab.report.no_budget")


def open_run(path: Path) -> Run:
    """The run in a directory."""
    directory.check_log(path)
    return Run(path, directory.read_order(path))


def sources(runs: Sequence[Run], lang: str) -> Section:
    """Where the numbers come from."""
    head = ("directory", "bots", "budget", "games", "seed", "version")
    rows = [
        [
            clean(run.path.name),
            ", ".join(run.order.bots),
            budget(run.order, lang),
            f"{run.games} / {run.order.total}",
            str(run.order.seed),
            run.order.version,
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
    }[name]
