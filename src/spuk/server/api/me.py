"""Who you are: a cookie, a name, a way to another device."""

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
    """Your name; without a cookie you are not known, and your name is empty."""
    return answer(request, {"name": visitor.name if visitor else ""})


@router.put("/me", response_model=Me, responses=errors())
async def rename(request: Request, order: Rename, person: Someone, server: TheServer) -> Response:
    """Give yourself a name; whoever is new gets a cookie."""
    renamed = await server.identities.rename(person, order.name)
    return answer(request, {"name": renamed.name})


@router.post("/me/recovery", response_model=RecoveryOffer, responses=errors())
async def offer_recovery(request: Request, visitor: Visitor, server: TheServer) -> Response:
    """A link that moves you to another device, once; the cookie of this one ends then."""
    server.limits.spend("recovery", address(request.scope))
    token = await server.identities.offer_recovery(known(visitor))
    link = f"{base_url(request, server)}/recover#{token}"
    return answer(request, {"token": token, "link": link, "seconds": RECOVERY_SECONDS})


@router.post("/recover", response_model=Me, responses=errors())
async def recover(request: Request, order: Recovery, server: TheServer) -> Response:
    """Become who the link belongs to."""
    server.limits.spend("recovery", address(request.scope))
    person = await server.recover(order.token)
    response = answer(request, {"name": person.name})
    server.identities.give(response, person)
    return response
