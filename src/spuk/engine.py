"""Which engine runs: compiled if a build matches the sources, otherwise plain Python.

An installed wheel has its compiled modules next to the sources, and nothing needs to be decided. In a
checkout, `tools/compile_engine.py` compiles into a folder named after its sources. The folder appears all at
once, so a process finds a complete engine or none. A process started after an edit runs as plain Python until
the engine is compiled again.

`SPUK_PLAIN=1` runs everything as plain Python, for debuggers and coverage. This file imports nothing from
Spuk: `setup.py` and the tools read it without loading the package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

try:
    import fcntl
except ImportError:  # not a Unix: nothing is compiled in the background there
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

PACKAGE: Final = Path(__file__).parent
BUILDS: Final = PACKAGE / "_compiled"
"""Where a checkout keeps its compiled engine."""
LOCK: Final = BUILDS / "compiling"
"""Is locked by the process that compiles, for as long as it lives."""

_FOLDERS: Final = ("kernel", "games", "bots", "envs/core")
_NOT_ENGINE: Final = frozenset(
    {"words", "scene", "terminal", "commands", "rules", "templates", "tutorial", "locale", "__pycache__"}
)
"""A game's texts and images: they are read and shown, never used in a search."""
_NOT_COMPILED: Final = frozenset(
    {
        "__init__.py",
        "facts.py",
        "files.py",
        "game.py",
        "invariants.py",
        "notation.py",
        "openspiel.py",
        "pack.py",
        "picture.py",
        "reader.py",
        "record.py",
        "registry.py",
        "report.py",
        "resample.py",
        "undo.py",
        "view.py",
        "words.py",
    }
)
"""For people, or read only once: compiling gains nothing."""
_COMPILED_ALL_THE_SAME: Final = frozenset({"kernel/game.py"})


def source_files(package: Path = PACKAGE) -> list[Path]:
    """The modules that are compiled."""
    found = []
    for part in _FOLDERS:
        for folder, subfolders, names in os.walk(package / part):
            subfolders[:] = [name for name in subfolders if name not in _NOT_ENGINE]
            found += [Path(folder, name) for name in names if name.endswith(".py")]
    return sorted(file for file in found if _is_compiled(file, package))


def _is_compiled(file: Path, package: Path) -> bool:
    return file.name not in _NOT_COMPILED or file.relative_to(package).as_posix() in _COMPILED_ALL_THE_SAME


def build_folder(package: Path = PACKAGE) -> Path:
    """Where the compiled form of exactly these sources is, or will be."""
    content = blake2b(digest_size=8)
    recipe = package.parents[1] / "setup.py"
    for file in [*source_files(package), *([recipe] if recipe.is_file() else [])]:
        content.update(f"{file.name} {file.stat().st_size} ".encode())
        content.update(file.read_bytes())
    return package / "_compiled" / f"{content.hexdigest()}{EXTENSION_SUFFIXES[0].removesuffix('.so')}"


class _SourceOnly:
    """Finds the modules of this package only as .py files."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("spuk.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


class _Build:
    """Finds the compiled modules in a build's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("spuk.") and not fullname.endswith("__mypyc"):
            return None
        file = os.path.join(self._folder, *fullname.split(".")) + EXTENSION_SUFFIXES[0]  # noqa: PTH118 (hot)
        if not os.path.isfile(file):  # noqa: PTH113
            return None
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))


def _wants_plain() -> bool:
    return os.environ.get("SPUK_PLAIN", "") not in ("", "0")


_build: Final = build_folder() if BUILDS.is_dir() and not _wants_plain() else None
"""The build that matches the sources as they were when this process started; None outside a checkout."""


def _choose() -> None:
    """Decide how the modules of this package are found, before any of them is imported."""
    if _wants_plain():
        sys.meta_path.insert(0, _SourceOnly())
    elif _build is not None:
        # Compiled modules next to the sources may be older than these: a checkout has them only in its
        # builds.
        sys.meta_path.insert(0, _SourceOnly())
        if _build.is_dir():
            sys.meta_path.insert(0, _Build(_build))


def compiled_since() -> bool:
    """Whether a new process would find a compiled engine. Called in one that runs as plain Python."""
    return _build is not None and _build.is_dir()


def is_compiling() -> bool:
    """Whether the engine is being compiled right now."""
    if not HAS_LOCKS:
        return False
    try:
        with LOCK.open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # nobody has ever compiled here
        return False
    return False


if __name__ == "spuk.engine":  # setup.py and the tools only read what is above
    _choose()
