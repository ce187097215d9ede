"""Ghosts as people play it: hidden hands at one keyboard, taking back, saving, whole games."""

from __future__ import annotations

import io
import json
import random
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.console import Console
from tests.terminal.players import (
    LANGUAGES,
    Start,
    command,
    environment,
    saved_games,
    spuk,
)

import spuk as engine
from spuk.games.ghosts.words import card_name, player_name
from spuk.kernel.undo import ACTED, NOTHING, SHOWN
from spuk.language.catalog import say
from spuk.terminal import app as app_module
from spuk.terminal.app import App
from spuk.terminal.bots import HUMAN
from spuk.terminal.session import Session
from spuk.terminal.tables import table_of

TABLE = table_of("ghosts")
GAME = engine.game("ghosts")
WIPE = "\x1b[H\x1b[2J\x1b[3J"
PASSED_ON = say("en", "ui.press_enter")


def numbers(seed: int, lines: int = 3000) -> str:
    """Somebody who types small numbers; too large ones are simply asked again."""
    choose = random.Random(seed)
    return "".join(f"{choose.randint(1, 4)}\n" for _ in range(lines))


# ── whole games ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (3, "de"), (4, "pl"), (5, "en"), (6, "de")])
def test_a_whole_game_is_played_to_its_end(tmp_path: Path, players: int, lang: str) -> None:
    edition = "amigo2022" if players % 2 else "original"
    rounds = 3 + (players == 2)
    run = spuk(
        *("play", "--game", "ghosts", "--players", str(players), "--lang", lang, "--seed", "3"),
        *("--edition", edition, "--rounds", str(rounds)),
        home=tmp_path,
        typed=numbers(players),
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert "(GH-4.3)" in run.stdout
    for number in range(1, rounds):
        assert say(lang, "ui.ghosts.round_over", n=number, total=rounds) in run.stdout
    assert "\x1b" not in run.stdout
    longest = max(run.stdout.splitlines(), key=_length)
    assert _length(longest) <= 80, longest
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.options == {"players": players, "edition": edition, "rounds": rounds}
    outcome = record.replay().outcome()
    assert outcome is not None
    for winner in outcome.winners:
        assert f"★ {player_name(winner, lang)}" in run.stdout


def _length(line: str) -> int:
    """Columns of a line; prompts and paths, which people's terminals break, do not count."""
    prompts = [say(lang, id) for lang in LANGUAGES for id in ("ui.press_enter", "ui.choose")]
    return 0 if "/" in line or line.startswith(tuple(prompts)) else len(line)


def test_one_person_plays_with_companions_and_nothing_is_handed_over(tmp_path: Path) -> None:
    run = spuk("play", "--game", "ghosts", "--seed", "1", home=tmp_path, typed=numbers(1))
    assert run.returncode == 0, run.stderr
    assert engine.Record.from_json(saved_games(tmp_path)[0].read_text()).players == [HUMAN] + ["monk"] * 3
    assert say("en", "ui.look_away") not in run.stdout
    assert "(GH-4.3)" in run.stdout
    spuk("play", "--game", "ghosts", "--companions", "1", home=tmp_path)
    assert engine.Record.from_json(saved_games(tmp_path)[-1].read_text()).players == [HUMAN, "monk"]
    spuk("play", "--game", "ghosts", "--seats", "random,human,random", home=tmp_path)
    assert engine.Record.from_json(saved_games(tmp_path)[-1].read_text()).players[1] == HUMAN


def test_companions_alone_play_a_game_to_watch(tmp_path: Path) -> None:
    run = spuk("play", "--game", "ghosts", "--seats", "random,random", "--seed", "4", home=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "(GH-4.3)" in run.stdout
    assert "Your hand" not in run.stdout


def test_a_companion_is_given_only_what_its_seat_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path, ["random"] * 3, seed=5)
    given: list[tuple[engine.State, engine.State]] = []

    class Spy:
        def choose(self, state: engine.State) -> int:
            given.append((session.state.clone(), state))
            return state.legal()[0]

    monkeypatch.setattr(engine, "bot", lambda name, seed: Spy())
    while not session.over:
        session.go_on()
    assert len(given) > 20
    for real, imagined in given:
        seat = int(real.actor)
        assert imagined.view(seat) == real.view(seat)
    # The others' hands are dealt anew: as good as never what they really are.
    assert sum(real.text() == imagined.text() for real, imagined in given) < len(given) / 4


# ── hidden hands at one keyboard ────────────────────────────────────────────────────────────


class Screen(NamedTuple):
    """What was printed before something was asked, and the position then."""

    text: str
    prompt: str
    state: engine.State


class Keyboard:
    """Types what it is told to, and keeps every screen."""

    def __init__(self, typed: Iterator[str], session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = io.StringIO()
        self.screens: list[Screen] = []
        self.typed, self.session = typed, session
        monkeypatch.setattr(app_module, "read", self.read)
        self.app = App(session, "en", Console(file=self.file, width=80, height=50), tty=False)

    def read(self, prompt: str) -> str:
        self.screens.append(Screen(self.file.getvalue(), prompt, self.session.state.clone()))
        self.file.seek(0)
        self.file.truncate()
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None


def table(tmp_path: Path, seats: list[str], seed: int = 7, **options: Any) -> Session:
    options = {"players": len(seats), **options}
    return Session.new("ghosts", options, seats, seed, tmp_path / "game.json", TABLE.teller("en"))


def small_numbers(seed: int, commands: str = "") -> Iterator[str]:
    choose = random.Random(seed)
    while True:
        yield str(choose.randint(1, 4)) if choose.random() < 0.8 or not commands else choose.choice(commands)


NAME = re.compile("|".join(re.escape(card_name(kind, "en")) for kind in range(18)))
SIGN = re.compile("[MFSVWP][123]|▒▒")


def cards_of(state: engine.State, seat: int) -> list[dict[str, Any]]:
    hand: list[dict[str, Any]] = state.view(seat)["players"][seat]["hand"]
    return hand


def check_screen(screen: Screen, reader: int | None) -> None:
    """Every card on the screen is in the reader's hand, or lies or lay in the middle for all to see."""
    hand = cards_of(screen.state, reader) if reader is not None else []
    own = {card_name(card["card"], "en") for card in hand}
    signs = {_sign(card) for card in (*hand, *screen.state.view(None)["trick"])}
    for line in screen.text.splitlines():
        if re.match(r"· Player \d (plays|opens)", line) or line.startswith("Taken back:"):
            continue
        if drawn := re.match(r"· Player (\d) draws:", line):
            assert int(drawn[1]) - 1 == reader, line
            continue
        assert set(NAME.findall(line)) <= own, line
        if "P1" not in line:  # the legend of the help has letters only
            assert set(SIGN.findall(line)) <= signs | {"▒▒"}, line
    for other in range(screen.state.seats()):
        if other != reader:
            assert f"Your hand, {player_name(other, 'en')}" not in screen.text


def _sign(card: dict[str, Any]) -> str:
    return "▒▒" if card["family"] is None else str(card["card"]).upper()


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_screen_never_shows_a_card_that_its_reader_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    session = table(tmp_path, [HUMAN] * players, seed=players)
    keyboard = Keyboard(small_numbers(players, "u?lsx"), session, monkeypatch)
    keyboard.app.run()
    assert session.over
    at_keyboard: int | None = None
    hand_overs = 0
    for screen in keyboard.screens:
        seat = int(screen.state.actor)
        if PASSED_ON in screen.prompt:
            check_screen(screen, None)
            assert say("en", "ui.look_away") in screen.text
            assert say("en", "ui.hand_over", player=player_name(seat, "en")) in screen.text
            at_keyboard = seat
            hand_overs += 1
        else:
            assert seat == at_keyboard, "a hand was shown before the keyboard was handed over"
            check_screen(screen, seat)
    assert hand_overs > 10 * players
    assert "Your hand" not in keyboard.file.getvalue()  # the last screen is everybody's


def test_after_the_screen_of_a_round_the_keyboard_is_handed_over_even_to_the_same_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_again = 0
    for seed in range(12):
        session = table(tmp_path, [HUMAN, HUMAN], seed=seed)
        keyboard = Keyboard(small_numbers(seed), session, monkeypatch)
        keyboard.app.run()
        for before, screen in zip(keyboard.screens, keyboard.screens[1:], strict=False):
            if re.search(r"Round \d of 3 is over", screen.text):
                assert PASSED_ON in screen.prompt
                same_again += before.state.actor == screen.state.actor
        if same_again:
            return
    raise AssertionError("nobody ended a round and began the next")


def test_the_hand_that_is_shown_is_the_own_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(tmp_path, [HUMAN, "random", HUMAN], seed=2)
    keyboard = Keyboard(small_numbers(2), session, monkeypatch)
    keyboard.app.run()
    shown = 0
    for screen in keyboard.screens:
        _, found, rest = screen.text.partition("Your hand, ")
        if found:
            shown += 1
            signs = SIGN.findall(rest.splitlines()[1])
            assert signs == [_sign(card) for card in cards_of(screen.state, int(screen.state.actor))]
    assert shown > 20


def test_with_one_person_there_is_no_hand_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(tmp_path, ["random", HUMAN, "random"], seed=2)
    keyboard = Keyboard(small_numbers(2, "ul"), session, monkeypatch)
    keyboard.app.run()
    assert session.over
    for screen in keyboard.screens:
        assert PASSED_ON not in screen.prompt
        check_screen(screen, 1)


def test_the_same_person_twice_in_a_row_keeps_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path, [HUMAN, HUMAN], seed=2)
    keyboard = Keyboard(iter([""]), session, monkeypatch)
    keyboard.app.run()
    _play_until(session, lambda: GAME.action("take") in session.state.legal())
    seat = session.state.actor
    session.decide(GAME.action("take"))
    assert session.state.actor == seat
    keyboard.app.asked = int(seat)
    keyboard.screens.clear()
    keyboard.app.run()
    assert PASSED_ON not in keyboard.screens[0].prompt


def _play_until(session: Session, wanted: Callable[[], bool]) -> None:
    """Chance, companions and the first choice of people, up to a person's decision of this kind."""
    while not (session.waiting and wanted()):
        assert not session.over, "this never came"
        if session.waiting:
            session.decide(session.state.legal()[-1])
        else:
            session.go_on()


# ── on a terminal ───────────────────────────────────────────────────────────────────────────


def after_wipe(shown: str) -> str:
    return shown.rpartition(WIPE)[2]


def plain(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_the_screen_and_what_scrolled_away_are_cleared_at_each_hand_over(start: Start) -> None:
    terminal = start("play", "--game", "ghosts", "--players", "2", "--seed", "3")
    terminal.until(PASSED_ON)
    for _ in range(8):
        assert WIPE in terminal.shown
        screen = plain(after_wipe(terminal.shown))
        assert "Your hand" not in screen
        assert not NAME.search(screen)
        who = re.search(r"Next: (Player \d)", screen)
        assert who
        terminal.type("\n")
        terminal.until("Choose a number ›")
        assert WIPE in terminal.shown
        assert f"Your hand, {who[1]}" in plain(after_wipe(terminal.shown))
        terminal.type("1\n")
        terminal.until(PASSED_ON)
    terminal.type("q\n")
    terminal.until(say("en", "ui.quit"))
    assert "Your hand" not in plain(after_wipe(terminal.shown))
    assert terminal.end() == 0


def test_leaving_does_not_leave_a_hand_on_the_screen(start: Start) -> None:
    terminal = start("play", "--game", "ghosts", "--players", "2", "--seed", "3")
    terminal.until(PASSED_ON)
    terminal.type("\n")
    terminal.until("Choose a number ›")
    terminal.type("q\n")
    terminal.until(say("en", "ui.quit"))
    assert WIPE in terminal.shown
    assert "Your hand" not in plain(after_wipe(terminal.shown))


def test_one_person_alone_may_scroll_back(start: Start) -> None:
    terminal = start("play", "--game", "ghosts", "--companions", "2", "--seed", "3")
    terminal.until("Choose a number ›")
    assert "\x1b[3J" not in terminal.shown


def test_the_menu_leads_to_a_table_of_ghosts(start: Start, tmp_path: Path) -> None:
    terminal = start("play")
    terminal.until(say("en", "ui.choose_language"))
    terminal.type("2\n")
    terminal.until(say("de", "ui.what_now"))
    terminal.until("] › ")
    terminal.type("?\n")
    terminal.until(say("de", "ui.ghosts.subtitle"))
    terminal.type("2\n")
    seats = ("ui.choose_people", "ui.choose_companions", "ui.choose_strength")
    for id in (*seats, "ui.ghosts.choose_rounds", "ui.choose_edition"):
        terminal.until(say("de", id))
        terminal.until("] › ")
        terminal.type("\n")
    terminal.until(say("de", "ui.choose"))
    record = engine.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert (record.game, record.options) == ("ghosts", {"players": 4, "rounds": 3, "edition": "original"})
    assert record.players == [HUMAN, "monk", "monk", "monk"]
    terminal.type("q\n")
    terminal.until(say("de", "ui.quit"))
    second = start("play", "--lang", "pl")
    second.until(say("pl", "ui.what_now"))
    second.until("(Ghosts, ")
    second.type("\n")
    second.until(say("pl", "ui.choose"))
    assert "Gracz 1" in plain(second.shown)


def test_a_game_named_on_the_command_line_is_not_asked_for(start: Start) -> None:
    terminal = start("play", "--game", "ghosts", "--lang", "pl")
    terminal.until(say("pl", "ui.choose_people"))
    assert say("pl", "ui.what_now") not in terminal.shown


def test_the_end_of_a_round_waits_to_be_read(start: Start, tmp_path: Path) -> None:
    tables = (table(tmp_path, [HUMAN] * 2, seed) for seed in range(99))
    session = next(filter(_at_the_end_of_a_round, tables))
    session.save()
    terminal = start("play", "--resume", str(session.path))
    terminal.until(PASSED_ON)
    terminal.type("\n")
    terminal.until("Choose a number ›")
    terminal.type("1\n")
    terminal.until(say("en", "ui.ghosts.round_over", n=session.state.view(None)["round"], total=3))
    terminal.until(PASSED_ON)
    terminal.type("\n")
    terminal.until(say("en", "ui.look_away"))


def _at_the_end_of_a_round(session: Session) -> bool:
    """Play on until somebody is the last who may give fear back, before another round; or in vain."""
    while not session.over:
        if not session.waiting:
            session.go_on()
            continue
        after = session.state.clone()
        after.apply(after.legal()[0])
        if session.state.view(None)["phase"] == "giveback" and after.actor == engine.CHANCE:
            return True
        session.decide(session.state.legal()[-1])
    return False


# ── bad input, taking back ──────────────────────────────────────────────────────────────────


def test_bad_input_gets_one_clear_line_and_is_asked_again(tmp_path: Path) -> None:
    bad = ["", "0", "99", "-1", "x", "1.5", "²", "9" * 5000, "?5", "?N", "\x1b[A", "[bold]", "{n}", "m3"]
    run = spuk("play", "--game", "ghosts", "--seed", "5", home=tmp_path, typed="\n".join(bad) + "\n")
    assert run.returncode == 0, run.stderr
    assert run.stdout.count(say("en", "ui.choose") + " ›") == len(bad) + 1
    complaint = say("en", "ui.bad_choice", given="\0", lowest=1, highest="").partition("\0")[2][:10]
    assert run.stdout.count(complaint) == len(bad)
    assert "\x1b" not in run.stdout


def test_commands_show_help_and_log(tmp_path: Path) -> None:
    run = spuk("play", "--game", "ghosts", "--seed", "5", home=tmp_path, typed="?\nl\ns\nq\n")
    for id in ("ui.help.title", "ui.help.turn", "ui.log", "ui.quit"):
        assert say("en", id) in run.stdout
    assert "Saved games contain every hand" in run.stdout


def test_a_choice_after_which_nothing_new_is_known_can_be_undone(tmp_path: Path) -> None:
    session = table(tmp_path, [HUMAN, "random", "random"], seed=4)
    take = GAME.action("take")
    _play_until(session, lambda: take in session.state.legal() and _stays(session, take))
    before = session.state.text()
    session.decide(take)
    assert session.no_undo() is None
    assert session.undo() == take
    assert session.state.text() == before


def _stays(session: Session, action: int) -> bool:
    """After this action it is still the same person's turn."""
    after = session.state.clone()
    after.apply(action)
    return after.actor == session.state.actor


def test_nothing_is_undone_after_a_card_was_drawn(tmp_path: Path) -> None:
    session = table(tmp_path, [HUMAN, "random"], seed=4)
    _play_until(session, lambda: session.state.view(0)["phase"] == "play")
    assert session.no_undo() == NOTHING
    session.decide(next(a for a in session.state.legal() if a < 18))
    session.go_on()  # the draw
    assert session.state.actor == 1
    assert session.no_undo() == SHOWN
    assert session.undo() is None


def test_nothing_is_undone_after_a_bot_has_played(tmp_path: Path) -> None:
    """With an empty draw pile no card is drawn, but the bot's card would be known."""
    session = table(tmp_path, [HUMAN, "random"], seed=4)
    _play_until(session, lambda: session.state.view(None)["pile"] == 0)
    session.decide(session.state.legal()[-1])
    assert session.state.actor == 1
    assert session.no_undo() is None
    session.go_on()  # the bot
    before = session.state.text()
    assert session.no_undo() == ACTED
    assert session.undo() is None
    assert session.state.text() == before


def test_people_at_one_keyboard_undo_what_nobody_has_answered_yet(tmp_path: Path) -> None:
    session = table(tmp_path, [HUMAN, HUMAN], seed=4)
    _play_until(session, lambda: session.state.view(None)["pile"] == 0)
    first, before = session.state.actor, session.state.text()
    session.decide(session.state.legal()[-1])
    assert session.state.actor != first
    assert session.undo() is not None
    assert session.state.text() == before
    session.decide(session.state.legal()[-1])
    session.decide(session.state.legal()[0])  # the other one answers, and undoes that
    assert session.undo() is not None
    # The first one has seen the answer all the same.
    assert session.no_undo() == ACTED


def test_a_refused_undo_says_why(tmp_path: Path) -> None:
    run = spuk("play", "--game", "ghosts", "--seed", "5", home=tmp_path, typed="u\n1\nu\nq\n")
    assert say("en", "ui.no_undo.nothing") in run.stdout
    assert say("en", "ui.no_undo.acted") in run.stdout
    one = json.loads(saved_games(tmp_path)[0].read_text())["actions"]
    assert sum(action < 26 for action in one) > 0


# ── saving ──────────────────────────────────────────────────────────────────────────────────


def _decisions(home: Path) -> int:
    """How many decisions of the person in the first seat the saved game holds."""
    if not saved_games(home):
        return 0
    record = engine.Record.from_json(saved_games(home)[0].read_text())
    actors = [state.actor for state in record.states()]
    return sum(actor == 0 for actor in actors[: len(record.actions)])


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    order = ("play", "--game", "ghosts", "--seats", "human,random,random", "--seed", "4")
    process = subprocess.Popen(
        command(*order),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment(killed),
    )
    assert process.stdin is not None
    process.stdin.write("1\n" * 4)
    process.stdin.flush()
    end = time.monotonic() + 30
    while _decisions(killed) < 4:
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdin.close()
    rest = spuk("play", "--resume", home=killed, typed="1\n" * 5)
    assert rest.returncode == 0, rest.stderr
    spuk(*order, home=whole, typed="1\n" * 9)
    one, two = (json.loads(saved_games(home)[0].read_text())["actions"] for home in (killed, whole))
    assert one == two


def test_each_game_can_be_resumed_by_its_name(tmp_path: Path) -> None:
    spuk("play", "--game", "ghosts", "--seed", "5", home=tmp_path, typed="1\nq\n")
    spuk("play", "--seed", "5", home=tmp_path, typed="1\nq\n")
    latest = spuk("play", "--resume", home=tmp_path, typed="q\n")
    assert say("en", "ui.stories.title") in latest.stdout
    ghosts = spuk("play", "--resume", "--game", "ghosts", home=tmp_path, typed="q\n")
    assert say("en", "ui.ghosts.title") in ghosts.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_record_can_be_stepped_through(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(engine.play("ghosts", {"players": 3}, seed=3).to_json())
    run = spuk("replay", str(path), "--lang", lang, home=tmp_path, typed="\n\nt\nb\n5\ne\nq\n")
    assert run.returncode == 0, run.stderr
    assert "(GH-4.3)" in run.stdout
    assert say(lang, "ui.ghosts.round", n=2, total=3) in run.stdout


def test_a_game_under_way_is_replayed_without_any_hand(tmp_path: Path) -> None:
    session = table(tmp_path, [HUMAN, "random"], seed=4)
    _play_until(session, lambda: len(session.record.actions) > 30)
    session.save()
    run = spuk("replay", str(session.path), home=tmp_path, typed="\n" * 20 + "q\n")
    assert run.returncode == 0, run.stderr
    assert "Your hand" not in run.stdout
    assert "draws:" not in run.stdout
