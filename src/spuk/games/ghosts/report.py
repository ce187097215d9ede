"""The report on Ghosts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from spuk.games.ghosts import words as ghosts
from spuk.lab import numbers
from spuk.lab.report import lineups, plots
from spuk.lab.report.cells import games_headline, share_cell, share_head
from spuk.lab.report.parts import Chapter, Headline, Plot, Section, Table
from spuk.lab.report.plots import Dots
from spuk.lab.report.runs import Run
from spuk.lab.rows import Row
from spuk.lab.stats import Interval, mean, quantile, wilson
from spuk.lab.tally import shares
from spuk.language.catalog import say, say_number


class Place(NamedTuple):
    """What a game was played with."""

    players: int
    rounds: int
    edition: str
    lineup: str


class Part:
    """What somebody got of some games: his parts of wins, and what equals would get."""

    def __init__(self) -> None:
        self.games = 0
        self.won = 0.0
        self.fair = 0.0

    def add(self, won: float, fair: float) -> None:
        """Count a game."""
        self.games += 1
        self.won += won
        self.fair += fair

    @property
    def share(self) -> Interval:
        """His share of the wins."""
        return wilson(self.won, self.games)

    @property
    def expected(self) -> float:
        """The share of equals."""
        return self.fair / self.games


class Study:
    """Counts of all games, in one pass."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.games = 0
        self.asked = 0
        """Games that were to be played."""
        self.shared = 0
        self.bots: defaultdict[str, Part] = defaultdict(Part)
        self.tables: defaultdict[tuple[Place, str], Part] = defaultdict(Part)
        self.seats: defaultdict[tuple[int, str, int], Part] = defaultdict(Part)
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
        parts = shares(row)
        seats = len(bots)
        self.games += 1
        self.shared += len(parts) > 1
        self.best[row.values["score"]] += 1
        self.decisions[row.values["decisions"]] += 1
        for bot in dict.fromkeys(bots):
            won = sum(part for seat, part in parts.items() if bots[seat] == bot)
            fair = bots.count(bot) / seats
            self.bots[bot].add(won, fair)
            self.tables[place, bot].add(won, fair)
        for seat, bot in enumerate(bots):
            self.seats[seats, bot, seat].add(parts.get(seat, 0.0), 1 / seats)
            self.fear[bot][row.values["fear"][seat]] += 1

    def seat_share(self, players: int, bot: str) -> float:
        """What every seat of a bot would get if seats did not matter."""
        parts = [part for (size, name, _), part in self.seats.items() if (size, name) == (players, bot)]
        return sum(part.won for part in parts) / sum(part.games for part in parts)


def chapters(runs: Sequence[Run], lang: str) -> list[Chapter]:
    """All about the games of Ghosts. Several line-ups are compared first, then each has a chapter."""
    studies = lineups.studies(runs, lang, lambda: Study(lang))
    title = say(lang, "ui.lab.report.ghosts")
    found = {lineup: Chapter(title, _headlines(study), _sections(study)) for lineup, study in studies.items()}
    if len(found) == 1:
        ((lineup, chapter),) = found.items()
        return [chapter._replace(title=f"{title} · {lineup}")]
    return [_comparison(title, list(studies.values())), *lineups.apart(found)]


def _comparison(title: str, studies: Sequence[Study]) -> Chapter:
    """The line-ups side by side: who got what at which table."""
    compared = Study(studies[0].lang)
    for study in studies:
        compared.tables.update(study.tables)
    asked = sum(study.asked for study in studies)
    games = games_headline(sum(study.games for study in studies), compared.lang, asked)
    return Chapter(title, [games], [_tables(compared)])


def _sections(study: Study) -> list[Section]:
    """A bot alone wins every game: then only seats and fear tell something."""
    contest = [_bots(study)] if len(study.bots) > 1 else []
    if contest and len({place for place, _ in study.tables}) > 1:
        contest.append(_tables(study))
    return [*contest, _seats(study), _fear(study)]


def _headlines(study: Study) -> list[Headline]:
    lang = study.lang
    shared = wilson(study.shared, study.games)
    best = mean(study.best)
    return [
        games_headline(study.games, lang, study.asked),
        Headline(
            numbers.share_alone(shared, lang),
            say(lang, "ui.lab.report.shared"),
            numbers.share_between(shared, lang),
        ),
        Headline(
            numbers.decimal(best.value, lang),
            say(lang, "ui.lab.report.best_fear"),
            numbers.between(best, lang),
        ),
        Headline(
            numbers.whole(quantile(study.decisions, 0.5), lang), say(lang, "ui.lab.report.median_decisions")
        ),
    ]


