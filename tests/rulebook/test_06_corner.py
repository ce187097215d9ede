"""Section 6: two ghosts next to a corner tile, and which of them must go, may go or may stay (GS-6.4)."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.common import exorcism_model as model
from tests.common.corners import CORNERS, positions
from tests.property.tables import examples

import spuk

from .table import EDITIONS, GAME, Table, at, difference, exorcise, rule

EITHER = "corner: dice and tokens could banish either, not both"
FIRST, SECOND, BOTH, NONE = "banish:first", "banish:second", "banish:both", "banish:none"
OTHER = {FIRST: SECOND, SECOND: FIRST}
editions = pytest.mark.parametrize("edition", EDITIONS)


def corners(line: str, faces: str) -> tuple[Table, Table]:
    """The same exorcism twice: on `{a}` and `{b}`, and with the two ghosts on each other's space."""
    straight = exorcise(line.format(a="N1", b="W3"), faces)
    return straight, exorcise(line.format(a="W3", b="N1"), faces)


def offers(line: str, faces: str, *names: str) -> None:
    """These choices and no others are offered, whichever of the two ghosts lies on the first space."""
    straight, swapped = corners(line, faces)
    assert straight.legal == set(names)
    assert swapped.legal == {OTHER.get(name, name) for name in names}


def leaves(line: str, faces: str, *left: int) -> None:
    """Nothing is asked, and just these of the two ghosts stay, whichever lies on the first space."""
    for t in corners(line, faces):
        assert not t.verbs("banish")
        near = {t.card(space) for space in ("N1", "W3")}
        assert near - {None} == set(left)


# ── A ghost that the dice alone can banish must go ──────────────────────────────────────────


@rule("GS-6.4")
@editions
def test_an_unwanted_curse_cannot_be_dodged_by_paying_for_the_other_ghost(edition: str) -> None:
    line = f"{edition} normal 4p N=red/spires/@1/tao:bb {{a}}=39 {{b}}=14 turn=N"
    offers(line, "rrk", FIRST, BOTH)
    t, _ = corners(line, "rrk")
    t.do(FIRST)
    assert t.cursed
    assert t.tao("N") == "bb"
    t, _ = corners(line, "rrk")
    t.do(BOTH)
    assert t.cursed
    assert t.tao("N") == "b"


@rule("GS-6.4")
@editions
@pytest.mark.parametrize(("place", "first", "second"), [(p, *spaces) for p, spaces in CORNERS.items()])
def test_at_every_corner_what_the_dice_alone_banish_goes(
    edition: str, place: int, first: str, second: str
) -> None:
    t = exorcise(f"{edition} N=@{place}/tao:b {first}=39 {second}=12 turn=N", "rrk")
    assert t.legal == {FIRST, BOTH}
    t = exorcise(f"{edition} N=@{place}/tao:b {first}=12 {second}=39 turn=N", "rrk")
    assert t.legal == {SECOND, BOTH}


@rule("GS-6.4")
@editions
def test_without_tokens_for_the_other_the_ghost_of_the_dice_goes_unasked(edition: str) -> None:
    for tokens in ("", "kkk"):
        line = f"{edition} N=@1/tao:{tokens} {{a}}=39 {{b}}=14 turn=N"
        leaves(line, "rrk", 14)
        for t in corners(line, "rrk"):
            assert t.cursed
            assert t.tao("N") == tokens


@rule("GS-6.4")
@editions
def test_the_other_ghost_may_be_paid_for_in_part(edition: str) -> None:
    # red 2 by the dice; blue 2 by the one blue face and a token
    line = f"{edition} N=@1/tao:b {{a}}=39 {{b}}=16 turn=N"
    offers(line, "rrb", FIRST, BOTH)
    leaves(f"{edition} N=@1/tao:b {{a}}=39 {{b}}=19 turn=N", "rrb", 19)


@rule("GS-6.4")
@editions
def test_a_companion_on_the_tile_pays_for_the_second_ghost_but_buys_nothing_off(edition: str) -> None:
    offers(f"{edition} N=@1/tao: E=@1/tao:bb {{a}}=39 {{b}}=14 turn=N", "rrk", FIRST, BOTH)
    offers(f"{edition} N=@1/tao:b E=@1/tao:b {{a}}=39 {{b}}=16 turn=N", "rrk", FIRST, BOTH)
    leaves(f"{edition} N=@1/tao: E=@2/tao:bb {{a}}=39 {{b}}=14 turn=N", "rrk", 14)


