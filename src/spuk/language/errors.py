"""Errors in the language of the person who reads them."""

from __future__ import annotations

from typing import Final

from spuk.kernel.errors import Fault
from spuk.language.catalog import has_own, say_raw
from spuk.language.plain import clean

LONGEST: Final = 1000
"""Characters of an error that are shown."""


def error_words(error: object, lang: str) -> str:
    """What is wrong, safe to print; errors without an id (from elsewhere) stay as they are."""
    fault = fault_of(error)
    if fault is None:
        return clean(getattr(error, "strerror", None) or error, LONGEST)
    id = f"error.{fault.id}"
    text = say_raw(lang, id) if has_own(lang, id) else fault.english
    return clean(fault.fill(text, lambda inner: error_words(inner, lang)), LONGEST)


def fault_of(error: object) -> Fault | None:
    """The fault that an exception carries, if it is one that can be translated."""
    if isinstance(error, BaseException) and len(error.args) == 1:
        error = error.args[0]
    return error if isinstance(error, Fault) else None
