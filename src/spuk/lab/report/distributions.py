"""A number that every game has, such as its turns: counting, table and plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.parts import Plot, Section, Table, mean_cell, with_interval
from spuk.lab.stats import mean, quantile
from spuk.language.catalog import say

Counts = Mapping[str, Counter[int]]
"""How often each number came up, and which games it is about (in words)."""
NO_SPLIT: Mapping[str, str] = {}


class Slice(NamedTuple):
    """Games whose numbers are counted together."""

    group: str
    """Games of different groups, such as editions, are never counted together."""
    split: str
    """Games of one group that may also be shown separately, such as by level."""
    won: bool


Slices = Mapping[Slice, Counter[int]]


def together(
    counted: Slices, group: str | None = None, split: str | None = None, won: bool | None = None
) -> Counter[int]:
    """All games, or those of one group, split or outcome."""
    found: Counter[int] = Counter()
    for slice, counts in counted.items():
        if all(wanted in (None, is_) for wanted, is_ in zip((group, split, won), slice, strict=True)):
            found += counts
    return found


def lines(
    counted: Slices, groups: Mapping[str, str], lang: str, splits: Mapping[str, str] = NO_SPLIT
) -> dict[str, Counts]:
    """For every group all games, those won and those lost; with only one group, those of each split.

    Groups and splits come with their names, in the order to be listed.
    """
    found = by_group(counted, groups)
    if len(found) == 1:
        return {name: {**_outcomes(counted, lang), **_splits(counted, splits)} for name in found}
    return {
        name: _outcomes({slice: counts for slice, counts in counted.items() if slice.group == group}, lang)
        for group, name in groups.items()
        if name in found
    }


def curves(counted: Slices, groups: Mapping[str, str], lang: str) -> Counts:
    """A line for every group; with only one, for games won and for games lost."""
    found = by_group(counted, groups)
    if len(found) > 1:
        return found
    _, *outcomes = _outcomes(counted, lang).items()
    return {name: counts for name, counts in outcomes if counts}


def by_group(counted: Slices, groups: Mapping[str, str]) -> Counts:
    """All games of every group that has any."""
    found = {name: together(counted, group) for group, name in groups.items()}
    return {name: counts for name, counts in found.items() if counts}


def _outcomes(counted: Slices, lang: str) -> Counts:
    return {
        say(lang, "ui.lab.report.all"): together(counted),
        say(lang, "ui.lab.report.won"): together(counted, won=True),
        say(lang, "ui.lab.report.lost"): together(counted, won=False),
    }


def _splits(counted: Slices, splits: Mapping[str, str]) -> Counts:
    found = {name: together(counted, split=split) for split, name in splits.items()}
    played = {name: counts for name, counts in found.items() if counts}
    return played if len(played) > 1 else {}


# ── the section ─────────────────────────────────────────────────────────────────────────────


class Distribution(NamedTuple):
    """What is shown about a number."""

    name: str
    """Of the plot's files."""
    title: str
    about: str
    axis: str
    groups: Mapping[str, Counts]
    """The lines of the table below their headings."""
    curves: Counts
    step: int = 1
    """The step between possible values."""


def distribution_section(shown: Distribution, lang: str) -> Section:
    """A section about it."""
    rows: list[list[str] | str] = []
    for heading, counted in shown.groups.items():
        rows += [heading] if len(shown.groups) > 1 else []
        rows += [distribution_row(which, counts, lang) for which, counts in counted.items() if counts.total()]
    share = say(lang, "ui.lab.report.of_games")
    plot = Plot(
        shown.name,
        shown.title,
        lambda: plots.distribution(shown.curves, lang, shown.axis, share, shown.step),
    )
    head = distribution_head(say(lang, "ui.lab.head.which"), lang)
    return Section(shown.title, shown.about, [plot], [Table(shown.title, head, rows)])


def distribution_head(first: str, lang: str) -> list[str]:
    """The column headings of such a table."""
    return [
        first,
        with_interval(say(lang, "ui.lab.head.mean"), lang),
        say(lang, "ui.lab.head.median"),
        say(lang, "ui.lab.head.middle"),
        say(lang, "ui.lab.head.games"),
    ]


def distribution_row(which: str, counts: Counter[int], lang: str) -> list[str]:
    """A row of it: mean, median, the middle 80%, number of games."""
    return [
        which,
        mean_cell(mean(counts), lang),
        numbers.whole(quantile(counts, 0.5), lang),
        middle(counts, lang),
        numbers.whole(counts.total(), lang),
    ]


def middle(counts: Counter[int], lang: str) -> str:
    """The range of the middle 80%, with a word instead of the dash if a number is negative."""
    low, high = quantile(counts, 0.1), quantile(counts, 0.9)
    id = "ui.lab.from_to" if low < 0 else "ui.lab.range"
    return say(lang, id, low=numbers.whole(low, lang), high=numbers.whole(high, lang))
