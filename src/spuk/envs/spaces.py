"""Observations and masks as Gymnasium's spaces and numpy's arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import NDArray

from spuk.envs.core.encoder import Encoder
from spuk.kernel.game import State

Observation = NDArray[np.uint8]
Mask = NDArray[np.int8]
Number = TypeVar("Number", np.uint8, np.int8, np.bool_, np.float64)


def as_array(numbers: vec[u8] | vec[float], kind: type[Number]) -> NDArray[Number]:
    """An array of the compiled half as a numpy array: the same memory, for reading."""
    return np.frombuffer(memoryview(numbers), kind)


def observation_space(encoder: Encoder) -> spaces.Box:
    """Every feature with its own highest value."""
    highs = np.array(encoder.features.highs, np.uint8)
    return spaces.Box(np.zeros_like(highs), highs, dtype=np.uint8)


def dict_space(encoder: Encoder) -> spaces.Dict:
    """The form PettingZoo uses: the mask next to the observation."""
    mask = spaces.Box(0, 1, (encoder.actions,), np.int8)
    return spaces.Dict({"observation": observation_space(encoder), "action_mask": mask})


def seen(encoder: Encoder, state: State, seat: int) -> dict[str, Any]:
    """What a seat sees and may do, in new arrays."""
    observation = as_array(encoder.look(state, seat), np.uint8).copy()
    mask = as_array(encoder.mask(state, seat), np.int8).copy()
    return {"observation": observation, "action_mask": mask}
