"""Options gathered: by kind for the panel, by piece for the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spuk.games.ghost_stories.scene.options import Option

GROUPS: Final = {
    "act": ("exorcise", "help", "buddha"),
    "move": ("move",),
    "powers": ("pockets", "twin", "borrow"),
    "mantra": ("mantra",),
    "yin_yang": ("yinyang", "cleanse"),
    "end": ("end", "skip"),
}
"""Kinds of choices in a turn, in the order of the panel; whatever is in none is shown by itself."""


@dataclass(frozen=True)
class Group:
    """Choices of one kind."""

    name: str
    options: tuple[Option, ...]


def grouped(found: list[Option]) -> list[Group]:
    """The options by kind, those of no kind first, ending the turn last."""
    kind_of = {verb: name for name, verbs in GROUPS.items() for verb in verbs}
    names = ["", *GROUPS]
    together: dict[str, list[Option]] = {name: [] for name in names}
    for option in found:
        together[kind_of.get(option.verb, "")].append(option)
    return [Group(name, tuple(together[name])) for name in names if together[name]]


def glowing(found: list[Option]) -> dict[str, list[Option]]:
    """By piece, the options it stands for: at most one in each layer."""
    glows: dict[str, list[Option]] = {}
    for option in found:
        for name in option.pieces:
            here = glows.setdefault(name, [])
            if all(other.layer != option.layer for other in here):
                here.append(option)
    return glows
