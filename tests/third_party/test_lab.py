"""Pig in the laboratory: simulated by several processes, written into tables, reported."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet
from tests.lab.runs import environment
from tests.third_party.installed import python_path

GRID = ("--game", "pig", "--players", "2,3", "--option", "target=20,50", "--seed", "4")


@pytest.fixture(scope="module")
def done(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pig") / "run"
    ran = spuk(
        site,
        *("simulate", "--out", str(out), *GRID, "--bots", "monk,coward", "--games", "60"),
        *("--workers", "2", "--records"),
    )
    assert ran.returncode == 0, ran.stderr
    return out


def spuk(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "spuk", *arguments],
        env={**environment(), "PYTHONPATH": python_path(site)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def rows(out: Path) -> list[dict[str, str]]:
    with (out / "games.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_game_of_the_grid_is_in_the_table_with_its_facts(done: Path) -> None:
    found = rows(done)
    assert len(found) == 4 * 60
    assert {(row["players"], row["target"]) for row in found} == {
        (players, target) for players in "23" for target in ("20", "50")
    }
    for row in found:
        points = [int(number) for number in re.findall(r"\d+", row["points"])]
        assert len(points) == int(row["players"])
        assert max(points) >= int(row["target"])
        assert int(row["turns"]) >= 1
        assert row["reason"] == "target"


def test_the_parquet_file_has_the_columns_in_their_types(done: Path) -> None:
    table = parquet.read_table(done / "games.parquet")
    assert table.num_rows == 4 * 60
    types = {field.name: str(field.type) for field in table.schema}
    assert types["turns"].startswith("int")
    assert types["points"].startswith("list<")


def test_other_workers_play_the_same_games(done: Path, site: Path, tmp_path: Path) -> None:
    out = tmp_path / "again"
    asked = ("simulate", "--out", str(out), *GRID, "--bots", "monk,coward", "--games", "60", "--records")
    again = spuk(site, *asked, "--workers", "1")
    assert again.returncode == 0, again.stderr
    one, other = rows(done), rows(out)
    assert [row["points"] for row in one] == [row["points"] for row in other]


def test_a_bot_is_named_by_its_class(site: Path, tmp_path: Path) -> None:
    bots = "spuk_pig.bot:Coward,random"
    asked = ("--game", "pig", "--option", "target=20", "--games", "4", "--bots", bots, "--workers", "2")
    ran = spuk(site, "simulate", "--out", str(tmp_path / "run"), *asked)
    assert ran.returncode == 0, ran.stderr
    assert len(rows(tmp_path / "run")) == 4


@pytest.mark.parametrize(("lang", "title"), [("en", "Pig"), ("de", "Böse Eins"), ("pl", "Świnia")])
def test_a_report_is_written_in_every_language(
    done: Path, site: Path, tmp_path: Path, lang: str, title: str
) -> None:
    written = spuk(site, "report", str(done), "--out", str(tmp_path), "--lang", lang)
    assert written.returncode == 0, written.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert title in page
    assert "coward" in page
    assert "Traceback" not in written.stderr


def test_a_wrong_grid_is_refused_in_one_line(site: Path, tmp_path: Path) -> None:
    asked = ("simulate", "--out", str(tmp_path / "run"), "--game", "pig", "--games", "1")
    for wrong, allowed in (("target=30", "100, 50, 20"), ("level=hell", "players, target")):
        refused = spuk(site, *asked, "--option", wrong)
        assert refused.returncode == 2
        assert allowed in refused.stderr
        assert "Traceback" not in refused.stderr
