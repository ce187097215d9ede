"""What a game counts besides its outcome (`Game.columns`): numbers and names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final, get_args

import spuk
from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.distributions import distribution_head, distribution_row
from spuk.lab.report.parts import Plot, Section, Table, grouped, mean_cell, share_cell, with_interval
from spuk.lab.rows import Row
from spuk.lab.stats import mean, quantile, wilson
from spuk.language.catalog import say
from spuk.language.plain import clean
from spuk.language.words import words_of

_MOST: Final = 15
"""How many values of a fact are listed."""
_LONGEST: Final = 60
_PLOTS: Final = 6
"""How many columns are drawn."""


class Columns:
    """Counts of all columns of a game, in one pass."""

    def __init__(self, game: str, lang: str) -> None:
        self._kinds = spuk.game(game).columns()
        self._words = words_of(game)
        self._lang = lang
        self._games = 0
        self._counted: defaultdict[str, Counter[Any]] = defaultdict(Counter)

    def add(self, row: Row) -> None:
        """Count a game."""
        self._games += 1
        for name, kind in self._kinds.items():
            self._counted[name].update(_items(row.values[name], kind))

    def sections(self) -> list[Section]:
        """The numbers, then the names; nothing if a game has none."""
        return [section for section in (self._numbers(), self._names()) if section is not None]

    def _name(self, column: str) -> str:
        return self._words.column_name(column, self._lang)

    # ── numbers ─────────────────────────────────────────────────────────────────────────────

    def _numbers(self) -> Section | None:
        """All in one table, with plots of the first few."""
        lang = self._lang
        columns = [name for name, kind in self._kinds.items() if _is_number(kind) and self._counted[name]]
        if not columns:
            return None
        title = say(lang, "ui.lab.report.numbers")
        head = distribution_head(say(lang, "ui.lab.head.column"), lang)
        head[-1] = say(lang, "ui.lab.head.values")
        drawn = [self._plot(name) for name in columns if self._can_be_drawn(name)][:_PLOTS]
        table = Table(title, head, [self._row(name) for name in columns])
        return Section(title, say(lang, "ui.lab.report.numbers.about"), drawn, [table])

    def _can_be_drawn(self, column: str) -> bool:
        """Integers with different values."""
        return not _is_fraction(self._kinds[column]) and len(self._counted[column]) > 1

    def _row(self, column: str) -> list[str]:
        """Lists have no interval, because the numbers of one game are not independent of each other."""
        lang, counts = self._lang, self._counted[column]
        if _is_fraction(self._kinds[column]):
            median, low, high = (numbers.decimal(quantile(counts, part), lang) for part in (0.5, 0.1, 0.9))
            between = say(lang, "ui.lab.from_to", low=low, high=high)
            values = numbers.whole(counts.total(), lang)
            row = [self._name(column), mean_cell(mean(counts), lang), median, between, values]
        else:
            row = distribution_row(self._name(column), counts, lang)
        if get_args(self._kinds[column]):
            row[1] = numbers.decimal(mean(counts).value, lang)
        return row

    def _plot(self, column: str) -> Plot:
        lang, name = self._lang, self._name(column)
        of_what = "ui.lab.report.of_values" if get_args(self._kinds[column]) else "ui.lab.report.of_games"
        counts, share = {name: self._counted[column]}, say(lang, of_what)
        axis = ""  # the caption already says it
        return Plot(f"column-{column}", name, lambda: plots.distribution(counts, lang, axis, share))

    # ── names ───────────────────────────────────────────────────────────────────────────────

    def _names(self) -> Section | None:
        """In how many games each came up."""
        lang = self._lang
        found: list[tuple[str, list[str]]] = []
        for column in (name for name, kind in self._kinds.items() if not _is_number(kind)):
            for value, count in self._counted[column].most_common(_MOST):
                share = share_cell(wilson(count, self._games), lang)
                row = [short(_in_words(value, lang)), share, numbers.whole(count, lang)]
                found.append((self._name(column), row))
        if not found:
            return None
        title = say(lang, "ui.lab.report.names")
        head = [
            say(lang, "ui.lab.head.value"),
            with_interval(say(lang, "ui.lab.head.of_games"), lang),
            say(lang, "ui.lab.head.games"),
        ]
        about = say(lang, "ui.lab.report.names.about", n=_MOST)
        return Section(title, about, [], [Table(title, head, grouped(found))])


def _items(value: Any, kind: Any) -> Sequence[Any]:
    """What is counted in a column: every number of a list, but every name in it only once per game."""
    if not get_args(kind):
        return [value]
    return value if _is_number(kind) else list(dict.fromkeys(value))


def _is_number(kind: Any) -> bool:
    return (get_args(kind) or (kind,))[0] in (int, float)


def _is_fraction(kind: Any) -> bool:
    return (get_args(kind) or (kind,))[0] is float


def _in_words(value: object, lang: str) -> object:
    return say(lang, "ui.lab.yes" if value else "ui.lab.no") if isinstance(value, bool) else value


def short(text: object) -> str:
    """A text from a log, which may come from anywhere."""
    return clean(text, _LONGEST) or numbers.NOTHING
