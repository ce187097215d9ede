"""All companions, at all tables of every game: legal, reproducible, stoppable, open about their estimates."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from tests.contract.tables import all_tables, label, walk

import spuk
from spuk.kernel.seeds import Random

every_table = pytest.mark.parametrize(("name", "table"), all_tables(), ids=label)
every_game = pytest.mark.parametrize("name", spuk.games())
every_bot = pytest.mark.parametrize("bot", spuk.bots())


def decisions(name: str, table: dict[str, Any], seed: int, every: int) -> list[spuk.State]:
    """Some decisions of a game in which anything legal is played."""
    met = [state.clone() for state in walk(name, table, seed=seed) if state.actor >= 0]
    return met[::every]


def many_options(name: str) -> spuk.State:
    """A decision with many sensible options."""
    states = decisions(name, {}, seed=1, every=1)
    return max(states, key=lambda state: len(state.mind().sensible(state)))


@every_table
def test_minds_say_only_legal_actions_and_chances(name: str, table: dict[str, Any]) -> None:
    for state in decisions(name, table, seed=4, every=9):
        mind, line = state.mind(), state.text()
        sensible = list(mind.sensible(state))
        assert sensible, line
        assert len(set(sensible)) == len(sensible), line
        assert set(sensible) <= set(state.legal()), line
        ratings = list(mind.rate(state, mind.sensible(state)))
        assert len(ratings) == len(sensible), line
        assert all(0.0 <= rating <= 1.0 for rating in ratings), line
        assert 0.0 <= mind.chance(state, state.actor) <= 1.0, line
        assert state.text() == line, "thinking changed the position"


@every_table
def test_playing_on_is_sound(name: str, table: dict[str, Any]) -> None:
    for state in decisions(name, table, seed=5, every=25):
        before = state.text()
        imagined = state.mind().dreams(state, state.actor).next(Random(1))
        state.mind().play_on(imagined, Random(2))
        assert imagined.invariants() == [], before
        assert imagined.text() != before
        assert state.text() == before


@every_game
def test_a_finished_game_is_judged_by_its_outcome(name: str) -> None:
    *_, state = walk(name, {}, seed=3)
    outcome = state.outcome()
    assert outcome is not None
    for seat in range(state.seats()):
        share = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
        won = share if name == "ghosts" else float(outcome.won)
        assert state.mind().chance(state, seat) == won


@every_game
@every_bot
def test_a_bot_plays_whole_games_and_the_same_ones_from_the_same_seed(name: str, bot: str) -> None:
    def game() -> list[int]:
        seats = spuk.game(name).new(players=2).seats()
        bots = [spuk.bot(bot, seed=seat, playouts=4) for seat in range(seats)]
        return spuk.play(name, {"players": 2}, bots, seed=8).actions

    actions = game()
    assert actions == game()
    assert spuk.Record(name, {"players": 2}, actions).replay().actor == spuk.OVER


@every_game
def test_the_master_tells_the_chance_of_every_sensible_option(name: str) -> None:
    state = many_options(name)
    advice = spuk.bot("master", seed=1, playouts=60).advise(state)
    assert sorted(one.action for one in advice) == sorted(state.mind().sensible(state))
    assert all(0.0 <= one.chance <= 1.0 for one in advice)
    assert 0 < sum(one.playouts for one in advice) <= 60
    assert advice[0].playouts == max(one.playouts for one in advice), "the choice was looked at longest"


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
