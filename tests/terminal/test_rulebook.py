"""`spuk rules`: by number, by words, the contents, and what it says when nothing is found."""

from __future__ import annotations

import io
import re

import pytest
import typer
from rich.console import Console

from spuk import cli
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.language.languages import LANGUAGES
from spuk.rules.book import rule_numbers, rulebooks
from spuk.terminal.rulebook import rules


def look_up(query: str, lang: str = "en", edition: str = "en") -> tuple[int, str]:
    said = io.StringIO()
    code = rules(query, lang, Console(file=said, width=100), edition)
    return code, said.getvalue()


def printed(number: str, lang: str) -> str:
    """What stands below the title of a rule, lines joined."""
    lines = look_up(number, lang)[1].splitlines()
    return " ".join(line.strip() for line in lines if line.startswith("  "))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_printed_by_its_number_alone(lang: str) -> None:
    for game in rulebooks():
        for number in rule_numbers(game):
            code, said = look_up(number, lang)
            assert code == 0
            assert said.startswith(f"{number}  ")
            assert "{" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_rule_misses_the_words_of_a_picture(lang: str) -> None:
    for game in rulebooks():
        for number in rule_numbers(game):
            said = printed(number, lang)
            assert not re.search(r"\(\s*\)|\( | [,;.:)]|\(,", said), (number, said)
            assert "  " not in said, (number, said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chapter_of_editions_shows_every_point_in_which_they_differ(lang: str) -> None:
    said = printed("GS-12", lang)
    for row in ROWS.values():
        assert f"{row.point(lang)}:" in said


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Haunter symbol on its centre stone", "Curse die on its centre stone", "crossed-out die")),
        (
            "de",
            ("Spuk-Symbol auf dem mittleren", "Fluch-Würfel auf dem mittleren", "durchgestrichener Würfel"),
        ),
        ("pl", ("symbol nawiedzania na środkowym", "kość klątwy na środkowym", "przekreślona kość")),
    ],
)
def test_words_stand_where_the_page_has_a_picture(lang: str, words: tuple[str, str, str]) -> None:
    for number, wanted in zip(("GS-4.1", "GS-4.3", "GS-6.3"), words, strict=True):
        assert wanted in printed(number, lang)


def test_a_bare_number_is_a_rule_too_and_a_chapter_is_all_its_rules() -> None:
    assert look_up("9.2")[1].startswith("GS-9.2  Uncatchable")
    chapter = look_up("gs-2")[1]
    assert "GS-2.1  " in chapter
    assert "GS-2.2  " in chapter
    assert "GS-3.1  " not in chapter


def test_words_list_what_was_found_or_show_it_if_it_is_little() -> None:
    code, said = look_up("buddha")
    assert code == 0
    assert said.startswith("15 sections")
    assert look_up("bottomless")[1].startswith("GS-8.1  ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_word_the_contents(lang: str) -> None:
    code, said = look_up("", lang)
    assert code == 0
    assert all(number in said for game in rulebooks() for number in rule_numbers(game))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_found_is_said(lang: str) -> None:
    code, said = look_up("[red]xyzzy", lang)
    assert code == 1
    assert "[red]xyzzy" in said


def test_the_edition_decides_names_and_effects() -> None:
    assert "Reiter der Winde" in look_up("GS-8.7", "de", "de1")[1]
    assert "Atem der Schlange" in look_up("GS-8.7", "de")[1]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = typer.main.get_command(cli.app)
    assert command(["rules", "GS-13.2", "--lang", "de"], standalone_mode=False) == 0
    assert "Dorffeldern spukt es" in capsys.readouterr().out
    assert command(["rules", "xyzzy"], standalone_mode=False) == 1
    capsys.readouterr()
    assert command(["rules", "GS-8.4", "--lang", "de"], standalone_mode=False) == 0
    assert "Nachdem du gegangen bist" in " ".join(capsys.readouterr().out.split())
    assert command(["rules", "--edition", "fr"], standalone_mode=False) == 2
    assert "en" in capsys.readouterr().err
