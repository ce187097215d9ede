"""Section 4: the end of a round, giving fear back, and the end of the game."""

from __future__ import annotations

import pytest

from .table import EDITIONS, Table, at, rule

SEATS = [2, 3, 4, 5, 6]


def ended_round(words: str) -> Table:
    """A round that ends as seat 0 plays his first card, for these other words of the position."""
    players = int(next(word for word in words.split() if word.endswith("p"))[0])
    others = " ".join(f"{seat}=" for seat in range(1, players))
    return at(f"{words} 0=f1,m2 {others} pile=").do("play:f1")


def give(t: Table, amounts: dict[int, int]) -> Table:
    """Let each seat that is asked give back so much."""
    while t.phase == "giveback":
        t.do(f"giveback:{amounts[t.actor]}")
    return t


@rule("GH-4.1")
def test_the_round_ends_when_the_player_whose_turn_it_would_be_has_no_card() -> None:
    t = at("3p 0=f1,m2 1= 2=s1 pile= gained=1,1,1").do("play:f1")
    assert t.round == 2


@rule("GH-4.1")
def test_playing_the_last_card_does_not_end_the_round_before_the_turn_comes_back() -> None:
    t = at("3p 0=f1 1=m1,m2,x 2=s1,s2,x trick=s2 turn=0 pile= gained=1,1,1").do("play:f1")
    assert (t.round, t.actor, t.cards) == (1, 1, [0, 3, 3])
    t.do("play:m1")
    assert (t.round, t.actor) == (1, 2)
    t.do("play:s1")
    assert t.round == 2


@rule("GH-4.1", "GH-3.3")
def test_a_mirror_keeps_the_turn_from_an_empty_hand() -> None:
    t = at("3p 0=f1 1=m1,m2,x 2=m3,s2,x trick=s2 turn=0 pile= gained=1,1,1").do("play:f1", "play:m1")
    t.do("play:m3")  # instead of seat 0 seat 1 is asked
    assert (t.round, t.actor) == (1, 1)
    t.do("play:x")  # and against the clock it is now seat 0 after him
    assert t.round == 2


@rule("GH-4.1", "GH-3.6")
def test_while_others_take_piles_and_open_the_round_goes_on() -> None:
    t = at("3p 0=f1 1=m1,m2,x 2=m3,s2,x trick=s2 turn=0 pile= gained=1,1,1").do("play:f1", "take")
    assert (t.round, t.actor) == (1, 1)
    assert t.gained == [1, 2, 1]
    t.do("play:m1", "take")
    assert (t.round, t.actor) == (1, 2)
    t.do("play:s2")
    assert t.round == 2
    assert t.fear == [2, 3, 3]


@rule("GH-4.1", "GH-3.3")
def test_with_2_players_the_other_one_plays_once_more_and_a_mirror_changes_nothing() -> None:
    for card in ("f2", "m1", "x"):
        t = at(f"2p 0=f1 1={card},w1,w2 trick=s2 turn=0 pile= gained=1,1").do("play:f1")
        assert (t.round, t.actor) == (1, 1)
        t.do("play:" + card)
        assert t.round == 2


@rule("GH-4.1", "GH-3.6")
def test_with_2_players_the_other_one_may_also_take_and_must_then_open() -> None:
    t = at("2p 0=f1 1=m1,w1 trick=s2 turn=0 pile= gained=1,1").do("play:f1", "take")
    assert (t.round, t.actor, t.fear) == (1, 1, [2, 3])
    t.do("play:m1")
    assert t.round == 2


@rule("GH-4.1")
@pytest.mark.parametrize("players", SEATS)
def test_cards_left_in_other_hands_cost_nothing(players: int) -> None:
    others = " ".join(f"{seat}=m3,s3,x" if seat < 4 else f"{seat}=v3,w3" for seat in range(2, players))
    t = at(f"{players}p 0=f1,m2,p3 1= {others} pile= gained={','.join('1' * players)}").do("play:f1")
    assert t.round == 2
    assert t.fear == [2] * players


@rule("GH-4.1")
def test_an_empty_hand_does_not_take_the_pile() -> None:
    t = at("2p 0=f1,w2 1= trick=m3,s3 turn=0 pile= gained=1,1").do("play:f1")  # level 7
    assert t.round == 2
    assert t.fear == [2, 2]


@rule("GH-4.1", "GH-3.5")
def test_the_round_goes_on_while_the_pile_fills_hands() -> None:
    t = at("2p 0=f1,w1 1=s1,s2 pile=p1,p2,p3").do("play:f1", "draw:p1", "draw:p2", "draw:p3")
    assert (t.round, t.actor, t.pile) == (1, 1, 0)
    assert t.cards == [4, 2]


@rule("GH-4.2")
def test_who_took_no_fear_may_give_back_1_that_he_started_with() -> None:
    t = ended_round("2p gained=0,1")
    assert t.phase == "giveback"
    assert t.actor == 0
    assert t.legal == {"giveback:0", "giveback:1"}
    t.do("giveback:1")
    assert t.fear == [0, 2]