@rule("GS-6.4")
@editions
def test_spare_tokens_change_nothing_when_both_can_go(edition: str) -> None:
    """The white face alone banishes blue 1; two red tokens pay for red 2, so blue 1 cannot stay."""
    for tokens in ("rr", "rrr", "rrb", "rrbb"):
        offers(f"{edition} N=@1/tao:{tokens} {{a}}=38 {{b}}=12 turn=N", "wgg", SECOND, BOTH)


@rule("GS-6.4")
@editions
def test_when_the_dice_alone_banish_both_nothing_is_asked(edition: str) -> None:
    for tokens in ("", "rb", "rrbb"):
        leaves(f"{edition} N=@1/tao:{tokens} {{a}}=38 {{b}}=12 turn=N", "rrb")
        leaves(f"{edition} N=@1/tao:{tokens} {{a}}=38 {{b}}=12 turn=N", "rwb")
        leaves(f"{edition} N=@1/tao:{tokens} {{a}}=6 {{b}}=3 turn=N", "yyw")
        for t in corners(f"{edition} N=@1/tao:{tokens} {{a}}=38 {{b}}=12 turn=N", "rrb"):
            assert t.tao("N") == "".join(sorted(tokens))


# ── Beside a dice-immune ghost ──────────────────────────────────────────────────────────────


@rule("GS-6.3", "GS-6.4")
@editions
def test_a_token_for_the_dice_immune_ghost_does_not_spare_the_other(edition: str) -> None:
    offers(f"{edition} N=@1/tao:r {{a}}=35 {{b}}=38 turn=N", "rrr", SECOND, BOTH)
    offers(f"{edition} N=@1/tao:r {{a}}=35 {{b}}=39 turn=N", "rrg", SECOND, BOTH)
    leaves(f"{edition} N=@1/tao: {{a}}=35 {{b}}=38 turn=N", "rrr", 35)


@rule("GS-6.3", "GS-6.4")
@editions
def test_one_token_for_the_immune_ghost_or_for_the_last_symbol_of_the_other(edition: str) -> None:
    """Nothing is banished by the dice alone, so either may be paid for, and neither need be."""
    offers(f"{edition} N=@1/tao:r {{a}}=35 {{b}}=38 turn=N", "rgg", NONE, FIRST, SECOND)
    offers(f"{edition} N=@1/tao:rr {{a}}=35 {{b}}=38 turn=N", "rgg", NONE, FIRST, SECOND, BOTH)


@rule("GS-6.3", "GS-6.4")
@editions
def test_two_dice_immune_ghosts_go_for_tokens_only(edition: str) -> None:
    offers(f"{edition} N=@1/tao:rb {{a}}=35 {{b}}=13 turn=N", "rbw", NONE, FIRST, SECOND, BOTH)
    offers(f"{edition} N=@1/tao:r {{a}}=35 {{b}}=13 turn=N", "rbw", NONE, FIRST)
    leaves(f"{edition} N=@1/tao: {{a}}=35 {{b}}=13 turn=N", "rbw", 35, 13)


# ── Beside a ghost that needs nothing ───────────────────────────────────────────────────────


@rule("GS-6.3", "GS-6.4")
@editions
@pytest.mark.parametrize(
    "weak", ["{a}=34 circle=r", "{a}=34m", "{a}=35 circle=r", "{a}=35m", "{a}=38m circle=r"]
)
def test_a_ghost_that_needs_nothing_goes_whoever_is_paid_for(edition: str, weak: str) -> None:
    def line(tokens: str) -> str:
        return f"{edition} W=yellow/mantra N=@1/tao:{tokens} {weak} {{b}}=16 turn=N"

    offers(line("bb"), "ggg", FIRST, BOTH)
    offers(line("bbb"), "ggg", FIRST, BOTH)
    offers(line("b"), "bgg", FIRST, BOTH)
    leaves(line("b"), "ggg", 16)
    leaves(line(""), "ggg", 16)
    leaves(line(""), "bbg")
    leaves(line("bb"), "bbg")


