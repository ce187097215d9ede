"""What can be chosen for a new table, in words: made from the games' own tables of options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import spuk
from spuk.games.ghost_stories.board import COLORS, POWERS
from spuk.games.ghost_stories.cards import INCARNATIONS
from spuk.games.ghost_stories.editions import LEVELS
from spuk.games.ghost_stories.words import names
from spuk.games.ghosts import words as ghosts
from spuk.language.catalog import say
from spuk.language.people import capital

STORIES: Final = "ghost-stories"
COMPANIONS: Final = tuple(bot for bot in spuk.bots() if bot != "random")
"""The companions one can wish for, from weak to strong."""
SECONDS: Final = (0.3, 1.0, 3.0, 10.0)
"""Thinking times to choose from; only the master thinks."""


class Choice(NamedTuple):
    """One of several things."""

    value: str
    name: str
    about: str = ""


class Question(NamedTuple):
    """An option with all it can be."""

    id: str
    name: str
    about: str
    choices: tuple[Choice, ...]

    @property
    def yes_or_no(self) -> bool:
        """It is simply switched on."""
        return not self.choices


class Slot(NamedTuple):
    """One thing of the set-up that can be chosen instead of drawn."""

    field: str
    name: str
    choices: tuple[Choice, ...]


class ByHand(NamedTuple):
    """A part of the set-up, piece by piece."""

    id: str
    name: str
    about: str
    slots: tuple[Slot, ...]


def seats_of(game: str) -> int:
    """The most that can play."""
    return int(max(spuk.game(game).options()["players"]))


def fewest_of(game: str) -> int:
    """The fewest that can play."""
    return int(min(spuk.game(game).options()["players"]))


def questions(game: str, lang: str) -> tuple[Question, ...]:
    """The options that everybody may want to choose; the number of players follows from the seats."""
    found = []
    for option, allowed in spuk.game(game).options().items():
        if option == "players" or allowed[0] is None:
            continue
        choices = () if allowed[0] is False else tuple(_choice(game, option, v, lang) for v in allowed)
        found.append(
            Question(option, option_name(game, option, lang), say(lang, f"ui.new.about.{option}"), choices)
        )
    return tuple(found)


def _choice(game: str, option: str, value: Any, lang: str) -> Choice:
    if option == "level":
        return Choice(value, names.level_name(value, lang), capital(names.level_about(value, lang)))
    if option == "edition" and game == STORIES:
        return Choice(value, names.edition_name(value, lang), names.edition_about(value, lang))
    if option == "edition":
        about = capital(ghosts.edition_about(value, lang))
        return Choice(value, ghosts.edition_name(value, lang), about)
    return Choice(str(value), str(value))


def in_order(question: Question) -> tuple[Choice, ...]:
    """The choices as people would line them up: levels from gentle to cruel."""
    if question.id != "level":
        return question.choices
    return tuple(sorted(question.choices, key=lambda choice: list(LEVELS).index(choice.value)))


def option_name(game: str, option: str, lang: str) -> str:
    """What an option is about."""
    return names.option_name(option, lang) if game == STORIES else ghosts.option_name(option, lang)


# ── the set-up by hand ──────────────────────────────────────────────────────────────────────


def left_to_chance(game: str) -> list[str]:
    """The options that are drawn unless somebody chooses them."""
    return [option for option, allowed in spuk.game(game).options().items() if allowed[0] is None]


def by_hand(game: str, lang: str) -> tuple[ByHand, ...]:
    """The same, piece by piece."""
    allowed = spuk.game(game).options()
    return tuple(
        ByHand(
            option,
            option_name(game, option, lang),
            say(lang, f"ui.new.about.{option}"),
            _SLOTS[option](lang, allowed[option][1:]),
        )
        for option in left_to_chance(game)
    )


def _first(lang: str, allowed: Sequence[int]) -> tuple[Slot, ...]:
    choices = tuple(Choice(str(seat), say(lang, "ui.new.seat", number=seat + 1)) for seat in allowed)
    return (Slot("first0", names.option_name("first", lang), choices),)


def _colors(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(color, capital(names.color_name(color, lang))) for color in allowed)
    sides = [capital(names.side_name(side, lang)) for side in names.SIDES]
    return tuple(Slot(f"colors{number}", side, choices) for number, side in enumerate(sides))


def _powers(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    """Each colour has two."""
    slots = []
    for color in COLORS[:4]:
        own = [power for power in allowed if POWERS.index(power) // 2 == COLORS.index(color)]
        choices = tuple(Choice(power, names.power_name(power, lang)) for power in own)
        label = capital(names.color_name(color, lang))
        slots.append(Slot(f"powers{COLORS.index(color)}", label, choices))
    return tuple(slots)


def _village(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(tile, names.tile_name(tile, lang)) for tile in allowed)
    labels = [capital(names.place_name(place, lang)) for place in range(len(allowed))]
    return tuple(Slot(f"village{place}", label, choices) for place, label in enumerate(labels))


def _incarnations(lang: str, allowed: Sequence[str]) -> tuple[Slot, ...]:
    choices = tuple(Choice(name, names.card_name(INCARNATIONS[name], lang)) for name in allowed)
    return tuple(
        Slot(f"incarnations{number}", say(lang, "ui.new.incarnation", number=number + 1), choices)
        for number in range(4)
    )


_SLOTS: Final[dict[str, Callable[[str, Sequence[Any]], tuple[Slot, ...]]]] = {
    "colors": _colors,
    "powers": _powers,
    "village": _village,
    "first": _first,
    "incarnations": _incarnations,
}
