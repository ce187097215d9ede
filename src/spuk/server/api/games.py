"""What can be played, and whether the server works."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response

import spuk
from spuk.language.languages import languages
from spuk.server.api.common import TheServer, answer, errors
from spuk.server.api.models import Games, Health
from spuk.server.metrics import CONTENT_TYPE
from spuk.table.errors import NotThere, NotYou
from spuk.version import VERSION

router = APIRouter(tags=["games"])


@router.get("/games", response_model=Games, responses=errors())
async def games(request: Request) -> Response:
    """All games with their rules revision and options, all bots, all languages."""
    found = [
        {
            "id": id,
            "rules": spuk.game(id).rules_revision,
            "options": {name: list(values) for name, values in spuk.game(id).options().items()},
        }
        for id in spuk.games()
    ]
    return answer(request, {"games": found, "bots": list(spuk.bots()), "languages": list(languages())})


@router.get("/health", response_model=Health, responses=errors())
async def health(request: Request) -> Response:
    """Whether the server is alive. It is, even if its database is down, because a restart would not help."""
    return answer(request, {"status": "ok", "version": VERSION})


@router.get("/ready", response_model=Health, responses=errors())
async def ready(request: Request, server: TheServer) -> Response:
    """Whether the server can do its work: 503 with the reason if it cannot write to its database.

    The result is cached for a second, so you can ask often.
    """
    await server.readiness.check()
    return answer(request, {"status": "ready", "version": VERSION})


async def metrics(request: Request, server: TheServer) -> Response:
    """Figures for operators, for those who have the token; without one they are not here."""
    token = server.settings.token()
    if not token:
        raise NotThere("There are no metrics here; see --metrics-port.")
    given = request.headers.get("authorization", "")
    if not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        headers = {"WWW-Authenticate": "Bearer"}
        raise NotYou("This needs the token of --metrics-token-file.", code="no_token", headers=headers)
    return Response(
        await server.scraper.text(), media_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"}
    )
