"""Compiles the engine with mypyc. Where that is not possible, the same files run as ordinary Python."""

import os
import sys
from pathlib import Path

from setuptools import setup

ENGINE = ["kernel", "stories", "ghosts", "bots", "envs/core"]
# Written for people or read once: nothing to gain.
NOT_COMPILED = {
    "__init__.py",
    "facts.py",
    "files.py",
    "game.py",
    "invariants.py",
    "notation.py",
    "outcome.py",
    "reader.py",
    "record.py",
    "undo.py",
    "view.py",
}
COMPILED_ALL_THE_SAME = {"kernel/game.py", "stories/outcome.py"}


def engine_files() -> list[str]:
    """The files to compile."""
    root = Path("src/spuk")
    files = sorted(file for part in ENGINE for file in (root / part).rglob("*.py"))
    return [
        str(file)
        for file in files
        if file.name not in NOT_COMPILED or str(file.relative_to(root)) in COMPILED_ALL_THE_SAME
    ]


def extensions() -> list:
    """What setuptools is to build: nothing where SPUK_PLAIN or a missing mypyc says so."""
    if os.environ.get("SPUK_PLAIN", "") not in ("", "0"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("spuk: mypyc is not here; the engine will run as ordinary Python", file=sys.stderr)
        return []
    modules = mypycify(["--follow-imports=silent", *engine_files()], opt_level="3", debug_level="0")
    for module in modules:
        module.optional = True  # no C compiler: setuptools warns and goes on
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    return modules


setup(ext_modules=extensions())
