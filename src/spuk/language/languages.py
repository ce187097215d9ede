"""Spuk's languages: one row each. Everything that depends on a language is derived from its row.

Its texts are gettext files, which also contain its plural rule: `locale/<code>/*.po` here and in the game
packs, or all of them in the row's folder. Texts that a language lacks are shown in English. A package adds a
language with an entry point in the group `spuk.languages` that names a `Language`, or with a call of
`spuk.register_language`. See docs/guides/add-a-language.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from typing import Final

GROUP: Final = "spuk.languages"
FALLBACK: Final = "en"
"""The language used for texts that another one lacks."""


@dataclass(frozen=True)
class Language:
    """One language."""

    code: str
    """As in `?lang=` and in the names of its folders."""
    name: str
    """Its own name, for menus."""
    editions: tuple[str, ...] = ()
    """Ids of editions printed in it. A game starts with the first of these that it has."""
    locale: str = ""
    """The CLDR locale for numbers and dates, if it differs from the code."""
    folder: Traversable | None = None
    """Its texts (`*.po`) and rules (`rules/<game>.md`), if they are in a folder of their own."""


LANGUAGES: Final[dict[str, Language]] = {
    row.code: row
    for row in (
        Language("en", "English", editions=("en",)),
        Language("de", "Deutsch", editions=("de2",)),
        Language("pl", "Polski", editions=("pl",)),
    )
}
"""All languages by code, the default first. `languages()` also has those of installed packages."""

_LISTENERS: Final[list[Callable[[], None]]] = []


def register_language(language: Language) -> None:
    """Make a language available everywhere."""
    LANGUAGES[language.code] = language
    _changed()


def unregister_language(code: str) -> None:
    """Forget a language, for tests."""
    LANGUAGES.pop(code, None)
    _changed()


def when_languages_change(forget: Callable[[], None]) -> None:
    """Call this whenever a language is added or removed, for code that caches texts."""
    _LISTENERS.append(forget)


def _changed() -> None:
    for forget in _LISTENERS:
        forget()


def languages() -> tuple[str, ...]:
    """The codes of all languages, the default first."""
    _load_installed()
    return tuple(LANGUAGES)


def language(lang: str) -> Language:
    """The row of a language. An unknown one raises ValueError."""
    if lang not in LANGUAGES:
        _load_installed()
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r} is not available; choose from {', '.join(LANGUAGES)}")
    return LANGUAGES[lang]


def edition_in(lang: str, editions: Sequence[str]) -> str:
    """The edition of a game (the default comes first) for readers of this language."""
    return next((edition for edition in language(lang).editions if edition in editions), editions[0])


def known_language(*wanted: str | None) -> str | None:
    """The first of these that is available. A regional one (`de-AT`, `pl_PL.UTF-8`)
    counts as its language.
    """
    known = languages()
    for tag in filter(None, wanted):
        code = tag.partition(".")[0].replace("_", "-").lower()
        for each in (code, code.partition("-")[0]):
            if each in known:
                return each
    return None


@cache
def _load_installed() -> None:
    """Once. A package that cannot be loaded does not affect the other languages."""
    for entry in entry_points(group=GROUP):
        try:
            register_language(entry.load())
        except Exception as error:
            warnings.warn(f"the language {entry.name!r} cannot be loaded: {error}", stacklevel=2)
