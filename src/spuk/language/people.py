"""What those who play are called, and the beginning of a line: whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_PEOPLE: Final[ContextVar[Sequence[str]]] = ContextVar("names of those who play, by seat", default=())


@contextmanager
def people_called(names: Sequence[str]) -> Iterator[None]:
    """Those who play by their names, by seat: for tables where they are known."""
    token = _PEOPLE.set(names)
    try:
        yield
    finally:
        _PEOPLE.reset(token)


def person_at(seat: int) -> str:
    """The name of who plays at a seat; '' where nobody said it."""
    names = _PEOPLE.get()
    return names[seat] if 0 <= seat < len(names) else ""


def capital(text: str) -> str:
    """The text as the beginning of a line."""
    return text[:1].upper() + text[1:]
