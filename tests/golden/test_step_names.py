"""Names of steps are part of the notation: a position written down years ago is still read."""

from __future__ import annotations

import spuk
from spuk.games.ghost_stories import steps

NAMES = [
    "lay_tile",
    "lay_board",
    "turn_board",
    "choose_first",
    "begin",
    "haunters",
    "overrun",
    "end",
    "arrive",
    "draw",
    "place",
    "curse",
    "rollcurse",
    "recurse",
    "loseqi",
    "take",
    "discard",
    "grouptao",
    "beginyang",
    "yang",
    "carry",
    "retake",
    "roll",
    "reroll",
    "weaken",
    "banish",
    "pay",
    "reward",
    "qioryy",
    "giveqi",
    "giveyy",
    "victory",
    "revive",
    "restore",
    "herbs",
    "expel",
    "watch",
    "circle",
    "blow",
    "blowto",
    "lift",
    "liftto",
]


def test_steps_keep_their_names_and_their_order() -> None:
    state = spuk.game("ghost-stories").from_text("stack=end,yang,take turn=N")
    assert "take" in state.text()
    assert list(steps.NAMES) == NAMES
