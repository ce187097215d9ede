"""The log: what happens, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import spuk
from spuk.terminal.session import Entry, Teller
from spuk.words.catalog import say
from spuk.words.stories import event_words, face_name


def teller(lang: str) -> Teller:
    """Someone who tells events in this language."""

    def tell(state: spuk.State, event: spuk.Event) -> str:
        return event_words(state, event, lang)

    return tell


def story(entries: Iterable[Entry], lang: str) -> list[str]:
    """The log line by line; dice that fall together stand together."""
    lines: list[str] = []
    for rolled, run in groupby(entries, lambda entry: entry.event.id == "die_rolled"):
        if rolled:
            faces = ", ".join(face_name(entry.event.values["face"], lang) for entry in run)
            lines.append(say(lang, "ui.rolled", faces=faces))
        else:
            lines.extend(entry.text for entry in run)
    return lines
