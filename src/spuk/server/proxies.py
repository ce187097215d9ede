"""Addresses of trusted proxies."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


class Proxies:
    """The addresses of proxies, each with many people behind it."""

    def __init__(self, given: str) -> None:
        names = [name.strip() for name in given.split(",") if name.strip()]
        self._all = "*" in names
        self._networks: list[IPv4Network | IPv6Network] = []
        self._names = set(names)
        for name in names:
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:  # the name of a socket, or *
                continue

    def __contains__(self, host: str) -> bool:
        if self._all or host in self._names:
            return True
        try:
            found = ip_address(host)
        except ValueError:
            return False
        return any(found in network for network in self._networks)
