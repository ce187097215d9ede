"""The command as people use it: typed lines in, a game out."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.terminal.players import LANGUAGES, command, environment, saved_games, spuk

import spuk as engine
from spuk import compiled
from spuk.games.ghost_stories.words import taoist_name
from spuk.language.catalog import say
from spuk.terminal.bots import DEFAULT_BOT, offered
from spuk.version import VERSION


def numbers(seed: int, lines: int = 3000) -> str:
    """Somebody who types small numbers; too large ones are simply asked again."""
    choose = random.Random(seed)
    return "".join(f"{choose.randint(1, 9)}\n" for _ in range(lines))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_whole_game_is_played_to_its_end(tmp_path: Path, lang: str, players: int) -> None:
    run = spuk(
        *("play", "--players", str(players), "--lang", lang, "--seed", str(players)),
        home=tmp_path,
        typed=numbers(players),
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert say(lang, "ui.won") in run.stdout or say(lang, "ui.lost") in run.stdout
    assert "(GS-" in run.stdout
    assert say(lang, "ui.score") in run.stdout
    assert str(saved_games(tmp_path)[0]) in run.stdout
    assert "\x1b" not in run.stdout
    longest = max(run.stdout.splitlines(), key=_length)
    assert _length(longest) <= 80, longest
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.replay().actor == engine.OVER


def _length(line: str) -> int:
    """Columns of a line; prompts and paths, which people's terminals break, do not count."""
    return 0 if "›" in line or "/" in line else len(line)


def test_companions_play_their_seats(tmp_path: Path) -> None:
    run = spuk("play", "--seats", "human,random,random", "--seed", "1", home=tmp_path, typed=numbers(1))
    assert run.returncode == 0, run.stderr
    assert engine.Record.from_json(saved_games(tmp_path)[0].read_text()).players[1:] == ["random"] * 2
    run = spuk("play", "--companions", "1", home=tmp_path)
    assert engine.Record.from_json(saved_games(tmp_path)[-1].read_text()).players == ["human", "monk"]
    assert DEFAULT_BOT == "monk"


@pytest.mark.parametrize("strength", offered())
def test_companions_play_as_well_as_is_asked(tmp_path: Path, strength: str) -> None:
    run = spuk("play", "--players", "2", "--companions", "1", "--strength", strength, home=tmp_path)
    assert run.returncode == 0, run.stderr
    assert engine.Record.from_json(saved_games(tmp_path)[0].read_text()).players == ["human", strength]


def test_the_usual_companions_play_a_game_to_its_end(tmp_path: Path) -> None:
    run = spuk("play", "--players", "2", "--companions", "2", "--seed", "2", home=tmp_path)
    assert run.returncode == 0, run.stderr
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.players == [DEFAULT_BOT] * 2
    assert record.replay().actor == engine.OVER


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_strength_that_nobody_has_is_answered_with_those_there_are(tmp_path: Path, lang: str) -> None:
    for wrong in ("strong", "random", "", "Monk"):
        run = spuk("play", "--companions", "1", "--strength", wrong, "--lang", lang, home=tmp_path)
        assert run.returncode == 2
        assert say(lang, "ui.cli.wrong_strength", given=wrong, allowed="novice, monk, master") in run.stderr
    assert saved_games(tmp_path) == []


def test_a_strength_without_companions_is_a_mistake(tmp_path: Path) -> None:
    for given in ([], ["--players", "2"], ["--companions", "0"]):
        run = spuk("play", "--strength", "master", *given, home=tmp_path)
        assert run.returncode == 2
        assert say("en", "ui.cli.strength_of_nobody") in run.stderr
    assert saved_games(tmp_path) == []
    spuk("play", "--game", "ghosts", "--strength", "novice", home=tmp_path)
    players = engine.Record.from_json(saved_games(tmp_path)[0].read_text()).players
    assert players == ["human", *["novice"] * 3]