@rule("GH-4.2")
@pytest.mark.parametrize(("fear", "most"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3), (30, 3)])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("round", [1, 2, 3])
def test_he_gives_back_up_to_3_and_never_more_than_he_has(
    fear: int, most: int, edition: str, round: int
) -> None:
    t = ended_round(f"{edition} 3p gained=1,0,1 fear=9,{fear},9 round={round}")
    assert t.actor == 1
    assert t.legal == {f"giveback:{amount}" for amount in range(most + 1)}
    before = t.fear
    t.do(f"giveback:{most}")
    assert t.fear == [before[0], fear - most, before[2]]


@rule("GH-4.2", "GH-1.2")
def test_in_the_edition_of_2022_all_3_starting_fear_may_go_back_after_the_first_round() -> None:
    t = ended_round("amigo2022 2p gained=0,1")
    assert t.legal == {f"giveback:{amount}" for amount in range(4)}
    t.do("giveback:3")
    assert t.fear == [0, 4]


@rule("GH-4.2")
@pytest.mark.parametrize("amount", [0, 1, 2, 3])
def test_he_may_give_back_less_or_nothing(amount: int) -> None:
    t = ended_round("2p gained=0,1 fear=5,2").do(f"giveback:{amount}")
    assert t.fear == [5 - amount, 2]
    assert t.round == 2


@rule("GH-4.2")
@pytest.mark.parametrize("round", [1, 3])
def test_who_took_fear_in_the_round_gives_nothing_back(round: int) -> None:
    t = ended_round(f"2p gained=1,2 fear=8,9 round={round}")
    assert t.phase != "giveback"
    assert t.fear == [8, 9]


@rule("GH-4.2")
def test_who_has_no_fear_is_not_asked() -> None:
    t = ended_round("3p gained=0,0,1 fear=0,2,3")
    assert t.actor == 1
    t.do("giveback:2")
    assert t.phase == "deal"
    assert t.fear == [0, 0, 3]


@rule("GH-4.2")
@pytest.mark.parametrize("players", SEATS)
def test_everyone_without_new_fear_is_asked_once(players: int) -> None:
    t = ended_round(f"{players}p fear={','.join('5' * players)}")
    asked = []
    while t.phase == "giveback":
        asked.append(t.actor)
        t.do("giveback:3")
    assert sorted(asked) == list(range(players))
    assert t.fear == [2] * players
    assert t.round == 2


@rule("GH-4.2")
def test_fear_taken_in_this_round_stands_in_the_way_even_where_older_fear_is_there() -> None:
    t = ended_round("3p gained=1,0,0 fear=7,4,0")
    assert t.actor == 1
    t.do("giveback:3")
    assert t.fear == [7, 1, 0]
    assert t.phase == "deal"


@rule("GH-4.2")
def test_fear_of_an_earlier_round_does_not_stand_in_the_way_later() -> None:
    t = ended_round("2p gained=1,1")
    assert (t.round, t.fear, t.gained) == (2, [2, 2], [0, 0])
    t = ended_round("2p round=2 fear=2,2")
    assert t.legal == {"giveback:0", "giveback:1", "giveback:2"}


@rule("GH-4.2", "GH-4.3")
def test_after_the_last_round_fear_is_given_back_before_the_game_is_scored() -> None:
    t = ended_round("2p round=3 gained=0,1 fear=4,2")
    assert t.outcome is None
    assert t.legal == {f"giveback:{amount}" for amount in range(4)}
    t.do("giveback:3")
    assert t.fear == [1, 2]
    assert t.winners == (0,)


@rule("GH-4.2", "GH-4.3")
def test_without_giving_back_after_the_last_round_he_would_have_lost() -> None:
    t = ended_round("2p round=3 gained=0,1 fear=4,2").do("giveback:0")
    assert t.winners == (1,)


@rule("GH-4.3")
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_after_the_last_round_the_fewest_fear_wins(players: int, edition: str) -> None:
    for best in range(players):
        fear = ["6"] * players
        fear[best] = "4"
        t = ended_round(
            f"{edition} {players}p round=3 gained={','.join('1' * players)} fear={','.join(fear)}"
        )
        assert t.winners == (best,)
        assert t.phase == "ended"
        assert t.legal == set()


@rule("GH-4.3")
@pytest.mark.parametrize(
    ("fear", "winners"),
    [
        ("3,3,5", (0, 1)),
        ("5,3,3", (1, 2)),
        ("3,5,3", (0, 2)),
        ("4,4,4", (0, 1, 2)),
    ],
)
def test_ties_share(fear: str, winners: tuple[int, ...]) -> None:
    t = ended_round(f"3p round=3 gained=1,1,1 fear={fear}")
    assert t.winners == winners
    outcome = t.outcome
    assert outcome is not None
    assert outcome.rule == "GH-4.3"
    shares = {outcome.returns[seat] for seat in winners}
    assert len(shares) == 1
    assert all(outcome.returns[seat] < min(shares) for seat in range(3) if seat not in winners)
    assert len({outcome.scores[seat] for seat in winners}) == 1


@rule("GH-4.3")
def test_everyone_counts_all_fear_of_all_rounds() -> None:
    t = give(ended_round("3p round=3 gained=0,2,1 fear=9,10,7"), {0: 3})
    assert t.fear == [6, 10, 7]
    assert t.winners == (0,)


@rule("GH-4.3")
@pytest.mark.parametrize("round", [1, 2])
def test_before_the_last_round_nobody_has_won(round: int) -> None:
    t = ended_round(f"2p round={round} gained=1,1 fear=2,9")
    assert t.outcome is None
