"""Pig in the terminal, with nothing but its own files: played, saved, resumed, replayed, looked up."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.terminal.players import saved_games
from tests.terminal.players import spuk as run_spuk
from tests.third_party.installed import python_path

import spuk

WORDS = {
    "en": ("Pig", "Roll again", "Hold", "This turn"),
    "de": ("Böse Eins", "Weiterwürfeln", "Sichern", "In diesem Zug"),
    "pl": ("Świnia", "Rzuć jeszcze raz", "Zatrzymaj punkty", "W tej turze"),
}
HOLD = "2\n"
SHORT = ("--game", "pig", "--players", "2", "--option", "target=20", "--seed", "3")


@pytest.fixture
def terminal(site: Path, tmp_path: Path, pig: spuk.Game) -> Terminal:
    return Terminal(site, tmp_path)


class Terminal:
    """Somebody who types."""

    def __init__(self, site: Path, home: Path) -> None:
        self.site, self.home = site, home

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        env = {"PYTHONPATH": python_path(self.site)}
        return run_spuk(*arguments, home=self.home, typed=typed, env=env)

    def records(self) -> list[spuk.Record]:
        return [spuk.Record.from_json(file.read_text("utf-8")) for file in saved_games(self.home)]


@pytest.mark.parametrize("lang", WORDS)
def test_two_people_play_to_the_end(terminal: Terminal, lang: str) -> None:
    run = terminal.run("play", *SHORT, "--lang", lang, typed=HOLD * 60)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    for word in (*WORDS[lang], "PIG-3.1"):
        assert word in run.stdout
    (record,) = terminal.records()
    assert record.options == {"players": 2, "target": 20}
    outcome = record.replay().outcome()
    assert outcome is not None
    assert str(outcome.score) in run.stdout
    assert "\x1b" not in run.stdout


def test_every_player_is_shown_the_scores_and_the_turn_under_way(terminal: Terminal) -> None:
    run = terminal.run("play", *SHORT, typed=HOLD)
    (record,) = terminal.records()
    view = record.replay().view(None)
    assert max(view["scores"]) > 0
    for number in (*view["scores"], view["total"]):
        assert str(number) in run.stdout


def test_one_person_plays_with_bots_of_every_kind(terminal: Terminal) -> None:
    seats = ("--seats", "human,monk,coward,novice")
    run = terminal.run("play", "--game", "pig", *seats, "--option", "target=20", typed=HOLD * 60)
    assert run.returncode == 0, run.stderr
    (record,) = terminal.records()
    assert record.players == ["human", "monk", "coward", "novice"]
    assert record.replay().actor == spuk.OVER


def test_a_bot_is_named_by_its_class(terminal: Terminal) -> None:
    seats = ("--seats", "human,spuk_pig.bot:Coward")
    run = terminal.run("play", "--game", "pig", *seats, "--option", "target=20", typed=HOLD * 60)
    assert run.returncode == 0, run.stderr
    (record,) = terminal.records()
    assert record.replay().actor == spuk.OVER


def test_a_game_is_saved_and_resumed(terminal: Terminal) -> None:
    begun = terminal.run("play", *SHORT, typed=HOLD)
    assert begun.returncode == 0, begun.stderr
    (half,) = terminal.records()
    assert half.replay().actor != spuk.OVER
    resumed = terminal.run("play", "--game", "pig", "--resume", typed=HOLD * 60)
    assert resumed.returncode == 0, resumed.stderr
    (whole,) = terminal.records()
    assert whole.actions[: len(half.actions)] == half.actions
    assert whole.replay().actor == spuk.OVER


@pytest.mark.parametrize("lang", WORDS)
def test_a_record_is_replayed(terminal: Terminal, lang: str) -> None:
    file = terminal.home / "pig.json"
    file.write_text(spuk.play("pig", {"target": 20}, ["monk", "coward"], seed=2).to_json(), "utf-8")
    run = terminal.run("replay", str(file), "--lang", lang, "--all")
    assert run.returncode == 0, run.stderr
    assert WORDS[lang][0] in run.stdout
    assert WORDS[lang][3] in run.stdout
    assert "PIG-3.1" in run.stdout


def test_a_record_is_analysed(terminal: Terminal) -> None:
    file = terminal.home / "pig.json"
    file.write_text(spuk.play("pig", {"target": 20}, ["monk", "novice"], seed=2).to_json(), "utf-8")
    run = terminal.run("analyse", str(file), "--playouts", "20", "--processes", "1")
    assert run.returncode == 0, run.stderr
    assert "Roll again" in run.stdout
    assert "%" in run.stdout


@pytest.mark.parametrize("lang", WORDS)
def test_its_rules_are_looked_up_by_number(terminal: Terminal, lang: str) -> None:
    run = terminal.run("rules", "PIG-2.3", "--lang", lang)
    assert run.returncode == 0, run.stderr
    assert "PIG-2.3" in run.stdout
    assert "14" in run.stdout, "the example"


def test_a_wrong_option_is_refused_in_one_line_that_names_the_allowed_ones(terminal: Terminal) -> None:
    for wrong, allowed in (("target=30", "100, 50, 20"), ("level=hell", "players, target")):
        run = terminal.run("play", "--game", "pig", "--option", wrong)
        assert run.returncode == 2
        assert allowed in run.stderr
        assert "Traceback" not in run.stderr