@pytest.mark.parametrize("game", engine.games())
def test_a_save_from_the_time_of_random_companions_goes_on_with_them(tmp_path: Path, game: str) -> None:
    seats = ["--seats", "human,random,random"]
    spuk("play", "--game", game, *seats, "--seed", "6", home=tmp_path, typed=numbers(6, 5))
    before = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    run = spuk("play", "--resume", "--strength", "master", home=tmp_path, typed=numbers(6))
    assert run.returncode == 0, run.stderr
    after = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert after.players == ["human", "random", "random"]
    assert after.actions[: len(before.actions)] == before.actions
    assert after.replay().actor == engine.OVER


def test_people_at_one_keyboard_are_told_whose_it_is(tmp_path: Path) -> None:
    run = spuk("play", "--players", "2", "--seed", "2", home=tmp_path, typed=numbers(2))
    for board in ("N", "S"):
        color = next(b["color"] for b in _last_view(tmp_path)["boards"] if b["board"] == board)
        assert say("en", "ui.hand_over", player=taoist_name(color, "en")) in run.stdout
    alone = spuk("play", "--players", "1", "--seed", "2", home=tmp_path, typed=numbers(2))
    assert say("en", "ui.hand_over", player="") not in alone.stdout


def _last_view(home: Path) -> dict[str, Any]:
    return engine.Record.from_json(saved_games(home)[-1].read_text()).replay().view(None)


def test_the_language_comes_from_the_environment(tmp_path: Path) -> None:
    run = spuk("play", home=tmp_path, env={"LANG": "pl_PL.UTF-8"})
    assert say("pl", "ui.quit") in run.stdout
    run = spuk("play", home=tmp_path, env={"LANG": "fr_FR.UTF-8"})
    assert say("en", "ui.quit") in run.stdout


def test_bad_input_gets_one_clear_line_and_is_asked_again(tmp_path: Path) -> None:
    bad = ["", "0", "99", "-1", "x", "1.5", "²", "9" * 5000, "?X", "\x1b[A", "[bold]", "{n}", "u x"]
    run = spuk("play", "--seed", "5", home=tmp_path, typed="\n".join(bad) + "\n")
    assert run.returncode == 0, run.stderr
    assert run.stdout.count(say("en", "ui.choose")) == len(bad) + 1
    complaint = say("en", "ui.bad_choice", given="\0", lowest=1, highest="").partition("\0")[2][:10]
    assert run.stdout.count(complaint) == len(bad)
    assert "\x1b" not in run.stdout


