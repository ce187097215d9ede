"""A run on the screen: a progress bar, and a table at the end. Plain lines if there is no terminal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Column, Table

from spuk.lab import numbers
from spuk.lab.log import Reader
from spuk.lab.order import Order
from spuk.lab.run import Result, Watcher
from spuk.lab.tally import CombinationTally, Tally
from spuk.language.catalog import say, say_number
from spuk.language.plain import clean

_LINE_EVERY: Final = 10.0
_FIRST_LINE: Final = 1.0
_WINDOW: Final = 30.0
"""The rate is calculated over this many seconds."""
_SHOWN_FAILURES: Final = 10
_ROOM_FOR_A_BAR: Final = 115
"""Columns: on a narrower screen, the text needs all the room."""


class _Status:
    """The line beside the bar."""

    def __init__(self, order: Order, lang: str) -> None:
        self._order = order
        self._lang = lang
        self._past: deque[tuple[float, int]] = deque()

    def line(self, tally: Tally) -> str:
        """Progress, rate, time left, and results so far."""
        lang, total = self._lang, self._order.total
        done = tally.games + len(tally.failures)
        rate = self._rate(done)
        parts = [say(lang, "ui.lab.done", done=numbers.whole(done, lang), total=numbers.whole(total, lang))]
        if rate > 0:
            digits = 0 if rate >= 100 else 2 if rate < 1 else 1
            parts.append(say(lang, "ui.lab.rate", rate=numbers.decimal(rate, lang, digits)))
            if done < total:
                parts.append(say(lang, "ui.lab.left", time=numbers.clock((total - done) / rate)))
        parts += self._won(tally)
        return " · ".join(parts)

    def _won(self, tally: Tally) -> list[str]:
        headline = tally.headline()
        if headline is None:
            return []
        share = numbers.share(headline, self._lang)
        if tally.together:
            return [say(self._lang, "ui.lab.winning", share=share)]
        return [say(self._lang, "ui.lab.winning_bot", bot=self._order.bots[0], share=share)]

    def _rate(self, done: int) -> float:
        now = monotonic()
        self._past.append((now, done))
        while len(self._past) > 2 and now - self._past[1][0] >= _WINDOW:
            self._past.popleft()
        then, before = self._past[0]
        return (done - before) / (now - then) if now > then else 0.0


@contextmanager
def watching(order: Order, lang: str, console: Console) -> Iterator[Watcher]:
    """An observer for `simulate` that shows the progress."""
    status = _Status(order, lang)
    if not console.is_terminal:
        yield _PlainProgress(status, console)
        return
    words = TextColumn("{task.fields[status]}", table_column=Column(overflow="fold"))
    columns = (BarColumn(bar_width=24), words) if console.width >= _ROOM_FOR_A_BAR else (words,)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=order.total, status="")

        def watch(tally: Tally) -> None:
            done = tally.games + len(tally.failures)
            progress.update(task, completed=done, status=status.line(tally))

        yield watch


class _PlainProgress:
    """A line now and then."""

    def __init__(self, status: _Status, console: Console) -> None:
        self._status = status
        self._console = console
        self._next = monotonic() + _FIRST_LINE

    def __call__(self, tally: Tally) -> None:
        line = self._status.line(tally)
        if monotonic() >= self._next:
            self._next = monotonic() + _LINE_EVERY
            self._console.print(line, soft_wrap=True, highlight=False)


# ── the end ─────────────────────────────────────────────────────────────────────────────────


def summary(result: Result, lang: str, console: Console) -> None:
    """Print the results."""
    tally = result.tally
    if result.stopped:
        console.print(say(lang, "ui.lab.stopped"), soft_wrap=True, highlight=False)
    console.print(_table(tally, lang))
    _failures(tally, lang, console)
    if result.reader is not None:
        complain(result.reader, "ui.lab.bad_lines", lang, console)
    for path in result.tables:
        console.print(say(lang, "ui.lab.written", path=path), soft_wrap=True, highlight=False, markup=False)


def _table(tally: Tally, lang: str) -> Table:
    order = tally.order
    games = say_number(lang, "ui.lab.games", tally.games, n=numbers.whole(tally.games, lang))
    table = Table(title=games, title_justify="left")
    table.add_column(say(lang, "ui.lab.head.combination"))
    table.add_column(say(lang, "ui.lab.head.games"), justify="right")
    if not tally.together and tally.contested:
        table.add_column(say(lang, "ui.lab.head.bot"))
        table.add_column(say(lang, "ui.lab.head.fair"), justify="right")
    if tally.contested:
        table.add_column(say(lang, "ui.lab.head.won"), justify="right")
    for asked, bundle in zip(order.asked, tally.bundles, strict=True):
        name = asked or say(lang, "ui.lab.defaults")
        if not tally.contested:
            table.add_row(name, numbers.whole(bundle.games, lang))
        elif tally.together:
            share = numbers.share(bundle.share(order.bots[0]), lang)
            table.add_row(name, numbers.whole(bundle.games, lang), share)
        else:
            _add_bots(table, name, bundle, order, lang)
    return table


def _add_bots(table: Table, name: str, bundle: CombinationTally, order: Order, lang: str) -> None:
    for bot in dict.fromkeys(order.bots):
        fair = bundle.seats[bot] / max(1, bundle.seats.total())
        share = numbers.share(bundle.share(bot), lang)
        table.add_row(name, numbers.whole(bundle.games, lang), bot, numbers.percent(fair, lang), share)
        name = ""


def _failures(tally: Tally, lang: str, console: Console) -> None:
    if not tally.failures:
        return
    console.print(say_number(lang, "ui.lab.failed", len(tally.failures)), soft_wrap=True, highlight=False)
    for (combination, number), error in sorted(tally.failures.items())[:_SHOWN_FAILURES]:
        asked = tally.order.asked[combination] or say(lang, "ui.lab.defaults")
        seed = tally.order.seed_of(combination, number)
        line = say(lang, "ui.lab.failure", combination=asked, number=number, seed=seed, error=error)
        console.print(line, soft_wrap=True, highlight=False, markup=False)


def complain(reader: Reader, id: str, lang: str, console: Console) -> None:
    """Report how many lines of a log are not games of its order, and what is wrong with the first."""
    if reader.first_bad is None:
        return
    line, bad = reader.first_bad
    reason = say(lang, bad.id, **bad.values)
    text = say_number(lang, id, reader.bad, path=clean(reader.path), line=line, reason=clean(reason))
    console.print(text, soft_wrap=True, highlight=False, markup=False)
