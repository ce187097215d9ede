"""Who sits at a table: people, and companions that the computer plays."""

from __future__ import annotations

from typing import Final

HUMAN: Final = "human"
"""A person in a record's `players`; anybody else there is the name of a companion."""
COMPANION: Final = "monk"
"""Who plays along if nobody says how strong companions are to be."""
STRENGTHS: Final = ("novice", COMPANION, "master")
"""The companions one can wish for, from weak to strong. `--seats` and old saves may name others."""


def seated(people: int, companions: int, strength: str = COMPANION) -> list[str]:
    """People first, companions in the last seats."""
    return [HUMAN] * people + [strength] * companions
