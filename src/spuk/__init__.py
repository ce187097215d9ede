"""Spuk: play, host and study Ghost Stories and Ghosts. Everything in `__all__` is the stable public API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from spuk import engine as _engine  # noqa: F401  (first: it decides whether compiled modules are used)
from spuk.bots.advice import Advice, Difference
from spuk.bots.registry import as_bot, bot, bot_kind, bots, load_bot, register_bot
from spuk.games.ghost_stories import pack as ghost_stories
from spuk.games.ghost_stories.odds import Odds, exorcism_odds, odds
from spuk.games.ghosts import pack as ghosts
from spuk.kernel import game as _kernel
from spuk.kernel import record as _record
from spuk.kernel.actions import ActionSpace
from spuk.kernel.game import (
    CHANCE,
    OVER,
    BrokenText,
    Consequence,
    Event,
    Game,
    IllegalAction,
    Mind,
    OtherRules,
    Outcome,
    State,
)
from spuk.kernel.pack import GamePack
from spuk.kernel.record import Bot, Record
from spuk.kernel.registry import game, games, pack, packs, register
from spuk.kernel.seeds import Random, derive
from spuk.language.languages import Language, languages, register_language
from spuk.version import VERSION

__version__ = VERSION
compiled: Final = not str(_kernel.__file__).endswith(".py")
"""Whether the engine runs compiled. If not, it is the same engine as plain Python, and slower."""

__all__ = [
    "CHANCE",
    "OVER",
    "ActionSpace",
    "Advice",
    "Bot",
    "BrokenText",
    "Consequence",
    "Difference",
    "Event",
    "Game",
    "GamePack",
    "IllegalAction",
    "Language",
    "Mind",
    "Odds",
    "OtherRules",
    "Outcome",
    "Random",
    "Record",
    "State",
    "bot",
    "bot_kind",
    "bots",
    "compiled",
    "exorcism_odds",
    "game",
    "games",
    "languages",
    "load_bot",
    "odds",
    "pack",
    "packs",
    "play",
    "register",
    "register_bot",
    "register_language",
]

Player = Bot | type[Bot] | Callable[[State], int] | str
"""A bot, its class or name, or a function `state -> action`."""

for _pack in (ghost_stories.PACK, ghosts.PACK):
    register(_pack)


def play(
    game: Game | str,
    options: Mapping[str, Any] | None = None,
    bots: Player | Sequence[Player] = "random",
    seed: int = 0,
) -> Record:
    """Play a whole game and return its record.

    A bot may be a name, a class or a function `state -> action`. If there are fewer bots than seats, they
    take turns.
    """
    if type(seed) is not int:
        raise ValueError(f"seed={seed!r}: must be an integer")
    players = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    chosen = _find(game) if isinstance(game, str) else game
    seats = chosen.new(**(options or {})).seats()
    if not 1 <= len(players) <= seats:
        known = ", ".join(_names())
        raise ValueError(f"give 1 to {seats} bots, not {len(players)}; choose from {known}")
    seated = [as_bot(players[seat % len(players)], derive(seed, "bot", seat)) for seat in range(seats)]
    return _record.play(chosen, options or {}, seated, seed)


_find, _names = game, bots
