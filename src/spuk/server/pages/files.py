"""Style sheets, scripts and drawings (`spuk.render.static_files`), which browsers cache forever."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from spuk.render.static_files import address_of, static_files
from spuk.table.errors import NotThere

router = APIRouter()

_FOR_EVER: Final = "public, max-age=31536000, immutable"


@router.get("/static/{version}/{name}")
async def static(request: Request, version: str, name: str) -> Response:
    """A file. The address of an older version gives the current file, uncached."""
    current = static_files()
    file = current.files.get(name)
    if file is None:
        raise NotThere("There is no such file.")
    packed = "gzip" in request.headers.get("accept-encoding", "")
    response = Response(file.packed if packed else file.plain, media_type=file.kind)
    response.headers["Cache-Control"] = _FOR_EVER if version == current.version else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


@router.get("/favicon.ico")
async def icon() -> RedirectResponse:
    """Where browsers look for the icon of anything that is not a page, such as an API response."""
    return RedirectResponse(address_of("icon.svg"))
