"""Requests that wait for an answer: to take something back, or to give up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from spuk.language.catalog import say


class Ask(NamedTuple):
    """Somebody asks the others."""

    what: str
    """The last part of the address of the answer."""
    words: str
    yours: bool
    """The viewer is to answer."""
    waits_for: str
    """The names of those who have not answered."""


Asks = tuple[Ask, ...]
_ASKED: Final = (
    ("undo", "undo-answer", "ui.table.undo_asked"),
    ("resign", "resign-answer", "ui.table.resign_asked"),
)


def asks_of(seen: Mapping[str, Any], lang: str) -> Asks:
    """What is asked at a table."""
    found = []
    for kind, answer, words in _ASKED:
        proposal = seen[kind]
        if proposal is not None:
            names = [seat["name"] for seat in seen["seats"]]
            said = say(lang, words, name=names[proposal["seat"]])
            waits_for = ", ".join(names[seat] for seat in proposal["waits_for"])
            found.append(Ask(answer, said, proposal["yours_to_answer"], waits_for))
    return tuple(found)
