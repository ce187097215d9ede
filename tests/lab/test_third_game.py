"""A game the laboratory has never heard of: runs, tables, report and analysis with nothing but its engine."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pyarrow import parquet
from tests.lab.runs import PATIENCE, ROOT, environment, table
from tests.lab.third_game import DUEL, VILLAGE, Duel, installed

import spuk as engine
from spuk.kernel.registry import unregister
from spuk.lab import log, run
from spuk.lab.log import LineParser
from spuk.lab.order import Order, read_order
from spuk.lab.report import write as report
from spuk.lab.rows import Failure, Row, log_columns, play_job, table_columns, table_row
from spuk.lab.workers import Ended
from spuk.language.catalog import say
from spuk.language.languages import LANGUAGES


@pytest.fixture
def known() -> Iterator[None]:
    """Both games, for this process."""
    for game in (DUEL, VILLAGE):
        engine.register(game)
    yield
    for game in (DUEL, VILLAGE):
        unregister(game.id)


def played(out: Path, game: str, bots: str, games: int = 6, **options: str) -> Path:
    """A directory as `spuk simulate` leaves it."""
    order = read_order(game, bots, games, options)
    out.mkdir(parents=True)
    (out / "order.json").write_text(order.to_json(), encoding="utf-8")
    (out / log.NAME).write_bytes(b"".join(play_job(order, job).line for job in range(order.total)))
    return out


def tree(page: Path) -> ElementTree.Element:
    text = page.read_text(encoding="utf-8")
    return ElementTree.fromstring(text.replace("<!DOCTYPE html>", ""))


def captions(page: Path) -> list[str]:
    return [str(found.text) for found in tree(page).iter("caption")]


def rows(page: Path, caption: str) -> list[list[str]]:
    (found,) = [one for one in tree(page).iter("table") if one.findtext("caption") == caption]
    return [[" ".join(cell.itertext()) for cell in row] for row in found.findall("tbody/tr")]


# ── as an installed package ─────────────────────────────────────────────────────────────────


def test_from_simulate_to_report_and_analysis(tmp_path: Path) -> None:
    site = installed(tmp_path / "site")
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), str(site)])}

    def spuk(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "spuk", *arguments, "--lang", "en"],
            capture_output=True,
            encoding="utf-8",
            env=environment() | paths,
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr.count("Warning") == 0
        return done.stdout

    out = tmp_path / "run"
    bots = ("--game", "duel", "--bots", "novice,random", "--games", "4")
    grid = ("--players", "all", "--option", "rounds=all", "--workers", "2", "--records")
    assert "16 games" in spuk("simulate", "--out", str(out), *bots, *grid)
    grids = [row["players"] + row["rounds"] for row in table(out)]
    assert grids == [grid for grid in ("23", "24", "33", "34") for _ in range(4)]
    spuk("report", str(out))
    page = out / "report" / "report.html"
    assert tree(page).findtext("body/main/h2") == "Duel · novice, random"
    (record, *_) = sorted((out / "records").rglob("*.json"))
    judged = json.loads(spuk("analyse", str(record), "--bot", "monk", "--processes", "2", "--json"))
    assert judged["judged"] == len(judged["moves"]) > 10
    assert "Player 1" in spuk("analyse", str(record), "--bot", "monk", "--mistakes")


# ── tables ──────────────────────────────────────────────────────────────────────────────────


def test_parquet_and_csv_have_its_columns(tmp_path: Path, known: None) -> None:
    out = played(tmp_path / "run", "duel", "random", 3, players="2,3")
    run.simulate(Order.from_json((out / "order.json").read_text()), out, workers=1, resume=True)
    found = parquet.read_table(out / "games.parquet")
    assert {name: str(found.schema.field(name).type) for name in ("average", "close", "mood", "moods")} == {
        "average": "double",
        "close": "bool",
        "mood": "string",
        "moods": "list<element: string>",
    }
    with (out / "games.csv").open(encoding="utf-8", newline="") as file:
        head, *lines = csv.reader(file)
    assert found.column_names == head
    assert len(lines) == found.num_rows == 6


def test_options_of_several_types_are_text(monkeypatch: pytest.MonkeyPatch, known: None) -> None:
    allowed = {"players": (2, 3), "house": (None, 1, "two"), "share": (0.5, 1.0), "on": (False, True)}
    monkeypatch.setattr(Duel, "options", lambda self: allowed)
    order = Order("duel", ("random",), 1, {"house": [1, None, "two"]})
    kinds = table_columns(order)
    assert [kinds[name] for name in allowed] == [int, str, float, bool]
    values = dict.fromkeys(log_columns(order))
    assert [table_row(order, Row(at, 0, values))["house"] for at in _seated(order)] == ["1", None, "two"]


def _seated(order: Order) -> range:
    order.__dict__["seats"] = [2] * len(order.combinations)
    return range(len(order.combinations))


# ── facts that do not fit ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"lead": 2.5}, "TypeError: the fact lead is 2.5, which is not a <class 'int'>"),
        ({"fear": (1, 2)}, "TypeError: the fact fear is (1, 2), which is not a list[int]"),
        (
            {"extra": 1},
            "TypeError: the facts are fear, lead, average, close, mood, moods, brave, extra; the columns",
        ),
        ({"moods": [{1}]}, "TypeError: Object of type set is not JSON serializable"),
    ],
)
def test_facts_that_do_not_fit_the_columns_are_a_failure_with_its_reason(
    fault: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch, known: None
) -> None:
    facts = Duel.facts
    monkeypatch.setattr(Duel, "facts", lambda self, state: {**facts(self, state), **fault})
    order = read_order("duel", "random", 1, {})
    found = LineParser(order).read(play_job(order, 0).line)
    assert isinstance(found, Failure)
    assert found.error.startswith(said)


class _Here:
    """A pool that plays in this process, one job at a time."""

    chunk_seconds = 0.1

    def __init__(self, order: Order, directory: Path) -> None:
        self._order = order
        self._writer = log.Writer(directory, order)
        self._jobs: list[int] = []

    def workers(self) -> int:
        return 1

    def free(self) -> int:
        return 0 if self._jobs else 1

    def send(self, jobs: list[int]) -> None:
        self._jobs = jobs

    def wait(self, seconds: float) -> list[Ended]:
        self._writer.keep(play_job(self._order, self._jobs[0]))
        jobs, self._jobs = self._jobs, []
        return [Ended(jobs, died=False)]

    def stop(self) -> None:
        self._writer.close()


def test_games_that_their_own_game_takes_for_impossible_are_failures_not_played_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: None
) -> None:
    monkeypatch.setattr(Duel, "plausible", lambda self, values, seats: values["lead"] % 2 == 0)
    order = read_order("duel", "random", 12, {})
    scheduler = run._Scheduler(order, tmp_path, lambda tally: None)
    scheduler.run(_Here(order, tmp_path))
    scheduler.close()
    failures = set(scheduler.tally.failures.values())
    assert len(failures) == 1
    assert "its line is no game" in failures.pop()
    assert scheduler.tally.games + len(scheduler.tally.failures) == 12
    assert scheduler.tally.games > 0


# ── the plain report ────────────────────────────────────────────────────────────────────────


def test_a_game_in_which_bots_compete(tmp_path: Path, known: None) -> None:
    out = played(tmp_path / "run", "duel", "novice,random", 5, players="2,3")
    page = report.write([out], tmp_path / "report", "en")
    assert captions(page) == [
        "Win share by bot",
        "Results by option",
        "Win share by bot and seat",
        "Length in decisions",
        "Score",
        "Other numbers",
        "Other facts",
        "Data sources",
    ]
    lines = (out / log.NAME).read_bytes().splitlines()
    games = [json.loads(line)[3:] for line in lines]
    order = Order.from_json((out / "order.json").read_text())
    columns = list(log_columns(order))
    leads = [game[columns.index("lead")] for game in games]
    (lead,) = [row for row in rows(page, "Other numbers") if row[0] == "Lead"]
    assert lead[1].split()[0] == f"{sum(leads) / len(leads):.1f}"
    assert lead[-1] == "10"
    (fear,) = [row for row in rows(page, "Other numbers") if row[0] == "Fear"]
    assert fear[-1] == "25", "one for each seat"
    assert re.fullmatch(r"[\d.]+", fear[1]), "and no interval"
    options = rows(page, "Results by option")
    assert [row[0] for row in options] == ["Players: 2", "novice", "random", "Players: 3", "novice", "random"]
    assert [row[1].split()[0] for row in options if row[0] == "novice"] == [
        f"{100 * _won(order, lines, combination, 'novice') / 5:.1f}%" for combination in (0, 1)
    ]
    facts = rows(page, "Other facts")
    assert [row[0] for row in facts if len(row) == 1] == ["Close", "Mood", "Moods", "Brave"]
    assert {"yes", "no"} >= {row[0] for row in facts[1:3] if len(row) > 1}
    names = {path.stem for path in page.parent.glob("*.svg")}
    assert names == {
        *("duel-bots", "duel-options", "duel-seats-2", "duel-seats-3", "duel-length", "duel-score"),
        *("duel-column-fear", "duel-column-lead"),
    }


def _won(order: Order, lines: list[bytes], combination: int, bot: str) -> float:
    """How many games of a combination a bot won, counted by hand."""
    won = 0.0
    for line in lines:
        _, place, number, *values = json.loads(line)
        winners = values[list(log_columns(order)).index("winners")]
        seated = order.seating(place, number)
        won += sum(seated[seat] == bot for seat in winners) / len(winners) if place == combination else 0
    return won


def test_a_game_that_is_played_together(tmp_path: Path, known: None) -> None:
    out = played(tmp_path / "run", "village", "novice", 4, players="1,2", level="all", first="none,0")
    page = report.write([out], tmp_path / "report", "en")
    assert captions(page) == [
        "Results by option",
        "How games ended",
        "Length in decisions",
        "Score",
        "Data sources",
    ]
    options = rows(page, "Results by option")
    assert [row[0] for row in options] == [
        *("Players", "1", "2", "Level", "initiation", "hell", "First", "–", "0")
    ]
    assert [row[-1] for row in options if len(row) > 1] == ["16"] * 6
    lengths = rows(page, "Length in decisions")
    assert [row[0] for row in lengths][:2] == ["1 player", "all"]
    shown = [" ".join(div.itertext()) for div in tree(page).iter("div") if div.find("dt") is not None]
    assert shown[0] == "games 32"
    assert shown[1].startswith("win rate, all combinations ")


def test_line_ups_are_compared_and_never_mixed(tmp_path: Path, known: None) -> None:
    duels = [played(tmp_path / bots, "duel", bots, 3) for bots in ("novice,random", "random")]
    villages = [played(tmp_path / f"v-{bots}", "village", bots, 3) for bots in ("novice", "random")]
    page = report.write([*duels, *villages], tmp_path / "report", "en")
    assert [element.text for element in tree(page).iterfind("body/main/h2")] == [
        *("Duel", "Duel · novice, random", "Duel · random"),
        *("Village", "Village · novice", "Village · random"),
    ]
    assert captions(page).count("Line-ups compared") == 2
    ids = re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(tmp_path: Path, lang: str, known: None) -> None:
    runs = [
        played(tmp_path / "d", "duel", "novice,random", 3, players="2,3"),
        played(tmp_path / "v", "village", "random", 3, players="1,2"),
    ]
    page = report.write(runs, tmp_path / "report", lang)
    text = " ".join("".join(tree(page).find("body").itertext()).split())  # type: ignore[union-attr]
    for id in ("options", "length", "numbers", "names"):
        assert say(lang, f"ui.lab.report.{id}") in text
    assert not re.search(r"\bui\.", text)
    others = [other for other in LANGUAGES if other != lang]
    assert not any(say(other, "ui.lab.report.numbers") in text for other in others)


NASTY = ["$\\frac{", "<script>alert(1)</script>", "\x1b[2J\0", "\ud800", "x" * 5000, "", "a\nb", "&amp;"]


def test_a_forged_log_of_a_game_that_checks_nothing_still_makes_a_page(tmp_path: Path, known: None) -> None:
    out = played(tmp_path / "run", "duel", "random", 20)
    order = Order.from_json((out / "order.json").read_text())
    columns = list(log_columns(order))
    forged = []
    for number, line in enumerate((out / log.NAME).read_bytes().splitlines()):
        data = json.loads(line)
        nasty = NASTY[number % len(NASTY)]
        for name, value in {"reason": nasty, "rule": nasty, "mood": nasty, "moods": [nasty] * 50}.items():
            data[3 + columns.index(name)] = value
        data[3 + columns.index("lead")] = 9_999_999 if number % 2 else -9_999_999
        forged.append(json.dumps(data).encode() + b"\n")
    (out / log.NAME).write_bytes(b"".join(forged))
    page = report.write([out], tmp_path / "report", "en")
    assert not list(tree(page).iter("script"))
    assert "\x1b" not in page.read_text(encoding="utf-8")
    assert len(rows(page, "How games ended")) == len(NASTY)
    assert max(len(row[0]) for row in rows(page, "Other facts")) <= 60


# ── the rule ────────────────────────────────────────────────────────────────────────────────


def test_nothing_in_the_laboratory_names_a_game() -> None:
    lab = ROOT / "src" / "spuk" / "lab"
    named = re.compile(r"spuk\.games\.|ghost[-_]?stories|[\"']ghosts[\"']|\bLEVELS\b", flags=re.IGNORECASE)
    found = [
        f"{path.relative_to(lab)}:{number}: {line}"
        for path in sorted(lab.rglob("*.py"))
        if path.name != "odds.py"  # a question of one game, which moves there
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []


def test_reports_of_games_use_the_toolkit_alone() -> None:
    for path in (ROOT / "src" / "spuk" / "games").glob("*/report.py"):
        used = re.findall(r"^from (spuk\.lab\S*) import", path.read_text(encoding="utf-8"), flags=re.M)
        assert used == ["spuk.lab.report.toolkit"], path