@rule("GS-6.3", "GS-6.4")
@editions
def test_the_curse_of_a_ghost_that_needs_nothing_is_rolled(edition: str) -> None:
    line = f"{edition} W=yellow/mantra N=@1/tao:bb {{a}}=39m {{b}}=15 circle=r turn=N"
    offers(line, "ggg", FIRST, BOTH)
    for t in corners(line.replace("tao:bb", "tao:"), "ggg"):
        assert t.cursed


@rule("GS-6.3", "GS-6.4")
@editions
def test_two_ghosts_that_need_nothing_both_go(edition: str) -> None:
    leaves(f"{edition} N=@1/tao:rr {{a}}=34 {{b}}=37 circle=r turn=N", "ggg")
    leaves(f"{edition} W=yellow/mantra N=@1/tao:rr {{a}}=35 {{b}}=38m circle=r turn=N", "ggg")


@rule("GS-6.3", "GS-6.4")
@editions
def test_a_ghost_that_needs_nothing_leaves_the_dice_to_the_other(edition: str) -> None:
    leaves(f"{edition} N=@1/tao: {{a}}=34 {{b}}=38 circle=r turn=N", "rgg")
    offers(f"{edition} N=@1/tao:r {{a}}=34 {{b}}=41 circle=r turn=N", "rgg", FIRST, BOTH)


# ── The dice alone could banish either, but not both ────────────────────────────────────────


@rule("GS-6.4")
@editions
def test_if_the_dice_alone_banish_either_the_player_picks_one(edition: str) -> None:
    offers(f"{edition} N=@1/tao: {{a}}=34 {{b}}=37 turn=N", "rgg", FIRST, SECOND)
    offers(f"{edition} N=@1/tao: {{a}}=34 {{b}}=12 turn=N", "wgg", FIRST, SECOND)
    offers(f"{edition} N=@1/tao:k {{a}}=39 {{b}}=41 turn=N", "rrr", FIRST, SECOND)


@rule("GS-6.4")
@editions
def test_if_the_dice_alone_banish_either_tokens_may_add_the_other(edition: str) -> None:
    offers(f"{edition} N=@1/tao:r {{a}}=34 {{b}}=37 turn=N", "rgg", FIRST, SECOND, BOTH)
    offers(f"{edition} N=@1/tao:b {{a}}=34 {{b}}=12 turn=N", "wgg", FIRST, SECOND, BOTH)
    offers(f"{edition} N=@1/tao:r {{a}}=39 {{b}}=41 turn=N", "rrr", FIRST, SECOND)
    offers(f"{edition} N=@1/tao:rr {{a}}=39 {{b}}=41 turn=N", "rrr", FIRST, SECOND, BOTH)


@rule("GS-6.4")
@editions
def test_the_one_that_is_picked_costs_nothing(edition: str) -> None:
    for name, left in ((FIRST, {"W3": 37}), (SECOND, {"N1": 34})):
        t = exorcise(f"{edition} N=@1/tao:r N1=34 W3=37 turn=N", "rgg").do(name)
        assert t.ghosts == left
        assert t.tao("N") == "r"


# ── Dice plus tokens could banish either, but not both ──────────────────────────────────────


@difference(EITHER, de1={SECOND}, de2={FIRST, SECOND}, en={SECOND}, pl={FIRST, SECOND})
@rule("GS-6.4")
@pytest.mark.parametrize(
    ("line", "faces", "stays"),
    [
        ("N=@1/tao:r {a}=38 {b}=12", "wgg", 38),  # the white face: blue 1, or red 2 with the token
        ("N=@1/tao:r {a}=41 {b}=34", "rrg", 41),  # two red faces: red 1, or red 3 with the token
        ("N=@1/tao:r {a}=41 {b}=39", "rrg", 41),  # … or the curse of red 2
        ("N=@1/tao:rr {a}=43 {b}=39", "rrg", 43),  # the curse, or the reward of red 4 with two tokens
        ("N=@1/tao: E=@1/tao:r {a}=41 {b}=39", "rrg", 41),  # the token of a companion
        ("N=@1/tao:r E=@1/tao:r {a}=43 {b}=39", "rrg", 43),  # one's own and a companion's
        ("N=@1/tao:r {a}=43 {b}=38 circle=r", "rrg", 43),  # the Circle helps against both
        ("W=yellow/mantra N=@1/tao:r {a}=41m {b}=12", "wgg", 41),  # the Mantra
        ("N=@1/tao:rr {a}=41 {b}=12 E2=46", "wg", 41),  # a die less
        ("N=green/mountain/@1/tao:r E=red {a}=43 {b}=41", "rrrg", 43),  # a die more
        ("nightmare N=@1/tao:gg {a}=63 {b}=28", "gg", 63),  # an incarnation that holds a die
    ],
)
def test_where_dice_and_tokens_could_banish_either_but_not_both(
    edition: str, expected: set[str], line: str, faces: str, stays: int
) -> None:
    if len(expected) == 1:
        leaves(f"{edition} {line} turn=N", faces, stays)
    else:
        offers(f"{edition} {line} turn=N", faces, *expected)


