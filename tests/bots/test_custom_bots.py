"""Bots of other people: a class, a function, `package.module:Class`, an installed package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.common.distribution import announce
from tests.terminal.players import LANGUAGES, ROOT, saved_games
from tests.terminal.players import spuk as run_spuk

import spuk
from spuk.bots.registry import BadBot, unregister_bot
from spuk.language.catalog import say

BOTS = '''
import random
import spuk


class First:
    """Takes the first legal action."""

    def choose(self, state):
        return state.legal()[0]


class Dice:
    """Takes all it can get, and advises."""

    def __init__(self, seed=0, seconds=None, playouts=None):
        self.random = random.Random(seed)

    def choose(self, state):
        return self.random.choice(state.legal())

    def advise(self, state, also=None):
        return []


class Crashing(First):
    def choose(self, state):
        raise RuntimeError("out of ideas")


class Leaving(First):
    def choose(self, state):
        raise SystemExit(3)


class Cheating(First):
    def choose(self, state):
        return 999_999


class Silent(First):
    def choose(self, state):
        return None


class Needy(First):
    def __init__(self, weights):
        self.weights = weights


class Dumb:
    pass


def first(state):
    return state.legal()[0]


NUMBER = 3
'''
SPEC = "my_bots:First"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with somebody's bots, from which Spuk is started."""
    (tmp_path / "my_bots.py").write_text(BOTS)
    (tmp_path / "half_done.py").write_text("import not_there_at_all\n")
    (tmp_path / "leaves.py").write_text("raise SystemExit\n")
    (tmp_path / "typo.py").write_text("def broken(:\n")
    return tmp_path


