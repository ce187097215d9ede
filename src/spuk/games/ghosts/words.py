"""Ghosts in words: everything a screen, a page or a log needs.

No sentence here uses a hand: all of it may be shown to everyone who was told of the event or action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.cards import FAMILIES, MIST, NO_FAMILY, kind_text
from spuk.games.ghosts.options import ALLOWED, EDITIONS, RENAMED
from spuk.games.ghosts.state import ID, PHASES
from spuk.games.ghosts.state import State as Position
from spuk.kernel.game import OVER, Event, Outcome, State
from spuk.kernel.options import today
from spuk.language.catalog import has, say, say_number
from spuk.language.people import capital, person_at
from spuk.language.words import Words

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
    raise ValueError(f"there is no card {card!r}; choose from {', '.join(KINDS)}")


def family_name(family: int | str, lang: str) -> str:
    """A family of ghosts, in the plural."""
    id = family if isinstance(family, str) else FAMILIES[family]
    if id not in FAMILIES:
        raise ValueError(f"{family!r} is not one of {', '.join(FAMILIES)}")
    return say(lang, f"ghosts.family.{id}")


def player_name(seat: int, lang: str) -> str:
    """The player at a seat, by name if known."""
    return person_at(seat) or say(lang, "ghosts.player", n=seat + 1)


def edition_name(edition: str, lang: str) -> str:
    """The name of an edition; its id where it has no other."""
    id = f"ghosts.edition.{_today(edition)}"
    return say(lang, id) if has(lang, id) else edition


def edition_about(edition: str, lang: str) -> str:
    """What an edition changes, in a few words."""
    return say_number(lang, "ghosts.edition.about", EDITIONS[_today(edition)].starting_fear)


def _today(edition: str) -> str:
    """Its id today: old games have it under its former one."""
    return str(today("edition", edition, RENAMED))


def option_name(option: str, lang: str) -> str:
    """What an option of `Game.new` is about."""
    return say(lang, f"ghosts.option.{option}")


def reason_words(reason: str, lang: str) -> str:
    """Why a game ended (`Outcome.reason`)."""
    return say(lang, f"ghosts.reason.{reason}")


def winners_words(winners: Sequence[int], fear: int, lang: str) -> str:
    """Who has won, and with how much fear."""
    return won_words([player_name(seat, lang) for seat in winners], fear, lang)


def won_words(winners: Sequence[str], fear: int, lang: str) -> str:
    """The same for players whose names are known."""
    return say_number(lang, "ghosts.winners", len(winners), players=_all(winners, lang), fear=fear)


def _all(items: Sequence[str], lang: str) -> str:
    *others, last = items
    return say(lang, "list.two", first=", ".join(others), second=last) if others else last


# ── actions ─────────────────────────────────────────────────────────────────────────────────


def action_words(state: State, action: int, lang: str) -> str:
    """What an action is, in words."""
    verb = SPACE.verb_of(action)
    return capital(TELL_ACTION[verb.name](cast("Position", state), action - verb.base, lang))


def effect_words(state: State, action: int, lang: str) -> str:
    """What playing a card does, in two or three words: "raise to 7", "mirror: 5"."""
    verb = SPACE.verb_of(action)
    if verb.name != "play":
        raise ValueError(f"{SPACE.text(action)!r} does not play a card")
    effect, level = _effect(cast("Position", state), action - verb.base)
    return short_effect(effect, level, lang)


def short_effect(effect: str, level: int, lang: str) -> str:
    """An effect in two or three words."""
    return say(lang, f"ghosts.effect.{effect.partition('.')[0]}", level=level)


def _effect(s: Position, kind: int) -> tuple[str, int]:
    return effect_of(kind, int(s.level), int(s.family), int(s.setup.players))


def effect_of(kind: int, level: int, family: int, players: int) -> tuple[str, int]:
    """What playing a card on this level and family would do, and the fear level after it."""
    if kind == MIST:
        return ("mist.open" if family == NO_FAMILY else "mist"), level
    value = kind % 3 + 1
    if family == NO_FAMILY:
        return "open", value
    if kind // 3 == family:
        return ("mirror.two" if players == 2 else "mirror"), level
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
"""For each verb, the text for its target."""


# ── events ──────────────────────────────────────────────────────────────────────────────────


class Teller(NamedTuple):
    """Tells what happened at a table, in one language."""

    lang: str
    players: int
    names: Sequence[str] = ()
    """The players' names; without names they are numbered."""

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat] if self.names else player_name(seat, self.lang)

    def tell(self, event: Event) -> str:
        """What has happened, for the log; also for a redacted event."""
        return capital(TELL_EVENT[event.id](self, event.values))


def event_words(state: State, event: Event, lang: str) -> str:
    """What has happened at a table whose players are numbered."""
    return Teller(lang, state.seats()).tell(event)


def draw_words(seat: int, cards: Sequence[int], lang: str) -> str:
    """Someone draws these cards, one after the other."""
    return _draw_words(player_name(seat, lang), cards, lang)


def hidden_draw_words(seat: int, number: int, lang: str) -> str:
    """Someone draws this many cards that others do not see."""
    return say_number(lang, "ghosts.event.card_drawn.hidden", number, player=player_name(seat, lang))


