"""The API, written down from its own description; no script, nothing from other sites."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from spuk.server.pages.frame import render

router = APIRouter()


@router.get("/docs")
async def docs(request: Request) -> Response:
    """All operations of the API."""
    return render(request, "docs.html", paths=request.app.openapi()["paths"])
