"""What those who listen to a table are told, in each language."""

from __future__ import annotations

from typing import Any

import pytest

from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES
from spuk.render.announcements import spoken
from spuk.render.board import board_of

NAMES = ["Ann", "Bob", ""]


def seat(what: str, number: int, **about: Any) -> dict[str, Any]:
    """An update of a seat, as it is told."""
    return {"number": 7, "kind": "seat", "seat": number, "what": what, **about}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_comings_and_goings_before_the_start_are_told(lang: str) -> None:
    updates = [seat("taken", 1, name="Bob"), seat("left", 2), seat("bot", 0, bot="monk"), seat("named", 1)]
    expected = [
        say(lang, "ui.lobby.said.taken", name="Bob", number=2),
        say(lang, "ui.lobby.said.left", number=3),
        say(lang, "ui.lobby.said.bot", name="Ann", number=1),
        say(lang, "ui.lobby.said.named", name="Bob", number=2),
    ]
    assert spoken(updates, board_of("ghosts"), NAMES, lang) == expected


def test_somebody_who_came_and_has_gone_again_is_not_told_without_a_name() -> None:
    both = [seat("taken", 2, name="Cleo"), seat("left", 2)]
    assert spoken(both, board_of("ghosts"), NAMES, "en") == [say("en", "ui.lobby.said.left", number=3)]


@pytest.mark.parametrize("what", ["handed_over", "back"])
def test_a_bot_that_takes_over_in_a_game_and_leaves_again_is_told(what: str) -> None:
    assert spoken([seat(what, 1)], board_of("ghosts"), NAMES, "en") == [
        say("en", f"ui.table.log.{what}", name="Bob")
    ]
