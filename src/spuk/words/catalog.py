"""The catalogues: texts by id, in every language.

`locale/<language>.po` are ordinary gettext files whose msgids are ids such as `action.move`, in
English too. Texts have {named} placeholders, the same in every language. A new language is a new
`.po` file, its code in `LANGUAGES`, and columns for the printed names (`spuk.words.names`).
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
    """The catalogue of a language as it stands in its file."""
    check_language(lang)
    with (files("spuk.words.locale") / f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang)


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
        raise KeyError(f"{message}: no such text in {self._lang}.po")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        raise KeyError(f"{msgid1}: no such plural text in {self._lang}.po")


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
