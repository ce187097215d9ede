"""A number that every game has, such as its turns: table and distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.parts import Plot, Section, Table
from spuk.lab.stats import mean, quantile
from spuk.words.catalog import say


def spread(
    name: str,
    title: str,
    about: str,
    axis: str,
    counted: Mapping[str, Counter[int]],
    drawn: list[str],
    lang: str,
) -> Section:
    """A section about it; the series `drawn` are plotted, the table has all."""
    head = [
        say(lang, "ui.lab.head.which"),
        say(lang, "ui.lab.head.mean") + "\n" + say(lang, "ui.lab.head.interval"),
        say(lang, "ui.lab.head.median"),
        say(lang, "ui.lab.head.middle"),
        say(lang, "ui.lab.head.games"),
    ]
    rows = [_row(which, counts, lang) for which, counts in counted.items() if counts.total()]
    shown = {which: counted[which] for which in drawn}
    share = say(lang, "ui.lab.report.of_games")
    plot = Plot(name, title, lambda: plots.distribution(shown, lang, axis, share))
    return Section(title, about, [plot], [Table(title, head, rows)])


def _row(which: str, counts: Counter[int], lang: str) -> list[str]:
    average = mean(counts)
    low, high = quantile(counts, 0.1), quantile(counts, 0.9)
    between = say(
        lang,
        "ui.lab.from_to" if low < 0 else "ui.lab.range",
        low=numbers.whole(low, lang),
        high=numbers.whole(high, lang),
    )
    return [
        which,
        numbers.decimal(average.value, lang) + "\n" + numbers.between(average, lang),
        numbers.whole(quantile(counts, 0.5), lang),
        between,
        numbers.whole(counts.total(), lang),
    ]
