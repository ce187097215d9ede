"""Somebody who plays by clicking: any of the buttons that the page offers."""

from __future__ import annotations

import time
from collections.abc import Sequence

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooSlow
from tests.browser.visitor import Visitor

from spuk.kernel.seeds import Random

_CLICK = 10_000
"""Milliseconds for a click on a busy machine."""
_OFFERED = """() => [...document.querySelectorAll('#table button[name=action]')]
    .map((button, index) => [index, button])
    .filter(([, button]) => button.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !button.disabled && button.getBoundingClientRect().width > 0
        && getComputedStyle(button).pointerEvents !== 'none')
    .map(([index, button]) => [index, button.closest('#turn, #hand') !== null])"""


class Player:
    """Clicks what glows; the same clicks for the same seed and dice."""

    def __init__(self, visitor: Visitor, seed: int = 1, *, board: bool = False) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.clicks = 0
        self._random = Random(seed)
        self._board = board
        """Also click pieces on the board, not only buttons in words."""

    def number(self) -> int:
        """The number of the table that the page shows."""
        return int(self.page.locator("#table").get_attribute("data-number") or 0)

    def over(self) -> bool:
        return self.page.locator("main[data-status=finished]").count() > 0

    def may_act(self) -> bool:
        return self.page.locator("#turn[data-mine=yes]").count() > 0 and bool(self._offered())

    def _offered(self) -> list[int]:
        found: Sequence[tuple[int, bool]] = self.page.evaluate(_OFFERED)
        return [index for index, in_words in found if self._board or in_words]

    def act(self) -> None:
        """Click one of the buttons, twice if it asks whether one is sure, and wait for what comes of it."""
        offered = self._offered()
        if not offered:  # the table has moved on just now
            return
        before = self.number()
        index = offered[self._random.below(len(offered))]
        button = self.page.locator("#table button[name=action]").nth(index)
        try:
            button.click(timeout=_CLICK)
            sure = self.page.locator("#table button.sure")
            if sure.count():
                sure.first.click(timeout=_CLICK)
        except TooSlow:
            if self.number() == before:  # it was not the table that moved on
                raise
            return
        self.clicks += 1
        self.page.wait_for_function(
            "before => Number(document.getElementById('table').dataset.number) > before", arg=before
        )


def play_to_the_end(*players: Player, seconds: float = 240, most: int = 2000) -> None:
    """All play until the game is over on every screen."""
    end = time.monotonic() + seconds
    while not all(player.over() for player in players):
        assert time.monotonic() < end, f"not over after {sum(p.clicks for p in players)} clicks"
        assert sum(player.clicks for player in players) < most
        _act_once(players)


def play_on(*players: Player, clicks: int, seconds: float = 240) -> None:
    """All play until they have clicked so often."""
    end = time.monotonic() + seconds
    while (clicked := sum(player.clicks for player in players)) < clicks:
        assert time.monotonic() < end, f"no more than {clicked} clicks"
        _act_once(players)


def _act_once(players: Sequence[Player]) -> None:
    """Everybody who may acts."""
    acting = [player for player in players if player.may_act()]
    for player in acting:
        player.act()
    if not acting:
        players[0].page.wait_for_timeout(30)
