"""The game behind the screen: chance, companions, taking back, saving."""

from __future__ import annotations

from pathlib import Path

import pytest

import spuk
from spuk.terminal.saves import newest_first
from spuk.terminal.session import BrokenSave, Session, latest, mute
from spuk.terminal.tables import table_of

GAME = "ghost-stories"
TELLER = table_of(GAME).teller


def new(folder: Path, seats: tuple[str, ...] = ("human", "random"), seed: int = 7) -> Session:
    return Session.new(GAME, {"players": len(seats)}, seats, seed, folder / "game.json", TELLER("en"))


def to_decision(session: Session) -> None:
    while not session.waiting:
        session.go_on()


def play(session: Session, decisions: int) -> None:
    """Somebody who always takes the middle one."""
    for _ in range(decisions):
        to_decision(session)
        if session.over:
            return
        legal = session.state.legal()
        session.decide(legal[len(legal) // 2])
    to_decision(session)


def test_the_same_choice_after_taking_back_gives_the_same_dice_and_cards(tmp_path: Path) -> None:
    session = new(tmp_path)
    play(session, 12)
    before = list(session.record.actions)
    log = list(session.log)
    text = session.state.text()
    taken = session.undo()
    assert taken is not None
    assert len(session.record.actions) < len(before)
    session.decide(taken)
    to_decision(session)
    assert session.record.actions == before
    assert session.state.text() == text
    assert session.log == log


def test_one_can_go_back_to_the_first_decision_but_not_further(tmp_path: Path) -> None:
    session = new(tmp_path)
    to_decision(session)
    first = session.state.text()
    play(session, 5)
    while session.undo() is not None:
        pass
    assert session.state.text() == first
    assert session.undo() is None


def test_a_saved_game_goes_on_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    one, two = new(tmp_path / "one"), new(tmp_path / "two")
    for _ in range(15):
        play(one, 1)
        play(two, 1)
        two = Session.load(two.path, lambda game: TELLER("en"))
        to_decision(two)
    assert two.record == one.record
    assert two.state.text() == one.state.text()


def test_the_file_holds_every_decision_at_once(tmp_path: Path) -> None:
    session = new(tmp_path)
    to_decision(session)
    session.decide(session.state.legal()[0])
    assert spuk.Record.from_json(session.path.read_text()).actions == session.record.actions
    assert list(tmp_path.iterdir()) == [session.path]


def test_a_saved_game_is_a_record_that_replays(tmp_path: Path) -> None:
    session = new(tmp_path, ("random", "random", "random"))
    to_decision(session)
    assert session.over
    session.save()
    record = spuk.Record.from_json(session.path.read_text())
    assert record.replay().text() == session.state.text()
    assert record.players == ["random"] * 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[]",
        lambda text: text.replace('"actions": [', '"actions": [9999, '),
        lambda text: text.replace('"seed": 7', '"seed": "7"'),
        lambda text: text.replace('"players": ["human", "random"]', '"players": 5'),
        lambda text: text.replace('"players": 2', '"players": 3'),
        lambda text: "\udcff",
    ],
)
def test_a_damaged_save_is_refused_and_left_alone(tmp_path: Path, damage: object) -> None:
    session = new(tmp_path)
    play(session, 3)
    assert callable(damage)
    broken = str(damage(session.path.read_text())).encode("utf-8", "surrogateescape")
    session.path.write_bytes(broken)
    with pytest.raises(BrokenSave):
        Session.load(session.path, lambda game: mute)
    assert session.path.read_bytes() == broken


def test_a_bot_that_nobody_knows_is_missing_only_as_long_as_it_has_to_play(tmp_path: Path) -> None:
    session = new(tmp_path)
    play(session, 3)
    assert session.missing_bots() == []
    session.path.write_text(session.path.read_text().replace('"random"', '"nobody"'))
    assert Session.load(session.path, lambda game: mute).missing_bots() == ["nobody"]
    while not session.over:
        play(session, 1)
    session.path.write_text(session.path.read_text().replace('"random"', '"nobody"'))
    assert Session.load(session.path, lambda game: mute).missing_bots() == []


def test_the_latest_game_is_the_one_played_last_and_not_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPUK_HOME", str(tmp_path))
    assert latest() is None
    games = tmp_path / "games"
    open_game = new(games)
    open_game.path = games / "open.json"
    play(open_game, 1)
    done = Session.new(GAME, {"players": 1}, ["random"], 3, games / "done.json", mute)
    to_decision(done)
    done.save()
    assert next(newest_first()) == done.path
    assert latest() == open_game.path


def test_news_is_what_has_happened_since_the_last_decision_of_a_person(tmp_path: Path) -> None:
    session = new(tmp_path)
    play(session, 6)
    number = len(session.record.actions)
    assert session.news(None)
    session.decide(session.state.legal()[0])
    since = [entry.seen[None] for entry in session.log if entry.number > number]
    assert session.news(None) == since
    assert session.news(0) == since
