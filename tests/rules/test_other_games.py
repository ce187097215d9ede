"""The rules of a game that brings nothing but a text, and of one that brings none."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from rich.console import Console
from tests.web.house import USUAL

import spuk
from spuk.games.ghosts.game import Ghosts
from spuk.kernel.registry import unregister
from spuk.rules.book import book, rule_numbers, rulebooks
from spuk.rules.search import search
from spuk.server.app import make_app
from spuk.terminal import rulebook

TEXT = """# Dummy

A game for **nobody**.

## The goal

Whoever stops first has won.

### Stopping

- You stop {icon:hand|by hand}.
- Nobody may object.

@picture of-a-hand

### DU-1.7 Objecting

> Ann objects. She may not.

## 4 Variants

! We never play them.
"""


@pytest.fixture
def dummy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A third-party game in a package of its own; its folder."""
    folder = tmp_path / "dummy_rules"
    (folder / "rules").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "dummy_rules", raising=False)
    yield folder
    unregister("dummy")


def register() -> None:
    game = Ghosts()
    game.id = "dummy"
    spuk.register(spuk.GamePack(game, package="dummy_rules"))


def pages(*addresses: str) -> list[httpx.Response]:
    async def run() -> list[httpx.Response]:
        app = make_app(replace(USUAL, database_url="sqlite:///never-opened.db"))
        transport = httpx.ASGITransport(app, client=("1.2.3.4", 1))
        headers = {"accept": "text/html", "accept-language": "de"}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://spuk.test", headers=headers
        ) as guest:
            return [await guest.get(address) for address in addresses]

    return asyncio.run(run())


def test_a_text_is_enough(dummy: Path) -> None:
    assert "dummy" not in rulebooks()
    (dummy / "rules" / "en.md").write_text(TEXT)
    register()
    assert rulebooks()["dummy"] == "DU"
    assert rule_numbers("dummy") == ["DU-1", "DU-1.1", "DU-1.7", "DU-4"]
    assert book("dummy", "pl").title == "Dummy"
    assert [hit.section.anchor for hit in search("nobody object", "de")] == ["DU-1.1"]
    everything, one, place, editions = pages(
        "/rules", "/rules/dummy", "/rules/DU-1.7", "/rules/dummy/editions"
    )
    assert 'href="/rules/dummy"' in everything.text
    for words in ("by hand", "Whoever stops first", "<strong>nobody</strong>", "We never play them."):
        assert words in one.text
    assert place.headers["location"] == "/rules/dummy#DU-1.7"
    assert editions.status_code == 404
    said = io.StringIO()
    assert rulebook.rules("DU-1", "de", Console(file=said, width=80)) == 0
    assert "Ann objects. She may not." in said.getvalue()


def test_a_game_without_a_text_has_no_rules_pages(dummy: Path) -> None:
    register()
    everything, none = pages("/rules", "/rules/dummy")
    assert "dummy" not in everything.text
    assert none.status_code == 404
    with pytest.raises(ValueError, match="choose from ghost-stories, ghosts"):
        book("dummy", "en")
