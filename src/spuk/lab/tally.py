"""Counting while games come in, for the progress and for the summary at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import spuk
from spuk.lab.order import Order
from spuk.lab.rows import Failure, Row
from spuk.lab.stats import Interval, wilson


@dataclass
class CombinationTally:
    """The games of one combination."""

    games: int = 0
    wins: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Wins by bot; a shared win counts as a fraction for each winner. In cooperative games, all under the
    first bot.
    """
    seats: Counter[str] = field(default_factory=Counter)
    """How many seats each bot had in all games."""

    def share(self, bot: str) -> Interval:
        """The win share of a bot."""
        return wilson(self.wins[bot], self.games)


class Tally:
    """All games of a run, by combination."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.together = spuk.game(order.game).together()
        self.bundles = [CombinationTally() for _ in order.combinations]
        self.failures: dict[tuple[int, int], str] = {}

    def add(self, found: Row | Failure) -> None:
        """Count a game. One that failed before and has finished now is no longer a failure."""
        key = (found.combination, found.number)
        if isinstance(found, Failure):
            self.failures[key] = found.error
            return
        self.failures.pop(key, None)
        bundle = self.bundles[found.combination]
        bundle.games += 1
        if self.together:
            bundle.wins[self.order.bots[0]] += found.values["won"]
            return
        seating = self.order.seating(found.combination, found.number)
        bundle.seats.update(seating)
        for seat, part in found.win_shares().items():
            bundle.wins[seating[seat]] += part

    @property
    def contested(self) -> bool:
        """Whether there are opponents: a bot alone at a competitive table always wins."""
        return self.together or len(set(self.order.bots)) > 1

    @property
    def games(self) -> int:
        """All games that finished."""
        return sum(bundle.games for bundle in self.bundles)

    def headline(self) -> Interval | None:
        """The win rate, or the first bot's share of wins; None if one bot plays only against itself."""
        if not self.games or not self.contested:
            return None
        return wilson(sum(bundle.wins[self.order.bots[0]] for bundle in self.bundles), self.games)
