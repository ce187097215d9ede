"""Registers the environments of every game with Gymnasium and PettingZoo, if these are installed."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any, Final, NoReturn

from spuk.envs.names import env_id, old_versions, why_old
from spuk.kernel.pack import GamePack
from spuk.kernel.registry import pack as pack_of

_GYMNASIUM: Final = find_spec("gymnasium") is not None
_PETTINGZOO: Final = find_spec("pettingzoo") is not None


def register_environments(pack: GamePack) -> None:
    """All environments a game can have."""
    if _GYMNASIUM and pack.game.together():
        register_with_gymnasium(pack)
    if _PETTINGZOO:
        register_with_pettingzoo(pack)


def register_with_gymnasium(pack: GamePack) -> None:
    """`gymnasium.make` and `gymnasium.make_vec`."""
    from gymnasium.envs.registration import register, registry

    id = env_id(pack, pack.env_version)
    if id in registry:
        return
    register(
        id,
        entry_point="spuk.envs.gym:CooperativeEnv",
        vector_entry_point="spuk.envs.vector:CooperativeVectorEnv",
        kwargs={"game": pack.id},
    )
    for version in old_versions(pack):
        refused = partial(refuse_gymnasium, pack.id, version)
        register(env_id(pack, version), entry_point=refused, vector_entry_point=refused)


def register_with_pettingzoo(pack: GamePack) -> None:
    """`pettingzoo.make("aec", …)` and `"parallel"`."""
    import pettingzoo

    id = env_id(pack, pack.env_version)
    if id in pettingzoo.aec_registry:
        return
    for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
        pettingzoo.register(kind, id, f"spuk.envs.aec:{maker}", kwargs={"game": pack.id})
        for version in old_versions(pack):
            pettingzoo.register(kind, env_id(pack, version), partial(refuse, pack.id, version))


def refuse(game: str, version: int, **options: Any) -> NoReturn:
    """Called instead of an environment of an old version."""
    raise ValueError(_why(game, version))


def refuse_gymnasium(game: str, version: int, **options: Any) -> NoReturn:
    """The same, in Gymnasium's own words."""
    from gymnasium.error import DeprecatedEnv

    raise DeprecatedEnv(_why(game, version))


def _why(game: str, version: int) -> str:
    pack = pack_of(game)
    return why_old(pack, version, env_id(pack, version))
