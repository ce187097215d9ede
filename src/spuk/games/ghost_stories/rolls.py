"""All rolls of up to four Tao dice, each once regardless of order, and the odds of reaching them.

A roll is a number: 0 is no die at all, then come all rolls of one die, of two, and so on. Chances are whole
numbers over `ONE`, which is a multiple of every denominator that two exorcisms with rerolls can have.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.board import WHITE
from spuk.games.ghost_stories.symbols import bundle

MOST_DICE: Final[i64] = 4
FACES: Final[i64] = 6
ONE: Final[i64] = 6**16
"""Certainty: four dice rolled, all rerolled, and then all of that again."""

_ALL: Final = [
    faces
    for number in range(int(MOST_DICE) + 1)
    for faces in combinations_with_replacement(range(int(FACES)), number)
]
_NUMBER: Final = {faces: number for number, faces in enumerate(_ALL)}


def _with(faces: tuple[int, ...], face: int) -> int:
    """The roll with one more die; none has more than four."""
    return _NUMBER.get(tuple(sorted((*faces, face))), 0)


def _without(faces: tuple[int, ...], face: int) -> int:
    """The roll with one die less; itself if no die shows that face."""
    left = list(faces)
    if face in left:
        left.remove(face)
    return _NUMBER[tuple(left)]


ROLLS: Final[i64] = len(_ALL)
FIRST: Final[vec[i64]] = vec[i64](
    [next((i for i, faces in enumerate(_ALL) if len(faces) == number), len(_ALL)) for number in range(6)]
)
"""The first roll of this many dice. Those of one more die begin where they end."""
WITH: Final[vec[i64]] = vec[i64]([_with(faces, face) for faces in _ALL for face in range(int(FACES))])
"""Flat: 6 * roll + face → the roll with that die added."""
WITHOUT: Final[vec[i64]] = vec[i64]([_without(faces, face) for faces in _ALL for face in range(int(FACES))])
COLORED: Final[vec[i64]] = vec[i64](
    [bundle("".join("ybgrk"[face] for face in faces if face < int(WHITE))) for faces in _ALL]
)
"""The coloured faces of a roll as a bundle."""
WHITES: Final[vec[i64]] = vec[i64]([sum(face == int(WHITE) for face in faces) for faces in _ALL])


def roll_of(dice: vec[i64]) -> i64:
    """The number of the roll that shows these faces. Anything that is not a face (a token paid) does not
    count.
    """
    roll: i64 = 0
    for face in dice:
        if face <= WHITE:
            roll = WITH[FACES * roll + face]
    return roll


def roll_on(values: vec[i64], dice: i64) -> None:
    """The value of each unfinished roll, from the values of the finished rolls of this many dice."""
    roll: i64 = FIRST[dice] - 1
    while roll >= 0:
        total: i64 = 0
        for face in range(FACES):
            total += values[WITH[FACES * roll + face]]
        values[roll] = total // FACES
        roll -= 1


def reroll(values: vec[i64], dice: i64) -> vec[i64]:
    """GS-8.6: the value of each roll before a reroll, keeping the best dice.

    `values` are the values of rolls without a reroll, including unfinished ones (`roll_on`): keeping some
    dice leads to one of these.
    """
    best = values[:]
    last: i64 = FIRST[dice + 1]
    for roll in range(1, last):
        for face in range(FACES):
            kept: i64 = best[WITHOUT[FACES * roll + face]]
            best[roll] = max(best[roll], kept)
    roll_on(best, dice)
    return best
