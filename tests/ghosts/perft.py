"""How many ways lead on from positions of Ghosts: exactly the legal actions are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.golden.perft import count
from tests.rulebook_ghosts.table import GAME, at

FILE = Path(__file__).with_name("perft.txt")
HEAD = """\
# Perft: from each position, the number of sequences of 1, 2, 3 … legal actions (draws included).
# `pile=` names the draw pile; all other cards are aside. Made by `python -m tests.ghosts.make perft`.
"""
# What it is about; the options of a new game or a position; actions that lead on from there; a quick depth.
POSITIONS: list[tuple[str, dict[str, Any] | str, str, int]] = [
    ("the starter and the first cards of the deal",
     {"players": 5}, "", 3),
    ("the first trick of two players, a full pile",
     "2p 0=f1,f2,s3,x,p1 1=m1,m2,f3,w2,x", "", 4),
    ("an empty pile, three players: mirrors, mist, taking, the end of the round, giving back",
     "3p 0=f1,m2,x 1=f2,s1 2=m3,p1,x trick=f3 turn=0 pile= round=3", "", 9),
    ("a hand of only mist",
     "3p 0=x,x,x,x,x 1=m1,m2,f3,w2,p1 2=f1,f2,s3,p1,p2 phase=reshuffle turn=0 starter=1", "", 3),
    ("the last cards of a small pile, openers with only mist",
     "3p 0=x,x,f1 1=x,x 2=s1,s2,s3 pile=p1,p1,x trick=m3,w3 turn=1 direction=back", "", 7),
    ("everybody gives back after the last round",
     "amigo2022 6p 0= 1= 2= 3= 4= 5= phase=giveback round=3 fear=3,1,0,5,2,3 gained=0,0,0,0,0,1", "", 5),
]  # fmt: skip


def block(what: str, table: dict[str, Any] | str, actions: str, depth: int) -> str:
    """One position as it stands in the file."""
    state = at(table).state if isinstance(table, str) else GAME.new(**table)
    for name in actions.split():
        state.apply(GAME.action(name))
    numbers = " ".join(str(count(state, d)) for d in range(1, depth + 1))
    lines = [what, f"  from   {table}", f"  after  {actions}" if actions else "", f"  counts {numbers}"]
    return "\n".join(line for line in lines if line)


def make() -> None:
    """Write the file."""
    text = "\n\n".join([HEAD.rstrip(), *(block(*position) for position in POSITIONS)]) + "\n"
    FILE.write_text(text, encoding="utf-8")
    print(text)
