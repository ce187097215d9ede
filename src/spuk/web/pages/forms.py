"""Forms that browsers send, and where they go afterwards."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.responses import RedirectResponse, Response

_MOST_FIELDS = 200


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form that was sent; files are fields with their text."""
    body = await request.body()
    kind = request.headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        return _parts(kind, body)
    return dict(
        parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    )


def _parts(kind: str, body: bytes) -> dict[str, str]:
    """A form with files is a small mail."""
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1", "replace")
    mail = BytesParser(policy=HTTP).parsebytes(head + body)
    found = {}
    for part in list(mail.iter_parts())[:_MOST_FIELDS] if mail.is_multipart() else []:
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            found[name] = content.decode("utf-8", "replace")
    return found


def done(request: Request, page: str) -> Response:
    """After a form: nothing for htmx, since the stream brings it; the page for browsers without script."""
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return go_to(request, page)


def go_to(request: Request, page: str) -> Response:
    """The page that follows a form; whoever is new gets his cookie with it."""
    response = RedirectResponse(page, 303)
    person = getattr(request.state, "new_person", None)
    if person is not None:
        request.app.state.server.identities.give(response, person)
    return response
