"""Kinds of events: ids and the names of their numbers. Inside the engines, an event kind is a number."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from spuk.kernel.game import Event


@final
class EventKinds:
    """All events of a game."""

    def __init__(self) -> None:
        self._kinds: list[tuple[str, tuple[str, ...]]] = []

    def kind(self, name: str, *fields: str) -> int:
        """Add a kind of event. Returns its number."""
        self._kinds.append((name, fields))
        return len(self._kinds) - 1

    def fields(self) -> dict[str, tuple[str, ...]]:
        """Every event id with the names of its numbers."""
        return dict(self._kinds)

    def make(self, kind: i64, a: i64, b: i64, c: i64) -> Event:
        """The public form of an event."""
        name, fields = self._kinds[kind]
        return Event(name, dict(zip(fields, (int(a), int(b), int(c)), strict=False)))
