"""What an exorcism needs and costs (GS-6.3, GS-6.4), in bundles of symbols and without a position.

Both the rules (`exorcism.py`) and the exact odds (`odds.py`) use this, so they cannot differ.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from spuk.games.ghost_stories import symbols
from spuk.games.ghost_stories.board import NO_COLOR


def needed(resistance: i64, circle: i64, weak: i64) -> i64:
    """Symbols needed against a ghost, minus Circle of Prayer and Mantra (GS-6.3); both may be NO_COLOR."""
    need: i64 = resistance
    if circle != NO_COLOR:
        need = symbols.less(need, symbols.one(circle))
    if weak != NO_COLOR:
        need = symbols.less(need, symbols.one(weak))
    return need


@final
class Bill:
    """The cost of the chosen ghosts in tokens, after the dice and previous payments."""

    def __init__(self, by_dice: i64, tokens_only: i64, rolled: i64, white: i64, paid: i64) -> None:
        """Needs that dice may meet, needs that only tokens can; faces rolled, wild ones, tokens paid."""
        short: i64 = symbols.less(by_dice, rolled) + tokens_only
        self.missing: i64 = symbols.less(short, paid)
        """The missing symbols. White dice may replace any that are not in `tokens_only`."""
        self.tokens_only: i64 = symbols.less(tokens_only, paid)
        """Symbols against dice-immune ghosts, which no die can cover."""
        self.white = white

    def due(self) -> i64:
        """The fewest tokens that must still be paid."""
        return _due(self.missing, self.tokens_only, self.white)

    def payable(self, tokens: i64) -> bool:
        """Whether dice and these tokens suffice."""
        if symbols.less(self.tokens_only, tokens) != 0:
            return False
        return symbols.total(symbols.less(self.missing, tokens)) <= self.white

    def helped_by(self, color: i64) -> bool:
        """Whether a token of this colour reduces the cost."""
        token: i64 = symbols.one(color)
        missing: i64 = symbols.less(self.missing, token)
        return _due(missing, symbols.less(self.tokens_only, token), self.white) < self.due()


def _due(missing: i64, tokens_only: i64, white: i64) -> i64:
    return max(max(symbols.total(missing) - white, symbols.total(tokens_only)), 0)  # noqa: PLW3301


EITHER: Final[i64] = 0b0110
BOTH: Final[i64] = 0b1000
"""Sets of ghosts as bits by the set's number: 0 none, 1 the first, 2 the second, 3 both."""


def may_go(free: i64, payable: i64, choice_with_tokens: bool) -> i64:
    """GS-6.4: which sets of ghosts may be banished.

    `free` are the sets that the dice alone banish, `payable` those that dice and tokens can. Ghosts that the
    dice alone banish must go; tokens may add the other ghost. If not both can go, `choice_with_tokens` says
    whether the player may take the one that needs tokens instead (GS-12).
    """
    if free & BOTH:
        return BOTH
    if free & EITHER == 0:
        return payable
    if choice_with_tokens and payable & BOTH == 0:
        return payable & EITHER
    return (free & EITHER) | (payable & BOTH)
