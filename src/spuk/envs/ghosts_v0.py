"""Ghosts for PettingZoo: bare, with its usual guards, and as a parallel environment."""

from __future__ import annotations

from functools import partial
from typing import Final

from spuk.envs.aec import TableEnv, guarded, parallel

GAME: Final = "ghosts"

raw_env = partial(TableEnv, GAME)
env = partial(guarded, GAME)
parallel_env = partial(parallel, GAME)