def test_bytes_that_are_no_text_do_not_end_the_game(tmp_path: Path) -> None:
    run = subprocess.run(
        command("play", "--seed", "5"),
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == b""


def test_commands_show_help_log_and_places(tmp_path: Path) -> None:
    run = spuk("play", "--seed", "5", home=tmp_path, typed="?\n?5\n?n\nl\ns\nq\n")
    for id in ("ui.help.title", "ui.help.turn", "ui.log", "ui.quit"):
        assert say("en", id) in run.stdout
    assert run.stdout.count(say("en", "ui.saved", path=saved_games(tmp_path)[0])) == 2


def test_taking_back_says_what_and_rolls_the_same_again(tmp_path: Path) -> None:
    typed = "1\n" * 12
    spuk("play", "--seed", "9", "--players", "2", home=tmp_path / "a", typed=typed)
    run = spuk("play", "--seed", "9", "--players", "2", home=tmp_path / "b", typed="u\n" + typed + "u\n1\n")
    assert say("en", "ui.no_undo.nothing") in run.stdout
    assert say("en", "ui.undone", action="\0").partition("\0")[0] in run.stdout
    one, two = (json.loads(saved_games(tmp_path / name)[0].read_text()) for name in "ab")
    assert one == two


def _wait_for(condition: object, seconds: float = 20) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def _actions(home: Path) -> list[int]:
    games = saved_games(home)
    return list(json.loads(games[0].read_text())["actions"]) if games else []


def _decisions(home: Path) -> int:
    """How many decisions of people the saved game holds."""
    if not saved_games(home):
        return 0
    record = engine.Record.from_json(saved_games(home)[0].read_text())
    actors = [state.actor for state in record.states()]
    return sum(actor >= 0 for actor in actors[: len(record.actions)])


def _stop_in_the_middle(home: Path, how: signal.Signals) -> tuple[str, str]:
    """Ten decisions, then a signal; what was printed, and the errors."""
    home.mkdir(exist_ok=True)
    with (home / "out").open("w") as out, (home / "err").open("w") as err:
        process = subprocess.Popen(
            command("play", "--players", "2", "--seed", "4"),
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=err,
            encoding="utf-8",
            env=environment(home),
        )
        assert process.stdin is not None
        process.stdin.write("1\n" * 10)
        process.stdin.flush()
        _wait_for(lambda: _decisions(home) == 10)
        time.sleep(0.3)  # until it waits for the next line
        process.send_signal(how)
        process.wait(30)
        process.stdin.close()
    return (home / "out").read_text(encoding="utf-8"), (home / "err").read_text(encoding="utf-8")


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    _stop_in_the_middle(tmp_path / "killed", signal.SIGKILL)
    spuk("play", "--resume", home=tmp_path / "killed", typed="1\n" * 5)
    spuk("play", "--players", "2", "--seed", "4", home=tmp_path / "whole", typed="1\n" * 15)
    assert _actions(tmp_path / "killed") == _actions(tmp_path / "whole")


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    out, err = _stop_in_the_middle(tmp_path, signal.SIGINT)
    path = saved_games(tmp_path)[0]
    assert say("en", "ui.saved", path=path) in out
    assert "play --resume" in out
    assert "Traceback" not in err
    assert _decisions(tmp_path) == 10


def test_a_file_anywhere_can_be_resumed_and_is_kept_there(tmp_path: Path) -> None:
    spuk("play", "--seed", "4", home=tmp_path / "home", typed="1\n" * 3)
    elsewhere = tmp_path / "my game.json"
    saved_games(tmp_path / "home")[0].rename(elsewhere)
    before = elsewhere.read_text()
    run = spuk("play", "--resume", str(elsewhere), home=tmp_path / "home", typed="1\n" * 3)
    assert run.returncode == 0, run.stderr
    assert f"play --resume '{elsewhere}'" in run.stdout
    assert len(elsewhere.read_text()) > len(before)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_damaged_save_is_explained_kept_and_a_new_game_offered(tmp_path: Path, lang: str) -> None:
    broken = tmp_path / "games" / "broken.json"
    broken.parent.mkdir()
    broken.write_text('{"format": "spuk-record", "version"')
    run = spuk("play", "--resume", "--lang", lang, home=tmp_path, typed="\n\n\n\n1\n")
    assert run.returncode == 0, run.stderr
    assert str(broken) in run.stdout
    assert say(lang, "ui.save_untouched") in run.stdout
    assert say(lang, "ui.new_game_instead") in run.stdout
    assert broken.read_text() == '{"format": "spuk-record", "version"'
    assert len(saved_games(tmp_path)) == 2


def test_resuming_without_any_saved_game_says_so(tmp_path: Path) -> None:
    run = spuk("play", "--resume", home=tmp_path, typed="2\n")
    assert run.returncode == 0, run.stderr
    assert say("en", "ui.no_saved_games") in run.stdout
    assert saved_games(tmp_path) == []


def test_a_disk_that_refuses_does_not_end_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    run = spuk("play", "--seed", "5", home=blocked, typed="1\n1\n")
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert say("en", "ui.cannot_save", path="\0", reason="").partition("\0")[0] in run.stdout


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "5"],
        ["--players", "0"],
        ["--companions", "-1"],
        ["--players", "2", "--companions", "3"],
        ["--seats", "human,alien"],
        ["--seats", "human,human,human,human,human"],
        ["--seats", "human", "--players", "2"],
        ["--seats", "human,monk", "--strength", "master"],
        ["--companions", "1", "--strength", "3"],
        ["--level", "easy"],
        ["--edition", "fr"],
        ["--lang", "fr"],
        ["--five-qi", "--level", "hell"],
        ["--colors", "red"],
        ["--first", "9"],
        ["--seed", "x"],
        ["--rounds", "3"],
        ["--game", "chess"],
        ["--game", "ghosts", "--players", "1"],
        ["--game", "ghosts", "--players", "7"],
        ["--game", "ghosts", "--companions", "7"],
        ["--game", "ghosts", "--seats", "human"],
        ["--game", "ghosts", "--rounds", "2"],
        ["--game", "ghosts", "--edition", "en"],
        ["--game", "ghosts", "--level", "hell"],
    ],
)
def test_wrong_options_get_one_clear_message(tmp_path: Path, wrong: list[str]) -> None:
    run = spuk("play", *wrong, home=tmp_path)
    assert run.returncode == 2
    assert run.stderr.strip()
    assert "Traceback" not in run.stderr
    assert saved_games(tmp_path) == []


