"""Environments for researchers: Gymnasium, PettingZoo and OpenSpiel over the kernel's protocol.

Importing this registers `spuk/GhostStories-v0` with Gymnasium and both games with PettingZoo, whose
environments are also `spuk.envs.ghost_stories_v0` and `spuk.envs.ghosts_v0`. Importing `spuk.envs.openspiel`
registers both games with OpenSpiel. Spaces, rewards and seeds: docs/research.md.
"""

from spuk.envs import registration  # noqa: F401  (registers)
