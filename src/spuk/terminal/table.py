"""What the terminal needs to know about a game: how its table is drawn, told and asked about.

There is one `Table` per game (the `terminal` part of its pack). A game without one gets a `PlainTable`.
Everything a table shows comes from `state.view(seat)` and from events as that seat may know them, so it
cannot show too much.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

import spuk
from spuk.language.catalog import say
from spuk.language.words import Words, words_of
from spuk.terminal.bots import HUMAN
from spuk.terminal.questions import Questions
from spuk.terminal.session import Session, Teller, Told

Data = dict[str, Any]


@dataclass
class Scene:
    """One look at the table."""

    state: spuk.State
    lang: str
    width: int
    seat: int | None = None
    """Who is looking; None: someone who may know only what everyone knows."""
    room: int | None = None
    """How many lines the table may take; None: any number."""
    news: Sequence[str] = ()
    """What has happened lately, line by line."""
    players: Sequence[str] = ()
    """Who sits where: people or bots, by name."""

    def view(self) -> Data:
        """Everything that may be shown."""
        return self.state.view(self.seat)


@dataclass
class Wish:
    """The new game a person wants to play."""

    game: str
    seats: Sequence[str] = (HUMAN,)
    options: Mapping[str, Any] = field(default_factory=dict)


class Table(ABC):
    """How a game is shown, told and asked about in the terminal."""

    companions: int = 0
    """The default number of bots for one person."""

    def __init__(self, game: str) -> None:
        self.game = game
        """The id of the game."""

    # ── words ───────────────────────────────────────────────────────────────────────────────

    @property
    def words(self) -> Words:
        """The game's texts: title, options and so on."""
        return words_of(self.game)

    def teller(self, lang: str) -> Teller:
        """A teller of events in this language."""

        def tell(state: spuk.State, event: spuk.Event, action: int | None = None) -> str:
            return self.words.event_words(state, event, lang)

        return tell

    def story(self, told: Sequence[Told], lang: str) -> list[str]:
        """The log line by line."""
        return [entry.text for entry in told if entry.text]

    def player(self, state: spuk.State, seat: int, lang: str) -> str:
        """Who sits there."""
        return self.words.player_name(state, seat, lang)

    def commands(self, lang: str) -> str:
        """What you can type, in one line."""
        return say(lang, "ui.commands")

    # ── the table ───────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def screen(self, scene: Scene) -> list[Text]:
        """Everything except the question."""

    @abstractmethod
    def question(self, scene: Scene) -> list[Text]:
        """Who has to decide what."""

    def ordered(self, legal: list[int]) -> list[int]:
        """The actions as they are numbered; the first is 1."""
        return legal

    @abstractmethod
    def choices(self, scene: Scene) -> list[Text]:
        """The numbered choices of the seat that decides."""

    def interlude(self, session: Session, since: int, lang: str, width: int) -> list[Text]:
        """What deserves a screen of its own among the log's entries from `since` on; usually nothing."""
        return []

    @abstractmethod
    def ending(self, scene: Scene) -> list[Text]:
        """How the game ended; empty while it goes on."""

    # ── help ────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def guide(self, options: Mapping[str, Any], lang: str, width: int) -> list[Text]:
        """The whole help, for the rules of a game with these options."""

    def about(self, scene: Scene, code: str) -> list[Text]:
        """What is at the place with this code; nothing for an unknown code."""
        return []

    # ── looking again ───────────────────────────────────────────────────────────────────────

    def laid_out(self, view: Data) -> bool:
        """Whether there is a table to look at."""
        return True

    # ── starting ────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def wish(self, ask: Questions) -> Wish:
        """The questions about a new game."""

    def ask_seats(self, ask: Questions) -> list[str]:
        """Ask who plays."""
        fewest, most = self.player_numbers()
        return ask.seats(fewest, most, self.companions)

    def player_numbers(self) -> tuple[int, int]:
        """The minimum and maximum number of players."""
        allowed = spuk.game(self.game).options()["players"]
        return min(allowed), max(allowed)
