"""What a whole game costs the browser: layout shift, long tasks, click to update, and an idle table.

    python bench/pages.py --out out/pages.json        (about three minutes; --help for what can be changed)

A Chromium without a screen plays whole games by clicking, in reduced motion. The page itself measures:

- `shift`: layout shift that no input caused (`layout-shift`), its worst burst as web.dev counts it (CLS) and
  all of it over the whole game;
- `long tasks`: main-thread tasks above 50 ms (`longtask`), how many and the longest;
- `click`: from a click to the next frame after the table has changed, p50 and p95, beside a bare round trip
  to the same server (a `fetch` of a small file) in the same page: the ratio is what counts, since seconds
  depend on the machine;
- `idle`: how busy a table with motion keeps the page's main thread while nothing happens (CDP, TaskDuration).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.measure import WATCH, Shift, shift_of
from tests.browser.player import Player, play_to_the_end
from tests.browser.visitor import Look, Visitor
from tests.web.live import Live

_TRIPS: Final = 30
_IDLE: Final = 10.0
_ROUND_TRIP: Final = """async (n) => {
    const times = [];
    for (let k = 0; k < n; k++) {
        const start = performance.now();
        await (await fetch('/static/icon.svg?' + k, { cache: 'no-store' })).text();
        times.push(performance.now() - start);
    }
    return times;
}"""
Json = dict[str, Any]


def part(values: Sequence[float], share: float) -> float:
    """The value below which this share lies."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else 0.0


def play(browser: Browser, port: int, game: str, size: str) -> Json:
    """A whole game of one person with bots, as the start page gives it."""
    visitor = Visitor(browser, port, Look(size))
    visitor.context.add_init_script(WATCH)
    page = visitor.open("/")
    page.locator(f"button[name=game][value={game}]").click()
    page.wait_for_selector("#table")
    player = Player(visitor, 1, board=game == "ghosts")
    play_to_the_end(player, seconds=1200)
    trips = page.evaluate(_ROUND_TRIP, _TRIPS)
    found = page.evaluate("() => window.measured")
    visitor.close()
    return told(found, trips, player.clicks)


def told(found: Json, trips: Sequence[float], clicks: int) -> Json:
    """The numbers of one game."""
    shift: Shift = shift_of(found["shifts"])
    bare = part(trips, 0.5)
    click = {"p50": part(found["updates"], 0.5), "p95": part(found["updates"], 0.95), "bare round trip": bare}
    click["p95 / round trip"] = round(click["p95"] / max(bare, 0.1), 1)
    return {
        "clicks": clicks,
        "shift": {"worst burst": shift.worst, "whole game": shift.whole, "by": shift.by},
        "long tasks": {"number": len(found["tasks"]), "longest": part(found["tasks"], 1)},
        "click": click,
    }


def idle(browser: Browser, port: int, game: str) -> Json:
    """The share of a core that the page's main thread needs while a table waits, from its first second on."""
    visitor = Visitor(browser, port, Look("1440"), reduced_motion="no-preference")
    page = visitor.open("/")
    page.locator(f"button[name=game][value={game}]").click()
    page.wait_for_selector("#turn[data-mine=yes]")
    shares = [_busy(page) for _ in range(2)]
    visitor.close()
    return {"first 10 s": shares[0], "then": shares[1]}


def _busy(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    before = spent()
    page.wait_for_timeout(_IDLE * 1000)
    return round((spent() - before) / _IDLE, 3)


def main() -> None:
    """Measure both games and write what was found."""
    parser = argparse.ArgumentParser(description="what a whole game costs the browser")
    parser.add_argument("--out", type=Path, default=Path("out/pages.json"))
    parser.add_argument("--games", nargs="+", default=["ghost-stories", "ghosts"])
    parser.add_argument("--sizes", nargs="+", default=["1440", "390"])
    options = parser.parse_args()
    found: Json = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        live = Live(Path(folder), f"sqlite:///{folder}/tables.db")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            for game in options.games:
                found[game] = {size: play(browser, live.port, game, size) for size in options.sizes}
                found[game]["idle"] = idle(browser, live.port, game)
                print(game, json.dumps(found[game], indent=1), flush=True)
        finally:
            browser.close()
            live.stop()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
