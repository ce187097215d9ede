"""The page of a table: looking at it, its stream, and what can be done there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.responses import RedirectResponse

from spuk.web import play
from spuk.web.api.common import Key, Lang, TableId, TheServer, Visitor, known
from spuk.web.doors import resume_after, room_for, stream_to
from spuk.web.errors import NotThere, WrongRequest
from spuk.web.pages.frame import language_of, render
from spuk.web.pages.live import PRESENCE, PageWatcher
from spuk.web.pages.seen import context, log_html, told
from spuk.web.room import Room, told_again
from spuk.web.shown import eye_of
from spuk.web.tables import Table

router = APIRouter(prefix="/t")

_LOG_LINES: Final = 120
"""Updates that the page brings along; the others on request."""

Fields = Mapping[str, str]


@router.get("/{table}")
async def look(
    request: Request, table: TableId, server: TheServer, visitor: Visitor, key: Key = None
) -> Response:
    """The page of a table."""
    room = await room_for(server, table, visitor, key)
    person = visitor.id if visitor else None
    lang = language_of(request)
    seen = context(room, person, eye_of(room.table, person), lang)
    log = await _log(server, room, person, lang, max(0, room.table.number - _LOG_LINES))
    return render(request, "table.html", **seen, log=log, key=key)


async def _log(server: TheServer, room: Room, person: str | None, lang: str, after: int) -> str:
    updates = await told_again(server.store, room.table.id, after, lang)
    return log_html(told(updates, eye_of(room.table, person), lang), room, lang)


@router.get("/{table}/log")
async def whole_log(
    request: Request, table: TableId, server: TheServer, visitor: Visitor, lang: Lang = None, key: Key = None
) -> Response:
    """All lines of the log."""
    room = await room_for(server, table, visitor, key)
    person = visitor.id if visitor else None
    lines = await _log(server, room, person, lang or language_of(request), 0)
    return Response(lines, media_type="text/html", headers={"Cache-Control": "no-store"})


@router.get("/{table}/live")
async def live(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    lang: Lang = None,
    key: Key = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """The stream of the page."""
    room = await room_for(server, table, visitor, key)
    watcher = PageWatcher(room, visitor.id if visitor else None, lang or language_of(request))
    stream = await stream_to(watcher, request, server, room, resume_after(after, last_event_id))
    PRESENCE.changed(room)
    stream.at_the_end(lambda: PRESENCE.changed(room))
    return stream


# ── what can be done ────────────────────────────────────────────────────────────────────────


def _number(fields: Fields, name: str) -> int:
    try:
        return int(fields.get(name, ""))
    except ValueError:
        raise WrongRequest(f"{name} has to be a number.", code="wrong_fields") from None


def _act(draft: Table, person: str, fields: Fields) -> None:
    play.act(draft, person, _number(fields, "number"), _number(fields, "action"))


def _ask_undo(draft: Table, person: str, fields: Fields) -> None:
    play.ask_undo(draft, person, _number(fields, "number"))


def _answer_undo(draft: Table, person: str, fields: Fields) -> None:
    play.answer_undo(draft, person, fields.get("agree") == "yes")


def _resign(draft: Table, person: str, fields: Fields) -> None:
    play.resign(draft, person)


def _answer_resignation(draft: Table, person: str, fields: Fields) -> None:
    play.answer_resignation(draft, person, fields.get("agree") == "yes")


def _start(draft: Table, person: str, fields: Fields) -> None:
    play.start(draft, person)


COMMANDS: Final[dict[str, Callable[[Table, str, Fields], None]]] = {
    "act": _act,
    "undo": _ask_undo,
    "undo-answer": _answer_undo,
    "resign": _resign,
    "resign-answer": _answer_resignation,
    "start": _start,
}
"""What somebody at the table can do with a button, by the last part of its address."""
_COUNTED: Final = ("act", "undo")


@router.post("/{table}/{what}")
async def do(request: Request, table: TableId, what: str, server: TheServer, visitor: Visitor) -> Response:
    """Do something at a table; the stream shows what came of it, or the page does, without script."""
    command = COMMANDS.get(what)
    if command is None:
        raise NotThere("There is nothing of that kind to do.")
    person = known(visitor)
    if what in _COUNTED:
        server.limits.spend("actions", person.id)
    fields = await fields_of(request)
    room = await room_for(server, table, visitor, None)
    if fields.get("number", "").isdecimal():
        await room.catch_up(int(fields["number"][:9]))  # it may come from another server process
    await room.do(lambda draft: command(draft, person.id, fields))
    return done(request, f"/t/{table}")


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form that was sent."""
    text = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=100))


def done(request: Request, page: str) -> Response:
    """After a form: nothing for htmx, since the stream brings it; the page for browsers without script."""
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return RedirectResponse(page, 303)
