"""Ways to a table, through the pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.browser.visitor import Visitor

from spuk.language.catalog import say


def lay_table(
    ann: Visitor,
    game: str = "ghost-stories",
    *,
    seats: Sequence[str] = ("me", "free"),
    names: Sequence[str] = ("Ann",),
    lobby: bool = True,
    **fields: str,
) -> str:
    """A table with these seats and fields of the form; the link to join it, if it waits for somebody."""
    page = ann.open(f"/new?game={game}")
    for seat in range(page.locator(".seat").count()):
        page.locator(f"#seat{seat}").select_option(seats[seat] if seat < len(seats) else "none")
    for seat, name in enumerate(names):
        page.locator(f"#name{seat}").fill(name)
    for name, value in fields.items():
        if value in ("on", "off"):
            page.locator(f"[name={name}]").set_checked(value == "on")
        else:
            page.locator(f"[name={name}][value={value}]").check(force=True)
    page.locator(".go button").click()
    if not lobby:
        page.wait_for_selector("body.at-table.playing")
        return ""
    page.wait_for_selector(".lobby")
    return page.locator("#link-join").input_value()


def at(link: str) -> str:
    """The path of a link; each browser has a line of its own to the server."""
    return re.sub(r"^https?://[^/]+", "", link)


def sit_down(visitor: Visitor, link: str, seat: int, name: str) -> None:
    """Come by a link and take a seat."""
    page = visitor.open(at(link))
    page.locator(f"#sit-{seat}").fill(name)
    page.get_by_role("button", name=say(visitor.look.lang, "ui.lobby.sit")).first.click()
    page.wait_for_selector(f"#stool-{seat}.yours")


def hot_seat(visitor: Visitor, game: str, names: Sequence[str], **fields: str) -> None:
    """A game of several people on one screen, begun."""
    lay_table(visitor, game, seats=("me",) * len(names), names=names, lobby=False, **fields)
    visitor.page.wait_for_selector("main[data-status=playing]")
