"""A ghost as it lies on the table: portrait, resistance and what takes from it, stones, what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from spuk.games.ghost_stories import words
from spuk.games.ghost_stories.board import COLORS, LETTERS
from spuk.games.ghost_stories.cards import LAST_GHOST, ROWS
from spuk.games.ghost_stories.scene.portraits import Portrait, portrait
from spuk.games.ghost_stories.scene.rules import ability_rule
from spuk.language.catalog import say

_DROPPED: Final = ("_to_exorcise", "_of_prayer")
"""Ends of abilities' ids that their symbols do without."""
_GROUP: Final = "group_"
_HARMLESS: Final = "reward"


@dataclass(frozen=True)
class Pip:
    """One symbol of a resistance."""

    color: str
    off: bool = False
    """The Circle of Prayer or the Mantra has taken it."""


@dataclass(frozen=True)
class Stone:
    """An ability on a ghost card."""

    symbol: str
    words: str
    rule: str
    good: bool
    group: bool


@dataclass(frozen=True)
class Card:
    """A ghost card."""

    card: int
    name: str
    color: str
    portrait: Portrait
    pips: tuple[Pip, ...]
    stones: tuple[tuple[Stone, ...], ...]
    """Left, centre, right; each may be empty."""
    incarnation: bool
    figure: str | None
    """Where the haunting figure stands: card or stone; None without one."""
    mantra: bool
    captured: bool
    """Holds a Tao die."""
    bar: str
    """Why it cannot be exorcised now, in words; '' if nothing keeps anybody from it."""
    label: str
    """All of it in words, for those who cannot see the card."""

    @property
    def crowd(self) -> str:
        """How the pips are arranged, by their number."""
        return crowding(len(self.pips))


def crowding(pips: int) -> str:
    """How that many pips are arranged."""
    return "eight" if pips > 5 else "five" if pips > 4 else ""


def symbol_of(ability: str) -> str:
    """The symbol of an ability."""
    for end in _DROPPED:
        ability = ability.removesuffix(end)
    return ability.removeprefix(_GROUP).replace("_", "-")


def stones_of(ghost: dict[str, Any], lang: str, edition: str) -> tuple[tuple[Stone, ...], ...]:
    """The three stones of a ghost."""
    return tuple(
        tuple(_stone(stone, ability, lang, edition) for ability in ghost[stone])
        for stone in ("left", "centre", "right")
    )


def _stone(stone: str, ability: str, lang: str, edition: str) -> Stone:
    told = words.ability_words(stone, ability, lang, edition)
    good = ability.startswith(_HARMLESS)
    rule = ability_rule(stone, ability)
    return Stone(symbol_of(ability), told, rule, good, ability.startswith(_GROUP))


def pips_of(resistance: str, circle: str | None, mantra: bool) -> tuple[Pip, ...]:
    """The symbols of a resistance; the last ones of a colour are those that are taken away.

    Of a many-coloured incarnation the Mantra takes a colour that is chosen after the roll.
    """
    colors = [COLORS[LETTERS.index(letter)] for letter in resistance]
    taken = [circle] if circle in colors else []
    if mantra and len(set(colors)) == 1:
        taken.append(colors[0])
    pips: list[Pip] = []
    for color in reversed(colors):
        off = color in taken
        if off:
            taken.remove(color)
        pips.append(Pip(color, off))
    return tuple(reversed(pips))


def card_of(ghost: dict[str, Any], view: dict[str, Any], lang: str, bar: str = "") -> Card:
    """A ghost of a view."""
    edition = view["options"]["edition"]
    pips = pips_of(ghost["resistance"], view["circle"], ghost["mantra"])
    stones = stones_of(ghost, lang, edition)
    name = words.card_name(ghost["card"], lang)
    resistance = ", ".join(words.color_name(pip.color, lang) for pip in pips if not pip.off)
    label = [name, say(lang, "ui.table.resistance", colors=resistance or say(lang, "list.empty"))]
    label += [stone.words for group in stones for stone in group]
    return Card(
        card=ghost["card"],
        name=name,
        color=ghost["color"],
        portrait=portrait(ghost["card"]),
        pips=pips,
        stones=stones,
        incarnation=ghost["incarnation"],
        figure=ghost["figure"],
        mantra=ghost["mantra"],
        captured="capture_die" in ghost["left"],
        bar=bar,
        label="\n".join([*label, bar] if bar else label),
    )


def card_from_deck(card: int, view: dict[str, Any], lang: str) -> Card:
    """A card that lies nowhere yet."""
    row = ROWS[card - 1]
    ghost = {
        "card": card,
        "color": row["color"],
        "resistance": row["resistance"].lower(),
        **{stone: row[stone].split("+") if row[stone] else [] for stone in ("left", "centre", "right")},
        "incarnation": card > LAST_GHOST,
        "figure": None,
        "mantra": False,
    }
    return card_of(ghost, view, lang)
