"""The report on Ghosts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from spuk.games.ghosts import words as ghosts
from spuk.lab.report.toolkit import (
    Chapter,
    Contest,
    Headline,
    Plot,
    Row,
    Run,
    Section,
    Table,
    WinShare,
    bots_section,
    by_lineup,
    games_headline,
    grouped,
    lineup_chapters,
    mean,
    mean_headline,
    numbers,
    plots,
    quantile,
    seats_section,
    share_headline,
    wilson,
    win_share_cells,
    win_share_head,
)
from spuk.language.catalog import say, say_number


class Place(NamedTuple):
    """The options and bots of a game."""

    players: int
    rounds: int
    edition: str
    lineup: str


class Study:
    """Counts of all games, in one pass."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.asked = 0
        """Games that were planned."""
        self.contest = Contest()
        self.tables: defaultdict[tuple[Place, str], WinShare] = defaultdict(WinShare)
        self.fear: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.best: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()

    def add(self, run: Run) -> None:
        """Count all games of a run."""
        lineup = run.lineup(self.lang)
        self.asked += run.order.total
        for row in run.rows():
            options = run.options(row)
            place = Place(options["players"], options["rounds"], options["edition"], lineup)
            self._count(row, place, run.order.seating(row.combination, row.number))

    def _count(self, row: Row, place: Place, bots: list[str]) -> None:
        self.best[row.values["score"]] += 1
        self.decisions[row.values["decisions"]] += 1
        for bot, (won, fair) in self.contest.add(row, bots).items():
            self.tables[place, bot].add(won, fair)
        for bot, fear in zip(bots, row.values["fear"], strict=True):
            self.fear[bot][fear] += 1


def chapters(runs: Sequence[Run], lang: str) -> list[Chapter]:
    """Everything about the games of Ghosts. Several line-ups are compared first, then each has a chapter."""
    studies = by_lineup(runs, lang, lambda: Study(lang))
    title = say(lang, "ui.lab.report.ghosts")
    found = {lineup: Chapter(title, _headlines(study), _sections(study)) for lineup, study in studies.items()}
    if len(found) == 1:
        ((lineup, chapter),) = found.items()
        return [chapter._replace(title=f"{title} · {lineup}")]
    return [_comparison(title, list(studies.values())), *lineup_chapters(found)]


def _comparison(title: str, studies: Sequence[Study]) -> Chapter:
    """The line-ups side by side: their results at each kind of table."""
    compared = Study(studies[0].lang)
    for study in studies:
        compared.tables.update(study.tables)
    asked = sum(study.asked for study in studies)
    games = games_headline(sum(study.contest.games for study in studies), compared.lang, asked)
    return Chapter(title, [games], [_tables(compared)])


def _sections(study: Study) -> list[Section]:
    """A single bot wins every game, so only seats and fear are interesting."""
    lang = study.lang
    fear = {bot: numbers.decimal(mean(counts).value, lang) for bot, counts in study.fear.items()}
    found = []
    if len(study.contest.bots) > 1:
        found.append(bots_section(study.contest, lang, {say(lang, "ui.lab.head.fear"): fear}))
        if len({place for place, _ in study.tables}) > 1:
            found.append(_tables(study))
    seats = seats_section(study.contest, lang, lambda seat: ghosts.player_name(seat, lang))
    return [*found, seats, _fear(study)]


def _headlines(study: Study) -> list[Headline]:
    lang = study.lang
    shared = wilson(study.contest.shared, study.contest.games)
    return [
        games_headline(study.contest.games, lang, study.asked),
        share_headline(shared, say(lang, "ui.lab.report.shared"), lang),
        mean_headline(mean(study.best), say(lang, "ui.lab.report.best_fear"), lang),
        Headline(
            numbers.whole(quantile(study.decisions, 0.5), lang), say(lang, "ui.lab.report.median_decisions")
        ),
    ]


def _tables(study: Study) -> Section:
    """Whether there are tables of several kinds: players, rounds, editions, line-ups."""
    lang = study.lang
    title = say(lang, "ui.lab.report.by_table")
    head = [say(lang, "ui.lab.head.bot"), *win_share_head(lang)]
    lines = [
        (_place_words(place, lang), [bot, *win_share_cells(share, share.expected, lang)])
        for (place, bot), share in sorted(study.tables.items(), key=lambda item: item[0])
    ]
    return Section(title, "", [], [Table(title, head, grouped(lines))])


def _place_words(place: Place, lang: str) -> str:
    players = say_number(lang, "ui.lab.report.players", place.players)
    rounds = say_number(lang, "ui.lab.report.rounds", place.rounds)
    return " · ".join([players, rounds, ghosts.edition_name(place.edition, lang), place.lineup])


def _fear(study: Study) -> Section:
    lang = study.lang
    title = say(lang, "ui.lab.report.fear")
    head = [
        say(lang, "ui.lab.head.bot"),
        say(lang, "ui.lab.head.mean"),
        say(lang, "ui.lab.head.median"),
        say(lang, "ui.lab.head.middle"),
    ]
    rows = [_fear_row(bot, counts, lang) for bot, counts in study.fear.items()]
    axis, share = say(lang, "ui.lab.report.fear_axis"), say(lang, "ui.lab.report.of_seats")
    plot = Plot("fear", title, lambda: plots.distribution(study.fear, lang, axis, share))
    return Section(title, say(lang, "ui.lab.report.fear.about"), [plot], [Table(title, head, rows)])


def _fear_row(bot: str, counts: Counter[int], lang: str) -> list[str]:
    """Without an interval: the seats of one table are not independent of each other."""
    low, high = quantile(counts, 0.1), quantile(counts, 0.9)
    return [
        bot,
        numbers.decimal(mean(counts).value, lang),
        numbers.whole(quantile(counts, 0.5), lang),
        say(lang, "ui.lab.range", low=low, high=high),
    ]
