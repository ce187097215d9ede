"""Positions that look different leave different footprints: else one would be judged as the other."""

import spuk
from spuk.games.ghost_stories.evaluation import judge, set_aim
from spuk.games.ghost_stories.features import Sight, look
from spuk.games.ghost_stories.position_hash import footprint
from spuk.games.ghost_stories.state import State
from spuk.kernel.seeds import Random

GAME = spuk.game("ghost-stories")


def positions(games: int) -> list[State]:
    """All positions of random games, at several tables."""
    found = []
    for seed in range(games):
        state = GAME.new(
            players=1 + seed % 4, level=("initiation", "normal", "nightmare", "hell")[seed // 4 % 4]
        )
        random = Random(seed)
        while state.actor != spuk.OVER:
            state.step(state.sample(random))  # players, too, take whatever comes
            assert isinstance(state, State)
            found.append(state.clone())
    return found


def sight(state: State) -> tuple[float, ...]:
    seen = Sight()
    look(state, seen)
    return tuple(seen.values)


def test_what_looks_different_has_another_footprint() -> None:
    looks: dict[int, tuple[float, ...]] = {}
    for state in positions(32):
        assert looks.setdefault(int(footprint(state)), sight(state)) == sight(state)
    assert len(looks) > 1000


def test_what_is_remembered_is_what_was_judged() -> None:
    states = [state for state in positions(8) if state.actor != spuk.OVER]
    first = [judge(state) for state in states]
    again = [judge(state) for state in reversed(states)][::-1]
    set_aim(0.6)  # forgets
    assert first == again == [judge(state) for state in states]
