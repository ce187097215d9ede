"""The games as boxes on the start page."""

from __future__ import annotations

from typing import NamedTuple

import spuk
from spuk.language.catalog import say, say_number
from spuk.language.words import words_of
from spuk.render.board import Board, board_of
from spuk.render.new_table import at_once, form_of
from spuk.table import bots


class GameBox(NamedTuple):
    """A game to choose on the start page."""

    id: str
    name: str
    about: str
    players: str
    time: str
    """'' if unknown."""
    kind: str
    """Cooperative, or everyone for themselves."""
    together: bool
    now: str
    """What begins at once."""
    board: Board
    has_tutorial: bool
    has_rules: bool


def boxes(lang: str) -> list[GameBox]:
    """All games, in a few words each."""
    return [_box(id, lang) for id in spuk.games()]


def _box(id: str, lang: str) -> GameBox:
    words, together = words_of(id), spuk.game(id).together()
    kind = say(lang, "ui.start.box.together" if together else "ui.start.box.versus")
    return GameBox(
        id=id,
        name=words.title(lang),
        about=words.box_text("about", lang) or words.subtitle(lang),
        players=words.box_text("players", lang) or _players(id, lang),
        time=words.box_text("time", lang),
        kind=words.box_text("kind", lang) or kind,
        together=together,
        now=words.box_text("now", lang) or _now(id, lang),
        board=board_of(id),
        has_tutorial=bool(spuk.pack(id).tutorial),
        has_rules=spuk.pack(id).folder("rules") is not None,
    )


def _players(id: str, lang: str) -> str:
    form = form_of(id)
    least, most = form.fewest_seats, form.most_seats
    if least == most:
        return say_number(lang, "ui.list.players", most)
    return say(lang, "ui.start.box.players", least=least, most=most)


def _now(id: str, lang: str) -> str:
    """Who you play with when it starts at once."""
    fields = at_once(id, lang)
    others = [who for name, who in fields.items() if name.startswith("seat") and who in bots.offered()]
    return say_number(lang, "ui.start.box.now", len(others))
