"""Replay: a game step by step, its winning chances, its record, and playing on from a position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

import spuk
from spuk.language.catalog import say
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.render.curve import Judged, costliest, curve
from spuk.render.html import fragment
from spuk.render.reasons import about_reasons, reasons
from spuk.render.replay import past_context, past_lines
from spuk.render.table_html import inside, picture
from spuk.server.access import room_for
from spuk.server.addresses import address
from spuk.server.analysis import Study
from spuk.server.api.common import Key, Lang, Someone, TableId, TheServer, Visitor
from spuk.server.api.new_table import check_counts, find_place
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of, go_to
from spuk.server.pages.frame import render
from spuk.server.stream import encode
from spuk.store.contract import Person
from spuk.table import bots, play, seating
from spuk.table.errors import NotNow, WrongRequest
from spuk.table.past import actions_at, may_play_on, past_of
from spuk.table.people import bot_name, nameless, names_of
from spuk.table.table import FINISHED, Seat, Table
from spuk.table.view import record_of, shown

router = APIRouter(prefix="/t")

ME: Final = "me"
NOBODY: Final = "nobody"

At = Annotated[int | None, Query(ge=0, le=100_000, description="After so many actions.")]
Step = Annotated[int | None, Query(ge=0, le=100_000, description="The step, counted from 0.")]
Row = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="As it was at this row of the log.")]


@router.get("/{table}/replay")
async def replay(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    key: Key = None,
    at: At = None,
    step: Step = None,
    row: Row = None,
) -> Response:
    """The game at one of its steps. Without a number, a finished game starts at the beginning."""
    server.limits.spend("replays", address(request.scope))
    room = await room_for(server, table, visitor, key)
    person = visitor.id if visitor else None
    past = past_of(room.table, person)
    if row is not None:
        at = actions_at(await server.store.read(table), row)
    if at is None and step is None:
        step = 0 if room.table.status == FINISHED else len(past.steps) - 1
    number = past.step_of(at) if at is not None else min(step or 0, len(past.steps) - 1)
    lang = language_of(request)
    seen = past_context(past, number, person, lang)
    names = names_of(seen["t"]["seats"], lang)
    more: dict[str, Any] = {
        "inside": inside(picture(seen, lang)),
        "past": past,
        "step": number,
        "lines": past_lines(past, names, lang),
        "names": names,
        "key": key,
        "playable": may_play_on(room.table),
        "whos": _whos(lang),
        "chairs": _chairs(room.table, person),
    }
    return render(request, "replay.html", **seen, **more)


@router.get("/{table}/replay/at")
async def position(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    step: Annotated[int, Query(ge=0, le=100_000)],
    lang: Lang = None,
    key: Key = None,
) -> Response:
    """One step for a page that is already open: the table as HTML, and the events that led there."""
    server.limits.spend("steps", address(request.scope))
    room = await room_for(server, table, visitor, key)
    person = visitor.id if visitor else None
    past = past_of(room.table, person)
    number = min(step, len(past.steps) - 1)
    spoken = lang or language_of(request)
    html = inside(picture(past_context(past, number, person, spoken), spoken))
    answer = {"step": number, "at": past.steps[number], "html": html, "events": past.events(number)}
    return Response(encode(answer), media_type="application/json", headers={"Cache-Control": "no-store"})


def _whos(lang: str) -> list[tuple[str, str]]:
    """Who can take a seat when a game is played on, by id and name."""
    return [
        (ME, say(lang, "ui.replay.who.me")),
        *((bot, bot_name(bot, lang)) for bot in spuk.bots()),
        (NOBODY, say(lang, "ui.replay.who.nobody")),
    ]


def _chairs(table: Table, person: str | None) -> list[str]:
    """Who sits where when a game is played on, unless the form says otherwise."""
    own = [number for number in table.seats_of(person) if table.seats[number].bot is None] or [0]
    return [ME if number in own else seat.bot or bots.USUAL for number, seat in enumerate(table.seats)]


# ── the winning chance ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Mistake:
    """A costly decision, in words."""

    at: int
    who: str
    played: str
    better: str
    cost: str
    kind: str
    why: tuple[str, ...]
    """What would have come of the better move more or less often."""


@router.get("/{table}/replay/chances")
async def chances(
    request: Request,
    table: TableId,
    server: TheServer,
    visitor: Visitor,
    at: At = None,
    lang: Lang = None,
    key: Key = None,
) -> Response:
    """The progress of the analysis, or the finished graph. The first request starts the analysis."""
    room = await room_for(server, table, visitor, key)
    room.table.check_playable()
    if room.table.status != FINISHED:
        raise NotNow("The game is not over.", code="not_over")
    owner = visitor.id if visitor else address(request.scope)
    if not server.studies.knows(room.table):
        server.limits.spend("analyses", owner)
    study = server.studies.of(room.table, owner)
    spoken = lang or language_of(request)
    context = _curve_context(study, room.table, visitor, at or 0, spoken)
    html = fragment("parts/chances.html", spoken, table=room.table.id, study=study, **context)
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


def _curve_context(study: Study, table: Table, visitor: Person | None, now: int, lang: str) -> dict[str, Any]:
    judged = [
        Judged(
            move.number,
            move.seat,
            move.verdict.played.chance,
            move.verdict.cost,
            "" if move.verdict.doubtful else move.verdict.mark,
        )
        for move in study.analysis.moves
        if move.verdict is not None
    ]
    names = names_of(shown(table, None, (), lang)["seats"], lang)
    own = (table.seats_of(visitor.id if visitor else None) or (None,))[0]
    together = study.analysis.together
    line_names = [say(lang, "ui.replay.all")] if together else names
    finals = (study.analysis.finals or []) if study.ready else []
    drawn = curve(judged, len(table.actions), finals, line_names, own, now)
    found = [_mistake(study, table, one, names, lang) for one in costliest(judged)]
    about = about_reasons(study.analysis.last, lang) if any(one.why for one in found) else ""
    return {"curve": drawn, "mistakes": found, "together": together, "about_reasons": about}


def _mistake(study: Study, table: Table, one: Judged, names: list[str], lang: str) -> Mistake:
    move = next(move for move in study.analysis.moves if move.number == one.at)
    assert move.verdict is not None
    state = table.past(one.at - 1).state
    assert state is not None
    words = words_of(table.game)
    kinds = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}
    with at_a_table(names):
        played = words.action_words(state, move.action, lang)
        better = words.action_words(state, move.verdict.best.action, lang)
        why = reasons(state, move.verdict.played.differences, lang, played=True)
    return Mistake(
        one.at - 1,
        names[one.seat],
        played,
        better,
        f"{round(100 * one.cost)}",
        kinds[one.mark],
        () if why is None else why.lines,
    )


# ── taking it along, and playing on ─────────────────────────────────────────────────────────


@router.get("/{table}/record")
async def record(
    request: Request, table: TableId, server: TheServer, visitor: Visitor, key: Key = None
) -> Response:
    """The record as a file, to keep or to use on another server."""
    room = await room_for(server, table, visitor, key)
    if not room.table.game:
        room.table.check_playable()
    if room.table.replayable and not may_play_on(room.table):
        raise NotNow(
            "The game record shows all hands; you can download it when the game is over.", code="not_over"
        )
    text = json.dumps(record_of(room.table, None), ensure_ascii=False)
    name = f"spuk-{room.table.game}-{table}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.encode(), media_type="application/json", headers=headers)


@router.post("/{table}/fork")
async def fork(
    request: Request, table: TableId, server: TheServer, person: Someone, key: Key = None
) -> Response:
    """A new table that plays on from a position of this one."""
    room = await room_for(server, table, person, key)
    old = room.table
    old.check_playable()
    if not may_play_on(old):
        raise NotNow("Hands are hidden; you can continue from here when the game is over.", code="not_over")
    fields = await fields_of(request)
    actions = _beginning(old, fields)
    seats = [_seat(fields.get(f"seat{number}", ME), number, old, person) for number in range(len(old.seats))]
    id, new = await find_place(request, server, person, fields)
    if new is None:
        await check_counts(request, person, server)
        new = await server.rooms.make(id, lambda draft: _play_on(draft, old, actions, seats, person))
    return go_to(request, f"/t/{new.table.id}")


def _beginning(old: Table, fields: dict[str, str]) -> list[int]:
    text = fields.get("at", "")
    if not text.isdecimal() or len(text) > 9 or int(text) > len(old.actions):
        raise WrongRequest("at must be a number of actions in this game.", code="wrong_fields")
    actions = old.actions[: int(text)]
    state = old.past(len(actions)).state
    if state is None or state.actor == spuk.OVER:
        raise NotNow("The game is already over at this point.", code="over")
    return actions


def _seat(who: str, number: int, old: Table, person: Person) -> Seat:
    if who == ME:
        before = old.seats[number]
        name = person.name or ("" if before.bot else before.name)
        return Seat(person.id, name or nameless(number))
    if who == NOBODY:
        return Seat()
    if who not in spuk.bots():
        allowed = [ME, *spuk.bots(), NOBODY]
        raise WrongRequest(f"Unknown player type {who!r}.", code="wrong_fields", allowed=allowed)
    return Seat(None, who, who)


def _play_on(draft: Table, old: Table, actions: list[int], seats: list[Seat], person: Person) -> None:
    fields = ("game", "options", "title", "chance", "free_undo")
    wish: dict[str, Any] = {name: getattr(old, name) for name in fields}
    seating.create(draft, person.id, {**wish, "listed": False, "beginning": actions}, seats)
    if all(not seat.free for seat in seats):
        play.start(draft, person.id)
