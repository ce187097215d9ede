"""The application: one factory."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

import spuk
from spuk.language.words import words_of
from spuk.server import pages
from spuk.server.access_log import writer
from spuk.server.api import games, me, tables
from spuk.server.api.description import API, DescribedApp
from spuk.server.compression import Compressed
from spuk.server.language import in_words, language_of, wants_page
from spuk.server.observe import Observe
from spuk.server.pages.frame import refusal_page
from spuk.server.request_id import id_of
from spuk.server.security import READING, Guard, refusal
from spuk.server.server import Server
from spuk.server.settings import Settings, read_settings
from spuk.store.contract import AWAY, BUSY, FULL, READ_ONLY, Unavailable
from spuk.table.errors import Busy, OtherRules, Refused, TooMuch, WrongRequest
from spuk.version import VERSION

_log = logging.getLogger(__name__)


def make_app(settings: Settings | None = None) -> FastAPI:
    """The application with these settings, or those of the environment."""
    server = Server(settings or read_settings({}))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.open()
        yield
        await server.close()

    app = DescribedApp(
        title="Spuk",
        version=VERSION,
        summary=f"Tables for {_titles()}.",
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # Swagger's pages need inline scripts and other sites; ours is in `pages`
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.server = server
    for part in (tables, me, games):  # the most frequent routes come first
        app.include_router(part.router, prefix=API)
    for path, probe in (("/health", games.health), ("/ready", games.ready)):  # the usual places for probes
        app.add_api_route(path, probe, include_in_schema=False, response_model=None)
    app.add_api_route("/metrics", games.metrics, include_in_schema=False, response_model=None)
    app.include_router(pages.router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(spuk.OtherRules, _other_rules)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(RequestValidationError, _wrong)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Compressed)
    app.add_middleware(
        Guard,
        settings=server.settings,
        limits=server.limits,
        metrics=server.metrics,
        bans=server.bans,
        page=refusal_page,
    )
    log = writer(server.settings.access_log_kind())
    app.add_middleware(Observe, metrics=server.metrics, proxies=server.settings.proxies, api=API, write=log)
    return app


def _titles() -> str:
    *others, last = [words_of(game).title("en") for game in spuk.games()]
    return f"{', '.join(others)} and {last}" if others else last


def _answer(request: Request, refused: Refused) -> Response:
    if wants_page(request):
        return refusal_page(request, refused)
    body, headers = refusal(in_words(request, refused), id_of(request.scope))
    response = Response(body, refused.status)
    response.raw_headers = headers
    return response


async def _refused(request: Request, error: Any) -> Response:
    if isinstance(error, TooMuch):
        request.app.state.server.metrics.rejected.add(error.limit)
    return _answer(request, error)


async def _other_rules(request: Request, error: Any) -> Response:
    return _answer(request, OtherRules(error, language_of(request)))


_WHY: Final = {
    AWAY: "The database cannot be reached right now.",
    BUSY: "Too much happens at this table right now.",
    FULL: "The disk of the database is full.",
    READ_ONLY: "The database is read-only right now.",
}


async def _unavailable(request: Request, error: Any) -> Response:
    """Why, in a word. The database's own message may name files and hosts, and is only for the log."""
    _log.warning("%s %s: the database does not work: %s", request.method, request.url.path, error)
    if request.method in READING:
        return _answer(request, Busy(f"{_WHY[error.why]} Try again soon."))
    # The connection may have been lost after the commit: nobody knows.
    unknown = "It is not known whether your request was carried out. Send it again soon, with the same"
    said = f"{_WHY[error.why]} {unknown} Idempotency-Key: then it is not carried out twice."
    return _answer(request, Busy(said))


async def _wrong(request: Request, error: Any) -> Response:
    """What does not match the description of the API: where, and what would."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    refused = WrongRequest(f"{where}: {first['msg']}.", code="wrong_fields", allowed=_expected(first))
    refused.status = 422
    return _answer(request, refused)


def _expected(problem: dict[str, Any]) -> list[Any] | None:
    limits = problem.get("ctx", {})
    return [f"{name}: {value}" for name, value in limits.items() if name != "error"] or None


async def _http(request: Request, error: Any) -> Response:
    refused = Refused(f"{error.detail}.", code={404: "not_there", 405: "wrong_method"}.get(error.status_code))
    refused.status = error.status_code
    refused.headers = dict(error.headers or {})
    return _answer(request, refused)
