"""Environments for researchers: Gymnasium, PettingZoo and OpenSpiel over the kernel's protocol.

Importing this registers every game with PettingZoo, and with Gymnasium those that are won or lost together:
`spuk/GhostStories-v1` and its like. PettingZoo's environments are also modules, `spuk.envs.ghosts_v1` and its
like. Importing `spuk.envs.openspiel` registers every game with OpenSpiel. Spaces, rewards and seeds:
docs/research.md.
"""

from importlib import import_module
from types import ModuleType

from spuk.envs import modules, registration
from spuk.kernel.registry import watch

modules.install()
watch(registration.register_environments)


def __getattr__(name: str) -> ModuleType:
    """The module of a game, such as `ghosts_v1`."""
    if modules.find_game(name) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
