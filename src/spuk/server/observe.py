"""The outermost layer: gives each request its id, counts it, and writes its line into the access log."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spuk.server.access_log import Answered
from spuk.server.metrics import Metrics
from spuk.server.proxies import Proxies
from spuk.server.request_id import CURRENT, HEADER, CurrentRequest, accepted, new_id

PEER: Final = "spuk.peer"
"""The extension in which our HTTP protocol names the peer, which may be a proxy."""
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_GONE: Final = 499
"""The status of a request whose client disconnected before the response, as nginx calls it."""
_UNKNOWN: Final = "(none)"
_EVENTS: Final = b"text/event-stream"


class Observe:
    """The outermost layer."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        proxies: str,
        api: str,
        write: Callable[[Answered], None] | None,
    ) -> None:
        self._app = app
        self._api = api
        self._metrics = metrics
        self._proxies = Proxies(proxies)
        self._write = write

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Process a request and note its result."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = CurrentRequest(self._id(scope))
        scope.setdefault("state", {})["request_id"] = request.id
        CURRENT.set(request)
        header = (HEADER, request.id.encode())
        began_at, began = time.time(), time.perf_counter()
        status, sent, stream = 0, 0, False

        async def send_noted(message: Message) -> None:
            nonlocal status, sent, stream
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"] = [*message["headers"], header]
                stream = any(name == b"content-type" and value.startswith(_EVENTS) for name, value in headers)
            else:
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
            request.ended = True  # after an error not yet: uvicorn still has to report it
        finally:
            seconds = time.perf_counter() - began
            self._count(scope, status or _GONE, sent, seconds, stream=stream)
            if self._write is not None:
                self._write(
                    Answered(
                        at=began_at,
                        method=scope["method"],
                        path=scope["path"],
                        query=scope["query_string"],
                        status=status or _GONE,
                        bytes=sent,
                        seconds=seconds,
                        address=_client(scope),
                        id=request.id,
                        stream=stream,
                    )
                )

    def _id(self, scope: Scope) -> str:
        """A trusted proxy's id, or a new one."""
        for name, value in scope["headers"]:
            if name == HEADER:
                given = accepted(value) if _peer(scope) in self._proxies else None
                return given or new_id()
        return new_id()

    def _count(self, scope: Scope, status: int, sent: int, seconds: float, *, stream: bool) -> None:
        metrics, method = self._metrics, scope["method"]
        route: Any = scope.get("route")
        path = _UNKNOWN if route is None else route.path
        if route is not None and scope["path"].startswith(self._api) and not path.startswith(self._api):
            path = self._api + path  # FastAPI's routers do not know where they are included
        metrics.requests.add(method if method in _METHODS else "other", path, str(status))
        metrics.sent_bytes.add(by=sent)
        if not stream:
            metrics.request_seconds.observe(seconds, path)


def _client(scope: Scope) -> str:
    """Where a request comes from, as trusted proxies say."""
    client = scope.get("client")
    return str(client[0]) if client else "-"


def _peer(scope: Scope) -> str:
    """The connected peer, regardless of what proxies report."""
    peer = scope.get("extensions", {}).get(PEER)
    return _client(scope) if peer is None else str(peer["host"])
