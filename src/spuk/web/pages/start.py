"""The start page."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from spuk.web.pages.frame import render

router = APIRouter()


@router.get("/")
async def start(request: Request) -> Response:
    """Where everything is."""
    return render(request, "start.html")
