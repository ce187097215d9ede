"""Section 13: the end of the game and the score."""

from __future__ import annotations

import pytest

from .table import EDITIONS, SPACES, Table, at, difference, rule

WIN = "win bonus"
EMPTY = "+2 per empty ghost space"
FURTHER = "further incarnations (Nightmare, Hell)"
editions = pytest.mark.parametrize("edition", EDITIONS)


def won(line: str) -> Table:
    """N banishes the last incarnation, the Forgotten Ones on N2, and takes its Qi."""
    t = at(f"{line} turn=N").do("exorcise", "roll:k", "roll:k", "roll:k")
    if t.verbs("giveqi"):
        t.do("giveqi:N")
    if t.verbs("giveyy"):
        t.do("giveyy:" + min(t.verbs("giveyy")))
    assert t.won, t.state.text()
    return t


def lost(line: str) -> Table:
    """The third tile is haunted in N's Yin phase."""
    t = at(f"{line} village=Cah/SBN/PWT N1=38! turn=N:yin")
    assert t.lost, t.state.text()
    return t


def empty_bonus(edition: str, ghosts: int) -> int:
    """What de1 adds for empty spaces."""
    return 2 * (len(SPACES) - ghosts) if edition == "de1" else 0


@rule("GS-13.1")
@editions
def test_the_game_is_won_when_its_only_incarnation_is_banished(edition: str) -> None:
    t = won(f"{edition} N=@2/tao: N2=60 deck=10")
    assert t.outcome is not None
    assert t.outcome.winners == (0, 1, 2, 3)
    assert t.legal == set()


