"""Names of the players, and the beginning of a line, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_PEOPLE: Final[ContextVar[Sequence[str]]] = ContextVar("names of those who play, by seat", default=())
_TURNED: Final[ContextVar[bool]] = ContextVar("everyone sees the table turned towards them", default=False)


@contextmanager
def at_a_table(names: Sequence[str] | None = None) -> Iterator[None]:
    """Texts for a table that everyone sees from their own side: no left, no north.

    The names are by seat; None: as before.
    """
    turned, people = _TURNED.set(True), _PEOPLE.set(_PEOPLE.get() if names is None else names)
    try:
        yield
    finally:
        _PEOPLE.reset(people)
        _TURNED.reset(turned)


def turned_to_viewer() -> bool:
    """Whether everyone sees the table from their own side, so that directions mean nothing."""
    return _TURNED.get()


def person_at(seat: int) -> str:
    """The name of the player at a seat; '' if unknown."""
    names = _PEOPLE.get()
    return names[seat] if 0 <= seat < len(names) else ""


def capital(text: str) -> str:
    """The text with a capital at the beginning."""
    return text[:1].upper() + text[1:]
