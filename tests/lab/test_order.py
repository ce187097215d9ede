"""What is to be played: grids, seeds, seats, and sentences for what cannot be."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import spuk
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order
from spuk.language.languages import LANGUAGES


def order(game: str = "ghost-stories", bots: str = "random", games: int = 3, **options: str) -> Order:
    return read_order(game, bots, games, options)


def test_a_grid_is_all_combinations_and_all_means_every_value() -> None:
    asked = order(level="all", players="4,2", edition="en")
    levels = spuk.game("ghost-stories").options()["level"]
    expected = [{"level": level, "players": n, "edition": "en"} for level, n in product(levels, (4, 2))]
    assert asked.combinations == expected
    assert asked.total == 3 * 8
    assert {asked.place(job) for job in range(asked.total)} == set(product(range(8), range(3)))
    assert all(asked.job(*asked.place(job)) == job for job in range(asked.total))


def test_options_are_those_of_the_game() -> None:
    assert order("ghosts", rounds="3,5").combinations == [{"rounds": 3}, {"rounds": 5}]
    assert [one["five_qi"] for one in order(five_qi="all", level="initiation").combinations] == [False, True]
    assert order(first="all").combinations == [{"first": seat} for seat in range(4)]
    assert order(first="none").combinations == [{"first": None}]
    powers = "second_wind,gods_favorite"
    assert order(powers=powers).combinations == [{"powers": ["second_wind", "gods_favorite"]}]


def test_a_run_from_before_the_edition_got_its_name_keeps_its_games() -> None:
    asked = order("ghosts", edition="amigo2022,original", rounds="5")
    assert order("ghosts", edition="amigo2022,seed", rounds="5") == asked
    old = json.loads(asked.to_json())
    old["grid"]["edition"] = ["amigo2022", "seed"]
    assert Order.from_json(json.dumps(old)) == asked


def test_a_value_given_twice_is_played_once() -> None:
    assert order(level="hell, hell").combinations == [{"level": "hell"}]


def test_seeds_depend_on_seed_combination_and_number_alone() -> None:
    asked = order(level="all")
    seeds = {asked.seed_of(c, n) for c, n in product(range(4), range(3))}
    assert len(seeds) == 12
    assert all(0 <= seed < 2**63 for seed in seeds)
    # Others in the grid, other bots or more games change nothing; a default said aloud is still the default.
    assert order(level="hell", bots="novice", games=9).seed_of(0, 2) == asked.seed_of(3, 2)
    assert order(level="normal", edition="en").seed_of(0, 1) == order().seed_of(0, 1)
    assert read_order("ghost-stories", "random", 3, {}, seed=1).seed_of(0, 0) != order().seed_of(0, 0)


def test_bots_go_round_the_table_unless_they_are_told_to_stay() -> None:
    asked = order("ghosts", "master,monk,monk,monk", players="4")
    seats = [asked.seating(0, number) for number in range(4)]
    assert [row.index("master") for row in seats] == [0, 3, 2, 1]
    assert asked.seating(0, 4) == asked.seating(0, 0)
    still = read_order("ghosts", "master,monk", 3, {"players": "3"}, rotate=False)
    assert [still.seating(0, number) for number in range(3)] == [["master", "monk", "master"]] * 3


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "chess"}, "Unknown game “chess”. Choose from ghost-stories, ghosts."),
        ({"bots": "monk,abbot"}, "Unknown bot “abbot”. Choose from random, novice, monk, master."),
        ({"bots": "monk,"}, "Unknown bot “”. Choose from random, novice, monk, master."),
        ({"games": 0}, "--games must be greater than 0, not 0."),
        ({"seconds": -1.0}, "--seconds must be greater than 0, not -1.0."),
        ({"playouts": 0}, "--playouts must be greater than 0, not 0."),
        ({"level": "easy"}, "level cannot be “easy”. Choose from normal, initiation, nightmare, hell, all."),
        ({"players": "5"}, "players cannot be “5”. Choose from 4, 3, 2, 1, all."),
        ({"players": ""}, "players cannot be “”. Choose from 4, 3, 2, 1, all."),
        (
            {"rounds": "3"},
            "This game has no option “rounds”. Choose from players, level, edition, five_qi, colors, "
            "powers, village, first, incarnations.",
        ),
        (
            {"five_qi": "true"},
            "Cannot set up this game: five_qi=True is only possible with level=“initiation”",
        ),
        (
            {"bots": "random,novice,monk", "players": "4,2"},
            "3 bots are too many: the smallest table has only 2 seats.",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    named: dict[str, Any] = {"game": "ghost-stories", "bots": "random", "games": 3}
    named |= {"seconds": None, "playouts": None}
    options = {name: text for name, text in given.items() if name not in named}
    asked = {**named, **{name: value for name, value in given.items() if name in named}}
    with pytest.raises(Refused) as refused:
        read_order(**asked, options=options)
    assert refused.value.words("en") == str(refused.value) == sentence
    assert len({refused.value.words(lang) for lang in LANGUAGES}) == 3


def test_an_order_is_read_back_as_it_was_written() -> None:
    asked = read_order("ghosts", "master,monk", 7, {"players": "all"}, seed=3, playouts=20, records=True)
    assert Order.from_json(asked.to_json()) == asked
    for broken in ("[]", "{}", '{"game": "ghosts"}', "nonsense"):
        with pytest.raises(ValueError, match=r"not an order|Expecting value"):
            Order.from_json(broken)


def test_orders_say_what_differs() -> None:
    first = read_order("ghosts", "random", 7, {"players": "2,3"}, seed=3)
    second = read_order("ghosts", "random", 8, {"players": "2", "rounds": "4"}, seed=3)
    assert first.differences(first) == []
    assert first.differences(second) == [("games", 7, 8), ("players", "2,3", "2"), ("rounds", None, "4")]
