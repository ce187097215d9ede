"""Ghost Stories in the terminal: nothing is hidden, everyone plays together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.text import Text

import spuk
from spuk.games.ghost_stories.state import ID
from spuk.games.ghost_stories.terminal.choices import choice_lines, ordered
from spuk.games.ghost_stories.terminal.ending import end_lines
from spuk.games.ghost_stories.terminal.events import event_line
from spuk.games.ghost_stories.terminal.guide import about_lines, guide_lines
from spuk.games.ghost_stories.terminal.screen import question_lines, table_lines
from spuk.games.ghost_stories.words import face_name, level_about, level_name, taoist_name
from spuk.language.catalog import say
from spuk.terminal.questions import Questions
from spuk.terminal.session import Teller, Told
from spuk.terminal.table import Data, Scene, Table, Wish

LEVELS = ("initiation", "normal", "nightmare", "hell")
"""From gentle to cruel."""


class StoriesTable(Table):
    """The village and its four boards."""

    def teller(self, lang: str) -> Teller:
        """A teller of events in this language."""

        def tell(state: spuk.State, event: spuk.Event, action: int | None = None) -> str:
            return event_line(state, event, lang, action)

        return tell

    def story(self, told: Sequence[Told], lang: str) -> list[str]:
        """Dice rolled together are shown together."""
        lines: list[str] = []
        for rolled, run in groupby(told, lambda entry: entry.event.id == "die_rolled"):
            if rolled:
                faces = ", ".join(face_name(entry.event.values["face"], lang) for entry in run)
                lines.append(say(lang, "ui.rolled", faces=faces))
            else:
                lines.extend(entry.text for entry in run if entry.text)
        return lines

    def player(self, state: spuk.State, seat: int, lang: str) -> str:
        """The Taoist of a seat."""
        boards = state.view(None)["boards"]
        return taoist_name(next(board["color"] for board in boards if board["seat"] == seat), lang)

    def commands(self, lang: str) -> str:
        """What you can type, in one line."""
        return f"{say(lang, 'ui.commands')} · {say(lang, 'ui.stories.commands')}"

    def screen(self, scene: Scene) -> list[Text]:
        """Everything except the question."""
        return table_lines(scene)

    def question(self, scene: Scene) -> list[Text]:
        """Who has to decide what."""
        return question_lines(scene)

    def ordered(self, legal: list[int]) -> list[int]:
        """The actions as they are numbered; the first is 1."""
        return ordered(legal)

    def choices(self, scene: Scene) -> list[Text]:
        """The numbered choices, similar ones together."""
        return choice_lines(scene.state, scene.lang, scene.width)

    def ending(self, scene: Scene) -> list[Text]:
        """How the game ended; empty while it is in progress."""
        return end_lines(scene.state, scene.lang, scene.width)

    def guide(self, options: Mapping[str, Any], lang: str, width: int) -> list[Text]:
        """The whole help."""
        usual = spuk.game(self.game).options()["edition"][0]
        return guide_lines(options.get("edition", usual), lang, width)

    def about(self, scene: Scene, code: str) -> list[Text]:
        """What is at a place (5), a ghost space (N2) or a board (N)."""
        return about_lines(scene.view(), code, scene.lang, scene.width)

    def laid_out(self, view: Data) -> bool:
        """The village and its boards have been chosen."""
        return bool(view["boards"])

    def wish(self, ask: Questions) -> Wish:
        """People, bots, level."""
        seats = self.ask_seats(ask)
        names = [f"{level_name(level, ask.lang)} – {level_about(level, ask.lang)}" for level in LEVELS]
        level = LEVELS[ask.pick("ui.choose_level", names)]
        return Wish(self.game, seats=seats, options={"level": level})


TABLE: Final = StoriesTable(ID)
