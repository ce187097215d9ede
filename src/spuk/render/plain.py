"""The plain board: any position as a table of its players and a list of facts, based only on its view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from spuk.kernel.registry import pack
from spuk.language.catalog import say, say_number
from spuk.language.words import Words, words_of
from spuk.render.asks import Asks
from spuk.render.numbers import number
from spuk.render.parts import Part
from spuk.table.people import names_of

_ELSEWHERE: Final = frozenset(
    ("game", "options", "seat", "actor", "active", "phase", "end", "outcome", "over", "winners", "result")
)
"""Parts of a view that the page shows elsewhere or not at all: the heading, whose turn it is, the end."""
_NAMES: Final = frozenset(("seat", "name"))
"""Columns that the row's heading covers."""
_SCORES: Final = ("scores", "score")
_PER_SEAT: Final = frozenset(("players", "seats", "boards", "hands", "points", *_SCORES))
"""Parts of a view with a value for each seat, if they have the right length."""
_KEYS: Final = "123456789"
_LONGEST_LIST: Final = 24
"""How many items of a list are written out."""


@dataclass(frozen=True)
class Player:
    """A row of the table."""

    seat: int
    name: str
    now: bool
    """It is their turn."""
    yours: bool
    won: bool
    note: str
    """Bot or handed over, in a word."""
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """Something you can do."""

    action: int
    words: str
    key: str


@dataclass(frozen=True)
class PlainEnd:
    """How it ended."""

    title: str
    reason: str
    good: bool
    """For the viewer."""


@dataclass(frozen=True)
class Cover:
    """Several people share this device, and one of them has to say that they are there."""

    name: str
    address: str


@dataclass(frozen=True)
class PlainScene:
    """Everything the plain board draws."""

    title: str
    """Whose turn it is."""
    question: str
    asks: str
    """What screen readers announce."""
    mine: bool
    entering: bool
    """Whether the result of real dice or cards is asked for."""
    columns: tuple[str, ...]
    players: tuple[Player, ...]
    facts: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    end: PlainEnd | None
    cover: Cover | None


class Known(NamedTuple):
    """What `plain/board.html` draws."""

    columns: tuple[str, ...]
    players: tuple[Player, ...]
    facts: tuple[tuple[str, str], ...]


class Panel(NamedTuple):
    """What `plain/turn.html` draws."""

    table: str
    step: int | None
    phase: str
    asks: Asks
    plays: bool
    """The viewer has a seat."""
    rematch: str | None
    can_undo: bool
    replaying: bool
    scene: PlainScene
    """Without what is known: that is in the other part."""


OUTERMOST: Final = ("board", "turn")


def parts(scene: PlainScene, context: Mapping[str, Any]) -> list[Part]:
    """The two parts of the table."""
    seen = context["t"]
    panel = Panel(
        seen["id"],
        seen.get("step"),
        str(seen["study"]["phase"]),
        context["asks"],
        bool(seen["your_seats"]),
        seen["rematch"],
        seen["can_undo"],
        "replaying" in context,
        replace(scene, columns=(), players=(), facts=()),
    )
    return [
        Part("board", "plain/board.html", Known(scene.columns, scene.players, scene.facts)),
        Part("turn", "plain/turn.html", panel),
    ]


def scene(seen: Mapping[str, Any], lang: str) -> PlainScene:
    """The scene of a table that has started."""
    words = words_of(seen["game"])
    columns = dict(_columns(seen["view"], len(seen["seats"]), words, lang))
    if seen["result"] and "scores" in seen["result"] and not _has_scores(seen["view"]):
        columns[say(lang, "ui.plain.score")] = [_text(score, lang) for score in seen["result"]["scores"]]
    asked = seen["asked"]
    mine = asked is not None
    question = str(seen["study"]["question"])
    names = names_of(seen["seats"], lang)
    end = _end(seen, words, lang) if seen["result"] else None
    title = end.title if end else question
    if mine and asked["seat"] is not None:
        name = names[asked["seat"]]
        title = say(lang, "ui.table.your_turn", name=name)
        if question == say(lang, "ui.words.turn", who=name):
            question = ""  # it says no more than the title
    return PlainScene(
        title=title,
        question=question,
        asks=". ".join(filter(None, dict.fromkeys((title, end.reason if end else question)))),
        mine=mine,
        entering=mine and asked["what"] == "outcome",
        columns=tuple(columns),
        players=tuple(_players(seen, list(columns.values()), lang)),
        facts=tuple(_facts(seen["view"], len(seen["seats"]), words, lang)),
        choices=tuple(_choices(asked["legal"])) if mine else (),
        end=end,
        cover=_cover(seen, names),
    )


