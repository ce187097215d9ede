"""Both games for OpenSpiel, with explicit chance: importing this registers them.

`pyspiel.load_game("spuk_ghost_stories(players=4,level=normal)")` and `"spuk_ghosts(players=3,rounds=3)"`.
"""

from __future__ import annotations

from typing import Any, Final, cast

from spuk.envs.extras import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from error

import spuk
from spuk.envs.core.encoder import Encoder
from spuk.envs.tables import Table, check
from spuk.games.ghosts.cards import CARDS
from spuk.games.ghosts.resample import redeal
from spuk.games.ghosts.state import State as GhostsState
from spuk.kernel.seeds import Random, derive

REWARDS: Final = ("win", "score")
"""Shaped rewards are for learners; OpenSpiel’s games pay at the end."""
GHOST_STORIES_LENGTH: Final = 5000
"""No game has so many decisions, nor so many dice and cards."""
GHOSTS_ROUND: Final = 4 * int(CARDS)
"""Nor has a round: every card is drawn once and played once, and fewer piles are taken than cards played."""
_EVERYONE: Final = 255

_Kind = pyspiel.GameType


def _defaults(game: str, *names: str) -> dict[str, Any]:
    """The parameters of a game: these options of ours, and which reward is paid."""
    options = spuk.game(game).options()
    return {**{name: options[name][0] for name in names}, "reward": REWARDS[0]}


def _type(game: str, long_name: str, hidden: bool, utility: Any, defaults: dict[str, Any]) -> Any:
    players = spuk.game(game).options()["players"]
    return pyspiel.GameType(
        short_name="spuk_" + game.replace("-", "_"),
        long_name=long_name,
        dynamics=_Kind.Dynamics.SEQUENTIAL,
        chance_mode=_Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            _Kind.Information.IMPERFECT_INFORMATION if hidden else _Kind.Information.PERFECT_INFORMATION
        ),
        utility=utility,
        reward_model=_Kind.RewardModel.TERMINAL,
        min_num_players=min(players),
        max_num_players=max(players),
        provides_information_state_string=True,
        provides_information_state_tensor=hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


_STORIES_OPTIONS: Final = _defaults("ghost-stories", "players", "level", "edition", "five_qi")
_GHOSTS_OPTIONS: Final = _defaults("ghosts", "players", "rounds", "edition")
GHOST_STORIES: Final = _type(
    "ghost-stories", "Ghost Stories (Spuk)", False, _Kind.Utility.IDENTICAL, _STORIES_OPTIONS
)
GHOSTS: Final = _type("ghosts", "Ghosts (Spuk)", True, _Kind.Utility.ZERO_SUM, _GHOSTS_OPTIONS)
GHOSTS_BY_FEAR: Final = _type("ghosts", "Ghosts (Spuk)", True, _Kind.Utility.GENERAL_SUM, _GHOSTS_OPTIONS)
"""With `reward=score`: the sum of all fear is not fixed."""


class SpukGame(pyspiel.Game):
    """A game of Spuk with its options."""

    def __init__(self, type: Any, id: str, length: int, params: dict[str, Any]) -> None:
        options = dict(params)
        reward = options.pop("reward")
        check("reward", reward, REWARDS)
        self.table = Table(id, options, reward)
        self.length = length
        encoder = self.table.encoder
        lowest, highest = encoder.bounds(self.table.start, reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoder.actions,
            max_chance_outcomes=encoder.actions,
            num_players=self.table.start.seats(),
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if type.utility == _Kind.Utility.ZERO_SUM else None,
            max_game_length=length,
        )
        super().__init__(type, info, params)

    def new_initial_state(self) -> SpukState:
        """A table before its first chance event."""
        return SpukState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as decisions, generously."""
        return self.length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpukObserver:
        """What a seat sees now, or (perfect recall) everything it has ever seen."""
        if params:
            raise ValueError(f"observers have no parameters; {params} were given")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpukObserver(self.table.encoder, 2 * self.length if recall else 0)


class GhostStoriesGame(SpukGame):
    """Ghost Stories: nothing is hidden, everyone wins or loses."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_STORIES_OPTIONS, **(params or {})}
        super().__init__(GHOST_STORIES, "ghost-stories", GHOST_STORIES_LENGTH, given)