def test_options_fix_the_table(tmp_path: Path) -> None:
    options = ["--level", "initiation", "--five-qi", "--edition", "de2", "--first", "2"]
    options += ["--colors", "blue,red,green,yellow", "--incarnations", "vampire_lord"]
    run = spuk("play", "--players", "2", *options, home=tmp_path)
    assert run.returncode == 0, run.stderr
    state = engine.Record.from_json(saved_games(tmp_path)[0].read_text()).replay()
    view = state.view(None)
    assert [board["color"] for board in view["boards"]] == ["blue", "red", "green", "yellow"]
    assert view["boards"][0]["qi"] == 5


def test_a_record_can_be_stepped_through(tmp_path: Path) -> None:
    record = engine.play("ghost-stories", {"players": 2}, seed=3)
    path = tmp_path / "record.json"
    path.write_text(record.to_json())
    run = spuk("replay", str(path), home=tmp_path, typed="\n\nt\nb\n5\nwhat\ne\nq\n")
    assert run.returncode == 0, run.stderr
    assert "(GS-" in run.stdout
    assert say("en", "ui.bad_command", given="what") in run.stdout
    everything = spuk("replay", str(path), "--all", "--lang", "pl", home=tmp_path)
    assert everything.returncode == 0, everything.stderr
    assert say("pl", "ui.score") in everything.stdout


def test_a_broken_record_is_refused_kindly(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for text in ("", "{}", '{"format": "spuk-record", "version": 1}'):
        path.write_text(text)
        run = spuk("replay", str(path), home=tmp_path)
        assert run.returncode == 2
        assert str(path) in run.stderr
        assert "Traceback" not in run.stderr
    assert spuk("replay", str(tmp_path / "none.json"), home=tmp_path).returncode == 2


def test_the_version(tmp_path: Path) -> None:
    engine = "compiled engine" if compiled else "plain Python engine"
    assert spuk("--version", home=tmp_path).stdout.strip() == f"spuk {VERSION} ({engine})"


def test_a_game_starts_without_waiting_for_the_laboratory(tmp_path: Path) -> None:
    code = "import sys; from spuk import cli; cli.play(seed=1); print(*sys.modules, file=sys.stderr)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        input="",
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        timeout=60,
        check=True,
    )
    loaded = run.stderr.split()
    assert "spuk.terminal.launch" in loaded
    slow = ("spuk.lab", "rich.progress", "matplotlib", "pyarrow", "ray")
    assert [name for name in loaded if name.startswith(slow)] == []


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    shell = f"yes 1 | {' '.join(command('play', '--seed', '1'))} | head -3"
    run = subprocess.run(
        ["/bin/sh", "-c", shell], capture_output=True, env=environment(tmp_path), timeout=60, check=False
    )
    assert b"Traceback" not in run.stderr
