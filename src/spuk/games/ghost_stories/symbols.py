"""Bundles: how many symbols of each colour, in one number (8 bits per colour), so that counting is cheap."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.board import LETTERS

_ONE: Final[vec[i64]] = vec[i64]([1, 1 << 8, 1 << 16, 1 << 24, 1 << 32])
_SENTINELS: Final[i64] = 0x8080808080
"""The top bit of every colour. No bundle has 128 symbols of one colour."""


def bundle(letters: str) -> int:
    """The bundle of symbols written as letters, such as "rrk"."""
    return sum(1 << (8 * LETTERS.index(letter)) for letter in letters)


def one(color: i64) -> i64:
    """The bundle with one symbol of this colour."""
    return _ONE[color]


def of(symbols: i64, color: i64) -> i64:
    """How many symbols of this colour are in the bundle."""
    return (symbols >> (8 * color)) & 255


def total(symbols: i64) -> i64:
    """How many symbols are in the bundle."""
    return (
        (symbols & 255)
        + ((symbols >> 8) & 255)
        + ((symbols >> 16) & 255)
        + ((symbols >> 24) & 255)
        + (symbols >> 32)
    )


def less(symbols: i64, others: i64) -> i64:
    """What is left of a bundle after subtracting the others, colour by colour, but not below zero."""
    # A sentinel bit above each colour's count survives the subtraction if nothing is short.
    left: i64 = (symbols | _SENTINELS) - others
    enough: i64 = (left & _SENTINELS) >> 7
    return left & (enough * 127)
