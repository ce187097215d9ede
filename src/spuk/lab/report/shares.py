"""Who won: games and wins and, if players compete, each bot's and each seat's share of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from spuk.lab import numbers
from spuk.lab.report import plots
from spuk.lab.report.parts import Plot, Section, Table, grouped, share_cell, with_interval
from spuk.lab.report.plots import Dots
from spuk.lab.rows import Row
from spuk.lab.stats import Interval, wilson
from spuk.language.catalog import say, say_number


class WinCount:
    """Games and wins of something."""

    def __init__(self) -> None:
        self.games = 0
        self.won = 0

    def add(self, won: bool) -> None:
        """Count a game."""
        self.games += 1
        self.won += won

    @property
    def share(self) -> Interval:
        """The share of wins."""
        return wilson(self.won, self.games)


class WinShare:
    """A player's results in some games: their shares of wins, and what equal players would get."""

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
        """The share of the wins."""
        return wilson(self.won, self.games)

    @property
    def expected(self) -> float:
        """The share equal players would get."""
        return self.fair / self.games


class Contest:
    """Wins of games in which players compete, by bot and by seat."""

    def __init__(self) -> None:
        self.games = 0
        self.shared = 0
        """Games with several winners."""
        self.bots: defaultdict[str, WinShare] = defaultdict(WinShare)
        self.seats: defaultdict[tuple[int, str, int], WinShare] = defaultdict(WinShare)
        """By number of players, bot and seat."""

    def add(self, row: Row, bots: Sequence[str]) -> dict[str, tuple[float, float]]:
        """Count a game: what each bot got, and what equal players would have got."""
        parts = row.win_shares()
        seats = len(bots)
        self.games += 1
        self.shared += len(parts) > 1
        found: dict[str, tuple[float, float]] = {}
        for bot in dict.fromkeys(bots):
            won = sum(part for seat, part in parts.items() if bots[seat] == bot)
            found[bot] = won, bots.count(bot) / seats
            self.bots[bot].add(*found[bot])
        for seat, bot in enumerate(bots):
            self.seats[seats, bot, seat].add(parts.get(seat, 0.0), 1 / seats)
        return found

    def seat_share(self, players: int, bot: str) -> float:
        """What every seat of a bot would get if seats did not matter."""
        shares = [share for (size, name, _), share in self.seats.items() if (size, name) == (players, bot)]
        return sum(share.won for share in shares) / sum(share.games for share in shares)


# ── tables and plots ────────────────────────────────────────────────────────────────────────


def win_share_head(lang: str) -> list[str]:
    """The headings of the columns of `win_share_cells`."""
    return [
        with_interval(say(lang, "ui.lab.head.share"), lang),
        say(lang, "ui.lab.head.fair"),
        say(lang, "ui.lab.head.games"),
    ]


def win_share_cells(share: WinShare, expected: float, lang: str) -> list[str]:
    """The share of wins, the expected share, the number of games."""
    return [
        share_cell(share.share, lang),
        numbers.percent(expected, lang),
        numbers.whole(share.games, lang),
    ]


def win_share_plot(
    name: str, alt: str, labels: list[str], shares: Sequence[WinShare], expected: Sequence[float], lang: str
) -> Plot:
    """Shares next to the expected ones."""
    axis = say(lang, "ui.lab.head.share")
    values = [Dots(axis, [share.share for share in shares])]
    named = say(lang, "ui.lab.report.expected")
    return Plot(name, alt, lambda: plots.dots(labels, values, lang, axis, expected, named))


def bots_section(
    contest: Contest, lang: str, more: Mapping[str, Mapping[str, str]] | None = None, name: str = "bots"
) -> Section:
    """Each bot's share of the wins. `more` are further columns by heading, with a cell for every bot."""
    title = say(lang, "ui.lab.report.bots")
    added = more or {}
    head = [say(lang, "ui.lab.head.bot"), *win_share_head(lang), *added]
    rows = [
        [bot, *win_share_cells(share, share.expected, lang), *(cells[bot] for cells in added.values())]
        for bot, share in contest.bots.items()
    ]
    shares = list(contest.bots.values())
    expected = [share.expected for share in shares]
    plot = win_share_plot(name, title, list(contest.bots), shares, expected, lang)
    return Section(title, say(lang, "ui.lab.report.bots.about"), [plot], [Table(title, head, rows)])


def seats_section(
    contest: Contest, lang: str, player_name: Callable[[int], str], name: str = "seats"
) -> Section:
    """The value of each seat for each bot, for every number of players."""
    title = say(lang, "ui.lab.report.seats")
    head = [say(lang, "ui.lab.head.seat"), *win_share_head(lang)]
    lines = [
        (
            f"{say_number(lang, 'ui.lab.report.players', players)} · {bot}",
            [
                str(seat + 1),
                *win_share_cells(contest.seats[players, bot, seat], contest.seat_share(players, bot), lang),
            ],
        )
        for players, bot, seat in sorted(contest.seats)
    ]
    sizes = sorted({players for players, _, _ in contest.seats})
    drawn = [_seat_plot(contest, size, lang, player_name, f"{name}-{size}") for size in sizes]
    return Section(title, say(lang, "ui.lab.report.seats.about"), drawn, [Table(title, head, grouped(lines))])


def _seat_plot(
    contest: Contest, players: int, lang: str, player_name: Callable[[int], str], name: str
) -> Plot:
    keys = [key for key in sorted(contest.seats) if key[0] == players]
    labels = [f"{bot} · {player_name(seat)}" for _, bot, seat in keys]
    expected = [contest.seat_share(players, bot) for _, bot, _ in keys]
    alt = f"{say(lang, 'ui.lab.report.seats')}, {say_number(lang, 'ui.lab.report.players', players)}"
    return win_share_plot(name, alt, labels, [contest.seats[key] for key in keys], expected, lang)
