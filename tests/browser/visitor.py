"""Somebody with a browser of his own: cookies, a size, a theme, a language, and a tap on his line."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request
from playwright.sync_api import TimeoutError as TooSlow
from tests.browser.tap import Tap

SHOTS: Final = Path(__file__).parents[2] / "out" / "shots"
SIZES: Final = {
    "320": (320, 256),
    "360": (360, 740),
    "360-low": (360, 640),
    "390": (390, 844),
    "640": (640, 400),
    "667": (667, 375),
    "1024": (1024, 768),
    "1440": (1440, 900),
}
"""320: 400 % zoom on a common screen; 640: 200 %; 667: a phone on its side."""
PHONES: Final = ("360", "360-low", "390", "667")
LOCALES: Final = {"en": "en-GB", "de": "de-DE", "pl": "pl-PL"}
_TOO_WIDE: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE: Final = 30_000
"""Milliseconds that a page may take on a busy machine."""


@dataclass(frozen=True)
class Look:
    """How somebody sees the pages."""

    size: str = "1440"
    theme: str = "dark"
    lang: str = "en"

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.lang}"

    def options(self) -> dict[str, Any]:
        """For a new browser context."""
        width, height = SIZES[self.size]
        phone = self.size in PHONES
        return {
            "viewport": {"width": width, "height": height},
            "locale": LOCALES[self.lang],
            "color_scheme": self.theme,
            "has_touch": phone,
            "is_mobile": phone,
        }


class Visitor:
    """One browser at the server; whatever it asks other hosts for or complains about is noted."""

    def __init__(
        self,
        browser: Browser,
        port: int,
        look: Look,
        *,
        script: bool = True,
        plain: bool = False,
        **options: Any,
    ) -> None:
        self.look = look
        self.tap = Tap(port, plain=plain)
        self.outside: list[str] = []
        self.complaints: list[str] = []
        chosen = {"reduced_motion": "reduce", "java_script_enabled": script, **look.options(), **options}
        self.context = browser.new_context(base_url=self.tap.url, **chosen)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", self._note_request)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("console", self._note_console)
        self.page: Page = self.context.new_page()

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.tap.url + "/", "data:", "blob:")):
            self.outside.append(request.url)

    def _note_console(self, message: Any) -> None:
        # A line that a test has cut is reported by the browser as a failed request.
        if message.type == "error" and "net::ERR" not in message.text:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, path: str = "/") -> Page:
        """Go to a page of the server."""
        self.page.goto(path)
        return self.page

    def path(self) -> str:
        """Where the browser is, without the server's address."""
        return self.page.url.removeprefix(self.tap.url)

    def shot(self, name: str, *, whole: bool = False) -> Path:
        """A picture into out/shots, to be looked at by people."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}-{self.look}.png"
        self.page.screenshot(path=path, full_page=whole, animations="disabled", caret="hide")
        return path

    def close(self) -> None:
        self.context.close()
        self.tap.close()


def axe(page: Page, *without: str) -> None:
    """No finding of axe-core at any level, best practices too; `without` are parts (CSS) left out."""
    context = {"exclude": [[part] for part in without]} if without else None
    found = Axe().run(page, context=context, options={"runOnly": {"type": "tag", "values": _RULES}})
    said = [
        f"{finding['id']} ({finding['impact']}): {finding['help']}\n    "
        + "\n    ".join(f"{node['html'][:200]}  {node['failureSummary']}" for node in finding["nodes"][:5])
        for finding in found.response["violations"]
    ]
    assert not said, "\n".join(said)


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen, and no text is cut off in what can be pressed."""
    with contextlib.suppress(TooSlow):  # what has just been resized may still be settling
        page.wait_for_function(f"() => {_TOO_WIDE} <= 0", timeout=3000)
    assert page.evaluate(_TOO_WIDE) <= 0, f"the page is {page.evaluate(_TOO_WIDE)} px too wide"
    cut = page.evaluate(
        """() => [...document.querySelectorAll('button, a, label, h1, h2, h3, summary')]
            .filter(e => e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})
                && e.clientWidth > 2 && e.scrollWidth > e.clientWidth + 2
                && getComputedStyle(e).overflowX !== 'visible')
            .map(e => e.outerHTML.slice(0, 160))"""
    )
    assert not cut, f"cut off: {cut}"
