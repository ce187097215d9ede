"""The whole table for one viewer, from his view: nothing else gets in, so nothing hidden gets out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spuk.games.ghosts.options import EDITIONS
from spuk.games.ghosts.scene.cards import Card, face
from spuk.games.ghosts.scene.dial import Dial, dial
from spuk.games.ghosts.scene.hand import Choice, HandCard, Option, choices, hand
from spuk.games.ghosts.scene.history import (
    Row,
    Sheet,
    ToldEvents,
    past_lines,
    rank,
    rounds_of,
    sheet,
    trick_of,
)
from spuk.games.ghosts.words import edition_name, won_words
from spuk.language.catalog import say, say_number
from spuk.render.log import PastLine

TILTS: Final = 5
"""Ways in which a card may lie askew on the pile."""
SHOWN: Final = 5
"""Cards of the pile that are drawn; those below are covered anyway."""

LINES: Final = 60
"""Lines of the log beside the table; the replay has all of them."""


@dataclass(frozen=True)
class PileCard:
    """A card on the pile or beside it."""

    id: str
    card: Card
    tilt: int
    """How it lies: 0 is the top card, straight."""
    mirror: bool
    """It was a mirror when it was played."""


@dataclass(frozen=True)
class TrickCard:
    """A card of the trick in the list of all that were played."""

    card: Card
    player: str
    """Who played it; "" where a position was set up by hand."""
    level: str
    """The fear level then, in words."""


@dataclass(frozen=True)
class Place:
    """A player at the table."""

    seat: int
    name: str
    bot: str
    """The bot that plays there, or ""."""
    cards: int
    fear: int
    gained: int
    mist: int
    """Cards of his hand that everyone knows to be mist."""
    turn: bool
    next: bool
    you: bool
    won: bool
    label: str
    """All of it in words."""
    open: tuple[Card, ...] = ()
    """His cards, where all may see them: in the replay of a game that is over."""


@dataclass(frozen=True)
class RoundEnd:
    """What a round came to, between it and the next."""

    number: int
    rows: tuple[Row, ...]
    """By fear, the least first."""
    changes: tuple[tuple[int, int], ...]
    """By seat: how much was taken and given back."""
    starter: str = ""
    """Who opens the next round, if it has begun."""
    old: bool = False
    """Cards of the next round have been played already: only who still reads it sees it."""


@dataclass(frozen=True)
class End:
    """The end of the game."""

    words: str
    rows: tuple[Row, ...]
    you_won: bool
    played: bool
    """The viewer sat at the table."""


@dataclass(frozen=True)
class Cover:
    """What lies over the table while its device goes from one person to the next."""

    title: str
    text: str
    button: str
    address: str
    """Where the hand of the next one is shown."""


def cover(name: str, address: str, lang: str) -> Cover:
    """The hand of this person is covered until he says that he is there."""
    return Cover(
        say(lang, "ui.cards.handover.title", player=name),
        say(lang, "ui.cards.handover.pass", player=name),
        say(lang, "ui.cards.handover.button", player=name),
        address,
    )


@dataclass(frozen=True)
class Scene:
    """Everything on the screen."""

    title: str
    round: str
    edition: str
    phase: str
    you: Place | None
    others: tuple[Place, ...]
    dial: Dial
    pile: tuple[PileCard, ...]
    trick: tuple[TrickCard, ...]
    """All cards that lie face up, in the order in which they were played."""
    aside: tuple[PileCard, ...]
    """Mist beside the pile."""
    aside_words: str
    deck: int
    deck_words: str
    hand: tuple[HandCard, ...]
    choices: tuple[Choice, ...]
    headline: str
    """Whose turn it is."""
    hint: str
    """What is asked."""
    asks: str
    """What those who listen are told: who decides, and on what; nothing while bots think."""
    sheet: Sheet
    log: tuple[PastLine, ...]
    round_end: RoundEnd | None
    end: End | None


def draw(
    view: Mapping[str, Any],
    names: Sequence[str],
    lang: str,
    *,
    bots: Sequence[str] = (),
    asked: Sequence[Option] = (),
    log: Sequence[ToldEvents] = (),
    hands: Sequence[Sequence[Mapping[str, Any]]] = (),
) -> Scene:
    """The scene of a view; `asked` is what this viewer may decide now, `hands` are open ones."""
    options = view["options"]
    start = EDITIONS[options["edition"]].starting_fear
    places = [_place(view, seat, names, bots, hands, lang) for seat in range(len(names))]
    aside = _aside(view, lang)
    held = hand(view, asked, lang)
    fear = sheet(view, log, names, start)
    you = view["seat"]
    return Scene(
        title=say(lang, "ui.ghosts.title"),
        round=say(lang, "ui.cards.round", n=view["round"], total=options["rounds"]),
        edition=edition_name(options["edition"], lang),
        phase=view["phase"],
        you=None if you is None else places[you],
        others=tuple(places[seat] for seat in _round_the_table(you, len(places))),
        dial=dial(view["level"], view["direction"], len(names), lang),
        pile=_pile(view, lang),
        trick=_trick(view, log, names, lang),
        aside=aside,
        aside_words=say_number(lang, "ui.cards.aside", len(aside)),
        deck=view["pile"],
        deck_words=say_number(lang, "ui.cards.left", view["pile"]),
        hand=held,
        choices=choices(asked, names, lang),
        headline=_headline(view, names, lang),
        hint=_hint(view, bool(asked), lang),
        asks=_asks(view, names, bots, bool(asked), lang),
        sheet=fear,
        log=tuple(past_lines(log, names, lang, LINES)),
        round_end=_round_end(view, log, names, fear),
        end=_end(view, names, fear, lang),
    )


def _round_the_table(you: int | None, seats: int) -> list[int]:
    """The others, clockwise from the viewer; all, if he only watches."""
    return list(range(seats)) if you is None else [(you + step) % seats for step in range(1, seats)]


# ── the players ─────────────────────────────────────────────────────────────────────────────


def _place(
    view: Mapping[str, Any],
    seat: int,
    names: Sequence[str],
    bots: Sequence[str],
    hands: Sequence[Sequence[Mapping[str, Any]]],
    lang: str,
) -> Place:
    player, name = view["players"][seat], names[seat]
    cards = say_number(lang, "ui.cards.cards", player["cards"])
    fear = say_number(lang, "ui.cards.fear", player["fear"])
    playing = view["phase"] in ("play", "refill", "reshuffle", "giveback")
    following = (view["turn"] + view["direction"]) % len(names)
    end = view["end"]
    return Place(
        seat,
        name,
        bots[seat] if bots else "",
        player["cards"],
        player["fear"],
        player["gained"],
        player["known_mist"],
        turn=playing and view["turn"] == seat,
        next=view["phase"] == "play" and following == seat and len(names) > 2,
        you=view["seat"] == seat,
        won=end is not None and seat in end["winners"],
        label=say(lang, "ui.cards.seat", player=name, cards=cards, fear=fear),
        open=tuple(face(card, lang) for card in hands[seat]) if hands else (),
    )


# ── the middle ──────────────────────────────────────────────────────────────────────────────


def _pile(view: Mapping[str, Any], lang: str) -> tuple[PileCard, ...]:
    """The upper ghosts of the trick, the top one last."""
    found: list[PileCard] = []
    family: str | None = None
    for place, card in enumerate(view["trick"]):
        if card["family"] is not None:
            shown = face(card, lang)
            found.append(PileCard(f"pile-{place}", shown, place % TILTS + 1, card["family"] == family))
            family = card["family"]
    if found:
        top = found[-1]
        found[-1] = PileCard(top.id, top.card, 0, top.mirror)
    return tuple(found[-SHOWN:])


def _trick(
    view: Mapping[str, Any], log: Sequence[ToldEvents], names: Sequence[str], lang: str
) -> tuple[TrickCard, ...]:
    """All cards of the trick; what the log does not tell of a position set up by hand stays open."""
    cards = [face(card, lang) for card in view["trick"]]
    played = trick_of(log)
    if len(played) != len(cards):
        return tuple(TrickCard(card, "", "") for card in cards)
    return tuple(
        TrickCard(card, names[seat], say(lang, "ui.cards.trick.level", n=level))
        for card, (seat, level) in zip(cards, played, strict=True)
    )


def _aside(view: Mapping[str, Any], lang: str) -> tuple[PileCard, ...]:
    cards = [(place, face(card, lang)) for place, card in enumerate(view["trick"]) if card["family"] is None]
    return tuple(PileCard(f"pile-{place}", card, n % TILTS, False) for n, (place, card) in enumerate(cards))


# ── whose turn it is ────────────────────────────────────────────────────────────────────────


def _headline(view: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    if view["end"] is not None:
        return say(lang, "turn.over")
    if view["phase"] in ("starter", "deal"):
        return say(lang, "ui.cards.dealing")
    if view["turn"] == view["seat"]:
        return say(lang, "ui.cards.your_turn")
    return say(lang, "ui.cards.turn_of", player=names[view["turn"]])


def _hint(view: Mapping[str, Any], asked: bool, lang: str) -> str:
    """What is asked of the viewer; of others nothing is said: it could tell their hands."""
    if not asked:
        return ""
    if view["phase"] == "play":
        return say(lang, "ghosts.ask.play.open" if view["family"] is None else "ghosts.ask.play")
    if view["phase"] in ("reshuffle", "giveback", "starter"):
        return say(lang, f"ghosts.ask.{view['phase']}")
    return say(lang, "ui.cards.enter")


def _asks(view: Mapping[str, Any], names: Sequence[str], bots: Sequence[str], asked: bool, lang: str) -> str:
    headline = _headline(view, names, lang)
    if not asked:
        return "" if bots and bots[view["turn"]] else headline
    level = dial(view["level"], view["direction"], len(names), lang).label
    top = _pile(view, lang)
    lies = say(lang, "ui.cards.pile.top", card=top[-1].card.name) if top else say(lang, "ui.cards.pile.empty")
    return f"{headline}. {_hint(view, asked, lang)} {lies}. {level}."


# ── the end of a round and of the game ──────────────────────────────────────────────────────


def _round_end(
    view: Mapping[str, Any], log: Sequence[ToldEvents], names: Sequence[str], fear: Sheet
) -> RoundEnd | None:
    """What the round before this one came to, or this one while fear is given back."""
    rounds = rounds_of(log, len(names))
    if view["end"] is not None or not rounds:
        return None
    if view["phase"] == "giveback":
        over = rounds[-1]
    elif len(rounds) > 1:
        over = rounds[-2]
    else:
        return None
    changes = tuple(zip(over.taken, over.back, strict=True))
    starter = "" if over is rounds[-1] else names[rounds[-1].starter]
    old = over is not rounds[-1] and rounds[-1].played > 0
    return RoundEnd(over.number, tuple(rank(fear.rows)), changes, starter, old)


def _end(view: Mapping[str, Any], names: Sequence[str], fear: Sheet, lang: str) -> End | None:
    end = view["end"]
    if end is None:
        return None
    words = won_words([names[seat] for seat in end["winners"]], min(end["fear"]), lang)
    return End(words, tuple(rank(fear.rows)), view["seat"] in end["winners"], view["seat"] is not None)
