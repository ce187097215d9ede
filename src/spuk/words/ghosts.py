"""Ghosts in words."""

from __future__ import annotations

from spuk.ghosts.actions import SPACE
from spuk.kernel.game import State


def action_words(state: State, action: int, lang: str) -> str:
    """What an action is, in a person's words."""
    return SPACE.text(action)