@pytest.fixture
def loaded(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same folder for this process; what was loaded from it is forgotten afterwards."""
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(str(here))
    before = spuk.bots()
    yield here
    for name in spuk.bots():
        if name not in before:
            unregister_bot(name)


def play(here: Path, *arguments: str, typed: str = "", **env: str) -> Any:
    """`spuk play`, started in that folder."""
    return run_spuk("play", *arguments, home=here / "home", typed=typed, env=env, cwd=here)


def record_of(here: Path) -> dict[str, Any]:
    (file,) = saved_games(here / "home")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


# ── in the library ──────────────────────────────────────────────────────────────────────────


class Last:
    def choose(self, state: spuk.State) -> int:
        return state.legal()[-1]


@pytest.mark.parametrize("game", spuk.games())
def test_a_class_a_function_and_a_name_play_the_same_game_alike(game: str) -> None:
    bots: list[Any] = [Last(), Last, lambda state: state.legal()[-1]]
    records = [spuk.play(game, {"players": 2}, bot, seed=3) for bot in bots]
    spuk.register_bot("last", Last)
    try:
        records.append(spuk.play(game, {"players": 2}, "last", seed=3))
    finally:
        unregister_bot("last")
    assert all(record.actions == records[0].actions for record in records)
    assert records[0].replay().actor == spuk.OVER


def test_the_registry_knows_what_a_bot_can_do(loaded: Path) -> None:
    assert spuk.load_bot("my_bots:Dice") == "my_bots:Dice"
    assert spuk.load_bot(SPEC) == SPEC
    able, plain = spuk.bot_kind("my_bots:Dice"), spuk.bot_kind(SPEC)
    assert able.takes == {"seed", "seconds", "playouts"}
    assert (able.thinks, able.advises, able.offered) == (True, True, True)
    assert plain.takes == frozenset()
    assert (plain.thinks, plain.advises) == (False, False)
    played = spuk.play("ghosts", {"players": 3}, ["my_bots:Dice", SPEC, "random"], seed=1)
    assert (
        played.actions
        == spuk.play("ghosts", {"players": 3}, ["my_bots:Dice", SPEC, "random"], seed=1).actions
    )


FAULTS = [
    ("nowhere:Bot", "no_module"),
    ("my_bots.more:Bot", "no_module"),
    (":Bot", "no_module"),
    ("half_done:Bot", "import_failed"),
    ("typo:Bot", "import_failed"),
    ("my_bots:Nobody", "no_class"),
    ("my_bots:", "no_class"),
    ("my_bots:Dumb", "no_choose"),
    ("my_bots:NUMBER", "no_choose"),
    ("my_bots:Needy", "cannot_start"),
    ("leaves:Bot", "import_failed"),
]


@pytest.mark.parametrize(("spec", "fault"), FAULTS)
def test_what_is_wrong_with_a_bot_is_found_when_it_is_named(loaded: Path, spec: str, fault: str) -> None:
    with pytest.raises(BadBot) as caught:
        spuk.load_bot(spec)
    assert caught.value.fault == fault
    assert repr(spec) in str(caught.value)
    assert spec not in spuk.bots()


# ── in the terminal ─────────────────────────────────────────────────────────────────────────


def test_bots_from_a_file_play_along_with_those_of_spuk(here: Path) -> None:
    bots = f"{SPEC},random, my_bots:Dice, my_bots:first"
    run = play(here, "--game", "ghosts", "--bots", bots, "--seed", "2", typed="1\n" * 400)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    record = record_of(here)
    assert record["players"] == ["human", SPEC, "random", "my_bots:Dice", "my_bots:first"]
    assert spuk.Record.from_json(json.dumps(record)).replay().actor == spuk.OVER


def test_bots_alone_play_a_game_to_its_end(here: Path) -> None:
    run = play(here, "--players", "2", "--bots", f"{SPEC},monk", "--seed", "2")
    assert run.returncode == 0, run.stderr
    assert record_of(here)["players"] == [SPEC, "monk"]
    assert spuk.Record.from_json(json.dumps(record_of(here))).replay().actor == spuk.OVER


def test_seats_can_name_them_too(here: Path) -> None:
    run = play(here, "--seats", f"{SPEC},human", "--seed", "2", typed="1\n")
    assert run.returncode == 0, run.stderr
    assert record_of(here)["players"] == [SPEC, "human"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_that_cannot_play_is_explained_in_one_line(here: Path, lang: str) -> None:
    for spec, fault in FAULTS[::2]:
        run = play(here, "--bots", spec, "--lang", lang)
        assert run.returncode == 2
        module, _, name = spec.partition(":")
        text = say(lang, f"ui.bots.{fault}", bot=spec, module=module, name=name, reason="\0")
        assert run.stderr.startswith(text.partition("\0")[0])
        assert len(run.stderr.splitlines()) == 1
    run = play(here, "--bots", "somebody", "--lang", lang)
    assert run.returncode == 2
    allowed = "random, novice, monk, master"
    assert say(lang, "ui.bots.unknown", given="somebody", allowed=allowed) in run.stderr
    assert saved_games(here / "home") == []


@pytest.mark.parametrize("more", [["--strength", "monk"], ["--companions", "1"], ["--seats", "human,monk"]])
def test_bots_are_named_in_one_way_only(here: Path, more: list[str]) -> None:
    run = play(here, "--bots", SPEC, *more)
    assert run.returncode == 2
    assert "--bots" in run.stderr
    too_many = play(here, "--bots", ",".join([SPEC] * 5))
    assert too_many.returncode == 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "id", "detail"),
    [
        ("Crashing", "ui.bots.failed", "RuntimeError: out of ideas, my_bots.py:"),
        ("Leaving", "ui.bots.failed", "SystemExit: 3"),
        ("Cheating", "ui.bots.illegal", "999999"),
        ("Silent", "ui.bots.illegal", "None"),
    ],
)
def test_a_bot_that_fails_does_not_cost_the_game(
    here: Path, lang: str, name: str, id: str, detail: str
) -> None:
    bot = f"my_bots:{name}"
    arguments = ("--game", "ghosts", "--seats", f"human,{bot}", "--seed", "1", "--lang", lang)
    run = play(here, *arguments, typed="1\n" * 5, COLUMNS="400")
    assert run.returncode == 1
    assert "Traceback" not in run.stderr + run.stdout
    said = say(lang, id, player=say(lang, "ghosts.player", n=2), bot=bot, reason="\0")
    assert said.partition("\0")[0] in run.stdout
    assert detail in run.stdout
    assert f"--resume --bots {bot}" in run.stdout
    kept = record_of(here)
    assert kept["players"] == ["human", bot]
    assert spuk.Record.from_json(json.dumps(kept)).replay().actor == 1  # the bot is still to decide
    # Once the bot has been repaired, the game goes on.
    (here / "my_bots.py").write_text(BOTS + f"\n\n{name} = First\n")
    again = play(here, "--resume", "--bots", bot, typed="1\n" * 400)
    assert again.returncode == 0, again.stderr
    assert record_of(here)["actions"][: len(kept["actions"])] == kept["actions"]
    assert len(record_of(here)["actions"]) > len(kept["actions"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_with_a_bot_from_a_file_says_how_to_resume_it(here: Path, lang: str) -> None:
    started = play(here, "--bots", SPEC, "--seed", "1", typed="1\n1\nq\n")
    assert f"--resume --bots {SPEC}" in started.stdout
    before = record_of(here)
    (file,) = saved_games(here / "home")
    for how in (["--resume"], [str(file)]):
        run = play(here, *how, "--lang", lang)
        assert run.returncode == 2
        assert run.stderr.startswith(say(lang, "ui.bots.missing", bot=SPEC, command="\0").partition("\0")[0])
        assert f"--bots {SPEC}" in run.stderr
    assert record_of(here) == before
    run = play(here, "--resume", "--bots", SPEC, typed="1\n")
    assert run.returncode == 0, run.stderr
    assert len(record_of(here)["actions"]) > len(before["actions"])
    assert run_spuk("replay", str(file), "--all", home=here).returncode == 0


def test_a_file_cannot_have_code_imported(here: Path) -> None:
    (here / "trap.py").write_text("open('sprung', 'w').close()\n")
    play(here, "--seats", "human,random", "--seed", "1", typed="1\nq\n")
    (file,) = saved_games(here / "home")
    for name in ("trap:Bot", "trap", "x\x1b[2J; rm -rf ~:y"):
        data = json.loads(file.read_text())
        data["players"][1] = name
        file.write_text(json.dumps(data))
        run = play(here, str(file))
        assert run.returncode == 2
        assert "\x1b" not in run.stderr
        assert "--bots" in run.stderr
        run_spuk("replay", str(file), "--all", home=here, cwd=here)
    assert not (here / "sprung").exists()


# ── installed packages ──────────────────────────────────────────────────────────────────────


def test_an_installed_package_brings_its_bots_along(here: Path) -> None:
    announce(here, "my-bots", {"spuk.bots": {"first": SPEC, "dice": "my_bots:Dice", "lost": "nowhere:Bot"}})
    env = {"PYTHONPATH": f"{ROOT / 'src'}:{here}", "PYTHONWARNINGS": "ignore"}
    listed = run_spuk("bots", home=here, env=env).stdout.splitlines()
    abilities = {line.split()[0]: line.partition(" ")[2].strip() for line in listed}
    both = f"{say('en', 'ui.bots.thinks')}, {say('en', 'ui.bots.advises')}"
    assert abilities["first"] == say("en", "ui.bots.plays")
    assert abilities["dice"] == abilities["master"] == both
    assert "lost" not in abilities
    run = play(here, "--game", "ghosts", "--strength", "first", "--seed", "1", typed="1\n" * 400, **env)
    assert run.returncode == 0, run.stderr
    assert record_of(here)["players"] == ["human", "first", "first", "first"]


def test_a_bot_that_cannot_be_loaded_is_only_a_warning(here: Path) -> None:
    announce(here, "lost-bots", {"spuk.bots": {"lost": "nowhere:Bot"}})
    run = run_spuk("bots", home=here, env={"PYTHONPATH": f"{ROOT / 'src'}:{here}"})
    assert run.returncode == 0
    assert "lost" in run.stderr
    assert "monk" in run.stdout
    # The game it may have played in says what is missing.
    play(here, "--seats", "human,random", "--seed", "1", typed="1\nq\n")
    (file,) = saved_games(here / "home")
    file.write_text(file.read_text().replace('"random"', '"lost"'))
    missing = play(here, "--resume")
    assert missing.returncode == 2
    assert "“lost”" in missing.stderr
