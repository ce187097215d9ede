"""Every game for OpenSpiel, with explicit chance. Importing this registers them.

`pyspiel.load_game("spuk_<game>(players=4)")`; dashes in an id become underscores.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Final

from spuk.envs.extras import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from error

import spuk
from spuk.envs.core.encoder import Encoder
from spuk.envs.names import python_name
from spuk.envs.parts import SpielPart
from spuk.envs.tables import Table, agreed_options, check
from spuk.kernel.registry import watch
from spuk.kernel.seeds import Random, derive
from spuk.language.words import words_of

REWARDS: Final = ("win", "score")
"""Shaped rewards are for learners; in OpenSpiel, games pay at the end."""
LENGTH: Final = 10_000
"""The maximum number of decisions, if a game's pack does not know better."""
_SEATS: Final = 32
"""No table has more."""
_EVERYONE: Final = 2**_SEATS - 1

_Kind = pyspiel.GameType


def part_of(pack: spuk.GamePack) -> SpielPart:
    """What OpenSpiel needs beyond the engine."""
    part: SpielPart | None = pack.part("openspiel")
    return SpielPart() if part is None else part


def parameters(game: spuk.Game) -> dict[str, Any]:
    """The parameters of `load_game`: options that OpenSpiel can represent, and the reward."""
    simple = {name: value for name, value in agreed_options(game).items() if isinstance(value, int | str)}
    return {**simple, "reward": REWARDS[0]}


def type_of(pack: spuk.GamePack, reward: str) -> Any:
    """What OpenSpiel needs to know about a game before it is loaded."""
    game, part = pack.game, part_of(pack)
    seats = game.options().get("players") or [game.new().seats()]
    return pyspiel.GameType(
        short_name=f"spuk_{python_name(pack)}",
        long_name=f"{words_of(pack.id).title('en')} (Spuk)",
        dynamics=_Kind.Dynamics.SEQUENTIAL,
        chance_mode=_Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            _Kind.Information.IMPERFECT_INFORMATION if game.hides() else _Kind.Information.PERFECT_INFORMATION
        ),
        utility=_utility(game, part, reward),
        reward_model=_Kind.RewardModel.TERMINAL,
        min_num_players=min(seats),
        max_num_players=max(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=game.hides() and part.length(game.new()) is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def _utility(game: spuk.Game, part: SpielPart, reward: str) -> Any:
    if game.together():
        return _Kind.Utility.IDENTICAL
    return _Kind.Utility.ZERO_SUM if part.zero_sum(reward) else _Kind.Utility.GENERAL_SUM


class SpukGame(pyspiel.Game):
    """A game of Spuk with its options. OpenSpiel wants a class for each game."""

    pack_id: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        pack = spuk.pack(self.pack_id)
        given = {**parameters(pack.game), **(params or {})}
        options = dict(given)
        reward = options.pop("reward")
        check("reward", reward, REWARDS)
        self.part = part_of(pack)
        self.table = Table(self.pack_id, options, reward)
        self.length = self.part.length(self.table.start) or LENGTH
        encoder = self.table.encoder
        lowest, highest = encoder.bounds(self.table.start, reward)
        kind = type_of(pack, reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoder.actions,
            max_chance_outcomes=encoder.actions,
            num_players=self.table.start.seats(),
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if kind.utility == _Kind.Utility.ZERO_SUM else None,
            max_game_length=self.length,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> SpukState:
        """A table before its first chance event."""
        return SpukState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as decisions, a generous bound."""
        return self.length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpukObserver:
        """What a seat sees now, or (perfect recall) everything it has ever seen."""
        if params:
            raise ValueError(f"observers have no parameters; {params} were given")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpukObserver(self.table.encoder, 2 * self.length if recall else 0)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Copies are loaded by name."""
        return pyspiel.load_game, (str(self),)


class SpukState(pyspiel.State):
    """A position. OpenSpiel copies and saves its attributes."""

    def __init__(self, game: SpukGame) -> None:
        super().__init__(game)
        self.table = game.table.start.clone()
        """The position itself."""
        self.witnesses = b""
        """For each action of the history, who saw it: a bit for each seat. Bytes can be copied quickly."""

    def current_player(self) -> int:
        """A seat, chance or the end."""
        actor = int(self.table.actor)
        return int(pyspiel.PlayerId.TERMINAL) if actor == spuk.OVER else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.actor == spuk.OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities."""
        return self.table.chances()

    def _apply_action(self, action: int) -> None:
        self.witnesses += self._who_sees(action).to_bytes(_SEATS // 8, sys.byteorder)
        self.table.apply(int(action))

    def _who_sees(self, action: int) -> int:
        table = self.table
        if table.reveals(action, None):
            return _EVERYONE
        return sum(1 << seat for seat in range(table.seats()) if table.reveals(action, seat))

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
        pairs = zip(self.history(), memoryview(self.witnesses).cast("I"), strict=True)
        return [action if (seats >> player) & 1 else None for action, seats in pairs]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpukState:
        """Another game that this player cannot tell from this one. `sampler` gives numbers in [0, 1)."""
        game = self.get_game()
        actions = self.history()
        if game.table.game.hides():
            random = Random(derive(int(sampler() * 2**53), "redeal"))
            actions = game.part.redeal(game.table.start, actions, player, random)
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
        """The documented features; with perfect recall, followed by everything seen, action by action."""
        self.tensor.fill(0)
        features = memoryview(self._encoder.look(state.table, player))
        self.dict["observation"][:] = np.frombuffer(features, np.uint8)
        if self._length:
            hidden = self._encoder.actions
            codes = [hidden if action is None else action for action in state.seen_by(player)]
            codes = codes[-self._length :]
            self.dict["seen"][: len(codes)] = (np.array(codes, np.float32) + 1) / (hidden + 1)

    def string_from(self, state: SpukState, player: int) -> str:
        """With perfect recall, the history as the seat saw it; otherwise the features that are not 0."""
        if self._length:
            space = state.table.space()
            words = ["?" if action is None else space.text(action) for action in state.seen_by(player)]
        else:
            values = self._encoder.look(state.table, player)
            named = zip(self._encoder.features.names, values, strict=True)
            words = [f"{name}={value}" for name, value in named if value]
        return " ".join([f"player_{player}:", *words])


def register_with_openspiel(pack: spuk.GamePack) -> None:
    """Register with `pyspiel.load_game`. An existing name is left as it is."""
    kind = type_of(pack, REWARDS[0])
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, _class_of(pack))


def _class_of(pack: spuk.GamePack) -> type[SpukGame]:
    """A class and not a function: OpenSpiel releases it after Python has shut down, and only classes survive
    that.
    """
    return type(f"SpukGame_{python_name(pack)}", (SpukGame,), {"pack_id": pack.id})


watch(register_with_openspiel)
