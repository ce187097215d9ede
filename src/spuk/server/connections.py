"""How many connections may be open, in total and from one address, so that nobody can take all of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol

from spuk.server.addresses import network_of
from spuk.server.limits import Limits
from spuk.server.proxies import Proxies
from spuk.table.errors import TooMuch

try:
    import resource
except ImportError:  # not Unix: open files are not counted there
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

_MOST: Final = 10_000
_MOST_FILES: Final = 65_536
_RESERVE: Final = 128
"""Open files that are not connections: the database, bots, the log, and connections being turned away."""
_FEWEST: Final = 16


def raise_file_limit() -> None:
    """Raise the limit on open files as far as the system allows."""
    if HAS_LIMITS:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """How many connections the limit on open files allows."""
    if not HAS_LIMITS:
        return _MOST
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _MOST if soft == resource.RLIM_INFINITY else max(_FEWEST, min(_MOST, soft - _RESERVE))


class Connection(Protocol):
    """A connection, as far as it is counted here."""

    def drop(self) -> None:
        """Close it now: it is only waiting for a request that may never come."""
        ...


class Connections:
    """All open connections.

    If there is no room for another one, the connection that has been idle longest is closed: first one of the
    same address if that has too many, otherwise any. Only if none is idle, the new one is turned away.
    """

    def __init__(self, most: int, per_address: int, limits: Limits | None = None, proxies: str = "") -> None:
        self.most = most
        self._per_address = per_address
        self._limits = limits
        self._proxies = Proxies(proxies)
        self.turned_away: Callable[[str], None] = lambda status: None
        """Called for connections that ended with a status before they had a request."""
        self._open: dict[Connection, str] = {}
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        """The longest idle one first."""
        self._of: dict[str, OrderedDict[Connection, None]] = {}
        """The connections of an address; idle ones in the same order."""

    def __len__(self) -> int:
        return len(self._open)

    def crowded(self) -> bool:
        """Whether idle connections should be closed sooner."""
        return 2 * len(self._open) > self.most

    def admits(self, host: str) -> bool:
        """Whether this host may open another connection already."""
        counted = self._counted(host)
        if counted and self._limits is not None:
            try:
                self._limits.spend("connections", counted)
            except TooMuch:
                return False
        return True

    def _counted(self, host: str) -> str:
        return "" if not host or host in self._proxies else network_of(host)

    def enter(self, connection: Connection, host: str) -> None:
        """Add a connection from this host. Raises `TooMuch` if there is no room."""
        counted = self._counted(host)
        own = self._of.get(counted, OrderedDict())
        if counted and self._per_address and len(own) >= self._per_address:
            self._make_room(own, "connections_per_address", self._per_address)
        if len(self._open) >= self.most:
            self._make_room(self._idle, "connections", self.most)
        self._open[connection] = counted
        self._of.setdefault(counted, OrderedDict())[connection] = None
        self._idle[connection] = None

    def _make_room(self, among: OrderedDict[Connection, None], name: str, most: int) -> None:
        for connection in among:
            if connection in self._idle:
                self.leave(connection)
                connection.drop()
                return
        raise TooMuch(name, f"Limit '{name}': at most {most} at the same time.", 5)

    def works(self, connection: Connection) -> None:
        """A request is being processed."""
        self._idle.pop(connection, None)

    def rests(self, connection: Connection) -> None:
        """Idle again."""
        if connection in self._open:
            self._idle[connection] = None
            self._of[self._open[connection]].move_to_end(connection)

    def leave(self, connection: Connection) -> None:
        """Closed."""
        address = self._open.pop(connection, None)
        self._idle.pop(connection, None)
        if address is not None:
            del self._of[address][connection]
            if not self._of[address]:
                del self._of[address]
