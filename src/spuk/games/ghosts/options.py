"""What a table agrees on before the first card: players, rounds, edition (GH-1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from mypy_extensions import i64

from spuk.kernel.options import check_names, check_one, today


@final
@dataclass
class Edition:
    """What the editions change."""

    id: str
    starting_fear: int


EDITIONS: Final[dict[str, Edition]] = {
    "original": Edition("original", starting_fear=1),
    "amigo2022": Edition("amigo2022", starting_fear=3),
}

ALLOWED: Final[dict[str, Sequence[Any]]] = {
    "players": (4, 2, 3, 5, 6),
    "rounds": (3, 4, 5, 6, 7, 8, 9, 10),
    "edition": tuple(EDITIONS),
}
"""Every option with its allowed values, the default first."""


RENAMED: Final[dict[str, dict[str, str]]] = {"edition": {"seed": "original"}}
"""Former values that old games and positions still use; `--edition seed` collided with `--seed`."""


@final
class Setup:
    """The options of one game and what follows from them; shared by all its states."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options: dict[str, Any] = dict(options)
        self.players: i64 = options["players"]
        self.rounds: i64 = options["rounds"]
        self.edition: Edition = EDITIONS[options["edition"]]
        self.starting_fear: i64 = self.edition.starting_fear


def setup(given: Mapping[str, Any]) -> Setup:
    """The Setup for these options; a wrong one raises ValueError that names the allowed ones."""
    options = check_names({name: today(name, value, RENAMED) for name, value in given.items()}, ALLOWED)
    for name, value in options.items():
        check_one(name, value, ALLOWED[name])
    return Setup(options)
