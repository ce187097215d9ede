"""The API, rendered from its own description, without scripts or anything from other sites."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from spuk.server.pages.frame import render

router = APIRouter()


@router.get("/docs")
async def docs(request: Request) -> Response:
    """All operations of the API."""
    return render(request, "docs.html", paths=request.app.openapi()["paths"])
