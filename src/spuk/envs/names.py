"""Names of environments of the game `my-game`: `spuk/MyGame-v1`, `my_game_v1`, `spuk_my_game`."""

from __future__ import annotations

from spuk.kernel.pack import GamePack


def env_id(pack: GamePack, version: int) -> str:
    """For `gymnasium.make` and `pettingzoo.make`."""
    words = pack.id.replace("_", "-").split("-")
    return f"spuk/{''.join(word[:1].upper() + word[1:] for word in words)}-v{version}"


def python_name(pack: GamePack) -> str:
    """The id of a game as a name in Python."""
    return pack.id.replace("-", "_")


def old_versions(pack: GamePack) -> list[int]:
    """Versions that were replaced."""
    return sorted(version - 1 for version in pack.env_changes)


def why_old(pack: GamePack, version: int, name: str) -> str:
    """The message for a version that was replaced."""
    newer = f"{name.removesuffix(str(version))}{pack.env_version}"
    changed = [what for number, what in sorted(pack.env_changes.items()) if number > version]
    return f"{name} was replaced by {newer}: {'; '.join(changed)}"
