"""The games Spuk knows, by id."""

from __future__ import annotations

from typing import Final

from spuk.kernel.game import Game, Speaker

_GAMES: Final[dict[str, Game]] = {}


def register(game: Game, speaker: Speaker | None = None) -> None:
    """Make a game available under its id, with the one who knows its words."""
    game.speaker = speaker
    _GAMES[game.id] = game


def games() -> tuple[str, ...]:
    """The ids of all registered games."""
    return tuple(_GAMES)


def game(id: str) -> Game:
    """The game with this id."""
    if id not in _GAMES:
        raise ValueError(f"no game is called {id!r}; the games are {', '.join(_GAMES)}")
    return _GAMES[id]
