"""Names on a board on a phone: short, told apart by their numbers, and never cut to another word."""

from __future__ import annotations

import pytest

import spuk
from spuk.games.ghost_stories.scene.turn import short_name
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES


def shortened(name: str, lang: str) -> str:
    return short_name({"seats": [{"name": name}, {"name": name}]}, 1, lang)


def test_polish_players_and_masters_are_not_called_game_and_bear() -> None:
    assert shortened("Gracz 2", "pl") == "Gr. 2"
    assert shortened("Mistrz 3", "pl") == "Mst. 3"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_our_bots_keep_their_numbers_and_are_told_apart(lang: str) -> None:
    names = [say(lang, "ui.bot.again", name=say(lang, f"ui.bot.{bot}"), n=2) for bot in spuk.bots()]
    found = [shortened(name, lang) for name in names]
    assert len(set(found)) == len(names) > 3
    assert all(short.endswith(" 2") and len(short) <= 6 for short in found)


def test_other_names_show_that_they_are_cut() -> None:
    assert shortened("Anna", "en") == "Anna"
    assert shortened("Anna 2", "en") == "Anna 2"
    assert shortened("Alexander 2", "en") == "Alex. 2"
    assert short_name({"seats": []}, None, "pl") == "neutr."
