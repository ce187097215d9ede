"""Bans: people by their cookie, addresses by their network.

A banned person could delete their cookie and come back as a new person. So where a banned person was seen, no
new people are accepted for a day; known people, such as their family, are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from spuk.server.addresses import IPV6_BITS, network_of
from spuk.server.proxies import Proxies
from spuk.store.contract import ADDRESS, NEWCOMERS, PERSON, Ban
from spuk.table.errors import Banned

NEWCOMERS_SECONDS: Final = 24 * 3600
_FOR_EVER: Final = float("inf")
_WIDEST: Final = {4: 8, 6: 16}
"""The least number of bits in a network: fewer are a mistake that would ban half the world."""
_LOCAL: Final = (ip_network("127.0.0.0/8"), ip_network("::1/128"))

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


def network(given: str) -> Network:
    """The network of an address or prefix. ValueError says what is wrong.

    An IPv6 address without a prefix means its /64, because one customer has billions of addresses.
    """
    found = ip_network(given.strip(), strict=False)
    asked = found
    if isinstance(found, IPv6Network):
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen >= 96:
            found = ip_network(f"{mapped}/{found.prefixlen - 96}", strict=False)
        elif "/" not in given:
            found = ip_network((found.network_address, IPV6_BITS), strict=False)
    if found.prefixlen < _WIDEST[found.version]:
        raise ValueError(f"{found}: /{_WIDEST[found.version]} is the widest that can be banned")
    if any(local.version == asked.version and local.overlaps(asked) for local in _LOCAL) or found.is_loopback:
        raise ValueError(f"{found} is this machine; behind a proxy, --proxies shows where people come from")
    return found


@lru_cache(maxsize=10_000)
def _address(host: str) -> Address | None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


class _Networks:
    """Networks, each until a time."""

    def __init__(self, bans: Iterable[Ban]) -> None:
        self._found: list[tuple[Network, float]] = []
        for ban in bans:
            until = _FOR_EVER if ban.until is None else ban.until
            self._found.append((ip_network(ban.value), until))

    def add(self, network: str, until: float) -> None:
        """One more."""
        self._found.append((ip_network(network), until))

    def __contains__(self, host: str) -> bool:
        if not self._found:
            return False
        address, now = _address(host), time.time()
        return address is not None and any(address in net and now < until for net, until in self._found)


class Bans:
    """The bans in force, as this process knows them. Call `load` again when they change."""

    def __init__(self) -> None:
        self._people: dict[str, float] = {}
        self._addresses = _Networks(())
        self._newcomers = _Networks(())
        self.noticed: Callable[[str, str], None] = lambda person, network: None
        """Called when a banned person came from a network that still accepts new people."""
        self.refused: Callable[[], object] = lambda: None
        """Called for everyone who is refused."""

    def __len__(self) -> int:
        now = time.time()
        return sum(now < until for until in self._people.values())

    def load(self, bans: Sequence[Ban]) -> None:
        """Replace all bans with these."""
        people = [ban for ban in bans if ban.kind == PERSON]
        self._people = {ban.value: _FOR_EVER if ban.until is None else ban.until for ban in people}
        self._addresses = _Networks(ban for ban in bans if ban.kind == ADDRESS)
        self._newcomers = _Networks(ban for ban in bans if ban.kind == NEWCOMERS)

    @staticmethod
    def spares(network: str, proxies: Proxies) -> bool:
        """Whether many people come from there: this machine, or a proxy that hides them."""
        found = ip_network(network)
        return found.is_loopback or str(found.network_address) in proxies

    def stop_newcomers(self, network: str, until: float) -> None:
        """From now on. The ban itself is on its way into the database."""
        self._newcomers.add(network, until)

    def keeps_out(self, person: str | None, host: str) -> bool:
        """Whether someone, or everyone at this address, is banned."""
        return host in self._addresses or (person is not None and self._is_banned(person))

    def _is_banned(self, person: str) -> bool:
        return time.time() < self._people.get(person, 0.0)

    def check_address(self, client: Sequence[object] | None) -> None:
        """Raise `Banned` if the address is banned."""
        if client and str(client[0]) in self._addresses:
            self.refused()
            raise Banned

    def check_person(self, person: str, client: Sequence[object] | None) -> None:
        """Raise `Banned` for a banned person. New people from the same address have to wait as well."""
        if not self._people or not self._is_banned(person):
            return
        if client and str(client[0]) not in self._newcomers:
            self.noticed(person, network_of(str(client[0])))
        self.refused()
        raise Banned

    def check_newcomer(self, client: Sequence[object] | None) -> None:
        """Raise `Banned` where a banned person was seen lately."""
        if client and str(client[0]) in self._newcomers:
            self.refused()
            raise Banned(newcomer=True)
