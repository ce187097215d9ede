"""Runs state the rules revision; games of another one are neither gone on with nor counted."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.common.revisions import BEFORE, NEXT, NOW, STORIES, rules
from tests.lab.runs import simulate, spuk

import spuk as engine
from spuk.lab import directory, log, run
from spuk.lab.cluster import _play
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order
from spuk.lab.report import write as report
from spuk.language.languages import LANGUAGES


def order(game: str = STORIES, seed: int = 1) -> Order:
    return read_order(game, "random", 2, {"players": "2"}, seed=seed)


def played(out: Path, game: str, revision: int, seed: int = 1) -> Path:
    """A run of a Spuk whose rules had this revision."""
    with rules(game, revision):
        run.simulate(order(game, seed), out, workers=1)
    return out


def without_revision(out: Path) -> Path:
    """The run as a Spuk has left it that knew no revisions."""
    path = out / directory.ORDER
    data = json.loads(path.read_text())
    assert data.pop("rules") == 1
    path.write_text(json.dumps(data))
    return out


def contents(out: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in out.iterdir() if file.is_file()}


def check_refusal(refused: Refused, out: Path, game: str, found: int, known: int) -> None:
    for lang in LANGUAGES:
        said = refused.words(lang)
        assert str(out) in said
        assert game in said
        assert f"{found}" in said.replace(str(out), "")
        assert f"{known}" in said.replace(str(out), "")
    assert f"revision {found}" in refused.words("en")
    assert f"revision {known}" in refused.words("en")


def test_a_run_states_its_revision_in_the_order_in_both_tables_and_in_its_records(tmp_path: Path) -> None:
    from pyarrow import parquet

    asked = replace(order(), records=True)
    run.simulate(asked, tmp_path, workers=1)
    assert json.loads((tmp_path / directory.ORDER).read_text())["rules"] == NOW
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        assert {row["rules"] for row in csv.DictReader(file)} == {str(NOW)}
    table = parquet.read_table(tmp_path / "games.parquet")
    assert set(table.column("rules").to_pylist()) == {NOW}
    assert Order.from_json(table.schema.metadata[b"spuk.order"].decode()).rules == NOW
    record = log.record_path(tmp_path, asked, 0)
    assert engine.Record.from_json(record.read_text()).rules == NOW


@pytest.mark.parametrize("revision", [BEFORE, NEXT])
def test_a_run_of_another_revision_is_not_resumed_and_left_alone(tmp_path: Path, revision: int) -> None:
    out = played(tmp_path / "run", STORIES, revision)
    before = contents(out)
    with pytest.raises(Refused) as refused:
        run.simulate(order(), out, workers=1, resume=True)
    check_refusal(refused.value, out, STORIES, revision, NOW)
    said = simulate(out, "--resume")
    assert said.returncode == 2
    assert said.stderr.strip() == refused.value.words("en")
    assert contents(out) == before


def test_a_run_from_before_revisions_is_of_the_first_one(tmp_path: Path) -> None:
    stories = without_revision(played(tmp_path / "stories", STORIES, 1))
    with pytest.raises(Refused) as refused:
        run.simulate(order(), stories, workers=1, resume=True)
    check_refusal(refused.value, stories, STORIES, 1, NOW)
    ghosts = without_revision(played(tmp_path / "ghosts", "ghosts", 1))
    kept = (ghosts / log.NAME).read_bytes()
    again = run.simulate(order("ghosts"), ghosts, workers=1, resume=True)
    assert (again.tally.games, again.reader.bad if again.reader else None) == (2, 0)
    assert (ghosts / log.NAME).read_bytes() == kept, "its games are still its games"


def test_a_report_does_not_mix_revisions(tmp_path: Path) -> None:
    today = played(tmp_path / "today", STORIES, NOW)
    ghosts = without_revision(played(tmp_path / "ghosts", "ghosts", 1))
    assert report.write([today, ghosts], tmp_path / "report", "en").exists()
    for revision in (BEFORE, NEXT):
        other = played(tmp_path / f"other-{revision}", STORIES, revision, seed=2)
        for named in ([today, other], [other, today], [other]):
            out = tmp_path / "never"
            with pytest.raises(Refused) as refused:
                report.write(named, out, "en")
            check_refusal(refused.value, other, STORIES, revision, NOW)
            assert not out.exists()
        said = spuk("report", str(today), str(other), "--lang", "de")
        assert said.returncode == 2
        assert said.stderr.strip() == refused.value.words("de")


def test_the_report_says_by_which_rules_its_games_were_played(tmp_path: Path) -> None:
    page = report.write([played(tmp_path / "run", STORIES, NOW)], tmp_path / "report", "en").read_text()
    runs = page[page.rindex("<table") :]
    assert ">Rules<" in runs
    assert f">{NOW}<" in runs


def test_games_of_another_revision_in_the_log_are_told_apart(tmp_path: Path) -> None:
    old, new = played(tmp_path / "old", STORIES, BEFORE), played(tmp_path / "new", STORIES, NOW)
    with (new / log.NAME).open("ab") as file:
        file.write((old / log.NAME).read_bytes())
    reader = log.Reader(new / log.NAME, order())
    assert len(list(reader.news())) == 2
    assert (reader.bad, reader.first_bad[1].id if reader.first_bad else "") == (2, "ui.lab.line.other")


def test_orders_of_two_revisions_hold_different_games() -> None:
    assert order().overlaps(order())
    assert not order().overlaps(replace(order(), rules=BEFORE))
    assert order().differences(replace(order(), rules=BEFORE)) == [("rules", NOW, BEFORE)]


def test_other_rules_come_before_options_that_we_do_not_know(tmp_path: Path) -> None:
    out = played(tmp_path / "run", STORIES, NOW)
    changes: dict[str, Any] = {"rules": NEXT, "grid": {"level": ["abyss"]}}
    text = json.dumps({**json.loads((out / directory.ORDER).read_text()), **changes})
    (out / directory.ORDER).write_text(text)
    with pytest.raises(Refused) as refused:
        directory.read_order(out)
    check_refusal(refused.value, out, STORIES, NEXT, NOW)


def test_a_node_of_a_cluster_with_other_rules_says_so() -> None:
    asked = order()
    with rules(STORIES, NEXT), pytest.raises(engine.OtherRules, match=rf"revision {NOW}, .*revision {NEXT}"):
        _play(asked, [0], 1.0)
