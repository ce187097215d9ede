"""Keys of choices: one for each, and the same for the same thing."""

from __future__ import annotations

from collections import Counter

import spuk
from spuk.games.ghost_stories.scene.keys import with_keys
from spuk.games.ghost_stories.scene.options import options
from spuk.games.ghost_stories.scene.turning import Turned
from spuk.kernel.seeds import Random


def test_in_whole_games_every_key_stands_for_one_choice_and_a_digit_for_one_tile() -> None:
    game, random = spuk.game("ghost-stories"), Random(5)
    for seed in range(12):
        state = game.new(players=2 + seed % 3, level="normal")
        tiles: dict[str, set[str]] = {}
        while state.actor != spuk.OVER:
            if state.actor == spuk.CHANCE:
                state.apply(int(state.sample(random)))
                continue
            legal = [
                {"action": action, "text": game.action_text(action), "words": ""} for action in state.legal()
            ]
            found = with_keys(options(legal, state.view(None), "en"), Turned(seed))
            keys = Counter((option.layer, option.key) for option in found if option.key)
            assert all(number == 1 for number in keys.values()), found
            for option in found:
                if option.verb in ("move", "yinyang", "restore"):
                    tiles.setdefault(option.key, set()).add(option.target)
                if option.verb == "end":
                    assert option.key == "e"
            state.apply(legal[random.below(len(legal))]["action"])
        assert all(len(places) == 1 for places in tiles.values()), tiles
        assert set(tiles) <= set("123456789")
