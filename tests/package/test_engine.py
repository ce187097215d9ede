"""In a checkout: the engine compiles beside the running game, and is used by whatever starts after that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from spuk import engine
from spuk.server.bot_workers import _Worker

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the sources that was never compiled."""
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "THIRD-PARTY-NOTICES.md"):
        shutil.copy(ROOT / file, tmp_path)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    left_out = shutil.ignore_patterns("_compiled", "__pycache__", "*.so", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=left_out)
    return tmp_path


def compile_engine(checkout: Path, **environment: str) -> str:
    command = [sys.executable, str(checkout / "tools" / "compile_engine.py")]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def engine_of(checkout: Path) -> str:
    """Which engine a process finds there that starts now."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "SPUK_PLAIN": ""}
    code = "import spuk; print(spuk.compiled, spuk.kernel.bits.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout or done.stderr


def test_a_build_belongs_to_the_sources_it_was_made_from(checkout: Path) -> None:
    package = checkout / "src" / "spuk"
    before = engine.build_folder(package)
    assert engine.build_folder(package) == before
    file = package / "kernel" / "bits.py"
    file.write_text(file.read_text() + "\n")
    assert engine.build_folder(package) != before


def test_words_and_pages_are_not_part_of_it(checkout: Path) -> None:
    package = checkout / "src" / "spuk"
    before = engine.build_folder(package)
    for name in ("games/ghosts/pack.py", "games/ghosts/scene/board.py", "server/app.py"):
        (package / name).write_text("changed = True\n")
    assert engine.build_folder(package) == before


def test_a_process_uses_a_build_as_soon_as_it_is_there_and_no_older_one(checkout: Path) -> None:
    package = checkout / "src" / "spuk"
    beside = package / "kernel" / f"bits{EXTENSION_SUFFIXES[0]}"
    beside.write_bytes(b"compiled from other sources")
    (package / "_compiled").mkdir()
    assert engine_of(checkout).startswith("False")
    module = engine.build_folder(package) / "spuk" / "kernel" / beside.name
    module.parent.mkdir(parents=True)
    module.write_bytes(b"no library")
    assert str(module) in engine_of(checkout)  # it is looked for there, and refused by the system


def test_without_a_compiler_it_is_said_once_and_the_engine_runs_as_plain_python(checkout: Path) -> None:
    assert "no C compiler" in compile_engine(checkout, CC="no-such-compiler")
    assert compile_engine(checkout, CC="no-such-compiler") == ""
    assert engine_of(checkout).startswith("False")


def test_a_build_that_fails_is_said_once_and_the_engine_runs_as_plain_python(checkout: Path) -> None:
    (checkout / "setup.py").write_text("raise SystemExit('broken')\n")
    assert "could not be compiled" in compile_engine(checkout)
    assert "broken" in (checkout / "build" / "compile.log").read_text()
    assert compile_engine(checkout) == ""
    assert not (checkout / "src" / "spuk" / "_compiled" / "compiling").exists()


def test_a_killed_compilation_does_not_hold_up_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "compiling"
    monkeypatch.setattr(engine, "LOCK", lock)
    assert not engine.is_compiling()
    lock.write_text(str(os.getpid()))
    assert engine.is_compiling()
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    lock.write_text(str(gone.pid))
    assert not engine.is_compiling()


def test_a_plain_worker_is_replaced_once_the_engine_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_build", tmp_path / "build")
    plain = _Worker(None, plain=True)  # type: ignore[arg-type]
    assert not plain.is_outdated
    (tmp_path / "build").mkdir()
    assert plain.is_outdated
    assert not _Worker(None, plain=False).is_outdated  # type: ignore[arg-type]
