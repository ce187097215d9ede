"""Checking a game's options: errors that name what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spuk.kernel.errors import Fault


def check_names(given: Mapping[str, Any], allowed: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """All options. Omitted ones get their default, the first allowed value."""
    for name in given:
        if name not in allowed:
            raise ValueError(
                Fault(
                    "option.unknown",
                    "unknown option {name!r}; choose from {allowed}",
                    name=name,
                    allowed=", ".join(allowed),
                )
            )
    return {name: given.get(name, values[0]) for name, values in allowed.items()}


def today(name: str, value: Any, renamed: Mapping[str, Mapping[Any, Any]]) -> Any:
    """The value of an option; today's where a former one is given (`Game.renamed`)."""
    return renamed.get(name, {}).get(value, value) if isinstance(value, str) else value


def check_one(name: str, value: object, allowed: Sequence[object]) -> None:
    """The value of an option, which must be one of the allowed ones."""
    if not any(value == good and type(value) is type(good) for good in allowed):
        choice = ", ".join(map(repr, allowed))
        raise ValueError(
            Fault(
                "option.value",
                "{name}={value!r}: choose from {allowed}",
                name=name,
                value=value,
                allowed=choice,
            )
        )
