"""Remembering what was made of plain data, so that the same data gives the very same value again."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from spuk.kernel.registry import when_games_change
from spuk.language.languages import when_languages_change

P = ParamSpec("P")
R = TypeVar("R")

_SAME: Final = 2
"""Version of the marshal format: the last in which the same data is always the same bytes."""


def remember(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """For pure functions of numbers, texts, lists and dictionaries, whose results nobody changes.

    `functools.cache` for arguments that cannot be hashed. If there are too many, the older half goes.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        new: dict[bytes, R] = {}
        old: dict[bytes, R] = {}

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal new, old
            given: Any = args, tuple(kwargs.items())
            key = marshal.dumps(given, _SAME)
            found: Any = new.get(key, old)
            if found is old:
                found = old.pop(key, old)
                if found is old:
                    found = function(*args, **kwargs)
                if len(new) >= most:
                    new, old = {}, new
                new[key] = found
            return found  # type: ignore[no-any-return]

        def forget() -> None:
            new.clear()
            old.clear()

        when_games_change(forget)
        when_languages_change(forget)
        return remembered

    return decorate
