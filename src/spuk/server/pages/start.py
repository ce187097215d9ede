"""The start page: what you can play, join and watch, and your unfinished games."""

from __future__ import annotations

from functools import partial
from typing import Final
from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

import spuk
from spuk import engine
from spuk.render.boxes import boxes
from spuk.render.lists import Entry, entry_of
from spuk.server.api.common import TheServer, Visitor
from spuk.server.language import language_of
from spuk.server.pages.frame import render
from spuk.server.server import Server
from spuk.store.contract import Person
from spuk.table.errors import NotThere
from spuk.table.table import OPEN, PLAYING, rules_in_force

router = APIRouter()

_SHOWN: Final = 6
"""Tables per list on the start page."""
_OWN: Final = 30
"""How many of a person's own games may come before others in the store's list. They are left out of it."""
_GOING: Final = 4
"""How many of your own games are shown. The rest are under `My games`."""


@router.get("/")
async def start(request: Request, server: TheServer, visitor: Visitor) -> Response:
    """Where everything is."""
    lang = language_of(request)
    person = visitor.id if visitor else None
    lists = {}
    public = partial(server.rooms.list, listed=True, rules=rules_in_force())
    running_now = await public(status=PLAYING, limit=_SHOWN + _OWN)
    others = [table for table in running_now if person not in table.card.people]  # your own are shown above
    found = {OPEN: await public(status=OPEN, limit=_SHOWN), PLAYING: others[:_SHOWN]}
    for status, tables in found.items():
        entries = [entry_of(one, person, lang, damaged=server.rooms.is_damaged(one.table)) for one in tables]
        lists[status] = [entry for entry in entries if not entry.damaged]  # nobody can join or watch there
    return render(
        request,
        "start.html",
        going=await running(server, visitor, lang, _GOING),
        open=lists[OPEN],
        playing=lists[PLAYING],
        games=boxes(lang),
        name=visitor.name if visitor else "",
        compiling=not spuk.compiled and engine.is_compiling(),
    )


async def running(server: Server, visitor: Person | None, lang: str, most: int) -> list[Entry]:
    """Your unfinished games, those where it is your turn first."""
    if visitor is None:
        return []
    found = []
    own = partial(server.rooms.list, person=visitor.id, rules=rules_in_force(), limit=most)
    for status in (PLAYING, OPEN):
        for table in await own(status=status):
            here = (await server.rooms.room(table.table)).table
            actor = here.actor()
            mine = actor is not None and actor in here.seats_of(visitor.id) and here.bot_to_move() is None
            if here.replayable:
                found.append(entry_of(table, visitor.id, lang, your_turn=mine))
    return sorted(found, key=lambda entry: not entry.your_turn)[:most]


# ── joining by link ─────────────────────────────────────────────────────────────────────────


@router.get("/join")
async def join(link: str = "") -> Response:
    """Go where a pasted link leads. Only to our own tables, whatever its host says."""
    found = table_of(link.strip()[:400])
    if found is None:
        raise NotThere("This is not a link to a table.")
    return RedirectResponse(found, 303)


def table_of(link: str) -> str | None:
    """The address of the table that a link or a bare id names; None if there is none."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    id = parts.path.rstrip("/").rpartition("/")[2]
    if not id or len(id) > 40 or not all(sign.isalnum() or sign in "-_" for sign in id) or not id.isascii():
        return None
    key = parse_qs(parts.query).get("key", [""])[0]
    return f"/t/{id}?key={key}" if key.isalnum() else f"/t/{id}"
