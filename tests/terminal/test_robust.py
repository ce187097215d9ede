"""What newcomers met: typing ahead, full disks, broken files, two windows, small and plain terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.terminal.players import LANGUAGES, Start, command, environment, saved_games, spuk

import spuk as engine
from spuk.games.ghost_stories.state import AFTER_ACTION, State
from spuk.games.ghost_stories.terminal.choices import choice_lines, tokens_to_pay
from spuk.games.ghost_stories.terminal.ending import _minus, end_lines
from spuk.games.ghost_stories.terminal.events import event_line
from spuk.games.ghost_stories.words import power_name, tile_name
from spuk.kernel import files
from spuk.language.catalog import say, say_number
from spuk.language.plain import clean
from spuk.terminal import saves
from spuk.terminal.lines import log_lines
from spuk.terminal.session import Session, latest, mute

GAME = engine.game("ghost-stories")
PROMPT = say("en", "ui.choose")


# ── 1: keys typed too early ─────────────────────────────────────────────────────────────────


def test_keys_typed_before_a_question_do_not_answer_it(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--players", "1", "--seed", "3")
    os.write(terminal.ours, b"1\n1\n1\n")  # long before anything is to be seen
    terminal.until(PROMPT)
    time.sleep(0.5)
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    actors = [state.actor for state in record.states()]
    assert sum(actor >= 0 for actor in actors[: len(record.actions)]) == 0


def test_companions_do_not_keep_people_waiting(start: Start) -> None:
    terminal = start("play", "--game", "ghosts", "--companions", "5", "--seed", "3")
    terminal.until(PROMPT)
    began = time.monotonic()
    terminal.type("1\n")
    terminal.until(PROMPT)
    assert time.monotonic() - began < 6


# ── 2: a disk that refuses ──────────────────────────────────────────────────────────────────


def test_a_game_that_is_not_saved_promises_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = spuk("play", "--seed", "5", home=blocked, typed="1\n1\nq\nq\n")
    assert run.returncode == 0, run.stderr
    assert say("en", "ui.quit_anyway") in run.stdout
    assert say("en", "ui.not_saved") in run.stdout
    assert "--resume" not in run.stdout
    failed = say("en", "ui.cannot_save", path="\0", reason="").partition("\0")[0]
    assert run.stdout.count(failed) == 2  # at the first time, and at the end


def test_one_may_play_on_instead_of_leaving_unsaved(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = spuk("play", "--seed", "5", home=blocked, typed="q\n\n1\n")
    assert run.stdout.count(PROMPT) == 3
    assert say("en", "ui.quit") in run.stdout


def test_a_failed_save_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        saves.write(tmp_path / "game.json", "text")
    assert list(tmp_path.iterdir()) == []


# ── 3: bad files among good ones ────────────────────────────────────────────────────────────


def test_bad_files_do_not_hide_the_good_one(tmp_path: Path) -> None:
    spuk("play", "--seed", "4", home=tmp_path, typed="1\n" * 3)
    good = saved_games(tmp_path)[0]
    before = good.read_text()
    bad = [tmp_path / "games" / name for name in ("z-broken.json", "z-link.json", "z-folder.json")]
    bad[0].write_text("{")
    bad[1].symlink_to(tmp_path / "nowhere")
    bad[2].mkdir()
    run = spuk("play", "--resume", home=tmp_path, typed="1\n")
    assert run.returncode == 0, run.stderr
    assert say("en", "ui.resumed", path=good) in run.stdout
    for path in bad:
        assert say("en", "ui.save_skipped", path=path, reason="\0").partition("\0")[0] in run.stdout
    assert len(good.read_text()) > len(before)


def test_only_files_of_a_sane_size_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="not a regular file"):
        files.read(tmp_path / "pipe")
    (tmp_path / "large").write_text("x" * 100)
    monkeypatch.setattr(files, "LARGEST", 99)
    with pytest.raises(ValueError, match="larger than"):
        files.read(tmp_path / "large")


# ── 4: what is not said ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("lang", "edition"), [("en", "en"), ("de", "de2"), ("pl", "pl")])
def test_the_language_chooses_the_edition(tmp_path: Path, lang: str, edition: str) -> None:
    spuk("play", "--lang", lang, home=tmp_path / "a")
    options = json.loads(saved_games(tmp_path / "a")[0].read_text())["options"]
    assert (options["edition"], options["level"]) == (edition, "initiation")
    spuk("play", "--lang", lang, "--edition", "de1", "--level", "hell", home=tmp_path / "b")
    options = json.loads(saved_games(tmp_path / "b")[0].read_text())["options"]
    assert (options["edition"], options["level"]) == ("de1", "hell")


# ── 5: two windows ──────────────────────────────────────────────────────────────────────────


def test_a_game_is_open_in_one_window_only(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--players", "1", "--seed", "3")
    terminal.until(PROMPT)
    game = saved_games(tmp_path)[0]
    second = spuk("play", "--resume", home=tmp_path)
    assert second.returncode == 2
    assert second.stderr.strip() == say("en", "ui.save_in_use", path=game)
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.end()
    assert spuk("play", "--resume", home=tmp_path).returncode == 0
    assert list((tmp_path / "games").iterdir()) == [game]


# ── 6, 7: what choices cost ─────────────────────────────────────────────────────────────────


def _exorcism(lang: str) -> tuple[engine.State, list[str], list[int]]:
    """A position in which somebody may pay for a ghost."""
    for seed in range(40):
        record = engine.play("ghost-stories", {"players": 1, "level": "initiation"}, seed=seed)
        for state in record.states():
            if state.actor < 0:
                continue
            legal = state.legal()
            banish = [a for a in legal if GAME.action_text(a).startswith("banish")]
            if any(tokens_to_pay(state, action) for action in banish):
                return state, [line.plain for line in choice_lines(state, lang, 200)], banish
    raise AssertionError("nobody ever pays")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_banishing_names_its_price(lang: str) -> None:
    state, lines, banish = _exorcism(lang)
    price = max(tokens_to_pay(state, action) for action in banish)
    assert f"({say_number(lang, 'ui.stories.pays', price)})" in "\n".join(lines)
    assert state.legal()[0] in banish  # trying has left the position alone


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_early_buddha_says_what_it_ends(lang: str) -> None:
    hint = say(lang, "ui.stories.only_buddhas")
    seen = {True: 0, False: 0}
    for seed in range(60):
        for state in engine.play("ghost-stories", {"players": 1}, seed=seed).states():
            if state.actor < 0 or not any(GAME.action_text(a).startswith("buddha") for a in state.legal()):
                continue
            words = " ".join(line.plain for line in choice_lines(state, lang, 200))
            assert isinstance(state, State)
            early = bool(state.stage < AFTER_ACTION)
            seen[early] += 1
            assert (hint in words) == early
        if all(seen.values()):
            return
    assert seen[True]


# ── 8: the log ──────────────────────────────────────────────────────────────────────────────


def test_moves_by_power_and_pavilion_say_so() -> None:
    state = GAME.from_text("en normal 4p N=red/@1")
    event = engine.Event("taoist_moved", {"board": 1, "place": 0})
    power = power_name("dance_of_the_twin_winds", "en", "en")
    assert event_line(state, event, "en", GAME.action("carry:1")).startswith(f"{power}: the ")
    told = event_line(state, event, "en", GAME.action("liftto:1"))
    assert told.startswith(tile_name("pavilion", "en"))
    assert "moves to" in event_line(state, event, "en", GAME.action("move:1"))


def test_boards_where_nothing_happens_are_passed_over() -> None:
    state = GAME.from_text("en normal 1p N1=6")
    told = [event_line(state, engine.Event("turn_began", {"board": board}), "en") for board in range(4)]
    assert told[0]
    assert told[1:] == ["", "", ""]
    state = GAME.from_text("en normal 1p E1=6")
    assert event_line(state, engine.Event("turn_began", {"board": 1}), "en")


def test_a_log_that_is_cut_says_so() -> None:
    cut = [line.plain for line in log_lines(["one", "two", "three"], 40, 2, "… more")]
    assert cut == ["… more", "· three"]
    whole = [line.plain for line in log_lines(["one", "two"], 40, 2, "… more")]
    assert whole == ["· one", "· two"]


# ── 9, 13: numbers ──────────────────────────────────────────────────────────────────────────


def test_minus_one_is_singular() -> None:
    assert say_number("en", "ui.total", -1) == "Total: -1 point"
    assert say_number("de", "ui.total", -1) == "Gesamt: -1 Punkt"
    assert say_number("pl", "ui.total", -5) == "Razem: -5 punktów"
    assert _minus("Total: -12 points, so-so") == "Total: −12 points, so-so"


def test_the_score_has_only_lines_that_count() -> None:
    record = engine.play("ghost-stories", {"players": 1, "level": "initiation"}, seed=1)
    state = record.replay()
    text = "\n".join(line.plain for line in end_lines(state, "en", 80))
    sheet = state.view(None)["score"]
    for line in ("incarnations", "empty_spaces"):
        assert (say("en", f"score.{line}") in text) == (sheet[line] != 0)


# ── 10, 11, 13: the command line ────────────────────────────────────────────────────────────


def test_wrong_options_are_told_in_the_language_asked_for(tmp_path: Path) -> None:
    run = spuk("play", "--players", "2", "--first", "3", "--lang", "de", home=tmp_path)
    reason = say("de", "ui.cli.wrong_first", given=3, highest=2)
    assert run.returncode == 2
    assert run.stderr.strip() == say("de", "ui.cli.wrong_options", reason=reason)


def _in_a_shell(home: Path, redirected: str, **env: str) -> subprocess.CompletedProcess[str]:
    line = f"{' '.join(command('play', '--seed', '1'))} {redirected}"
    return subprocess.run(
        ["/bin/sh", "-c", line],
        capture_output=True,
        encoding="utf-8",
        env=environment(home, **env),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("redirected", "code"),
    [("<&-", 0), ("</dev/null >&-", 2), ("</dev/null >/dev/full", 1)],
)
def test_closed_and_full_streams_get_one_line(tmp_path: Path, redirected: str, code: int) -> None:
    run = _in_a_shell(tmp_path, redirected)
    assert run.returncode == code
    assert len(run.stderr.splitlines()) == (1 if code else 0), run.stderr


@pytest.mark.parametrize("columns", ["0", "1", "30"])
def test_narrow_terminals_are_told_so(tmp_path: Path, columns: str) -> None:
    run = _in_a_shell(tmp_path, "</dev/null", COLUMNS=columns)
    assert run.returncode == 0, run.stderr
    assert (say("en", "ui.too_narrow", width="\0").partition("\0")[0] in run.stdout) == (columns != "0")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["ghost-stories", "ghosts"])
def test_a_terminal_with_few_characters_gets_a_plain_table(tmp_path: Path, lang: str, game: str) -> None:
    more = {"PYTHONIOENCODING": "ascii"}
    run = spuk("play", "--game", game, "--lang", lang, "--seed", "1", home=tmp_path, env=more)
    assert run.returncode == 0, run.stderr
    assert run.stdout.isascii()
    table = [line for line in run.stdout.splitlines() if line.startswith("+-")]
    assert table
    assert {len(line) for line in table if line.endswith("+")} <= set(range(20, 81))


def test_the_hint_fits_how_one_started(tmp_path: Path) -> None:
    run = spuk("play", "--seed", "1", home=tmp_path, env={"MAKELEVEL": "1"})
    assert "make terminal ARGS=--resume\n" in run.stdout


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = spuk("play", str(tmp_path / "none.json"), home=tmp_path)
    assert run.returncode == 2
    assert run.stderr.strip() == say("en", "ui.cli.no_file", path=tmp_path / "none.json")
    assert saved_games(tmp_path) == []


def test_a_finished_game_does_not_go_on(tmp_path: Path) -> None:
    session = Session.new("ghost-stories", {"players": 1}, ["random"], 1, tmp_path / "over.json", mute)
    while not session.over:
        session.go_on()
    session.save()
    run = spuk("play", str(session.path), home=tmp_path)
    assert say("en", "ui.resumed_over", path=session.path) in run.stdout
    assert say("en", "ui.resumed", path=session.path) not in run.stdout


def test_what_comes_from_files_is_harmless_and_short() -> None:
    assert clean("a\x1b[2Jb\n\x07") == "a[2Jb"
    assert len(clean("x" * 5000)) == 300
    assert clean("é ł …") == "é ł …"


def test_the_latest_game_names_those_it_skips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPUK_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.json").write_text("")
    skipped: list[Path] = []
    assert latest(None, lambda broken: skipped.append(broken.path)) is None
    assert skipped == [tmp_path / "games" / "a.json"]
