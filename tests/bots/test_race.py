"""The race of options: who drops out, and when."""

from __future__ import annotations

from librt.vecs import vec

from spuk.bots.race import Race

LUCK = (0.3, -0.2, 0.1, 0.0, -0.3, 0.2, -0.1)


def run(race: Race, strength: list[float], rounds: int, used: float = 0.0) -> None:
    """So many rounds in which every option meets the same luck."""
    for number in range(rounds):
        race.begin_round(used)
        for option in race.racers:
            race.note(option, strength[option] + LUCK[number % len(LUCK)] + 0.01 * (option * number % 3))


def test_what_is_clearly_worse_drops_out_as_soon_as_the_rounds_outweigh_the_rating() -> None:
    race = Race(vec[float]([0.5, 0.5, 0.5]), 4.0, None)
    run(race, [0.2, 0.5, 0.49], 4)
    assert sorted(race.racers) == [0, 1, 2]
    run(race, [0.2, 0.5, 0.49], 1)
    assert sorted(race.racers) == [1, 2]


def test_equal_options_stay_until_the_budget_parts_them() -> None:
    race = Race(vec[float]([0.5, 0.5]), 4.0, None)
    for number in range(40):
        race.begin_round(0.0)
        for option in race.racers:
            race.note(option, 0.5 + LUCK[(number + option) % len(LUCK)])
    assert race.is_open()
    race.begin_round(1.0)
    assert not race.is_open()


def test_half_of_the_options_go_at_each_stage() -> None:
    race = Race(vec[float]([0.01 * number for number in range(12)]), 4.0, None)
    assert race.racers == [11, 10, 9, 8, 7, 6, 5, 4], "the best ratings start"
    left = []
    for used in (0.0, 0.34, 0.67, 1.0):
        run(race, [0.5] * 12, 1, used)
        left.append(len(race.racers))
    assert left == [8, 4, 2, 1]


def test_an_option_that_somebody_asks_about_stays_to_the_end() -> None:
    race = Race(vec[float]([0.9, 0.8, 0.0]), 4.0, 2)
    run(race, [0.9, 0.8, 0.0], 12)
    run(race, [0.9, 0.8, 0.0], 1, 1.0)
    assert race.racers == [0, 2]
    assert race.is_open()


def test_the_rating_counts_as_a_few_rounds() -> None:
    race = Race(vec[float]([0.5, 0.4]), 4.0, None)
    race.note(1, 0.9)
    assert race.worth(1) == (4 * 0.4 + 0.9) / 5
    assert race.order([0, 1]) == [0, 1]
    assert race.tried(1) == 1
