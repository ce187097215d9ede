"""`spuk simulate`: the same games whoever plays them, and none lost or counted twice, whatever is killed."""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from rich.console import Console
from tests.lab.broken import FATAL, ORDER
from tests.lab.conftest import Start
from tests.lab.runs import (
    PATIENCE,
    ROOT,
    alive,
    children,
    environment,
    lines,
    simulate,
    spuk,
    table,
    until,
)
from tests.terminal.players import Terminal

import spuk as engine
from spuk.lab import log, run, show, tables
from spuk.lab.commands import simulate as command
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order, version_of
from spuk.lab.rows import Row
from spuk.lab.system import interrupted_once
from spuk.lab.tally import Tally
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES

MANY = ("--bots", "random", "--games", "2500", "--players", "4,2", "--seed", "3", "--workers", "2")
"""5,000 quick games: a second or two, so that there is time to kill somebody."""
TOTAL = 5000
HOW: dict[str, Any] = {"workers": 1, "resume": False, "ray": None}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """What MANY gives when nothing happens."""
    out = tmp_path_factory.mktemp("undisturbed")
    done = simulate(out, *MANY)
    assert done.returncode == 0, done.stderr
    rows = table(out)
    assert len(rows) == TOTAL
    return rows


# ── the same games ──────────────────────────────────────────────────────────────────────────


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    order = read_order("ghost-stories", "random,novice", 40, {"level": "all"}, seed=8)
    found = []
    for workers in (1, 2, 5):
        run.simulate(order, tmp_path / str(workers), workers=workers)
        found.append(table(tmp_path / str(workers)))
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == order.total
    assert {row["version"] for row in found[0]} == {version_of("ghost-stories")}


def test_a_thinking_bot_with_a_number_of_playouts_is_reproducible(tmp_path: Path) -> None:
    order = read_order("ghosts", "master,random", 4, {"players": "2"}, playouts=20)
    for name, workers in (("one", 1), ("two", 2)):
        run.simulate(order, tmp_path / name, workers=workers)
    assert table(tmp_path / "one") == table(tmp_path / "two")


def test_rows_stand_combination_by_combination_in_the_order_of_their_numbers(
    undisturbed: list[dict[str, str]],
) -> None:
    keys = [(row["players"], int(row["number"])) for row in undisturbed]
    assert keys == [(players, number) for players in "42" for number in range(2500)]
    assert len({row["seed"] for row in undisturbed}) == TOTAL


# ── whatever is killed ──────────────────────────────────────────────────────────────────────


def test_a_killed_parent_loses_nothing_and_resume_goes_on(
    tmp_path: Path, start: Start, undisturbed: list[dict[str, str]]
) -> None:
    running = start(tmp_path, *MANY)
    running.until_games(300)
    workers = running.workers()
    assert len(workers) == 2
    running.kill()
    until(lambda: not any(map(alive, workers)))  # nobody plays on for nobody
    kept = lines(tmp_path)
    assert 300 <= kept < TOTAL
    again = simulate(tmp_path, "--resume")  # what was asked for stands in the directory
    assert again.returncode == 0, again.stderr
    assert lines(tmp_path) == TOTAL, "games that were there have been played again"
    assert table(tmp_path) == undisturbed


def test_killed_workers_are_replaced_and_their_games_played(
    tmp_path: Path, start: Start, undisturbed: list[dict[str, str]]
) -> None:
    running = start(tmp_path, *MANY)
    killed = set()
    for games in (100, 600, 1200):
        running.until_games(games)
        victim = running.workers()[0]
        os.kill(victim, signal.SIGKILL)
        killed.add(victim)
        until(lambda: len(set(running.workers()) - killed) == 2)
    code, said, complained = running.end()
    assert code == 0, complained
    assert "failed" not in said
    assert table(tmp_path) == undisturbed


