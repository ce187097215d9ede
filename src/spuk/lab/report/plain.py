"""The default report, for any game: who won, by which options, how long, how it ended.

It knows a game only by its protocol (options, columns, whether all win together) and its texts, if any.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import spuk
from spuk.lab.report.toolkit import (
    Chapter,
    Columns,
    Contest,
    Distribution,
    Dots,
    Headline,
    Interval,
    Plot,
    Row,
    Run,
    Section,
    Slice,
    Table,
    WinCount,
    WinShare,
    bots_section,
    by_group,
    by_lineup,
    curves,
    distribution_section,
    games_headline,
    grouped,
    lines,
    lineup_chapters,
    mean,
    mean_cell,
    mean_headline,
    numbers,
    plots,
    quantile,
    seats_section,
    share_cell,
    share_headline,
    short,
    together,
    wilson,
    win_share_cells,
    win_share_head,
    with_interval,
)
from spuk.language.catalog import say, say_number
from spuk.language.words import Words, words_of

_MOST: Final = 15
"""How many reasons are listed."""

Value = tuple[str, str]
"""An option and one of its values, as it is shown."""


class Study:
    """Counts of all games of one line-up, in one pass."""

    def __init__(self, game: str, lang: str) -> None:
        self.game = spuk.game(game)
        self.words: Words = words_of(game)
        self.lang = lang
        self.asked = 0
        """Games that were to be played."""
        self.wins = WinCount()
        self.contest = Contest()
        self.values: defaultdict[Value, WinCount] = defaultdict(WinCount)
        self.value_bots: defaultdict[tuple[Value, str], WinShare] = defaultdict(WinShare)
        self.value_scores: defaultdict[Value, Counter[int]] = defaultdict(Counter)
        self.endings: Counter[tuple[str, str]] = Counter()
        self.decisions: defaultdict[Slice, Counter[int]] = defaultdict(Counter)
        self.scores: defaultdict[Slice, Counter[int]] = defaultdict(Counter)
        """Both by number of players."""
        self.columns = Columns(game, lang)

    @property
    def is_contest(self) -> bool:
        """Whether bots compete: a bot that meets only itself always wins."""
        return not self.game.together() and len(self.contest.bots) > 1

    def add(self, run: Run) -> None:
        """Count all games of a run."""
        self.asked += run.order.total
        options = list(self.game.options())
        for row in run.rows():
            agreed = run.options(row)
            values = [(name, self._value(name, agreed[name])) for name in options]
            self._count(row, values, run.order.seating(row.combination, row.number))

    def _value(self, option: str, value: Any) -> str:
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        return numbers.NOTHING if shown is None else self.words.value_name(option, shown, self.lang)

    def _count(self, row: Row, values: Sequence[Value], bots: Sequence[str]) -> None:
        found = row.values
        self.wins.add(found["won"])
        parts = self.contest.add(row, bots)
        for value in values:
            self.values[value].add(found["won"])
            self.value_scores[value][found["score"]] += 1
            for bot, (won, fair) in parts.items():
                self.value_bots[value, bot].add(won, fair)
        self.endings[found["reason"], found["rule"]] += 1
        slice = Slice(str(len(bots)), "", found["won"])
        self.decisions[slice][found["decisions"]] += 1
        self.scores[slice][found["score"]] += 1
        self.columns.add(row)


# ── chapters ────────────────────────────────────────────────────────────────────────────────


def chapters(runs: Sequence[Run], lang: str) -> list[Chapter]:
    """Everything about the games. Several line-ups are compared first, then each has a chapter."""
    game = runs[0].order.game
    studies = by_lineup(runs, lang, lambda: Study(game, lang))
    title = words_of(game).title(lang)
    found = {
        lineup: _with_names_of(game, Chapter(title, _headlines(study), _sections(study)))
        for lineup, study in studies.items()
    }
    if len(found) == 1:
        ((lineup, chapter),) = found.items()
        return [chapter._replace(title=f"{title} · {lineup}")]
    compared = _with_names_of(game, _comparison(title, studies, lang))
    return [compared, *lineup_chapters(found)]


def _with_names_of(game: str, chapter: Chapter) -> Chapter:
    """Names for files that do not clash with the chapters of other games."""
    sections = [
        section._replace(plots=[plot._replace(name=_file(f"{game}-{plot.name}")) for plot in section.plots])
        for section in chapter.sections
    ]
    return chapter._replace(sections=sections)


def _file(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def _headlines(study: Study) -> list[Headline]:
    lang = study.lang
    found = [games_headline(study.wins.games, lang, study.asked)]
    if study.game.together():
        several = len(_several(study)) > 0
        rate = "ui.lab.report.win_rate_of_all" if several else "ui.lab.report.win_rate"
        found.append(share_headline(study.wins.share, say(lang, rate), lang))
    elif study.contest.shared:
        shared = wilson(study.contest.shared, study.contest.games)
        found.append(share_headline(shared, say(lang, "ui.lab.report.shared"), lang))
    score = together(study.scores)
    if len(score) > 1:
        found.append(mean_headline(mean(score), say(lang, "ui.lab.report.mean_score"), lang))
    median = numbers.whole(quantile(together(study.decisions), 0.5), lang)
    return [*found, Headline(median, say(lang, "ui.lab.report.median_decisions"))]


def _comparison(title: str, studies: Mapping[str, Study], lang: str) -> Chapter:
    """The line-ups side by side."""
    all_of_them = list(studies.values())
    asked = sum(study.asked for study in all_of_them)
    games = games_headline(sum(study.wins.games for study in all_of_them), lang, asked)
    name = say(lang, "ui.lab.report.lineups")
    if not all_of_them[0].game.together():
        return Chapter(title, [games], [Section(name, "", [], [_contest_table(name, studies, lang)])])
    head = [say(lang, "ui.lab.head.bots"), *_result_head(lang, won=True)]
    rows = [
        [lineup, *_result_cells(study.wins, together(study.scores), lang)]
        for lineup, study in studies.items()
    ]
    shares: list[Interval | None] = [study.wins.share for study in all_of_them]
    labels, axis = list(studies), say(lang, "ui.lab.head.rate")
    plot = Plot("lineups", name, lambda: plots.dots(labels, [Dots("", shares)], lang, axis))
    return Chapter(title, [games], [Section(name, "", [plot], [Table(name, head, rows)])])


def _contest_table(name: str, studies: Mapping[str, Study], lang: str) -> Table:
    """The results of each bot, by opponents."""
    lines = [
        (lineup, [bot, *win_share_cells(share, share.expected, lang)])
        for lineup, study in studies.items()
        for bot, share in study.contest.bots.items()
    ]
    return Table(name, [say(lang, "ui.lab.head.bot"), *win_share_head(lang)], grouped(lines))


def _sections(study: Study) -> list[Section]:
    lang = study.lang
    found: list[Section | None] = [bots_section(study.contest, lang) if study.is_contest else None]
    found.append(_options(study))
    if not study.game.together():
        found.append(
            seats_section(study.contest, lang, lambda seat: say(lang, "ui.words.player", n=seat + 1))
        )
    found += [_endings(study), _length(study), _score(study), *study.columns.sections()]
    return [section for section in found if section is not None]


def _player(seat: int, lang: str) -> str:
    return say(lang, "ui.words.player", n=seat + 1)


# ── options ─────────────────────────────────────────────────────────────────────────────────


def _several(study: Study) -> list[Value]:
    """The values of all options with more than one."""
    counts = Counter(option for option, _ in study.values)
    return [value for value in study.values if counts[value[0]] > 1]


def _result_head(lang: str, *, won: bool) -> list[str]:
    rate = [with_interval(say(lang, "ui.lab.head.rate"), lang)] if won else []
    score = with_interval(say(lang, "ui.lab.head.score"), lang)
    return [*rate, score, say(lang, "ui.lab.head.games")]


def _result_cells(wins: WinCount | None, scores: Counter[int], lang: str) -> list[str]:
    rate = [share_cell(wins.share, lang)] if wins is not None else []
    return [*rate, mean_cell(mean(scores), lang), numbers.whole(scores.total(), lang)]


def _options(study: Study) -> Section | None:
    """For every option with several values, the results with each of them."""
    lang = study.lang
    values = sorted(_several(study), key=lambda value: list(study.game.options()).index(value[0]))
    if not values:
        return None
    title = say(lang, "ui.lab.report.options")
    about = say(lang, "ui.lab.report.options.about")
    if study.is_contest:
        head = [say(lang, "ui.lab.head.bot"), *win_share_head(lang)]
        rows = grouped(
            [
                (_value_words(study, value), [bot, *win_share_cells(share, share.expected, lang)])
                for value in values
                for bot in study.contest.bots
                if (share := study.value_bots.get((value, bot))) is not None
            ]
        )
    else:
        won = study.game.together()
        head = [say(lang, "ui.lab.head.value"), *_result_head(lang, won=won)]
        rows = grouped([(_option_words(study, value), _value_row(study, value, won)) for value in values])
    return Section(title, about, _option_plots(study, values, title), [Table(title, head, rows)])


def _value_row(study: Study, value: Value, won: bool) -> list[str]:
    wins = study.values[value] if won else None
    return [value[1], *_result_cells(wins, study.value_scores[value], study.lang)]


def _option_words(study: Study, value: Value) -> str:
    return study.words.option_name(value[0], study.lang)


def _value_words(study: Study, value: Value) -> str:
    return f"{_option_words(study, value)}: {value[1]}"


def _option_plots(study: Study, values: Sequence[Value], title: str) -> list[Plot]:
    """Whether players can win or lose."""
    lang = study.lang
    labels = [_value_words(study, value) for value in values]
    if study.game.together():
        axis = say(lang, "ui.lab.head.rate")
        series = [Dots("", [study.values[value].share for value in values])]
    elif study.is_contest and len(study.contest.bots) <= len(plots.SERIES):
        axis = say(lang, "ui.lab.head.share")
        series = [Dots(bot, [_share(study, value, bot) for value in values]) for bot in study.contest.bots]
    else:
        return []
    return [Plot("options", title, lambda: plots.dots(labels, series, lang, axis))]


def _share(study: Study, value: Value, bot: str) -> Interval | None:
    found = study.value_bots.get((value, bot))
    return None if found is None else found.share


# ── endings, length, score ──────────────────────────────────────────────────────────────────


def _endings(study: Study) -> Section | None:
    """Why games ended, if there were several reasons."""
    lang = study.lang
    if len(study.endings) < 2:
        return None
    title = say(lang, "ui.lab.report.endings")
    found = study.endings.most_common(_MOST)
    labels = [short(study.words.reason_words(reason, lang)) for (reason, _), _ in found]
    shares = [wilson(count, study.wins.games) for _, count in found]
    rows = [
        [label, share_cell(share, lang), numbers.whole(count, lang), short(rule)]
        for label, share, ((_, rule), count) in zip(labels, shares, found, strict=True)
    ]
    axis = say(lang, "ui.lab.head.of_games")
    head = [
        say(lang, "ui.lab.head.reason"),
        with_interval(axis, lang),
        say(lang, "ui.lab.head.games"),
        say(lang, "ui.lab.head.rule"),
    ]
    plot = Plot("endings", title, lambda: plots.bars(labels, shares, lang, axis))
    return Section(title, "", [plot], [Table(title, head, rows)])


def _length(study: Study) -> Section:
    lang = study.lang
    title, axis = say(lang, "ui.lab.report.length"), say(lang, "ui.lab.head.decisions")
    about = say(lang, "ui.lab.report.length.about")
    return _by_players(study, study.decisions, ("length", title, about, axis))


def _score(study: Study) -> Section | None:
    """Unless all games have the same."""
    lang = study.lang
    if len(together(study.scores)) < 2:
        return None
    about = "" if study.game.together() else say(lang, "ui.lab.report.score_of_winners")
    shown = say(lang, "ui.lab.report.score"), about, say(lang, "ui.lab.head.score")
    return _by_players(study, study.scores, ("score", *shown))


def _by_players(
    study: Study, counted: Mapping[Slice, Counter[int]], shown: tuple[str, str, str, str]
) -> Section:
    """A number of every game by number of players; separately for won and lost games
    if players win together.
    """
    lang = study.lang
    sizes = sorted({int(slice.group) for slice in counted})
    groups = {str(size): say_number(lang, "ui.lab.report.players", size) for size in sizes}
    if study.game.together():
        rows, drawn = lines(counted, groups, lang), curves(counted, groups, lang)
    else:
        drawn = by_group(counted, groups)
        rows = {"": drawn}
    return distribution_section(Distribution(*shown, rows, drawn), lang)
