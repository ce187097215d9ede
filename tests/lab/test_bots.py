"""Bots of one's own: in runs, in reports on them, as judges and in `spuk.play`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.lab.runs import lines, simulate, spuk, table

import spuk as engine
from spuk.bots.registry import unregister_bot
from spuk.lab import bots, log, run
from spuk.lab.errors import Refused
from spuk.lab.log import LineParser
from spuk.lab.order import Order, read_order
from spuk.lab.report import write as report
from spuk.lab.rows import Failure, play_job
from spuk.language.languages import LANGUAGES

MODULE = '''
import random

from pathlib import Path

Path(__file__).with_name("imported").touch()


class Last:
    """Takes the last legal action."""

    def choose(self, state):
        return state.legal()[-1]


class Thinker:
    """Takes a budget, and notes it."""

    def __init__(self, seed=0, seconds=None, playouts=None):
        Path(__file__).with_name("budget").write_text(f"{seconds} {playouts}")

    def choose(self, state):
        return state.legal()[0]


class Raises:
    """Fails in its 40th decision or so, unless somebody has mended it."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, state):
        if self.random.random() < 0.005 and not Path(__file__).with_name("mended").exists():
            raise LookupError("nothing found")
        return state.legal()[0]


class Cheats:
    """Changes what it is given, and answers nonsense."""

    def choose(self, state):
        state.apply(state.legal()[0])
        return 4000


class Leaves:
    """Wants to end everything."""

    def choose(self, state):
        raise SystemExit(3)


class Judge:
    """Has an opinion."""

    def choose(self, state):
        return state.legal()[0]

    def advise(self, state, also=None):
        from spuk import Advice

        return [Advice(action, 0.5, 0) for action in state.legal()]


class Silent(Judge):
    """Has none."""

    def advise(self, state, also=None):
        return []


def first(state):
    """A function is a bot, too."""
    return state.legal()[0]


def made(seed):
    """A function may also make one."""
    return Last()


