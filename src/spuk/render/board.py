"""How a game is drawn in a browser: the `board` part of a game pack, and the plain default.

A board turns what somebody is shown of a table (`spuk.table.view.shown`, a dictionary of plain data) into a
*scene*, and names the template that makes HTML out of it. `Board` itself draws any game: who plays, what the
position's view says, what is asked, what happened. A game overrides what it draws better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from spuk.kernel.game import Event, State
from spuk.kernel.registry import pack
from spuk.language.people import at_a_table
from spuk.language.words import words_of
from spuk.render import plain
from spuk.render.log import LogLine, PastLine, log_lines
from spuk.render.parts import Part
from spuk.table.past import Past
from spuk.table.table import Table


class Key(NamedTuple):
    """A row of the help on keys."""

    keys: tuple[str, ...]
    text: str
    """The id of what it does."""
    through: bool = False
    """The keys are the first and the last of a row of keys."""


class Board:
    """How one game is drawn; this one knows nothing about the game but its protocol."""

    layout: ClassVar[str] = "plain"
    """Which arrangement of the page the style sheets lay out: a class of `<body>`, `layout-…`."""
    template: ClassVar[str] = ""
    """What shows a table that has started, inside of `#table`, in one piece; '' for a board with `parts`."""
    styles: ClassVar[Sequence[str]] = ("plain-board.css",)
    """Style sheets of its own, after those of all tables."""
    scripts: ClassVar[Sequence[str]] = ()
    shows_log: ClassVar[bool] = False
    """Its template has the log: `seen["history"]` tells it all events, and the page has no log beside it."""
    one_view: ClassVar[bool] = False
    """All seats have the same view, but for `seat` in it, so that one is enough for everybody."""
    keys: ClassVar[Sequence[Key]] = (Key(("1", "9"), "ui.table.key.digit", through=True),)
    started: ClassVar[str] = "ui.plain.started"
    """The id of the first line of the log."""
    emblem: ClassVar[str] = "play"
    """The symbol that stands for the game in lists."""
    emblem_look: ClassVar[str] = ""
    """A class for its colours."""
    player_symbol: ClassVar[str] = "seats"
    """A person in lists."""
    stool_symbol: ClassVar[str] = "seats"
    """A seat of a table that has not started."""
    box: ClassVar[str] = "plain/box.html"
    """The picture on the start page."""
    box_look: ClassVar[str] = ""
    """A class for its background."""

    def __init__(self, game: str) -> None:
        self.game = game

    # ── the table ───────────────────────────────────────────────────────────────────────────

    def study(self, state: State, lang: str) -> dict[str, Any]:
        """What a page tells besides the view, from the position itself; `seen["study"]` of `scene`."""
        words = words_of(self.game)
        return {"phase": words.phase_words(state, lang), "question": words.question_words(state, lang)}

    def scene(self, seen: Mapping[str, Any], lang: str) -> Any:
        """What the template draws; `seen` is what this person may see, and nothing else.

        A scene with `order` (seats with their colours) has the order of turns shown in the header.
        """
        return plain.scene(seen, lang)

    def parts(self, context: Mapping[str, Any], lang: str) -> tuple[Sequence[str], Iterable[Part]]:
        """The ids of the outermost parts of the table, in order, and all parts (`spuk.render.parts`).

        Only parts that have changed are drawn and sent again. A board that does not name any is drawn in one
        piece from its template. `context` has what somebody sees (`t`), its `scene`, and `asks`.
        """
        scene = context["scene"]
        if self.template or not isinstance(scene, plain.PlainScene):
            return ("",), [Part("", "parts/inner.html", context, fixed=False)]
        return plain.OUTERMOST, plain.parts(scene, context)

    def box_art(self) -> Any:
        """What the picture on the start page is drawn from; `art` in its template."""
        return None

    # ── the log ─────────────────────────────────────────────────────────────────────────────

    def add_line(self, found: list[LogLine], number: int, event: Mapping[str, Any], words: str) -> None:
        """Add what the log says of an event, or add it to the line before."""
        found.append(LogLine(number, words))

    def is_worth_telling(self, event: Mapping[str, Any]) -> bool:
        """Whether those who listen to the table are told of an event."""
        return True

    def past_lines(self, past: Past, names: Sequence[str], lang: str) -> list[PastLine]:
        """The whole log from the beginning, for the replay."""
        return [
            PastLine(line.number, "", line.words, "", line.symbol, line.head, dice=tuple(line.dice))
            for line in log_lines(_retold(past, names, lang), self)
        ]

    # ── the lobby ───────────────────────────────────────────────────────────────────────────

    def lobby_note(self, table: Mapping[str, Any], lang: str) -> str:
        """What is worth knowing before the start; '' for nothing. `table` is what is shown of it."""
        return ""


def _retold(past: Past, names: Sequence[str], lang: str) -> list[dict[str, Any]]:
    """Every action with its events, told by the position they happened in, as far as one may know them."""
    table: Table = past.table
    state = pack(table.game).game.new(**table.options)
    tell = words_of(table.game).event_words
    told = []
    for number, action in enumerate(table.actions, start=1):
        events: list[Event] = []
        state.apply(action, events)
        seen = [past.most_seen(state, event) for event in events]
        with at_a_table(names):  # everyone sees their own board below
            words = [tell(state, event, lang) for event in seen]
        shown = [{"id": event.id, **event.values} for event in seen]
        told.append({"number": number, "events": shown, "words": words})
    return told


def board_of(game: str) -> Board:
    """The board of a game: its own, or the plain one."""
    found: Board | None = pack(game).part("board")
    return found if found is not None else _plain(game)


@cache
def _plain(game: str) -> Board:
    return Board(game)
