"""A game without a board of its own, in a browser: the plain board, played with keys, on all screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.visitor import Look, axe, fits
from tests.web.live import Live
from tests.web.test_plain_board import PACKAGE

import spuk


@pytest.fixture(scope="module")
def racecourse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server on which the game is installed."""
    folder = tmp_path_factory.mktemp("dash")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{PACKAGE}:{Path(spuk.__file__).parents[1]}")
        server = Live(folder, f"sqlite:///{folder}/tables.db", bots="dash_game:Walker")
    yield server
    server.stop()


def begin(page: Page) -> None:
    """A table with a bot that never wins in a hurry."""
    page.goto("/new?game=dash")
    for seat, who in ((1, "dash_game:Walker"), (2, "none"), (3, "none")):
        page.select_option(f"#seat{seat}", who)
    page.fill("#name0", "Ann")
    page.locator("form.new-table .go button").click()
    page.wait_for_selector("#turn[data-mine=yes]")


@pytest.mark.parametrize(
    "look",
    [
        Look(),
        Look("1440", "light", "de"),
        Look("1024", "dark", "pl"),
        Look("390", "light"),
        Look("360", "dark", "pl"),
    ],
    ids=str,
)
def test_every_screen_shows_players_choices_and_log(visit: Visit, racecourse: Live, look: Look) -> None:
    page = visit(look, at=racecourse).open("/")
    fits(page)
    begin(page)
    expect(page.locator(".plain-players tbody tr")).to_have_count(2)
    fits(page)
    axe(page)
    page.locator("#act-0").click()
    page.wait_for_function("() => document.querySelectorAll('#lines li').length >= 3")
    page.wait_for_selector("#turn[data-mine=yes]")
    first, second = page.locator("#turn").bounding_box(), page.locator(".plain-board").bounding_box()
    assert first is not None
    assert second is not None
    beside = first["x"] >= second["x"] + second["width"] - 1
    below = first["y"] >= second["y"] + second["height"] - 1
    assert beside or below
    axe(page)


def test_a_game_is_played_with_keys_and_told_to_those_who_listen(visit: Visit, racecourse: Live) -> None:
    page = visit(Look(), at=racecourse).open("/")
    begin(page)
    page.keyboard.press("1")
    expect(page.locator("#news")).to_contain_text("Ran")
    expect(page.locator("#turn-title")).to_be_focused()
    for _ in range(60):
        if page.locator("#turn .end").count():
            break
        if page.locator("#turn[data-mine=yes]").count():
            page.keyboard.press("2")
        page.wait_for_timeout(150)
    expect(page.locator("#turn .end")).to_be_visible()
    axe(page)
    page.locator("#turn .end a[href$=replay]").click()
    expect(page.locator("#past-log li").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plain-players tbody tr")).to_have_count(2)
    fits(page)
    axe(page)
