"""Numbers as people read them."""

from __future__ import annotations

from spuk.language.formats import format_number


def number(value: float, lang: str) -> str:
    """A number as the language writes it, with a real minus."""
    return format_number(value, lang).replace("-", "−")


def percent(chance: float) -> int:
    """Rounded, but certain and impossible only if they are."""
    whole = round(chance * 100)
    if whole == 100 and chance < 1:
        return 99
    return 1 if whole == 0 and chance > 0 else whole
