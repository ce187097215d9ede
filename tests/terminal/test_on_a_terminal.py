"""On a real (pseudo) terminal: the menu, a cleared screen, Ctrl-C and Ctrl-D."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.players import Start, Terminal, saved_games

import spuk as engine
from spuk.language.catalog import say
from spuk.terminal.bots import HUMAN
from spuk.terminal.session import Session, mute

CTRL_C, CTRL_D = "\x03", "\x04"


PROMPT = say("en", "ui.choose")


def _through_the_menu(terminal: Terminal) -> None:
    """Enter, wherever something is asked."""
    questions = ("language", "people", "companions", "level")
    for id in ("ui.choose_language", "ui.what_now", *[f"ui.choose_{name}" for name in questions[1:]]):
        terminal.until(say("en", id))
        terminal.until("] › ")
        terminal.type("\n")
    terminal.until(PROMPT)


def test_enter_alone_leads_through_the_menu_into_a_game(start: Start, tmp_path: Path) -> None:
    terminal = start("play")
    _through_the_menu(terminal)
    assert "\x1b[2J" in terminal.shown
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert (record.options["players"], record.options["level"]) == (1, "initiation")


def test_the_menu_offers_to_go_on_with_the_saved_game(start: Start, tmp_path: Path) -> None:
    first = start("play", "--players", "2")
    first.until(PROMPT)
    first.type("1\n")
    first.until(PROMPT)
    first.type("q\n")
    first.until(say("en", "ui.quit"))
    second = start("play")
    second.until("] › ")
    second.type("3\n")
    second.until(say("pl", "ui.what_now"))
    second.type("\n")
    second.until(say("pl", "ui.choose"))
    assert len(saved_games(tmp_path)) == 1


def test_wrong_answers_in_the_menu_are_asked_again(start: Start) -> None:
    terminal = start("play", "--lang", "de")
    terminal.until(say("de", "ui.what_now"))
    terminal.type("1\n")
    terminal.until(say("de", "ui.choose_people"))
    terminal.type("7\n")
    terminal.until(say("de", "ui.bad_choice", given="7", lowest=1, highest=4)[:20])
    terminal.type("2\n")
    terminal.until(say("de", "ui.choose_companions"))


def test_the_menu_asks_how_well_companions_play(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--lang", "de")
    questions = ("ui.what_now", "ui.choose_people", "ui.choose_companions", "ui.choose_strength")
    for id, answer in zip((*questions, "ui.choose_level"), ("1", "1", "2", "3", ""), strict=True):
        terminal.until(say("de", id))
        terminal.type(f"{answer}\n")
    terminal.until(say("de", "ui.choose"))
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.players == [HUMAN, "master", "master"]


def test_the_menu_does_not_ask_again_what_was_said(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--lang", "de", "--strength", "novice")
    questions = ("ui.what_now", "ui.choose_people", "ui.choose_companions", "ui.choose_level")
    for id, answer in zip(questions, ("1", "1", "1", ""), strict=True):
        terminal.until(say("de", id))
        terminal.type(f"{answer}\n")
    terminal.until(say("de", "ui.choose"))
    assert say("de", "ui.choose_strength") not in terminal.shown
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.players == [HUMAN, "novice"]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_ctrl_c_and_ctrl_d_save_and_say_how_to_go_on(start: Start, tmp_path: Path, key: str) -> None:
    terminal = start("play", "--players", "1", "--seed", "3")
    terminal.until(PROMPT)
    terminal.type(key)
    terminal.until("--resume")
    terminal.until(say("en", "ui.quit"))
    assert terminal.end() == 0
    assert saved_games(tmp_path)


def test_no_color_means_no_color(start: Start) -> None:
    terminal = start("play", "--players", "1", "--seed", "3", NO_COLOR="1")
    terminal.until(PROMPT)
    assert "38;" not in terminal.shown
    assert "48;" not in terminal.shown


def test_even_the_last_choice_of_a_lost_game_can_be_taken_back(start: Start, tmp_path: Path) -> None:
    session = Session.new("ghost-stories", {"players": 1}, [HUMAN], 1, tmp_path / "lost.json", mute)
    while not session.over:
        if session.waiting:
            session.decide(session.state.legal()[0])
        else:
            session.go_on()
    session.save()
    terminal = start("play", "--resume", str(session.path))
    terminal.until(say("en", "ui.after_the_end"))
    assert say("en", "ui.lost") in terminal.shown
    terminal.type("u\n")
    terminal.until(PROMPT)


def test_leaving_the_menu_is_no_error(start: Start, tmp_path: Path) -> None:
    terminal = start("play")
    terminal.until("] › ")
    terminal.type(CTRL_C)
    assert terminal.end() == 0
    assert "Traceback" not in terminal.shown
    assert saved_games(tmp_path) == []
