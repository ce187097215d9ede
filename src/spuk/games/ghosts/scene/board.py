"""Ghosts in the browser: a felt with the hand below it, and its own log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from spuk.games.ghosts.scene.history import ToldEvents, past_lines
from spuk.games.ghosts.scene.page import draw_ghosts
from spuk.games.ghosts.scene.parts import outermost, parts
from spuk.games.ghosts.state import ID
from spuk.kernel.game import State
from spuk.language.words import words_of
from spuk.render.board import Board, Key
from spuk.render.log import PastLine
from spuk.render.parts import Part
from spuk.table.past import Past


class GhostsBoard(Board):
    """Cards, and hands that others do not see."""

    layout = "cards"
    styles = ("cards.css",)
    scripts = ("cards.js",)
    shows_log = True
    keys = (*Board.keys, Key(("P",), "ui.cards.key.pile"))
    emblem = "family-vampire"
    emblem_look = "violet"
    player_symbol = "moon"
    stool_symbol = "family-mist"
    box = "ghosts/box.html"
    box_look = "violet"

    def study(self, state: State, lang: str) -> dict[str, Any]:
        return {"phase": "", "question": words_of(self.game).turn_words(state, lang)}

    def scene(self, seen: Mapping[str, Any], lang: str) -> Any:
        return draw_ghosts(seen, lang)

    def parts(self, context: Mapping[str, Any], lang: str) -> tuple[Sequence[str], Iterable[Part]]:
        return outermost(context), parts(context["scene"], context)

    def is_worth_telling(self, event: Mapping[str, Any]) -> bool:
        """A card that only its owner sees is: it is in no other place."""
        return event["id"] != "card_drawn" or ("seat" in event and "card" in event)

    def past_lines(self, past: Past, names: Sequence[str], lang: str) -> list[PastLine]:
        return past_lines([ToldEvents(at, events) for at, events in past.told], names, lang)[::-1]


BOARD: Final = GhostsBoard(ID)
