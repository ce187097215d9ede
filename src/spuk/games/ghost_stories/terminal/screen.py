"""The whole screen: headline, table, what has happened, and the question."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from rich.text import Text

from spuk.games.ghost_stories.terminal.board import board_lines
from spuk.games.ghost_stories.terminal.choices import verb
from spuk.games.ghost_stories.terminal.guide import about_ghost
from spuk.games.ghost_stories.terminal.status import drawn_ghost, facts, legend, supply
from spuk.games.ghost_stories.words import edition_name, level_name, turn_words
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.cells import shorten
from spuk.terminal.lines import bar, first_that_fits, fold, in_a_row, log_lines
from spuk.terminal.table import Data, Scene

SIDE_BY_SIDE: Final = 116
"""From this width on, facts and log are next to the table instead of above and below it."""
SIDE: Final = 36


class Layout(NamedTuple):
    """How much is shown: lines inside a box, bottoms of the boxes, the legend, lines of the log, facts."""

    height: int
    closed: bool
    legend: bool
    log: int
    facts: bool = True


LAYOUTS: Final = (
    Layout(4, closed=True, legend=True, log=6),
    Layout(4, closed=False, legend=True, log=6),
    Layout(4, closed=False, legend=False, log=3),
    Layout(3, closed=False, legend=False, log=2),
    Layout(2, closed=False, legend=False, log=2),
    Layout(1, closed=False, legend=False, log=1),
    Layout(1, closed=False, legend=False, log=0, facts=False),
)
"""From roomy to tight; the first one that fits is used."""


def table_lines(scene: Scene) -> list[Text]:
    """Everything except the question."""
    view = scene.view()
    draw = _wide if scene.width >= SIDE_BY_SIDE else _narrow
    return first_that_fits([partial(draw, scene, view, layout) for layout in LAYOUTS], scene.room)


def headline(view: Data, lang: str, width: int) -> Text:
    """What is being played, and which turn it is."""
    parts = [
        say(lang, "ui.stories.title"),
        level_name(view["options"]["level"], lang),
        edition_name(view["options"]["edition"], lang),
        say(lang, "ui.turn", n=view["turn"]),
    ]
    return bar(shorten(f" {' · '.join(parts)}", width), width)


def _narrow(scene: Scene, view: Data, layout: Layout) -> list[Text]:
    lang, width = scene.lang, scene.width
    return [
        headline(view, lang, width),
        *(in_a_row([*facts(view, lang), supply(view, lang)], width) if layout.facts else []),
        *board_lines(view, lang, width, height=layout.height, closed=layout.closed),
        *(legend(lang, width) if layout.legend else []),
        *log_lines(scene.news, width, layout.log, say(lang, "ui.log_cut")),
    ]


def _wide(scene: Scene, view: Data, layout: Layout) -> list[Text]:
    lang, width = scene.lang, scene.width
    left = board_lines(view, lang, width - SIDE - 2, height=layout.height, closed=layout.closed)
    room = width - left[0].cell_len - 2
    top: list[Text] = []
    for fact in (*facts(view, lang), supply(view, lang)) if layout.facts else ():
        top.extend(fold(fact, room))
    bottom = [Text(), *legend(lang, room)] if layout.legend else []
    log = [Text(), Text(say(lang, "ui.log"), style=look.ACCENT)]
    most = max(len(left) - len(top) - len(bottom) - len(log), 1)
    log.extend(log_lines(scene.news, room, most, say(lang, "ui.log_cut")))
    filler = [Text()] * max(len(left) - len(top) - len(log) - len(bottom), 0)
    right = [*top, *log, *filler, *bottom]
    rows = max(len(left), len(right))
    blank = Text(" " * left[0].cell_len)
    left += [blank] * (rows - len(left))
    right += [Text()] * (rows - len(right))
    lines = [Text.assemble(one, "  ", two) for one, two in zip(left, right, strict=True)]
    return [headline(view, lang, width), *lines]


def question_lines(scene: Scene) -> list[Text]:
    """Who has to decide what; before a ghost is placed, also what it can do."""
    view, lang, width = scene.view(), scene.lang, scene.width
    lines = [Text()]
    if view["drawn"] and any(verb(action) == "place" for action in scene.state.legal()):
        lines += about_ghost(view, drawn_ghost(view["drawn"]), lang, width)
    return [*lines, *fold(Text(turn_words(scene.state, lang), style=look.ACCENT), width)]
