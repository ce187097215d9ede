"""Ghosts in words: everything a screen, a page or a log needs, from one door.

No sentence here looks at a hand: all of it may be said to everyone whom the event or action was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from spuk.ghosts.actions import SPACE
from spuk.ghosts.cards import FAMILIES, MIST, NO_FAMILY, kind_text
from spuk.ghosts.options import EDITIONS
from spuk.ghosts.state import PHASES
from spuk.ghosts.state import State as Position
from spuk.kernel.game import OVER, Event, State
from spuk.words.catalog import say, say_number
from spuk.words.names import capital

KINDS: Final = tuple(kind_text(kind) for kind in range(int(MIST) + 1))
Values = Mapping[str, int]


# ── names ───────────────────────────────────────────────────────────────────────────────────


def card_name(card: int | str, lang: str) -> str:
    """A card by its kind (0…18) or its short name (m1 … p3, x): "Mummy 3"."""
    kind = _kind(card)
    if kind == MIST:
        return say(lang, "ghosts.card.mist")
    return say(lang, f"ghosts.card.{FAMILIES[kind // 3]}", value=kind % 3 + 1)


def _kind(card: int | str) -> int:
    if isinstance(card, str) and card in KINDS:
        return KINDS.index(card)
    if isinstance(card, int) and 0 <= card < len(KINDS):
        return card
    raise ValueError(f"{card!r} is no card; the cards are {', '.join(KINDS)}")


def family_name(family: int | str, lang: str) -> str:
    """A family of ghosts, in the plural."""
    id = family if isinstance(family, str) else FAMILIES[family]
    if id not in FAMILIES:
        raise ValueError(f"{family!r} is not one of {', '.join(FAMILIES)}")
    return say(lang, f"ghosts.family.{id}")


def player_name(seat: int, lang: str) -> str:
    """Who sits there."""
    return say(lang, "ghosts.player", n=seat + 1)


def edition_name(edition: str, lang: str) -> str:
    """The name of an edition."""
    return say(lang, f"ghosts.edition.{edition}")


def edition_about(edition: str, lang: str) -> str:
    """What an edition changes, in a few words."""
    return say_number(lang, "ghosts.edition.about", EDITIONS[edition].starting_fear)


def option_name(option: str, lang: str) -> str:
    """What an option of `Game.new` is about."""
    return say(lang, f"ghosts.option.{option}")


def reason_words(reason: str, lang: str) -> str:
    """Why a game ended (`Outcome.reason`)."""
    return say(lang, f"ghosts.reason.{reason}")


def winners_words(winners: Sequence[int], fear: int, lang: str) -> str:
    """Who has won, and with how much fear."""
    players = _all([player_name(seat, lang) for seat in winners], lang)
    return say_number(lang, "ghosts.winners", len(winners), players=players, fear=fear)


def _all(items: Sequence[str], lang: str) -> str:
    *others, last = items
    return say(lang, "list.two", first=", ".join(others), second=last) if others else last


# ── actions ─────────────────────────────────────────────────────────────────────────────────


def action_words(state: State, action: int, lang: str) -> str:
    """What an action is, in a person's words."""
    verb = SPACE.verb_of(action)
    return capital(TELL_ACTION[verb.name](cast("Position", state), action - verb.base, lang))


def effect_words(state: State, action: int, lang: str) -> str:
    """What playing a card does, in two or three words: "raise to 7", "mirror: 5"."""
    verb = SPACE.verb_of(action)
    if verb.name != "play":
        raise ValueError(f"{SPACE.text(action)!r} plays no card")
    position, kind = cast("Position", state), action - verb.base
    effect, level = _effect(position, kind)
    return say(lang, f"ghosts.effect.{effect.partition('.')[0]}", level=level)


def _effect(s: Position, kind: int) -> tuple[str, int]:
    """What playing a card would do, and the fear level after it."""
    level, value = int(s.level), kind % 3 + 1
    if kind == MIST:
        return ("mist.open" if s.family == NO_FAMILY else "mist"), level
    if s.family == NO_FAMILY:
        return "open", value
    if kind // 3 == s.family:
        return ("mirror.two" if s.setup.players == 2 else "mirror"), level
    return "raise", level + value


def _play(s: Position, kind: int, lang: str) -> str:
    effect, level = _effect(s, kind)
    return say(lang, f"ghosts.action.play.{effect}", card=card_name(kind, lang), level=level)


def _give_back(s: Position, number: int, lang: str) -> str:
    if number == 0:
        return say(lang, "ghosts.action.giveback.none")
    return say_number(lang, "ghosts.action.giveback", number)


def _draw(s: Position, kind: int, lang: str) -> str:
    who, card = player_name(int(s.seat), lang), card_name(kind, lang)
    return say(lang, "ghosts.action.draw", player=who, card=card)


TELL_ACTION: Final[Mapping[str, Callable[[Position, int, str], str]]] = {
    "play": _play,
    "take": lambda s, _, lang: say(lang, "ghosts.action.take"),
    "keep": lambda s, _, lang: say(lang, "ghosts.action.keep"),
    "reshuffle": lambda s, _, lang: say(lang, "ghosts.action.reshuffle"),
    "giveback": _give_back,
    "draw": _draw,
    "starter": lambda s, seat, lang: say(lang, "ghosts.action.starter", player=player_name(seat, lang)),
}
"""For each verb, what it says about its target."""


