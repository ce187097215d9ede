"""Refusals: an id of the catalogues and its values, so that each can be said in every language."""

from __future__ import annotations

from spuk.words.catalog import say


class Refused(ValueError):
    """What was asked for cannot be done, and why."""

    def __init__(self, id: str, /, **values: object) -> None:
        super().__init__(say("en", id, **values))
        self.id = id
        self.values = values

    def words(self, lang: str) -> str:
        """The sentence in a language."""
        return say(lang, self.id, **self.values)
