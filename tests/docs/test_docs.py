"""Docs that cannot drift: examples run, generated pages are up to date, every ruling has a test."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

import spuk
from spuk import cli
from spuk.games.ghost_stories.reader import _Reader
from spuk.games.ghost_stories.state import State
from spuk.games.ghosts.reader import _FIELDS as GHOSTS_FIELDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
GHOSTS_NOTATION = (ROOT / "docs" / "notation-ghosts.md").read_text(encoding="utf-8")


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE_NOTATION = _module("make_notation")
MAKE_RULINGS = _module("make_rulings")
MAKE_ODDS = _module("make_odds")


def test_the_readme_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    library, environment = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    exec(compile(library, "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert "Bleeding Eyes" in said
    assert "Outcome(" in said
    exec(compile(environment, "README.md", "exec"), {})
    assert re.search(r"_\w+ -?\d+\.0", capsys.readouterr().out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)\s]+)", text) + re.findall(r'\b(?:src|srcset|href)="([^"]+)"', text)
    assert [link for link in links if "://" not in link and not _leads_somewhere(page, link)] == []


def _leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not anchor or anchor in _anchors(target))


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_picture_is_shown_somewhere_and_small_enough_to_load() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = sorted((ROOT / "docs" / "pictures").iterdir())
    assert [file.name for file in pictures if f"pictures/{file.name}" not in shown] == []
    assert [file.name for file in pictures if file.stat().st_size > 250_000] == []


def test_every_example_position_of_the_notation_page_can_be_read() -> None:
    pages = {"ghost-stories": NOTATION, "ghosts": GHOSTS_NOTATION}
    for game, page in pages.items():
        lines = re.findall(r"^(?:en|de1|de2|pl|original) (?:\S+ )?\dp .*$", page, flags=re.M)
        assert lines
        for line in lines:
            assert spuk.game(game).from_text(line).invariants() == []


@pytest.mark.parametrize("name", ["notation.md", "notation-ghosts.md"])
def test_the_table_of_actions_is_up_to_date(name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert MAKE_NOTATION.page(name) == page, "run make docs"
    space, meanings = MAKE_NOTATION.PAGES[name]
    assert {verb.name for verb in space.verbs} == set(meanings)


def test_every_field_of_a_position_is_documented() -> None:
    state = spuk.game("ghost-stories").from_text("turn=N")
    assert isinstance(state, State)
    fields = _Reader(state).fields
    missing = [name for name in fields if not re.search(rf"`[^`]*\b{name}=", NOTATION)]
    missing += [name for name in GHOSTS_FIELDS if not re.search(rf"`{name}=", GHOSTS_NOTATION)]
    assert missing == []


def test_the_page_of_rulings_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == MAKE_RULINGS.page(), "run make docs"


def test_the_page_of_odds_is_up_to_date_and_its_commands_work(capsys: pytest.CaptureFixture[str]) -> None:
    page = MAKE_ODDS.PAGE.read_text(encoding="utf-8")
    assert page == MAKE_ODDS.page(), "run make docs"
    commands = [shlex.split(line, comments=True) for line in re.findall(r"^spuk (odds .*)$", page, re.M)]
    assert len(commands) == 4
    for arguments in commands:
        if "--record" not in arguments:
            typer.main.get_command(cli.app)(arguments, standalone_mode=False)
            assert "%" in capsys.readouterr().out


@pytest.mark.parametrize("book", MAKE_RULINGS.BOOKS, ids=lambda book: book.title)
def test_every_ruling_of_the_rules_is_held_by_a_test(book: Any) -> None:
    tests = MAKE_RULINGS.tests_by_rule()
    rulings = MAKE_RULINGS.rulings(book)
    assert len(rulings) >= 5
    assert [number for number in rulings if not tests.get(number)] == []


@pytest.mark.parametrize("decision", MAKE_RULINGS.FAULTS + MAKE_RULINGS.FURTHER, ids=lambda d: d.title)
def test_every_decision_of_ours_is_held_by_a_test(decision: object) -> None:
    assert MAKE_RULINGS.tests_of(decision), "no test of this rule speaks of it"


@pytest.mark.parametrize("book", MAKE_RULINGS.BOOKS, ids=lambda book: book.title)
def test_every_bold_ruling_of_the_rules_is_listed(book: Any) -> None:
    listed = sum(s.count("**ruling") for found in MAKE_RULINGS.rulings(book).values() for s in found)
    numbered = sum(text.count("**ruling") for text in MAKE_RULINGS.rule_texts(book).values())
    assert listed == numbered > 0


def test_the_promised_decisions_are_written_down() -> None:
    titles = " ".join(file.stem for file in (ROOT / "docs" / "adr").glob("*.md"))
    for word in ("explicit-chance", "atomic-decisions", "mypyc", "editions-as-flags"):
        assert word in titles
