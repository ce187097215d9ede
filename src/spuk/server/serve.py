"""Starts the server: one process, or several that share a database and a port."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from fastapi import FastAPI

from spuk.bots.registry import load_bot
from spuk.render.html import warm_up
from spuk.server.app import make_app
from spuk.server.connections import Connections, most_connections, raise_file_limit
from spuk.server.listening import LimitedSocket
from spuk.server.logs import prepare_logs
from spuk.server.port_probe import listening_on, speaks_spuk
from spuk.server.processes import end_with_parent
from spuk.server.protocol import PatientProtocol
from spuk.server.scrape import Crew
from spuk.server.settings import Settings, read_settings, to_environment
from spuk.store.contract import READ_ONLY, Unavailable
from spuk.store.migrate import NoVersion, TooNew
from spuk.store.sql import SqlStore, database_url, make_store

try:
    import fcntl
except ImportError:  # not Unix: two servers on one file are not noticed
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

_log = logging.getLogger(__name__)

_WAITING: Final = 2048
"""Connections the system queues until we accept them."""
_ACCEPTED: Final = 8
"""Connections that are accepted before others get a turn."""
_LEAVE: Final = 3
"""Seconds that open streams have to end."""
_KEEP_ALIVE: Final = 75
"""Seconds a browser may keep an idle connection, so that people who think need not reconnect."""
_UNREAD: Final = 131_072
_LOOK_FOR_RINGS: Final = (20_000, 20, 20)
"""How seldom Python collects reference cycles. Its default costs a tenth of our time."""
_SWITCH: Final = 0.0005
"""Seconds a thread that reads the database waits for the serving one; Python's default is 5 ms. Reading has
to wait after every row, so less should help lists on a busy server. One comparison showed no difference.
"""
_START: Final = 60
"""Seconds that several processes have to start."""


class CannotServe(Exception):
    """Why the server cannot start: the id of a text, and its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.named = values


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `ready` is called with the address when requests can come."""
    for name in settings.custom_bots():
        load_bot(name)  # report a wrong one before anything begins
    with only_one(settings), _listen(settings) as listening, _listen_for_metrics(settings) as metrics:
        _prepare_database(settings)
        address = _address(settings, listening)
        if settings.workers > 1:
            with tempfile.TemporaryDirectory(prefix="spuk-") as folder:
                _serve_with_many(settings, _Shared(listening, metrics, folder), address, ready)
        else:
            _serve_here(settings, listening, lambda: ready(address), metrics)


def _config(settings: Settings, app: FastAPI, counted: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=PatientProtocol.for_server(counted, settings.request_seconds, settings.send_seconds),
        ws="none",
        log_config=None,
        backlog=_ACCEPTED,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_LEAVE,
        lifespan="on",
    )


class _Server(uvicorn.Server):
    """uvicorn, with a signal when it is ready."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], end_streams: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._tell = ready
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        asyncio.get_running_loop().set_exception_handler(_tell_of_fault)
        await super().startup(sockets)
        if self.started:
            for listening in sockets or ():
                listening.listen(_WAITING)  # uvicorn has shortened the queue to what it accepts at a time
            # What exists now stays forever: the collector need not check it again and again.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_LOOK_FOR_RINGS)
            self._tell()
            # In a thread, so that the start page does not have to wait for the others.
            threading.Thread(target=warm_up, name="spuk-templates", daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams never end on their own. Readers reconnect with the last number they saw."""
        self._end_streams()
        await super().shutdown(sockets)


def _tell_of_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Out of files: one line is enough, since the limit on connections ends it. Other errors are logged in
    full.
    """
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        _log.error("no more files can be opened (%s); connections wait", error.strerror)
    else:
        loop.default_exception_handler(context)


def _serve_here(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    metrics: socket.socket | None = None,
    crew: Crew = Crew(),  # noqa: B008  (a tuple: nobody can change it)
) -> None:
    prepare_logs(settings.log_level)
    raise_file_limit()
    sys.setswitchinterval(_SWITCH)
    app = make_app(settings)
    most = settings.connections or most_connections()
    limits = app.state.server.limits
    counted = Connections(most, settings.connections_per_address, limits, settings.proxies)
    counted.turned_away = app.state.server.metrics.turned_away.add
    app.state.server.connections = counted
    app.state.server.scraper.prepare(crew, metrics)
    server = _Server(_config(settings, app, counted), ready, app.state.server.rooms.end_streams)
    with contextlib.suppress(KeyboardInterrupt), LimitedSocket.of(listening, counted) as limited:
        server.run(sockets=[limited])


class _Shared(NamedTuple):
    """What several server processes share."""

    listening: socket.socket
    metrics: socket.socket | None
    folder: str
    """The folder in which each has a socket for the others."""


def _serve_with_many(settings: Settings, shared: _Shared, address: str, ready: Callable[[str], None]) -> None:
    """Several processes that accept from one socket. One that dies is replaced."""
    threading.Thread(target=_wait_for_answer, args=(address, ready), daemon=True).start()
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    alive, _held = os.pipe()  # our side closes when we end, and the workers notice
    crew = [_start_worker(settings, shared, alive, place) for place in range(settings.workers)]
    while not ended.wait(0.2):
        for place, process in enumerate(crew):
            if process.poll() is not None:
                _log.error("a server process has died (%s); another takes its place", process.returncode)
                ended.wait(0.5)  # one that cannot start must not be restarted endlessly
                crew[place] = _start_worker(settings, shared, alive, place)
    for process in crew:
        process.terminate()
    for process in crew:
        process.wait()


def _start_worker(settings: Settings, shared: _Shared, alive: int, place: int) -> subprocess.Popen[bytes]:
    files = [shared.listening.fileno(), alive, *([shared.metrics.fileno()] if shared.metrics else [])]
    told = [str(files[0]), str(alive), shared.folder, str(place), *map(str, files[2:])]
    command = [sys.executable, "-m", "spuk.server.serve", *told]
    environment = {**os.environ, **to_environment(settings)}
    return subprocess.Popen(command, env=environment, pass_fds=files)


def main() -> None:
    """One of several processes: serve on a socket opened by the parent."""
    listening, alive, folder, place, *metrics = sys.argv[1:]
    end_with_parent(int(alive))
    settings = read_settings({})
    crew = Crew(Path(folder), int(place), settings.workers)
    for_metrics = socket.socket(fileno=int(metrics[0])) if metrics else None
    with socket.socket(fileno=int(listening)) as shared, for_metrics or contextlib.nullcontext():
        _serve_here(settings, shared, lambda: None, for_metrics, crew)


def _wait_for_answer(address: str, ready: Callable[[str], None]) -> None:
    end = time.monotonic() + _START
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api/v1/health", timeout=5):
            ready(address)
            return
        time.sleep(0.1)


# ── what can be in the way ──────────────────────────────────────────────────────────────────


@contextlib.contextmanager
def _listen_for_metrics(settings: Settings) -> Iterator[socket.socket | None]:
    """The port for metrics; None if not wanted."""
    if not settings.metrics_port:
        yield None
        return
    with _listen(replace(settings, host=settings.metrics_host, port=settings.metrics_port)) as listening:
        yield listening


def _listen(settings: Settings) -> socket.socket:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        # Named, because asyncio sets TCP_NODELAY only on sockets that name their protocol.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Inherited by connections: unread data stays in the machine's memory.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
        listening.bind((settings.host, settings.port))
        listening.listen(_WAITING)
    except (OSError, UnicodeError) as error:
        raise _cannot_listen(settings, error) from error
    return listening


def _cannot_listen(settings: Settings, error: Exception) -> CannotServe:
    host, port = settings.host, settings.port
    if getattr(error, "errno", None) != errno.EADDRINUSE:
        return CannotServe("ui.serve.cannot_listen", host=host, port=port, reason=error)
    if speaks_spuk(f"http://{host}:{port}"):
        return CannotServe("ui.serve.runs_already", address=f"http://{host}:{port}", port=port + 1)
    who = listening_on(port)
    if who is None:
        return CannotServe("ui.serve.port_taken", port=port, other=port + 1)
    return CannotServe("ui.serve.port_taken_by", port=port, other=port + 1, who=who)


def _address(settings: Settings, listening: socket.socket) -> str:
    """How to reach the server from this machine."""
    port = listening.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{port}"


def _prepare_database(settings: Settings) -> None:
    """Migrate before anyone is served. Problems with the database are reported in one sentence."""
    shown = database_url(settings.database()).render_as_string(hide_password=True)
    try:
        store = make_store(settings.database())
        asyncio.run(_open_once(store))
    except ModuleNotFoundError as error:
        raise CannotServe("ui.serve.no_driver", url=shown) from error
    except TooNew as error:
        raise CannotServe("ui.serve.too_new", url=shown, reason=error) from error
    except NoVersion as error:
        raise CannotServe("ui.serve.no_version", url=shown, reason=error) from error
    except Unavailable as error:
        if error.why == READ_ONLY:
            raise CannotServe("ui.serve.read_only", url=shown, reason=error) from error
        raise CannotServe("ui.serve.no_database", url=shown, reason=error) from error


async def _open_once(store: SqlStore) -> None:
    try:
        await store.open()
        await store.check()  # report a read-only database now, not when the first game is lost
    finally:
        await store.close()


@contextlib.contextmanager
def only_one(settings: Settings) -> Iterator[None]:
    """An SQLite file serves one process: a lock file next to it, released however we end."""
    url = database_url(settings.database())
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield
        return
    file = Path(url.database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = (file.parent / f"{file.name}.lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise CannotServe("ui.serve.no_folder", path=file.parent, reason=error) from error
    with lock:
        if HAS_LOCKS:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.seek(0)
                who = lock.read(40).strip() or "?"
                raise CannotServe("ui.serve.file_in_use", path=file, process=who) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


if __name__ == "__main__":
    main()
