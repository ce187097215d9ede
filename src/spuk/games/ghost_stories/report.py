"""The report on Ghost Stories."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from spuk.games.ghost_stories.board import POWERS
from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.words import names
from spuk.lab.report.toolkit import (
    Chapter,
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
    by_lineup,
    curves,
    distribution_section,
    games_headline,
    lines,
    lineup_chapters,
    mean,
    mean_headline,
    numbers,
    plots,
    quantile,
    share_cell,
    share_headline,
    together,
    wilson,
    with_interval,
)
from spuk.language.catalog import say, say_number

_SHOWN: Final = ("level", "players", "edition")


class Place(NamedTuple):
    """The options and bots of a game: the lines of the first table."""

    lineup: str
    edition: str
    level: str
    players: int
    further: str


class Study:
    """Counts of all games, in one pass."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.whole = WinCount()
        self.places: defaultdict[Place, WinCount] = defaultdict(WinCount)
        self.powers: defaultdict[str, WinCount] = defaultdict(WinCount)
        self.incarnations: defaultdict[str, WinCount] = defaultdict(WinCount)
        self.banished: Counter[str] = Counter()
        self.reasons: Counter[tuple[str, str]] = Counter()
        self.turns: defaultdict[Slice, Counter[int]] = defaultdict(Counter)
        """By number of players: with more players, games take fewer turns."""
        self.score: defaultdict[Slice, Counter[int]] = defaultdict(Counter)
        """By edition: each has its own score sheet."""
        self.asked = 0
        """Games that were planned."""

    def add(self, run: Run) -> None:
        """Count all games of a run."""
        lineup = run.lineup(self.lang)
        self.asked += run.order.total
        for row in run.rows():
            options = run.options(row)
            further = run.further(row, _SHOWN)
            place = Place(lineup, options["edition"], options["level"], options["players"], further)
            self._count(row, place)

    def _count(self, row: Row, place: Place) -> None:
        values = row.values
        won = values["won"]
        self.whole.add(won)
        self.places[place].add(won)
        if place.players > 1:  # in some editions a solo player always has the same power (GS-3.5)
            for power in values["powers"]:
                self.powers[power].add(won)
        for card in values["incarnations_faced"]:
            self.incarnations[card].add(won)
        self.banished.update(values["incarnations_banished"])
        if not won:
            self.reasons[values["reason"], values["rule"]] += 1
        self.turns[Slice(str(place.players), place.level, won)][values["turns"]] += 1
        self.score[Slice(place.edition, place.level, won)][values["score"]] += 1


def chapters(runs: Sequence[Run], lang: str) -> list[Chapter]:
    """Everything about the games of Ghost Stories. Several line-ups are compared first, then each has a
    chapter.
    """
    studies = by_lineup(runs, lang, lambda: Study(lang))
    title = say(lang, "ui.lab.report.stories")
    if len(studies) == 1:
        ((lineup, study),) = studies.items()
        sections = [_combinations(study), *_sections(study)]
        return [Chapter(f"{title} · {lineup}", _headlines(study), sections)]
    found = {lineup: Chapter(title, _headlines(study), _sections(study)) for lineup, study in studies.items()}
    return [_comparison(title, list(studies.values())), *lineup_chapters(found)]


def _comparison(title: str, studies: Sequence[Study]) -> Chapter:
    """The line-ups side by side. They only have the number of games in common."""
    compared = Study(studies[0].lang)
    for study in studies:
        compared.places.update(study.places)
    asked = sum(study.asked for study in studies)
    games = games_headline(sum(study.whole.games for study in studies), compared.lang, asked)
    return Chapter(title, [games], [_combinations(compared)])


def _sections(study: Study) -> list[Section]:
    """All but the comparison."""
    found = [_powers(study), _incarnations(study), _reasons(study), _turns(study), _score(study)]
    return [one for one in found if one is not None]


def _headlines(study: Study) -> list[Headline]:
    """Turns and scores, only if they can be counted together."""
    lang, whole = study.lang, study.whole
    rate = "ui.lab.report.win_rate" if len(study.places) == 1 else "ui.lab.report.win_rate_of_all"
    found = [
        games_headline(whole.games, lang, study.asked),
        share_headline(whole.share, say(lang, rate), lang),
    ]
    if len({slice.group for slice in study.turns}) == 1:
        median = quantile(together(study.turns), 0.5)
        found.append(Headline(numbers.whole(median, lang), say(lang, "ui.lab.report.median_turns")))
    if len({slice.group for slice in study.score}) == 1:
        found.append(mean_headline(mean(together(study.score)), say(lang, "ui.lab.report.mean_score"), lang))
    return found


