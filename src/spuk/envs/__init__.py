"""Environments for researchers: Gymnasium, PettingZoo and OpenSpiel, on top of the kernel's protocol.

Importing this registers every game with PettingZoo as `spuk/<Game>-v<version>`, and cooperative games with
Gymnasium as well. PettingZoo's environments are also modules, `spuk.envs.<game>_v<version>`. Importing
`spuk.envs.openspiel` registers every game with OpenSpiel. Spaces, rewards and seeds: docs/research.md.
"""

from importlib import import_module
from types import ModuleType

from spuk.envs import modules, registration
from spuk.kernel.registry import watch

modules.install()
watch(registration.register_environments)


def __getattr__(name: str) -> ModuleType:
    """The module of a game, such as `my_game_v1`."""
    if modules.find_game(name) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
