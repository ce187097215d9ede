"""Cards as they are drawn: family, heads, name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spuk.games.ghosts.cards import FAMILIES, NO_FAMILY
from spuk.games.ghosts.view import card as card_of_kind
from spuk.games.ghosts.words import KINDS, card_name, family_name

MIST = "mist"


@dataclass(frozen=True)
class Card:
    """A card face up."""

    id: str
    """Its short name: m1 … p3, x."""
    family: str
    """mummy … pumpkin, or mist."""
    value: int
    name: str
    """Vampire 2"""
    kin: str
    """Vampires"""

    @property
    def kind(self) -> int:
        """Its number in the game."""
        return KINDS.index(self.id)

    @property
    def heads(self) -> range:
        """A card shows as many heads as it is worth; mist is one cloud."""
        return range(max(1, self.value))


def face(card: Mapping[str, Any], lang: str) -> Card:
    """A card of a view."""
    name = card_name(card["card"], lang)
    if card["family"] is None:
        return Card(card["card"], MIST, 0, name, name)
    return Card(card["card"], card["family"], card["value"], name, family_name(card["family"], lang))


def face_of_kind(kind: int, lang: str) -> Card:
    """A card by its number in the game."""
    return face(card_of_kind(kind), lang)


def family_number(family: str | None) -> int:
    """The number of a family in the game; that of none for None."""
    return int(NO_FAMILY) if family is None else FAMILIES.index(family)