def _cover(seen: Mapping[str, Any], names: Sequence[str]) -> Cover | None:
    """If something is hidden, nobody's view is in the page before they say who they are."""
    actor = seen["actor"]
    if seen["status"] != "playing" or actor not in seen["your_seats"] or seen["seat"] == actor:
        return None
    if seen["seats"][actor]["bot"] is not None:
        return None
    return Cover(names[actor], f"/t/{seen['id']}?as={actor}")


def _choices(legal: Sequence[Mapping[str, Any]]) -> Iterator[Choice]:
    for place, entry in enumerate(legal):
        key = _KEYS[place] if place < len(_KEYS) else ""
        yield Choice(entry["action"], str(entry["words"]), key)


def _players(seen: Mapping[str, Any], columns: Sequence[Sequence[str]], lang: str) -> Iterator[Player]:
    winners = (seen["result"] or {}).get("winners", ())
    for seat, (about, name) in enumerate(zip(seen["seats"], names_of(seen["seats"], lang), strict=True)):
        note = say(lang, "ui.computer") if about["bot"] else ""
        cells = tuple(column[seat] for column in columns)
        yield Player(seat, name, seat == seen["actor"], about["yours"], seat in winners, note, cells)


def _end(seen: Mapping[str, Any], words: Words, lang: str) -> PlainEnd:
    result = seen["result"]
    if result["reason"] == "resigned":
        return PlainEnd(say(lang, "ui.words.over"), say(lang, "ui.table.end.given_up_why"), False)
    names = names_of(seen["seats"], lang)
    if pack(seen["game"]).game.together():
        title = say(lang, "ui.words.won" if result["won"] else "ui.words.lost")
    else:
        winners = ", ".join(names[seat] for seat in result["winners"])
        title = say_number(lang, "ui.words.wins", len(result["winners"]), winners=winners)
    good = bool(set(result["winners"]) & set(seen["your_seats"]))
    return PlainEnd(title, words.reason_words(result["reason"], lang), good)


# ── what a view says ────────────────────────────────────────────────────────────────────────


def _has_scores(view: Mapping[str, Any]) -> bool:
    return any(name in view for name in _SCORES)


def _columns(view: Any, seats: int, words: Words, lang: str) -> Iterator[tuple[str, list[str]]]:
    """What the view says about each seat: lists with a value, or a dictionary, for each."""
    for key, value in view.items():
        if key in _ELSEWHERE or not _for_each_seat(key, value, seats):
            continue
        if not isinstance(value[0], Mapping):
            yield words.view_name(key, lang), [_text(cell, lang) for cell in value]
            continue
        for name in value[0]:
            if name not in _NAMES:
                cells = [_text(row.get(name), lang) for row in value]
                yield words.view_name(name, lang), cells


def _for_each_seat(key: str, value: Any, seats: int) -> bool:
    """Not every list with as many items as there are seats is about the seats."""
    if not isinstance(value, list | tuple) or len(value) != seats:
        return False
    if all(isinstance(part, Mapping) for part in value):
        return key in _PER_SEAT or all("seat" in part for part in value)
    return key in _PER_SEAT and not any(isinstance(part, Mapping) for part in value)


def _facts(view: Any, seats: int, words: Words, lang: str) -> Iterator[tuple[str, str]]:
    """Everything else."""
    for key, value in view.items():
        if key in _ELSEWHERE or value is None or _for_each_seat(key, value, seats):
            continue
        yield words.view_name(key, lang), _text(value, lang)


def _text(value: Any, lang: str) -> str:
    """A value of a view in readable form."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return say(lang, "ui.plain.yes" if value else "ui.plain.no")
    if isinstance(value, int | float):
        return number(value, lang)
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_text(part, lang)}" for name, part in list(value.items())[:_LONGEST_LIST])
    if isinstance(value, list | tuple):
        return ", ".join(_text(part, lang) for part in value[:_LONGEST_LIST])
    return str(value)
