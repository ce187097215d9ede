"""Which host names the server answers to.

A page on another site can let its own name point to this machine (DNS rebinding) and then send requests as if
it were our page. It cannot change the name in the Host header. So only our own names are accepted; plain
addresses always are.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from spuk.server.settings import Settings
from spuk.table.errors import Refused

ANY: Final = "*"
_LONGEST: Final = 260


class HostNames:
    """The names of this server: of this machine, of its public address, and the configured ones."""

    def __init__(self, settings: Settings) -> None:
        given = {_plain(name) for name in settings.host_names.split(",") if name.strip()}
        public = urlsplit(settings.public_url).hostname or ""
        machine = _plain(socket.gethostname())
        self._any = ANY in given
        own = {_plain(public), _plain(settings.host), machine, f"{machine}.local"}
        self._names = (given | own) - {""}  # no public address, no name

    def check(self, header: str) -> None:
        """Refuse a Host header with a name that is not ours. Programs may omit it."""
        if header and not self._any and not self._ours(_name(header)):
            shown = _name(header)[:80]
            refused = Refused(
                f"This server does not go by the name {shown!r}. "
                f"If it should, start it with --host-names {shown}.",
                code="wrong_host",
            )
            refused.status = 421
            raise refused

    def _ours(self, name: str) -> bool:
        return name in self._names or name == "localhost" or name.endswith(".localhost") or _is_address(name)


def _plain(name: str) -> str:
    return name.strip().lower().rstrip(".")


def _name(header: str) -> str:
    """A Host header without its port."""
    if len(header) > _LONGEST:
        return ""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return _plain(header.partition(":")[0])


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
