"""Errors as an id of the catalogues and its values, so they can be shown in every language."""

from __future__ import annotations

from typing import Any, Final

from spuk.kernel.errors import OtherRules
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.plain import clean
from spuk.language.revision import other_rules_words

LONGEST: Final = 1000
"""How many characters of a value are shown."""


class Refused(ValueError):
    """Something that cannot be done, and why."""

    def __init__(self, id: str, /, **values: object) -> None:
        self.id = id
        self.values = values
        super().__init__(self.words("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Workers send them to their parent."""
        return _again, (self.id, self.values)

    def words(self, lang: str) -> str:
        """The sentence in a language. Text from files or paths is sanitised and shortened."""
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
