"""Reading positions from text; `notation.py` writes them."""

from __future__ import annotations

import re
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghosts.actions import DRAW
from spuk.games.ghosts.cards import HAND, KINDS, UNIT, kind_text, level_and_family
from spuk.games.ghosts.invariants import broken, broken_table
from spuk.games.ghosts.notation import full_pile
from spuk.games.ghosts.options import EDITIONS, RENAMED, Setup, setup
from spuk.games.ghosts.position import Position
from spuk.games.ghosts.state import CHOOSE_STARTER, DEAL, ENDED, PHASES, State
from spuk.kernel.errors import (
    Fault,
    given_twice,
    impossible,
    not_a_line,
    not_a_number,
    not_one_of,
    unknown_field,
)
from spuk.kernel.game import OVER, BrokenText

_KINDS: Final = {kind_text(kind): kind for kind in range(KINDS)}
_FIELDS: Final = (
    *("trick", "aside", "gained", "known", "fear"),
    *("rounds", "round", "starter", "direction", "phase", "turn"),
)


def read(line: str) -> Position:
    """The position described by a line, moved on to the next real choice."""
    if not isinstance(line, str):
        raise BrokenText(not_a_line(line))
    given = _words(line)
    s = Position(_setup(given), None)
    _read_turn(s, given)
    _read_cards(s, given)
    _read_fear(s, given)
    _check(broken_table(s))
    if s.phase == ENDED:
        s.actor = OVER
    else:
        s.settle()
    _check(broken(s))
    return s


def _check(problems: list[Fault]) -> None:
    if problems:
        raise BrokenText(impossible(problems))


def _words(line: str) -> dict[str, str]:
    """The words of the line, by subject."""
    given: dict[str, str] = {}
    for word in line.split():
        name, equals, value = word.partition("=")
        kind = name if equals else _header(word)
        if equals and name not in _FIELDS and not re.fullmatch("[0-5]", name):
            raise BrokenText(unknown_field(name, ("0…5", *_FIELDS)))
        if kind in given:
            raise BrokenText(given_twice(kind, word))
        given[kind] = value if equals else word
    return given


def _header(word: str) -> str:
    if word in EDITIONS or word in RENAMED["edition"]:
        return "edition"
    if re.fullmatch("[0-9]p", word):
        return "players"
    raise BrokenText(
        Fault(
            "ghosts.word",
            "{word!r} is not an edition ({editions}), a number of players such as 4p, or field=value",
            word=word,
            editions=", ".join(EDITIONS),
        )
    )


def _setup(given: dict[str, str]) -> Setup:
    options: dict[str, Any] = {}
    if "edition" in given:
        options["edition"] = given["edition"]
    if "players" in given:
        options["players"] = int(given["players"][0])
    if "rounds" in given:
        options["rounds"] = _number("rounds", given["rounds"], 10)
    try:
        return setup(options)
    except ValueError as error:
        raise BrokenText(*error.args) from error


def _number(what: str, text: str, high: int) -> int:
    if not re.fullmatch("[0-9]{1,16}", text) or int(text) > high:
        raise BrokenText(not_a_number(what, text, 0, high))
    return int(text)


def _read_turn(s: State, given: dict[str, str]) -> None:
    last = int(s.setup.players) - 1
    s.seat = _number("turn", given.get("turn", "0"), last)
    s.starter = _number("starter", given.get("starter", "0"), last)
    s.round = _number("round", given.get("round", "1"), int(s.setup.rounds))
    phase = given.get("phase", "play")
    if phase not in PHASES:
        raise BrokenText(not_one_of("phase", phase, PHASES))
    s.phase = PHASES.index(phase)
    direction = given.get("direction", "on")
    if direction not in ("on", "back"):
        raise BrokenText(not_one_of("direction", direction, ("on", "back")))
    s.direction = 1 if direction == "on" else -1


def _read_cards(s: State, given: dict[str, str]) -> None:
    """Named cards are where the line says. Hands that are not named get the first of the remaining cards."""
    rest = full_pile()
    s.trick = _take(rest, "trick", given.get("trick", ""))
    s.out = _take(rest, "aside", given.get("aside", ""))
    hands = {}
    for seat in range(6):
        if str(seat) in given:
            if seat >= s.setup.players:
                raise BrokenText(not_a_number("seat", str(seat), 0, int(s.setup.players) - 1))
            hands[seat] = _take(rest, str(seat), given[str(seat)])
    for seat in range(s.setup.players):
        if seat not in hands:
            size = 0 if s.phase in (CHOOSE_STARTER, DEAL) else int(HAND)
            hands[seat], rest = vec[i64](rest[:size]), rest[size:]
        if len(hands[seat]) > HAND:
            raise BrokenText(
                Fault(
                    "ghosts.hand",
                    "{seat}: {cards} cards in hand; the limit is {most}",
                    seat=seat,
                    cards=len(hands[seat]),
                    most=int(HAND),
                )
            )
        s.hands[seat] = sum(UNIT[kind] for kind in hands[seat])
    s.pile = vec[i64]([DRAW + kind for kind in rest])
    s.level, s.family = level_and_family(s.trick)


def _take(rest: list[int], what: str, text: str) -> vec[i64]:
    kinds = []
    for name in text.split(",") if text else []:
        if name not in _KINDS:
            raise BrokenText(not_one_of(what, name, _KINDS))
        kind = _KINDS[name]
        if kind not in rest:
            raise BrokenText(
                Fault("ghosts.card", "{field}: all {card} cards are already in use", field=what, card=name)
            )
        rest.remove(kind)
        kinds.append(kind)
    return vec[i64](kinds)


def _read_fear(s: State, given: dict[str, str]) -> None:
    for name, numbers in (("fear", s.fear), ("gained", s.gained), ("known", s.known_mist)):
        if name not in given:
            continue
        values = given[name].split(",")
        if len(values) != s.setup.players:
            raise BrokenText(
                Fault(
                    "ghosts.numbers",
                    "{field}: one number per seat is needed, {seats} in all",
                    field=name,
                    seats=int(s.setup.players),
                )
            )
        for seat, text in enumerate(values):
            numbers[seat] = _number(name, text, 10**15)
    if "gained" in given and "fear" not in given:
        for seat in range(s.setup.players):
            s.fear[seat] += s.gained[seat]