def _part_head(lang: str) -> list[str]:
    return [
        share_head(say(lang, "ui.lab.head.share"), lang),
        say(lang, "ui.lab.head.fair"),
        say(lang, "ui.lab.head.games"),
    ]


def _part_cells(part: Part, expected: float, lang: str) -> list[str]:
    return [
        share_cell(part.share, lang),
        numbers.percent(expected, lang),
        numbers.whole(part.games, lang),
    ]


def _plot(
    name: str, title: str, labels: list[str], parts: Sequence[Part], expected: Sequence[float], lang: str
) -> Plot:
    """Shares beside those that were to be expected."""
    values = [Dots(say(lang, "ui.lab.head.share"), [part.share for part in parts])]
    named = say(lang, "ui.lab.report.expected")
    axis = say(lang, "ui.lab.head.share")
    return Plot(name, title, lambda: plots.dots(labels, values, lang, axis, expected, named))


def _bots(study: Study) -> Section:
    lang = study.lang
    title = say(lang, "ui.lab.report.bots")
    head = [say(lang, "ui.lab.head.bot"), *_part_head(lang), say(lang, "ui.lab.head.fear")]
    rows = [
        [bot, *_part_cells(part, part.expected, lang), numbers.decimal(mean(study.fear[bot]).value, lang)]
        for bot, part in study.bots.items()
    ]
    parts = list(study.bots.values())
    plot = _plot("bots", title, list(study.bots), parts, [part.expected for part in parts], lang)
    return Section(title, say(lang, "ui.lab.report.bots.about"), [plot], [Table(title, head, rows)])


def _tables(study: Study) -> Section:
    """Tables of several kinds: players, rounds, editions, line-ups."""
    lang = study.lang
    title = say(lang, "ui.lab.report.by_table")
    keys = sorted(study.tables)
    head = [say(lang, "ui.lab.head.bot"), *_part_head(lang)]
    groups: dict[str, list[list[str]]] = {}
    for place, bot in keys:
        part = study.tables[place, bot]
        row = [bot, *_part_cells(part, part.expected, lang)]
        groups.setdefault(_place_words(place, lang), []).append(row)
    rows = [row for group, lines in groups.items() for row in [group, *lines]]
    return Section(title, "", [], [Table(title, head, rows)])


def _place_words(place: Place, lang: str) -> str:
    players = say_number(lang, "ui.lab.report.players", place.players)
    rounds = say_number(lang, "ui.lab.report.rounds", place.rounds)
    return " · ".join([players, rounds, ghosts.edition_name(place.edition, lang), place.lineup])


def _seats(study: Study) -> Section:
    lang = study.lang
    title = say(lang, "ui.lab.report.seats")
    keys = sorted(study.seats)
    sizes = sorted({players for players, _, _ in keys})
    head = [say(lang, "ui.lab.head.seat"), *_part_head(lang)]
    groups: dict[str, list[list[str]]] = {}
    for players, bot, seat in keys:
        group = f"{say_number(lang, 'ui.lab.report.players', players)} · {bot}"
        part = study.seats[players, bot, seat]
        row = [str(seat + 1), *_part_cells(part, study.seat_share(players, bot), lang)]
        groups.setdefault(group, []).append(row)
    rows = [row for group, lines in groups.items() for row in [group, *lines]]
    drawn = [_seat_plot(study, size, title) for size in sizes]
    return Section(title, say(lang, "ui.lab.report.seats.about"), drawn, [Table(title, head, rows)])


def _seat_plot(study: Study, players: int, title: str) -> Plot:
    lang = study.lang
    keys = [key for key in sorted(study.seats) if key[0] == players]
    labels = [f"{bot} · {ghosts.player_name(seat, lang)}" for _, bot, seat in keys]
    parts = [study.seats[key] for key in keys]
    expected = [study.seat_share(players, bot) for _, bot, _ in keys]
    named = f"{title}, {say_number(lang, 'ui.lab.report.players', players)}"
    return _plot(f"seats-{players}", named, labels, parts, expected, lang)


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
