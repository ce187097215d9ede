"""How many ways lead on from a position: the classic check that exactly the legal actions are found.

`count(state, depth)` is the number of action sequences of that length, chance included.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import spuk

GAME = spuk.game("ghost-stories")
FILE = Path(__file__).with_name("perft.txt")
HEAD = """\
# Perft: from each position, the number of sequences of 1, 2, 3 … legal actions (dice and draws included).
# Made by `python -m tests.golden.make perft`; tests/golden/test_perft.py counts again.
"""
# What it is about; the options of a new game or a position; actions that lead on from there; a quick depth.
POSITIONS: list[tuple[str, dict[str, Any] | str, str, int]] = [
    ("a table being laid out: the first tiles",
     {"players": 4}, "", 4),
    ("a table being laid out: the last tiles, the boards, the sides",
     {"players": 3, "edition": "pl"},
     "tile:temple tile:cemetery tile:pavilion tile:sorcerer tile:tea_house tile:herbalist", 7),
    ("the start of a Yang phase, three ghosts out, Yin-Yang in hand",
     "en normal 4p N1=1 E2=16 S3=45! turn=N", "", 3),
    ("an exorcism at a corner, tokens of two Taoists at hand: dice, which ghosts, who pays",
     "en normal 4p N=red/spires/tao:rrb/-yy/@3 E=tao:gb/@3 N3=38 E1=14 turn=N stage=moved", "", 6),
    ("the Gods' Favorite before two ghosts: which dice to roll again",
     "en normal 4p N=green/favorite/tao:gy/-yy/@1 E=red N1=27 W3=6 turn=N",
     "exorcise roll:r roll:g roll:w", 5),
    ("two parting curses, the Gods' Favorite may reroll each",
     "en normal 4p N=green/favorite/tao:yy/-yy/@1 E=red N1=6 W3=7 turn=N",
     "exorcise roll:y roll:y roll:w reroll:none banish:both", 4),
    ("three tormentors on a full board: curse after curse",
     "pl nightmare 4p N1=11 N2=22 N3=33 turn=N:yin", "", 4),
    ("the Pavilion: a ghost with Mantra and figure, a Buddha waiting, then a Taoist",
     "de1 normal 4p N=yellow/mantra/-yy/@8 W=red N1=8!m E2=b S1=13 turn=N stage=moved", "help", 4),
    ("solo with three Power tokens",
     "en normal 1p N=-yy N1=1 E2=16 turn=N", "", 3),
    ("a possessed neutral board loses Qi: somebody must take it; then the turn goes on",
     "de2 normal 2p E=0qi N=1qi/-yy S=-yy E1=1 E2=12 E3=23 turn=E:yin", "", 3),
    ("two dead Taoists wait at the Cemetery",
     "en normal 4p N=@1/-yy S=0qi W=0qi N1=50 turn=N stage=moved", "", 4),
]  # fmt: skip


def start(table: dict[str, Any] | str, actions: str) -> spuk.State:
    """The position to count from."""
    state = GAME.from_text(table) if isinstance(table, str) else GAME.new(**table)
    for name in actions.split():
        state.apply(GAME.action(name))
    return state


def count(state: spuk.State, depth: int) -> int:
    """Sequences of that many actions."""
    legal = state.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        child = state.clone()
        child.apply(action)
        total += count(child, depth - 1)
    return total


def counts(table: dict[str, Any] | str, actions: str, depth: int) -> list[int]:
    """For depths 1, 2, 3 …"""
    state = start(table, actions)
    return [count(state, d) for d in range(1, depth + 1)]


def block(what: str, table: dict[str, Any] | str, actions: str, depth: int) -> str:
    """One position as it stands in the file."""
    numbers = " ".join(map(str, counts(table, actions, depth)))
    lines = [what, f"  from   {table}", f"  after  {actions}" if actions else "", f"  counts {numbers}"]
    return "\n".join(line for line in lines if line)


def make() -> None:
    """Write the file."""
    text = "\n\n".join([HEAD.rstrip(), *(block(*position) for position in POSITIONS)]) + "\n"
    FILE.write_text(text, encoding="utf-8")
    print(text)
