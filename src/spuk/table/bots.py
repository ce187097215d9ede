"""Which bots play at tables, and for what."""

from __future__ import annotations

from typing import Final

import spuk

USUAL: Final = "monk"
"""Sits where nobody chose otherwise, and plays on for those who have resigned: good, and quick."""
STRONGEST: Final = "master"
"""Stands in for people, plays with those who win or lose together, gives hints and judges games."""


def offered() -> tuple[str, ...]:
    """The bots that people can have at their table."""
    return tuple(name for name in spuk.bots() if spuk.bot_kind(name).offered)


def thinking() -> tuple[str, ...]:
    """Those that can be given a time to think."""
    return tuple(name for name in offered() if spuk.bot_kind(name).thinks)
