"""Help: what you can type, how the game works, what the signs mean, and what is at a place."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.terminal.board import SIGNED
from spuk.games.ghost_stories.terminal.status import ghost_line, legend, tile_help
from spuk.games.ghost_stories.words import (
    ability_words,
    card_effects,
    power_effect,
    power_name,
    tile_name,
)
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.lines import fold, item
from spuk.terminal.table import Data

COMMANDS: Final = (
    ("1", "number"),
    ("u", "undo"),
    ("s", "save"),
    ("l", "log"),
    ("q", "quit"),
    ("?", "help"),
    ("?5", "place"),
)
SIGNS: Final = (
    (signs.QI, "qi"),
    (signs.YIN_YANG, "yin_yang"),
    (signs.POWER_TOKEN, "power_token"),
    (signs.BUDDHA, "buddha"),
    (signs.TAOIST, "taoist"),
    (signs.DEAD, "dead"),
    (signs.MANTRA, "mantra"),
    (look.BLOCKED, "blocked"),
)
PARTS: Final = ("goal", "yin", "yang", "exorcism", "lost")
NARROW: Final = 4
BROAD: Final = 17
"""Columns for a key or sign, before its meaning."""


def guide_lines(edition: str, lang: str, width: int) -> list[Text]:
    """The whole help, by the rules of an edition."""
    lines = [_heading(lang, "title")]
    for key, name in COMMANDS:
        lines.extend(item(key, say(lang, f"ui.help.{name}"), width, NARROW))
    lines += [Text(), _heading(lang, "turn")]
    for part in PARTS:
        lines.extend(item("·", say(lang, f"ui.help.turn.{part}"), width, NARROW - 2))
    lines += [Text(), _heading(lang, "signs"), *legend(lang, width)]
    for sign, name in SIGNS:
        lines.extend(item(sign, say(lang, f"ui.help.sign.{name}"), width, NARROW))
    struck = signs.letter(lang, "red").lower()
    lines.extend(item(struck, say(lang, "ui.help.sign.small"), width, NARROW))
    for name in ("on_card", "on_stone"):
        lines.extend(item(say(lang, f"ui.sign.{name}"), say(lang, f"ui.help.{name}"), width, BROAD))
    for stone, ability in SIGNED:
        sign = say(lang, f"ui.sign.{stone}.{ability}")
        lines.extend(item(sign, ability_words(stone, ability, lang, edition), width, BROAD))
    return [*lines, Text()]


def _heading(lang: str, name: str) -> Text:
    return Text(say(lang, f"ui.help.{name}"), style=look.ACCENT)


def about_lines(view: Data, code: str, lang: str, width: int) -> list[Text]:
    """What is at a place (5), a ghost space (N2) or a board (N); nothing for any other code."""
    for place in view["village"]:
        if code == str(place["place"]):
            return _about_tile(view, place["tile"], lang, width)
    for board in view["boards"]:
        if code in (board["board"], signs.code(lang, board["board"])):
            return _about_power(view, board["power"], lang, width)
        for space in board["spaces"]:
            if code in (space["space"], signs.code(lang, space["space"])):
                return _about_space(view, space, lang, width)
    return []


def _about_tile(view: Data, tile: str, lang: str, width: int) -> list[Text]:
    effect = tile_help(view, tile, lang)
    return [Text(tile_name(tile, lang), style=look.ACCENT), *fold(Text(effect), width)]


def _about_power(view: Data, power: str, lang: str, width: int) -> list[Text]:
    edition = view["options"]["edition"]
    effect = Text(power_effect(power, lang, edition))
    return [Text(power_name(power, lang, edition), style=look.ACCENT), *fold(effect, width)]


def _about_space(view: Data, space: Data, lang: str, width: int) -> list[Text]:
    ghost = space["ghost"]
    if ghost is None:
        id = "ui.help.sign.buddha" if space["buddha"] else "ui.empty_space"
        return fold(Text(say(lang, id)), width)
    return about_ghost(view, ghost, lang, width)


def about_ghost(view: Data, ghost: Data, lang: str, width: int) -> list[Text]:
    """A ghost and everything it can do, in sentences."""
    lines = fold(ghost_line(ghost, lang, view["circle"]), width)
    for effect in card_effects(ghost["card"], lang, view["options"]["edition"]):
        lines.extend(item("·", effect, width, NARROW - 2))
    return lines
