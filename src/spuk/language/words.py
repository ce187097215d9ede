"""A game's texts in every language: the `words` part of a game pack, and the plain default.

By default, the text with the id `<game>.<what>` is used if the game has one (`locale/` of its package), such
as `pig.title`, `pig.action.roll` or `pig.event.rolled`; otherwise the id itself is shown. A game that needs
more (grammatical cases, several forms) overrides methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spuk.kernel.game import CHANCE, OVER, Consequence, Event, Outcome, State
from spuk.kernel.registry import pack
from spuk.language.catalog import has, say, say_number
from spuk.language.languages import edition_in
from spuk.language.people import person_at


class Words:
    """The texts of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        """The id of the game, with which the ids of its texts begin."""

    # ── the game ────────────────────────────────────────────────────────────────────────────

    def title(self, lang: str) -> str:
        """The game's name."""
        return self._text(lang, "title", readable(self.game))

    def subtitle(self, lang: str) -> str:
        """What it is about, in a sentence."""
        return self._text(lang, "subtitle", "")

    def box_text(self, what: str, lang: str) -> str:
        """A line in the game's box on the start page: `about`, `players`, `time`, `kind` or `now`.

        '' if the game has nothing better than what follows from its protocol.
        """
        return self._text(lang, f"box.{what}", "")

    # ── what happens ────────────────────────────────────────────────────────────────────────

    def action_words(self, state: State, action: int, lang: str) -> str:
        """The name of a legal action in this position."""
        verb, _, target = state.space().text(action).partition(":")
        name = self._text(lang, f"action.{verb}", readable(verb), target=target)
        return name if not target or target in name else f"{name} {target}"

    def event_words(self, state: State, event: Event, lang: str) -> str:
        """An event as a line of the log."""
        who = self.player_name(state, event.values["seat"], lang) if "seat" in event.values else ""
        told = [f"{readable(name)} {value}" for name, value in event.values.items() if name != "seat"]
        bare = ": ".join(filter(None, (who, readable(event.id), ", ".join(told))))
        return self._text(lang, f"event.{event.id}", bare, who=who, **event.values)

    def turn_words(self, state: State, lang: str) -> str:
        """Whose turn it is and what they have to decide."""
        return " ".join(filter(None, (self.phase_words(state, lang), self.question_words(state, lang))))

    def phase_words(self, state: State, lang: str) -> str:
        """The part of the turn, as a heading; '' if a game has none."""
        return ""

    def question_words(self, state: State, lang: str) -> str:
        """Who has to decide what."""
        if state.actor in (CHANCE, OVER):
            return say(lang, "ui.words.chance" if state.actor == CHANCE else "ui.words.over")
        return say(lang, "ui.words.turn", who=self.player_name(state, int(state.actor), lang))

    def ending(self, outcome: Outcome, lang: str) -> str:
        """How it ended, in a sentence."""
        if pack(self.game).game.together():
            return say(lang, "ui.words.won" if outcome.won else "ui.words.lost")
        names = ", ".join(say(lang, "ui.words.player", n=seat + 1) for seat in outcome.winners)
        return say_number(lang, "ui.words.wins", len(outcome.winners), winners=names)

    def reason_words(self, reason: str, lang: str) -> str:
        """Why a game ended (`Outcome.reason`)."""
        return self._text(lang, f"reason.{reason}", readable(reason))

    def score_words(self, score: int, lang: str) -> str:
        """A score with its unit."""
        return say_number(lang, "ui.list.points", score)

    # ── what may come of an action ──────────────────────────────────────────────────────────

    def consequence_words(
        self, state: State, consequence: Consequence, lang: str, you: int | None = None
    ) -> str:
        """A consequence (`Mind.consequence`) in this position; `you` is the seat of the reader.

        One about a `seat` has a second text for when the reader sits there: its id ends in `.you`.
        """
        seat = consequence.values.get("seat")
        own = ".you" if seat is not None and seat == you else ""
        who = "" if seat is None else self.player_name(state, seat, lang)
        told = [f"{readable(name)} {value}" for name, value in consequence.values.items() if name != "seat"]
        bare = ": ".join(filter(None, (who, readable(consequence.id), ", ".join(told))))
        what = f"consequence.{consequence.id}"
        bare = self._text(lang, what, bare, who=who, **consequence.values)
        return self._text(lang, what + own, bare, who=who, **consequence.values)

    def horizon_words(self, state: State, lang: str) -> str:
        """How far a simulated future reaches, in a sentence; '' where a game does not say."""
        return self._text(lang, "horizon", "")

    # ── who plays ───────────────────────────────────────────────────────────────────────────

    def player_name(self, state: State, seat: int, lang: str) -> str:
        """The player at a seat: by name, if known."""
        return person_at(seat) or say(lang, "ui.words.player", n=seat + 1)

    def player_sign(self, state: State, seat: int, lang: str) -> str:
        """The same in a letter or two, for tables."""
        return str(seat + 1)

    # ── parts of a game ─────────────────────────────────────────────────────────────────────

    def chapter(self, state: State) -> int:
        """The turn or round this position belongs to."""
        view = state.view(None)
        return int(view.get("turn", view.get("round", 1)))

    def chapter_name(self, chapter: int, lang: str) -> str:
        """The word for such a turn or round."""
        return say(lang, "ui.analyse.turn", n=chapter)

    def view_name(self, part: str, lang: str) -> str:
        """The name of a part of a view (`State.view`), where the view is shown as it is."""
        return self._text(lang, f"field.{part}", readable(part))

    def comparable(self, options: Mapping[str, Any], lang: str) -> tuple[int, str]:
        """Which games share a line of the score sheet: its position and its name."""
        return 0, self.title(lang)

    # ── options ─────────────────────────────────────────────────────────────────────────────

    def option_name(self, option: str, lang: str) -> str:
        """What an option of `Game.new` is about."""
        return self._text(lang, f"option.{option}", readable(option))

    def option_about(self, option: str, lang: str) -> str:
        """Its explanation; '' if none is needed."""
        return self._text(lang, f"option.{option}.about", "")

    def value_name(self, option: str, value: Any, lang: str) -> str:
        """A value of an option."""
        return self._text(lang, f"{option}.{value}", str(value))

    def value_about(self, option: str, value: Any, lang: str) -> str:
        """Its meaning; '' if nothing needs to be said."""
        return self._text(lang, f"{option}.{value}.about", "")

    def column_name(self, column: str, lang: str) -> str:
        """What a column of `Game.columns` counts."""
        return self._text(lang, f"column.{column}", readable(column))

    def usual_options(self, lang: str) -> dict[str, Any]:
        """What newcomers who read this language play with, if it differs from the game's default."""
        editions = pack(self.game).game.options().get("edition", ())
        return {"edition": edition_in(lang, editions)} if editions else {}

    def summary(self, options: Mapping[str, Any], lang: str) -> str:
        """The options of a table, in a few words."""
        agreed = {**pack(self.game).game.defaults(), **options}
        named = [
            self._agreed(name, value, lang)
            for name, value in agreed.items()
            if name != "players" and value is not None and value is not False
        ]
        return " · ".join([*named, say_number(lang, "ui.list.players", agreed["players"])])

    def _agreed(self, option: str, value: Any, lang: str) -> str:
        """An option with its value. A bare number needs its name."""
        if value is True:
            return self.option_name(option, lang)
        name = self.value_name(option, value, lang)
        return f"{self.option_name(option, lang)}: {name}" if name == str(value) else name

    def _text(self, lang: str, what: str, default: str, **values: object) -> str:
        id = f"{self.game}.{what}"
        return say(lang, id, **values) if has(lang, id) else default


def words_of(game: str) -> Words:
    """The texts of a game: its own, or plain ones."""
    found: Words | None = pack(game).part("words")
    return found if found is not None else Words(game)


def readable(id: str) -> str:
    """An id in readable form: `turn_ended` becomes "Turn ended"."""
    text = id.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]
