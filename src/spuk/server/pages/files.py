"""Style sheets, scripts and drawings: read once, compressed once, and kept by browsers for ever.

Their address holds a digest of all of them, so that a new version has new addresses. Links between them
(a drawing named in a style sheet) are relative and stay within the same version.
"""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from spuk.table.errors import NotThere

router = APIRouter()

_KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    kind: str
    plain: bytes
    packed: bytes


def _read() -> dict[str, _File]:
    found = {}
    for file in (files("spuk.server") / "static").iterdir():
        kind = _KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            plain = file.read_bytes()
            found[file.name] = _File(kind, plain, gzip.compress(plain, 9, mtime=0))
    return found


FILES: Final = _read()
VERSION: Final = hashlib.blake2b(
    b"".join(name.encode() + FILES[name].plain for name in sorted(FILES)), digest_size=6
).hexdigest()


def address_of(name: str) -> str:
    """The address of a file; one that is not there is our mistake."""
    if name not in FILES:
        raise KeyError(f"static/{name} is not there")
    return f"/static/{VERSION}/{name}"


@router.get("/static/{version}/{name}")
async def static(request: Request, version: str, name: str) -> Response:
    """A file; under an older version's address it is today's file, and not kept."""
    file = FILES.get(name)
    if file is None:
        raise NotThere("There is no such file.")
    packed = "gzip" in request.headers.get("accept-encoding", "")
    response = Response(file.packed if packed else file.plain, media_type=file.kind)
    response.headers["Cache-Control"] = _FOR_EVER if version == VERSION else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


@router.get("/favicon.ico")
async def icon() -> RedirectResponse:
    """Where browsers look for the icon of what is no page, such as an answer of the API."""
    return RedirectResponse(address_of("icon.svg"))
