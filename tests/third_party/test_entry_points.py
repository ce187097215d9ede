"""What an installed package offers is found by its entry points; a broken one costs nobody anything else."""

from __future__ import annotations

import json
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from tests.third_party.installed import PIG, announce, install_pig, run_python

OURS = ["ghost-stories", "ghosts"]


def test_an_installed_game_and_its_bot_are_listed_after_ours(site: Path) -> None:
    run = run_python(site, "import json, spuk; print(json.dumps([spuk.games(), spuk.bots()]))")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    games, bots = json.loads(run.stdout)
    assert games == [*OURS, "pig"]
    assert bots == ["random", "novice", "monk", "master", "coward"]


def test_it_is_played_with_three_lines(site: Path) -> None:
    code = """
import spuk
record = spuk.play("pig", {"players": 3, "target": 20}, ["monk", "coward", "random"], seed=5)
print(record.replay().outcome().reason, record.players)
"""
    run = run_python(site, code)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "target ['monk', 'coward', 'random']\n"


def test_the_words_of_an_installed_game_are_there_in_every_language(site: Path) -> None:
    code = """
import json, spuk
from spuk.language.words import words_of
words, game = words_of("pig"), spuk.game("pig")
state = game.from_text("2p target=50 scores=0,18 turn=3 total=5 choose")
for lang in ("en", "de", "pl"):
    print(json.dumps([words.title(lang), [game.words(state, action, lang) for action in state.legal()]]))
"""
    run = run_python(site, code)
    assert run.returncode == 0, run.stderr
    assert [json.loads(line) for line in run.stdout.splitlines()] == [
        ["Pig", ["Roll again", "Hold"]],
        ["Böse Eins", ["Weiterwürfeln", "Sichern"]],
        ["Świnia", ["Rzuć jeszcze raz", "Zatrzymaj punkty"]],
    ]


def test_a_game_that_is_registered_later_has_its_words_as_well(site: Path) -> None:
    code = """
import sys, spuk
from spuk.language.catalog import say
say("de", "ui.words.over")  # the catalogues are loaded by now
from spuk.kernel.registry import unregister
from spuk_pig import PACK
unregister("pig")
spuk.register(PACK)
state = PACK.game.from_text("2p target=50 scores=0,18 turn=3 total=5 choose")
print(spuk.game("pig").words(state, 0, "de"))
"""
    run = run_python(site, code)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "Weiterwürfeln\n"


def test_a_package_that_cannot_be_loaded_only_warns(tmp_path: Path) -> None:
    install_pig(tmp_path)
    broken = {
        "spuk.games": {
            "chess": "no_such_package:PACK",
            "go": "spuk_pig:NO_SUCH_PACK",
            "shogi": "spuk_pig:ID",
        },
        "spuk.bots": {"deep": "no_such:Bot"},
    }
    announce(tmp_path, "spuk-broken", broken)
    (tmp_path / "spuk_pig/__init__.py").open("a", encoding="utf-8").write('\nID = "no pack at all"\n')
    run = run_python(tmp_path, "import json, spuk; print(json.dumps([spuk.games(), spuk.bots()]))")
    assert run.returncode == 0, run.stderr
    games, bots = json.loads(run.stdout)
    assert games == [*OURS, "pig"]
    assert "deep" not in bots
    for name in ("chess", "go", "shogi", "deep"):
        assert f"'{name}' cannot be loaded" in run.stderr


def test_a_package_cannot_take_the_place_of_our_games(tmp_path: Path) -> None:
    install_pig(tmp_path)
    package = tmp_path / "spuk_pig/__init__.py"
    package.write_text(
        package.read_text(encoding="utf-8") + '\nPACK.game.id = "ghosts"\n',
        encoding="utf-8",
    )
    run = run_python(tmp_path, "import spuk; print(spuk.games(), type(spuk.game('ghosts')).__name__)")
    assert run.returncode == 0, run.stderr
    assert run.stdout == "('ghost-stories', 'ghosts') Ghosts\n"
    assert "cannot be loaded" in run.stderr


def test_a_wheel_of_the_package_would_have_all_its_files() -> None:
    settings = tomllib.loads((PIG / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    patterns = settings["package-data"]["spuk_pig"]
    package = PIG / "src/spuk_pig"
    files = [str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()]
    left_out = [
        file
        for file in files
        if not file.endswith((".py", ".pyc")) and not any(fnmatch(file, pattern) for pattern in patterns)
    ]
    assert left_out == []
