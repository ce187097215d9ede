"""`make pictures`: takes the pictures of README and docs anew, of a real game in a real browser.

Then look at them: what changed on the pages shows here.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.scenes import HARD, at_moment, full_hand, wu_feng
from tests.browser.visitor import Look, Visitor
from tests.web.live import Live

import spuk
from spuk.games.ghost_stories.terminal.choices import choice_lines
from spuk.games.ghost_stories.terminal.screen import question_lines, table_lines
from spuk.terminal.replay import Replay
from spuk.terminal.table import Scene

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"
TABLE: Final = at_moment("ghost-stories", HARD, wu_feng)
TAKEN: Final = {
    "table-dark": (TABLE, Look("1440", "dark")),
    "table-light": (TABLE, Look("1440", "light")),
    "phone": (at_moment("ghosts", {"players": 4}, full_hand), Look("390", "dark")),
}
COLOURS: Final = 256
TERMINAL: Final = 120
"""Columns."""


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


def main() -> None:
    """Take them all."""
    with TemporaryDirectory() as folder, _chromium() as browser:
        live = Live(Path(folder), f"sqlite:///{folder}/pictures.db")
        try:
            for name, (arrange, look) in TAKEN.items():
                visitor = Visitor(browser, live.port, look)
                arrange(visitor)
                visitor.page.mouse.move(0, 0)
                visitor.page.wait_for_timeout(1000)  # drawings and fonts are there
                _save(name, visitor.page.screenshot(animations="disabled", caret="hide"))
                visitor.close()
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_content(terminal())
            _save("terminal", page.locator("svg").screenshot())
        finally:
            live.stop()


def terminal() -> str:
    """A page that shows what the terminal does."""
    shown, scene = _moment()
    state = scene.state
    console = Console(width=TERMINAL, record=True, file=io.StringIO(), force_terminal=True)
    for line in (*table_lines(scene), *question_lines(scene), *choice_lines(state, shown.lang, TERMINAL)):
        console.print(line, soft_wrap=True, highlight=False)
    return f"<body style='margin:0'>{console.export_svg(title='make terminal')}"


def _moment() -> tuple[Replay, Scene]:
    for seed in range(60):
        shown = Replay(spuk.play("ghost-stories", HARD, ["monk"], seed), "en")
        for stop in range(len(shown.stops)):
            shown.at = stop
            scene = shown.scene(TERMINAL)
            if scene.state.actor >= 0 and wu_feng(scene.state):
                return shown, scene
    raise AssertionError("no game has this moment")


def _save(name: str, taken: bytes) -> None:
    """With a palette: a third of the size, and nobody sees a difference."""
    small = Image.open(io.BytesIO(taken)).convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    file = PICTURES / f"{name}.png"
    small.save(file, optimize=True)
    print(f"{file.name}: {small.width} × {small.height}, {file.stat().st_size >> 10} kB")


if __name__ == "__main__":
    main()