# ── events ──────────────────────────────────────────────────────────────────────────────────


def event_words(state: State, event: Event, lang: str) -> str:
    """What has happened, for the log; also of an event that has been redacted."""
    return capital(TELL_EVENT[event.id](cast("Position", state), event.values, lang))


def draw_words(seat: int, cards: Sequence[int], lang: str) -> str:
    """Somebody draws these cards, one after the other."""
    names = ", ".join(card_name(card, lang) for card in cards)
    return say(lang, "ghosts.event.card_drawn", player=player_name(seat, lang), card=names)


def hidden_draw_words(seat: int, number: int, lang: str) -> str:
    """Somebody draws that many cards which others do not see."""
    return say_number(lang, "ghosts.event.card_drawn.hidden", number, player=player_name(seat, lang))


def _drawn(s: Position, v: Values, lang: str) -> str:
    return draw_words(v["seat"], [v["card"]], lang) if "card" in v else hidden_draw_words(v["seat"], 1, lang)


def _card_played(id: str, v: Values, lang: str) -> str:
    who, card = player_name(v["seat"], lang), card_name(v["card"], lang)
    return say(lang, f"ghosts.event.{id}", player=who, card=card, level=v["level"])


def _mist_played(s: Position, v: Values, lang: str) -> str:
    # Only a trick without any ghost has the level 0.
    id = "ghosts.event.mist_played" if v["level"] else "ghosts.event.mist_played.open"
    return say(lang, id, player=player_name(v["seat"], lang), level=v["level"])


def _given_back(s: Position, v: Values, lang: str) -> str:
    who = player_name(v["seat"], lang)
    if v["number"] == 0:
        return say(lang, "ghosts.event.fear_given_back.none", player=who)
    return say_number(lang, "ghosts.event.fear_given_back", v["number"], player=who)


def _by(id: str, who: str, v: Values, lang: str) -> str:
    """An event in which one seat does something; its other numbers fill the text as they are."""
    return say(lang, f"ghosts.event.{id}", **{**v, "player": player_name(v[who], lang)})


TELL_EVENT: Final[Mapping[str, Callable[[Position, Values, str], str]]] = {
    "round_began": lambda s, v, lang: _by("round_began", "starter", v, lang),
    "card_drawn": _drawn,
    "hand_reshuffled": lambda s, v, lang: _by("hand_reshuffled", "seat", v, lang),
    "trick_opened": lambda s, v, lang: _card_played("trick_opened", v, lang),
    "ghost_added": lambda s, v, lang: _card_played("ghost_added", v, lang),
    "mirror": lambda s, v, lang: _card_played("mirror.two" if s.setup.players == 2 else "mirror", v, lang),
    "mist_played": _mist_played,
    "pile_taken": lambda s, v, lang: _by("pile_taken", "seat", v, lang),
    "round_ended": lambda s, v, lang: _by("round_ended", "seat", v, lang),
    "fear_given_back": _given_back,
    "game_ended": lambda s, v, lang: say(lang, "ghosts.event.game_ended"),
}
"""For each event id, what it says."""


# ── whose turn it is ────────────────────────────────────────────────────────────────────────


def turn_words(state: State, lang: str) -> str:
    """Whose turn it is, in which round, and what is being asked, in one line."""
    return say(lang, "turn.line", phase=phase_words(state, lang), question=question_words(state, lang))


def phase_words(state: State, lang: str) -> str:
    """Whose turn it is and in which round."""
    s = cast("Position", state)
    if state.actor == OVER:
        return say(lang, "turn.over")
    if PHASES[s.phase] == "starter":
        return say(lang, "turn.setup")
    who = player_name(int(s.seat), lang)
    return say(lang, "ghosts.turn.phase", player=who, n=s.round, total=s.setup.rounds)


def question_words(state: State, lang: str) -> str:
    """What is being asked; or who has won."""
    outcome = state.outcome()
    if outcome is not None:
        return winners_words(outcome.winners, outcome.score, lang)
    s = cast("Position", state)
    return ASK[PHASES[s.phase]](s, lang)


def _ask_card(s: Position, lang: str) -> str:
    return say(lang, "ghosts.ask.play.open" if s.family == NO_FAMILY else "ghosts.ask.play")


def _ask_draw(s: Position, lang: str) -> str:
    return say(lang, "ghosts.ask.draw", player=player_name(int(s.seat), lang))


ASK: Final[Mapping[str, Callable[[Position, str], str]]] = {
    "starter": lambda s, lang: say(lang, "ghosts.ask.starter"),
    "deal": _ask_draw,
    "reshuffle": lambda s, lang: say(lang, "ghosts.ask.reshuffle"),
    "play": _ask_card,
    "refill": _ask_draw,
    "giveback": lambda s, lang: say(lang, "ghosts.ask.giveback"),
}
"""For each phase that asks somebody or chance, its question."""
