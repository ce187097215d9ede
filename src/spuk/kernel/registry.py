"""The games Spuk knows, by id: its own, and those that installed packages bring along.

A package offers a game with an entry point in the group `spuk.games` that names a `GamePack`, or calls
`spuk.register`.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from spuk.kernel.game import Game, Speaker, State
from spuk.kernel.pack import GamePack, load

GROUP: Final = "spuk.games"
_PLAIN_WORDS: Final = "spuk.language.words:Words"
"""What speaks for a game without words of its own; imported when somebody first wants to read one."""
_PACKS: Final[dict[str, GamePack]] = {}


def register(pack: GamePack | Game) -> None:
    """Make a game available under its id. A game that comes without a pack gets plain defaults everywhere."""
    found = pack if isinstance(pack, GamePack) else GamePack(pack)
    if not isinstance(found.game, Game):
        raise TypeError(f"a GamePack or a Game is needed, not {repr(pack)[:80]}")
    found.game.speaker = _speaker(found)
    _PACKS[found.id] = found


def _speaker(pack: GamePack) -> Speaker:
    """Who says what an action is; the words are loaded when somebody first wants to read one."""

    def speak(state: State, action: int, lang: str) -> str:
        words = pack.part("words") or load(_PLAIN_WORDS)(pack.id)
        return str(words.action_words(state, action, lang))

    return speak


def unregister(id: str) -> None:
    """Forget a game, for tests."""
    _PACKS.pop(id, None)


def games() -> tuple[str, ...]:
    """The ids of all games; the first one is played where none is named."""
    _load_installed()
    return tuple(_PACKS)


def pack(id: str) -> GamePack:
    """The pack of the game with this id."""
    if id not in _PACKS:
        _load_installed()
    if id not in _PACKS:
        raise ValueError(f"no game is called {id!r}; the games are {', '.join(_PACKS)}")
    return _PACKS[id]


def packs() -> tuple[GamePack, ...]:
    """All packs, in the order of `games`."""
    return tuple(pack(id) for id in games())


def game(id: str) -> Game:
    """The game with this id."""
    return pack(id).game


@cache
def _load_installed() -> None:
    """Once; a package that cannot be loaded costs nobody the other games."""
    for entry in entry_points(group=GROUP):
        try:
            _register_new(entry.load())
        except Exception as error:
            warnings.warn(f"the game {entry.name!r} cannot be loaded: {error}", stacklevel=2)


def _register_new(pack: GamePack | Game) -> None:
    """Installing a package never changes what a game that is already there means."""
    if pack.id in _PACKS:
        raise ValueError(f"there is already a game with the id {pack.id!r}")
    register(pack)
