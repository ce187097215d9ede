"""A tour of the terminal's texts whose ids are put together from parts: letters, signs, help, options."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import typer

import spuk
from spuk import cli
from spuk.admin import commands
from spuk.bots.registry import FAULTS, BadBot
from spuk.games.ghost_stories.board import COLORS, TILES
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.terminal.choices import GROUPS
from spuk.games.ghost_stories.tutorial.lesson import STEPS
from spuk.games.ghost_stories.words import names
from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.terminal.cards import sign
from spuk.games.ghosts.terminal.ending import _sheet
from spuk.kernel.errors import OtherRules
from spuk.kernel.seeds import Random
from spuk.kernel.undo import REASONS
from spuk.language.catalog import say
from spuk.language.people import at_a_table
from spuk.language.revision import unreadable_words
from spuk.terminal.bots import ability_words, bad_bot_words, offered, strength_words
from spuk.terminal.menu import subtitle
from spuk.terminal.tables import table_of


def screens(lang: str) -> Iterator[str]:
    yield subtitle(lang)
    for table in map(table_of, spuk.games()):
        yield table.words.title(lang)
        yield table.words.subtitle(lang)
        yield from (line.plain for line in table.guide({}, lang, 80))
    yield from (signs.letter(lang, color) for color in COLORS)
    yield from (signs.code(lang, board) for board in "NESW")
    yield from (sign({"family": family, "value": 1}, lang) for family in FAMILIES)
    yield from (strength_words(name, lang) for name in offered())
    yield from (ability_words(name, lang) for name in spuk.bots())
    yield from (bad_bot_words(BadBot(fault, "x:Y", "z"), lang) for fault in FAULTS)
    yield from (say(lang, f"ui.group.{name}") for name in GROUPS if name != "end")
    yield from (say(lang, f"ui.no_undo.{reason}") for reason in REASONS)
    yield from (line.plain for line in _sheet(_ghosts_view(), [], lang))
    with at_a_table():
        yield names.space_name(0, lang, "red")
    yield from (say(lang, f"ui.table.{part}.{tile}") for part in ("short", "gist") for tile in TILES)
    yield from _rules(lang)
    yield from (unreadable_words("x", OtherRules("ghosts", *found), lang) for found in ((1, 2), (2, 1)))
    yield unreadable_words("x", ValueError("broken"), lang)


def _rules(lang: str) -> Iterator[str]:
    for row in ROWS.values():
        yield row.point(lang)
        yield from row.values(lang).values()
    for step in STEPS:
        yield from (step.title(lang), step.text(lang), step.why(lang))


def _ghosts_view() -> dict[str, object]:
    state = spuk.game("ghosts").new()
    state.apply(int(state.sample(Random(1))))
    return state.view(None)


def command_line() -> None:
    """The help of all options is put together when the command is."""
    importlib.reload(commands)  # names what several of its commands have in common when it is loaded
    typer.main.get_command(cli.app)