# ── level × players × edition ───────────────────────────────────────────────────────────────


def _combinations(study: Study) -> Section:
    lang = study.lang
    places = sorted(study.places, key=_order)
    title = say(lang, "ui.lab.report.combinations")
    table = _combination_table(study, places, title)
    plot = Plot("combinations", title, lambda: _combination_plot(study, places))
    wide = len({place.players for place in places}) > 2
    return Section(title, say(lang, "ui.lab.report.combinations.about"), [plot], [table], wide)


def _order(place: Place) -> tuple[Any, ...]:
    """In the order of the rules: editions and levels."""
    edition, level = list(EDITIONS).index(place.edition), list(LEVELS).index(place.level)
    return place.lineup, edition, level, place.players, place.further


def _combination_table(study: Study, places: Sequence[Place], title: str) -> Table:
    """Players across, levels down; the edition is above."""
    lang = study.lang
    players = sorted({place.players for place in places})
    across = [say_number(lang, "ui.lab.report.players", number) for number in players]
    head = [names.option_name("level", lang), *across, say(lang, "ui.lab.head.games")]
    above = _above(places, lang)
    groups: dict[str, list[list[str]]] = {}
    for line in dict.fromkeys(place._replace(players=0) for place in places):
        row = [names.level_name(line.level, lang), *_across(study, line, players)]
        groups.setdefault(above[line], []).append(row)
    rows = [row for group, lines in groups.items() for row in ([group] if group else []) + lines]
    return Table(title, head, rows)


def _above(places: Sequence[Place], lang: str) -> dict[Place, str]:
    """What the lines of a group have in common: bots, edition, further options, if there are several."""
    parts = {
        place._replace(players=0): (place.lineup, names.edition_name(place.edition, lang), place.further)
        for place in places
    }
    several = [len(set(column)) > 1 for column in zip(*parts.values(), strict=True)]
    return {
        line: " · ".join(text for text, shown in zip(texts, several, strict=True) if shown and text)
        for line, texts in parts.items()
    }


def _across(study: Study, line: Place, players: Sequence[int]) -> list[str]:
    """The win rate for each number of players, and how many games that are."""
    found = [study.places.get(line._replace(players=number)) for number in players]
    cells = [numbers.NOTHING if won is None else share_cell(won.share, study.lang) for won in found]
    return [*cells, numbers.whole(sum(won.games for won in found if won is not None), study.lang)]


def _combination_plot(study: Study, places: Sequence[Place]) -> Any:
    lang = study.lang
    players = sorted({place.players for place in places})
    shown: dict[str, list[Dots]] = {}
    lineups = {place.lineup for place in places}
    for place in places:
        title = " · ".join(_panel_title(place, lang, with_lineup=len(lineups) > 1))
        series = shown.setdefault(title, [])
        name = names.level_name(place.level, lang)
        if all(one.name != name for one in series):
            series.append(Dots(name, [_share(study, place, number) for number in players]))
    across, up = names.option_name("players", lang), say(lang, "ui.lab.head.rate")
    return plots.panels([str(number) for number in players], _same_marks(shown, lang), lang, across, up)


def _panel_title(place: Place, lang: str, *, with_lineup: bool) -> list[str]:
    parts = [names.edition_name(place.edition, lang), place.further]
    return [part for part in ([place.lineup] if with_lineup else []) + parts if part]


def _same_marks(shown: dict[str, list[Dots]], lang: str) -> dict[str, list[Dots]]:
    """The same level has the same marker in every panel."""
    levels = [names.level_name(level, lang) for level in LEVELS]
    used = [name for name in levels if any(one.name == name for series in shown.values() for one in series)]
    return {
        title: [next((one for one in series if one.name == name), Dots(name, [])) for name in used]
        for title, series in shown.items()
    }


def _share(study: Study, place: Place, players: int) -> Interval | None:
    found = study.places.get(place._replace(players=players))
    return None if found is None else found.share


# ── powers, incarnations, reasons ───────────────────────────────────────────────────────────


