"""Everything a game's report is written with: `from spuk.lab.report.toolkit import …`.

A game pack names a function of the form `ReportWriter` as its `report`. It counts the rows of the runs it is
given and makes chapters from them: sections with tables and plots. `plain` is an example.
"""

from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.columns import Columns, short
from spuk.lab.report.distributions import (
    Distribution,
    Slice,
    Slices,
    by_group,
    curves,
    distribution_head,
    distribution_row,
    distribution_section,
    lines,
    middle,
    together,
)
from spuk.lab.report.parts import (
    Chapter,
    Headline,
    Plot,
    Section,
    Table,
    games_headline,
    grouped,
    mean_cell,
    mean_headline,
    share_cell,
    share_headline,
    with_interval,
)
from spuk.lab.report.plots import Dots
from spuk.lab.report.runs import ReportWriter, Run, by_lineup, lineup_chapters
from spuk.lab.report.shares import (
    Contest,
    WinCount,
    WinShare,
    bots_section,
    seats_section,
    win_share_cells,
    win_share_head,
    win_share_plot,
)
from spuk.lab.rows import Row
from spuk.lab.stats import Interval, mean, quantile, wilson

__all__ = [
    "Chapter",
    "Columns",
    "Contest",
    "Distribution",
    "Dots",
    "Headline",
    "Interval",
    "Plot",
    "ReportWriter",
    "Row",
    "Run",
    "Section",
    "Slice",
    "Slices",
    "Table",
    "WinCount",
    "WinShare",
    "bots_section",
    "by_group",
    "by_lineup",
    "curves",
    "distribution_head",
    "distribution_row",
    "distribution_section",
    "games_headline",
    "grouped",
    "lines",
    "lineup_chapters",
    "mean",
    "mean_cell",
    "mean_headline",
    "middle",
    "numbers",
    "plots",
    "quantile",
    "seats_section",
    "share_cell",
    "share_headline",
    "short",
    "together",
    "wilson",
    "win_share_cells",
    "win_share_head",
    "win_share_plot",
    "with_interval",
]