class GhostsGame(SpukGame):
    """Ghosts: hidden hands."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_GHOSTS_OPTIONS, **(params or {})}
        type = GHOSTS if given["reward"] == "win" else GHOSTS_BY_FEAR
        super().__init__(type, "ghosts", GHOSTS_ROUND * given["rounds"], given)


class SpukState(pyspiel.State):
    """A position. OpenSpiel copies and saves what stands in its attributes."""

    def __init__(self, game: SpukGame) -> None:
        super().__init__(game)
        self.table = game.table.start.clone()
        """The position itself."""
        self.owners = b""
        """For each action of the history the seat that alone saw it, or _EVERYONE. Bytes: quickly copied."""

    def current_player(self) -> int:
        """A seat, chance or the end."""
        actor = int(self.table.actor)
        return int(pyspiel.PlayerId.TERMINAL) if actor == spuk.OVER else actor

    def is_terminal(self) -> bool:
        """The game is over."""
        return self.table.actor == spuk.OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities."""
        return self.table.chances()

    def _apply_action(self, action: int) -> None:
        self.owners += bytes([self._owner(action)])
        self.table.apply(int(action))

    def _owner(self, action: int) -> int:
        table = self.table
        if table.reveals(action, None):
            return _EVERYONE
        return next(seat for seat in range(table.seats()) if table.reveals(action, seat))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.space().text(action)

    def returns(self) -> list[float]:
        """What each seat gets at the end; nothing before."""
        table = self.get_game().table
        outcome = self.table.outcome()
        if outcome is None:
            return [0.0] * self.table.seats()
        return [table.encoder.final(outcome, seat, table.reward) for seat in range(self.table.seats())]

    def seen_by(self, player: int) -> list[int | None]:
        """The history as this seat saw it; None for what was hidden from it."""
        pairs = zip(self.history(), self.owners, strict=True)
        return [action if owner in (_EVERYONE, player) else None for action, owner in pairs]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpukState:
        """Another game that this player cannot tell from this one; `sampler` gives numbers in [0, 1)."""
        game = self.get_game()
        actions = self.history()
        if isinstance(self.table, GhostsState):
            random = Random(derive(int(sampler() * 2**53), "redeal"))
            actions = redeal(cast(GhostsState, game.table.start), actions, player, random)
        other: SpukState = game.new_initial_state()
        for action in actions:
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        return self.table.text()


class SpukObserver:
    """What a seat sees: never more than its view tells."""

    def __init__(self, encoder: Encoder, length: int) -> None:
        self._encoder = encoder
        self._length = length
        self.tensor = np.zeros(encoder.width + length, np.float32)
        self.dict = {"observation": self.tensor[: encoder.width]}
        if length:
            self.dict["seen"] = self.tensor[encoder.width :]

    def set_from(self, state: SpukState, player: int) -> None:
        """Features as documented; behind them, with perfect recall, all that was seen, action by action."""
        self.tensor.fill(0)
        features = memoryview(self._encoder.look(state.table, player))
        self.dict["observation"][:] = np.frombuffer(features, np.uint8)
        if self._length:
            hidden = self._encoder.actions
            codes = [hidden if action is None else action for action in state.seen_by(player)]
            codes = codes[-self._length :]
            self.dict["seen"][: len(codes)] = (np.array(codes, np.float32) + 1) / (hidden + 1)

    def string_from(self, state: SpukState, player: int) -> str:
        """With perfect recall the history as the seat saw it, else the features that are not 0."""
        if self._length:
            space = state.table.space()
            words = ["?" if action is None else space.text(action) for action in state.seen_by(player)]
        else:
            values = self._encoder.look(state.table, player)
            named = zip(self._encoder.features.names, values, strict=True)
            words = [f"{name}={value}" for name, value in named if value]
        return " ".join([f"player_{player}:", *words])


pyspiel.register_game(GHOST_STORIES, GhostStoriesGame)
pyspiel.register_game(GHOSTS, GhostsGame)
