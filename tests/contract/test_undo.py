"""How far a game may be taken back, case by case; the rule for every game is in `spuk.testing.records`."""

from __future__ import annotations

import spuk
from spuk.kernel.undo import ACTED, SHOWN
from spuk.testing.records import undo_limit


def test_an_undo_does_not_unsee_what_another_seat_has_done() -> None:
    game = spuk.game("ghosts")
    limit = undo_limit([0, 1])
    assert limit.refusal(game, 1, free=False) is None  # seat 1 may undo its own action …
    assert limit.refusal(game, 0, free=False) == ACTED  # … and seat 0 still may not
    assert limit.after(1, 1, 0) == limit  # whatever seat 1 does instead


def test_of_what_people_enter_for_chance_the_last_can_be_corrected() -> None:
    game = spuk.game("ghosts")
    drawn = undo_limit([0, spuk.CHANCE, spuk.CHANCE], entered=True)
    assert [drawn.refusal(game, to, free=False) for to in range(3)] == [SHOWN, SHOWN, None]
    answered = drawn.after(3, 1, spuk.CHANCE)
    assert answered.refusal(game, 2, free=False) == ACTED
    assert answered.refusal(spuk.game("ghost-stories"), 2, free=False) is None
