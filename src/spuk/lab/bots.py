"""The bots of a run: their names, where their code is, their thinking time, and what happens if they fail.

A name typed by the user may be `package.module:Class`, and that code is imported. A name in a file never is:
it only has to be well-formed, and to let that bot play, you have to type its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Final

import spuk
from spuk.bots.registry import DEFAULT_SECONDS
from spuk.kernel.playing import Bot
from spuk.lab.errors import Refused
from spuk.language.catalog import say, say_number
from spuk.language.formats import format_number

_NAME: Final = re.compile(r"[\w.:+-]{1,100}", flags=re.ASCII)
"""Fits a table cell, a heading and a command line."""
_NO_END: Final = 1e15
_HERE: Final = Path(__file__).parents[1]


# ── names ───────────────────────────────────────────────────────────────────────────────────


def import_typed(names: Iterable[str]) -> None:
    """Load the code of bots given as `package.module:Class`. Never for names in files."""
    for name in names:
        try:
            spuk.load_bot(name)
        except (Exception, SystemExit) as error:  # third-party code: anything may happen
            reason = told_error(error.__cause__) if error.__cause__ is not None else error
            raise Refused("ui.lab.no_bot", given=name, reason=reason) from error


def check_known(names: Sequence[str]) -> None:
    """`Refused` names the first bot that does not exist here."""
    for name in names or ("",):
        if name not in spuk.bots():
            raise Refused("ui.lab.wrong_bot", given=name, allowed=", ".join(spuk.bots()))


def check_names(names: Sequence[object]) -> None:
    """`Refused` if no run could have been played with this, whether the bot exists here or not."""
    for name in names or ("",):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise Refused("ui.lab.wrong_bot_name", given=name)


def unknown(names: Sequence[str]) -> list[str]:
    """The ones that do not exist here."""
    return [name for name in dict.fromkeys(names) if name not in spuk.bots()]


# ── time to think ───────────────────────────────────────────────────────────────────────────


def thinks(name: str) -> bool:
    """Whether it uses a budget. A bot that does not exist here may as well: its run says which one it had."""
    return name not in spuk.bots() or spuk.bot_kind(name).thinks


def usual_seconds(names: Iterable[str], seconds: float | None, playouts: int | None) -> float | None:
    """Fill in the default budget of bots that think, since it determines which games are played."""
    if seconds is None and playouts is None and any(map(thinks, names)):
        return DEFAULT_SECONDS
    return seconds


def check_budget(seconds: float | None, playouts: int | None) -> None:
    """`Refused` says what is wrong."""
    check_number("seconds", seconds)
    check_number("playouts", playouts)


def check_number(name: str, number: float | None) -> None:
    """A number must be positive and finite."""
    if number is not None and not number > 0:
        raise Refused("ui.lab.wrong_number", name=name, given=number)
    if number is not None and number > _NO_END:
        raise Refused("ui.lab.too_large_number", name=name, given=number)


def budget_words(seconds: float | None, playouts: int | None, lang: str) -> str:
    """Nothing where none was given."""
    parts = []
    if seconds is not None:
        shown = format_number(seconds, lang, most=6)
        parts.append(say(lang, "ui.lab.budget.seconds", seconds=shown))
    if playouts is not None:
        parts.append(say_number(lang, "ui.lab.budget.playouts", playouts))
    return ", ".join(parts)


# ── playing ─────────────────────────────────────────────────────────────────────────────────


class BotFailed(Exception):
    """A bot raised an exception or chose an illegal action."""

    def __init__(self, bot: str, error: BaseException) -> None:
        self.bot = bot
        self.reason = told_error(error)
        super().__init__(f"{bot}: {self.reason}")


class Seats:
    """The bots of one game. If some are third-party bots, we keep track of who is to blame for an error."""

    def __init__(self, names: Sequence[str]) -> None:
        self._watch = not all(map(is_ours, names))
        self.asked: str | None = None
        """Who answered last, if that is tracked. If the answer was illegal, they are to blame."""

    def take(self, name: str, seed: int, seconds: float | None, playouts: int | None) -> Bot:
        """A bot for the next seat."""
        try:
            bot = spuk.bot(name, seed=seed, seconds=seconds, playouts=playouts)
        except (Exception, SystemExit) as error:
            self.blame(name, error)
            raise
        return _Watched(name, bot, self) if self._watch else bot

    def blame(self, name: str | None, error: BaseException) -> None:
        """`BotFailed` if that is a third-party bot."""
        if name is not None and not is_ours(name):
            raise BotFailed(name, error) from error


class _Watched:
    """A bot in a game with third-party bots."""

    def __init__(self, name: str, bot: Bot, seats: Seats) -> None:
        self.name = name
        self._bot = bot
        self._seats = seats

    def choose(self, state: spuk.State) -> int:
        """Choose like the bot."""
        self._seats.asked = self.name
        try:
            return self._bot.choose(state)
        except (Exception, SystemExit) as error:
            self._seats.blame(self.name, error)
            raise


def is_ours(name: str) -> bool:
    """Whether it is one of Spuk's own."""
    return str(getattr(spuk.bot_kind(name).make, "__module__", "")).startswith("spuk.bots.")


def told_error(error: BaseException) -> str:
    """What happened and, except for our own bots, in which line of which file."""
    words = str(error) if isinstance(error, spuk.IllegalAction) else f"{type(error).__name__}: {error}"
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_file()]
    if not frames or _HERE in Path(frames[-1].filename).parents or "importlib" in frames[-1].filename:
        return words
    return f"{words} ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
