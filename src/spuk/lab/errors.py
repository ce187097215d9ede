"""Refusals: an id of the catalogues and its values, so that each can be said in every language."""

from __future__ import annotations

from typing import Any, Final

from spuk.kernel.errors import OtherRules
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.plain import clean
from spuk.language.revision import other_rules_words

LONGEST: Final = 1000
"""Letters of a value that are shown."""


class Refused(ValueError):
    """What was asked for cannot be done, and why."""

    def __init__(self, id: str, /, **values: object) -> None:
        self.id = id
        self.values = values
        super().__init__(self.words("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Workers send them to whoever started them."""
        return _again, (self.id, self.values)

    def words(self, lang: str) -> str:
        """The sentence in a language; what comes from files or paths is harmless and not too long."""
        return say(lang, self.id, **{name: _shown(value, lang) for name, value in self.values.items()})


def _again(id: str, values: dict[str, object]) -> Refused:
    return Refused(id, **values)


def _shown(value: object, lang: str) -> str:
    if isinstance(value, Refused):
        return value.words(lang)
    if isinstance(value, OtherRules):
        return other_rules_words(value, lang)
    if isinstance(value, Exception):
        return error_words(value, lang)
    return clean(value, LONGEST)
