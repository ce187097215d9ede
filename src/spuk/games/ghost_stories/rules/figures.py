"""What figures show: things of the game with their printed names and effects, from the tables of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spuk.games.ghost_stories.board import COLORS, LETTERS, POWERS, TILES
from spuk.games.ghost_stories.cards import LAST_CARD, LAST_GHOST, ROWS
from spuk.games.ghost_stories.options import setup
from spuk.games.ghost_stories.scene.cards import Pip, crowding, symbol_of
from spuk.games.ghost_stories.scene.options import power_symbol, tile_symbol
from spuk.games.ghost_stories.scene.portraits import Portrait, portrait
from spuk.games.ghost_stories.words import names
from spuk.games.ghost_stories.words.names import DEFAULT_EDITION
from spuk.rules.blocks import Figure

STONES: Final = ("left", "centre", "right")


@dataclass(frozen=True)
class Thing:
    """Something with a picture, a name and an effect."""

    symbol: str
    name: str
    words: str
    group: bool = False
    """Whether it hits or rewards everyone: the drawing gets three heads."""
    color: str = ""


@dataclass(frozen=True)
class Ability:
    """What one stone of a card shows."""

    stone: str
    id: str
    symbol: str
    group: bool
    words: str

    @property
    def good(self) -> bool:
        """A reward."""
        return self.id.startswith("reward_")


@dataclass(frozen=True)
class Card:
    """A ghost or incarnation as its card shows it, drawn as at the table, with nothing on it."""

    number: int
    name: str
    color: str
    color_name: str
    resistance: tuple[str, ...]
    abilities: tuple[Ability, ...]
    bar: str = ""
    mantra: bool = False
    captured: bool = False
    label: str = ""

    @property
    def incarnation(self) -> bool:
        """Wu-Feng himself."""
        return self.number > LAST_GHOST

    @property
    def portrait(self) -> Portrait:
        """Its face."""
        return portrait(self.number)

    @property
    def pips(self) -> tuple[Pip, ...]:
        """Its resistance, symbol by symbol."""
        return tuple(Pip(color) for color in self.resistance)

    @property
    def crowd(self) -> str:
        """How the pips are arranged, by their number."""
        return crowding(len(self.resistance))

    @property
    def stones(self) -> tuple[tuple[Ability, ...], ...]:
        """The abilities of the left, the centre and the right stone."""
        return tuple(tuple(each for each in self.abilities if each.stone == stone) for stone in STONES)


@dataclass(frozen=True)
class LevelRow:
    """A level in figures."""

    name: str
    about: str
    qi: int
    yin_yang: bool
    incarnations: str
    haunted_limit: int


def ability(stone: str, id: str, lang: str, edition: str = DEFAULT_EDITION) -> Ability:
    """One ability on one stone."""
    words = names.ability_words(stone, id, lang, edition)
    return Ability(stone, id, symbol_of(id), id.startswith("group_"), words)


def card(number: int, lang: str, edition: str = DEFAULT_EDITION) -> Card:
    """A card by its number (from 1)."""
    row = ROWS[number - 1]
    return Card(
        number=number,
        name=names.card_name(number, lang),
        color=row["color"],
        color_name=names.color_name(row["color"], lang),
        resistance=tuple(COLORS[LETTERS.index(letter)] for letter in row["resistance"].lower()),
        abilities=tuple(
            ability(stone, id, lang, edition)
            for stone in STONES
            for id in filter(None, row[stone].split("+"))
        ),
    )


def cards(lang: str, edition: str = DEFAULT_EDITION) -> list[Card]:
    """All 65."""
    return [card(number, lang, edition) for number in range(1, int(LAST_CARD) + 1)]


def abilities(lang: str, edition: str = DEFAULT_EDITION, stone: str = "") -> list[Ability]:
    """Every ability that any card has (on one stone), in the order of the cards."""
    wanted = (stone,) if stone else STONES
    found = {(a.stone, a.id): a for card in cards(lang, edition) for a in card.abilities if a.stone in wanted}
    return sorted(found.values(), key=lambda a: STONES.index(a.stone))


def tile(id: str, lang: str) -> Thing:
    """A village tile with its villager's help."""
    return Thing(tile_symbol(id), names.tile_name(id, lang), names.tile_effect(id, lang))


def power(id: str, lang: str, edition: str = DEFAULT_EDITION) -> Thing:
    """A power with its effect."""
    name, effect = names.power_name(id, lang, edition), names.power_effect(id, lang, edition)
    return Thing(power_symbol(id), name, effect, color=COLORS[POWERS.index(id) // 2])


def levels(lang: str, edition: str = DEFAULT_EDITION) -> list[LevelRow]:
    """What the levels change, in figures."""
    return [_level(id, lang, edition) for id in ("initiation", "normal", "nightmare", "hell")]


def _level(id: str, lang: str, edition: str) -> LevelRow:
    tables = [setup({"level": id, "edition": edition, "players": players}) for players in (1, 4)]
    few, many = (int(table.incarnations) for table in tables)
    return LevelRow(
        name=names.level_name(id, lang),
        about=names.level_about(id, lang),
        qi=int(tables[0].start_qi),
        yin_yang=tables[0].level.yin_yang,
        incarnations=str(many) if few == many else f"{few}–{many}",
        haunted_limit=int(tables[0].haunted_limit),
    )


def figure_words(figure: Figure, lang: str, edition: str = DEFAULT_EDITION) -> list[str]:
    """What a figure says, line by line, for those who cannot see it, and for the search."""
    match figure.kind:
        case "tile":
            return [tile(figure.id, lang).words]
        case "power":
            return [power(figure.id, lang, edition).words]
        case "tiles":
            return [f"{thing.name}: {thing.words}" for thing in (tile(id, lang) for id in TILES)]
        case "card":
            return _card_words(card(int(figure.id), lang, edition))
        case "abilities":
            return [ability.words for ability in abilities(lang, edition, figure.id)]
        case "levels":
            return [f"{level.name}: {level.about}" for level in levels(lang, edition)]
        case "village" | "dice" | "editions" | "picture":
            return []
    raise ValueError(f"no figure {figure.kind!r}")


def _card_words(shown: Card) -> list[str]:
    resistance = "".join(LETTERS[COLORS.index(color)].upper() for color in shown.resistance)
    return [f"{shown.name} ({shown.number}, {resistance})", *(ability.words for ability in shown.abilities)]
