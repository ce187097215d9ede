"""`spuk odds`, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.terminal.players import LANGUAGES, spuk

import spuk as engine
from spuk.games.ghost_stories.commands.odds_page import around
from spuk.language.catalog import say

POSITION = "en normal 4p N=blue/wind/2qi/tao:rr/@5 N2=38! N1=50 W3=14 E2=46 circle=r turn=N"
LETTERS = {"y": "yellow", "b": "blue", "g": "green", "r": "red", "k": "black"}


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


def test_a_table_that_is_laid_out_and_another_game_have_no_odds(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for game, sentence in (
        ("ghost-stories", "the table is still being set up"),
        ("ghosts", "this is not a position of Ghost Stories"),
    ):
        file.write_text(engine.play(game, {"players": 2}, seed=3).to_json())
        run = spuk("odds", "--record", str(file), "--at", "0", home=tmp_path)
        assert run.returncode == 2
        assert run.stderr.strip() == say("en", "ui.odds.wrong", reason=sentence)


def test_every_moment_of_a_record_has_odds_or_the_sentence() -> None:
    record = engine.play("ghost-stories", {"players": 2}, seed=3)
    state, found = record.start(), 0
    for action in record.actions[:150]:
        try:
            found += bool(around(state))
        except ValueError as error:
            assert not found, error
        state.apply(action)
    assert found > 20


def test_the_turn_of_a_neutral_board_has_odds_that_say_nobody_stands_there() -> None:
    record = engine.play("ghost-stories", {"players": 2, "level": "initiation"}, ["random"], seed=5)
    nobody = 0
    for state in record.states():
        if state.turn and state.neutral(state.active):
            (entry,) = around(state)
            assert (entry.place, entry.odds.targets) == (0, ())
            nobody += 1
    assert nobody


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fraction_that_is_left_out_is_told(tmp_path: Path, lang: str) -> None:
    note = say(lang, "ui.odds.in_json")
    long = spuk("odds", "rr", "kk", "--second-wind", "--reroll", "--lang", lang, home=tmp_path).stdout
    assert "…" in long.replace(note, "")
    assert note in long
    assert note not in spuk("odds", "rr", "--lang", lang, home=tmp_path).stdout


def test_the_heading_says_what_was_asked(tmp_path: Path) -> None:
    asked = ("rg", "kk", "--tokens", "rk", "--circle", "y", "--mantra", "2", "--reroll", "--lang", "de")
    head = " ".join(spuk("odds", *asked, home=tmp_path).stdout.split())
    assert head.startswith(
        "3 Tao-Würfel · Liebling der Götter · Marker: RS · Gebetskreis: Y · Schriftrolle auf Geist 2 Ziel"
    )
    more = ("r", "--immune", "1", "--no-white", "--locked", "--lang", "en")
    head = spuk("odds", *more, home=tmp_path).stdout.splitlines()[0]
    assert head == "3 Tao dice · ghost 1 is immune to dice · white is not wild · tokens locked"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_may_be_typed_as_the_language_shows_them(tmp_path: Path, lang: str) -> None:
    shown = {letter: say(lang, f"ui.letter.{color}") for letter, color in LETTERS.items()}
    for letter, own in shown.items():
        canonical = ("--tokens", f"{letter}k", "--circle", letter, "--json")
        typed = ("--tokens", f"{own}K", "--circle", own.lower(), "--json", "--lang", lang)
        answer = spuk("odds", f"{own}k", *typed, home=tmp_path)
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout == spuk("odds", f"{letter}k", *canonical, home=tmp_path).stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_letters_of_the_notation_mean_the_same_in_every_language(tmp_path: Path, lang: str) -> None:
    data = json.loads(spuk("odds", "rgbyk", "--json", "--lang", lang, home=tmp_path).stdout)
    assert data["targets"][0]["resistance"] == "rgbyk"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "exactly one of"),
        (["rr", "--position", "turn=N"], "exactly one of"),
        (["rx"], "not a list of colour letters"),
        (["rrrrrrrrr"], "a resistance of 1…8 letters"),
        (["r", "r", "r"], "one or two ghosts"),
        (["99"], "1 to 65"),
        (["r", "--dice", "9"], "dice=9: must be a number from 0 to 4"),
        (["r", "--tokens", "w"], "Use Y (yellow)"),
        (["r", "--mantra", "2"], "mantra=2: must be a number from 0 to 1"),
        (["r", "--at", "3"], "--at needs a game record"),
        (["--position", "turn=N", "--tokens", "r"], "only work with ghosts"),
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


def test_a_position_says_what_helps_and_what_hinders(tmp_path: Path) -> None:
    line = "en normal 4p N=green/favorite/tao:rr/@1 E=red/@1/tao:k S=blue/@2 N1=38 W3=14 circle=r turn=N"
    first = spuk("odds", "--position", line, home=tmp_path).stdout.split("goal")[0]
    assert " ".join(first.split()) == (
        "Cemetery (here) · 3 Tao dice · The Gods’ Favorite · tokens: RRK · Circle of Prayer: R"
    )
    locked = spuk("odds", "--position", f"{line} E2=50", home=tmp_path).stdout.split("goal")[0]
    assert say("en", "ui.odds.locked") in " ".join(locked.split())
