"""A module for each game, as PettingZoo has them: `from spuk.envs import <game>_v1`.

They are created on import, so no game has to write one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

from spuk.envs.names import old_versions, python_name, why_old
from spuk.kernel.pack import GamePack
from spuk.kernel.registry import packs

_PARENT: Final = "spuk.envs."
_NAME: Final = re.compile(r"(\w+)_v(\d+)")


def find_game(name: str) -> tuple[GamePack, int] | None:
    """The game and the version in a name such as `my_game_v1`, if there is or was such an environment."""
    parts = _NAME.fullmatch(name)
    if parts is None:
        return None
    version = int(parts[2])
    for pack in packs():
        if python_name(pack) == parts[1] and version in {pack.env_version, *old_versions(pack)}:
            return pack, version
    return None


class GameModules(MetaPathFinder, Loader):
    """Makes the modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Only names of environments are handled here."""
        ours = fullname.startswith(_PARENT) and find_game(fullname.removeprefix(_PARENT)) is not None
        return ModuleSpec(fullname, self) if ours else None

    def exec_module(self, module: ModuleType) -> None:
        """The plain environment, with PettingZoo's usual wrappers, and as a parallel one. ImportError for an
        old version.
        """
        name = module.__name__.removeprefix(_PARENT)
        found = find_game(name)
        assert found is not None
        pack, version = found
        if version in old_versions(pack):
            raise ImportError(why_old(pack, version, name), name=module.__name__)
        aec = import_module(f"{_PARENT}aec")  # says what to install, if something is missing
        module.__doc__ = f"The game {pack.id} for PettingZoo."
        module.__all__ = ["env", "parallel_env", "raw_env"]  # type: ignore[attr-defined]
        for function in (aec.raw_env, aec.env, aec.parallel_env):
            setattr(module, function.__name__, partial(function, pack.id))


def install() -> None:
    """Once."""
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())
