"""Makes the environments known to Gymnasium and PettingZoo, where these are installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

GHOST_STORIES: Final = "spuk/GhostStories-v0"
GHOSTS: Final = "spuk/Ghosts-v0"


def register_with_gymnasium() -> None:
    """`gymnasium.make` and `gymnasium.make_vec`."""
    from gymnasium.envs.registration import register, registry

    if GHOST_STORIES not in registry:
        register(
            GHOST_STORIES,
            entry_point="spuk.envs.gym:GhostStoriesEnv",
            vector_entry_point="spuk.envs.vector:GhostStoriesVectorEnv",
        )


def register_with_pettingzoo() -> None:
    """`pettingzoo.make("aec", …)` and `"parallel"`."""
    import pettingzoo

    if GHOSTS not in pettingzoo.aec_registry:
        for id, module in ((GHOST_STORIES, "ghost_stories_v0"), (GHOSTS, "ghosts_v0")):
            pettingzoo.register("aec", id, f"spuk.envs.{module}:env")
            pettingzoo.register("parallel", id, f"spuk.envs.{module}:parallel_env")


if find_spec("gymnasium") is not None:
    register_with_gymnasium()
if find_spec("pettingzoo") is not None:
    register_with_pettingzoo()
