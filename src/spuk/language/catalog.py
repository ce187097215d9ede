"""The catalogues: texts by id, in every language.

`locale/<language>/<room>.po` are ordinary gettext files whose msgids are ids such as `action.move`, in
English too: one file for each part of the product, all read as one. Texts have {named} placeholders, the
same in every language. A new language is a new folder, its code in `LANGUAGES`, and columns for the
printed names (`spuk.games.ghost_stories.words.names`).
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final, NoReturn

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "de", "pl")


def say(lang: str, id: str, /, **values: object) -> str:
    """The text with this id; a missing id or value raises KeyError, never shows up as text."""
    return _fill(lang, id, _translations(lang).gettext(id), values)


def say_number(lang: str, id: str, n: int, /, **values: object) -> str:
    """The text with this id in the plural form for n, which fills its {n}."""
    return _fill(lang, id, _translations(lang).ngettext(id, id, abs(n)), {"n": n, **values})


def has(lang: str, id: str) -> bool:
    """There is a text with this id in this language."""
    try:
        _translations(lang).gettext(id)
    except KeyError:
        return False
    return True


@cache
def catalog(lang: str) -> Catalog:
    """The catalogue of a language as it stands in its files."""
    check_language(lang)
    whole = Catalog(locale=lang)
    for file in sorted((files("spuk.language.locale") / lang).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".po"):
            with file.open("rb") as text:
                _take_over(whole, read_po(text, locale=lang), file.name)
    return whole


def _take_over(whole: Catalog, part: Catalog, name: str) -> None:
    for message in part:
        if not message.id:  # the head of the file
            continue
        if message.id in whole:
            raise ValueError(f"{name}: {message.id} is in another file, too")
        whole[message.id] = message


def check_language(lang: str) -> None:
    """Only languages we have words in."""
    if lang not in LANGUAGES:
        raise ValueError(f"no words in {lang!r}; the languages are {', '.join(LANGUAGES)}")


class _Missing(NullTranslations):
    """What gettext falls back to: nobody ever reads a bare id."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(f"{message}: no such text in locale/{self._lang}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise KeyError(f"{msgid1}: no such plural text in locale/{self._lang}")


@cache
def _translations(lang: str) -> GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, catalog(lang))
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    translations.add_fallback(_Missing(lang))
    return translations


def _fill(lang: str, id: str, text: str, values: dict[str, object]) -> str:
    try:
        return text.format_map(values)
    except KeyError as missing:
        raise KeyError(f"{id} ({lang}) needs a value for {missing}") from None
