"""The page of a table: viewing it, its stream, and what you can do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

import spuk
from spuk.bots.advice import Advice
from spuk.language.catalog import say
from spuk.language.people import at_a_table
from spuk.language.revision import other_rules_words
from spuk.language.words import words_of
from spuk.render.html import fragment
from spuk.render.lists import entry_of, score_words
from spuk.render.numbers import percent
from spuk.render.reasons import reasons
from spuk.render.table_html import chat_html, context, header, inside, log_html, picture, told
from spuk.server.access import log_for, resume_after, room_for, stream_to
from spuk.server.api.common import Key, Lang, TableId, TheServer, Visitor, known
from spuk.server.api.models import Chat
from spuk.server.api.tables import rematch_of
from spuk.server.bot_workers import Job
from spuk.server.disconnect import while_connected
from spuk.server.idempotency import request_id
from spuk.server.language import language_of
from spuk.server.pages.forms import done, fields_of
from spuk.server.pages.frame import render
from spuk.server.pages.live import PRESENCE, PageWatcher, present
from spuk.server.pages.lobby import lobby_of
from spuk.server.server import Server
from spuk.server.stream import MOVED_AWAY, message
from spuk.table import bots, play, seating
from spuk.table.errors import NotNow, NotThere, NotYou, WrongRequest
from spuk.table.past import may_play_on
from spuk.table.table import Table
from spuk.table.view import called, eye_of, page_eye, shown

router = APIRouter(prefix="/t")

Fields = Mapping[str, str]
Opened = Annotated[int | None, Query(alias="as", ge=0, le=9)]
"""Which of several people on one device is looking."""


@router.get("/{table}")
async def look(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    key: Key = None,
    opened: Opened = None,
) -> Response:
    """The page of a table."""
    room = await room_for(server, table, visitor, key)
    person = visitor.id if visitor else None
    lang = language_of(request)
    if room.table.damage:
        return await _damaged(request, server, room.table, person, key)
    if not room.table.replayable:
        return await _outdated(request, server, room.table, person, key)
    lobby = lobby_of(request, server, visitor, key)
    eye = page_eye(room.table, person, opened)
    seen = context(room.table, person, eye, lang, lobby, present(room))
    updates = told(await log_for(request, server, room, 0, lang), eye, lang)
    log, chat = log_html(updates, room.table, lang), chat_html(updates, room.table, lang)
    drawn = picture(seen, lang)
    shown_now: dict[str, Any] = {"inside": inside(drawn), "top": header(drawn), "log": log, "chat": chat}
    beat = server.settings.heartbeat_seconds
    return render(request, "table.html", **seen, **shown_now, key=key, opened=opened, beat=beat)


async def _outdated(
    request: Request, server: Server, table: Table, person: str | None, key: str | None
) -> Response:
    """A table under other rules: its result, why it cannot be shown, and its record."""
    lang = language_of(request)
    found = await server.store.find(table.id)
    assert found is not None  # its room was just found
    entry = entry_of(found, person, lang)
    other = spuk.OtherRules(table.game, table.rules, spuk.game(table.game).rules_revision)
    return render(
        request,
        "outdated.html",
        entry=entry,
        score=score_words(entry, lang),
        why=other_rules_words(other, lang),
        hidden=not may_play_on(table),
        key=key,
    )


async def _damaged(
    request: Request, server: Server, table: Table, person: str | None, key: str | None
) -> Response:
    """A table whose log is damaged: what is known about it, and what you can do."""
    lang = language_of(request)
    found = await server.store.find(table.id)
    entry = None if found is None else entry_of(found, person, lang, damaged=True)
    return render(request, "damaged.html", id=table.id, entry=entry, moves=bool(table.game), key=key)


@router.get("/{table}/live")
async def live(
    request: Request,
    table: TableId,
    server: TheServer,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    lang: Lang = None,
    key: Key = None,
    opened: Opened = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """The stream of the page."""
    try:
        visitor = await server.identities.read(request)
    except NotYou as refused:
        return _told_off(refused)
    room = await room_for(server, table, visitor, key)
    lobby = lobby_of(request, server, visitor, key)
    person = visitor.id if visitor else None
    came_by = f"{request.base_url} {key or ''}"
    watcher = PageWatcher(room, person, lang or language_of(request), lobby, opened, came_by)
    # A page from before the rules changed reloads: it shows what the table is now.
    seen = resume_after(after, last_event_id) if room.table.replayable else None
    stream = await stream_to(watcher, request, server, room, visitor, seen, page=True)
    PRESENCE.changed(room)
    stream.at_the_end(lambda: PRESENCE.changed(room))
    return stream


def _told_off(refused: NotYou) -> Response:
    """A stream with only this message: its reader cannot see the status of a response."""
    last = MOVED_AWAY if refused.code == "moved_away" else message("reload", 0, b"{}")
    return Response(last, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


# ── what can be done ────────────────────────────────────────────────────────────────────────


def _number(fields: Fields, name: str) -> int:
    try:
        return int(fields.get(name, ""))
    except ValueError:
        raise WrongRequest(f"{name} must be a number.", code="wrong_fields") from None


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


def _chat(draft: Table, person: str, fields: Fields) -> None:
    try:
        said = Chat(text=fields.get("text", "")).text
    except ValidationError:
        raise WrongRequest("Messages must be 1–500 characters long.", code="wrong_fields") from None
    play.chat(draft, person, said)


def _seat(draft: Table, person: str, fields: Fields) -> None:
    """Hand your seat to a bot, or take it back."""
    seat = seating.seat_number(draft, _number(fields, "seat"))
    if fields.get("who") == "me":
        seating.sit_down(draft, person, seat, draft.seats[seat].name, invited=True)
    else:
        seating.place_bot(draft, person, seat, fields.get("bot", bots.STRONGEST), None)


def _start(draft: Table, person: str, fields: Fields) -> None:
    play.start(draft, person)


COMMANDS: Final[dict[str, Callable[[Table, str, Fields], None]]] = {
    "act": _act,
    "undo": _ask_undo,
    "undo-answer": _answer_undo,
    "resign": _resign,
    "resign-answer": _answer_resignation,
    "start": _start,
    "chat": _chat,
    "seat": _seat,
}
"""What people at the table can do with a button, by the last part of its address."""
_RATES: Final = {"act": "actions", "undo": "actions", "chat": "chat", "hint": "hints"}
"""Which action counts against which limit."""
_SURE: Final = {"act": "", "resign": "ui.table.resign", "seat": "ui.table.hand_over"}
"""What needs confirmation, and the texts for it. Actions have their own."""
_HINT_SECONDS: Final = 2.0
_SHOWN: Final = 6
"""So many options of a hint at most."""


@router.post("/{table}/rematch")
async def rematch(request: Request, table: TableId, server: TheServer, visitor: Visitor) -> Response:
    """The next game with the same people and bots."""
    room = await rematch_of(request, table, known(visitor), server)
    return RedirectResponse(f"/t/{room.table.id}", 303)


@router.post("/{table}/hint")
async def hint(request: Request, table: TableId, server: TheServer, visitor: Visitor) -> Response:
    """What the strongest bot would do now, with the winning chances of the options."""
    person = known(visitor)
    server.limits.spend(_RATES["hint"], person.id)
    room = await room_for(server, table, visitor, None)
    room.table.check_playable()
    lang = language_of(request)
    seen = shown(room.table, person.id, eye_of(room.table, person.id), lang)
    asked = seen["asked"]
    if asked is None or asked["what"] != "action":
        raise NotNow("You have no decision to make right now.", code="not_asked")
    job = Job.hint(room.table, asked["seat"], _HINT_SECONDS, person.id)
    thought = await while_connected(request, server.workers.think(job))
    words = {entry["action"]: entry["words"] for entry in asked["legal"]}
    found = [
        (one.action, percent(one.chance), words[one.action]) for one in thought.advice if one.action in words
    ]
    found.sort(key=lambda one: -one[1])  # by what is shown; equal ones stay in the adviser's order
    context: dict[str, Any] = {"t": seen, "found": found[:_SHOWN]}
    actions = [one[0] for one in context["found"]]
    with at_a_table(called(room.table, lang)):
        context |= _compared(room.table, asked["seat"], thought.advice, actions, lang)
    if "hx-request" not in request.headers:
        return render(request, "hint.html", **context)
    page = fragment("parts/hint.html", lang, **context)
    return Response(page, media_type="text/html", headers={"Cache-Control": "no-store"})


def _compared(
    table: Table, seat: int, advice: Sequence[Advice], shown: Sequence[int], lang: str
) -> dict[str, Any]:
    """Why the first action shown is suggested, rather than the next one that clearly differs from it."""
    given = {one.action: one for one in advice}
    for action in shown[1:]:
        assert table.state is not None
        why = reasons(table.state, given[action].differences, lang, you=seat)
        if why is not None and shown[0] == advice[0].action:
            return {"why": why, "instead_of": words_of(table.game).action_words(table.state, action, lang)}
    return {"why": None}


@router.post("/{table}/{what}")
async def do(
    request: Request, table: TableId, what: str, server: TheServer, visitor: Visitor, ask: str = ""
) -> Response:
    """Do something at a table. The stream shows the result; without scripts, the page does.

    With `ask`, browsers without scripts, which cannot ask in the page, get a page for confirmation first.
    """
    command = COMMANDS.get(what)
    if command is None:
        raise NotThere("Unknown action.")
    person = known(visitor)
    if what in _RATES:
        server.limits.spend(_RATES[what], person.id)
    fields = await fields_of(request)
    room = await room_for(server, table, visitor, None)
    room.table.check_playable()
    if ask and what in _SURE and "hx-request" not in request.headers:
        about = _about(room.table, person.id, what, fields, language_of(request))
        return render(request, "sure.html", table=table, what=what, fields=fields, about=about)
    if fields.get("number", "").isdecimal():
        await room.catch_up(int(fields["number"][:9]))  # the number may come from another server process
    await room.do(lambda draft: command(draft, person.id, fields), request_id(request, person.id, fields))
    return done(request, f"/t/{table}")


def _about(table: Table, person: str, what: str, fields: Fields, lang: str) -> str:
    """What someone is about to do, in words. They learn nothing about decisions that are not theirs."""
    if what != "act":
        return say(lang, _SURE[what])
    asked = shown(table, person, eye_of(table, person), lang)["asked"]
    words = {entry["action"]: str(entry["words"]) for entry in (asked or {"legal": ()})["legal"]}
    action = _number(fields, "action")
    if action not in words:
        raise NotNow("You have no such decision to make right now.", code="not_asked")
    return words[action]
