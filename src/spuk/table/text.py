"""User input, cleaned for storing and showing."""

from __future__ import annotations

import unicodedata
from typing import Final

_DROPPED: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and direction characters could fake other text; databases reject surrogates and NUL."""


def clean_line(text: str) -> str:
    """The visible characters of one line, with single spaces."""
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in _DROPPED)
    return " ".join(kept.split())
