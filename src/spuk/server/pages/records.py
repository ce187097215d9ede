"""Imported game records, to watch or to play on from."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

import spuk
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.revision import other_rules_words
from spuk.server.addresses import address
from spuk.server.api import new_table as making
from spuk.server.api.common import Someone, TheServer
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of, go_to
from spuk.server.pages.frame import render
from spuk.store.contract import Person
from spuk.table import chance, play, seating
from spuk.table.table import Seat, Table

router = APIRouter()


@router.get("/records")
async def ask(request: Request) -> Response:
    """The form for a record."""
    return render(request, "records.html", wrong="", text="")


@router.post("/records")
async def bring(request: Request, person: Someone, server: TheServer) -> Response:
    """Create a table from a record. Errors are shown above the form."""
    server.limits.spend("records", address(request.scope))  # before anything is parsed or replayed
    lang = language_of(request)
    fields = await fields_of(request)
    text = fields.get("file", "").strip() or fields.get("text", "").strip()
    if not text:
        return _again(request, "", say(lang, "ui.records.wrong.nothing"))
    try:
        record = spuk.Record.from_json(text)
        over = record.replay().actor == spuk.OVER
    except spuk.OtherRules as error:
        return _again(request, text, other_rules_words(error, lang))
    except spuk.BrokenText as error:
        return _again(
            request, text, say(lang, "ui.records.wrong.broken", reason=error_words(error, lang)[:200])
        )
    play_on = fields.get("then") == "play" and not over
    id, room = await making.find_place(request, server, person, fields)

    def begin(draft: Table) -> None:
        if play_on:
            _play_on(draft, person, record, lang)
        else:
            play.show_record(draft, person.id, record)

    if room is None:
        await making.check_counts(request, person, server)
        room = await server.rooms.make(id, begin)
    return go_to(request, f"/t/{room.table.id}" if play_on else f"/t/{room.table.id}/replay")


def _again(request: Request, text: str, wrong: str) -> Response:
    return render(request, "records.html", 422, wrong=wrong, text=text[:60_000])


def _play_on(draft: Table, person: Person, record: spuk.Record, lang: str) -> None:
    """The game continues where the record ends. Its bots stay, and all its people are at this screen."""
    order: dict[str, Any] = {"game": record.game, "options": record.options, "beginning": record.actions}
    order |= {"title": "", "chance": chance.SERVER, "free_undo": False, "listed": False}
    seats = seating.new_state(record.game, record.options).seats()
    names = [*record.players, *[""] * seats][:seats]
    people = [number for number, name in enumerate(names) if name not in spuk.bots()]
    chairs = [_seat(person, n, name, lang, first=people[:1] == [n]) for n, name in enumerate(names)]
    seating.create(draft, person.id, order, chairs)
    play.start(draft, person.id)


def _seat(person: Person, number: int, name: str, lang: str, *, first: bool) -> Seat:
    if name in spuk.bots():
        return Seat(None, name, name)
    return Seat(person.id, (person.name if first else "") or say(lang, "ui.lobby.player", number=number + 1))