@difference(EITHER, "de2", "pl")
@rule("GS-6.4")
def test_where_the_player_may_pick_the_dearer_ghost_is_paid_for(edition: str) -> None:
    t = exorcise(f"{edition} N=@1/tao:rr N1=41 W3=39 turn=N", "rrg").do(FIRST)
    assert t.ghosts == {"W3": 39}
    assert t.tao("N") == "r"
    assert not t.cursed
    t = exorcise(f"{edition} N=@1/tao:r N1=41 W3=39 turn=N", "rrg").do(SECOND)
    assert t.ghosts == {"N1": 41}
    assert t.tao("N") == "r"
    assert t.cursed


@difference(EITHER, "de1", "en")
@rule("GS-6.4")
def test_where_the_player_may_not_pick_the_dice_decide_and_the_tokens_stay(edition: str) -> None:
    for t in corners(f"{edition} N=@1/tao:r {{a}}=41 {{b}}=39 turn=N", "rrg"):
        assert t.cursed
        assert t.tao("N") == "r"
        assert t.count("ghost_banished") == 1


@difference(EITHER)
@rule("GS-6.4")
def test_there_is_nothing_to_pick_without_the_tokens(edition: str) -> None:
    leaves(f"{edition} N=@1/tao:b {{a}}=41 {{b}}=39 turn=N", "rrg", 41)
    leaves(f"{edition} N=@1/tao: E=@2/tao:r {{a}}=41 {{b}}=39 turn=N", "rrg", 41)


@difference(EITHER)
@rule("GS-6.4", "GS-5.4", "GS-9.7")
@pytest.mark.parametrize("lock", ["E1=50", "nightmare E1=62"])
def test_there_is_nothing_to_pick_while_tao_is_locked(edition: str, lock: str) -> None:
    leaves(f"{edition} {lock} N=@1/tao:r {{a}}=41 {{b}}=39 turn=N", "rrg", 41)


@difference(EITHER)
@rule("GS-6.4")
def test_there_is_nothing_to_pick_when_tokens_let_both_go(edition: str) -> None:
    offers(f"{edition} N=@1/tao:rrr {{a}}=41 {{b}}=39 turn=N", "rrg", SECOND, BOTH)


# ── Nothing is banished by the dice alone ───────────────────────────────────────────────────


@rule("GS-6.4")
@editions
def test_if_the_dice_alone_banish_nothing_nobody_has_to_pay(edition: str) -> None:
    offers(f"{edition} N=@1/tao:rb {{a}}=38 {{b}}=16 turn=N", "rbg", NONE, FIRST, SECOND, BOTH)
    offers(f"{edition} N=@1/tao:r {{a}}=38 {{b}}=16 turn=N", "rbg", NONE, FIRST)
    offers(f"{edition} N=@1/tao:r {{a}}=38 {{b}}=39 turn=N", "rgg", NONE, FIRST, SECOND)
    offers(f"{edition} N=@1/tao:rb {{a}}=38 {{b}}=16 turn=N", "wgg", NONE, FIRST, SECOND)
    leaves(f"{edition} N=@1/tao: {{a}}=38 {{b}}=16 turn=N", "rbg", 38, 16)


@rule("GS-6.4")
@editions
def test_who_pays_for_none_keeps_ghosts_and_tokens(edition: str) -> None:
    t = exorcise(f"{edition} N=@1/tao:rb N1=38 W3=16 turn=N", "rbg").do(NONE)
    assert t.ghosts == {"N1": 38, "W3": 16}
    assert t.tao("N") == "br"


