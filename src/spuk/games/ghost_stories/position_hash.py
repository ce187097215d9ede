"""A hash of everything the evaluation sees in a position, so that no position is evaluated twice."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.reckoning import has_yet_to_act
from spuk.games.ghost_stories.state import State

_FACTOR: Final[i64] = 1_099_511_628_211
_BITS: Final[i64] = (1 << 62) - 1
"""What is kept of a product. In ordinary Python, it would keep growing."""


def footprint(s: State) -> i64:
    """Equal for positions that look the same; otherwise different, except for a chance of one in many
    billions.
    """
    mark: i64 = 1_469_598_103
    mark = _stamp_all(_stamp_all(_stamp_all(mark, s.village), s.colors), s.powers)
    mark = _stamp_all(_stamp_all(_stamp_all(mark, s.qi), s.tao), s.at)
    mark = _stamp_all(_stamp_all(_stamp_all(mark, s.ghosts), s.buddhas_held), s.power_tokens)
    mark = _stamp(_stamp(_stamp(mark, s.setup.players), s.setup.haunted_limit), s.setup.incarnation_places)
    mark = _stamp(_stamp(_stamp(mark, s.active), s.deck), s.haunted)
    mark = _stamp(_stamp(_stamp(mark, s.stones), s.buddhas), s.yin_yang)
    mark = _stamp(_stamp(_stamp(mark, s.circle), s.mantra + 1), s.centre_tokens)
    mark = _stamp(_stamp(_stamp(mark, s.banished), s.borrowed), 1 if s.powers_gone else 0)
    mark = _stamp(mark, 1 if s.setup.level.yin_yang else 0)
    mark = _stamp(mark, 1 if s.exposed else 0)
    return _stamp(mark, 1 if has_yet_to_act(s) else 0)


def _stamp(mark: i64, value: i64) -> i64:
    mixed: i64 = (mark ^ value) * _FACTOR & _BITS
    return mixed ^ (mixed >> 29)


def _stamp_all(mark: i64, values: vec[i64]) -> i64:
    """Seven small values at a time."""
    word: i64 = 0
    held: i64 = 0
    for value in values:
        word = 256 * word + value
        held += 1
        if held == 7:
            mark = _stamp(mark, word)
            word = 0
            held = 0
    return _stamp(mark, word)
