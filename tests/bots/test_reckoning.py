"""What a player reckons: the chances to banish, against the exact odds of the rules."""

import pytest

import spuk
from spuk.games.ghost_stories import notation, symbols
from spuk.games.ghost_stories.actions import space_text
from spuk.games.ghost_stories.board import FACING, GODS_FAVORITE, LINES, SECOND_WIND
from spuk.games.ghost_stories.cards import MANY_COLORED
from spuk.games.ghost_stories.mind import pick
from spuk.games.ghost_stories.reckoning import Aim, reach
from spuk.games.ghost_stories.state import BEFORE_MOVE, State
from spuk.kernel.seeds import Random

GAME = spuk.game("ghost-stories")


def about_to_act(level: str, seed: int, edition: str) -> list[State]:
    """Positions of a game among monks in which a Taoist is about to move."""
    state = GAME.new(level=level, edition=edition)
    assert isinstance(state, State)
    random, turn, positions = Random(seed), -1, []
    while state.actor != spuk.OVER:
        if state.turn != turn and state.actor >= 0 and state.stage == BEFORE_MOVE:
            turn = state.turn
            positions.append(state.clone())
        state.step(state.sample(random) if state.actor == spuk.CHANCE else pick(state))
    return positions


def aim_at(s: State) -> Aim:
    aim = Aim()
    aim.take(s)
    return aim


def exact(state: State, space: int) -> float:
    """The odds of the active Taoist against this ghost, if he went to the place next to it."""
    around = spuk.odds(state, int(LINES[3 * space]) + 1).targets
    return next(float(target.chance) for target in around if target.space == space_text(space))


def facing(s: State, space: int) -> list[int]:
    """The ghosts that can be exorcised from the place next to this one."""
    return [other for other in FACING[LINES[3 * space]] if s.ghosts[other] > 0]


def position(line: str) -> State:
    state = GAME.from_text(line)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(("level", "seed"), [("normal", 1), ("nightmare", 2), ("nightmare", 3), ("hell", 4)])
def test_the_chances_of_the_one_who_acts_are_the_exact_odds(level: str, seed: int) -> None:
    """In `de2`, where a neighbour at the corner never stands in the way (GS-6.4)."""
    asked = 0
    for s in about_to_act(level, seed, "de2"):
        for space in range(12):
            rerolls = MANY_COLORED[s.ghosts[space]] and s.has_power(s.active, GODS_FAVORITE)
            if s.ghosts[space] > 0 and reach(s, s.active) >> LINES[3 * space] & 1 and not rerolls:
                asked += 1
                reckoned = aim_at(s).cover(s, space, 1)  # before the deadline of one turn nobody else can act
                if s.has_power(s.active, SECOND_WIND) and len(facing(s, space)) > 1:
                    # what the first exorcism brings is left out
                    assert reckoned <= exact(s, space) + 1e-9, (notation.write(s), space)
                else:
                    assert reckoned == pytest.approx(exact(s, space)), (notation.write(s), space)
    assert asked > 30


def test_where_the_dice_must_banish_a_neighbour_chances_are_at_most_what_is_reckoned() -> None:
    """The reckoning looks at one ghost at a time; in `en` the other one may have to go instead (GS-6.4)."""
    corners = 0
    for s in about_to_act("nightmare", 2, "en"):
        for space in range(12):
            near = len(facing(s, space)) > 1 and reach(s, s.active) >> LINES[3 * space] & 1
            if s.ghosts[space] > 0 and near and not s.has_power(s.active, SECOND_WIND):
                corners += 1
                assert aim_at(s).cover(s, space, 1) >= exact(s, space) - 1e-9, (notation.write(s), space)
    assert corners > 10


@pytest.mark.parametrize("card", [58, 65])
@pytest.mark.parametrize("tokens", ["", "r", "rgby", "rrggbb", "rrggbbyk"])
@pytest.mark.parametrize("mantra", ["", "m"])
def test_incarnations_of_many_colors_are_reckoned_exactly(card: int, tokens: str, mantra: str) -> None:
    s = position(f"en nightmare 4p N=green/mountain/tao:{tokens}/@2 E=yellow/mantra N2={card}{mantra} turn=N")
    assert aim_at(s).cover(s, 1, 1) == pytest.approx(exact(s, 1))


def test_tokens_of_those_who_stand_there_count() -> None:
    alone = position("en normal 4p N=green/mountain/tao:/@5 E=red/spires/tao:kkk/@8 N2=60 turn=N")
    met = position("en normal 4p N=green/mountain/tao:/@5 E=red/spires/tao:kkk/@2 N2=60 turn=N")
    assert aim_at(alone).cover(alone, 1, 1) < 0.2
    assert aim_at(met).cover(met, 1, 1) == 1.0


def test_the_grey_die_is_rolled_when_all_others_are_captured() -> None:
    s = position("en normal 4p N=green/mountain/tao:/@5 N2=34 E1=46 S2=47 W2=48 turn=N")
    assert aim_at(s).cover(s, 1, 1) == pytest.approx(exact(s, 1)) == pytest.approx(1 / 3)


def next_turn(power: str, tokens: str, mantra: str, turn: str) -> State:
    """A yellow Taoist stands next to a ghost; the others are far away, with nothing."""
    others = "N=green/mountain/tao:/@8 S=red/spires/tao:/@9 W=blue/gust/tao:/@7"
    return position(f"en normal 4p {others} E=yellow/{power}/tao:{tokens}/@2 N2=4{mantra} turn={turn}")


def test_who_begins_his_turn_with_a_token_can_expect_it_to_help() -> None:
    now = next_turn("pockets", "", "", "N")
    best = max(exact(next_turn("pockets", color, "", "E"), 1) for color in "rgbyk")
    assert aim_at(now).cover(now, 1, 2) == pytest.approx(best)
    assert best > exact(next_turn("pockets", "", "", "E"), 1)


def test_who_begins_his_turn_with_the_mantra_can_expect_it_to_help() -> None:
    now = next_turn("mantra", "", "", "N")
    assert aim_at(now).cover(now, 1, 2) == pytest.approx(exact(next_turn("mantra", "", "m", "E"), 1))
    already = next_turn("mantra", "", "m", "N")
    assert aim_at(already).cover(already, 1, 2) == aim_at(now).cover(now, 1, 2)


def test_bundles_are_taken_away_colour_by_colour() -> None:
    random = Random(5)
    for _ in range(500):
        have, take = ([int(random.below(6)) * int(random.below(5)) for _ in range(5)] for _ in range(2))
        left = symbols.less(packed(have), packed(take))
        assert left == packed([max(0, a - b) for a, b in zip(have, take, strict=True)])


def packed(counts: list[int]) -> int:
    return sum(count << (8 * color) for color, count in enumerate(counts))
