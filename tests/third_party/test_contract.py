"""Pig keeps the contract that every game keeps. This is all its author has to write."""

from __future__ import annotations

from spuk_pig import PACK

from spuk.testing import GameContract


class TestPig(GameContract):
    pack = PACK
