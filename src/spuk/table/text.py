"""Texts of people, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata
from typing import Final

_DROPPED: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Control and direction characters could fake other text; surrogates and NUL fit into no database."""


def clean_line(text: str) -> str:
    """Letters and signs of one line, with single spaces."""
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in _DROPPED)
    return " ".join(kept.split())
