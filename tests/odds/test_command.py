"""`spuk odds`, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.terminal.players import LANGUAGES, spuk

import spuk as engine
from spuk.words.catalog import say

POSITION = "en normal 4p N=blue/wind/2qi/tao:rr/@5 N2=38! N1=50 W3=14 E2=46 circle=r turn=N"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_gets_a_table_of_80_columns(tmp_path: Path, lang: str) -> None:
    arguments = ("rr", "KK", "--tokens", "ry", "--reroll", "--second-wind", "--mantra", "2", "--lang", lang)
    run = spuk("odds", *arguments, home=tmp_path)
    assert run.returncode == 0, run.stderr
    assert max(map(len, run.stdout.splitlines())) <= 80
    for id in ("ui.odds.some", "ui.odds.both", "ui.odds.expected", "ui.odds.twice", "ui.odds.each_goal"):
        assert say(lang, id) in run.stdout


def test_the_fraction_stands_beside_the_per_cent(tmp_path: Path) -> None:
    out = spuk("odds", "r", home=tmp_path).stdout
    assert "70.4%" in out
    assert "19/27" in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_position_shows_every_place_in_reach(tmp_path: Path, lang: str) -> None:
    run = spuk("odds", "--position", POSITION, "--lang", lang, home=tmp_path)
    assert run.returncode == 0, run.stderr
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert say(lang, "ui.odds.nobody") in run.stdout
    assert say(lang, "ui.odds.curse") in run.stdout


def test_json_has_all_that_the_tables_have(tmp_path: Path) -> None:
    data = json.loads(spuk("odds", "--position", POSITION, "--json", home=tmp_path).stdout)
    assert [place["place"] for place in data["places"]] == [5, 1, 2, 6]
    assert data["places"][2]["targets"][0]["chance"]["exact"] == "65/81"
    data = json.loads(spuk("odds", "38", "--json", home=tmp_path).stdout)
    assert data["targets"][0]["card"] == 38


def test_a_record_is_asked_at_any_action(tmp_path: Path) -> None:
    record = engine.play("ghost-stories", {"players": 2}, seed=3)
    file = tmp_path / "game.json"
    file.write_text(record.to_json())
    for at in (40, 60, len(record.actions)):
        run = spuk("odds", "--record", str(file), "--at", str(at), "--json", home=tmp_path)
        assert run.returncode == 0, run.stderr
        assert json.loads(run.stdout)["places"]
    run = spuk("odds", "--record", str(file), "--at", "99999", home=tmp_path)
    assert run.returncode == 2
    assert say("en", "ui.cli.wrong_at", given=99999, total=len(record.actions)) in run.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "exactly one of the three"),
        (["rr", "--position", "turn=N"], "exactly one of the three"),
        (["rx"], "a resistance of 1…8 letters"),
        (["r", "r", "r"], "one ghost or two"),
        (["99"], "a card, 1…65"),
        (["r", "--dice", "9"], "0…4 dice can be rolled"),
        (["r", "--tokens", "w"], "letters are y b g r k"),
        (["r", "--mantra", "2"], "by its number, 0…1"),
        (["r", "--at", "3"], "--at needs a record"),
        (["--position", "turn=N", "--tokens", "r"], "only go with ghosts"),
        (["--position", "nonsense"], "docs/notation.md"),
        (["--record", "/no/such/file"], "/no/such/file"),
        (["r", "--lang", "fr"], "en, de, pl"),
    ],
)
def test_wrong_questions_get_one_clear_line(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    run = spuk("odds", *arguments, home=tmp_path)
    assert run.returncode == 2
    assert complaint in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stdout == ""