def _draw_words(player: str, cards: Sequence[int], lang: str) -> str:
    names = ", ".join(card_name(card, lang) for card in cards)
    return say(lang, "ghosts.event.card_drawn", player=player, card=names)


def _drawn(t: Teller, v: Values) -> str:
    who = t.name(v["seat"])
    if "card" in v:
        return _draw_words(who, [v["card"]], t.lang)
    return say_number(t.lang, "ghosts.event.card_drawn.hidden", 1, player=who)


def _card_played(id: str, t: Teller, v: Values) -> str:
    who, card = t.name(v["seat"]), card_name(v["card"], t.lang)
    return say(t.lang, f"ghosts.event.{id}", player=who, card=card, level=v["level"])


def _mist_played(t: Teller, v: Values) -> str:
    # Only a trick without any ghost has the level 0.
    id = "ghosts.event.mist_played" if v["level"] else "ghosts.event.mist_played.open"
    return say(t.lang, id, player=t.name(v["seat"]), level=v["level"])


def _given_back(t: Teller, v: Values) -> str:
    who = t.name(v["seat"])
    if v["number"] == 0:
        return say(t.lang, "ghosts.event.fear_given_back.none", player=who)
    return say_number(t.lang, "ghosts.event.fear_given_back", v["number"], player=who)


def _by(id: str, who: str, t: Teller, v: Values) -> str:
    """An event in which one seat does something. Its other numbers fill the text as they are."""
    return say(t.lang, f"ghosts.event.{id}", **{**v, "player": t.name(v[who])})


TELL_EVENT: Final[Mapping[str, Callable[[Teller, Values], str]]] = {
    "round_began": lambda t, v: _by("round_began", "starter", t, v),
    "card_drawn": _drawn,
    "hand_reshuffled": lambda t, v: _by("hand_reshuffled", "seat", t, v),
    "trick_opened": lambda t, v: _card_played("trick_opened", t, v),
    "ghost_added": lambda t, v: _card_played("ghost_added", t, v),
    "mirror": lambda t, v: _card_played("mirror.two" if t.players == 2 else "mirror", t, v),
    "mist_played": _mist_played,
    "pile_taken": lambda t, v: _by("pile_taken", "seat", t, v),
    "round_ended": lambda t, v: _by("round_ended", "seat", t, v),
    "fear_given_back": _given_back,
    "game_ended": lambda t, v: say(t.lang, "ghosts.event.game_ended"),
}
"""For each event id, its text."""


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
    """What is being asked, or who has won."""
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
"""For each phase that asks someone or chance, its question."""


# ── all of it as the rest of Spuk asks for it ────────────────────────────────────────────────


class GhostsWords(Words):
    """Rounds, players by number, and who won with how much fear."""

    def title(self, lang: str) -> str:
        return say(lang, "ui.frame.ghosts")

    def subtitle(self, lang: str) -> str:
        return say(lang, "ui.ghosts.subtitle")

    def box_text(self, what: str, lang: str) -> str:
        return say(lang, f"ui.start.ghosts.{what}")

    def action_words(self, state: State, action: int, lang: str) -> str:
        return action_words(state, action, lang)

    def event_words(self, state: State, event: Event, lang: str) -> str:
        return event_words(state, event, lang)

    def turn_words(self, state: State, lang: str) -> str:
        return turn_words(state, lang)

    def phase_words(self, state: State, lang: str) -> str:
        return phase_words(state, lang)

    def question_words(self, state: State, lang: str) -> str:
        return question_words(state, lang)

    def ending(self, outcome: Outcome, lang: str) -> str:
        return winners_words(outcome.winners, outcome.score, lang)

    def reason_words(self, reason: str, lang: str) -> str:
        return reason_words(reason, lang)

    def score_words(self, score: int, lang: str) -> str:
        return say_number(lang, "ui.list.fear", score)

    def player_name(self, state: State, seat: int, lang: str) -> str:
        return player_name(seat, lang)

    def chapter(self, state: State) -> int:
        return int(state.view(None)["round"])

    def chapter_name(self, chapter: int, lang: str) -> str:
        return say(lang, "ui.analyse.round", n=chapter)

    def option_name(self, option: str, lang: str) -> str:
        return option_name(option, lang)

    def option_about(self, option: str, lang: str) -> str:
        return say(lang, f"ui.new.about.{option}")

    def value_name(self, option: str, value: Any, lang: str) -> str:
        return edition_name(value, lang) if option == "edition" else str(value)

    def value_about(self, option: str, value: Any, lang: str) -> str:
        return capital(edition_about(value, lang)) if option == "edition" else ""

    def comparable(self, options: Mapping[str, Any], lang: str) -> tuple[int, str]:
        """Games of so many rounds."""
        rounds = int(options.get("rounds", ALLOWED["rounds"][0]))
        return rounds, say_number(lang, "ui.list.rounds", rounds)

    def summary(self, options: Mapping[str, Any], lang: str) -> str:
        agreed = {name: allowed[0] for name, allowed in ALLOWED.items()} | dict(options)
        rounds = say_number(lang, "ui.list.rounds", agreed["rounds"])
        players = say_number(lang, "ui.list.players", agreed["players"])
        return f"{rounds} · {edition_name(agreed['edition'], lang)} · {players}"


WORDS: Final = GhostsWords(ID)