@rule("GS-13.1")
def test_the_game_is_not_won_before_the_last_of_several_incarnations() -> None:
    t = at("nightmare banished=61,62 N=@2/tao: N2=60 deck=26 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "giveqi:N")
    assert t.outcome is None
    assert at("nightmare banished=61,62,60 deck=26 turn=N").outcome is None


@rule("GS-13.1")
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_the_last_of_several_incarnations_wins(level: str) -> None:
    won(f"{level} banished=61,62,63 N=@2/tao: N2=60 deck=15")
    won(f"{level} 2p banished=61,62 N=@2/tao: N2=60 deck=15")


@rule("GS-13.1")
def test_with_two_incarnations_in_play_both_must_go() -> None:
    t = at("nightmare banished=61,62 N=@2/tao: N2=60 E1=64 deck=15 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "giveqi:N")
    assert t.outcome is None


@rule("GS-13.1")
def test_all_curses_of_the_last_exorcism_are_resolved_first() -> None:
    t = at("N=@2/tao:kk N2=59 deck=10 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    assert t.outcome is None
    t.do("curse:qi", "giveqi:E")
    assert t.won
    assert t.qi("N") == 2


@rule("GS-13.1")
def test_the_curse_of_the_neighbour_is_resolved_before_the_game_is_won() -> None:
    t = at("N=@1/tao:kkk N1=60 W3=39 circle=r deck=10 turn=N")
    t.do("exorcise", "roll:r", "roll:g", "roll:g", "banish:both").pay()
    assert t.cursed
    t.do("curse:blank", "giveqi:N")
    assert t.won


@rule("GS-13.1", "GS-5.6")
def test_a_curse_that_draws_the_last_card_does_not_lose_the_won_game() -> None:
    t = at("N=@2/tao:kk N2=59 deck=1 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    t.do("curse:ghost", "draw:43", "place:N1", "giveqi:N")
    assert t.won
    assert t.deck == 0


@rule("GS-13.1")
def test_a_ghost_of_the_last_curse_may_still_lose_the_game() -> None:
    t = at("village=Cah/SBN/PWT N=@2/tao:kk N2=59 deck=10 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    t.do("curse:ghost", "draw:54", "place:N1")
    assert t.lost


@rule("GS-13.1", "GS-10.4")
def test_the_last_taoist_dying_of_the_last_curse_loses_the_game() -> None:
    t = at("N=@2/1qi/tao:kk E=0qi S=0qi W=0qi N2=59 deck=10 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    t.do("curse:qi")
    assert t.lost
    assert t.reason_rule == "GS-10.4"


@rule("GS-13.1", "GS-10.1")
def test_the_exorcist_dying_of_the_last_curse_still_wins_for_the_others() -> None:
    t = at("N=@2/1qi/tao:kk N2=59 deck=10 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    t.do("curse:qi", "giveqi:E")
    assert t.won
    assert t.outcome is not None
    assert 0 in t.outcome.winners


@rule("GS-13.2")
def test_too_many_haunted_tiles_lose_the_game_at_once() -> None:
    t = at("village=Cah/SBN/PWT N1=38! N2=44 turn=W").do("end")
    assert t.lost
    assert t.reason_rule == "GS-13.2"


@rule("GS-13.2")
@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("de2 initiation village=cAH/sBN/pWT N1=38! turn=N:yin", "GS-4.2"),
        ("village=Cah/SBN/PWT N1=38! turn=N:yin", "GS-13.2"),
        ("1p N=1qi N1=35 N2=37 N3=39 turn=N:yin", "GS-10.4"),
    ],
)
def test_each_way_to_lose_is_named_by_its_rule(line: str, number: str) -> None:
    t = at(line)
    assert t.lost
    assert t.reason_rule == number
    assert t.outcome is not None
    assert t.outcome.winners == ()


@difference(WIN, de1=10, de2=10, en=10, pl=10)
@rule("GS-13.3")
@pytest.mark.parametrize("level", ["initiation", "normal"])
def test_the_win_bonus_and_the_other_lines_at_lower_levels(edition: str, expected: int, level: str) -> None:
    t = won(f"{edition} {level} N=@2/3qi/tao: E=3qi S=3qi W=3qi N2=60 deck=10")
    # 12 Qi and the incarnation's, 10 cards left
    assert t.score == expected + 13 + 10 + empty_bonus(edition, 0)


@difference(WIN, de1=10, de2=10, en=10, pl=10)
@rule("GS-13.3")
def test_the_win_bonus_at_nightmare(edition: str, expected: int) -> None:
    t = won(f"{edition} nightmare banished=61,62,63 N=@2/tao: N2=60 deck=15")
    assert t.score == expected + 13 + 15 + 12 + empty_bonus(edition, 0)


@difference(WIN, de1=10, de2=20, en=20, pl=20)
@rule("GS-13.3")
def test_the_win_bonus_in_hell(edition: str, expected: int) -> None:
    t = won(f"{edition} hell banished=61,62,63 N=@2/tao: N2=60 deck=15")
    assert t.score == expected + 13 + 15 + 12 + empty_bonus(edition, 0)


@difference(WIN)
@rule("GS-13.3")
def test_there_is_no_win_bonus_for_a_lost_game(edition: str) -> None:
    t = lost(f"{edition} deck=40")
    assert t.score == 12 - 40 - 12 + empty_bonus(edition, 1)


@difference(EMPTY, de1=2, de2=0, en=0, pl=0)
@rule("GS-13.3")
def test_points_for_empty_ghost_spaces(edition: str, expected: int) -> None:
    empty = won(f"{edition} N=@2/tao: N2=60 deck=10").score
    others = won(f"{edition} N=@2/tao: N2=60 E1=24 S3=13 W2=2 deck=10").score
    assert empty - others == 3 * expected
    assert empty == 10 + 13 + 10 + 12 * expected


@difference(EMPTY, de1=2, de2=0, en=0, pl=0)
@rule("GS-13.3")
def test_points_for_empty_ghost_spaces_in_a_lost_game(edition: str, expected: int) -> None:
    assert lost(f"{edition} E1=24 E2=26 deck=40").score == 12 - 40 - 12 + 9 * expected


@difference(FURTHER, de1=(0, 2, 6, 12), de2=(0, 2, 6, 12), en=(0, 2, 6, 12), pl=(0, 2, 6, 12))
@rule("GS-13.3")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_points_for_further_incarnations_with_three_or_four_players(
    edition: str, expected: tuple[int, ...], players: int, level: str
) -> None:
    rest = {3: 10, 4: 15}[players]
    for number, points in enumerate(expected):
        gone = ",".join(("61", "62", "63")[:number])
        banished = f"banished={gone}" if gone else ""
        deck = rest + 11 * (4 - number)
        t = lost(f"{edition} {level} {players}p {banished} deck={deck - 5}")
        assert t.score == 3 * players - (deck - 5) - 12 + points + empty_bonus(edition, 1)


@difference(FURTHER, de1=(0, 4, 10), de2=(0, 2, 6), en=(0, 2, 6), pl=(0, 2, 6))
@rule("GS-13.3")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_points_for_further_incarnations_with_one_or_two_players(
    edition: str, expected: tuple[int, ...], players: int, level: str
) -> None:
    rest = {1: 10, 2: 15}[players]
    for number, points in enumerate(expected):
        gone = ",".join(("61", "62")[:number])
        banished = f"banished={gone}" if gone else ""
        deck = rest + 11 * (3 - number)
        t = lost(f"{edition} {level} {players}p {banished} deck={deck - 5}")
        assert t.score == 3 * players - (deck - 5) - 12 + points + empty_bonus(edition, 1)


@difference(FURTHER, de1=10, de2=6, en=6, pl=6)
@rule("GS-13.3")
@pytest.mark.parametrize("players", [1, 2])
def test_the_last_incarnation_of_a_small_game_is_the_win_itself(
    edition: str, expected: int, players: int
) -> None:
    rest = {1: 10, 2: 15}[players]
    t = won(f"{edition} nightmare {players}p banished=61,62 N=@2/tao: N2=60 deck={rest}")
    assert t.score == 10 + 3 * players + 1 + rest + expected + empty_bonus(edition, 0)


@difference(FURTHER)
@rule("GS-13.3")
def test_the_only_incarnation_of_the_game_gives_no_further_points(edition: str) -> None:
    t = won(f"{edition} N=@2/tao: N2=60 deck=10")
    assert t.score == 10 + 13 + 10 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
@pytest.mark.parametrize("deck", [1, 3, 10])
def test_each_card_left_counts_one_if_won_and_costs_one_if_lost(edition: str, deck: int) -> None:
    t = won(f"{edition} N=@2/tao: N2=60 deck={deck}")
    assert t.score == 10 + 13 + deck + empty_bonus(edition, 0)
    t = lost(f"{edition} deck={20 + deck}")
    assert t.score == 12 - (20 + deck) - 12 + empty_bonus(edition, 1)


@rule("GS-13.3")
@editions
def test_each_qi_on_a_living_taoist_counts_one(edition: str) -> None:
    t = won(f"{edition} N=@2/tao:/1qi E=2qi S=4qi W=5qi N2=60 deck=10")
    assert t.score == 10 + 13 + 10 + empty_bonus(edition, 0)
    t = won(f"{edition} N=@2/tao:/1qi E=1qi S=1qi W=1qi N2=60 deck=10")
    assert t.score == 10 + 5 + 10 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
def test_the_qi_of_neutral_boards_does_not_count(edition: str) -> None:
    t = won(f"{edition} 2p N=@2/tao: E=5qi N2=60 deck=10")
    assert t.score == 10 + 7 + 10 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
def test_each_dead_taoist_costs_three(edition: str) -> None:
    t = won(f"{edition} N=@2/tao: E=0qi S=0qi N2=60 deck=10")
    assert t.score == 10 + 7 + 10 - 6 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
def test_a_possessed_neutral_board_is_no_dead_taoist(edition: str) -> None:
    t = won(f"{edition} 2p N=@2/tao: E=0qi N2=60 deck=10")
    assert t.score == 10 + 7 + 10 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
def test_each_haunted_tile_costs_four(edition: str) -> None:
    t = won(f"{edition} village=CAH/SBN/pwT N=@2/tao: N2=60 deck=10")
    assert t.score == 10 + 13 + 10 - 8 + empty_bonus(edition, 0)


@rule("GS-13.3")
def test_the_lines_of_the_score_sheet_add_up_to_the_score() -> None:
    for edition in EDITIONS:
        for t in (
            won(f"{edition} nightmare banished=61,62,63 N=@2/tao: W=2qi N2=60 E1=24 deck=15"),
            lost(f"{edition} nightmare banished=61 E=0qi S=1qi deck=40"),
        ):
            assert sum(t.view["score"].values()) == t.score


@rule("GS-13.3", "GS-6.5")
def test_the_last_incarnations_qi_still_raises_the_score() -> None:
    t = at("N=@2/tao: N2=60 deck=10 turn=N").do("exorcise", "roll:k", "roll:k", "roll:k")
    t.do("giveqi:E")
    assert t.qi("E") == 4
    assert t.score == 10 + 13 + 10
