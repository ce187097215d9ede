"""Numbers in readable form."""

from __future__ import annotations

from spuk.language.formats import format_number


def number(value: float, lang: str) -> str:
    """A number in the format of the language, with a real minus."""
    return format_number(value, lang).replace("-", "−")


def percent(chance: float) -> int:
    """Rounded, but 0 and 100 % only if they are exact."""
    whole = round(chance * 100)
    if whole == 100 and chance < 1:
        return 99
    return 1 if whole == 0 and chance > 0 else whole
