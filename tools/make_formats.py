"""Writes `src/spuk/language/formats.json`: how the languages of the world write numbers, days and times.

The data are CLDR's, by way of Babel, which only those need who run this: it is several times as large as
Spuk. Kept is what Spuk shows. A locale has only what its parent (`de` is that of `de_AT`) says
in another way.
"""

from __future__ import annotations

import json
import re
from datetime import time
from pathlib import Path
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_time
from babel.localedata import locale_identifiers
from babel.plural import _plural_tags, to_gettext

FILE: Final = Path(__file__).parents[1] / "src" / "spuk" / "language" / "formats.json"
UNITS: Final = ("day", "hour", "minute", "second")
"""What `format_ago` counts in."""

NO_NAME: Final = "M01"
"""What CLDR calls January where nobody has said it."""


def formats(name: str) -> dict[str, Any]:
    """All that is kept of a locale."""
    locale = Locale.parse(name)
    symbols = locale.number_symbols["latn"]
    pattern = locale.decimal_formats[None]
    return {
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "infinity": symbols["infinity"],
        "sizes": list(pattern.grouping),
        "most": pattern.frac_prec[1],
        "day": template(locale.date_formats["medium"].pattern, locale),
        "moment": moment(locale),
        "months": months(locale),
        "halves": [locale.day_periods["format"]["abbreviated"].get(half, half) for half in ("am", "pm")],
        "hours": hours(locale),
        "plural": plural(locale),
        "ago": {unit: ago(locale, unit) for unit in UNITS},
    }


def plural(locale: Locale) -> str:
    """Which plural form a whole number has, in the language of gettext."""
    rule = to_gettext(locale.plural_form).partition("plural=")[2].removesuffix(";")
    return re.sub(r"\be\b", "0", rule)  # `e` is of numbers such as "2 million" alone


def months(locale: Locale) -> list[str]:
    """Short names. Where there are none Babel should give the long ones, but forgets it now and then."""
    short, long = (list(locale.months["format"][width].values()) for width in ("abbreviated", "wide"))
    return long if short[0] == NO_NAME else short


def moment(locale: Locale) -> str:
    """Day and time together, short."""
    both = locale.datetime_formats["short"].replace("'", "")
    day = template(locale.date_formats["short"].pattern, locale)
    return both.replace("{0}", template(locale.time_formats["short"].pattern, locale)).replace("{1}", day)


def template(pattern: str, locale: Locale) -> str:
    """A pattern of CLDR as one for `str.format`: `d 'de' MMM` becomes `{d} de {MMM}`."""

    def part(found: re.Match[str]) -> str:
        if found["quoted"] is not None:
            return found["quoted"] or "'"
        era = locale.eras["abbreviated"][1]
        return str(era) if found[0].startswith("G") else f"{{{found[0]}}}"

    return re.sub(r"'(?P<quoted>[^']*)'|([a-zA-Z])\2*", part, pattern)


def hours(locale: Locale) -> list[str]:
    """What the hours of the day are called (`B`), for the few who say so beside a time."""
    if "B" not in locale.time_formats["short"].pattern:
        return []
    return [format_time(time(hour, 30), "B", locale=locale) for hour in range(24)]


def ago(locale: Locale, unit: str) -> list[str]:
    """How long ago, in each plural form that whole numbers have."""
    past = locale._data["date_fields"][unit].get("past") or {}
    plain = locale._data["unit_patterns"].get(f"duration-{unit}", {})
    choices = (locale._data["date_fields"].get(f"{unit}-long", {}).get("past"), past)
    choices += (plain.get("long"), plain.get("short"))
    tags = locale.plural_form.tags | {"other"}
    return [_first(choices, tag) for tag in _plural_tags if tag in tags]


def _first(choices: tuple[Any, ...], tag: str) -> str:
    for patterns in choices:
        found = patterns and (patterns.get(tag) or patterns.get("other"))
        if found:
            return str(found)
    return ""


def all_locales() -> dict[str, dict[str, Any]]:
    """Every locale, and the shorter or older names that mean one."""
    found = {name: formats(name) for name in locale_identifiers()}
    short = {re.sub(r"_[A-Z][a-z]{3}_", "_", name) for name in found}
    for name in sorted((short | set(get_global("language_aliases"))) - set(found)):
        try:
            found[name] = formats(name)
        except (UnknownLocaleError, ValueError):
            continue
    return found


def differences(found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Each locale without what it has from its parent; those that have nothing of their own are left out."""
    kept = {}
    for name, own in sorted(found.items()):
        parent = found.get(name.rpartition("_")[0], {})
        different = {key: value for key, value in own.items() if parent.get(key) != value}
        if different:
            kept[name] = different
    return kept


def main() -> None:
    """One line a locale, so that changes can be read."""
    rows = differences(all_locales())
    lines = (f"{json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in rows.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
