"""Broken texts, wrong options and illegal actions of Ghosts: refused with a reason, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bad_input.worker import Reader
from tests.common import bad_input as check
from tests.ghosts.tables import GAME, Foggy, every_table, examples, players, seeds, tables, walk

import spuk


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """Reads in another process."""
    one = Reader("ghosts")
    yield one
    one.close()


def _lines() -> list[str]:
    """Lines of real games, from the starter to the end."""
    lines = []
    for number, table in enumerate(every_table()):
        if table["rounds"] < 10:
            walked = enumerate(walk(table, Foggy(number)))
            lines += [s.text() for step, s in walked if step % 23 == number % 23 or s.actor == spuk.OVER]
    return lines


LINES = _lines()
PHASES = ("starter", "deal", "reshuffle", "play", "refill", "giveback", "ended")
CHARACTERS = "mfsvwpx0123456789,=- p\t\x00é²"
NUMBERS = ["", "0", "-1", "9", "99", "9999", "10000", "1099511627776", "9" * 19, "9" * 5000, "1.5", "x"]

# Lines that are wrong, and a word that must stand in the reason.
WRONG = [
    ("nonsense", "nonsense"),
    ("1p", "players"),
    ("7p", "players"),
    ("0p", "players"),
    ("10p", "10p"),
    ("de1 4p", "original"),
    ("original amigo2022", "edition"),
    ("2p 3p", "3p"),
    ("unknown=3", "trick"),
    ("6=m1", "6"),
    ("2p 2=m1", "2"),
    ("0=m1 0=m2", "twice"),
    ("0=m4", "m4"),
    ("0=m0", "m0"),
    ("0=q1", "q1"),
    ("0=m", "m"),
    ("0=M1", "M1"),
    ("0=m1,,m2", "0='': choose from m1"),
    ("0=m1,m2,m3,f1,f2,f3", "5"),
    ("0=m1,m1,m1,m1", "m1"),
    ("0=x,x,x,x,x 1=x,x", "x"),
    ("trick=m1,m1,m1 0=m1", "m1"),
    ("aside=m1,m1,m1 0=m1", "m1"),
    ("trick=f3,m3,s3", "level"),
    ("trick=f3,m3,s1,v1", "level"),
    ("trick=y1", "y1"),
    ("fear=1,1,1", "fear"),
    ("fear=1,1,1,1,1", "fear"),
    ("fear=1,1,1,x", "fear"),
    ("fear=1,1,1,-1", "fear"),
    ("fear=1,1,1,1.5", "fear"),
    ("fear=", "fear"),
    ("fear=1,1,1,1 gained=2,0,0,0", "fear"),
    ("gained=1", "gained"),
    ("known=1,0,0,0 0=m1,m2,m3,f1,f2", "known"),
    ("known=6,0,0,0 0=x,x,x,x,x", "known"),
    ("rounds=2", "rounds"),
    ("rounds=11", "rounds"),
    ("rounds=x", "rounds"),
    ("round=0", "round"),
    ("round=4", "round"),
    ("rounds=5 round=6", "round"),
    ("starter=4", "starter"),
    ("2p starter=2", "starter"),
    ("turn=4", "turn"),
    ("2p turn=2", "turn"),
    ("turn=-1", "turn"),
    ("direction=left", "direction"),
    ("direction=1", "direction"),
    ("phase=never", "phase"),
    ("phase=", "phase"),
    ("=", "field"),
    ("=5", "field"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "word"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_the_reason(reader: Reader, line: str, word: str) -> None:
    check.is_broken(reader, line, word)


# Odd lines: each must be refused, or be a position that goes on soundly.
ODD = [
    "",
    "2p 0= 1=",
    "6p 0= 1= 2= 3= 4= 5=",
    "2p 0=x phase=reshuffle turn=0",
    "2p 0=x,x 1=x,x,x phase=reshuffle turn=0",
    "2p 0=m1,m2 1=x,x phase=reshuffle turn=1",
    "2p 0=x,x,x,x,x known=5,0 phase=reshuffle turn=0",
    "2p 0=x,x,x,x,x known=1,0 phase=reshuffle turn=0",
    "2p 0=m1,m2,m3,f1,f2 phase=reshuffle turn=1",
    "2p 0= 1= phase=reshuffle turn=0",
    "2p trick=f1,m2 phase=deal",
    "2p trick=f1,m2 phase=starter",
    "2p trick=f1,m2 phase=giveback",
    "2p trick=f1,m2 phase=ended",
    "2p phase=ended round=1",
    "2p phase=starter round=3",
    "2p phase=deal 0=m1,m2,m3 known=0,0",
    "2p phase=deal 0=x,x,x known=3,0",
    "2p phase=giveback turn=1 fear=3,3",
    "2p phase=giveback fear=0,0 round=3",
    "2p phase=refill turn=1",
    "2p phase=refill 0=m1",
    "2p phase=refill 0= 1=",
    "2p fear=9999,9999",
    "2p trick=x,x,x,x,x,x",
    "2p trick=x known=1,0 0=x",
    "2p direction=back",
    "6p direction=back trick=f1 turn=0",
]


@pytest.mark.parametrize("line", ODD)
def test_an_odd_line_is_broken_or_sound(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("edition", ["original", "amigo2022"])
def test_every_phase_can_be_written_with_nothing_else(reader: Reader, phase: str, edition: str) -> None:
    for seats in range(2, 7):
        check.is_broken_or_sound(reader, f"{edition} {seats}p phase={phase}")


def _other_phase(words: list[str], at: int, draw: check.Draw) -> None:
    words[:] = [word for word in words if not word.startswith("phase=")]
    words.append("phase=" + draw(st.sampled_from(PHASES)))


MUTATIONS = check.mutations(
    LINES, characters=CHARACTERS, numbers=NUMBERS, joint="", more={"phase": _other_phase}
)


@examples(200)
@given(line=MUTATIONS)
def test_a_line_with_accidents_is_broken_or_sound(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


@examples(100)
@given(line=check.any_text(LINES))
def test_any_text_is_broken_or_sound(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


def test_every_line_of_a_real_game_is_sound(reader: Reader) -> None:
    check.are_sound(reader, LINES[::15])


# Options that are wrong, and words that must stand in the reason.
WRONG_OPTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"player": 4}, ["player", "players", "rounds", "edition"]),
    ({"level": "normal"}, ["level", "players", "rounds", "edition"]),
    *(
        ({"players": wrong}, ["players", "4, 2, 3, 5, 6"])
        for wrong in (0, 1, 7, -1, "4", 4.0, True, None, [4])
    ),
    *(({"rounds": wrong}, ["rounds", "3", "10"]) for wrong in (0, 1, 2, 11, "3", 3.0, True, None, [])),
    *(
        ({"edition": wrong}, ["edition", "original", "amigo2022"])
        for wrong in ("Original", "en", 1, None, ["original"])
    ),
]


@pytest.mark.parametrize(("options", "words"), WRONG_OPTIONS, ids=[str(case[0]) for case in WRONG_OPTIONS])
def test_a_wrong_option_is_refused_with_what_is_allowed(options: dict[str, Any], words: list[str]) -> None:
    check.refuses_options(GAME, options, words)


MALFORMED: list[Any] = [
    None, "", "take", "play:m1", "0", b"0", 0.0, 19.0, 1.5, float("nan"), 1j, True, False, [], [19], (19,),
    {}, object(), int, Decimal(19), Fraction(19), -1, -(10**30), GAME.actions, 2**31, 2**63, 2**64, 10**30,
]  # fmt: skip


@pytest.mark.parametrize(
    "action", MALFORMED, ids=[f"{number} {type(action).__name__}" for number, action in enumerate(MALFORMED)]
)
@pytest.mark.parametrize(
    "line",
    [
        "4p trick=f2,m3 turn=2",
        "4p phase=deal",
        "4p phase=starter",
        "4p phase=giveback",
        "4p phase=ended round=3",
    ],
)
def test_what_is_no_action_is_refused_and_nothing_changes(line: str, action: Any) -> None:
    check.refuses_action(GAME.from_text(line), action)


@examples(10)
@given(tables(), seeds, players)
def test_no_other_action_than_the_legal_ones_is_accepted(
    table: dict[str, Any], seed: int, player: Any
) -> None:
    check.accepts_only_what_is_legal(walk(table, player(seed)), seed)


@pytest.mark.parametrize("seat", [-1, 4, 10**20, True, "0", 1.5])
def test_a_seat_that_is_not_there_sees_nothing(seat: Any) -> None:
    state = GAME.from_text("4p")
    with pytest.raises((ValueError, TypeError)):
        state.view(seat)
