"""What those at a table are called on the pages."""

from __future__ import annotations

import pytest

from spuk.web.pages.people import names_of
from spuk.web.tables import Seat, nameless


@pytest.mark.parametrize(("lang", "name"), [("en", "Player 2"), ("de", "Spieler 2"), ("pl", "Gracz 2")])
def test_who_has_no_name_is_a_player_in_the_language_of_whoever_looks(lang: str, name: str) -> None:
    seats = [Seat("somebody", "Ada"), Seat(None, nameless(1))]
    assert names_of([vars(seat) for seat in seats], lang) == ["Ada", name]


def test_bots_of_a_kind_are_numbered_and_people_keep_their_names() -> None:
    monk = Seat(None, "monk", "monk")
    seats = [monk, Seat("somebody", "Ada", "master"), monk, Seat()]
    first, ada, second, free = names_of([vars(seat) for seat in seats], "en")
    assert ada == "Ada"  # a master plays for her
    assert free == ""
    assert first != second
