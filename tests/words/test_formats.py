"""Numbers, days and times are written as CLDR says, in every language of the world; Babel is the witness."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_timedelta
from babel.localedata import locale_identifiers
from babel.numbers import format_decimal

from spuk.language.formats import (
    format_ago,
    format_day,
    format_moment,
    format_number,
    known_locale,
    locale_of,
)
from spuk.language.languages import LANGUAGES, Language, register_language, unregister_language

ROOT = Path(__file__).parents[2]
OURS = ("en", "de", "pl")
NUMBERS = (
    *(0, 1, -1, 7, 12, 999, 1000, -1000, 1234, 12345, 123456, 1234567, -9876543210),
    *(0.5, 1.5, 2.5, -0.5, 0.125, 0.0625, 0.0005, 0.0015, 1234.5678, 99.95, 99.99, 1e-9, 1e15, 1e20, -1e-7),
    *(float("inf"), float("-inf"), 0.1 + 0.2, -0.0, 123456.7891234),
)
AGES = [timedelta(seconds=n) for n in (1, 2, 3, 5, 11, 21, 22, 25, 50, 51, 52, 59, 60, 76, 90, 100)]
AGES += [timedelta(minutes=n) for n in range(1, 61)] + [timedelta(hours=n) for n in range(1, 48)]
AGES += [timedelta(seconds=90.3), timedelta(hours=1, seconds=0.001), timedelta(days=1, hours=23, minutes=59)]
DAYS = [date(2026, month, day) for month in range(1, 13) for day in (1, 9, 28)] + [date(1999, 12, 31)]
MOMENTS = [datetime(2026, 11, 5, hour, minute) for hour in range(24) for minute in (5, 30)]


@pytest.fixture(params=sorted({name.partition("_")[0] for name in locale_identifiers()} - set(OURS)))
def foreign(request: pytest.FixtureRequest) -> Iterator[list[tuple[str, str]]]:
    """A language that somebody may bring along, in all places that speak it: our code, CLDR's name."""
    names = [name for name in locale_identifiers() if name.partition("_")[0] == request.param]
    for name in names:
        register_language(Language(f"t-{name}", name, locale=name))
    yield [(f"t-{name}", name) for name in names]
    for name in names:
        unregister_language(f"t-{name}")


def check_numbers(lang: str, name: str) -> None:
    pattern = str(Locale.parse(name).decimal_formats[None].pattern).partition(".")[0]
    for number in NUMBERS:
        assert format_number(number, lang) == format_decimal(number, locale=name)
        for places in (0, 1, 2, 4):
            shape = f"{pattern}.{'0' * places}" if places else pattern
            wanted = format_decimal(number, format=shape, locale=name)
            assert format_number(number, lang, least=places, most=places) == wanted
        assert format_number(number, lang, most=6) == format_decimal(number, f"{pattern}.######", name)


def check_times(lang: str, name: str) -> None:
    for day in DAYS:
        wanted = format_date(day, "medium", locale=name)
        if f"M{day.month:02}" not in wanted:  # Babel forgets names of months when it has read other languages
            assert format_day(day, lang) == wanted
    for moment in MOMENTS:
        assert format_moment(moment, lang) == format_datetime(moment, "short", locale=name)
    for age in AGES:
        assert format_ago(age, lang) == format_timedelta(-age, add_direction=True, locale=name)


@pytest.mark.parametrize("lang", OURS)
def test_our_languages_write_numbers_and_times_as_babel_does(lang: str) -> None:
    check_numbers(lang, lang)
    check_times(lang, lang)


def test_our_languages_are_all_of_these() -> None:
    assert tuple(LANGUAGES) == OURS


def test_other_languages_write_as_babel_does(foreign: list[tuple[str, str]]) -> None:
    for lang, name in foreign:
        check_numbers(lang, name)
        check_times(lang, name)


@pytest.mark.parametrize(
    "name", ["pt-BR", "pt_BR", "zh-TW", "zh-HK", "de-AT", "sr-Latn", "DE-at", "no", "iw", "en-GB"]
)
def test_a_row_may_name_any_locale_the_way_people_write_it(name: str) -> None:
    register_language(Language("t", "T", locale=name))
    try:
        parsed = str(Locale.parse(name, sep="-" if "-" in name else "_"))
        assert format_day(DAYS[3], "t") == format_date(DAYS[3], "medium", locale=parsed)
        assert format_number(1234.5, "t") == format_decimal(1234.5, locale=parsed)
    finally:
        unregister_language("t")


def test_a_region_nobody_knows_has_the_formats_of_its_language() -> None:
    register_language(Language("de-xx", "Plattdeutsch"))
    try:
        assert format_number(1234.5, "de-xx") == "1.234,5"
    finally:
        unregister_language("de-xx")


def test_a_language_nobody_knows_has_the_english_ones() -> None:
    with pytest.raises(UnknownLocaleError):
        Locale.parse("xx")
    assert known_locale("xx") is None
    assert known_locale("") is None
    register_language(Language("xx", "Xx"))
    try:
        assert locale_of("xx") == "en"
        assert format_number(1234.5, "xx") == "1,234.5"
    finally:
        unregister_language("xx")


def test_the_file_is_what_the_script_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import make_formats  # type: ignore[import-not-found]

    try:
        made = make_formats.differences(make_formats.all_locales())
        assert json.loads(make_formats.FILE.read_text(encoding="utf-8")) == made
    finally:
        sys.modules.pop("make_formats", None)


def test_babel_is_not_needed_to_play() -> None:
    needs_it = re.compile(r"^\s*(import|from) babel", re.MULTILINE)
    files = [*(ROOT / "src").rglob("*.py")]
    assert len(files) > 300
    assert [file for file in files if needs_it.search(file.read_text(encoding="utf-8"))] == []
