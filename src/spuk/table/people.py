"""Names of people and bots at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from spuk.language.catalog import has, say
from spuk.language.words import readable


def nameless(number: int) -> str:
    """What is stored for someone who gave no name. Everyone reads it in their own language."""
    return f"Player {number + 1}"


def names_of(seats: Sequence[Mapping[str, Any]], lang: str) -> list[str]:
    """A name for each seat, '' for free ones. Several bots of a kind are numbered."""
    wanted = [_name(seat, number, lang) for number, seat in enumerate(seats)]
    several = {name for name, number in Counter(wanted).items() if number > 1 and name}
    found: Counter[str] = Counter()
    names = []
    for name in wanted:
        found[name] += 1
        names.append(say(lang, "ui.bot.again", name=name, n=found[name]) if name in several else name)
    return names


def _name(seat: Mapping[str, Any], number: int, lang: str) -> str:
    if seat["bot"] and seat["name"] == seat["bot"]:
        return bot_name(seat["bot"], lang)
    return read_name(str(seat["name"]), number, lang)  # also for a person for whom a bot plays


def bot_name(bot: str, lang: str) -> str:
    """The name of a kind of bot; a third-party bot has its own name."""
    id = f"ui.bot.{bot}"
    return say(lang, id) if has(lang, id) else readable(bot.rpartition(":")[2])


def read_name(name: str, number: int, lang: str) -> str:
    """A person's stored name, for a reader of this language."""
    return say(lang, "ui.lobby.player", number=number + 1) if name == nameless(number) else name


def named(seats: Sequence[Mapping[str, Any]], lang: str) -> list[dict[str, Any]]:
    """The seats with those names."""
    return [{**seat, "name": name} for seat, name in zip(seats, names_of(seats, lang), strict=True)]
