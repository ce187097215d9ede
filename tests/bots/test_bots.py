"""The bots: their budgets, stopping them, what they tell. What all do in every game: `spuk.testing.bots`."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import spuk
from spuk.kernel.seeds import Random
from spuk.testing.tables import walk

every_game = pytest.mark.parametrize("name", spuk.games())


def many_options(name: str) -> spuk.State:
    """A decision with many sensible options."""
    states = [state.clone() for state in walk(spuk.game(name), {}, seed=1) if state.actor >= 0]
    return max(states, key=lambda state: len(state.mind().sensible(state)))


def test_an_option_is_shown_as_far_behind_as_its_playouts_were() -> None:
    """By winning chances, not by what the master plays for, which counts the way as well."""
    game = spuk.game("ghost-stories")
    state: Any = game.from_text("en normal 4p N=@2/1qi E=1qi N2=38! S1=9 W2=20 turn=N")
    advice = spuk.bot("master", seed=3, playouts=400).advise(state, also=game.action("end"))
    best, end = advice[0], next(one for one in advice if one.action == game.action("end"))
    mind, less = state.mind(), []
    for number in range(120):
        chances = []
        for action in (best.action, end.action):
            tried = state.clone()
            tried.step(action)
            mind.play_on(tried, Random(number))
            chances.append(mind.chance(tried, 0))
        less.append(chances[0] - chances[1])
    behind = sum(less) / len(less)
    spread = (sum((one - behind) ** 2 for one in less) / len(less)) ** 0.5
    assert behind > 0.01
    off = 4 * end.error + 4 * spread / len(less) ** 0.5
    assert best.chance - end.chance == pytest.approx(behind, abs=off)
    assert 0.3 * spread < end.error * end.playouts**0.5 < 3 * spread
    assert best.error == 0.0


@every_game
def test_the_master_spends_as_many_playouts_as_it_may(name: str) -> None:
    state = many_options(name)
    few = spuk.bot("master", seed=1, playouts=10).advise(state)
    assert sum(one.playouts for one in few) == 10
    none = spuk.bot("master", seed=1, playouts=0).advise(state)
    assert sum(one.playouts for one in none) == 0
    assert none[0].action == spuk.bot("monk").choose(state), "without playouts it is the monk"


@every_game
def test_the_master_can_be_stopped_from_another_thread(name: str) -> None:
    state = many_options(name)
    master = spuk.bot("master", seconds=3600.0)
    done = threading.Event()

    def stop() -> None:
        while not done.wait(0.1):  # again, if the thinking had not begun yet
            master.stop()

    hand = threading.Thread(target=stop)
    hand.start()
    advice = master.advise(state, also=state.legal()[0])  # which keeps even a clear race open
    done.set()
    hand.join()
    assert advice[0].action in state.legal()


def test_a_wrong_name_says_which_companions_there_are() -> None:
    with pytest.raises(ValueError, match="random, novice, monk, master"):
        spuk.bot("grandmaster")


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0.0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"playouts": -1}]
)
def test_a_wrong_budget_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        spuk.bot("master", **wrong)


@pytest.mark.parametrize("level", ["initiation", "hell"])
def test_the_monk_lives_longer_than_the_novice(level: str) -> None:
    def cards(bot: str) -> int:
        games = [spuk.play("ghost-stories", {"level": level}, bot, seed).replay() for seed in range(12)]
        return sum(game.view(None)["deck"]["left"] for game in games)

    assert cards("monk") < 0.8 * cards("novice")
