"""Words that every page of the lab needs: chances, differences, who sits where."""

from __future__ import annotations

from typing import Final

import spuk
from spuk.words.catalog import say
from spuk.words.ghosts import player_name
from spuk.words.names import capital
from spuk.words.stories import taoist_name

MINUS: Final = "−"


def decimal(number: float, lang: str, digits: int = 1) -> str:
    """A number as the language writes it."""
    return f"{number:.{digits}f}".replace(".", say(lang, "ui.odds.point"))


def percent(chance: float, lang: str, digits: int = 1) -> str:
    """A chance in per cent; what is not certain never looks so."""
    shown = f"{100 * chance:.{digits}f}"
    if 0 < chance < 1 and float(shown) in (0.0, 100.0):
        least = 10.0**-digits
        sign, bound = ("<", least) if chance < 0.5 else (">", 100 - least)
        return say(lang, "ui.odds.percent", n=f"{sign}{decimal(bound, lang, digits)}")
    return say(lang, "ui.odds.percent", n=decimal(100 * chance, lang, digits))


def points(difference: float, lang: str) -> str:
    """A difference of chances in percentage points, with its sign."""
    shown = decimal(abs(100 * difference), lang)
    zero = decimal(0.0, lang)
    return f"±{zero}" if shown == zero else f"{MINUS if difference < 0 else '+'}{shown}"


def seat_name(record: spuk.Record, seat: int, lang: str) -> str:
    """Who sits there, by the table as it was laid out."""
    if record.game != "ghost-stories":
        return player_name(seat, lang)
    boards = record.replay().view(None)["boards"]
    color = next((board["color"] for board in boards if board["seat"] == seat), None)
    return capital(taoist_name(color, lang)) if color else player_name(seat, lang)


def seat_sign(record: spuk.Record, seat: int, lang: str) -> str:
    """The same in a letter or two, for tables."""
    if record.game != "ghost-stories":
        return str(seat + 1)
    boards = record.replay().view(None)["boards"]
    color = next((board["color"] for board in boards if board["seat"] == seat), None)
    return say(lang, f"ui.letter.{color}") if color else str(seat + 1)
