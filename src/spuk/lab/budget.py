"""How long a bot may think about a decision."""

from __future__ import annotations

from typing import Final

from babel.numbers import format_decimal

from spuk.lab.errors import Refused
from spuk.language.catalog import say, say_number
from spuk.language.languages import locale_of

_NO_END: Final = 1e15


def check(seconds: float | None, playouts: int | None) -> None:
    """`Refused` names what is wrong."""
    check_number("seconds", seconds)
    check_number("playouts", playouts)


def check_number(name: str, number: float | None) -> None:
    """Of something there must be more than none, and an end of it."""
    if number is not None and not number > 0:
        raise Refused("ui.lab.wrong_number", name=name, given=number)
    if number is not None and number > _NO_END:
        raise Refused("ui.lab.too_large_number", name=name, given=number)


def words(seconds: float | None, playouts: int | None, lang: str) -> str:
    """Nothing where nobody said."""
    parts = []
    if seconds is not None:
        shown = format_decimal(seconds, format="#,##0.######", locale=locale_of(lang))
        parts.append(say(lang, "ui.lab.budget.seconds", seconds=shown))
    if playouts is not None:
        parts.append(say_number(lang, "ui.lab.budget.playouts", playouts))
    return ", ".join(parts)
