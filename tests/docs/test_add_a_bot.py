"""The guide on bots does what it says: its code, its commands, its package."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from tests.common.distribution import announce
from tests.terminal.players import ROOT, saved_games
from tests.terminal.players import spuk as run_spuk

import spuk
from spuk.bots.registry import unregister_bot

GUIDE = (ROOT / "docs" / "guides" / "add-a-bot.md").read_text(encoding="utf-8")
FUNCTION, CLASS, REGISTER = re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL)
PLAY, RESUME, INSTALLED, COMPARE = (
    [shlex.split(line)[1:] for line in block.splitlines()]
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, flags=re.DOTALL)
)
(PACKAGE,) = (tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", GUIDE, flags=re.DOTALL))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where somebody has saved the class of the guide."""
    (tmp_path / "my_bots.py").write_text(CLASS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def _said(code: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "add-a-bot.md", "exec"), {})
    return said.getvalue()


def test_the_function_plays() -> None:
    assert re.fullmatch(r"won by seat \(.*\)\n", _said(FUNCTION))


def test_the_class_plays_and_advises_once_it_is_registered(here: Path) -> None:
    try:
        first = _said(REGISTER)
        assert first == _said(REGISTER)  # the same seed, the same advice
    finally:
        unregister_bot("sampler")
    *advice, abilities = first.splitlines()
    assert len(advice) > 1
    assert all(re.match(r" *\d+% \w", line) for line in advice)
    assert abilities == "True True"


def test_the_commands_to_play_against_it_work(here: Path) -> None:
    for command in PLAY:
        run = run_spuk(*command, home=here / "home", typed="1\n" * 6, cwd=here)
        assert run.returncode == 0, run.stderr
        record = json.loads(saved_games(here / "home")[-1].read_text())
        assert "my_bots:Sampler" in record["players"]
        assert "human" in record["players"]
    (command,) = RESUME
    run = run_spuk(*command, home=here / "home", typed="1\n", cwd=here)
    assert run.returncode == 0, run.stderr


def test_installed_it_is_listed_and_can_be_compared(here: Path) -> None:
    project = PACKAGE["project"]
    announce(here, project["name"], project["entry-points"])
    env = {"PYTHONPATH": f"{ROOT / 'src'}:{here}"}
    runs = [run_spuk(*command, home=here / "home", env=env, cwd=here) for command in (*INSTALLED, *COMPARE)]
    assert [run.returncode for run in runs] == [0] * len(runs), [run.stderr for run in runs]
    assert "sampler" in runs[0].stdout
    assert json.loads(saved_games(here / "home")[0].read_text())["players"] == ["human", "sampler", "sampler"]
    assert all("sampler" in run.stdout or "monk" in run.stdout for run in runs[2:])
    assert all("novice" in run.stdout and "%" in run.stdout for run in runs[2:])


def test_every_bot_method_of_the_guide_is_one_that_the_registry_looks_for(here: Path) -> None:
    spuk.load_bot("my_bots:Sampler")
    try:
        kind = spuk.bot_kind("my_bots:Sampler")
        assert kind.takes == {"seed", "seconds", "playouts"}
        assert kind.thinks
        assert kind.advises
    finally:
        unregister_bot("my_bots:Sampler")
    for name in (*kind.takes, "name", "advise(state, also=None)"):
        assert f"| `{name}" in GUIDE
