"""Why a command cannot be carried out."""

from __future__ import annotations

from spuk.language.catalog import say
from spuk.language.plain import clean


class CannotDo(Exception):
    """The id of a text, and its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self._text = text
        self._values = values

    def words(self, lang: str) -> str:
        """In a language. Values may come from files and databases, and must not move the cursor."""
        return say(lang, self._text, **{name: clean(value) for name, value in self._values.items()})
