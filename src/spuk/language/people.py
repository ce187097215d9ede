"""What those who play are called, and the beginning of a line: whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_PEOPLE: Final[ContextVar[Sequence[str]]] = ContextVar("names of those who play, by seat", default=())
_BOARD_IN_SIGHT: Final = ContextVar("the reader sees the board", default=False)


@contextmanager
def people_called(names: Sequence[str]) -> Iterator[None]:
    """Those who play by their names, by seat: for tables where they are known."""
    token = _PEOPLE.set(names)
    try:
        yield
    finally:
        _PEOPLE.reset(token)


@contextmanager
def board_in_sight() -> Iterator[None]:
    """What is said stands beside the board, which everyone may see turned towards themselves."""
    token = _BOARD_IN_SIGHT.set(True)
    try:
        yield
    finally:
        _BOARD_IN_SIGHT.reset(token)


@contextmanager
def at_table(names: Sequence[str]) -> Iterator[None]:
    """What is said is for the page of a table: people by their names, beside the board."""
    with board_in_sight(), people_called(names):
        yield


def is_board_in_sight() -> bool:
    """Whether the reader sees the board, so that nothing needs to say on which side of it things are."""
    return _BOARD_IN_SIGHT.get()


def person_at(seat: int) -> str:
    """The name of who plays at a seat; '' where nobody said it."""
    names = _PEOPLE.get()
    return names[seat] if 0 <= seat < len(names) else ""


def capital(text: str) -> str:
    """The text as the beginning of a line."""
    return text[:1].upper() + text[1:]
