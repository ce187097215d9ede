"""Fixtures of the browser tests. A Chromium and a server are shared by all tests of a process in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.visitor import PATIENCE, Look, Visitor
from tests.web.live import Live

CHROMIUM = Path("/usr/bin/chromium")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]

expect.set_options(timeout=PATIENCE)

Visit = Callable[..., Visitor]


# Not for the whole session: while Playwright runs, other tests of the process could not use asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), f"{CHROMIUM} is missing: run tests/install_chromium.sh (make test does)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server for all who do not mind other tables in its lists."""
    folder = tmp_path_factory.mktemp("spuk")
    server = Live(folder, f"sqlite:///{folder}/tables.db")
    yield server
    server.stop()


@pytest.fixture
def own_live(tmp_path: Path) -> Iterator[Live]:
    """A server of one's own, to be killed and started again."""
    server = Live(tmp_path, f"sqlite:///{tmp_path}/tables.db")
    yield server
    server.stop()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody comes to the server; in the end nobody has asked other hosts, and nothing went wrong."""
    visitors: list[Visitor] = []

    def come(look: Look | None = None, *, at: Live | None = None, **options: Any) -> Visitor:
        server: Live = at or request.getfixturevalue("live")
        visitors.append(Visitor(browser, server.port, look or Look(), **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
    assert [visitor.outside for visitor in visitors if visitor.outside] == []
    assert [visitor.complaints for visitor in visitors if visitor.complaints] == []
