"""A page that has followed a game looks like one that is loaded now."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.tables import lay_table, sit_down
from tests.browser.visitor import Visitor

_TREE = """root => {
  const PASSING = /^(data-htmx-powered|aria-keyshortcuts|data-n|data-unread|aria-pressed)$/;
  const told = (node) => {
    if (node.nodeType === 3) return node.nodeValue.trim() || null;
    if (node.nodeType !== 1) return null;
    const lasting = [...node.attributes].filter(a => !PASSING.test(a.name));
    const attributes = lasting.map(a => `${a.name}=${a.value.replace(/\\s*\\bmeant\\b/, '')}`).sort();
    return [node.tagName, attributes, [...node.childNodes].map(told).filter(Boolean)];
  };
  return [...document.querySelectorAll('#table, #top')].map(told);
}"""

_COUNT_FULLS = """() => {
  const swap = htmx.swap;
  window.fulls = 0;
  htmx.swap = (how) => { window.fulls += how.swap === 'innerMorph'; return swap.call(htmx, how); };
}"""


def tree(page: Any) -> str:
    page.wait_for_function("() => !window.motion || !window.motion.waiting")
    page.mouse.move(1, 1)
    told = str(page.evaluate(_TREE))
    # These differ between any two pages: who was there when it was loaded.
    return re.sub(r"data-number=\d+", "", told)


def compare(visitor: Visitor) -> None:
    """The page that is open beside the same page in a new window."""
    followed = tree(visitor.page)
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    other.wait_for_timeout(900)  # who is there is shown soon after
    loaded = tree(other)
    other.close()
    visitor.page.wait_for_timeout(900)
    assert followed == loaded


@pytest.mark.parametrize("game", ["ghost-stories", "ghosts"])
def test_who_followed_a_game_sees_what_is_seen_by_who_comes_now(visit: Visit, game: str) -> None:
    ann, bob = visit(), visit()
    link = lay_table(ann, game, seats=("me", "free"))
    sit_down(bob, link, 1, "Bob")
    ann.page.locator(".begin button").click()
    players = Player(ann, 1), Player(bob, 2)
    for player in players:
        player.page.wait_for_selector("main[data-status=playing]")
        # Full tables would hide what parts do wrong.
        player.page.evaluate(_COUNT_FULLS)
    for step in range(14):
        acting = next((player for player in players if player.may_act()), None)
        if acting is None:
            ann.page.wait_for_timeout(300)
            continue
        acting.act()
        number = acting.number()
        for player in players:
            player.page.wait_for_function(
                "n => Number(document.getElementById('table').dataset.number) >= n", arg=number
            )
        if step % 5 == 4:
            for visitor in (ann, bob):
                compare(visitor)
    for player in players:
        assert player.page.evaluate("() => window.fulls") <= 2
        assert player.page.locator("[data-keep]").count() == 0
