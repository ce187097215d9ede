"""Section 1: cards, fear and the length of the game."""

from __future__ import annotations

import pytest

import spuk
from spuk.games.ghosts.words import edition_about, edition_name

from .table import CARDS, EDITIONS, GAME, at, new, rule

SEATS = [2, 3, 4, 5, 6]


@rule("GH-1.1")
def test_there_are_60_cards_six_families_of_nine_and_6_mist() -> None:
    t = new().do("starter:0")
    assert t.pile == 60
    assert set(t.chances) == {"draw:" + card for card in CARDS}
    assert {family: sum(t.left(family + value) for value in "123") for family in "mfsvwp"} == dict.fromkeys(
        "mfsvwp", 9
    )
    assert t.left("x") == 6


@rule("GH-1.1")
@pytest.mark.parametrize("card", [card for card in CARDS if card != "x"])
def test_of_each_ghost_there_are_three(card: str) -> None:
    t = new().do("starter:0")
    assert t.chances["draw:" + card] == pytest.approx(3 / 60)
    t.do("draw:" + card)
    assert t.chances["draw:" + card] == pytest.approx(2 / 59)
    t.do("draw:" + card)
    assert t.chances["draw:" + card] == pytest.approx(1 / 58)
    t.do("draw:" + card)
    assert "draw:" + card not in t.legal


@rule("GH-1.1")
@pytest.mark.parametrize(
    ("letter", "family"),
    [
        ("m", "mummy"),
        ("f", "frankie"),
        ("s", "skeleton"),
        ("v", "vampire"),
        ("w", "swamp"),
        ("p", "pumpkin"),
    ],
)
def test_each_family_has_the_values_1_2_and_3(letter: str, family: str) -> None:
    for value in (1, 2, 3):
        other = "m1" if letter == "f" else "f1"
        t = at(f"2p 0={letter}{value},{other} 1=x,s2 turn=0").do(f"play:{letter}{value}")
        assert (t.level, t.family) == (value, family)


@rule("GH-1.1")
def test_a_position_with_a_fourth_card_of_a_kind_is_refused() -> None:
    with pytest.raises(spuk.BrokenText):
        GAME.from_text("2p 0=m1,m1 1=m1,m1,f1")
    with pytest.raises(spuk.BrokenText):
        GAME.from_text("2p 0=x,x,x,x,f1 1=x,x,x,f1,f2")


@rule("GH-1.1")
def test_fear_is_counted_in_points_and_never_runs_out() -> None:
    # 16 markers of 3 would be 48 points
    t = at("3p 0=m1,m2 1=p1,p2 2=s1,s2 trick=f3,m3 turn=1 fear=20,47,20 pile=").do("take")
    assert t.fear == [20, 48, 20]
    t = at("3p 0=m1,m2 1=p1,p2 2=s1,s2 trick=f3,m3 turn=1 fear=80,80,80 pile=").do("take")
    assert t.fear == [80, 81, 80]


@rule("GH-1.2")
@pytest.mark.parametrize("players", SEATS)
def test_everyone_starts_with_1_fear(players: int) -> None:
    assert new(players=players).fear == [1] * players
    assert new(players=players, edition="original").fear == [1] * players
    assert at(f"{players}p").fear == [1] * players


@rule("GH-1.2")
@pytest.mark.parametrize("players", SEATS)
def test_in_the_edition_of_2022_everyone_starts_with_3_fear(players: int) -> None:
    assert new(players=players, edition="amigo2022").fear == [3] * players
    assert at(f"amigo2022 {players}p").fear == [3] * players


@rule("GH-1.2")
def test_there_are_2_to_6_players_and_no_other_editions() -> None:
    assert sorted(GAME.options()["players"]) == SEATS
    assert sorted(GAME.options()["edition"]) == sorted(EDITIONS)
    assert GAME.options()["edition"][0] == "original"


def test_old_games_name_the_original_edition_seed() -> None:
    assert new(players=2, edition="seed").fear == [1, 1]
    assert GAME.from_text("seed 2p").text() == GAME.from_text("original 2p").text()
    record = spuk.Record("ghosts", {"players": 2, "edition": "seed"}, seed=1)
    assert spuk.Record.from_json(record.to_json()).start().view(None)["options"]["edition"] == "original"
    for lang in ("en", "de", "pl"):
        assert edition_name("seed", lang) == edition_name("original", lang) != "seed"
        assert edition_about("seed", lang) == edition_about("original", lang)


@rule("GH-1.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_game_lasts_3_rounds(edition: str) -> None:
    second = at(f"{edition} 2p 0=f1,m1 1=x round=2 pile=").do("play:f1", "play:x", "play:m1")
    second.do("giveback:0", "giveback:0")
    assert second.outcome is None
    assert second.round == 3
    third = at(f"{edition} 2p 0=f1,m1 1=x round=3 pile=").do("play:f1", "play:x", "play:m1")
    third.do("giveback:0", "giveback:0")
    assert third.outcome is not None


@rule("GH-1.2")
@pytest.mark.parametrize("rounds", [4, 5, 10])
def test_an_option_makes_it_more_rounds(rounds: int) -> None:
    assert GAME.options()["rounds"][0] == 3
    assert rounds in GAME.options()["rounds"]
    assert new(rounds=rounds).view["options"]["rounds"] == rounds
    t = at(f"2p rounds={rounds} 0=f1,m1 1=x round={rounds - 1} pile=").do("play:f1", "play:x", "play:m1")
    t.do("giveback:0", "giveback:0")
    assert t.outcome is None
    assert t.round == rounds
    t = at(f"2p rounds={rounds} 0=f1,m1 1=x round={rounds} pile=").do("play:f1", "play:x", "play:m1")
    t.do("giveback:0", "giveback:0")
    assert t.outcome is not None


@rule("GH-1.2")
def test_fewer_than_3_rounds_are_not_on_offer() -> None:
    assert min(GAME.options()["rounds"]) == 3
    with pytest.raises(ValueError, match="rounds"):
        GAME.new(rounds=2)
