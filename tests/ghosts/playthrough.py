"""How events of Ghosts are written in golden playthroughs."""

from __future__ import annotations

from pathlib import Path

from tests.ghosts.tables import GAME

import spuk

FOLDER = Path(__file__).parent / "games"
CARDS = [GAME.action_text(action).removeprefix("play:") for action in range(19)]


def ghosts_event(event: spuk.Event) -> str:
    """`mirror seat 2 f3 level 4`: the id, then its numbers as people say them."""
    values = [CARDS[v] if name == "card" else f"{name} {v}" for name, v in event.values.items()]
    return " ".join([event.id, *values])
