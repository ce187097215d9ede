"""Figures as both games' chapters write them."""

from __future__ import annotations

from spuk.lab import numbers
from spuk.lab.report.parts import Headline
from spuk.lab.stats import Interval
from spuk.language.catalog import say


def games_headline(number: int, lang: str, asked: int) -> Headline:
    """How many games it is about; and how many were asked for, where some are missing."""
    note = say(lang, "ui.lab.report.of", total=numbers.whole(asked, lang)) if number < asked else ""
    return Headline(numbers.whole(number, lang), say(lang, "ui.lab.report.games"), note)


def share_head(name: str, lang: str) -> str:
    """The head of a column of shares."""
    return name + "\n" + say(lang, "ui.lab.head.interval")


def share_cell(share: Interval, lang: str) -> str:
    """A share, its interval below."""
    return numbers.share_alone(share, lang) + "\n" + numbers.share_between(share, lang)
