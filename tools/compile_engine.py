"""Compiles the engine of this checkout: `python tools/compile_engine.py [--background]`.

It builds a copy of the sources in a temporary folder and moves the result into place in one step, so
programs that start meanwhile find the whole compiled engine or none. Nothing happens if it is there already.
What failed is not tried again until a source file changes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
LOG = ROOT / "build" / "compile.log"
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD-PARTY-NOTICES.md")


def load_engine() -> ModuleType:
    """`spuk/engine.py` without the rest of the package, which would take a second to load."""
    spec = spec_from_file_location("engine", ROOT / "src" / "spuk" / "engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


engine = load_engine()


def main() -> int:
    """Compile, if need be; 0 if Spuk can be started, compiled or not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--background", action="store_true", help="return at once and compile meanwhile")
    background = parser.parse_args().background
    engine.BUILDS.mkdir(exist_ok=True)  # from now on, compiled modules beside the sources do not count
    folder = engine.build_folder()
    if folder.is_dir() or _failed(folder).exists():
        return 0
    if shutil.which(os.environ.get("CC", "cc").split()[0]) is None:
        _failed(folder).touch()
        print("Spuk: there is no C compiler, so the engine runs as plain Python. Bots think more slowly.")
        return 0
    if background:
        return _in_background()
    return _compile_alone(folder)


def _failed(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.failed")


def _in_background() -> int:
    if not engine.is_compiling():
        subprocess.Popen([sys.executable, __file__])
        print("Spuk: compiling the engine in the background. Bots will get faster in about a minute.")
    return 0


def _compile_alone(folder: Path) -> int:
    """Compile, unless another process is at it."""
    try:
        lock = os.open(engine.LOCK, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        if engine.is_compiling():
            return 0
        engine.LOCK.unlink(missing_ok=True)  # its process was killed
        return _compile_alone(folder)
    os.write(lock, str(os.getpid()).encode())
    os.close(lock)
    with suppress(AttributeError):  # not on Windows
        os.nice(10)  # the game comes first
    try:
        return _compile(folder)
    except KeyboardInterrupt:
        return 130
    finally:
        engine.LOCK.unlink(missing_ok=True)


def _compile(folder: Path) -> int:
    LOG.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=LOG.parent) as name:
        copy = Path(name)
        _copy_sources(copy)
        if engine.build_folder(copy / "src" / "spuk").name != folder.name:
            return 0  # a file was edited just now: the next start compiles that
        with LOG.open("w", encoding="utf-8") as log:
            done = subprocess.run(
                _build_command(copy), cwd=copy, env=_environment(), stdout=log, stderr=log, check=False
            )
        if done.returncode:
            _failed(folder).touch()
            print(
                "Spuk: the engine could not be compiled, so it runs as plain Python. Bots think more slowly. "
                f"Details: {LOG.relative_to(ROOT)}"
            )
            return 0
        _unpack(next(copy.glob("*.whl")), copy / "engine")
        (copy / "engine").rename(folder)
    _remove_others(folder)
    print("Spuk: the engine is compiled. Bots think faster now.")
    return 0


def _copy_sources(copy: Path) -> None:
    for file in NEEDED:
        shutil.copy(ROOT / file, copy)
    shutil.copytree(
        ROOT / "src",
        copy / "src",
        ignore=shutil.ignore_patterns("_compiled", "__pycache__", "*.so", "*.egg-info", "static", "locale"),
    )


def _build_command(copy: Path) -> list[str]:
    """pip makes an environment with mypyc for it, which the players' own need not have."""
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check"]
    return [*pip, "--wheel-dir", str(copy), str(copy)]


def _environment() -> dict[str, str]:
    return {**os.environ, "SPUK_PLAIN": "", "SPUK_EXPECT_COMPILED": "1"}


def _unpack(wheel: Path, folder: Path) -> None:
    suffix = engine.EXTENSION_SUFFIXES[0]
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.endswith(suffix)])


def _remove_others(folder: Path) -> None:
    """Builds of earlier sources. Programs that run with them have loaded what they need."""
    for other in engine.BUILDS.iterdir():
        if other.is_dir() and other != folder:
            shutil.rmtree(other, ignore_errors=True)
        elif other.suffix == ".failed":
            other.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
