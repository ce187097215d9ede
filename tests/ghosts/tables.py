"""Tables, players and walks of Ghosts for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from tests.common import walks
from tests.common.walks import Hasty, Player
from tests.property.tables import examples as with_shrinking
from tests.property.tables import seeds

import spuk

__all__ = ["GAME", "Hasty", "every_table", "examples", "finished", "players", "seeds", "tables", "walk"]

GAME = spuk.game("ghosts")
PLAYERS = (2, 3, 4, 5, 6)
ROUNDS = (3, 4, 10)
EDITIONS = ("original", "amigo2022")
LIMIT = 5000
"""No game of ten rounds is longer."""


class Keen(Hasty):
    """Takes a pile of his own will only now and then, so that tricks grow and hands get empty."""

    def choose(self, state: spuk.State) -> int:
        """Like Hasty, but rarely `take`, and mist last."""
        if state.actor == spuk.CHANCE:
            return int(state.sample(self.random))
        legal = state.legal()
        bold = [a for a in legal if GAME.action_text(a) not in ("take", "play:x")]
        return self.any_of(bold if bold and self.random.below(12) else legal)


class Foggy(Keen):
    """Lives in a mist: mist comes more often than it should, so that hands of only mist are dealt."""

    def choose(self, state: spuk.State) -> int:
        """Like Keen, but seat 1 is dealt mist first."""
        mist = GAME.action("draw:x")
        if state.actor == spuk.CHANCE and mist in state.legal() and state.view(None)["turn"] == 1:
            return mist
        return super().choose(state)


players = st.sampled_from([Hasty, Keen, Keen, Foggy])


def examples(number: int) -> settings:
    """So many examples. A seed does not get simpler by being smaller, so nothing is shrunk."""
    return settings(with_shrinking(number), phases=[Phase.explicit, Phase.reuse, Phase.generate])


def every_table() -> Iterator[dict[str, Any]]:
    """All player counts × rounds × editions."""
    for players, rounds, edition in product(PLAYERS, ROUNDS, EDITIONS):
        yield {"players": players, "rounds": rounds, "edition": edition}


@st.composite
def tables(draw: Any) -> dict[str, Any]:
    """Any table, mostly of three rounds."""
    return {
        "players": draw(st.sampled_from(PLAYERS)),
        "rounds": draw(st.sampled_from((3, 3, 3, 4))),
        "edition": draw(st.sampled_from(EDITIONS)),
    }


def walk(table: dict[str, Any], player: Player) -> Iterator[spuk.State]:
    """Every state of one game."""
    return walks.walk(GAME, table, player, LIMIT)


def finished(table: dict[str, Any], player: Player) -> tuple[list[int], spuk.State]:
    """All actions of one game and its last state."""
    return walks.finished(GAME, table, player)
