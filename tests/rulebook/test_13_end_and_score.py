"""Section 13: the end of the game and the score."""

from __future__ import annotations

import pytest

import spuk

from .table import EDITIONS, GAME, SPACES, Table, at, difference, rule

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


def lost(line: str, village: str = "Cah/SBN/PWT") -> Table:
    """The third tile is haunted in N's Yin phase."""
    t = at(f"{line} village={village} N1=38! turn=N:yin")
    assert t.lost, t.state.text()
    return t


def last_deck(edition: str, players: int = 4) -> int:
    """How many ghosts lie below the last incarnation of Nightmare and Hell (GS-3.3)."""
    return 10 if edition == "pl" or players in (1, 3) else 15


def empty_bonus(edition: str, ghosts: int) -> int:
    """What de1 adds for empty spaces."""
    return 2 * (len(SPACES) - ghosts) if edition == "de1" else 0


def lost_after(header: str, banished: int, incarnations: int) -> tuple[Table, int]:
    """A game lost when so many of its incarnations are banished, and the ghosts left in its deck.

    Ten cards and some more before the next incarnation: so it may be in all editions (GS-3.3).
    """
    left = incarnations - banished
    gone = f"banished={','.join(('61', '62', '63')[:banished])}" if banished else ""
    deck = 10 * left + 10
    return lost(f"{header} {gone} deck={deck}"), deck - left


