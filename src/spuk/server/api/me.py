"""Who you are: a cookie, a name, a move to another device."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from spuk.server.access import base_url
from spuk.server.addresses import address
from spuk.server.api.common import Someone, TheServer, Visitor, answer, errors, known
from spuk.server.api.models import Me, Recovery, RecoveryOffer, Rename
from spuk.server.identity import RECOVERY_SECONDS

router = APIRouter(tags=["me"])


@router.get("/me", response_model=Me, responses=errors())
async def me(request: Request, visitor: Visitor) -> Response:
    """Your name. It is empty if you have no cookie yet."""
    return answer(request, {"name": visitor.name if visitor else ""})


@router.put("/me", response_model=Me, responses=errors())
async def rename(request: Request, order: Rename, person: Someone, server: TheServer) -> Response:
    """Change your name. A new person gets a cookie."""
    renamed = await server.identities.rename(person, order.name)
    return answer(request, {"name": renamed.name})


@router.post("/me/recovery", response_model=RecoveryOffer, responses=errors())
async def offer_recovery(request: Request, visitor: Visitor, server: TheServer) -> Response:
    """Get a link that moves you to another device. It works once, and then the cookie of this device is no
    longer valid.
    """
    server.limits.spend("recovery", address(request.scope))
    token = await server.identities.offer_recovery(known(visitor))
    link = f"{base_url(request, server)}/recover#{token}"
    return answer(request, {"token": token, "link": link, "seconds": RECOVERY_SECONDS})


@router.post("/recover", response_model=Me, responses=errors())
async def recover(request: Request, order: Recovery, server: TheServer) -> Response:
    """Become the person the link belongs to."""
    server.limits.spend("recovery", address(request.scope))
    person = await server.recover(order.token)
    response = answer(request, {"name": person.name})
    server.identities.give(response, person)
    return response
