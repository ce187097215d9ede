"""A person's own pages: games, score sheet, name, and the move to another device."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from spuk.render.lists import Entry, entry_of, score_words
from spuk.render.score_sheet import sheet_of
from spuk.server.access import base_url
from spuk.server.addresses import address
from spuk.server.api.common import Someone, TheServer, Visitor
from spuk.server.api.models import Rename
from spuk.server.identity import RECOVERY_SECONDS
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of, go_to
from spuk.server.pages.frame import render
from spuk.server.pages.start import running
from spuk.server.server import Server
from spuk.store.contract import Listed, Person
from spuk.table.table import FINISHED, OPEN, PLAYING
from spuk.table.view import listed

router = APIRouter()

_PAGE: Final = 30
"""Finished games on a page."""
_COUNTED: Final = 2_000
"""How many finished games the score sheet counts, the latest first."""
_RUNNING: Final = 50


@router.get("/games")
async def games(
    request: Request,
    server: TheServer,
    visitor: Visitor,
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
) -> Response:
    """All of a person's games and their results."""
    lang = language_of(request)
    finished: list[Listed] = []
    sheet: list[Any] = []
    left_out = False
    if visitor is not None:
        own = partial(server.rooms.list, status=FINISHED, person=visitor.id)
        finished = await own(before=before, limit=_PAGE)
        counted = await own(limit=_COUNTED)
        played = [listed(table, visitor.id) for table in counted]
        played = [table for table in played if not table["damaged"]]
        comparable = [table for table in played if table["replayable"]]
        sheet = sheet_of(comparable, lang)
        left_out = len(comparable) < len(played)
    person = visitor.id if visitor else None
    entries = [entry_of(one, person, lang, damaged=server.rooms.is_damaged(one.table)) for one in finished]
    stopped = await _stopped(server, visitor, lang) if before is None else []
    return render(
        request,
        "games.html",
        running=await running(server, visitor, lang, _RUNNING) if before is None else [],
        interrupted=[entry for entry in stopped if not entry.damaged],
        damaged=[entry for entry in stopped if entry.damaged],
        sheet=sheet,
        left_out=left_out,
        finished=[(entry, score_words(entry, lang)) for entry in entries],
        older=finished[-1].changed_at if len(finished) == _PAGE else None,
    )


async def _stopped(server: Server, visitor: Person | None, lang: str) -> list[Entry]:
    """Their unfinished games that were damaged or overtaken by new rules."""
    if visitor is None:
        return []
    entries = []
    for status in (PLAYING, OPEN):
        for one in await server.rooms.list(status=status, person=visitor.id, limit=_RUNNING):
            table = (await server.rooms.room(one.table)).table
            entries.append(entry_of(one, visitor.id, lang, damaged=bool(table.damage)))
    return [entry for entry in entries if entry.note]


# ── who one is ──────────────────────────────────────────────────────────────────────────────


@router.get("/me")
async def me(request: Request, visitor: Visitor) -> Response:
    """Your name, and the way to another device."""
    return render(request, "me.html", name=visitor.name if visitor else "", link="", hours=0)


@router.post("/me/name")
async def rename(request: Request, person: Someone, server: TheServer) -> Response:
    """Change the name, then return to the page with the form."""
    fields = await fields_of(request)
    await server.identities.rename(person, Rename(name=fields.get("name", "")[:40]).name)
    return go_to(request, "/me" if fields.get("then") == "/me" else "/")


@router.post("/me/recovery")
async def offer_recovery(request: Request, person: Someone, server: TheServer) -> Response:
    """The link to another device."""
    server.limits.spend("recovery", address(request.scope))
    token = await server.identities.offer_recovery(person)
    link = f"{base_url(request, server)}/recover#{token}"
    hours = RECOVERY_SECONDS // 3600
    return render(request, "me.html", name=person.name, link=link, hours=hours)


@router.get("/moved")
async def moved(request: Request) -> Response:
    """The page of an old device goes here when its person has moved to a new one."""
    return render(request, "moved.html")


@router.get("/recover")
async def ask_recovery(request: Request) -> Response:
    """Where the link leads. Nothing happens until you confirm, because mail programs open links, too."""
    return render(request, "recover.html")


@router.post("/recover")
async def recover(request: Request, server: TheServer) -> Response:
    """Become the person the link belongs to."""
    server.limits.spend("recovery", address(request.scope))
    token = (await fields_of(request)).get("token", "").strip().rpartition("#")[2]
    person = await server.recover(token[:100])
    response = go_to(request, "/games")
    server.identities.give(response, person)
    return response
