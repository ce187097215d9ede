"""Compiles the engine with mypyc. Where that is not possible, the same files run as ordinary Python."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

spec = spec_from_file_location("engine", "src/spuk/engine.py")
engine = module_from_spec(spec)
spec.loader.exec_module(engine)

DIRECT_CALLS = ("-fno-semantic-interposition", "-fvisibility=hidden")
ACROSS_FILES = ("-flto=auto", "-O3")
"""What is small is built into its callers, also from file to file: without it bots are an eighth slower."""

ONLY_ASKED = {"egg_info", "dist_info", "sdist"}
"""Commands that build nothing; pip runs two of them first."""


def engine_files() -> list[str]:
    """The files to compile."""
    return [str(file.relative_to(Path.cwd())) for file in engine.source_files(Path("src/spuk").resolve())]


def finish(source: Path, documented: dict[str, str]) -> None:
    """Complete one of mypyc's C files: docstrings in, indentation and wasted optimisation out."""

    def with_docstring(found: re.Match[str]) -> str:
        words = documented.get(found["function"])
        return found[0].removesuffix('")') + _c_string(words) + '")' if words else found[0]

    code = re.sub(r"^ {9,}", " " * 8, source.read_text(), flags=re.MULTILINE)  # mypyc indents by hundreds
    code = _ENTRY.sub(with_docstring, code)  # mypyc leaves only signatures there
    source.write_text(_TOP_LEVEL.sub(_RUNS_ONCE + r"\g<0>", code))


_ENTRY = re.compile(r'CPyPy_(?P<function>\w+),\s*METH_[A-Z_| ]+,\s*PyDoc_STR\("(?:[^"\\]|\\.)*"\)')
_TOP_LEVEL = re.compile(r"^char CPyDef_\w+___top_level__\(void\) \{", re.MULTILINE)
_RUNS_ONCE = """\
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((cold, optimize("O1")))
#endif
"""
"""Half of the C code builds tables when a module is imported: it is run once, and costs most to optimise."""


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


def extensions() -> list[Extension]:
    """What setuptools is to build: nothing where SPUK_PLAIN or a missing mypyc says so."""
    if os.environ.get("SPUK_PLAIN", "") not in ("", "0") or not ONLY_ASKED.isdisjoint(sys.argv):
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415  (only where it is wanted)
    except ImportError:
        print("spuk: mypyc is not here; the engine will run as ordinary Python", file=sys.stderr)
        return []
    modules: list[Extension] = mypycify(
        ["--follow-imports=silent", *engine_files()], opt_level="3", debug_level="0", multi_file=True
    )
    documented = docstrings()
    for source in {Path(source) for module in modules for source in module.sources}:
        finish(source, documented)
    return modules


class BuildEngine(build_ext):
    """Builds all modules, or none of them: half an engine cannot be imported."""

    def build_extensions(self) -> None:
        """Compile on all cores."""
        self.compiler.compile = _on_all_cores(self.compiler.compile)
        self.parallel = os.cpu_count()
        engine, *_doors = self.extensions  # all the code, and a tiny module per file that leads to it
        engine.extra_compile_args += DIRECT_CALLS if os.name != "nt" else ()
        if self._is_gcc():
            engine.extra_compile_args += ACROSS_FILES
            engine.extra_link_args += ACROSS_FILES
        try:
            super().build_extensions()
        except Exception as error:
            if os.environ.get("SPUK_EXPECT_COMPILED", "") not in ("", "0"):
                raise
            print(f"spuk: the engine was not compiled and runs as plain Python ({error})", file=sys.stderr)
            for module in self.extensions:
                Path(self.get_ext_fullpath(module.name)).unlink(missing_ok=True)
            self.extensions = []

    def _is_gcc(self) -> bool:
        command = getattr(self.compiler, "compiler_so", [])[:1]
        if not command:
            return False
        answer = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
        return "Free Software Foundation" in answer.stdout


def _on_all_cores(compile: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """A compiler's `compile` that takes its files side by side, the largest first."""

    def compile_all(sources: list[str], **how: Any) -> list[str]:
        largest_first = sorted(sources, key=os.path.getsize, reverse=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(lambda source: compile([source], **how), largest_first))
        return [name for made in objects for name in made]

    return compile_all


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine})