def cursed_to_the_end(line: str) -> Table:
    """N banishes the last incarnation, the Death Army on N2, and its curse haunts the third tile."""
    t = at(f"{line} village=Cah/SBN/PWT N=@2/tao:kk N2=59 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay().do("curse:haunt")
    assert t.lost, t.state.text()
    return t


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
    won(f"pl {level} banished=61,62,63 N=@2/tao: N2=60 deck=10")
    won(f"pl {level} 2p banished=61,62 N=@2/tao: N2=60 deck=10")


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


@rule("GS-5.6", "GS-13.2")
@editions
@pytest.mark.parametrize(
    "line",
    [
        "N1=56",
        "initiation W3=64",
        "nightmare N1=59 banished=56,57,58",
        "nightmare N1=59 E1=60 S1=61 W1=62",
        "hell 2p N1=59 banished=56,57",
        "nightmare 1p N1=59 E1=57 banished=56",
    ],
)
@pytest.mark.parametrize("moment", ["turn=N", "turn=N:yin", "turn=N stage=acted"])
def test_a_position_with_an_empty_deck_and_an_incarnation_is_lost_already(
    edition: str, line: str, moment: str
) -> None:
    with pytest.raises(spuk.BrokenText, match=r"deck.*GS-5\.6"):
        at(f"{edition} {line} deck=0 {moment}")
    ended = at(f"{edition} {line} deck=0 end=deck_exhausted")
    assert ended.lost
    assert ended.reason_rule == "GS-5.6"


@rule("GS-13.1")
@editions
@pytest.mark.parametrize(
    "line",
    [
        "banished=56",
        "nightmare banished=56,57,58,59",
        "hell 3p banished=56,57,58,59",
        "hell 2p banished=56,57,58",
    ],
)
def test_a_position_without_an_incarnation_to_banish_is_won_already(edition: str, line: str) -> None:
    for deck in (10, 1, 0):
        for moment in ("turn=N", "turn=N:yin", "turn=N stage=acted"):
            with pytest.raises(spuk.BrokenText, match=r"banished.*GS-13\.1"):
                at(f"{edition} {line} deck={deck} {moment}")
        assert at(f"{edition} {line} deck={deck} end=incarnations_banished").won


@rule("GS-13.2", "GS-10.4")
@editions
def test_a_position_with_too_many_haunted_tiles_or_no_living_taoist_is_lost_already(edition: str) -> None:
    with pytest.raises(spuk.BrokenText, match="haunted"):
        at(f"{edition} village=cah/SBN/PWT turn=N")
    four = "cah/sBN/PWT" if edition in ("de1", "de2") else "cah/SBN/PWT"
    with pytest.raises(spuk.BrokenText, match="haunted"):
        at(f"{edition} initiation village={four} turn=N")
    for dead in ("N=0qi E=0qi S=0qi W=0qi", "2p N=0qi S=0qi centre=2", "1p N=0qi centre=3"):
        with pytest.raises(spuk.BrokenText, match="dead"):
            at(f"{edition} {dead} turn=N")


@rule("GS-13.1", "GS-5.6")
@editions
def test_what_is_still_under_way_after_the_last_incarnation_can_be_written_down(edition: str) -> None:
    t = at(f"{edition} N=@2/tao:kk/-yy E=-yy N2=59 deck=1 turn=N")
    t.do("exorcise", "roll:k", "roll:k", "roll:k", "banish:first").pay()
    for action in ("curse:ghost", "draw:43", "place:N1", "giveqi:N", "giveyy:N"):
        assert t.outcome is None
        assert GAME.from_text(t.state.text()).text() == t.state.text()
        t.do(action)
    assert t.won
    assert at(t.state.text()).won


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
    deck = last_deck(edition)
    t = won(f"{edition} nightmare banished=61,62,63 N=@2/tao: N2=60 deck={deck}")
    assert t.score == expected + 13 + deck + 12 + empty_bonus(edition, 0)


@difference(WIN, de1=10, de2=20, en=20, pl=20)
@rule("GS-13.3")
def test_the_win_bonus_in_hell(edition: str, expected: int) -> None:
    deck = last_deck(edition)
    t = won(f"{edition} hell banished=61,62,63 N=@2/tao: N2=60 deck={deck}")
    assert t.score == expected + 13 + deck + 12 + empty_bonus(edition, 0)


@difference(WIN)
@rule("GS-13.3")
def test_there_is_no_win_bonus_for_a_lost_game(edition: str) -> None:
    t = lost(f"{edition} deck=40")
    assert t.score == 12 - 39 - 12 + empty_bonus(edition, 1)


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
    assert lost(f"{edition} E1=24 E2=26 deck=40").score == 12 - 39 - 12 + 9 * expected


@difference(FURTHER, de1=(0, 2, 6, 12), de2=(0, 2, 6, 12), en=(0, 2, 6, 12), pl=(0, 2, 6, 12))
@rule("GS-13.3")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_points_for_further_incarnations_with_three_or_four_players(
    edition: str, expected: tuple[int, ...], players: int, level: str
) -> None:
    for number, points in enumerate(expected):
        t, ghosts = lost_after(f"{edition} {level} {players}p", number, 4)
        assert t.score == 3 * players - ghosts - 12 + points + empty_bonus(edition, 1)


@difference(FURTHER, de1=(0, 4, 10), de2=(0, 2, 6), en=(0, 2, 6), pl=(0, 2, 6))
@rule("GS-13.3")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_points_for_further_incarnations_with_one_or_two_players(
    edition: str, expected: tuple[int, ...], players: int, level: str
) -> None:
    for number, points in enumerate(expected):
        t, ghosts = lost_after(f"{edition} {level} {players}p", number, 3)
        assert t.score == 3 * players - ghosts - 12 + points + empty_bonus(edition, 1)


@difference(FURTHER, de1=10, de2=12, en=6, pl=6)
@rule("GS-13.3")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_the_last_incarnation_of_a_small_game_is_the_win_itself(
    edition: str, expected: int, players: int, level: str
) -> None:
    deck = last_deck(edition, players)
    t = won(f"{edition} {level} {players}p banished=61,62 N=@2/tao: N2=60 deck={deck}")
    win = 20 if level == "hell" and edition != "de1" else 10
    assert t.score == win + 3 * players + 1 + deck + expected + empty_bonus(edition, 0)


@difference(FURTHER, de1=12, de2=12, en=12, pl=12)
@rule("GS-13.3")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("level", ["nightmare", "hell"])
def test_the_fourth_incarnation_is_the_win_itself(
    edition: str, expected: int, players: int, level: str
) -> None:
    deck = last_deck(edition, players)
    t = won(f"{edition} {level} {players}p banished=61,62,63 N=@2/tao: N2=60 deck={deck}")
    win = 20 if level == "hell" and edition != "de1" else 10
    assert t.score == win + 3 * players + 1 + deck + expected + empty_bonus(edition, 0)


@difference(FURTHER, de1=10, de2=12, en=6, pl=6)
@rule("GS-13.3", "GS-13.1")
def test_a_third_and_last_incarnation_whose_curse_loses_the_game(edition: str, expected: int) -> None:
    """It was banished, but there is no win: `de2` counts it, for it counts the third in any case."""
    deck = last_deck(edition, 2)
    t = cursed_to_the_end(f"{edition} nightmare 2p banished=61,62 deck={deck}")
    assert t.score == 6 - deck - 12 + expected + empty_bonus(edition, 0)


@difference(FURTHER, de1=12, de2=12, en=12, pl=12)
@rule("GS-13.3", "GS-13.1")
def test_a_fourth_incarnation_whose_curse_loses_the_game(edition: str, expected: int) -> None:
    deck = last_deck(edition)
    t = cursed_to_the_end(f"{edition} nightmare banished=61,62,63 deck={deck}")
    assert t.score == 12 - deck - 12 + expected + empty_bonus(edition, 0)


@difference(FURTHER)
@rule("GS-13.3")
def test_the_only_incarnation_of_the_game_gives_no_further_points(edition: str) -> None:
    t = won(f"{edition} N=@2/tao: N2=60 deck=10")
    assert t.score == 10 + 13 + 10 + empty_bonus(edition, 0)


@rule("GS-13.3")
@editions
@pytest.mark.parametrize("deck", [1, 3, 10])
def test_each_ghost_left_in_the_deck_counts_one_if_won(edition: str, deck: int) -> None:
    t = won(f"{edition} N=@2/tao: N2=60 deck={deck}")
    assert t.score == 10 + 13 + deck + empty_bonus(edition, 0)
    assert t.view["score"]["deck"] == deck


@rule("GS-13.3")
@editions
@pytest.mark.parametrize("level", ["initiation", "normal"])
def test_each_ghost_left_in_the_deck_costs_one_if_lost_but_not_the_incarnation(
    edition: str, level: str
) -> None:
    four = level == "initiation" and edition in ("de1", "de2")  # tiles that lose the game
    village = "Cah/SbN/PWT" if four else "Cah/SBN/PWT"
    for deck, ghosts in ((55, 54), (40, 39), (11, 10)):
        assert lost(f"{edition} {level} deck={deck}", village).view["score"]["deck"] == -ghosts
    for deck in (10, 5, 1):  # it has come and lies on the table
        assert lost(f"{edition} {level} E1=64 deck={deck}", village).view["score"]["deck"] == -deck


@rule("GS-13.3")
@editions
@pytest.mark.parametrize("level", ["nightmare", "hell"])
@pytest.mark.parametrize(("players", "incarnations"), [(4, 4), (3, 4), (2, 3), (1, 3)])
def test_no_incarnation_left_in_the_deck_counts(
    edition: str, level: str, players: int, incarnations: int
) -> None:
    ghosts = 54 - 5 * (4 - players)
    t = lost(f"{edition} {level} {players}p deck={ghosts + incarnations}")
    assert t.view["score"]["deck"] == -ghosts
    for number in range(incarnations):
        t, left = lost_after(f"{edition} {level} {players}p", number, incarnations)
        assert t.view["score"]["deck"] == -left


@rule("GS-13.3", "GS-5.6")
@editions
def test_with_the_deck_exhausted_no_card_counts(edition: str) -> None:
    t = at(f"{edition} E1=60 deck=1 turn=N").do("end", "draw:43")
    assert t.lost
    assert t.reason_rule == "GS-5.6"
    assert t.view["score"]["deck"] == 0


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
        deck = last_deck(edition)
        for t in (
            won(f"{edition} nightmare banished=61,62,63 N=@2/tao: W=2qi N2=60 E1=24 deck={deck}"),
            lost(f"{edition} nightmare banished=61 E=0qi S=1qi deck=40"),
        ):
            assert sum(t.view["score"].values()) == t.score


@rule("GS-13.3", "GS-6.5")
def test_the_last_incarnations_qi_still_raises_the_score() -> None:
    t = at("N=@2/tao: N2=60 deck=10 turn=N").do("exorcise", "roll:k", "roll:k", "roll:k")
    t.do("giveqi:E")
    assert t.qi("E") == 4
    assert t.score == 10 + 13 + 10


@rule("GS-13.3")
def test_the_score_sheet_has_a_line_for_each_thing_that_counts() -> None:
    lines = {"win", "qi", "deck", "dead", "haunted", "incarnations", "empty_spaces"}
    assert set(at("turn=N").view["score"]) == lines
    assert at("village=cAH/SBN/PWT turn=N").view["score"]["haunted"] == -4
    assert at("E=0qi turn=N").view["score"]["dead"] == -3
