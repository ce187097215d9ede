"""The main journeys in the engines of Safari and Firefox; all other tests of the pages run in Chromium."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Final

import pytest
from tests.browser.engines import Engine, Marionette, TooSlow, WebDriver
from tests.web.live import Live

_NUMBER: Final = "return Number(document.getElementById('table')?.dataset.number || 0)"
_WIDER: Final = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
_WIDE: Final = """return [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 120))"""
_BOX: Final = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
    return [box.width, box.height, box.left, box.right]"""
_MINE: Final = """return Boolean(document.querySelector(
    '#turn[data-mine=yes] button[name=action], #hand button[name=action]'))"""
_PRESS: Final = """const offered = [...document.querySelectorAll(arguments[0])]
        .filter((b) => b.offsetParent && !b.closest('details:not([open])'));
    for (const b of document.querySelectorAll('[data-chosen]')) b.removeAttribute('data-chosen');
    offered[0]?.setAttribute('data-chosen', '');
    offered[0]?.scrollIntoView({ block: 'nearest' });
    return offered.length"""
SCREENS: Final = ((1440, 900), (1024, 768), (900, 600), (640, 400), (390, 844))


@pytest.fixture(scope="module", params=["webkit", "firefox"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    line = WebDriver() if request.param == "webkit" else Marionette(tmp_path_factory.mktemp("firefox"))
    engine = Engine(request.param, line)
    yield engine
    engine.close()


def press(engine: Engine, css: str) -> None:
    """A click on the first such button that can be seen, and the table moves on."""
    before = engine.run(_NUMBER)
    assert engine.wait(_PRESS, css)
    engine.click("[data-chosen]")
    engine.wait(
        "return document.querySelector('button.sure') || arguments[0] < (" + _NUMBER[7:] + ")", before
    )
    if engine.run("return document.querySelector('button.sure')"):
        engine.click("button.sure")
    engine.wait("return arguments[0] < (" + _NUMBER[7:] + ")", before)


def board_is_square(engine: Engine, width: int, height: int) -> None:
    """It is as large as the screen allows: never nothing, and never outside."""
    wide, high, left, right = settled(engine, "#board")
    assert abs(wide - high) < 1, f"{engine.name}: the board is {wide} x {high} at {width} x {height}"
    assert wide > min(width, height) * 0.4, (
        f"{engine.name}: the board is {wide} px wide at {width} x {height}"
    )
    assert left >= -1 and right <= width + 1, f"{engine.name}: the board is outside at {width} x {height}"
    fits(engine)


def settled(engine: Engine, css: str) -> list[float]:
    """Where something is once a window that was resized has drawn the page anew."""
    boxes: list[list[float]] = []
    while len(boxes) < 4 or boxes[-1] != boxes[-4]:
        boxes.append(engine.run(_BOX, css))
        time.sleep(0.05)
        assert len(boxes) < 200, f"{engine.name}: {css} never comes to rest"
    return boxes[-1]


def fits(engine: Engine) -> None:
    """Nothing makes the page wider than the screen once it has settled."""
    with contextlib.suppress(TooSlow):
        engine.wait(f"{_WIDER} <= 0", seconds=3)
    wide = engine.run(_WIDE)
    assert engine.run(_WIDER) <= 0, f"{engine.name}: too wide: {wide}"


def test_ghost_stories_from_the_start_page_to_the_replay_and_the_rules(engine: Engine, live: Live) -> None:
    engine.resize(1280, 800)
    engine.open(live.url)
    engine.click("button[name=game][value=ghost-stories]")
    engine.wait(_MINE)
    for width, height in SCREENS:
        board_is_square(engine, *engine.resize(width, height))
    engine.resize(1280, 800)
    for _ in range(4):
        engine.wait(_MINE)
        press(engine, "#turn button[name=action]")
    number = engine.run(_NUMBER)
    engine.reload()
    engine.wait(_MINE)
    assert engine.run(_NUMBER) >= number
    table = engine.run("return location.pathname")
    engine.open(f"{live.url}{table}/replay")
    for width, height in SCREENS[::2]:
        board_is_square(engine, *engine.resize(width, height))
    step_back(engine)
    rules(engine, live, "ghost-stories")


def test_ghosts_from_the_start_page_to_the_replay_and_the_rules(engine: Engine, live: Live) -> None:
    engine.resize(1280, 800)
    engine.open(live.url)
    engine.click("button[name=game][value=ghosts]")
    engine.wait(_MINE)
    for width, height in SCREENS:
        engine.resize(width, height)
        wide, high, *_ = settled(engine, "#dial")
        assert abs(wide - high) < 1 and wide > 80, f"{engine.name}: the dial is {wide} x {high} at {width}"
        fits(engine)
    engine.resize(1280, 800)
    for _ in range(4):
        engine.wait(_MINE)
        press(engine, "#hand button[name=action], #turn button[name=action]")
    engine.reload()
    engine.wait(_MINE)
    table = engine.run("return location.pathname")
    engine.open(f"{live.url}{table}/replay")
    step_back(engine)
    rules(engine, live, "ghosts")


def step_back(engine: Engine) -> None:
    """A game under way is looked at from its end."""
    engine.resize(1280, 800)
    engine.wait("return document.readyState === 'complete'")
    last = int(engine.run("return document.getElementById('slider').value"))
    engine.click("#back")
    engine.wait("return Number(document.getElementById('slider').value) === arguments[0]", last - 1)


def rules(engine: Engine, live: Live, game: str) -> None:
    """The rules of a game are there, and as wide as the screen."""
    engine.open(f"{live.url}/rules/{game}")
    assert engine.run("return document.querySelectorAll('h2').length") > 3
    engine.resize(390, 844)
    fits(engine)
