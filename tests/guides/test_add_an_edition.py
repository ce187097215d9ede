"""docs/guides/add-an-edition.md: a made-up edition of each game, and everything there is, seen with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from tests.guides.visits import command, pages

import spuk
from spuk.games.ghost_stories import game as stories
from spuk.games.ghost_stories.editions import EDITIONS, Edition
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.games.ghosts import game as ghosts
from spuk.games.ghosts.options import EDITIONS as GHOSTS_EDITIONS
from spuk.games.ghosts.options import Edition as GhostsEdition
from spuk.language.languages import LANGUAGES
from spuk.language.words import words_of
from spuk.rules.search import search

HOME = Edition(
    "home",
    initiation_haunted_limit=2,
    twin_winds_after_move=True,
    uncatchable_seeks_buddha=True,
    overrun_judged_at_start=True,
    hell_win_bonus=99,
    deck_counted_from_bottom=True,
    corner_choice_with_tokens=True,
)
"""Flags that no book mixes like this."""
FEARFUL = GhostsEdition("fearful", starting_fear=7)
REGISTER = """
from spuk.games.ghost_stories.editions import Edition
from spuk.games.ghost_stories.game import register_edition
register_edition(Edition("home", twin_winds_after_move=True, deck_counted_from_bottom=True))
"""
"""The same for other processes, and for those that they start."""


@pytest.fixture
def editions() -> Iterator[None]:
    """Both editions, registered with one call each."""
    stories.register_edition(HOME)
    ghosts.register_edition(FEARFUL)
    yield
    stories.unregister_edition("home")
    ghosts.unregister_edition("fearful")


def test_it_is_played_by_its_own_flags(editions: None) -> None:
    for level in ("initiation", "hell"):
        record = spuk.play("ghost-stories", {"edition": "home", "level": level}, "novice", 1)
        assert spuk.Record.from_json(record.to_json()).replay().outcome() is not None
    state = spuk.game("ghost-stories").new(edition="home", level="initiation")
    assert state.view(None)["haunted_limit"] == 2
    assert spuk.game("ghost-stories").from_text("home normal 4p turn=N").text().startswith("home ")
    frightened = spuk.game("ghosts").new(edition="fearful")
    assert frightened.view(None)["options"]["edition"] == "fearful"
    assert spuk.play("ghosts", {"edition": "fearful"}, "novice", 1).replay().outcome() is not None


def test_every_page_is_there_with_it(editions: None, sqlite: str) -> None:
    options = {"ghost-stories": {"edition": "home", "level": "initiation"}, "ghosts": {"edition": "fearful"}}
    for lang in ("en", "pl"):
        seen = pages(sqlite.replace(".db", f"-{lang}.db"), lang, options)
        for page in ("/new?game=ghost-stories", "/rules/ghost-stories", "/rules/ghost-stories/editions"):
            assert ">home<" in seen[page] or ">home</" in seen[page], page
        assert "fearful" in seen["/new?game=ghosts"]
        assert "home" in seen["ghost-stories: lobby"]
        assert "fearful" in seen["ghosts: table"]
        assert unescape(seen["/rules/ghost-stories?edition=home"]) != seen["/rules/ghost-stories"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_compare_it_with_the_others_and_the_search_finds_it(editions: None, lang: str) -> None:
    assert all("home" in row.values(lang) and row.value("home", lang) for row in ROWS.values())
    assert any(hit.section.anchor == "GS-13.3" for hit in search("99", lang))
    assert words_of("ghost-stories").value_name("edition", "home", lang) == "home"
    assert words_of("ghosts").value_about("edition", "fearful", lang)


def test_terminal_and_laboratory_know_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(REGISTER)  # every Python runs it first: as good as a row

    def run(*arguments: str, typed: str = "") -> str:
        return command(tmp_path, *arguments, typed=typed, path=[site])

    out = str(tmp_path / "run")
    assert "home" in run("play", "--edition", "home", "--players", "1", "--seed", "1", typed="?\n1\n1\nq\n")
    assert "home" in run("rules", "GS-12")
    assert "GS-8.4" in run("rules", "GS-8.4", "--edition", "home")
    assert json.loads(run("odds", "rr", "--edition", "home", "--json"))["targets"]
    run("simulate", "--out", out, "--games", "3", "--bots", "random", "--edition", "home,en")
    run("report", out, "--out", str(tmp_path / "report"))
    (report,) = (tmp_path / "report").glob("*.html")
    assert "home" in report.read_text(encoding="utf-8")


def test_afterwards_everything_is_as_before() -> None:
    assert list(EDITIONS) == ["de1", "de2", "en", "pl"]
    assert spuk.game("ghost-stories").options()["edition"] == ("en", "de1", "de2", "pl")
    assert list(GHOSTS_EDITIONS) == ["original", "amigo2022"]
    assert spuk.game("ghosts").options()["edition"] == ("original", "amigo2022")
    with pytest.raises(ValueError, match="'en', 'de1', 'de2', 'pl'"):
        spuk.game("ghost-stories").new(edition="home")
