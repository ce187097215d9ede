"""Numbers as people write them in their language."""

from __future__ import annotations

import math

from spuk.lab.stats import Interval
from spuk.language.catalog import say
from spuk.language.formats import format_number

NOTHING = "–"
MINUS = "−"


def whole(number: float, lang: str) -> str:
    """12,345"""
    return _minus(format_number(round(number), lang))


def decimal(number: float, lang: str, digits: int = 1) -> str:
    """12.3"""
    if math.isnan(number):
        return NOTHING
    return _minus(format_number(number, lang, least=digits, most=digits))


def _minus(text: str) -> str:
    """A minus is not a hyphen, and what rounds to zero has none."""
    return text.replace("-", MINUS if text.strip("-0.,") else "")


def percent(share: float, lang: str, digits: int = 1) -> str:
    """12.3%"""
    if math.isnan(share):
        return NOTHING
    return with_percent(decimal(100 * share, lang, digits), lang)


def with_percent(number: str, lang: str) -> str:
    """A number with its sign. Whether a space comes between is up to the language."""
    return say(lang, "ui.lab.percent", number=number)


def chance(share: float, lang: str, digits: int = 1) -> str:
    """12.3%. Uncertain values never look certain: <0.1%"""
    least = 10.0**-digits
    if 0 < share < 1 and round(100 * share, digits) in (0.0, 100.0):
        sign, bound = ("<", least) if share < 0.5 else (">", 100 - least)
        return with_percent(sign + decimal(bound, lang, digits), lang)
    return percent(share, lang, digits)


def points(difference: float, lang: str) -> str:
    """A difference of chances in percentage points, with its sign."""
    shown = decimal(abs(100 * difference), lang)
    zero = decimal(0.0, lang)
    return f"±{zero}" if shown == zero else f"{MINUS if difference < 0 else '+'}{shown}"


def share(interval: Interval, lang: str) -> str:
    """12.3% (11.9–12.8)"""
    return f"{share_alone(interval, lang)} ({share_between(interval, lang)})"


def share_alone(interval: Interval, lang: str) -> str:
    """12.3%: as exact as its interval."""
    return percent(interval.value, lang, _digits(interval))


def share_between(interval: Interval, lang: str) -> str:
    """11.9–12.8: the ends of an interval, in percent."""
    scaled = Interval(*(100 * end for end in interval))
    return between(scaled, lang, _digits(interval))


def _digits(interval: Interval) -> int:
    """Values close to 0 or 100% are shown with more digits."""
    return 2 if interval.high < 0.02 or interval.low > 0.98 else 1


def between(interval: Interval, lang: str, digits: int = 1) -> str:
    """The ends of an interval, with a word instead of the dash if a number may be negative."""
    low, high = (decimal(end, lang, digits) for end in (interval.low, interval.high))
    id = "ui.lab.from_to" if low.startswith(MINUS) else "ui.lab.range"
    return say(lang, id, low=low, high=high)


def clock(seconds: float) -> str:
    """1:02:03, or 2:03"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
