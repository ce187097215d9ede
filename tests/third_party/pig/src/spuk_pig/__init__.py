"""Pig, the dice game, as a game pack for Spuk. It knows nothing but Spuk's documented protocol."""

from __future__ import annotations

from typing import Final

from spuk import GamePack
from spuk_pig.game import Pig

PACK: Final = GamePack(game=Pig(), package="spuk_pig", rule_prefix="PIG")
