"""A game that the terminal has never heard of, with nothing but its engine."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.common.distribution import announce
from tests.terminal.players import LANGUAGES, ROOT, Start, saved_games
from tests.terminal.players import spuk as run_spuk
from tests.terminal.third_game import high_card

import spuk
from spuk.kernel.registry import unregister
from spuk.kernel.seeds import Random
from spuk.language.catalog import say
from spuk.language.words import words_of
from spuk.terminal.launch import Order, seats_of
from spuk.terminal.menu import Menu
from spuk.terminal.plain_table import PlainTable
from spuk.terminal.plain_view import ViewLines
from spuk.terminal.table import Scene
from spuk.terminal.tables import table_of

GAME = "high-card"


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """PYTHONPATH of a process in which High Card and its bot are installed."""
    site = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "tests" / "terminal" / "third_game" / "high_card.py", site)
    found = {"spuk.games": {GAME: "high_card:PACK"}, "spuk.bots": {"bold": "high_card:Bold"}}
    announce(site, GAME, found)
    return f"{ROOT / 'src'}:{site}"


@pytest.fixture
def table() -> Iterator[PlainTable]:
    """The table of High Card, registered in this process."""
    spuk.register(high_card.PACK)
    found = table_of(GAME)
    assert type(found) is PlainTable
    yield found
    unregister(GAME)


def numbers(seed: int, lines: int = 60) -> str:
    choose = random.Random(seed)
    return "".join(f"{choose.randint(1, 2)}\n" for _ in range(lines))


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_plays_it_to_the_end_with_bots(tmp_path: Path, path: str, lang: str) -> None:
    arguments = (
        "--game",
        GAME,
        "--bots",
        "bold,random",
        "--option",
        "rounds=4",
        "--lang",
        lang,
        "--seed",
        "5",
    )
    run = run_spuk("play", *arguments, home=tmp_path, typed=numbers(1), env={"PYTHONPATH": path})
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    record = spuk.Record.from_json(saved_games(tmp_path)[0].read_text())
    assert record.players == ["human", "bold", "random"]
    assert say(lang, "ui.words.turn", who=say(lang, "ui.words.player", n=1)) in run.stdout
    assert "All rounds played (HC-1)" in run.stdout
    assert "\x1b" not in run.stdout
    assert max(len(line) for line in run.stdout.splitlines() if "›" not in line and "/" not in line) <= 80


@pytest.mark.usefixtures("table")
def test_it_is_saved_resumed_and_replayed(tmp_path: Path, path: str) -> None:
    env = {"PYTHONPATH": path}
    new = ("--game", GAME, "--seats", "random,human", "--option", "rounds=9", "--seed", "1")
    run_spuk("play", *new, home=tmp_path, typed="1\n2\n", env=env)
    (file,) = saved_games(tmp_path)
    before = spuk.Record.from_json(file.read_text())
    assert before.players == ["random", "human"]
    run = run_spuk("play", "--resume", home=tmp_path, typed=numbers(2), env=env)
    assert run.returncode == 0, run.stderr
    assert "All rounds played (HC-1)" in run.stdout
    after = spuk.Record.from_json(file.read_text())
    assert after.actions[: len(before.actions)] == before.actions
    shown = run_spuk("replay", str(file), "--all", home=tmp_path, env=env)
    assert shown.returncode == 0, shown.stderr
    assert "Got card" in shown.stdout
    stepped = run_spuk("replay", str(file), home=tmp_path, typed="\nt\nb\ne\nq\n", env=env)
    assert stepped.returncode == 0, stepped.stderr
    assert f"{GAME.replace('-', ' ').capitalize()} · Rounds: 9 · Style: calm" in stepped.stdout


def test_as_few_bots_play_along_as_are_needed(table: PlainTable) -> None:
    assert seats_of(Order(), table) == ["human", "monk"]


def test_the_menu_asks_for_every_option_that_is_a_choice(start: Start, path: str) -> None:
    terminal = start("play", "--lang", "en", PYTHONPATH=path)
    terminal.until(say("en", "ui.what_now"))
    assert "High card" in terminal.shown
    terminal.type("3\n")
    terminal.until(say("en", "ui.choose_people"))
    terminal.type("2\n")
    terminal.until(say("en", "ui.choose_companions"))
    terminal.type("\n")
    terminal.until("Rounds (1–20)")
    terminal.type("2\n")
    terminal.until("Style")
    terminal.type("?\n")
    terminal.until("Draw a card")  # the help of a game without rules texts: what can be done
    terminal.type("2\n")
    terminal.until("Open")
    terminal.type("\n")
    terminal.until(say("en", "ui.look_away"))  # two people, hidden cards, one keyboard
    terminal.type("\n")
    terminal.until(say("en", "ui.choose"))
    assert "Rounds: 2 · Style: bold · 2 players" in terminal.shown
    terminal.type("q\n")
    terminal.until(say("en", "ui.quit"))
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("size=3", "size"),
        ("rounds=21", "rounds"),
        ("style", "style"),
    ],
)
def test_a_wrong_option_is_answered_with_what_is_allowed(
    tmp_path: Path, path: str, given: str, reason: str
) -> None:
    run = run_spuk("play", "--game", GAME, "--option", given, home=tmp_path, env={"PYTHONPATH": path})
    assert run.returncode == 2
    assert reason in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert saved_games(tmp_path) == []


def test_help_texts_list_the_games_and_bots_that_are_installed(tmp_path: Path, path: str) -> None:
    env = {"PYTHONPATH": path, "COLUMNS": "200"}
    play = run_spuk("play", "--help", home=tmp_path, env=env).stdout
    assert "ghost-stories, ghosts or high-card" in play
    assert "High card 2–4" in play
    assert "novice, monk, master or bold" in play
    assert "highest" in run_spuk("--help", home=tmp_path, env=env).stdout
    assert run_spuk("highest", home=tmp_path, env=env).stdout == "6\n"
    assert any(line.split() == ["bold", "plays"] for line in _bots(tmp_path, env))


def _bots(home: Path, env: dict[str, str]) -> list[str]:
    return run_spuk("bots", home=home, env=env).stdout.splitlines()


def test_commands_that_cannot_be_loaded_cost_nobody_the_others(tmp_path: Path) -> None:
    shutil.copy(str(high_card.__file__), tmp_path / "high_card.py")
    code = ["from dataclasses import replace", "import high_card"]
    code.append("PACK = replace(high_card.PACK, commands='nowhere:add')")
    (tmp_path / "broken.py").write_text("\n".join(code))
    announce(tmp_path, "broken", {"spuk.games": {GAME: "broken:PACK"}})
    run = run_spuk("odds", "rr", home=tmp_path, env={"PYTHONPATH": f"{ROOT / 'src'}:{tmp_path}"})
    assert run.returncode == 0
    assert "nowhere" in run.stderr
    assert "%" in run.stdout


# ── drawing ─────────────────────────────────────────────────────────────────────────────────


def _dealt(seed: int = 3) -> spuk.State:
    state = spuk.game(GAME).new(players=3)
    chance = Random(seed)
    while state.actor == spuk.CHANCE:
        state.apply(state.sample(chance))
    return state


@pytest.mark.parametrize("width", [24, 40, 80, 120])
def test_whatever_the_width_every_line_fits(table: PlainTable, width: int) -> None:
    scene = Scene(
        _dealt(), "de", width, seat=0, news=["etwas ist geschehen"], players=["human", "monk", "monk"]
    )
    lines = [*table.screen(scene), *table.question(scene), *table.guide({}, "de", width)]
    assert max(line.cell_len for line in lines) <= width


@pytest.mark.parametrize("room", [1, 2, 5, 8, 40])
def test_the_table_takes_no_more_room_than_there_is(table: PlainTable, room: int) -> None:
    scene = Scene(_dealt(), "en", 80, seat=0, room=room, news=["one", "two", "three"])
    assert len(table.screen(scene)) <= max(room, 2)


def test_a_hand_is_shown_to_nobody_else(table: PlainTable) -> None:
    state = _dealt()
    cards = [row["card"] for seat in range(3) for row in state.view(seat)["players"] if row["seat"] == seat]
    for seat in range(3):
        shown = "\n".join(line.plain for line in table.screen(Scene(state, "en", 80, seat)))
        rows = [line.split() for line in shown.splitlines() if "Player " in line]
        assert [row[-1] for row in rows] == [str(cards[n]) if n == seat else "–" for n in range(3)]


def test_any_view_can_be_read(table: PlainTable) -> None:
    scene = Scene(_dealt(), "en", 80, players=["human", "monk", "human"])
    view = {
        "seat": 1,
        "phase": "choose_a_card",
        "active": 2,
        "ready": True,
        "scores": [3, 12, 0],
        "dice": [1, 2],
        "best": None,
        "bank": {"coins": 3, "cards": ["a", "b"]},
    }
    shown = [line.plain for line in ViewLines(scene, words_of(GAME)).lines(view)]
    assert "Ready  yes" in shown
    assert "Dice   1, 2" in shown
    assert "Best   –" in shown
    assert "  Player 2 (bot)      12" in shown
    assert "Cards  a, b" in shown
    assert not any("Seat" in line or "Active" in line for line in shown)


def test_the_ending_names_the_winners_first(table: PlainTable) -> None:
    record = spuk.play(GAME, {"players": 4, "rounds": 7}, seed=2)
    state = record.replay()
    outcome = state.outcome()
    assert outcome is not None
    lines = [line.plain for line in table.ending(Scene(state, "en", 80))]
    starred = [line for line in lines if "★" in line]
    assert len(starred) == len(outcome.winners) < 4
    assert lines.index(starred[-1]) == lines.index(starred[0]) + len(starred) - 1
    assert table.ending(Scene(_dealt(), "en", 80)) == []


def test_the_help_is_the_rules_text_where_the_game_has_one(
    table: PlainTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "with_rules"
    (package / "rules").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules" / "en.md").write_text("# High Card\n\nThe *highest* card wins.\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    spuk.register(spuk.GamePack(high_card.HighCard(), package="with_rules"))
    for lang in LANGUAGES:  # English where there is no other
        shown = "\n".join(line.plain for line in PlainTable(GAME).guide({}, lang, 60))
        assert "The highest card wins." in shown
        assert "Draw a card" not in shown


def test_bots_named_beforehand_are_not_asked_for_again(
    table: PlainTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(file=StringIO(), width=80)
    monkeypatch.setattr("spuk.terminal.questions.read", lambda prompt: "")
    menu = Menu(console, "en", bots=["novice", "master"], tables={GAME: table})
    wish = table.wish(menu)
    assert list(wish.seats) == ["human", "novice", "master"]
    assert wish.options == {"rounds": 1, "style": "calm", "open": False}
