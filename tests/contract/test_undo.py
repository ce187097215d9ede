"""How far a game may be taken back: the rule as it is written down, at every step of random games."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.contract.tables import choose

import spuk
from spuk.kernel.seeds import Random
from spuk.kernel.undo import ACTED, NOTHING, SHOWN, UndoLimit


def _actors(name: str, seed: int, players: int) -> list[int]:
    """Who acted in a random game, action by action."""
    state, random, actors = spuk.game(name).new(players=players), Random(seed), []
    while state.actor != spuk.OVER:
        actors.append(int(state.actor))
        state.apply(choose(state, random))
    return actors


def _limit(actors: list[int], entered: bool = False) -> UndoLimit:
    limit, before = UndoLimit(), None
    for number, actor in enumerate(actors):
        limit, before = limit.after(number, actor, before, entered=entered), actor
    return limit


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", spuk.games())
def test_every_undo_is_refused_that_another_seat_or_chance_forbids(name: str, players: int) -> None:
    game, found = spuk.game(name), set()
    actors = _actors(name, 3, players)
    for played in range(1, len(actors) + 1, 3):
        limit = _limit(actors[:played])
        for to in range(max(0, played - 12), played):
            since = actors[to + 1 : played]
            shown = spuk.CHANCE in actors[to:played]
            acted = any(seat not in (spuk.CHANCE, actors[to]) for seat in since)
            strict, free = (limit.refusal(game, to, free=free) for free in (False, True))
            assert (strict is None) == (not shown and not (game.hides() and acted))
            assert free == (strict if game.hides() else None)
            found.add(strict)
    assert found == ({None, SHOWN, ACTED} if game.hides() else {None, SHOWN})


@pytest.mark.parametrize("name", spuk.games())
def test_where_nobody_has_decided_there_is_nothing_to_undo(name: str) -> None:
    assert UndoLimit().refusal(spuk.game(name), None, free=True) == NOTHING


def test_an_undo_does_not_unsee_what_another_seat_has_done() -> None:
    game = spuk.game("ghosts")
    limit = _limit([0, 1])
    assert limit.refusal(game, 1, free=False) is None  # seat 1 may undo its own action …
    assert limit.refusal(game, 0, free=False) == ACTED  # … and seat 0 still may not
    assert limit.after(1, 1, 0) == limit  # whatever seat 1 does instead


def test_of_what_people_enter_for_chance_the_last_can_be_corrected() -> None:
    game = spuk.game("ghosts")
    drawn = _limit([0, spuk.CHANCE, spuk.CHANCE], entered=True)
    assert [drawn.refusal(game, to, free=False) for to in range(3)] == [SHOWN, SHOWN, None]
    answered = drawn.after(3, 1, spuk.CHANCE)
    assert answered.refusal(game, 2, free=False) == ACTED
    assert answered.refusal(spuk.game("ghost-stories"), 2, free=False) is None


@pytest.mark.parametrize("name", spuk.games())
def test_a_game_hides_something_if_and_only_if_a_draw_is_not_shown_to_all(name: str) -> None:
    game = spuk.game(name)
    state, random = game.new(), Random(1)
    hidden = False
    while state.actor != spuk.OVER:
        action = choose(state, random)
        eyes = [state.reveals(action, seat) for seat in (None, *range(state.seats()))]
        hidden |= any(one != other for one, other in pairwise(eyes))
        state.apply(action)
    assert game.hides() == hidden
