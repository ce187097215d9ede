"""A table that has not started: taking seats, giving them to bots, and links to share."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from spuk.language.catalog import say
from spuk.render.board import board_of
from spuk.render.new_table import form_of
from spuk.render.table_html import Lobby
from spuk.server.access import room_for, share_links
from spuk.server.api import new_table as making
from spuk.server.api.common import Someone, TableId, TheServer
from spuk.server.api.models import SeatOrder
from spuk.server.idempotency import request_id
from spuk.server.language import language_of
from spuk.server.pages.forms import done, fields_of
from spuk.server.server import Server
from spuk.store.contract import Person
from spuk.table import bots
from spuk.table.errors import WrongRequest
from spuk.table.people import bot_name
from spuk.table.table import Table

router = APIRouter(prefix="/t")


class Door(NamedTuple):
    """What a visitor may do before the game starts, and which link they used."""

    key: str
    """The key of the link they used."""
    name: str
    may_sit: bool
    join: str
    """The links to share; '' for people who are not at the table."""
    watch: str


def lobby_of(request: Request, server: Server, visitor: Person | None, key: str | None) -> Lobby:
    """What a visitor with this key sees at a table that has not started."""
    person, name = ("", "") if visitor is None else (visitor.id, visitor.name)

    def lobby(table: Table, lang: str) -> dict[str, Any]:
        at_a_table = person in table.people
        links = share_links(request, server, table) if at_a_table else ("", "")
        door = Door(key or "", name, making.may_sit(server, table, person, key), *links)
        return {
            "door": door,
            "tags": tags_of(table, lang),
            "companions": [(bot, bot_name(bot, lang)) for bot in bots.offered()],
            "usual_bot": bots.USUAL,
            "lobby_note": board_of(table.game).lobby_note(vars(table), lang),
        }

    return lobby


def tags_of(table: Table, lang: str) -> list[str]:
    """The options, in a few words each."""
    form = form_of(table.game)
    tags = form.tags(table.options, lang)
    said = {
        "by_hand": form.is_by_hand(table.options),
        "own_dice": table.chance == "people",
        "free_undo": table.free_undo,
        "unlisted": not table.listed,
    }
    return tags + [say(lang, f"ui.lobby.option.{name}") for name, holds in said.items() if holds]


@router.post("/{table}/seat")
async def seat(request: Request, table: TableId, person: Someone, server: TheServer) -> Response:
    """Take a seat, leave it, or give it to a bot."""
    fields = await fields_of(request)
    key = fields.get("key") or None
    room = await room_for(server, table, person, key)
    number, order = _read(fields)
    if order.who == "me" and not order.name:
        said = say(language_of(request), "ui.lobby.player", number=number + 1)
        order = order.model_copy(update={"name": person.name or said})
    elif order.who == "me" and not person.name:
        person = await server.identities.rename(person, order.name)
    invited = making.may_sit(server, room.table, person.id, key)
    repeat = request_id(request, person.id, fields)
    await room.do(lambda draft: making.order_seat(draft, person, number, order, invited=invited), repeat)
    return done(request, f"/t/{table}")


def _read(fields: dict[str, str]) -> tuple[int, SeatOrder]:
    try:
        given = {name: fields[name] for name in ("who", "name", "bot") if fields.get(name)}
        seconds = fields.get("seconds")
        order = SeatOrder(**given, seconds=float(seconds) if seconds else None)  # type: ignore[arg-type]
        return int(fields.get("seat", "")), order
    except (ValidationError, ValueError) as error:
        raise WrongRequest("The seat form is incomplete.", code="wrong_fields") from error
