"""A broken line gives BrokenText with a reason, or it happens to be a sound position. Nothing else, ever."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bad_input.worker import Reader
from tests.common import bad_input as check
from tests.property.players import Steered
from tests.property.tables import every_table, examples, walk

import spuk


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """Reads in another process."""
    one = Reader("ghost-stories")
    yield one
    one.close()


def _lines() -> list[str]:
    """Lines of real games, from setup to end."""
    lines = []
    for number, table in enumerate(every_table()):
        walked = enumerate(walk(table, Steered(number, luck=0.5)))
        lines += [s.text() for step, s in walked if step % 23 == number % 23 or s.actor == spuk.OVER]
    return lines


LINES = _lines()
CHARACTERS = "abcdefkmnNESWrgbyk0123456789!@:,=/+-… p\t\x00é²"
NUMBERS = ["", "0", "-1", "9", "99", "255", "256", "1099511627776", "9" * 19, "9" * 5000, "1.5", "x"]

# Lines that are wrong, and a word that must stand in the reason.
WRONG = [
    ("nonsense", "nonsense"),
    ("en normal 5p", "players"),
    ("en normal 0p", "players"),
    ("fr normal 4p", "de1"),
    ("en normal 4p 5qi", "five_qi"),
    ("en normal 4p en normal", "twice"),
    ("en de1", "edition"),
    ("normal hell", "level"),
    ("2p 3p", "3p"),
    ("unknown=3", "village"),
    ("village=CAH/SBN/PW", "village"),
    ("village=CAH/SBN/PWW", "village"),
    ("village=cah/SBN/PWT", "haunted"),
    ("N=purple", "N"),
    ("N=red E=red", "colour"),
    ("N=red/blue", "N"),
    ("N=spires/gust", "N"),
    ("N=blue/spires", "power"),
    ("N=21qi", "qi"),
    ("N=20qi E=20qi", "qi"),
    ("N=-1qi", "qi"),
    ("N=3qi/4qi", "qi"),
    ("N=tao:rrrrr", "tao"),
    ("N=tao:w", "tao"),
    ("N=tao:r/tao:k", "tao"),
    ("N=@0", "@"),
    ("N=@10", "@"),
    ("N=buddhas:3", "buddhas"),
    ("N=buddhas:2 E=buddhas:1", "buddhas"),
    ("N=tokens:1", "tokens"),
    ("N=0qi/tao:r", "Tao tokens"),
    ("N1=0", "N1"),
    ("N1=66", "N1"),
    ("N1=x", "N1"),
    ("N1=", "N1"),
    ("N1=2!", "Haunter"),
    ("N1=1b", "N1"),
    ("N1=1m", "Mantra"),
    ("N1=5 N2=5", "twice"),
    ("N1=5 gone=5", "5"),
    ("N1=57 banished=57", "57"),
    ("N1=56 N2=57", "incarnations"),
    ("N4=1", "N4"),
    ("circle=w", "circle"),
    ("centre=4", "centre"),
    ("deck=99", "deck"),
    ("deck=0", "incarnation"),
    ("gone=56", "gone"),
    ("banished=5", "banished"),
    ("turn=X", "turn"),
    ("turn=N:yang", "turn"),
    ("stage=never", "stage"),
    ("acted=5", "acted"),
    ("used=flying", "used"),
    ("borrowed=X", "borrowed"),
    ("fresh=1", "Buddhas"),
    ("count=-1", "count"),
    ("dice=q", "dice"),
    ("dice=rrrrrr", "dice"),
    ("end=never", "end"),
    ("end=village_haunted", "end: village_haunted does not fit"),
    ("end=taoists_dead", "GS-10.4"),
    ("end=deck_exhausted", "GS-5.6"),
    ("end=incarnations_banished", "GS-13.1"),
    ("de1 initiation village=caH/SBN/PWT end=line_overrun", "GS-4.2"),
    ("stack=nonsense", "stack"),
    ("stack=", "stack"),
    ("stack=place:1099511627776", "stack"),
    ("stack=end,yang,place:0", "stack"),
    ("stack=end,yang,place:66", "stack"),
    ("stack=end,yang,roll:100", "stack"),
    ("stack=end,yang,blowto:100", "stack"),
    ("stack=end,yang,blowto:3", "stack"),
    ("stack=end,yang,carry:9", "stack"),
    ("stack=begin:7", "stack"),
    ("setup", "stack"),
    ("setup stack=lay_tile,lay_tile", "stack"),
    ("setup laid=CC stack=lay_tile", "twice"),
    ("setup laid=X", "laid"),
    ("N=0qi E=0qi S=0qi W=0qi", "dead"),
    ("1p N=0qi", "dead"),
    ("de1 1p N=blue", "red"),
    ("de2 1p N=blue S=red", "red"),
    ("1p N=red/twin", "spires"),
    ("1p N=blue E=red/twin", "spires"),
    ("N1=56 deck=0", "GS-5.6"),
    ("nightmare banished=56,57,58 N1=59 deck=0", "GS-5.6"),
    ("banished=56 deck=5", "GS-13.1"),
    ("nightmare banished=56,57,58,59 deck=5", "GS-13.1"),
    ("pl nightmare banished=56,57,58 N1=59 deck=15", "incarnations"),
    ("pl nightmare deck=43", "incarnations"),
    ("nightmare deck=48", "incarnations"),
    ("incarnations=nobody", "nobody"),
    ("incarnations=vampire_lord,nameless", "incarnations"),
    ("incarnations=vampire_lord N1=56", "incarnations"),
    ("fix_nonsense=1", "nonsense"),
]  # fmt: skip


# Accidents that were once read wrongly: each must be refused, or be a position that goes on soundly.
ACCIDENTS = [
    "pl gone=1 3p setup laid=C boards= sides= stage=yin stack=lay_tile count=0 turn=N",
    "en initiation 4p setup laid= boards= sides= stage=yin turn=N",
    "pl 2p setup laid= boards= sides= stack=lay_tile count=0 turn=N",
    "de2 nightmare 2p setup boards=green,blue sides= stage=yin stack=lay_board count=0 turn=N",
    "en initiation 4p setup laid= S3=48 sides= stage=yin stack=lay_tile count=0 turn=N",
    "en hell 1p setup laid=HCAWPNBTS sides=spires stage=yin stack=turn_board count=0 turn=N",
    "en hell 3p setup laid=NCPBWHTAS boards=yellow,blue sides=pockets stage=yin stack=turn_board",
    "de2 normal 2p laid=SPTCAW boards= sides= stage=yin stack=lay_tile count=0 turn=N",
    "N2=57 initiation 4p setup laid=WSB boards= sides= stage=yin stack=lay_tile count=0 turn=N",
    "en 4p N=green/favorite/@1 E=red N1=39 dice=kg acted=@1,0,1 stage=acted "
    "stack=end,yang,banish:6,reroll,roll:2",
    "en 4p village=CAH/SBN/PWT laid=CAHSBNP end=village_haunted",
]


@pytest.mark.parametrize("line", ACCIDENTS)
def test_an_accident_does_not_happen_again(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


@pytest.mark.parametrize(("line", "word"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_the_reason(reader: Reader, line: str, word: str) -> None:
    check.is_broken(reader, line, word)


def _swap(words: list[str], at: int, draw: check.Draw) -> None:
    words.insert(draw(st.integers(0, len(words))), words.pop(at))


MUTATIONS = check.mutations(LINES, characters=CHARACTERS, numbers=NUMBERS, joint=":", more={"swap": _swap})


@examples(600)
@given(line=MUTATIONS)
def test_a_line_with_accidents_is_broken_or_sound(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


@examples(100)
@given(line=check.any_text(LINES))
def test_any_text_is_broken_or_sound(reader: Reader, line: str) -> None:
    check.is_broken_or_sound(reader, line)


def test_every_line_of_a_real_game_is_sound(reader: Reader) -> None:
    check.are_sound(reader, LINES[::9])
