"""Style sheets, scripts and drawings (`spuk.render.static_files`), which browsers cache forever."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from spuk.render.static_files import address_of, static_files
from spuk.server.compression import accepted, codecs
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
    encoding = next(iter(accepted(request.headers.get("accept-encoding", ""))), "")
    tag = f'"{file.digest}{"-" if encoding else ""}{encoding}"'
    headers = {
        "Cache-Control": _FOR_EVER if version == current.version else "no-cache",
        "Vary": "Accept-Encoding",
        "ETag": tag,
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    body = await asyncio.to_thread(_packed, file.plain, encoding)  # as small as it gets takes its time
    return Response(body, media_type=file.kind, headers=headers)


@cache
def _packed(plain: bytes, encoding: str) -> bytes:
    """A file in an encoding, made once: when it is asked for first."""
    return codecs()[encoding](plain) if encoding else plain


@router.get("/favicon.ico")
async def icon() -> RedirectResponse:
    """Where browsers look for the icon of anything that is not a page, such as an API response."""
    return RedirectResponse(address_of("icon.svg"))
