"""In a checkout: the engine compiles beside the running game, and is used by whatever starts after that."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
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


def compile_engine(checkout: Path, *options: str, **environment: str) -> str:
    command = [sys.executable, str(checkout / "tools" / "compile_engine.py"), *options]
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
    assert "no C compiler" in compile_engine(checkout, "--background", CC="no-such-compiler")
    assert compile_engine(checkout, "--background", CC="no-such-compiler") == ""
    assert engine_of(checkout).startswith("False")


@pytest.fixture
def broken(checkout: Path) -> Path:
    """A checkout whose engine cannot be compiled; pip is not there either, which saves time."""
    no_pip = checkout / "no-pip"
    no_pip.mkdir()
    (no_pip / "sitecustomize.py").write_text("import sys\nsys.modules['pip'] = None\n")
    tool = checkout / "tools" / "compile_engine.py"
    tool.write_text(tool.read_text().replace('"PYTHONPATH": ""', f'"PYTHONPATH": {str(no_pip)!r}'))
    return checkout


def test_a_build_that_fails_is_said_once_and_the_engine_runs_as_plain_python(broken: Path) -> None:
    assert "could not be compiled" in compile_engine(broken)
    assert "pip" in (broken / "build" / "compile.log").read_text()
    assert compile_engine(broken, "--background") == ""
    assert [file.name for file in (broken / "build").iterdir()] == ["compile.log"]
    assert engine_of(broken).startswith("False")


def test_a_compiler_that_appears_later_is_used(broken: Path) -> None:
    assert "no C compiler" in compile_engine(broken, CC="no-such-compiler")
    assert "could not be compiled" in compile_engine(broken)


def test_what_a_killed_compilation_left_is_removed_by_the_next(broken: Path) -> None:
    left = broken / "build" / "compiling-1"
    left.mkdir(parents=True)
    compile_engine(broken)
    assert not left.exists()


def test_a_build_is_tried_but_not_before_the_packages_it_needs_are_installed(checkout: Path) -> None:
    trial = spec_from_file_location("compile_engine", checkout / "tools" / "compile_engine.py")
    assert trial is not None
    assert trial.loader is not None
    tool = module_from_spec(trial)
    trial.loader.exec_module(tool)
    sources = checkout / "src"
    nothing_installed = [sys.executable, "-S", "-c", tool.TRIAL]
    assert subprocess.run(nothing_installed, cwd=sources, check=False).returncode == 0
    (sources / "spuk" / "kernel" / "bits.py").unlink()
    command = [sys.executable, "-c", tool.TRIAL]
    assert subprocess.run(command, cwd=sources, capture_output=True, check=False).returncode != 0


def test_a_full_disk_is_no_reason_not_to_start(checkout: Path) -> None:
    (checkout / "build").write_text("no folder can be made here")
    assert "could not be compiled" in compile_engine(checkout)


def test_ctrl_c_ends_the_compilation_and_all_it_started_and_says_nothing(checkout: Path) -> None:
    tool = checkout / "tools" / "compile_engine.py"
    long = '["-c", "import os, time; print(os.getpid(), flush=True); time.sleep(600)"]'
    tool.write_text(tool.read_text().replace('[*pip, "--wheel-dir", str(copy), str(copy)]', long))
    process = subprocess.Popen([sys.executable, tool], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    log = checkout / "build" / "compile.log"
    while process.poll() is None and not (log.is_file() and log.read_text().endswith("\n")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"")
    with pytest.raises(ProcessLookupError):
        os.kill(int(log.read_text()), 0)
    assert [file.name for file in log.parent.iterdir()] == ["compile.log"]
    assert engine_of(checkout).startswith("False")


def test_a_killed_compilation_does_not_hold_up_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "compiling"
    monkeypatch.setattr(engine, "LOCK", lock)
    assert not engine.is_compiling()
    code = """
import fcntl, sys, time
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("locked", flush=True)
    time.sleep(600)
"""
    holder = subprocess.Popen([sys.executable, "-c", code, lock], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    assert engine.is_compiling()
    holder.kill()
    holder.wait()
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
