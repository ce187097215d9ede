"""Bots as people name and choose them: which exist, what they can do, why one cannot play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import spuk
from spuk.bots.registry import BadBot, bot_kind, load_bot
from spuk.language.catalog import has, say
from spuk.language.plain import clean

HUMAN: Final = "human"
"""A person in a record's `players`. Anything else there is the name of a bot."""
DEFAULT_BOT: Final = "monk"
"""The default opponent."""
JUDGE: Final = "master"
"""The default bot for analysis."""


def offered() -> list[str]:
    """The bots people can choose, Spuk's own from weak to strong. `--seats` and old saves may name others."""
    return [name for name in spuk.bots() if bot_kind(name).offered]


def advisers() -> list[str]:
    """The bots that give advice, the most thoughtful first."""
    able = [bot_kind(name) for name in spuk.bots() if bot_kind(name).advises]
    return [kind.name for kind in sorted(able, key=lambda kind: not kind.thinks)]


def seated(people: int, bots: Sequence[str]) -> list[str]:
    """People first, bots in the last seats."""
    return [HUMAN] * people + list(bots)


class UnknownBot(ValueError):
    """There is no bot with this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def typed_bots(text: str, besides: Sequence[str] = ()) -> list[str]:
    """Bot names separated by commas, as typed by the user here: `package.module:Class` is imported.

    `UnknownBot` or `BadBot` says what is wrong. `besides` are other allowed words.
    """
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in besides and load_bot(name) not in spuk.bots():
            raise UnknownBot(name)
    return names


def bot_name(name: str, lang: str) -> str:
    """The display name of a bot; its own name if no catalogue has one."""
    id = f"ui.bot.{name}"
    return say(lang, id) if has(lang, id) else clean(name)


def strength_words(name: str, lang: str) -> str:
    """A bot and how it plays, for choosing one."""
    id = f"ui.strength.{name}"
    return say(lang, id) if has(lang, id) else clean(name)


def ability_words(name: str, lang: str) -> str:
    """What a bot can do beyond playing."""
    kind = bot_kind(name)
    able = {"thinks": kind.thinks, "advises": kind.advises}
    said = [say(lang, f"ui.bots.{ability}") for ability, can in able.items() if can]
    return ", ".join(said) or say(lang, "ui.bots.plays")


def bad_bot_words(error: BadBot, lang: str) -> str:
    """Why the named bot cannot play."""
    module, _, name = error.spec.partition(":")
    values = {"bot": clean(error.spec), "module": clean(module), "name": clean(name)}
    return say(lang, f"ui.bots.{error.fault}", reason=clean(error.reason), **values)
