"""Forms sent by browsers, and where they lead."""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.responses import RedirectResponse, Response

from spuk.table.errors import Refused, WrongRequest

_MOST_FIELDS: Final = 200
_MOST_HEADERS: Final = 8
"""Header lines of one part. Browsers send two."""
_LONGEST_HEADER: Final = 1_000
_SLICE: Final = 16_384
"""Bytes that are parsed before other requests get a turn."""

# Malformed forms are the client's fault: the parser's warnings would only fill the log.
logging.getLogger("python_multipart").setLevel(logging.ERROR)


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form. Files become fields with their text.

    Malformed forms are refused with 400, forms with too many fields with 413.
    """
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if kind.lower().startswith("multipart/"):
        return await _Parts(kind).read(body)
    try:
        text = body.decode("utf-8", "replace")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise _too_many() from None


def _too_many() -> Refused:
    refused = Refused(f"A form can have at most {_MOST_FIELDS} fields.", code="too_large")
    refused.status = 413
    return refused


def _malformed() -> WrongRequest:
    return WrongRequest("The form is malformed.", code="wrong_fields")


class _Parts:
    """A multipart form, read part by part. Nested parts are not supported, because forms have none."""

    def __init__(self, kind: str) -> None:
        self._found: dict[str, str] = {}
        self._count = 0
        self._header = bytearray()
        self._value = bytearray()
        self._name: str | None = None
        self._data = bytearray()
        self._complete = False
        self._parser = self._make_parser(kind)

    def _make_parser(self, kind: str) -> MultipartParser:
        try:
            given = parse_options_header(kind[:_LONGEST_HEADER])
            boundary = given[1].get(b"boundary", b"")
            if given[0] != b"multipart/form-data" or not boundary:
                raise _malformed()
            return MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin,
                    "on_header_field": self._read_field,
                    "on_header_value": self._read_value,
                    "on_header_end": self._end_header,
                    "on_part_data": self._read_data,
                    "on_part_end": self._end,
                    "on_end": self._end_all,
                },
                max_header_count=_MOST_HEADERS,
                max_header_size=_LONGEST_HEADER,
            )
        except (FormParserError, UnicodeError):
            raise _malformed() from None

    async def read(self, body: bytes) -> dict[str, str]:
        """All fields; for fields with the same name, the last one."""
        try:
            for start in range(0, len(body), _SLICE):
                self._parser.write(body[start : start + _SLICE])
                await asyncio.sleep(0)
        except FormParserError:
            raise _malformed() from None
        if not self._complete:
            raise _malformed()
        return self._found

    def _begin(self) -> None:
        self._count += 1
        if self._count > _MOST_FIELDS:
            raise _too_many()
        self._name = None
        self._data.clear()

    def _read_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _read_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if bytes(self._header).lower() == b"content-disposition":
            name = parse_options_header(bytes(self._value))[1].get(b"name")
            self._name = None if name is None else name.decode("utf-8", "replace")
        self._header.clear()
        self._value.clear()

    def _read_data(self, data: bytes, start: int, end: int) -> None:
        self._data += data[start:end]

    def _end(self) -> None:
        if self._name is not None:
            self._found[self._name] = self._data.decode("utf-8", "replace")

    def _end_all(self) -> None:
        self._complete = True


def done(request: Request, page: str) -> Response:
    """After a form: nothing for htmx, since the stream updates the page; otherwise a page."""
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return go_to(request, page)


def go_to(request: Request, page: str) -> Response:
    """The page that follows a form. A new person's cookie comes with it."""
    response = RedirectResponse(page, 303)
    person = getattr(request.state, "new_person", None)
    if person is not None:
        request.app.state.server.identities.give(response, person)
    return response