def _powers(study: Study) -> Section | None:
    lang = study.lang
    powers = [power for power in POWERS if power in study.powers]
    if not powers:
        return None
    title = say(lang, "ui.lab.report.powers")
    labels = [names.power_name(power, lang) for power in powers]
    rows = [
        [
            name,
            share_cell(study.powers[power].share, lang),
            numbers.whole(study.powers[power].won, lang),
            numbers.whole(study.powers[power].games, lang),
            names.color_name(POWERS.index(power) // 2, lang),
        ]
        for name, power in zip(labels, powers, strict=True)
    ]
    head = [
        say(lang, "ui.lab.head.power"),
        with_interval(say(lang, "ui.lab.head.rate"), lang),
        say(lang, "ui.lab.head.won"),
        say(lang, "ui.lab.head.games"),
        say(lang, "ui.lab.head.color"),
    ]
    shares: list[Interval | None] = [study.powers[power].share for power in powers]
    axis = say(lang, "ui.lab.head.rate")
    plot = Plot("powers", title, lambda: plots.dots(labels, [Dots("", shares)], lang, axis))
    return Section(title, say(lang, "ui.lab.report.powers.about"), [plot], [Table(title, head, rows)])


def _incarnations(study: Study) -> Section | None:
    lang = study.lang
    cards = [card for card in INCARNATIONS if card in study.incarnations]
    if not cards:
        return None
    title = say(lang, "ui.lab.report.incarnations")
    labels = [names.card_name(INCARNATIONS[card], lang) for card in cards]
    banished = [wilson(study.banished[card], study.incarnations[card].games) for card in cards]
    won = [study.incarnations[card].share for card in cards]
    rows = [
        [
            name,
            share_cell(banished[number], lang),
            share_cell(won[number], lang),
            numbers.whole(study.incarnations[card].games, lang),
        ]
        for number, (name, card) in enumerate(zip(labels, cards, strict=True))
    ]
    head = [
        say(lang, "ui.lab.head.incarnation"),
        with_interval(say(lang, "ui.lab.head.banished"), lang),
        with_interval(say(lang, "ui.lab.head.won"), lang),
        say(lang, "ui.lab.head.came"),
    ]
    series = [
        Dots(say(lang, "ui.lab.report.banished"), banished),
        Dots(say(lang, "ui.lab.report.game_won"), won),
    ]
    axis = say(lang, "ui.lab.report.of_games")
    plot = Plot("incarnations", title, lambda: plots.dots(labels, series, lang, axis))
    return Section(title, say(lang, "ui.lab.report.incarnations.about"), [plot], [Table(title, head, rows)])


def _reasons(study: Study) -> Section:
    lang = study.lang
    title = say(lang, "ui.lab.report.reasons")
    losses = study.reasons.total()
    if not losses:
        return Section(title, say(lang, "ui.lab.report.no_losses"), [], [])
    found = study.reasons.most_common()
    labels = [names.reason_words(reason, lang) for (reason, _), _ in found]
    shares = [wilson(count, losses) for _, count in found]
    rows = [
        [label, share_cell(share, lang), numbers.whole(count, lang), rule]
        for label, ((_, rule), count), share in zip(labels, found, shares, strict=True)
    ]
    head = [
        say(lang, "ui.lab.head.reason"),
        with_interval(say(lang, "ui.lab.head.of_losses"), lang),
        say(lang, "ui.lab.head.losses"),
        say(lang, "ui.lab.head.rule"),
    ]
    axis = say(lang, "ui.lab.head.of_losses")
    plot = Plot("reasons", title, lambda: plots.bars(labels, shares, lang, axis))
    return Section(title, say(lang, "ui.lab.report.reasons.about"), [plot], [Table(title, head, rows)])


# ── turns and scores ────────────────────────────────────────────────────────────────────────

_ROUND: Final = 4
"""Turns come in rounds of the four boards: a solo player can win only in every fourth."""


def _levels(lang: str) -> dict[str, str]:
    return {level: names.level_name(level, lang) for level in LEVELS}


def _turns(study: Study) -> Section:
    lang = study.lang
    groups = {str(players): say_number(lang, "ui.lab.report.players", players) for players in range(1, 5)}
    shown = Distribution(
        "turns",
        say(lang, "ui.lab.report.turns"),
        say(lang, "ui.lab.report.turns.about"),
        say(lang, "ui.lab.head.turns"),
        lines(study.turns, groups, lang, _levels(lang)),
        curves(study.turns, groups, lang),
        _ROUND,
    )
    return distribution_section(shown, lang)


def _score(study: Study) -> Section:
    lang = study.lang
    groups = {edition: names.edition_name(edition, lang) for edition in EDITIONS}
    shown = Distribution(
        "score",
        say(lang, "ui.lab.report.score"),
        say(lang, "ui.lab.report.score.about"),
        say(lang, "ui.lab.head.score"),
        lines(study.score, groups, lang, _levels(lang)),
        curves(study.score, groups, lang),
    )
    return distribution_section(shown, lang)
