"""The own hand and everything else that may be decided: each card says what it would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spuk.games.ghosts.actions import SPACE
from spuk.games.ghosts.scene.cards import MIST, Card, face, face_of_kind, family_number
from spuk.games.ghosts.words import effect_of, short_effect
from spuk.language.catalog import say
from spuk.language.people import capital

Option = Mapping[str, Any]
"""A legal action with its number, its name and its words."""

_SIGNS: Final = {"mirror": "mirror", "raise": "next", "open": "hint", "mist": "check"}
_KEYS: Final = {"take": "p", "keep": "k", "reshuffle": "r"}
_CHOICE_SIGNS: Final = {
    "take": "fear",
    "keep": "check",
    "reshuffle": "replay",
    "giveback": "sun",
    "starter": "seats",
}


@dataclass(frozen=True)
class HandCard:
    """A card in the own hand."""

    id: str
    """The element's id: stays with the card as long as it is held."""
    card: Card
    action: int | None
    """What playing it posts; None: it cannot be played now."""
    tip: str
    """Mirror: 5"""
    sign: str
    says: str
    """All of it in words, for those who listen."""
    key: str
    """The key that plays it; "" for none."""


@dataclass(frozen=True)
class Choice:
    """A button that is no card of the hand."""

    action: int
    words: str
    sign: str
    key: str
    card: Card | None = None
    """The card it stands for, where drawn cards are entered by hand."""
    first: bool = False
    """What most people want."""
    sure: bool = False
    """Ends something: asked twice."""


def hand(view: Mapping[str, Any], asked: Sequence[Option], lang: str) -> tuple[HandCard, ...]:
    """The cards of the seat whose view it is; nothing for a spectator."""
    seat = view["seat"]
    held = view["players"][seat]["hand"] if seat is not None else None
    if not held:
        return ()
    legal = {option["text"]: option for option in asked}
    turn = view["phase"] == "play" and view["turn"] == seat and bool(asked)
    copies: Counter[str] = Counter()
    found = []
    for place, card in enumerate(held, start=1):
        shown = face(card, lang)
        copies[shown.id] += 1
        id = f"hand-{shown.id}-{copies[shown.id]}"
        found.append(_hand_card(view, shown, id, legal.get(f"play:{shown.id}"), str(place), turn, lang))
    return tuple(found)


def _hand_card(
    view: Mapping[str, Any], card: Card, id: str, option: Option | None, key: str, turn: bool, lang: str
) -> HandCard:
    if not turn:
        return HandCard(id, card, None, "", "", card.name, "")
    effect, level = effect_of(
        card.kind, view["level"], family_number(view["family"]), view["options"]["players"]
    )
    if option is None:
        reason = "ui.cards.no.opening" if card.family == MIST else "ui.cards.no.level"
        tip = say(lang, reason, level=level)
        return HandCard(id, card, None, tip, "", say(lang, "ui.cards.no.card", card=card.name, why=tip), "")
    tip = capital(short_effect(effect, level, lang))
    sign = _SIGNS[effect.partition(".")[0]]
    return HandCard(id, card, option["action"], tip, sign, option.get("words", card.name), key)


def choices(asked: Sequence[Option], names: Sequence[str], lang: str) -> tuple[Choice, ...]:
    """The buttons beside the hand; digits are the cards' keys, what comes often has a letter of its own."""
    found: list[Choice] = []
    for option in asked:
        verb = SPACE.verb_of(option["action"])
        if verb.name == "play":
            continue
        target = option["action"] - verb.base
        words = option.get("words", option["text"])
        key = _KEYS.get(verb.name) or str(target if verb.name == "giveback" else len(found) + 1)
        card = face_of_kind(target, lang) if verb.name == "draw" else None
        if card is not None:
            words = card.name
        elif verb.name == "take":
            words = say(lang, "ui.cards.take")
        elif verb.name == "starter":
            words = say(lang, "ghosts.action.starter", player=names[target])
        found.append(
            Choice(
                option["action"],
                words,
                _CHOICE_SIGNS.get(verb.name, ""),
                key if len(key) == 1 else "",
                card,
                verb.name == "reshuffle" or (verb.name == "giveback" and option is asked[-1]),
                verb.name == "take" and len(asked) > 1,
            )
        )
    return tuple(found)
