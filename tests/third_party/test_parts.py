"""The plain board is made of parts, too: a page that follows a game shows what one loaded anew shows."""

from __future__ import annotations

from tests.draw.test_parts import follow

import spuk
from spuk.table.table import Seat


def test_a_game_from_elsewhere_is_followed_part_by_part(pig: spuk.Game) -> None:
    follow("pig", {"players": 2, "target": 20}, [Seat("ann", "Ann"), Seat("bob", "Bob")])
