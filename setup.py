"""Compiles the engine with mypyc. Where that is not possible, the same files run as ordinary Python."""

import ast
import os
import re
import sys
from pathlib import Path

from setuptools import setup

ENGINE = ["kernel", "games", "bots", "envs/core"]
# Words and pictures of a game are read and shown, never searched.
NOT_ENGINE = {"words", "scene", "terminal", "commands", "rules", "templates", "tutorial"}
# Written for people or read once: nothing to gain.
NOT_COMPILED = {
    "__init__.py",
    "facts.py",
    "files.py",
    "game.py",
    "invariants.py",
    "notation.py",
    "openspiel.py",
    "outcome.py",
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
COMPILED_ALL_THE_SAME = {"kernel/game.py", "games/ghost_stories/outcome.py"}


def engine_files() -> list[str]:
    """The files to compile."""
    root = Path("src/spuk")
    files = sorted(file for part in ENGINE for file in (root / part).rglob("*.py"))
    return [
        str(file)
        for file in files
        if NOT_ENGINE.isdisjoint(file.parts)
        and (file.name not in NOT_COMPILED or str(file.relative_to(root)) in COMPILED_ALL_THE_SAME)
    ]


def keep_docstrings(source: Path) -> None:
    """Write docstrings into the functions of a C file: mypyc leaves only their signatures there."""
    documented = docstrings()

    def with_docstring(found: re.Match[str]) -> str:
        words = documented.get(found["function"])
        if not words:
            return found[0]
        return found[0].removesuffix('")') + _c_string(words) + '")'

    code = re.sub(r"^ {9,}", " " * 8, source.read_text(), flags=re.MULTILINE)  # mypyc indents by hundreds
    entry = r'CPyPy_(?P<function>\w+),\s*METH_[A-Z_| ]+,\s*PyDoc_STR\("(?:[^"\\]|\\.)*"\)'
    source.write_text(re.sub(entry, with_docstring, code))


def docstrings() -> dict[str, str]:
    """What every function of the engine says about itself, by each name that C may know it by.

    That is as much of its module's name as is needed to tell it from others, and its class.
    """
    found: dict[str, str] = {}
    for file in engine_files():
        module = Path(file).with_suffix("").parts[1:]
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
            own = [node.name] if isinstance(node, ast.ClassDef) else []
            for function in getattr(node, "body", ()) if own or isinstance(node, ast.Module) else ():
                if isinstance(function, ast.FunctionDef):
                    for start in range(len(module)):
                        name = "___".join([*module[start:], *own, function.name])
                        found[name] = "" if name in found else ast.get_docstring(function) or ""
    return found


def _c_string(words: str) -> str:
    return "".join(
        chr(byte) if byte in range(32, 127) and chr(byte) not in '"\\?' else f"\\{byte:03o}"
        for byte in words.encode()
    )


def extensions() -> list:
    """What setuptools is to build: nothing where SPUK_PLAIN or a missing mypyc says so."""
    if os.environ.get("SPUK_PLAIN", "") not in ("", "0"):
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415  (only where it is wanted)
    except ImportError:
        print("spuk: mypyc is not here; the engine will run as ordinary Python", file=sys.stderr)
        return []
    modules = mypycify(["--follow-imports=silent", *engine_files()], opt_level="3", debug_level="0")
    for source in {Path(source) for module in modules for source in module.sources}:
        keep_docstrings(source)
    for module in modules:
        module.optional = True  # no C compiler: setuptools warns and goes on
        module.extra_compile_args = [*module.extra_compile_args, "-fno-semantic-interposition"]
    return modules


setup(ext_modules=extensions())
