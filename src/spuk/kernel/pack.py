"""A game pack: a game, and where the rest of Spuk finds what it needs to know about it.

A game must have an engine. Everything else is a *part*: an object that another package asks for, named as
`module:attribute` and imported when first needed, so studying a game never loads its drawings. The package
that uses a part defines what it must offer. Without it, a game gets a plain default.
docs/guides/add-a-game.md shows a whole pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from spuk.kernel.game import Game, State

_PLAIN_WORDS: Final = "spuk.language.words:Words"
"""Names the actions of a game without texts of its own."""


@dataclass(frozen=True)
class GamePack:
    """One game and its parts."""

    game: Game
    package: str = ""
    """Its folder may hold `locale/<language>/*.po`, `rules/<language>.md`, `templates/` and `static/`."""
    rule_prefix: str = ""
    """How its rule numbers begin, such as `GS`."""
    low_score_wins: bool = False
    """Whether fewer points are better."""
    words: str = ""
    """A `spuk.language.words.Words`: actions, events, turns and names in every language."""
    rules: str = ""
    """A `spuk.rules.parts.RulesPart`: names, figures and edition table of its rules text."""
    board: str = ""
    """A `spuk.render.board.Board`: its scene and templates in the browser."""
    new_table: str = ""
    """A `spuk.render.new_table.NewTableForm`: its questions before a game."""
    tutorial: str = ""
    """A `spuk.render.tutorial.Tutorial`: its tutorial."""
    terminal: str = ""
    """A `spuk.terminal.table.Table`."""
    commands: str = ""
    """A function that receives the Typer app of `spuk` and adds commands."""
    report: str = ""
    """A `spuk.lab.report.toolkit.ReportWriter`: its chapters of a report."""
    encoder: str = ""
    """A `spuk.envs.core.encoder.Encoder`: observations and rewards."""
    env_version: int = 1
    """The version of its environments: raised whenever an observation changes."""
    env_changes: Mapping[int, str] = field(default_factory=dict)
    """What each version changed, for people who request an older one."""
    picture: str = ""
    """A `spuk.envs.parts.Painter`: what a seat sees as an image."""
    openspiel: str = ""
    """A `spuk.envs.parts.SpielPart`: what OpenSpiel needs beyond the engine."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    def part(self, name: str) -> Any:
        """A part by the name of its field; None if the game has none."""
        address = getattr(self, name)
        return load(address) if address else None

    def action_words(self, state: State, action: int, lang: str) -> str:
        """What an action is, in words. The words are loaded when first needed."""
        words = self.part("words") or load(_PLAIN_WORDS)(self.id)
        return str(words.action_words(state, action, lang))

    def folder(self, name: str) -> Any:
        """A folder of its package (`locale`, `rules`, …), or None."""
        found = files(self.package) / name if self.package else None
        return found if found is not None and found.is_dir() else None


@cache
def load(address: str) -> Any:
    """What `package.module:attribute` names."""
    module, _, attribute = address.partition(":")
    return getattr(import_module(module), attribute)
