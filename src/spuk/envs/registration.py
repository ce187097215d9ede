"""Makes the environments known to Gymnasium."""

from __future__ import annotations

from typing import Final

from gymnasium.envs.registration import register, registry

GHOST_STORIES: Final = "spuk/GhostStories-v0"

if GHOST_STORIES not in registry:
    register(
        GHOST_STORIES,
        entry_point="spuk.envs.gym:GhostStoriesEnv",
        vector_entry_point="spuk.envs.vector:GhostStoriesVectorEnv",
    )
