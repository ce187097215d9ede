"""What counts as one address."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

IPV6_BITS: Final = 64
"""Bits of an IPv6 address that belong to one customer, who has billions of addresses."""


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """The address itself; for IPv6, its network."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if found.version == 4:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, IPV6_BITS), strict=False))


def address(scope: Mapping[str, Any]) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"
