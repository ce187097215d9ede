"""Ghosts in the terminal: everyone for themselves, with hidden hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.text import Text

import spuk
from spuk.games.ghosts.state import ID
from spuk.games.ghosts.terminal.ending import end_lines, round_lines
from spuk.games.ghosts.terminal.guide import guide_lines
from spuk.games.ghosts.terminal.screen import choice_lines, ordered, question_lines, table_lines
from spuk.games.ghosts.words import draw_words, edition_about, edition_name
from spuk.terminal.questions import Questions
from spuk.terminal.session import Session, Told
from spuk.terminal.table import Scene, Table, Wish


class GhostsTable(Table):
    """The pile, the players around it, and the viewer's hand."""

    companions = 3

    def story(self, told: Sequence[Told], lang: str) -> list[str]:
        """Own draws are shown together. That others draw back up to five is not mentioned."""
        lines: list[str] = []
        for drawer, run in groupby(told, _drawer):
            if drawer is None:
                lines.extend(entry.text for entry in run)
                continue
            cards = [entry.event.values["card"] for entry in run if "card" in entry.event.values]
            if cards:
                lines.append(draw_words(drawer, cards, lang))
        return lines

    def screen(self, scene: Scene) -> list[Text]:
        """Everything but the question."""
        return table_lines(scene)

    def question(self, scene: Scene) -> list[Text]:
        """Who has to decide what."""
        return question_lines(scene)

    def ordered(self, legal: list[int]) -> list[int]:
        """Cards first."""
        return ordered(legal)

    def choices(self, scene: Scene) -> list[Text]:
        """What the viewer may do."""
        return choice_lines(scene)

    def interlude(self, session: Session, since: int, lang: str, width: int) -> list[Text]:
        """The end of a round."""
        return round_lines(session, since, lang, width)

    def ending(self, scene: Scene) -> list[Text]:
        """How the game ended; empty while it is in progress."""
        return end_lines(scene)

    def guide(self, options: Mapping[str, Any], lang: str, width: int) -> list[Text]:
        """The whole help."""
        usual = spuk.game(self.game).options()["edition"][0]
        return guide_lines(options.get("edition", usual), lang, width)

    def wish(self, ask: Questions) -> Wish:
        """People, bots, rounds, edition."""
        allowed = spuk.game(self.game).options()
        seats = self.ask_seats(ask)
        rounds = allowed["rounds"]
        number = ask.number("ui.ghosts.choose_rounds", min(rounds), max(rounds), rounds[0])
        editions = allowed["edition"]
        names = [f"{edition_name(id, ask.lang)} – {edition_about(id, ask.lang)}" for id in editions]
        edition = editions[ask.pick("ui.choose_edition", names)]
        return Wish(self.game, seats=seats, options={"rounds": number, "edition": edition})


def _drawer(told: Told) -> int | None:
    """Who draws a card in this event; None if it is about something else."""
    return told.event.values["seat"] if told.event.id == "card_drawn" else None


TABLE: Final = GhostsTable(ID)