# ── What else touches the roll ──────────────────────────────────────────────────────────────


@rule("GS-6.4", "GS-5.4")
@editions
@pytest.mark.parametrize("lock", ["E1=50", "nightmare E1=62"])
def test_while_tao_is_locked_only_the_dice_decide(edition: str, lock: str) -> None:
    leaves(f"{edition} {lock} N=@1/tao:bb {{a}}=39 {{b}}=14 turn=N", "rrk", 14)
    leaves(f"{edition} {lock} N=@1/tao:rb {{a}}=38 {{b}}=16 turn=N", "rbg", 38, 16)
    offers(f"{edition} {lock} N=@1/tao:r {{a}}=34 {{b}}=37 turn=N", "rgg", FIRST, SECOND)


@rule("GS-6.4", "GS-5.4")
@editions
def test_the_widow_locks_the_tokens_of_the_very_roll_that_banishes_it(edition: str) -> None:
    leaves(f"{edition} N=@1/tao:b {{a}}=50 {{b}}=12 turn=N", "kkg", 12)


@rule("GS-6.3", "GS-6.4", "GS-9.10")
@editions
def test_beside_the_nameless_white_faces_banish_nobody(edition: str) -> None:
    line = f"{edition} nightmare {{a}}=34 {{b}}=12 E2=65 turn=N"
    leaves(f"{line} N=@1/tao:", "wgg", 34, 12)
    offers(f"{line} N=@1/tao:r", "wwg", NONE, FIRST)
    offers(f"{line} N=@1/tao:r", "wbg", SECOND, BOTH)


@rule("GS-6.4", "GS-9.1", "GS-9.2")
@editions
@pytest.mark.parametrize("safe", [56, 57])
def test_an_incarnation_that_cannot_be_exorcised_leaves_the_roll_to_the_other(
    edition: str, safe: int
) -> None:
    line = f"{edition} nightmare {{a}}={safe} {{b}}=17 S3=38 E1=24 turn=N"
    leaves(f"{line} N=@1/tao:kkk", "bbk", safe)
    leaves(f"{line} N=@1/tao:kkk", "kkk", safe, 17)
    offers(f"{line} N=@1/tao:kkkb", "bkk", NONE, SECOND)


@rule("GS-6.4", "GS-8.5")
@editions
def test_the_grey_die_banishes_like_the_others(edition: str) -> None:
    line = f"{edition} N=green/mountain/@1/tao:b E=red {{a}}=39 {{b}}=16 turn=N"
    leaves(line, "rrbb")
    offers(line, "rrbg", FIRST, BOTH)
    offers(line, "rggb", NONE, SECOND)


@rule("GS-6.4", "GS-8.6")
@editions
def test_after_a_reroll_the_second_result_decides_what_must_go(edition: str) -> None:
    line = f"{edition} N=green/favorite/@1/tao:bb E=red N1=39 W3=14 turn=N"
    t = exorcise(line, "rrk").do("reroll:none")
    assert t.legal == {FIRST, BOTH}
    t = exorcise(line, "rrk").do("reroll:3", "roll:b")
    assert t.ghosts == {}
    t = exorcise(line, "rrk").do("reroll:12", "roll:g", "roll:g")
    assert t.legal == {NONE, SECOND}


@rule("GS-6.4", "GS-8.8")
@editions
def test_in_the_second_exorcism_of_second_wind_the_dice_decide_anew(edition: str) -> None:
    t = exorcise(f"{edition} N=blue/wind/@1/tao:b E=red N1=39 W3=14 turn=N", "rrk")
    assert t.legal == {FIRST, BOTH}
    t.do(FIRST, "curse:blank", "exorcise", "roll:g", "roll:g", "roll:g")
    assert t.legal == {NONE, SECOND}
    t = exorcise(f"{edition} N=blue/wind/@1/tao:b E=red N1=39 W3=14 turn=N", "rgg").do(NONE, "exorcise")
    t.do("roll:r", "roll:r", "roll:g")
    assert t.legal == {FIRST, BOTH}


