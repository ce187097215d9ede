"""The parts of a picture of the table of Ghosts, each with the value that decides it.

Every value comes from the scene of one viewer, which has nothing in it but what they may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from spuk.games.ghosts.scene.dial import Dial
from spuk.games.ghosts.scene.hand import Choice, HandCard
from spuk.games.ghosts.scene.history import Sheet
from spuk.games.ghosts.scene.page import GhostsPage
from spuk.games.ghosts.scene.scene import Cover, End, PileCard, Place, RoundEnd, Scene
from spuk.render.asks import Asks
from spuk.render.log import PastLine
from spuk.render.parts import Part

_FOLDER: Final = "ghosts/"
_NO_OVERLAY: Final = ""


class Felt(NamedTuple):
    """What lies on the table at all."""

    round: str
    edition: str
    news: int
    """The round whose result can be read again; 0 for none."""
    seats: tuple[int, ...]
    """The others, as they sit."""


class Middle(NamedTuple):
    """The dial with the pile on it."""

    dial: Dial
    pile: tuple[PileCard, ...]
    empty: str
    """What lies where no pile is."""
    can_look: bool
    """There are cards to be looked at one by one."""


class Line(NamedTuple):
    """The line under the hand."""

    table: str
    step: int | None
    replaying: bool
    asks: Asks
    plays: bool
    asked: bool
    hint: bool
    """One can ask for a hint."""
    headline: str
    said: str
    """What those who listen are told."""
    you: Place | None
    ask: str
    choices: tuple[Choice, ...]


class Round(NamedTuple):
    """What a round came to, and what may be given back."""

    news: bool
    """The next one is under way."""
    end: RoundEnd
    now: int
    choices: tuple[Choice, ...]
    ask: str


class Over(NamedTuple):
    """The end of the game."""

    table: str
    end: End | None
    plays: bool
    rematch: str | None


class Hand(NamedTuple):
    """The own cards."""

    cards: tuple[HandCard, ...]
    sits: bool


class LogLine(NamedTuple):
    """A line of the log."""

    table: str
    line: PastLine


def outermost(context: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of those that are in no other part."""
    return ("left",) if "replaying" in context else ("left", "side")


def parts(page: GhostsPage, context: Mapping[str, Any]) -> Iterator[Part]:
    """All of them."""
    scene, seen, replaying = page.scene, context["t"], "replaying" in context
    over = _over(page, seen, replaying)
    yield Part("left", f"{_FOLDER}left.html", over.id if over else _NO_OVERLAY)
    if over:
        yield over
    news = not replaying and not seen["result"] and not page.cover and scene.phase != "giveback"
    round_end = scene.round_end if news else None
    seats = tuple(place.seat for place in scene.others)
    number = round_end.number if round_end else 0
    yield Part("felt", f"{_FOLDER}felt.html", Felt(scene.round, scene.edition, number, seats))
    if round_end:
        yield Part("round-news", f"{_FOLDER}round.html", _round(scene, round_end, news=True))
    for place in scene.others:
        yield Part(f"seat-{place.seat}", f"{_FOLDER}seat.html", place)
    empty = scene.hint if scene.phase == "play" else ""
    middle = Middle(scene.dial, scene.pile, empty, bool(scene.trick))
    yield Part("deck", f"{_FOLDER}deck.html", (scene.deck, scene.deck_words))
    yield Part("dial", f"{_FOLDER}dial.html", middle)
    yield Part("aside", f"{_FOLDER}aside.html", (scene.aside, scene.aside_words))
    yield Part("trick", f"{_FOLDER}trick.html", scene.trick)
    yield Part("hand", f"{_FOLDER}hand.html", Hand(scene.hand, scene.you is not None))
    yield Part("turn", f"{_FOLDER}me.html", _line(page, seen, context["asks"], replaying))
    if not replaying:
        yield from _side(scene.sheet, scene.log, seen["id"])


def _over(page: GhostsPage, seen: Mapping[str, Any], replaying: bool) -> Part | None:
    """What lies over the table."""
    scene, plays = page.scene, bool(seen["your_seats"])
    if replaying:
        return None
    if seen["result"]:
        end = Over(seen["id"], scene.end, plays, seen["rematch"])
        return Part("game-over", f"{_FOLDER}end.html", end)
    if page.cover:
        return Part("cover", f"{_FOLDER}cover.html", page.cover)
    if scene.round_end and scene.phase == "giveback":
        return Part("round-over", f"{_FOLDER}round.html", _round(scene, scene.round_end, news=False))
    return None


def _round(scene: Scene, end: RoundEnd, *, news: bool) -> Round:
    if news:
        return Round(True, end, scene.sheet.now, (), "")
    return Round(False, end, scene.sheet.now, scene.choices, scene.hint if scene.choices else scene.headline)


def _line(page: GhostsPage, seen: Mapping[str, Any], asks: Asks, replaying: bool) -> Line:
    scene, asked = page.scene, seen["asked"]
    return Line(
        seen["id"],
        seen.get("step"),
        replaying,
        asks,
        bool(seen["your_seats"]),
        asked is not None,
        asked is not None and asked["what"] == "action" and scene.phase == "play",
        scene.headline,
        _said(scene, page.cover),
        scene.you,
        scene.hint if scene.phase not in ("play", "giveback") else "",
        scene.choices if scene.phase != "giveback" else (),
    )


def _said(scene: Scene, cover: Cover | None) -> str:
    if cover:
        return f"{cover.title}. {cover.text}"
    return f"{scene.headline} {scene.end.words}" if scene.end else scene.asks


def _side(sheet: Sheet, log: tuple[PastLine, ...], table: str) -> Iterator[Part]:
    yield Part("side", f"{_FOLDER}side.html", ())
    yield Part("fear-sheet", f"{_FOLDER}sheet.html", sheet)
    yield Part("cards-log", f"{_FOLDER}log.html", tuple(line.order for line in log))
    for line in log:
        yield Part(f"line-{line.order}", f"{_FOLDER}line.html", LogLine(table, line))
