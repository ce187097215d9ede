"""How languages write numbers, dates, times and relative times.

The data are CLDR's: `formats.json` holds what we need for every language of the world, so a new language
needs nothing but its row. `tools/make_formats.py` writes the file; a test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any, Final

from spuk.language.languages import FALLBACK, language, when_languages_change

_EXACT: Final = Context(prec=400, rounding=ROUND_HALF_EVEN)
"""Enough digits for any number that a float can be."""
_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_NEARLY: Final = 0.85
"""The number of a unit that counts as the next larger one: 51 minutes are an hour."""


@dataclass(frozen=True)
class Formats:
    """The formats of one locale."""

    decimal: str
    group: str
    infinity: str
    sizes: tuple[int, int]
    """How many digits are grouped: next to the decimal sign, and further away."""
    most: int
    """The default number of digits after the decimal sign."""
    day: str
    moment: str
    months: tuple[str, ...]
    halves: tuple[str, str]
    """Of the day: AM and PM."""
    hours: tuple[str, ...]
    """The name of each part of the day, in languages that add it to the time."""
    plural: Callable[[int], int]
    ago: dict[str, tuple[str, ...]]
    """Unit → the sentence in each plural form."""


def format_number(value: float, lang: str, *, least: int = 0, most: int | None = None) -> str:
    """A number with at least and at most this many digits after the decimal sign;
    halves are rounded to even.
    """
    has = formats_of(lang)
    exact = Decimal(str(value))
    sign = "-" if exact.is_signed() else ""
    if exact.is_infinite():
        return sign + has.infinity
    places = max(least, has.most if most is None else most)
    rounded = abs(exact).quantize(Decimal(1).scaleb(-places), context=_EXACT)
    whole, _, rest = f"{rounded:f}".partition(".")
    rest = rest[:least] + rest[least:].rstrip("0")
    return sign + _grouped(whole, has) + (has.decimal + rest if rest else "")


def _grouped(digits: str, has: Formats) -> str:
    near, far = has.sizes
    parts = [digits[-near:]]
    digits = digits[:-near]
    while digits:
        parts.append(digits[-far:])
        digits = digits[:-far]
    return has.group.join(reversed(parts))


def format_day(day: date, lang: str) -> str:
    """A day: Nov 18, 2026."""
    has = formats_of(lang)
    return has.day.format_map(_day_fields(day, has))


def format_moment(moment: datetime, lang: str) -> str:
    """A day and its time, short: 11/18/26, 5:30 PM."""
    has = formats_of(lang)
    return has.moment.format_map(_day_fields(moment, has) | _time_fields(moment, has))


def format_ago(past: timedelta, lang: str) -> str:
    """How long ago something was, in the largest unit that fits: 3 hours ago."""
    has = formats_of(lang)
    seconds = -(-abs(past) // timedelta(seconds=1))  # a unit that has begun counts
    unit, size = next(((unit, size) for unit, size in _UNITS if seconds / size >= _NEARLY), _UNITS[-1])
    number = round(seconds / size)
    return has.ago[unit][has.plural(number)].replace("{0}", str(number))


def _day_fields(day: date, has: Formats) -> dict[str, str]:
    return {
        "d": str(day.day),
        "dd": f"{day.day:02}",
        "M": str(day.month),
        "MM": f"{day.month:02}",
        "MMM": has.months[day.month - 1],
        "y": str(day.year),
        "yy": f"{day.year % 100:02}",
    }


def _time_fields(time: datetime, has: Formats) -> dict[str, str]:
    on_clock = (time.hour - 1) % 12 + 1
    return {
        "H": str(time.hour),
        "HH": f"{time.hour:02}",
        "h": str(on_clock),
        "hh": f"{on_clock:02}",
        "m": str(time.minute),
        "mm": f"{time.minute:02}",
        "a": has.halves[time.hour >= 12],
        "B": has.hours[time.hour] if has.hours else "",
    }


# ── locales ─────────────────────────────────────────────────────────────────────────────────


def formats_of(lang: str) -> Formats:
    """The formats of a language."""
    return _formats(locale_of(lang))


@cache
def locale_of(lang: str) -> str:
    """The locale whose formats a language uses; English if unknown."""
    row = language(lang)
    return known_locale(row.locale or row.code) or FALLBACK


when_languages_change(locale_of.cache_clear)


def known_locale(name: str) -> str | None:
    """The name of a locale as CLDR writes it; None if there is no such language."""
    code, *rest = name.replace("-", "_").split("_")
    if code.lower() not in _rows():
        return None
    # A script is Latn, a region GB; a region without its own formats has those of its language.
    return "_".join([code.lower(), *(part.title() if len(part) == 4 else part.upper() for part in rest)])


@cache
def _formats(locale: str) -> Formats:
    row: dict[str, Any] = {}
    parts = locale.split("_")
    for length in range(1, len(parts) + 1):
        row |= _rows().get("_".join(parts[:length]), {})
    lists = {name: tuple(row[name]) for name in ("sizes", "months", "halves", "hours")}
    ago = {unit: tuple(forms) for unit, forms in row["ago"].items()}
    return Formats(**row | lists | {"ago": ago, "plural": c2py(row["plural"])})


@cache
def _rows() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(
        (files("spuk.language") / "formats.json").read_text(encoding="utf-8")
    )
    return found
