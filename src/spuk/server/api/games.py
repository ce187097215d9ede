"""What can be played, and whether the server works."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

import spuk
from spuk.language.languages import languages
from spuk.server.api.common import TheServer, answer, errors
from spuk.server.api.models import Games, Health
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
    """Whether the server is alive. It is, even while its database is away: restarting it would not help."""
    return answer(request, {"status": "ok", "version": VERSION})


@router.get("/ready", response_model=Health, responses=errors())
async def ready(request: Request, server: TheServer) -> Response:
    """Whether the server can do its work: 503 with the reason while nothing can be written.

    An answer holds for a second, however often you ask.
    """
    await server.readiness.check()
    return answer(request, {"status": "ready", "version": VERSION})
