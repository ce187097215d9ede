"""Shared parts of the API."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request, Response
from pydantic import AfterValidator

from spuk.language.languages import languages
from spuk.server.addresses import address
from spuk.server.api.models import Error
from spuk.server.server import Server
from spuk.server.stream import encode
from spuk.store.contract import Person
from spuk.table.errors import NotYou

_SAID: Final = {
    400: "Bad request",
    401: "Invalid cookie",
    403: "Not yours",
    404: "Not there",
    409: "Not possible now, or based on an outdated number",
    413: "Too large",
    414: "Address too long",
    422: "Invalid fields",
    429: "Rate limit exceeded (see `limit`)",
    503: "Not available right now",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How an operation can be refused. Some errors can happen everywhere."""
    found = sorted({*statuses, 400, 401, 403, 413, 414, 422, 429, 503})
    return {status: {"model": Error, "description": _SAID[status]} for status in found}


async def _server(request: Request) -> Server:  # if it were not async, FastAPI would ask a thread
    return server_of(request)


def server_of(request: Request) -> Server:
    """The server a request came to."""
    server: Server = request.app.state.server
    return server


TheServer = Annotated[Server, Depends(_server)]


async def _visitor(
    request: Request,
) -> Person | None:  # dependencies cost time: this one needs no other
    return await server_of(request).identities.read(request)


Visitor = Annotated[Person | None, Depends(_visitor)]
"""The person who sent the request; None if unknown."""


async def _someone(request: Request, visitor: Visitor) -> Person:
    if visitor is not None:
        return visitor
    server = server_of(request)
    server.bans.check_newcomer(request.scope.get("client"))
    server.limits.spend("people", address(request.scope))
    person = await server.identities.new()
    server.metrics.new_people.add()
    request.state.new_person = person
    return person


Someone = Annotated[Person, Depends(_someone)]
"""The person who sent the request. A new person gets a cookie."""


def known(visitor: Person | None) -> Person:
    """The person who sent the request, if known."""
    if visitor is None:
        raise NotYou("This request needs your cookie.", code="no_cookie")
    return visitor


TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$", description="The table's id.")]
SeatNumber = Annotated[int, Path(ge=0, le=9, description="The seat, counted from 0.")]
Key = Annotated[str | None, Query(max_length=64, description="The key of a link to watch or to join.")]
AsSeat = Annotated[
    int | None, Query(ge=0, le=9, description="Which of your seats to view as (default: all of them).")
]


def _known_language(lang: str | None) -> str | None:
    if lang is not None and lang not in languages():
        raise ValueError(f"choose from {', '.join(languages())}")
    return lang


Lang = Annotated[
    str | None,
    Query(description="Also include text in this language.", json_schema_extra={"enum": list(languages())}),
    AfterValidator(_known_language),
]


_NOT_KEPT: Final = {"Cache-Control": "no-store"}


def answer(request: Request, data: Any, status: int = 200) -> Response:
    """A JSON response. A new person's cookie comes with it."""
    response = Response(encode(data), status, _NOT_KEPT, media_type="application/json")
    person = getattr(request.state, "new_person", None)
    if person is not None:
        server_of(request).identities.give(response, person)
    return response