@pytest.mark.parametrize("how", ["ctrl-c", "terminate"])
def test_a_stopped_run_writes_its_tables_and_can_go_on(
    tmp_path: Path, start: Start, how: str, undisturbed: list[dict[str, str]]
) -> None:
    running = start(tmp_path, *MANY)
    running.until_games(200)
    if how == "ctrl-c":
        running.interrupt()
    else:
        running.process.terminate()
    code, said, complained = running.end()
    assert code == 130, complained
    assert say("en", "ui.lab.stopped") in said
    assert "Traceback" not in complained
    assert children(running.process.pid) == []
    part = table(tmp_path)
    assert 200 <= len(part) == lines(tmp_path) < TOTAL
    whole = {(row["players"], row["number"]): row for row in undisturbed}
    assert all(whole[row["players"], row["number"]] == row for row in part)
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == len(part)
    assert simulate(tmp_path, *MANY, "--resume").returncode == 0
    assert table(tmp_path) == undisturbed


def test_who_presses_ctrl_c_twice_gets_the_tables_all_the_same(tmp_path: Path, start: Start) -> None:
    running = start(tmp_path, *MANY)
    running.until_games(200)
    running.interrupt()
    time.sleep(0.05)
    running.interrupt()
    code, said, complained = running.end()
    assert code == 130, complained
    assert say("en", "ui.lab.stopped") in said
    assert "Traceback" not in complained
    assert len(table(tmp_path)) == lines(tmp_path)
    assert not list(tmp_path.glob("*.part"))


