"""A game that tells bots nothing but its rules can be played by all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from spuk_pig import PACK
from spuk_pig.game import Pig
from spuk_pig.state import Position

import spuk
from spuk.kernel.registry import unregister
from spuk.kernel.seeds import Random

ID = "mindless-pig"


class Mindless(Position):
    """Pig as its author first wrote it."""

    def mind(self) -> spuk.Mind:
        return spuk.State.mind(self)

    def clone(self) -> Mindless:
        return Mindless(self.target, self.scores, self.turn, self.total, self.phase() == "choose")

    def game_id(self) -> str:
        return ID


class MindlessPig(Pig):
    def __init__(self) -> None:
        super().__init__()
        self.id = ID

    def new(self, **options: object) -> Mindless:
        start = super().new(**options)
        return Mindless(start.target, start.scores)


PLAIN = Mindless(20, [0, 0]).mind()


@pytest.fixture(autouse=True)
def game() -> Iterator[spuk.Game]:
    found = MindlessPig()
    spuk.register(replace(PACK, game=found))
    yield found
    unregister(ID)


@pytest.mark.parametrize("bot", ["novice", "monk"])
def test_bots_that_know_nothing_play_to_the_end(game: spuk.Game, bot: str) -> None:
    if bot == "monk":  # which takes the first of equals, and would roll for ever
        state = game.new()
        while state.actor == spuk.CHANCE:
            state.apply(game.action("die:2"))
        assert spuk.bot(bot).choose(state) in state.legal()
    else:
        assert spuk.play(game, {"target": 20}, bot, seed=3).replay().actor == spuk.OVER


def test_the_master_finds_out_by_random_games(game: spuk.Game) -> None:
    state = Mindless(20, [0, 18], turn=4, total=5, decides=True)
    advice = spuk.bot("master", seed=1, playouts=200).advise(state)
    assert advice[0].action == game.action("hold")
    assert advice[0].chance > 0.9


def test_a_plain_mind_judges_only_the_end(game: spuk.Game) -> None:
    state = game.new(players=4)
    assert [PLAIN.chance(state, seat) for seat in range(4)] == [0.25] * 4
    PLAIN.play_on(state, Random(1))
    outcome = state.outcome()
    assert outcome is not None
    assert [PLAIN.chance(state, seat) for seat in range(4)] == [
        float(seat in outcome.winners) for seat in range(4)
    ]


def test_a_game_without_end_is_left_undecided() -> None:
    class Endless(Mindless):
        def step(self, action: int) -> None:
            """Nothing ever happens."""

    state = Endless(20, [0, 0])
    PLAIN.play_on(state, Random(1))
    assert state.outcome() is None
    assert PLAIN.chance(state, 0) == 0.5


def test_a_won_game_of_all_together_is_won_and_a_draw_is_shared() -> None:
    class Ended(Mindless):
        returns = (1.0, 1.0)

        def outcome(self) -> spuk.Outcome:
            return spuk.Outcome(True, (0, 1), "end", "PIG-3.1", 0, (0, 0), self.returns)

    state = Ended(20, [0, 0])
    assert PLAIN.chance(state, 1) == 1.0
    state.returns = (0.0, 0.0)
    assert PLAIN.chance(state, 1) == 0.5
