"""Which bots play at tables, and for what."""

from __future__ import annotations

from typing import Final

import spuk

USUAL: Final = "monk"
"""The default bot for a seat, and the one that replaces players who resign: good and quick."""
STRONGEST: Final = "master"
"""The bot that replaces absent people, plays in cooperative games, gives hints and analyses games."""


def offered() -> tuple[str, ...]:
    """The bots people can choose at their table."""
    return tuple(name for name in spuk.bots() if spuk.bot_kind(name).offered)


def thinking() -> tuple[str, ...]:
    """Bots that accept a thinking time."""
    return tuple(name for name in offered() if spuk.bot_kind(name).thinks)