def test_after_the_first_ctrl_c_no_other_is_heard_until_all_is_done() -> None:
    calls = 0
    with interrupted_once():
        with pytest.raises(KeyboardInterrupt), interrupted_once():
            signal.raise_signal(signal.SIGINT)
        for other in (signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(other)
            calls += 1
    assert calls == 2
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def _broken(out: Path, fault: str) -> None:
    command = [sys.executable, "-m", "tests.lab.broken", str(out), fault]
    subprocess.run(command, env=environment(), cwd=ROOT, check=True, timeout=PATIENCE)


@pytest.mark.parametrize("fault", ["raise", "kill"])
def test_a_game_with_a_fault_is_reported_and_the_others_are_played(tmp_path: Path, fault: str) -> None:
    """Also one that kills each worker who tries it: after three of them it is given up."""
    _broken(tmp_path, fault)
    with (tmp_path / "failed.csv").open(encoding="utf-8", newline="") as file:
        failed = list(csv.DictReader(file))
    assert 1 <= len(failed) <= 8
    assert len(table(tmp_path)) == ORDER.total - len(failed)
    error = "ZeroDivisionError: a fault of the game" if fault == "raise" else "killed 3 workers"
    for row in failed:
        assert row["error"] == error
        options = dict([row["combination"].split("=")])
        record = engine.play("ghosts", {"players": int(options["players"])}, "random", int(row["seed"]))
        end = record.replay().outcome()
        assert end is not None
        assert end.score >= FATAL


def test_failures_are_told_and_the_exit_code_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    order = read_order("ghosts", "random", 2, {"players": "2"})
    tally = Tally(order)
    tally.failures[0, 1] = "ValueError: [bold]odd[/bold]"
    monkeypatch.setattr(run, "simulate", lambda *_, **__: run.Result(tally, [], False))
    asked = command.Asked("ghosts", "random", 2, {"players": "2"}, [], 0, None, None, True, False)
    assert command.simulate(asked, tmp_path, **HOW, lang="en", console=Console()) == 1
    said = capsys.readouterr().out
    seed = order.seed_of(0, 1)
    assert "1 game failed:" in said
    assert f"players=2, game 1, seed {seed}: ValueError: [bold]odd[/bold]" in said


class Doomed:
    """One worker at a time, and each dies over what it is sent."""

    chunk_seconds = 1.0

    def __init__(self) -> None:
        self.sent: list[list[int]] = []
        self.died_over: list[list[int]] = []
        self.stopped = False

    def workers(self) -> int:
        return 1

    def free(self) -> int:
        return 1 - len(self.sent)

    def send(self, jobs: list[int]) -> None:
        self.sent.append(jobs)

    def wait(self, seconds: float) -> list[run.Ended]:
        self.died_over.append(self.sent.pop())
        return [run.Ended(self.died_over[-1], died=True)]

    def stop(self) -> None:
        self.stopped = True


def test_a_game_is_given_up_after_three_workers_and_not_before(tmp_path: Path) -> None:
    doomed = Doomed()
    scheduler = run._Scheduler(read_order("ghosts", "random", 2, {}), tmp_path, lambda tally: None)
    scheduler.run(doomed)
    assert doomed.died_over == [[0], [0], [0], [1], [1], [1]]
    assert set(scheduler.tally.failures.values()) == {"killed 3 workers"}


def test_workers_that_cannot_live_end_the_run_with_a_sentence(tmp_path: Path) -> None:
    doomed = Doomed()
    scheduler = run._Scheduler(read_order("ghosts", "random", 100, {}), tmp_path, lambda tally: None)
    with pytest.raises(run.Refused, match="12 workers in a row crashed"):
        scheduler.run(doomed)
    assert doomed.stopped


# ── the log ─────────────────────────────────────────────────────────────────────────────────


def test_a_torn_last_line_costs_one_game_and_that_is_played_again(tmp_path: Path) -> None:
    order = read_order("ghosts", "random", 30, {"players": "3"})
    run.simulate(order, tmp_path, workers=1)
    whole = table(tmp_path)
    file = tmp_path / log.NAME
    file.write_bytes(file.read_bytes()[:-9])
    run.simulate(order, tmp_path, workers=1, resume=True)
    assert table(tmp_path) == whole
    assert len(file.read_bytes().splitlines()) == 31  # the torn one stands there still


def test_garbage_and_games_that_stand_there_twice_change_nothing(tmp_path: Path) -> None:
    order = read_order("ghosts", "random", 30, {"players": "3"})
    result = run.simulate(order, tmp_path, workers=1)
    whole = table(tmp_path)
    file = tmp_path / log.NAME
    first, *rest = file.read_bytes().splitlines(keepends=True)
    later = json.loads(first)
    later[-1] = 99
    doubled = [first, b"\0\xff\n", b"\n", *rest, json.dumps(later).encode() + b"\n"]
    file.write_bytes(b"".join(doubled))
    again = run.simulate(order, tmp_path, workers=1, resume=True)
    assert table(tmp_path) == whole
    assert again.tally.games == result.tally.games == 30


def test_half_a_line_waits_for_its_other_half(tmp_path: Path) -> None:
    order = read_order("ghosts", "random", 3, {"players": "3"})
    run.simulate(order, tmp_path / "done", workers=1)
    text = (tmp_path / "done" / log.NAME).read_bytes()
    path = tmp_path / "growing"
    reader = log.Reader(path, order)
    seen = [len(list(reader.news()))]
    for end in (5, len(text) // 2, len(text)):
        path.write_bytes(text[:end])
        seen.append(len(list(reader.news())))
    assert sum(seen) == reader.count == 3
    assert seen[:2] == [0, 0]


def test_a_failure_is_tried_again_on_resume(tmp_path: Path) -> None:
    order = read_order("ghosts", "random", 6, {"players": "2"})
    run.simulate(order, tmp_path, workers=1)
    whole = table(tmp_path)
    kept = (tmp_path / log.NAME).read_bytes().splitlines(keepends=True)[:4]
    failure = b'{"combination":0,"number":5,"error":"ValueError: once"}\n'
    (tmp_path / log.NAME).write_bytes(b"".join([*kept, failure]))
    again = run.simulate(order, tmp_path, workers=1, resume=True)
    assert again.tally.failures == {}
    assert table(tmp_path) == whole


# ── directories ─────────────────────────────────────────────────────────────────────────────


def test_a_run_of_companions_that_learned_something_else_is_not_resumed(tmp_path: Path) -> None:
    order = read_order("ghosts", "monk", 2, {})
    run.simulate(order, tmp_path, workers=1)
    learned_more = replace(order, version=f"{order.version[:-8]}00000000")
    with pytest.raises(Refused) as refused:
        run.simulate(learned_more, tmp_path, workers=1, resume=True)
    assert f"version: {order.version} → {learned_more.version}" in refused.value.words("en")


def test_a_directory_with_results_is_refused_unless_resumed(tmp_path: Path) -> None:
    few = ("--bots", "random", "--games", "3")
    assert simulate(tmp_path, *few).returncode == 0
    before = (tmp_path / "games.csv").read_bytes()
    refused = simulate(tmp_path, *few)
    assert refused.returncode == 2
    sentence = f"{tmp_path} already contains results. Continue with --resume, or choose another directory "
    sentence += "with --out."
    assert refused.stderr.strip() == sentence
    assert (tmp_path / "games.csv").read_bytes() == before
    other = simulate(tmp_path, "--bots", "novice", "--games", "4", "--level", "hell", "--resume")
    assert other.returncode == 2
    for difference in ("bots: random → novice", "games: 3 → 4", "level: – → hell"):
        assert difference in other.stderr
    assert (tmp_path / "games.csv").read_bytes() == before
    said = simulate(tmp_path, "--bots", "monk", "--resume")
    assert said.returncode == 2, "also what is usual was said, and is not what is there"
    assert simulate(tmp_path, *few, "--resume").returncode == 0


def test_what_is_refused_is_not_announced(tmp_path: Path) -> None:
    refused = simulate(tmp_path / "out", "--bots", "random", "--games", "3", "--workers", "0")
    assert refused.returncode == 2
    assert refused.stderr.strip() == say("en", "ui.lab.wrong_number", name="workers", given=0)


def test_two_runs_do_not_share_a_directory(tmp_path: Path, start: Start) -> None:
    running = start(tmp_path, *MANY, "--games", "50000")  # so that it is still at work after the second
    running.until_games(1)
    second = simulate(tmp_path, *MANY, "--resume")
    assert second.returncode == 2
    assert f"Another spuk simulate is running in {tmp_path}." in second.stderr
    running.interrupt()
    assert running.end()[0] == 130


def test_a_directory_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    refused = simulate(blocked, "--bots", "random", "--games", "3")
    assert refused.returncode == 2
    assert f"Cannot write to {blocked}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_disk_that_takes_no_more_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    command = [sys.executable, "-m", "spuk", "simulate", "--out", str(tmp_path), *MANY]
    full = subprocess.run(
        command,
        preexec_fn=little_room,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert full.returncode == 2
    assert full.stderr.splitlines()[-1].startswith(f"Cannot write to {tmp_path}: ")
    assert "Traceback" not in full.stderr
    assert lines(tmp_path) > 10


# ── what is written and said ────────────────────────────────────────────────────────────────


def test_parquet_and_csv_say_the_same(tmp_path: Path) -> None:
    order = read_order("ghost-stories", "random,novice", 5, {"level": "all"}, playouts=9)
    run.simulate(order, tmp_path, workers=1)
    found = parquet.read_table(tmp_path / "games.parquet")
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert found.column_names == head
    assert [[_text(row[name]) for name in head] for row in found.to_pylist()] == rows
    wanted = "game level players edition bots seed number powers incarnations incarnations_faced"
    wanted += " incarnations_banished won reason rule turns score qi haunted decisions seconds version"
    assert set(wanted.split()) <= set(head)
    assert Order.from_json(found.schema.metadata[b"spuk.order"].decode()) == order
    assert str(found.schema.field("powers").type) == "list<element: string>"
    assert str(found.schema.field("seed").type) == "int64"


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_without_pyarrow_the_csv_is_written_and_a_sentence_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    asked = command.Asked("ghosts", "random", 2, {}, [], 0, None, None, True, False)
    assert command.simulate(asked, tmp_path, **HOW, lang="en", console=Console()) == 0
    assert 'Parquet needs pyarrow: pip install "spuk[lab]".' in capsys.readouterr().err
    assert len(table(tmp_path)) == 2
    assert not (tmp_path / "games.parquet").exists()


def test_the_win_share_of_bots_that_change_seats(tmp_path: Path) -> None:
    done = simulate(
        tmp_path, "--game", "ghosts", "--bots", "random,novice,novice", "--games", "9", "--players", "3,4"
    )
    assert done.returncode == 0, done.stderr
    won: defaultdict[tuple[str, str], float] = defaultdict(float)
    for row in table(tmp_path):
        bots, winners = row["bots"].split(), [int(seat) for seat in row["winners"].split()]
        fear = [int(points) for points in row["fear"].split()]
        assert winners == [seat for seat, points in enumerate(fear) if points == min(fear)]
        assert sorted(bots) == sorted(["random", "novice", "novice", "random"][: int(row["players"])])
        for seat in winners:
            won[row["players"], bots[seat]] += 1 / len(winners)
    shown = [line.split("│") for line in done.stdout.splitlines() if "random" in line or "novice" in line]
    shares = {cells[3].strip(): [] for cells in shown}
    for cells in shown:
        shares[cells[3].strip()].append(cells[5].split("(")[0].strip())
    for bot, texts in shares.items():
        assert texts == [f"{100 * won[players, bot] / 9:.1f}%" for players in "34"]


def test_the_table_shows_all_that_was_asked_for(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--bots", "random", "--games", "1", "--level", "normal,hell", "--players", "2")
    first = [line.split("│")[1].strip() for line in done.stdout.splitlines() if line.startswith("│")]
    assert first == ["level=normal,players=2", "level=hell,players=2"]
    done = simulate(tmp_path / "plain", "--bots", "random", "--games", "1")
    assert say("en", "ui.lab.defaults") in done.stdout


def test_records_can_be_replayed(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--bots", "random", "--games", "3", "--level", "normal,hell", "--records")
    assert done.returncode == 0, done.stderr
    for row in table(tmp_path):
        folder = "default" if row["level"] == "normal" else "level=hell"
        path = tmp_path / "records" / folder / f"{int(row['number']):06}.json"
        record = engine.Record.from_json(path.read_text(encoding="utf-8"))
        end = record.replay().outcome()
        assert end is not None
        assert (str(record.seed), end.reason, str(end.score)) == (row["seed"], row["reason"], row["score"])
    shown = spuk("replay", str(path), "--all", "--lang", "en")
    assert shown.returncode == 0, shown.stderr
    assert row["rule"] in shown.stdout


def test_any_option_of_the_game_can_be_given(tmp_path: Path) -> None:
    done = simulate(
        *(tmp_path, "--bots", "random", "--games", "2", "--players", "2", "--option", "first=all"),
        *("--option", "powers=second_wind,gods_favorite,dance_of_the_spires,enfeeblement_mantra"),
    )
    assert done.returncode == 2
    assert "first=2" in done.stderr  # a table of two has no third seat
    done = simulate(
        *(tmp_path / "ok", "--bots", "random", "--games", "2", "--option", "first=1,3", "--option"),
        "powers=second_wind,gods_favorite,dance_of_the_spires,enfeeblement_mantra",
    )
    assert done.returncode == 0, done.stderr
    rows = table(tmp_path / "ok")
    assert [row["first"] for row in rows] == ["1", "1", "3", "3"]
    shown = {"second_wind", "gods_favorite", "dance_of_the_spires", "enfeeblement_mantra"}
    assert all(set(row["powers"].split()) == shown for row in rows)
    pair = simulate(tmp_path / "no", "--option", "first")
    assert "“first” does not have the form name=value." in pair.stderr


def test_progress_is_plain_lines_where_no_terminal_is(tmp_path: Path) -> None:
    done = simulate(tmp_path, *MANY[:-1], "1", "--games", "10000", "--lang", "de")  # longer than a second
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    (line, *_) = [line for line in done.stderr.splitlines() if "/s" in line]
    assert re.fullmatch(
        r"[\d.]+ von 20\.000 Partien · [\d.,]+/s · noch \d+:\d\d · gewonnen 0,0+\u00a0% \(0,0+–\d+,\d+\)",
        line,
    )
    assert str(tmp_path / "games.parquet") in done.stdout


def test_progress_shows_the_share_of_the_first_bot_with_its_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = read_order("ghosts", "novice,random", 1000, {"players": "2"})
    tally, clock = Tally(order), [0.0]
    monkeypatch.setattr(show, "monotonic", lambda: clock[0])
    lines = {lang: show._Status(order, lang) for lang in LANGUAGES}
    assert lines["en"].line(tally) == "0 of 1,000 games"
    for number in range(100):  # the novice sits first in every second game; seat 0 always wins
        tally.add(Row(0, number, {"winners": [0], "seconds": 0.1}))
    clock[0] = 10.0
    share = "novice wins 50.0% (40.4–59.6)"
    assert lines["en"].line(tally) == f"100 of 1,000 games · 10.0/s · 1:30 left · {share}"
    assert {lang: status.line(tally).split(" · ")[0] for lang, status in lines.items()} == {
        "en": "100 of 1,000 games",
        "de": "100 von 1.000 Partien",
        "pl": "gry: 100 z 1\xa0000",
    }


def test_progress_is_a_bar_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "simulate", "--out", str(tmp_path / "out"), *MANY)
    try:
        terminal.until("left")
        terminal.until("Saved")
    finally:
        terminal.close()
    assert "━" in terminal.shown
    assert "of 5,000 games" in terminal.shown