@rule("GS-6.4", "GS-8.2")
@editions
def test_whatever_colour_the_mantra_takes_the_other_ghost_of_the_dice_must_go(edition: str) -> None:
    line = f"{edition} nightmare W=yellow/mantra N=@1/tao:ybk N1=65m W3=39 circle=g turn=N"
    for letter in "ybrk":
        t = exorcise(line, "rrg").do(f"weaken:{letter}")
        if t.verbs("banish"):
            assert t.legal <= {SECOND, BOTH, FIRST}
            assert SECOND in t.legal
        else:
            assert t.ghosts == {"N1": 65}
            assert t.cursed


# ── Every case, against the law written out once more ───────────────────────────────────────


def check(start: Table, faces: str) -> None:
    """Roll these faces (as many as there are dice) and compare every choice with the model."""
    before = start.view
    t = Table(start.state.clone()).do("exorcise")
    rolled = ""
    for face in faces:
        if t.rolling:
            t.do(f"roll:{face}")
            rolled += face
    assert not t.rolling
    if t.verbs("reroll"):
        t.do("reroll:none")
    weak = model.weak_colors(before)
    assert t.verbs("weaken") == weak
    for letter in weak or {""}:
        chosen = Table(t.state.clone())
        if letter:
            chosen.do(f"weaken:{letter}")
        compare(chosen, model.attempt(before, letter), before, rolled)


def compare(t: Table, attempt: model.Attempt, before: dict[str, Any], faces: str) -> None:
    """What is offered is what may go; and what is chosen goes, for as many tokens as are missing."""
    allowed = attempt.allowed(faces)
    names = {model.NAMES[chosen]: chosen for chosen in allowed}
    if len(allowed) == 1:
        assert not t.verbs("banish"), faces
        went(t, next(iter(allowed)), 0, before)
        return
    assert t.legal == set(names), faces
    for name, chosen in names.items():
        after = Table(t.state.clone()).do(name).pay()
        went(after, chosen, attempt.missing(chosen, faces), before)


def went(t: Table, chosen: model.Chosen, tokens: int, before: dict[str, Any]) -> None:
    """Just these are gone, and so many tokens are paid."""
    spaces = model.near_spaces(before)
    lying = {s["space"] for board in before["boards"] for s in board["spaces"] if s["ghost"]}
    gone = {number for number, space in enumerate(spaces) if space in lying and t.card(space) is None}
    assert gone == chosen
    held = [sum(sum(board["tao"].values()) for board in view["boards"]) for view in (before, t.view)]
    assert held[0] - held[1] == tokens


ROLLS = ["".join(faces) for faces in combinations_with_replacement("rbgw", 3)]
GHOSTS = [34, 35, 40, 41, 12, 17]
"""Red 1, red 1 that is immune to dice, red 2 with a curse, red 3; blue 1, blue 2 with a curse."""


@rule("GS-6.3", "GS-6.4")
@editions
@pytest.mark.parametrize("helped", ["", "circle=r", "mantra"])
def test_every_roll_against_two_red_or_blue_ghosts(edition: str, helped: str) -> None:
    weak, circle = ("m", "") if helped == "mantra" else ("", helped)
    for (first, second), tokens in product(permutations(GHOSTS, 2), ("r", "rb")):
        ghosts = f"N1={first}{weak} W3={second}"
        start = at(f"{edition} W=yellow/mantra N=@1/tao:{tokens} {ghosts} {circle} turn=N")
        for faces in ROLLS:
            check(start, faces)


POWERS = ("red/spires", "green/mountain", "green/favorite")
ROLL = st.text(st.sampled_from("rrbbwwygk"), min_size=4, max_size=4)


@examples(300)
@given(positions(*POWERS), st.lists(ROLL, min_size=1, max_size=4))
@rule("GS-6.3", "GS-6.4", "GS-6.5")
def test_at_any_corner_just_what_the_law_allows_is_offered(line: str, rolls: list[str]) -> None:
    try:
        state = GAME.from_text(line)
    except spuk.BrokenText:
        assume(False)
    assume(not (line.startswith("de2") and "=57" in line))  # whether it met a Buddha, the view does not tell
    start = Table(state)
    if not model.attempt(start.view).ghosts:
        assert not start.can("exorcise")
        return
    for faces in rolls:
        check(start, faces)
