"""The catalogues: texts by id, in every language.

`locale/<language>/*.po`, here and in every game pack, are ordinary gettext files whose msgids are ids such as
`action.move`, even in English: one file for each part of the product, all read as one. Texts have {named}
placeholders, the same in every language. If a language lacks a text, the English one is used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter

from spuk.kernel.registry import packs, when_games_change
from spuk.language.languages import FALLBACK, language, when_languages_change
from spuk.language.po import Message, PoFile, read_po


def say(lang: str, id: str, /, **values: object) -> str:
    """The text with this id. An id without an English text raises KeyError and is never shown as text."""
    text = texts(lang).singular.get(id)
    if text is None:
        text = texts(FALLBACK).singular.get(id)
    if text is None:
        raise KeyError(f"{id}: no such text in locale/{lang}")
    return _fill(lang, id, text, values)


def say_raw(lang: str, id: str) -> str:
    """The text with this id in exactly this language, with unfilled placeholders."""
    return texts(lang).singular[id]


def say_number(lang: str, id: str, n: int, /, **values: object) -> str:
    """The text with this id in the plural form for n, with {n} filled in."""
    plural = texts(lang).plural.get(id) or texts(FALLBACK).plural.get(id)
    if plural is None:
        raise KeyError(f"{id}: no such plural text in locale/{lang}")
    return _fill(lang, id, plural.form(abs(n)), {"n": n, **values})


def has(lang: str, id: str) -> bool:
    """Whether there is a text with this id, in this language or in English."""
    return any(id in found.singular or id in found.plural for found in (texts(lang), texts(FALLBACK)))


def has_own(lang: str, id: str) -> bool:
    """Whether there is a text with this id in exactly this language."""
    return id in texts(lang).singular


def _fill(lang: str, id: str, text: str, values: dict[str, object]) -> str:
    try:
        return text.format_map(values)
    except KeyError as missing:
        raise KeyError(f"{id} ({lang}) needs a value for {missing}") from None


# ── the texts of a language ─────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Plural:
    """A text in all its plural forms."""

    rule: Callable[[int], int]
    forms: tuple[str, ...]

    def form(self, n: int) -> str:
        """The form for a number."""
        return self.forms[min(self.rule(n), len(self.forms) - 1)]


@dataclass
class Texts:
    """All texts of one language."""

    singular: dict[str, str] = field(default_factory=dict)
    plural: dict[str, Plural] = field(default_factory=dict)

    def forms(self) -> dict[str, tuple[str, ...]]:
        """Every id with its text, or its plural forms."""
        return {id: (text,) for id, text in self.singular.items()} | {
            id: plural.forms for id, plural in self.plural.items()
        }


@cache
def texts(lang: str) -> Texts:
    """The texts of a language, from all its files."""
    found = Texts()
    for file in sources(lang):
        read = read_po(file.read_bytes())
        for message in read.messages:
            if not message.fuzzy:
                _take_over(found, message, read, f"{lang}/{file.name}")
    if lang != FALLBACK:
        _leave_out_what_cannot_be_filled(found, lang)
    return found


when_games_change(texts.cache_clear)
when_languages_change(texts.cache_clear)


def sources(lang: str) -> list[Traversable]:
    """The files with the texts of a language: Spuk's, those of the games, and the language's own."""
    row = language(lang)
    places = [files("spuk.language") / "locale" / lang]
    for locale in filter(None, (pack.folder("locale") for pack in packs())):
        places.append(locale / lang)
    if row.folder is not None:
        places.append(row.folder)
    return [file for place in places for file in _catalogues(place)]


def _catalogues(folder: Traversable) -> Iterator[Traversable]:
    if folder.is_dir():
        yield from sorted((f for f in folder.iterdir() if f.name.endswith(".po")), key=lambda f: f.name)


def _take_over(found: Texts, message: Message, read: PoFile, file: str) -> None:
    id, forms = message.id, read.forms(message)
    if id in found.singular or id in found.plural:
        warnings.warn(f"{file}: {id} is in another file, too, which is used", stacklevel=2)
    elif all(forms) and message.several:
        found.plural[id] = Plural(read.rule, forms)
    elif all(forms):
        found.singular[id] = forms[0]


def _leave_out_what_cannot_be_filled(found: Texts, lang: str) -> None:
    """A translation with other placeholders than the English text would break a page, so English is used."""
    english = texts(FALLBACK).forms()
    for id, forms in found.forms().items():
        if id in english and not _placeholders(forms) <= _placeholders(english[id]):
            warnings.warn(f"{lang}: {id} has other placeholders than in English", stacklevel=2)
            found.singular.pop(id, None)
            found.plural.pop(id, None)


def _placeholders(forms: tuple[str, ...]) -> set[str | None]:
    try:
        return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}
    except ValueError:  # a lonely brace
        return {None}
