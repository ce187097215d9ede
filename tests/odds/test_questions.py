"""Questions without a position: known answers, a brute force, and what wrong questions are told."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from tests.odds.brute import Brute

import spuk

GOALS = ("first", "second", "some", "all", "expected")


def answers(odds: spuk.Odds) -> list[Fraction]:
    return [odds.targets[0].chance, odds.targets[-1].chance, odds.some, odds.all, odds.expected]


def random_question(random: Random) -> dict[str, Any]:
    ghosts = [_ghost(random) for _ in range(random.randint(1, 2))]
    second = random.random() < 0.5
    tokens = "".join(sorted(random.choices("ybgrk", k=random.randint(0, 3))))
    return {
        "ghosts": ghosts,
        "dice": random.randint(0, 2 if second else 3),
        "tokens": tokens,
        "circle": random.choice(("", *"ybgrk")),
        "mantra": random.randint(0, len(ghosts)),
        "immune": [1] if random.random() < 0.2 else [],
        "white": random.random() < 0.8,
        "locked": random.random() < 0.1,
        "reroll": random.random() < 0.5,
        "second": second,
        "edition": random.choice(("de1", "de2", "en", "pl")),
    }


def _ghost(random: Random) -> str:
    if random.random() < 0.2:
        return "".join(random.choices("ybgrk", k=random.randint(2, 5)))
    return random.choice("ybgrk") * random.randint(1, 4)


@pytest.mark.parametrize("seed", range(8))
def test_the_odds_are_what_counting_everything_gives(seed: int) -> None:
    random = Random(seed)
    for _ in range(12):
        question = random_question(random)
        odds = spuk.exorcism_odds(**question)
        brute = Brute(**question)
        assert answers(odds) == [brute.chance(goal) for goal in GOALS], question


def test_four_dice_and_all_at_once_against_the_brute_force() -> None:
    for question in (
        {"ghosts": ["rr", "kk"], "dice": 4, "tokens": "rk"},
        {"ghosts": ["rrr"], "dice": 4, "tokens": "r", "reroll": True},
        {"ghosts": ["rr", "bb"], "tokens": "ryb", "circle": "b", "reroll": True, "second": True},
    ):
        brute = Brute(**question)
        assert answers(spuk.exorcism_odds(**question)) == [brute.chance(goal) for goal in GOALS]


@pytest.mark.parametrize(
    ("question", "chance"),
    [
        ({"ghosts": ["r"]}, Fraction(216 - 64, 216)),
        ({"ghosts": ["rr"]}, Fraction(3 * 4 * 4 + 8, 216)),
        ({"ghosts": ["rrr"]}, Fraction(8, 216)),
        ({"ghosts": ["rrrr"]}, Fraction(0)),
        ({"ghosts": ["rrrr"], "dice": 4}, Fraction(16, 1296)),
        ({"ghosts": ["rr"], "tokens": "rr"}, Fraction(1)),
        ({"ghosts": ["rr"], "tokens": "rr", "locked": True}, Fraction(7, 27)),
        ({"ghosts": ["rr"], "white": False}, Fraction(16, 216)),
        ({"ghosts": ["k"], "immune": [1]}, Fraction(0)),
        ({"ghosts": ["k"], "immune": [1], "tokens": "k"}, Fraction(1)),
        ({"ghosts": ["k"], "circle": "k", "dice": 0}, Fraction(1)),
        ({"ghosts": ["r"], "dice": 1, "reroll": True}, Fraction(5, 9)),
        ({"ghosts": ["r"], "dice": 1, "second": True}, Fraction(5, 9)),
        ({"ghosts": [47]}, Fraction(5, 9)),  # it holds a die itself (GS-5.4)
        ({"ghosts": [47], "dice": 4}, Fraction(65, 81)),
        ({"ghosts": [60], "reroll": True, "second": True, "mantra": 1}, Fraction(1, 27)),  # no powers
    ],
)
def test_known_odds(question: dict[str, Any], chance: Fraction) -> None:
    assert spuk.exorcism_odds(**question).targets[0].chance == chance


def test_each_goal_is_its_own_best() -> None:
    odds = spuk.exorcism_odds(["rr", "kk"], tokens="rk", reroll=True)
    first, second = (target.chance for target in odds.targets)
    assert odds.all < first < odds.some
    assert odds.all < second < odds.some
    assert odds.some <= odds.expected <= odds.some + odds.all
    assert first + second > odds.expected, "whoever goes for one ghost does less for the other"


def test_a_banished_ghost_sets_free_what_it_held() -> None:
    """Second Wind: the die of Severed Heads (47) and the Tao that the Black Widow (50) locked."""
    heads = spuk.exorcism_odds([47, "rr"], dice=2, second=True).all
    assert heads > spuk.exorcism_odds(["k", "rr"], dice=2, second=True).all
    widow = spuk.exorcism_odds([50, "rr"], tokens="rr", second=True)
    assert widow.all > spuk.exorcism_odds(["kk", "rr"], tokens="rr", locked=True, second=True).all
    assert widow.curse, "its Curse die comes between, and is not counted"


def test_the_forgotten_ones_take_all_powers_until_they_are_gone() -> None:
    plain = spuk.exorcism_odds([60, "r"], tokens="kkk")
    helped = spuk.exorcism_odds([60, "r"], tokens="kkk", reroll=True, mantra=2)
    assert answers(helped) == answers(plain)
    assert spuk.exorcism_odds([60], second=True).exorcisms == 1
    twice = spuk.exorcism_odds([60, "r"], tokens="kkk", second=True)
    assert twice.exorcisms == 2
    assert twice.all > plain.all, "Second Wind is back when they are gone"


def test_a_reward_pays_for_the_second_exorcism() -> None:
    without = spuk.exorcism_odds(["k", "rrr"], second=True).all
    gloomy_minion = 45
    assert spuk.exorcism_odds([gloomy_minion, "rrr"], second=True).all > without


def test_positions_of_other_games_and_places_off_the_map_have_no_odds() -> None:
    with pytest.raises(ValueError, match="this is not a position of Ghost Stories"):
        spuk.odds(spuk.game("ghosts").new())
    with pytest.raises(ValueError, match="still being set up"):
        spuk.odds(spuk.game("ghost-stories").new())
    state = spuk.game("ghost-stories").from_text("turn=N N2=38")
    for place in (0, 10):
        with pytest.raises(ValueError, match="must be a number from 1 to 9"):
            spuk.odds(state, place)


def test_where_nothing_can_be_exorcised_all_chances_are_0() -> None:
    game = spuk.game("ghost-stories")
    centre = spuk.odds(game.from_text("turn=N N2=38"))
    assert (centre.targets, centre.some, centre.all, centre.exorcisms) == ((), 0, 0, 0)
    done = spuk.odds(game.from_text("turn=N N=@2 N2=38 stage=acted acted=@2,0,1"))
    assert [target.chance for target in done.targets] == [0]
    howling = spuk.odds(game.from_text("turn=N N=@2 N2=56 S2=38"))
    assert [target.chance for target in howling.targets] == [0]
    over = spuk.odds(game.from_text("turn=N N=@2 N2=38 village=CAH/SBN/pwt end=village_haunted"))
    assert [target.chance for target in over.targets] == [0]


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ({"ghosts": []}, "give one or two"),
        ({"ghosts": "rr"}, "give one or two"),
        ({"ghosts": ["r", "r", "r"]}, "give one or two"),
        ({"ghosts": ["x"]}, "ghost 'x': give a resistance of 1…8 letters"),
        ({"ghosts": [""]}, "1…8 letters"),
        ({"ghosts": [66]}, "a card, 1…65"),
        ({"ghosts": [True]}, "a card, 1…65"),
        ({"ghosts": ["r"], "dice": 5}, "must be a number from 0 to 4"),
        ({"ghosts": ["r"], "dice": -1}, "must be a number from 0 to 4"),
        ({"ghosts": ["r"], "tokens": "w"}, "give letters y b g r k"),
        ({"ghosts": ["r"], "tokens": "rrrrr"}, "only 4 tokens"),
        ({"ghosts": ["r"], "tokens": "rrrr", "circle": "r"}, "is on the Circle of Prayer"),
        ({"ghosts": ["r"], "circle": "rr"}, "one of the letters y b g r k"),
        ({"ghosts": ["r"], "mantra": 2}, "mantra=2: must be a number from 0 to 1"),
        ({"ghosts": ["r"], "immune": [2]}, "immune=2: must be a number from 1 to 1"),
    ],
)
def test_a_wrong_question_is_told_what_is_right(question: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        spuk.exorcism_odds(**question)


def test_answers_go_into_json() -> None:
    data = json.loads(json.dumps(spuk.exorcism_odds(["rr"]).as_dict()))
    assert data["some"] == {"exact": "7/27", "value": pytest.approx(7 / 27)}