number = 5
'''
TWO = ("--game", "ghosts", "--players", "2", "--workers", "2", "--lang", "en")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with somebody's bots; commands are run there."""
    place = tmp_path / "place"
    place.mkdir()
    (place / "own_bots.py").write_text(MODULE, encoding="utf-8")
    return place


@pytest.fixture
def forget() -> Iterator[None]:
    """Whatever a test makes known is forgotten."""
    before = engine.bots()
    yield
    for name in set(engine.bots()) - set(before):
        unregister_bot(name)


# ── runs ────────────────────────────────────────────────────────────────────────────────────


def test_bots_of_ones_own_play_in_worker_processes(place: Path, tmp_path: Path) -> None:
    bots = "own_bots:Last,monk"
    done = simulate(tmp_path / "out", *TWO, "--bots", bots, "--games", "6", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "own_bots:Last" in done.stdout
    seated = [row["bots"] for row in table(tmp_path / "out")]
    assert seated == ["own_bots:Last monk", "monk own_bots:Last"] * 3
    several = "own_bots:first,own_bots:made"
    done = simulate(tmp_path / "two", *TWO, "--bots", several, "--games", "4", "--records", cwd=place)
    assert done.returncode == 0, done.stderr
    records = sorted((tmp_path / "two" / "records").rglob("*.json"))
    assert json.loads(records[0].read_text())["players"] == ["own_bots:first", "own_bots:made"]


def test_one_worker_or_two_the_same_games(place: Path, tmp_path: Path) -> None:
    for workers in ("1", "2"):
        asked = (*TWO, "--bots", "own_bots:Last,novice", "--games", "5", "--workers", workers)
        assert simulate(tmp_path / workers, *asked, cwd=place).returncode == 0
    assert table(tmp_path / "1") == table(tmp_path / "2")


def test_the_budget_is_for_every_bot_that_takes_one(place: Path, tmp_path: Path) -> None:
    asked = (*TWO, "--bots", "own_bots:Thinker", "--games", "1")
    assert simulate(tmp_path / "a", *asked, cwd=place).returncode == 0
    assert (place / "budget").read_text() == "0.5 None", "what is usual is written down"
    assert json.loads((tmp_path / "a" / "order.json").read_text())["seconds"] == 0.5
    assert simulate(tmp_path / "b", *asked, "--playouts", "7", cwd=place).returncode == 0
    assert (place / "budget").read_text() == "None 7"
    assert (
        simulate(tmp_path / "c", *TWO, "--bots", "own_bots:Last", "--games", "1", cwd=place).returncode == 0
    )
    assert json.loads((tmp_path / "c" / "order.json").read_text())["seconds"] is None


def test_a_bot_that_raises_ends_the_run_and_costs_no_finished_game(place: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = (*TWO, "--bots", "monk,own_bots:Raises", "--games", "60")
    failed = simulate(out, *asked, cwd=place)
    assert failed.returncode == 2
    assert "Traceback" not in failed.stderr
    said = failed.stderr.strip().splitlines()[-1]
    assert said.startswith("The bot “own_bots:Raises” failed in game ")
    number = int(said.split(" in game ")[1].split()[0])
    order = Order.from_json((out / "order.json").read_text())
    assert f"game {number} of players=2 (seed {order.seed_of(0, number)}): LookupError: nothing found" in said
    line = next(at for at, text in enumerate(MODULE.splitlines(), 1) if "raise LookupError" in text)
    assert f"own_bots.py:{line}" in said, "where to look"
    finished = lines(out)
    assert len(table(out)) == finished < 60, "what was finished is in the table"
    before = (out / "games.jsonl").read_bytes()
    (place / "mended").touch()
    again = simulate(out, "--resume", "--bots", "monk,own_bots:Raises", "--workers", "2", cwd=place)
    assert again.returncode == 0, again.stderr
    assert (out / "games.jsonl").read_bytes().startswith(before)
    assert len(table(out)) == 60
    assert simulate(tmp_path / "fresh", *asked, cwd=place).returncode == 0
    assert table(out) == table(tmp_path / "fresh")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Cheats", "4000 is not an action of this game (0…50); legal actions of seat "),
        ("Leaves", "SystemExit: 3 (own_bots.py:"),
        ("first", None),
    ],
)
def test_what_a_bot_did_wrong_is_said(place: Path, tmp_path: Path, bot: str, said: str | None) -> None:
    asked = ("--bots", f"monk,own_bots:{bot}", "--games", "3", "--seed", "1")
    done = simulate(tmp_path / "out", *TWO, *asked, cwd=place)
    if said is None:
        assert done.returncode == 0
        return
    assert done.returncode == 2
    assert f"The bot “own_bots:{bot}” failed in game " in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fault_of_our_own_bot_is_not_blamed_on_a_guest(
    forget: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.register_bot("guest", Last)
    order = read_order("ghosts", "guest,random", 1, {"players": "2"})
    monkeypatch.setattr(bots, "is_ours", lambda name: name != "guest")

    class Wrong(Last):
        def choose(self, state: engine.State) -> int:
            return -1

    monkeypatch.setattr(engine, "bot", lambda name, **_: Last() if name == "guest" else Wrong())
    found = LineParser(order).read(play_job(order, 0).line)
    assert isinstance(found, Failure), "a line of its own, as ever"
    assert found.error.startswith("IllegalAction: ")
    monkeypatch.setattr(engine, "bot", lambda name, **_: Wrong() if name == "guest" else Last())
    with pytest.raises(Refused, match="The bot “guest” failed in game 0"):
        play_job(order, 0)


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (
            "nowhere:Bot",
            "The bot “nowhere:Bot” cannot be loaded: ModuleNotFoundError: ",
        ),
        ("own_bots:Nobody", "cannot be loaded: no bot at 'own_bots:Nobody': the module has no such class"),
        ("own_bots:number", "expected a class with `choose(state)`, or a function `state -> action`"),
        ("own_bots:Path", "expected a class with `choose(state)`"),
        ("broken_module:Bot", "cannot be loaded: ZeroDivisionError: division by zero (broken_module.py:2)"),
        ("monk,own_bots", "Unknown bot “own_bots”"),
        (":", "The bot “:” cannot be loaded"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(place: Path, tmp_path: Path, bots: str, said: str) -> None:
    (place / "broken_module.py").write_text("class Bot: ...\n1 / 0\n")
    done = simulate(tmp_path / "out", *TWO, "--bots", bots, cwd=place)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_worker_that_cannot_load_a_bot_says_so(tmp_path: Path, forget: None) -> None:
    engine.register_bot("only-here", type("OnlyHere", (), {"choose": lambda self, state: state.legal()[0]}))
    order = read_order("ghosts", "only-here", 2, {"players": "2"})
    with pytest.raises(Refused) as refused:
        run.simulate(order, tmp_path, workers=1)
    assert refused.value.id == "ui.lab.no_bot_there"
    assert "Unknown bot “only-here”" in refused.value.words("en")
    assert len({refused.value.words(lang) for lang in LANGUAGES}) == 3


# ── runs of bots that are not known here ────────────────────────────────────────────────────


def test_a_run_of_unknown_bots_is_read_and_nothing_is_imported(place: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = (*TWO, "--bots", "own_bots:Last,novice", "--games", "4")
    assert simulate(out, *asked, cwd=place).returncode == 0
    (place / "imported").unlink()
    done = spuk("report", str(out), "--lang", "en", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "own_bots:Last" in (out / "report" / "report.html").read_text(encoding="utf-8")
    again = simulate(out, "--resume", "--lang", "en", cwd=place)
    assert again.returncode == 2
    needed = f"{out} was played by bots that are not known here: own_bots:Last. "
    assert again.stderr.strip().startswith(
        needed + "Continue with --resume --bots own_bots:Last,novice from "
    )
    assert not (place / "imported").exists(), "whoever wrote order.json must not make us run code"
    other = simulate(out, "--resume", "--bots", "own_bots:Last,monk", "--lang", "en", cwd=place)
    assert other.returncode == 2
    assert "bots: own_bots:Last,novice → own_bots:Last,monk" in other.stderr


def test_an_order_with_unknown_bots_is_the_same_order(tmp_path: Path) -> None:
    known = read_order("ghosts", "random,novice", 4, {"players": "2"}, seed=6)
    data = {**json.loads(known.to_json()), "bots": ["novice", "their.bots:Best-1+x"]}
    order = Order.from_json(json.dumps(data))
    assert order.bots == ("novice", "their.bots:Best-1+x")
    assert order.seating(0, 1) == ["their.bots:Best-1+x", "novice"]
    for name in ("novice", "their.bots:Best-1+x"):
        with pytest.raises(Refused) as refused:
            run.simulate(Order.from_json(json.dumps({**data, "bots": [name, "aliens"]})), tmp_path)
        assert refused.value.id == "ui.lab.wrong_bot", "nothing to resume: such a bot is simply not there"


def test_tags_of_orders_stay_as_they_were() -> None:
    """Every line of every log begins with one."""
    assert Order("ghosts", ("random",), 40, {"players": [2, 3]}, seed=5, version="0.1.0").tag == "d3b99d14"
    master = read_order("ghosts", "master,monk", 7, {"players": "2,3"}, seed=3)
    assert master.seconds == 0.5
    assert replace(master, version="0.1.0").tag == "78576ee5"


# ── judges ──────────────────────────────────────────────────────────────────────────────────


def record(path: Path) -> Path:
    played = engine.play("ghosts", {"players": 2, "rounds": 3}, "random", seed=4)
    path.write_text(played.to_json(), encoding="utf-8")
    return path


def test_a_judge_of_ones_own(place: Path, tmp_path: Path) -> None:
    file = str(record(tmp_path / "game.json"))
    asked = ("--lang", "en", "--processes", "2")
    done = spuk("analyse", file, "--bot", "own_bots:Judge", *asked, cwd=place)
    assert done.returncode == 0, done.stderr
    assert "own_bots:Judge" in done.stdout
    assert "without search" in done.stdout, "it takes no budget"
    silent = spuk("analyse", file, "--bot", "own_bots:Silent", *asked, cwd=place)
    assert silent.returncode == 2
    assert silent.stderr.strip().startswith("The bot “own_bots:Silent” could not analyse action ")
    unable = spuk("analyse", file, "--bot", "own_bots:Last", *asked, cwd=place)
    assert unable.returncode == 2
    assert "own_bots:Last cannot analyse games; choose from monk, master" in unable.stderr


# ── spuk.play ───────────────────────────────────────────────────────────────────────────────


class Last:
    def choose(self, state: engine.State) -> int:
        return state.legal()[-1]


class Seeded:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, state: engine.State) -> int:
        return self._random.choice(state.legal())


def last(state: engine.State) -> int:
    return state.legal()[-1]


def test_functions_classes_and_objects_play() -> None:
    options = {"players": 3, "rounds": 3}
    kinds: list[Any] = [last, Last, Last(), [Last, last, Last()]]
    games = [engine.play("ghosts", options, bots, seed=5) for bots in kinds]
    assert len({tuple(game.actions) for game in games}) == 1
    assert [game.players[0] for game in games] == ["last", "Last", "Last", "Last"]
    drawn = [engine.play("ghosts", options, Seeded, seed=seed).actions for seed in (5, 5, 6)]
    assert drawn[0] == drawn[1] != drawn[2], "a class that takes a seed is given one"
    mixed = engine.play("ghosts", options, ["monk", last, Seeded], seed=5)
    assert mixed.players == ["monk", "last", "Seeded"]
    assert mixed.replay().outcome() is not None


@pytest.mark.parametrize("wrong", [None, "roll", 9999, -1, 1.5, True, [0], 10**40])
def test_a_function_that_returns_nonsense_is_told_so(wrong: Any) -> None:
    with pytest.raises(engine.IllegalAction):
        engine.play("ghosts", {"players": 2}, lambda state: wrong, seed=1)


@pytest.mark.parametrize("wrong", [5, None, [], object(), int])
def test_what_is_no_bot_is_no_bot(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"is not a bot|give 1 to 2 bots|expected a class"):
        engine.play("ghosts", {"players": 2}, wrong)


def test_an_error_of_a_function_is_its_authors_to_see() -> None:
    def fails(state: engine.State) -> int:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        engine.play("ghosts", {"players": 2}, fails)


def test_a_run_of_a_made_up_bot_is_reported_in_every_language(tmp_path: Path, forget: None) -> None:
    engine.register_bot("made-up", Last)
    order = read_order("ghosts", "made-up,random", 3, {"players": "2"})
    (tmp_path / "order.json").write_text(order.to_json())
    (tmp_path / log.NAME).write_bytes(b"".join(play_job(order, job).line for job in range(order.total)))
    unregister_bot("made-up")
    for lang in LANGUAGES:
        page = report.write([tmp_path], tmp_path / lang, lang)
        assert "made-up, random" in page.read_text(encoding="utf-8")
