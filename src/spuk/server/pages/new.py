"""Creating a table: with one click, or with every option explained."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

import spuk
from spuk.language.catalog import say
from spuk.render.boxes import boxes
from spuk.render.new_table import (
    SECONDS,
    Choice,
    Fields,
    WrongField,
    at_once,
    form_of,
    order_of,
    usual,
    who_can_sit,
)
from spuk.render.numbers import number
from spuk.server.api import new_table as making
from spuk.server.api.common import Someone, TheServer, Visitor
from spuk.server.api.models import NewTable, Rename
from spuk.server.language import language_of
from spuk.server.pages.forms import fields_of, go_to
from spuk.server.pages.frame import render
from spuk.server.server import Server
from spuk.store.contract import Person
from spuk.table import bots

router = APIRouter()


@router.post("/play")
async def play_now(request: Request, person: Someone, server: TheServer) -> Response:
    """Sit down with bots and begin."""
    lang = language_of(request)
    given = await fields_of(request)
    game = given.get("game", "")
    game = game if game in spuk.games() else spuk.games()[0]
    fields = at_once(game, lang) | {"name0": person.name}
    return await _make(request, server, person, order_of(fields, lang), given)


@router.get("/new")
async def ask(request: Request, visitor: Visitor, game: str = "") -> Response:
    """The form for a new table."""
    game = game if game in spuk.games() else spuk.games()[0]
    lang = language_of(request)
    return _form(request, usual(game, lang) | {"name0": visitor.name if visitor else ""})


@router.post("/new")
async def make(request: Request, person: Someone, server: TheServer) -> Response:
    """Create the table. Errors are shown above the form, which keeps its values."""
    lang = language_of(request)
    fields = await fields_of(request)
    try:
        order = order_of(fields, lang)
    except WrongField as wrong:
        return _form(request, _kept(fields, lang), say(lang, wrong.text, **wrong.named))
    own_name = fields.get("name0", "").strip()
    if own_name and not person.name:
        person = await server.identities.rename(person, Rename(name=own_name[:40]).name)
    return await _make(request, server, person, order, fields)


def _kept(fields: Fields, lang: str) -> dict[str, str]:
    """The fields of the form again. Switches that were off stay off."""
    game = fields.get("game", "")
    if game not in spuk.games():
        return usual(spuk.games()[0], lang)
    base = usual(game, lang)
    del base["listed"]
    return base | dict(fields)


async def _make(
    request: Request, server: Server, person: Person, order: dict[str, Any], fields: Fields
) -> Response:
    begins = all(seat["who"] != "nobody" for seat in order["seats"])  # nobody has to be waited for
    wanted = NewTable.model_validate(order)
    room = await making.make_table(request, server, person, wanted, start=begins, fields=fields)
    return go_to(request, f"/t/{room.table.id}")


def _form(request: Request, fields: Fields, wrong: str = "") -> Response:
    lang, game = language_of(request), fields["game"]
    form = form_of(game)
    parts = form.slots(lang)
    context: dict[str, Any] = {
        "game": game,
        "games": boxes(lang),
        "form": form,
        "whos": who_can_sit(lang),
        "thinking": bots.thinking(),
        "seconds": [Choice(f"{s:g}", say(lang, "ui.new.seconds", seconds=number(s, lang))) for s in SECONDS],
        "questions": form.questions(lang),
        "hides": spuk.game(game).hides(),
        "by_hand": parts,
        "by_hand_open": any(fields.get(slot.field) for part in parts for slot in part.slots),
        "fields": fields,
        "wrong": wrong,
    }
    return render(request, "new.html", 422 if wrong else 200, **context)
