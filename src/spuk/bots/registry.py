"""The bots Spuk knows, by name, and what each can do.

A bot is a class whose objects have `choose(state) -> action`. It may take `seed`, `seconds` and `playouts`,
and may have `advise(state, also)`. This module, and nothing else, finds out what it takes and has. More bots
come from installed packages (entry points in the group `spuk.bots`), from `register_bot`, or from the command
line as `package.module:Class`.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

from spuk.bots.master import DEFAULT_SECONDS, Master
from spuk.bots.monk import Monk
from spuk.bots.novice import Novice
from spuk.bots.random import RandomBot
from spuk.kernel.errors import Fault
from spuk.kernel.game import State
from spuk.kernel.playing import Bot

GROUP: Final = "spuk.bots"
FAULTS: Final = {
    "no_module": "there is no such module",
    "import_failed": "the module cannot be imported",
    "no_class": "the module has no such class",
    "no_choose": "a bot needs a method choose(state)",
    "cannot_start": "it cannot be created",
}
"""What can be wrong with a bot that someone names."""


class BotKind(NamedTuple):
    """A bot and what it can do."""

    name: str
    make: Callable[..., Bot]
    takes: frozenset[str]
    """Which of `seed`, `seconds` and `playouts` its class accepts."""
    advises: bool
    """Whether it judges every option (`advise`), not only chooses one."""
    offered: bool = True
    """Whether people may choose it as an opponent."""

    @property
    def thinks(self) -> bool:
        """Whether it can use a time budget."""
        return "seconds" in self.takes


class BadBot(ValueError):
    """What was named as `package.module:Class` cannot play."""

    def __init__(self, fault: str, spec: str, reason: str = "") -> None:
        super().__init__(fault, spec, reason)  # so that it can be sent between processes
        self.fault = fault
        """One of `FAULTS`, for a message in any language."""
        self.spec = spec
        self.reason = reason
        """What Python says about it; may be empty."""

    def __str__(self) -> str:
        return f"no bot at {self.spec!r}: {FAULTS[self.fault]}{self.reason and f' ({self.reason})'}"


class FunctionBot:
    """A plain function `state -> action` as a bot."""

    def __init__(self, function: Callable[[State], int]) -> None:
        self._function = function
        self.name = str(getattr(function, "__name__", type(function).__name__))

    def choose(self, state: State) -> int:
        """The function's choice."""
        return self._function(state)


_KINDS: Final[dict[str, BotKind]] = {}
_GIVEN: Final = ("seed", "seconds", "playouts")


def register_bot(name: str, make: Callable[..., Bot], *, offered: bool = True) -> None:
    """Make a bot available under a name. `make` is a class, or a function that creates a bot."""
    _KINDS[name] = BotKind(name, make, _taken_by(make), hasattr(make, "advise"), offered)


def unregister_bot(name: str) -> None:
    """Forget a bot, for tests."""
    _KINDS.pop(name, None)


def load_bot(spec: str) -> str:
    """Make the bot `package.module:Class` available under that name, and return the name.

    A function `state -> action` also works. Only for names typed by the person who runs the program, because
    this imports code. `BadBot` says what is wrong.
    """
    _load_installed()
    if spec in _KINDS or ":" not in spec:
        return spec
    found = _found(spec)
    try:
        make = _maker(found)
    except TypeError as error:
        raise BadBot("no_choose", spec) from error
    kind = BotKind(spec, make, _taken_by(make), hasattr(make, "advise"))
    try:
        made = _made(kind, seed=0)
    except (Exception, SystemExit) as error:  # third-party code: anything may happen
        raise BadBot("cannot_start", spec, f"{type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise BadBot("no_choose", spec)
    _KINDS[spec] = kind
    return spec


def _found(spec: str) -> Any:
    """The object named by `package.module:Class`."""
    module, _, name = spec.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:  # like `python -m`
        sys.path.insert(0, here)
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:
        missing = getattr(error, "name", None) if isinstance(error, ModuleNotFoundError) else None
        if not module or module.startswith(".") or (missing and f"{module}.".startswith(f"{missing}.")):
            raise BadBot("no_module", spec, str(error)) from error
        raise BadBot("import_failed", spec, f"{type(error).__name__}: {error}") from error
    if not hasattr(found, name):
        raise BadBot("no_class", spec)
    return getattr(found, name)


def _maker(found: object) -> Callable[..., Bot]:
    """What creates the bot: its class, a function of seed and budget, or a function
    that is the bot itself.
    """
    if isinstance(found, type) and hasattr(found, "choose"):
        return found
    if isinstance(found, FunctionType):
        makes_one = set(inspect.signature(found).parameters).issubset(_GIVEN)
        return found if makes_one else partial(FunctionBot, found)
    raise TypeError("expected a class with `choose(state)`, or a function `state -> action`")


def bots() -> tuple[str, ...]:
    """The names of all bots."""
    _load_installed()
    return tuple(_KINDS)


def bot_kind(name: str) -> BotKind:
    """What the bot with this name can do."""
    if name not in _KINDS:
        _load_installed()
    if name not in _KINDS:
        raise ValueError(
            Fault(
                "bot.unknown",
                "unknown bot {bot!r}; choose from {allowed}",
                bot=name,
                allowed=", ".join(_KINDS),
            )
        )
    return _KINDS[name]


def bot(name: str, *, seed: Any = 0, seconds: float | None = None, playouts: int | None = None) -> Bot:
    """The bot with this name.

    `seed` is a whole number or a random generator: ours, Python's or NumPy's. `seconds` and `playouts` (per
    decision) are for bots that use a budget.
    """
    return _made(bot_kind(name), seed=seed, seconds=seconds, playouts=playouts)


def _made(kind: BotKind, **given: Any) -> Bot:
    return kind.make(**{key: value for key, value in given.items() if key in kind.takes})


def as_bot(given: Bot | type[Bot] | Callable[[State], int] | str, seed: Any = 0) -> Bot:
    """A bot from a bot, its class or name, or a function `state -> action`."""
    if isinstance(given, str):
        return bot(given, seed=seed)
    if isinstance(given, type):
        make = _maker(given)
        return make(seed=seed) if "seed" in _taken_by(make) else make()
    if hasattr(given, "choose"):
        return given
    if not callable(given):
        raise TypeError(f"{given!r} is not a bot: give a name, a class, a function or an object")
    return FunctionBot(given)


def _taken_by(make: Callable[..., Bot]) -> frozenset[str]:
    try:
        parameters = inspect.signature(make).parameters
    except (TypeError, ValueError):  # compiled, or written in C
        return frozenset(_GIVEN)
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()):
        return frozenset(_GIVEN)
    return frozenset(_GIVEN).intersection(parameters)


@cache
def _load_installed() -> None:
    """Once. A bot that cannot be loaded does not affect the others."""
    for entry in entry_points(group=GROUP):
        try:
            register_bot(entry.name, entry.load())
        except Exception as error:
            warnings.warn(f"the bot {entry.name!r} cannot be loaded: {error}", stacklevel=2)


register_bot("random", RandomBot, offered=False)
register_bot("novice", Novice)
register_bot("monk", Monk)
register_bot("master", Master)
__all__ = [
    "DEFAULT_SECONDS",
    "BadBot",
    "BotKind",
    "as_bot",
    "bot",
    "bot_kind",
    "bots",
    "load_bot",
    "register_bot",
]
