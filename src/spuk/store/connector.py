"""Opens connections to PostgreSQL, for the pool and for notifications: to the primary of several hosts, and
with settings so that both sides notice when the other end is gone.

A machine that loses its power or its network is silent. By default, the system would wait for a quarter of an
hour and PostgreSQL for two hours, and the rows that the lost server was writing would stay locked that long.
"""

from __future__ import annotations

import contextlib
import re
import socket
from typing import Any, Final

from sqlalchemy.engine import URL

SILENCE: Final = 6
"""Seconds without an answer after which a connection counts as lost. Requests may wait a little longer."""
_LOOK: Final = 2
"""Seconds between checks of a silent connection."""
_LONG: Final = 5.0
_SHORT: Final = 2.0
"""Seconds a host has to answer; less if there is another one to try."""
_WRITES: Final = "primary"
"""Of several hosts, we need the writable one."""

_PATIENCE_OF_THE_DATABASE: Final = (
    # Our transactions take milliseconds. A server that hangs must not keep its rows locked.
    "SET idle_in_transaction_session_timeout = '10s'; "
    f"SET tcp_user_timeout = '{SILENCE}s'; SET tcp_keepalives_idle = {_LOOK}; "
    f"SET tcp_keepalives_interval = {_LOOK}; SET tcp_keepalives_count = {SILENCE // _LOOK}"
)

_HOSTS: Final = re.compile(
    r"(?P<scheme>[a-z+]+://(?:[^@/?]*@)?)(?P<hosts>[^/?]*,[^/?]*)(?P<rest>.*)", re.DOTALL
)


def spread_hosts(given: str) -> str:
    """A URL with several hosts in PostgreSQL's form (`//a:5432,b:5432/name`), as SQLAlchemy reads it.

    ValueError for a port that is not a number.
    """
    found = _HOSTS.fullmatch(given)
    if found is None:
        return given
    hosts = [host if _has_port(host) else f"{host}:5432" for host in found["hosts"].split(",")]
    for host in hosts:
        int(host.rpartition(":")[2])
    path, _, query = found["rest"].partition("?")
    asked = "&".join([*(f"host={host}" for host in hosts), *([query] if query else [])])
    return f"{found['scheme']}{path or '/'}?{asked}"


def _has_port(host: str) -> bool:
    return ":" in host.rpartition("]")[2]


class Connector:
    """Connects to one database, wherever it currently is."""

    def __init__(self, url: URL) -> None:
        self._addresses = _addresses(url)

    async def connect(self, **options: Any) -> Any:
        """A connection to the first usable host, starting with the one used last."""
        wrong: Exception | None = None
        patience = _SHORT if len(self._addresses) > 1 else _LONG
        for address in list(self._addresses):
            try:
                connection = await _connect(address, patience, options)
            except Exception as error:  # the next host may be better; the first error says most
                wrong = wrong or error
                continue
            self._addresses.sort(key=lambda other: other != address)
            return connection
        assert wrong is not None
        raise wrong


async def _connect(address: str, patience: float, options: dict[str, Any]) -> Any:
    import asyncpg

    connection = await asyncpg.connect(address, timeout=patience, **options)
    try:
        _watch(connection)
        await connection.execute(_PATIENCE_OF_THE_DATABASE, timeout=patience)
    except BaseException:
        connection.terminate()
        raise
    return connection


def _watch(connection: Any) -> None:
    """Let the system check whether the other end is alive. asyncpg has no setting for it."""
    line: socket.socket = connection._transport.get_extra_info("socket")
    if line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _LOOK),
        ("TCP_KEEPINTVL", _LOOK),
        ("TCP_KEEPCNT", SILENCE // _LOOK),
        ("TCP_USER_TIMEOUT", 1000 * SILENCE),
    ):
        with contextlib.suppress(OSError):  # not every system has all of these
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name, -1), value)


def _addresses(url: URL) -> list[str]:
    """One URL for each host, as PostgreSQL's own programs read it."""
    plain = url.set(drivername="postgresql")
    hosts = plain.query.get("host", ())
    if isinstance(hosts, str):  # the folder of a socket, or a single host
        return [_text(plain)]
    wanted = {"target_session_attrs": _WRITES} | {k: v for k, v in plain.query.items() if k != "host"}
    return [_text(plain.set(host=None, port=None, query={**wanted, **_place(host)})) for host in hosts] or [
        _text(plain)
    ]


def _place(host: str) -> dict[str, str]:
    name, _, port = host.rpartition(":") if _has_port(host) else (host, "", "5432")
    return {"host": name.strip("[]"), "port": port}


def _text(url: URL) -> str:
    return url.render_as_string(hide_password=False)
