"""A tour of the pages round the table: each is really made, in a server of its own."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.house import House, visit

import spuk
from spuk.language.catalog import say
from spuk.render.curve import KINDS
from spuk.table import bots

SOURCES = [Path(spuk.__file__).parent / part for part in ("server", "table")]


def screens(lang: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        pages: list[str] = visit(f"sqlite:///{folder}/tables.db", lambda house: _look_round(house, lang))
    yield from pages
    yield from (say(lang, f"ui.refused.{code}") for code in codes())
    yield from (say(lang, f"ui.bot.{bot}") for bot in spuk.bots())
    yield from (say(lang, f"ui.mine.ended.{end}") for end in ("won", "lost", "over"))
    yield from (say(lang, f"ui.replay.mark.{kind}") for kind in KINDS.values())
    yield from (say(lang, f"ui.lobby.option.{name}") for name in ("five_qi", "by_hand", "own_dice"))
    seat = {"name": "Ann", "number": 2}
    yield from (say(lang, f"ui.lobby.said.{what}", **seat) for what in ("taken", "bot", "left", "named"))


async def _look_round(house: House, lang: str) -> list[str]:
    http = house.guest().http
    http.headers.update({"accept-language": lang, "accept": "text/html"})
    seats = {
        "seat0": "me",
        "seat1": "free",
        **{f"seat{n + 2}": bot for n, bot in enumerate(bots.offered()[:2])},
    }
    found = []
    for game in spuk.games():
        order = {"game": game, **seats, "free_undo": "on"}
        made = await http.post("/new", data=order, follow_redirects=True)
        assert made.status_code == 200, made.text
        found.append(made.text)
    new = [f"/new?game={game}" for game in spuk.games()]
    for path in ("/", *new, "/games", "/me", "/records", "/recover", "/moved"):
        page = await http.get(path)
        assert page.status_code == 200, path
        found.append(page.text)
    return found


def codes() -> set[str]:
    """Everything the server can refuse."""
    code = "".join(path.read_text(encoding="utf-8") for part in SOURCES for path in part.rglob("*.py"))
    named = re.findall(r"""code[=:]? ?=?\s*"([a-z_]+)\"""", code)
    return {*named, "not_there", "wrong_method", "too_many_hints", "too_many_analyses"}
