"""The words of Ghost Stories as the rest of Spuk asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from spuk.games.ghost_stories.editions import LEVELS
from spuk.games.ghost_stories.options import ALLOWED
from spuk.games.ghost_stories.state import ID
from spuk.games.ghost_stories.words import actions, consequences, events, names, turn
from spuk.kernel.game import Consequence, Event, Outcome, State
from spuk.language.catalog import say, say_number
from spuk.language.people import capital, person_at
from spuk.language.words import Words

GENTLEST: Final = "initiation"


class StoriesWords(Words):
    """Turns, Taoists by their colour, and why it was won or lost."""

    def title(self, lang: str) -> str:
        return say(lang, "ui.frame.stories")

    def subtitle(self, lang: str) -> str:
        return say(lang, "ui.stories.subtitle")

    def box_text(self, what: str, lang: str) -> str:
        return say(lang, f"ui.start.ghost-stories.{what}")

    def action_words(self, state: State, action: int, lang: str) -> str:
        return actions.action_words(state, action, lang)

    def event_words(self, state: State, event: Event, lang: str) -> str:
        return events.event_words(state, event, lang)

    def consequence_words(
        self, state: State, consequence: Consequence, lang: str, you: int | None = None
    ) -> str:
        return consequences.consequence_words(state, consequence, lang, you)

    def horizon_words(self, state: State, lang: str) -> str:
        return consequences.horizon_words(state, lang)

    def turn_words(self, state: State, lang: str) -> str:
        return turn.turn_words(state, lang)

    def phase_words(self, state: State, lang: str) -> str:
        return turn.phase_words(state, lang)

    def question_words(self, state: State, lang: str) -> str:
        return turn.question_words(state, lang)

    def ending(self, outcome: Outcome, lang: str) -> str:
        id = "event.game_won" if outcome.won else "event.game_lost"
        return say(lang, id, reason=self.reason_words(outcome.reason, lang))

    def reason_words(self, reason: str, lang: str) -> str:
        return names.reason_words(reason, lang)

    def player_name(self, state: State, seat: int, lang: str) -> str:
        color = _color(state, seat)
        if color:
            return capital(names.taoist_name(color, lang))
        return person_at(seat) or say(lang, "ui.words.player", n=seat + 1)

    def player_sign(self, state: State, seat: int, lang: str) -> str:
        color = _color(state, seat)
        return say(lang, f"ui.letter.{color}") if color else str(seat + 1)

    def option_name(self, option: str, lang: str) -> str:
        return names.option_name(option, lang)

    def option_about(self, option: str, lang: str) -> str:
        return say(lang, f"ui.new.about.{option}")

    def value_name(self, option: str, value: Any, lang: str) -> str:
        if option == "level":
            return names.level_name(value, lang)
        return names.edition_name(value, lang) if option == "edition" else str(value)

    def value_about(self, option: str, value: Any, lang: str) -> str:
        if option == "level":
            return capital(names.level_about(value, lang))
        return names.edition_about(value, lang) if option == "edition" else ""

    def usual_options(self, lang: str) -> dict[str, Any]:
        """The gentlest level, and the rules as they are printed in this language."""
        return {"level": GENTLEST, "edition": names.edition_of(lang)}

    def comparable(self, options: Mapping[str, Any], lang: str) -> tuple[int, str]:
        """Games of one level."""
        level = options.get("level", ALLOWED["level"][0])
        return list(LEVELS).index(level), capital(names.level_name(level, lang))

    def summary(self, options: Mapping[str, Any], lang: str) -> str:
        agreed = {name: allowed[0] for name, allowed in ALLOWED.items()} | dict(options)
        level = capital(names.level_name(agreed["level"], lang))
        players = say_number(lang, "ui.list.players", agreed["players"])
        return f"{level} · {names.edition_name(agreed['edition'], lang)} · {players}"


def _color(state: State, seat: int) -> str | None:
    """The colour of a seat; None while boards are still being laid out."""
    boards: list[dict[str, Any]] = state.view(None)["boards"]
    return next((board["color"] for board in boards if board["seat"] == seat), None)


WORDS: Final = StoriesWords(ID)
