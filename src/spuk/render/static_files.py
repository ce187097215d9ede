"""Style sheets, scripts and drawings: ours and those of the game packs, read once.

Their address contains a digest of all of them, so a new version has new addresses. Links between them (a
drawing named in a style sheet) are relative and stay within the same version. All share one folder of
addresses, so a game must choose unique file names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from spuk.kernel.registry import packs, when_games_change

_KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}


class StaticFile(NamedTuple):
    """A file as browsers get it."""

    kind: str
    plain: bytes
    digest: str


class StaticFiles(NamedTuple):
    """All files by name, and the digest of them."""

    files: Mapping[str, StaticFile]
    version: str


@cache
def static_files() -> StaticFiles:
    """All current files. A game that is registered later adds its own."""
    return _read(tuple(pack.package for pack in packs() if pack.package))


@lru_cache(maxsize=1)
def _read(packages: tuple[str, ...]) -> StaticFiles:
    found: dict[str, StaticFile] = {}
    for file in _all(packages):
        kind = _KINDS.get(file.name.rpartition(".")[2])
        if kind is not None and file.name not in found:
            plain = file.read_bytes()
            found[file.name] = StaticFile(kind, plain, _digest(plain))
    everything = b"".join(name.encode() + found[name].plain for name in sorted(found))
    return StaticFiles(found, _digest(everything))


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


def _all(packages: tuple[str, ...]) -> Iterator[Any]:
    for package in ("spuk.render", *packages):
        folder = files(package) / "static"
        if folder.is_dir():
            yield from folder.iterdir()


when_games_change(static_files.cache_clear)


@cache
def address_of(name: str) -> str:
    """The address of a file. A missing one is a bug."""
    found = static_files()
    if name not in found.files:
        raise KeyError(f"there is no file static/{name}")
    return f"/static/{found.version}/{name}"


when_games_change(address_of.cache_clear)
