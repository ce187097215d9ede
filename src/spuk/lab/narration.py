"""How each game is told: its parts, who sits where, how it ended."""

from __future__ import annotations

from typing import Any, Final, Protocol

import spuk
from spuk.games.ghost_stories.words import reason_words, taoist_name
from spuk.games.ghosts.words import player_name, winners_words
from spuk.language.catalog import say
from spuk.language.people import capital


class Teller(Protocol):
    """Knows the words of one game."""

    def chapter(self, state: spuk.State) -> int:
        """The part of the game that this position belongs to."""
        ...

    def heading(self, chapter: int, lang: str) -> str:
        """What such a part is called."""
        ...

    def seat_name(self, state: spuk.State, seat: int, lang: str) -> str:
        """Who sits there."""
        ...

    def seat_sign(self, state: spuk.State, seat: int, lang: str) -> str:
        """The same in a letter or two, for tables."""
        ...

    def ending(self, outcome: spuk.Outcome, lang: str) -> str:
        """How it ended."""
        ...


class _Stories:
    """Turns, Taoists by their colour, and why it was won or lost."""

    def chapter(self, state: spuk.State) -> int:
        return int(state.view(None)["turn"])

    def heading(self, chapter: int, lang: str) -> str:
        return say(lang, "ui.analyse.turn", n=chapter)

    def seat_name(self, state: spuk.State, seat: int, lang: str) -> str:
        color = _color(state, seat)
        return capital(taoist_name(color, lang)) if color else player_name(seat, lang)

    def seat_sign(self, state: spuk.State, seat: int, lang: str) -> str:
        color = _color(state, seat)
        return say(lang, f"ui.letter.{color}") if color else str(seat + 1)

    def ending(self, outcome: spuk.Outcome, lang: str) -> str:
        id = "event.game_won" if outcome.won else "event.game_lost"
        return say(lang, id, reason=reason_words(outcome.reason, lang))


def _color(state: spuk.State, seat: int) -> str | None:
    """The colour of a seat; None while boards are still being laid out."""
    boards: list[dict[str, Any]] = state.view(None)["boards"]
    return next((board["color"] for board in boards if board["seat"] == seat), None)


class _Ghosts:
    """Rounds, players by number, and who won with how much fear."""

    def chapter(self, state: spuk.State) -> int:
        return int(state.view(None)["round"])

    def heading(self, chapter: int, lang: str) -> str:
        return say(lang, "ui.analyse.round", n=chapter)

    def seat_name(self, state: spuk.State, seat: int, lang: str) -> str:
        return player_name(seat, lang)

    def seat_sign(self, state: spuk.State, seat: int, lang: str) -> str:
        return str(seat + 1)

    def ending(self, outcome: spuk.Outcome, lang: str) -> str:
        return winners_words(outcome.winners, outcome.score, lang)


_TELLERS: Final[dict[str, Teller]] = {"ghost-stories": _Stories(), "ghosts": _Ghosts()}


def teller(game: str) -> Teller:
    """Who tells this game."""
    return _TELLERS[game]
