"""Spuk: play, host and study Ghost Stories and Ghosts. The stable public API is what stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from spuk import plain  # noqa: F401  (first: it may switch off the compiled modules)
from spuk.bots.advice import Advice
from spuk.bots.master import Master
from spuk.bots.monk import Monk
from spuk.bots.novice import Novice
from spuk.bots.random import RandomBot
from spuk.games.ghost_stories.game import GhostStories
from spuk.games.ghost_stories.odds import Odds, exorcism_odds, odds
from spuk.games.ghosts.game import Ghosts
from spuk.kernel import game as _kernel
from spuk.kernel import record as _record
from spuk.kernel.game import (
    CHANCE,
    OVER,
    BrokenText,
    Event,
    Game,
    IllegalAction,
    OtherRules,
    Outcome,
    State,
)
from spuk.kernel.record import Bot, Record
from spuk.kernel.registry import game, games, register
from spuk.kernel.seeds import Random, derive
from spuk.version import VERSION

__version__ = VERSION
compiled: Final = not str(_kernel.__file__).endswith(".py")
"""Whether the engine runs compiled; if not, it is the same engine as plain Python, and slower."""

__all__ = [
    "CHANCE",
    "OVER",
    "Advice",
    "Bot",
    "BrokenText",
    "Event",
    "Game",
    "IllegalAction",
    "Odds",
    "OtherRules",
    "Outcome",
    "Random",
    "Record",
    "State",
    "bot",
    "bots",
    "compiled",
    "exorcism_odds",
    "game",
    "games",
    "odds",
    "play",
]

_BOTS: Final = ("random", "novice", "monk", "master")


def _speak_stories(state: State, action: int, lang: str) -> str:
    from spuk.games.ghost_stories.words import action_words

    return action_words(state, action, lang)


def _speak_ghosts(state: State, action: int, lang: str) -> str:
    from spuk.games.ghosts.words import action_words

    return action_words(state, action, lang)


register(GhostStories(), _speak_stories)
register(Ghosts(), _speak_ghosts)


def bots() -> tuple[str, ...]:
    """The names of all companions."""
    return _BOTS


def bot(name: str, *, seed: Any = 0, seconds: float | None = None, playouts: int | None = None) -> Bot:
    """The bot with this name. `seconds` and `playouts` (per decision) are for the master, who thinks.

    `seed` is a whole number or a random generator: ours, Python's or numpy's.
    """
    if name == "random":
        return RandomBot(seed)
    if name == "novice":
        return Novice(seed)
    if name == "monk":
        return Monk(seed)
    if name == "master":
        return Master(seed, seconds, playouts)
    raise ValueError(f"no companion is called {name!r}; there are {', '.join(_BOTS)}")


def play(
    game: Game | str,
    options: Mapping[str, Any] | None = None,
    bots: Sequence[Bot | str] | str = "random",
    seed: int = 0,
) -> Record:
    """A whole game. Bots may be named; fewer bots than seats take the seats in turn."""
    if type(seed) is not int:
        raise ValueError(f"seed={seed!r}: a whole number is needed")
    bots = [bots] if isinstance(bots, str) else list(bots)
    chosen = _find(game) if isinstance(game, str) else game
    seats = chosen.new(**(options or {})).seats()
    if not 1 <= len(bots) <= seats:
        raise ValueError(f"play needs 1…{seats} bots here, not {len(bots)}; there are {', '.join(_BOTS)}")
    seated = [_seat(bots[seat % len(bots)], seed, seat) for seat in range(seats)]
    return _record.play(chosen, options or {}, seated, seed)


def _seat(given: Bot | str, seed: int, seat: int) -> Bot:
    return bot(given, seed=derive(seed, "bot", seat)) if isinstance(given, str) else given


_find = game
