"""Several things in one sentence: "a, b and c", "a, b or c"."""

from __future__ import annotations

from collections.abc import Sequence

from spuk.language.catalog import say


def all_of(items: Sequence[str], lang: str) -> str:
    """Joined with "and"."""
    *others, last = items
    return say(lang, "list.two", first=", ".join(others), second=last) if others else last


def one_of(items: Sequence[str], lang: str) -> str:
    """Joined with "or"."""
    *others, last = items
    return say(lang, "list.or", first=", ".join(others), second=last) if others else last
