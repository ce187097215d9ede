"""The documentation site: the reference is complete, every page has its place, its examples run."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import spuk

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in sorted((DOCS / "reference").glob("*.md")))
BOT_AUTHORS_NEED = ["apply", "chances", "clone", "imagine", "invariants", "known_text", "legal", "outcome"]
BOT_AUTHORS_NEED += ["sample", "seats", "step", "text", "view"]
EXAMPLES = "\n".join(re.findall(r"```pycon\n(.*?)```", REFERENCE, flags=re.DOTALL))
PAGES = sorted(page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md"))


def _entries(page: Path) -> list[str]:
    """What the tables of contents of a page list, as pages of the site."""
    found = []
    for block in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
        for line in block.splitlines():
            if line and not line.startswith(":"):
                found.append((page.parent / line).relative_to(DOCS).as_posix())
    return found


ENTRIES = [entry for name in PAGES for entry in _entries(DOCS / f"{name}.md")]


def test_the_constants_have_the_values_of_the_reference() -> None:
    found = re.findall(r"py:data:: spuk\.(\w+)\n.*\n +:value: (-?\d+)", REFERENCE)
    assert {name: int(value) for name, value in found} == {"CHANCE": spuk.CHANCE, "OVER": spuk.OVER}


def _docstring_in_source(found: Any) -> str | None:
    """As the site shows it: compiled classes have lost theirs."""
    source = ROOT / "src" / f"{found.__module__.replace('.', '/')}.py"
    path = source if source.exists() else source.with_suffix("") / "__init__.py"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == found.__name__:
            return ast.get_docstring(node)
    return None


@pytest.mark.parametrize("name", spuk.__all__)
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert len(re.findall(rf"^\.\. (?:auto\w+|py:data):: spuk\.{name}(?:\(\))?$", REFERENCE, flags=re.M)) == 1


@pytest.mark.parametrize("name", [name for name in spuk.__all__ if callable(getattr(spuk, name))])
def test_every_public_class_and_function_has_a_docstring(name: str) -> None:
    assert _docstring_in_source(getattr(spuk, name))


@pytest.mark.parametrize("name", BOT_AUTHORS_NEED)
def test_what_bot_authors_need_of_a_state_has_a_docstring(name: str) -> None:
    assert getattr(spuk.State, name).__doc__


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_of_the_navigation_is_a_page(entry: str) -> None:
    assert list(DOCS.glob(f"{entry}.md"))


def test_every_page_has_a_place_in_the_navigation() -> None:
    placed = {
        found.relative_to(DOCS).with_suffix("").as_posix()
        for entry in ENTRIES
        for found in DOCS.glob(f"{entry}.md")
    }
    assert set(PAGES) - placed == {"index"}


@pytest.mark.parametrize("name", [*BOT_AUTHORS_NEED, "actor", "options"])
def test_what_bot_authors_need_of_a_state_has_an_entry_and_an_example(name: str) -> None:
    assert re.search(rf"^\.\. (?:automethod|py:attribute):: spuk\.State\.{name}$", REFERENCE, flags=re.M)
    assert re.search(rf"\w\.{name}\b", EXAMPLES)


@pytest.mark.parametrize("name", ["CHANCE", "OVER", "Record", "play", "bot", "game", "odds", "exorcism_odds"])
def test_what_bot_authors_need_of_the_library_has_an_example(name: str) -> None:
    assert re.search(rf"\bspuk\.{name}\b", EXAMPLES)


def test_advice_has_an_entry_and_an_example() -> None:
    assert ".. py:method:: Bot.advise(" in REFERENCE
    assert ".advise(" in EXAMPLES
