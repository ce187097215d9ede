"""Compiles the engine of this checkout: `python tools/compile_engine.py [--background | --for-next-start]`.

It builds a copy of the sources in a temporary folder, tries the result there, and moves it into place in one
step, so programs that start meanwhile find the whole compiled engine or none. Nothing happens if it is there
already. What failed is not tried again in the background until a source file changes.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
LOG = ROOT / "build" / "compile.log"
TEMPORARY = "compiling-"
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD-PARTY-NOTICES.md")
TRIAL = """
import sys
try:
    import spuk
except ModuleNotFoundError as error:
    ours = error.name.startswith("spuk") or error.name.endswith("__mypyc")
    sys.exit(ours)  # the packages Spuk needs are still being installed: then it cannot be tried
assert spuk.compiled
for game in spuk.games():
    spuk.play(game, bots="monk")
"""
AGAIN = "To try again: make engine"


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
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--background", action="store_true", help="return at once and compile meanwhile")
    way.add_argument(
        "--for-next-start",
        action="store_true",
        help="the same, but say nothing at the end",
    )
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    try:
        return _compile_or_explain(
            background=given.background or given.for_next_start, child=given.child, quiet=given.for_next_start
        )
    except OSError as error:  # no space left, nothing may be written
        print(f"Spuk: the engine could not be compiled and runs as plain Python ({error}).", flush=True)
        return 0


def _compile_or_explain(*, background: bool, child: bool, quiet: bool) -> int:
    engine.BUILDS.mkdir(exist_ok=True)  # from now on, compiled modules beside the sources do not count
    folder = engine.build_folder()
    if folder.is_dir():
        return 0
    if missing := _missing():
        return _say_once(folder, f"{missing}, so the engine runs as plain Python. Bots think more slowly.")
    if not background:
        _failed(folder).unlink(missing_ok=True)
    elif _failed(folder).exists():
        return _say_once(folder, _failed(folder).read_text(encoding="utf-8"))
    if background and not child:
        return _in_background(quiet)
    with _alone():
        if folder.is_dir() or _failed(folder).exists():  # another process has just tried
            return 0
        return _compile(folder, quiet)


def _missing() -> str | None:
    """What a compilation needs and this machine lacks."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[:1]
    if not compiler or shutil.which(compiler[0]) is None:
        return "There is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's C headers are not installed (on Debian: python3-dev)"
    return None


def _say_once(folder: Path, sentence: str) -> int:
    """Nobody wants to hear at every start what they can do without."""
    said = folder.with_name(f"{folder.name}.said")
    if not said.exists() or said.read_text(encoding="utf-8") != sentence:
        print(f"Spuk: {sentence}", flush=True)
        said.write_text(sentence, encoding="utf-8")
    return 0


def _failed(folder: Path) -> Path:
    """Says why this build has failed, if it has."""
    return folder.with_name(f"{folder.name}.failed")


def _in_background(quiet: bool) -> int:
    """Leave it to a process of its own; it waits for one that compiles, or is just being stopped."""
    if not engine.is_compiling():
        used = "It is used from the next start on." if quiet else "Bots will get faster in about a minute."
        print(f"Spuk: compiling the engine in the background. {used}", flush=True)
    way = "--for-next-start" if quiet else "--background"
    subprocess.Popen([sys.executable, __file__, way, "--child"], stdin=subprocess.DEVNULL)
    return 0


@contextmanager
def _alone() -> Iterator[None]:
    """While no other process compiles this checkout. The lock is gone with its process, however that ends."""
    for number in STOPS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    with engine.LOCK.open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.nice(10)  # the game comes first
        yield


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    """Ctrl-C, or a closed terminal: end without a word, and leave nothing behind."""
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _compile(folder: Path, quiet: bool) -> int:
    LOG.parent.mkdir(exist_ok=True)
    for left in LOG.parent.glob(f"{TEMPORARY}*"):  # of a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    reason = f"details: {LOG.relative_to(ROOT)}"
    with tempfile.TemporaryDirectory(prefix=TEMPORARY, dir=LOG.parent, ignore_cleanup_errors=True) as name:
        copy = Path(name)
        try:
            done = _build(copy, folder)
        except OSError as error:
            done, reason = False, str(error)
    if done is None:
        return 0
    if not done:
        sentence = f"The engine could not be compiled, so it runs as plain Python ({reason}). {AGAIN}"
        _failed(folder).write_text(sentence, encoding="utf-8")
        return 0 if quiet else _say_once(folder, sentence)
    _remove_others(folder)
    if not quiet:
        print("Spuk: the engine is compiled. Bots think faster now.", flush=True)
    return 0


def _build(copy: Path, folder: Path) -> bool | None:
    """Compile a copy of the sources, and put what works in its place; None if they are being edited."""
    _copy_sources(copy)
    package = copy / "src" / "spuk"
    if engine.build_folder(package).name != folder.name:
        return None  # the next start compiles that
    made = package / "_compiled" / folder.name
    with LOG.open("w", encoding="utf-8") as log:
        # pip makes an environment with mypyc for it, which the players' own need not have.
        pip = ("-m", "pip", "wheel", "--no-deps", "--no-input", "--disable-pip-version-check")
        if _run([*pip, "--wheel-dir", str(copy), str(copy)], copy, log.fileno()):
            return False
        _unpack(next(copy.glob("*.whl")), made)
        if _run(["-c", TRIAL], package.parent, log.fileno()):
            return False
    made.rename(folder)
    return True


def _run(arguments: Sequence[str], folder: Path, log: int) -> int:
    """Run Python there. If we are stopped, all that it started ends too, and its files are among ours."""
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)
    ours = {"SPUK_PLAIN": "", "SPUK_EXPECT_COMPILED": "1", "PYTHONPATH": "", "TMPDIR": str(scratch)}
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # until we know whom to end
    try:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            env=os.environ | ours,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=partial(signal.pthread_sigmask, signal.SIG_SETMASK, unblocked),  # noqa: PLW1509  (no threads)
        )
    except OSError:
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        raise
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        return process.wait()
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _copy_sources(copy: Path) -> None:
    for file in NEEDED:
        shutil.copy(ROOT / file, copy)
    shutil.copytree(
        ROOT / "src",
        copy / "src",
        ignore=shutil.ignore_patterns("_compiled", "__pycache__", "*.so", "*.egg-info", "static", "locale"),
    )


def _unpack(wheel: Path, folder: Path) -> None:
    """The compiled modules, safely on the disk: half a file would stop every start to come."""
    suffix = engine.EXTENSION_SUFFIXES[0]
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(suffix):
                with Path(archive.extract(name, folder)).open("rb") as file:
                    os.fsync(file.fileno())


def _remove_others(folder: Path) -> None:
    """Builds of earlier sources. Programs that run with them have loaded what they need."""
    for other in engine.BUILDS.iterdir():
        if other.is_dir() and other != folder:
            shutil.rmtree(other, ignore_errors=True)
        elif other.suffix in (".failed", ".said"):
            other.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
