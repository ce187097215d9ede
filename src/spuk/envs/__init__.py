"""Environments for researchers: Gymnasium, PettingZoo and OpenSpiel over the kernel's protocol.

Importing this registers `spuk/GhostStories-v0` with Gymnasium, if it is installed. PettingZoo's environments
are `spuk.envs.ghost_stories_v0` and `spuk.envs.ghosts_v0`; importing `spuk.envs.openspiel` registers both
games with OpenSpiel. Spaces, rewards and seeds: docs/research.md.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from spuk.envs import registration  # noqa: F401  (registers)
