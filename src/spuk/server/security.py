"""Checks before every request (rate limits, cross-site posts, sizes, slow senders), and response headers."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spuk.server.addresses import address
from spuk.server.bans import Bans
from spuk.server.fairness import FairQueue
from spuk.server.hosts import HostNames
from spuk.server.language import in_words, wants_page
from spuk.server.limits import Limits
from spuk.server.metrics import Metrics
from spuk.server.request_id import id_of
from spuk.server.settings import Settings
from spuk.table.errors import NotYours, Refused, TooMuch

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # links contain keys; with no-referrer, forms would have no origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_LONGEST_QUERY: Final = 4_096
"""Maximum bytes after the question mark of an address."""
READING: Final = ("GET", "HEAD", "OPTIONS")
_FILES: Final = "/static/"
"""The same for everyone: they reveal nothing under another host name, and the error page needs them."""
Page = Callable[[Request, Refused], Response]
_log = logging.getLogger(__name__)


def refusal(refused: Refused, request_id: str) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """The body and headers of an error. ASCII, because it may quote user input."""
    body = json.dumps({**refused.body(), "request_id": request_id}, default=str).encode()
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **refused.headers}
    return body, [(name.lower().encode(), value.encode()) for name, value in headers.items()]


class Guard:
    """The checks before every request."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics, bans: Bans, page: Page
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._bans = bans
        self._page = page
        """Creates the error page."""
        self._limits = limits
        self._queue = FairQueue() if settings.rate_limit > 0 else None
        self._body_bytes = settings.body_bytes
        self._seconds = settings.request_seconds
        self._host = urlsplit(settings.public_url).netloc
        self._hosts = HostNames(settings)
        headers = dict(_HEADERS)
        if settings.public_url.startswith("https://"):
            headers["Strict-Transport-Security"] = "max-age=31536000"
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        try:
            receive = await self._checked(scope, receive)
        except Refused as refused:
            await self._refuse(refused, scope, receive, send_safely)
            return
        try:
            await self._answer(scope, receive, send_safely)
        except Exception:
            if started:  # nothing more can be sent: the connection ends
                raise
            _log.exception("%s %s failed", scope["method"], scope["path"])
            await self._refuse(_our_fault(), scope, receive, send_safely)

    async def _refuse(self, refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        """A page for people; a few bytes for programs and for clients that exceed a limit."""
        request = Request(scope)
        if isinstance(refused, TooMuch):
            self._metrics.rejected.add(refused.limit)
        if wants_page(request) and not isinstance(refused, TooMuch):
            response = self._page(request, refused)
        else:
            body, headers = refusal(in_words(request, refused), id_of(scope))
            response = Response(body, refused.status)
            response.raw_headers = headers
        # Do not wait for the rest of this request.
        response.raw_headers.append((b"connection", b"close"))
        await response(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        """Checks that do not depend on the application. Afterwards, the body is complete."""
        self._limits.spend("requests", address(scope))
        if not scope["path"].startswith(_FILES):
            self._bans.check_address(scope.get("client"))
            self._hosts.check(_header(scope, b"host"))
        if len(scope["query_string"]) > _LONGEST_QUERY:
            raise _too_long()
        if scope["method"] in READING:
            return receive
        self._check_origin(scope)
        return await self._whole_body(scope, receive)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Process the request when no other one of this address is in progress; sending does not count."""
        if self._queue is None:
            await self._app(scope, receive, send)
            return
        turn = await self._queue.turn(address(scope))

        async def send_in_turn(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            await self._app(scope, receive, send_in_turn)
        finally:
            turn.end()

    def _check_origin(self, scope: Scope) -> None:
        """Other sites must not act for our visitors. Programs that are not browsers do not send a site."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        if origin:
            own = {headers.get(b"host", b"").decode("latin-1"), self._host} - {""}
            foreign = _netloc(origin) not in own
        else:
            foreign = site in ("cross-site", "same-site")
        if foreign:
            raise NotYours("Cross-site request blocked.", code="cross_site")

    async def _whole_body(self, scope: Scope, receive: Receive) -> Receive:
        """The complete body, if it is neither too large nor too slow."""
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > self._body_bytes:
            raise self._too_large()
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > self._body_bytes:
                        raise self._too_large()
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            said = f"A request has to be here within {self._seconds:g} seconds."
            late = Refused(said, code="too_slow")
            late.status = 408
            raise late from None
        waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        return replay

    def _too_large(self) -> Refused:
        refused = Refused(f"Requests can be {self._body_bytes} bytes at most.", code="too_large")
        refused.status = 413
        return refused


def _our_fault() -> Refused:
    """Something unexpected happened; the details are in the log."""
    refused = Refused("Internal error; see the server log.", code="internal")
    refused.status = 500
    return refused


def _header(scope: Scope, name: bytes) -> str:
    for found, value in scope["headers"]:
        if found == name:
            return str(value.decode("latin-1"))
    return ""


def _too_long() -> Refused:
    refused = Refused(f"An address can have at most {_LONGEST_QUERY} bytes after its ?.", code="too_large")
    refused.status = 414
    return refused


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
