"""The games Spuk knows, by id: its own and those of installed packages.

A package offers a game with an entry point in the group `spuk.games` that names a `GamePack`, or calls
`spuk.register`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from spuk.kernel.errors import Fault
from spuk.kernel.game import Game, State, find_games_with
from spuk.kernel.pack import GamePack

GROUP: Final = "spuk.games"
_PACKS: Final[dict[str, GamePack]] = {}
_LISTENERS: Final[list[Callable[[], None]]] = []
_WATCHERS: Final[list[Callable[[GamePack], None]]] = []


def register(pack: GamePack | Game) -> None:
    """Make a game available under its id. Without a pack, it gets plain defaults everywhere."""
    found = pack if isinstance(pack, GamePack) else GamePack(pack)
    if not isinstance(found.game, Game):
        raise TypeError(f"expected a GamePack or a Game, not {repr(pack)[:80]}")
    found.game.speaker = _Speaker(found.id)
    _PACKS[found.id] = found
    _changed()
    for watcher in _WATCHERS:
        _show(found, watcher)


class _Speaker:
    """Names an action. The words are loaded when first needed."""

    def __init__(self, game: str) -> None:
        self._game = game

    def __call__(self, state: State, action: int, lang: str) -> str:
        return pack(self._game).action_words(state, action, lang)


def unregister(id: str) -> None:
    """Forget a game, for tests."""
    _PACKS.pop(id, None)
    _changed()


def when_games_change(hear: Callable[[], None]) -> None:
    """Call this whenever a game is added or removed, for code that caches what games provide."""
    _LISTENERS.append(hear)


def _changed() -> None:
    for hear in _LISTENERS:
        hear()


def watch(watcher: Callable[[GamePack], None]) -> None:
    """Call a watcher for every game that exists now, and for each one that is registered later."""
    known = packs()
    _WATCHERS.append(watcher)
    for found in known:
        _show(found, watcher)


def _show(found: GamePack, watcher: Callable[[GamePack], None]) -> None:
    """A game that a watcher cannot use does not affect the other games."""
    try:
        watcher(found)
    except Exception as error:
        where = watcher.__module__
        warnings.warn(f"{where} cannot offer the game {found.id!r}: {error}", stacklevel=3)


def games() -> tuple[str, ...]:
    """The ids of all games. The first one is the default."""
    _load_installed()
    return tuple(_PACKS)


def pack(id: str) -> GamePack:
    """The pack of the game with this id."""
    if id not in _PACKS:
        _load_installed()
    if id not in _PACKS:
        raise ValueError(
            Fault(
                "game.unknown",
                "unknown game {game!r}; choose from {allowed}",
                game=id,
                allowed=", ".join(_PACKS),
            )
        )
    return _PACKS[id]


def packs() -> tuple[GamePack, ...]:
    """All packs, in the order of `games`."""
    return tuple(pack(id) for id in games())


def game(id: str) -> Game:
    """The game with this id."""
    return pack(id).game


@cache
def _load_installed() -> None:
    """Once. A package that cannot be loaded does not affect the other games."""
    for entry in entry_points(group=GROUP):
        try:
            _register_new(entry.load())
        except Exception as error:
            warnings.warn(f"the game {entry.name!r} cannot be loaded: {error}", stacklevel=2)


def _register_new(pack: GamePack | Game) -> None:
    """Installing a package never changes the meaning of an existing game."""
    if pack.id in _PACKS:
        raise ValueError(f"a game with this id already exists: {pack.id!r}")
    register(pack)


find_games_with(game)
