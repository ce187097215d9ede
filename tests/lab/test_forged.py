"""Logs, orders, records and folders somebody has tampered with: a sentence, and no finished game is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.lab.runs import PATIENCE, environment, simulate, spuk, table

import spuk as engine
from spuk.lab import directory, log, run
from spuk.lab.commands.records import read_record
from spuk.lab.errors import Refused
from spuk.lab.log import BadLine, LineParser
from spuk.lab.order import MOST_GAMES, Order, read_order
from spuk.lab.report import write as report
from spuk.lab.rows import Failure, Row, failure_line, log_columns, play_job
from spuk.language.catalog import say, say_number
from spuk.language.languages import LANGUAGES

GHOSTS = read_order("ghosts", "random,novice", 4, {"players": "2,3"}, seed=6)
STORIES = read_order("ghost-stories", "random", 3, {"players": "2,4"}, seed=6)
ORDERS = {order.game: order for order in (GHOSTS, STORIES)}
LINES = {name: [play_job(order, job).line for job in range(order.total)] for name, order in ORDERS.items()}
DEEP = 100_000


def laid(out: Path, order: Order, lines: list[bytes]) -> Path:
    """A directory as `spuk simulate` leaves it, with these lines in its log."""
    out.mkdir(parents=True, exist_ok=True)
    (out / directory.ORDER).write_text(order.to_json(), encoding="utf-8")
    (out / log.NAME).write_bytes(b"".join(lines))
    return out


def changed(line: bytes, order: Order, **values: Any) -> bytes:
    """The line with other values in some columns."""
    data = json.loads(line)
    for name, value in values.items():
        place = {"tag": 0, "combination": 1, "number": 2}
        data[place[name] if name in place else 3 + list(log_columns(order)).index(name)] = value
    return json.dumps(data).encode() + b"\n"


# ── lines of a log ──────────────────────────────────────────────────────────────────────────

HUGE = 10**30
OTHER = read_order("ghosts", "random,novice", 4, {"players": "2,3"}, seed=7)
OTHER_BOTS = read_order("ghosts", "novice,random", 4, {"players": "2,3"}, seed=6)

Forgery = tuple[str, str, Callable[[bytes], bytes]]


def value(name: str, given: Any) -> Forgery:
    """A column that holds something wrong."""
    shown = json.dumps(given)
    about = f"{name}={shown if len(shown) < 30 else shown[:30] + '…'}"
    return about, "ui.lab.line.value", partial(changed, order=GHOSTS, **{name: given})


def game(about: str, **values: Any) -> Forgery:
    """Values of the right types that no game could have."""
    return about, "ui.lab.line.game", partial(changed, order=GHOSTS, **values)


FORGED: list[Forgery] = [
    ("cut in the middle", "ui.lab.line.torn", lambda line: line[: len(line) // 2] + b"\n"),
    ("its end only", "ui.lab.line.torn", lambda line: line[5:]),
    ("no JSON", "ui.lab.line.torn", lambda line: b"a game of ghosts\n"),
    ("bytes that are no text", "ui.lab.line.torn", lambda line: b"\xff\xfe" + line),
    ("bytes that are no text in a word", "ui.lab.line.torn", lambda line: line.replace(b"GH", b"\xc3\x28")),
    ("a zero byte", "ui.lab.line.torn", lambda line: line.replace(b",", b"\0,", 1)),
    ("deeply nested lists", "ui.lab.line.torn", lambda line: b"[" * DEEP + b"]" * DEEP + b"\n"),
    ("deeply nested objects", "ui.lab.line.torn", lambda line: b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"\n"),
    ("a very long number", "ui.lab.line.torn", lambda line: b"[" + b"9" * 5000 + b"]\n"),
    ("two games in one line", "ui.lab.line.torn", lambda line: line.rstrip() + line),
    ("a number", "ui.lab.line.shape", lambda line: b"5\n"),
    ("null", "ui.lab.line.shape", lambda line: b"null\n"),
    ("NaN", "ui.lab.line.shape", lambda line: b"NaN\n"),
    ("an empty list", "ui.lab.line.shape", lambda line: b"[]\n"),
    ("an object", "ui.lab.line.shape", lambda line: b'{"won": true}\n'),
    (
        "a column too few",
        "ui.lab.line.shape",
        lambda line: json.dumps(json.loads(line)[:-1]).encode() + b"\n",
    ),
    ("a column too many", "ui.lab.line.shape", lambda line: line.replace(b"]\n", b",1]\n")),
    ("another seed", "ui.lab.line.other", lambda line: play_job(OTHER, 1).line),
    ("other bots", "ui.lab.line.other", lambda line: play_job(OTHER_BOTS, 1).line),
    ("the other game", "ui.lab.line.other", lambda line: LINES["ghost-stories"][1]),
    ("a failure of another order", "ui.lab.line.other", lambda line: failure_line(OTHER, 1, "x")),
    ("a failure that is a number", "ui.lab.line.shape", lambda line: failure(error=5)),
    ("a failure nowhere", "ui.lab.line.place", lambda line: failure(combination=99)),
    ("a failure in words", "ui.lab.line.place", lambda line: failure(number="first")),
    *(
        (f"{name} {given}", "ui.lab.line.place", partial(changed, order=GHOSTS, **{name: given}))
        for name in ("combination", "number")
        for given in (-1, 99, HUGE, 1.0, "1", None, True, [1], {})
    ),
    *(value("seconds", given) for given in ("1", None, -1, HUGE, float("nan"), float("inf"), [], True)),
    *(value("decisions", given) for given in ("1", None, 1.5, HUGE, -HUGE, True, [1])),
    *(value("won", given) for given in ("yes", None, 1, 0, [], "true")),
    *(value("winners", given) for given in (0, None, "0", ["0"], [0.0], [None], [[0]], [HUGE], [0] * 1000)),
    *(value("reason", given) for given in (5, None, [], {})),
    *(value("score", given) for given in ("1", None, HUGE, 1.0)),
    *(value("fear", given) for given in (5, None, "12", ["1", "2"], [HUGE, 1], {"0": 1})),
    game("a seat that is not there", winners=[0, 9]),
    game("a seat below the first", winners=[-1]),
    game("a winner twice", winners=[0, 0]),
    game("nobody won", winners=[]),
    game("not won", won=False),
    game("a reason nobody knows", reason="boredom"),
    game("a reason without end", reason="x" * 100_000),
    game("a lone surrogate", reason="\ud800"),
    game("a rule nobody knows", rule="GH-99"),
    game("fear of too few seats", fear=[1]),
    game("fear of too many seats", fear=[1] * 9),
]


def failure(**values: Any) -> bytes:
    data = {**json.loads(failure_line(GHOSTS, 1, "x")), **values}
    return json.dumps(data).encode() + b"\n"


@pytest.mark.parametrize(("id", "forge"), [row[1:] for row in FORGED], ids=[row[0] for row in FORGED])
def test_a_line_that_is_no_game_of_the_order_is_told_from_games(
    id: str, forge: Callable[[bytes], bytes]
) -> None:
    read = LineParser(GHOSTS).read
    line = LINES["ghosts"][1]
    assert isinstance(read(line), Row)
    found = read(forge(line))
    assert isinstance(found, BadLine)
    assert found.id == id
    for lang in LANGUAGES:
        assert say(lang, found.id, **found.values)


@pytest.mark.parametrize(
    "values",
    [
        {"powers": ["flying", "second_wind"]},
        {"powers": ["second_wind"]},
        {"neutral_powers": ["flying"]},
        {"colors": ["red", "purple"]},
        {"incarnations_faced": ["nobody"]},
        {"incarnations_banished": ["nobody"]},
        {"reason": "running", "rule": ""},
        {"reason": "line_overrun", "rule": "GS-13.1"},
        {"won": True},
        {"winners": [0]},
    ],
    ids=str,
)
def test_a_game_of_ghost_stories_that_cannot_have_been_is_none(values: dict[str, Any]) -> None:
    assert isinstance(LineParser(STORIES).read(LINES["ghost-stories"][1]), Row)
    found = LineParser(STORIES).read(changed(LINES["ghost-stories"][1], STORIES, **values))
    assert found == BadLine("ui.lab.line.game", {})


@pytest.mark.parametrize("name", ORDERS)
def test_every_real_game_and_failure_is_read(name: str) -> None:
    order = ORDERS[name]
    read = LineParser(order).read
    assert [read(line)[:2] for line in LINES[name]] == [order.place(job) for job in range(order.total)]
    assert read(failure_line(order, 3, "ValueError: x")) == Failure(*order.place(3), "ValueError: x")


def test_a_line_that_does_not_say_which_order_it_is_of_is_no_game() -> None:
    data = json.loads(LINES["ghosts"][2])
    assert LineParser(GHOSTS).read(json.dumps(data[1:]).encode()) == BadLine("ui.lab.line.other", {})
    old = json.loads(failure_line(GHOSTS, 1, "x"))
    del old["order"]
    assert LineParser(GHOSTS).read(json.dumps(old).encode()) == BadLine("ui.lab.line.shape", {})


def tampered() -> list[bytes]:
    """Every forgery, each before the game it was made of; two games are missing, one stands there twice."""
    line = LINES["ghosts"][1]
    forged = [row[2](line) for row in FORGED]
    return [
        *forged,
        *LINES["ghosts"][:-2],
        LINES["ghosts"][0],
        changed(LINES["ghosts"][0], GHOSTS, fear=[7, 7]),
    ]


def test_a_log_full_of_forgeries_is_resumed_and_nothing_in_it_is_touched(tmp_path: Path) -> None:
    out = laid(tmp_path / "run", GHOSTS, tampered())
    before = (out / log.NAME).read_bytes()
    asked = ("--game", "ghosts", "--bots", "random,novice", "--games", "4", "--players", "2,3", "--seed", "6")
    done = simulate(out, *asked, "--resume", "--workers", "1", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    reason = say("en", "ui.lab.line.torn")
    complaint = say_number("en", "ui.lab.bad_lines", len(FORGED), path=out / log.NAME, line=1, reason=reason)
    assert complaint in done.stdout
    after = (out / log.NAME).read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].count(b"\n") == 2
    run.simulate(GHOSTS, tmp_path / "fresh", workers=1)
    assert table(out) == table(tmp_path / "fresh")


def test_a_report_says_which_lines_it_passed_over(tmp_path: Path) -> None:
    out = laid(tmp_path / "run", GHOSTS, tampered())
    done = spuk("report", str(out), "--lang", "en")
    assert done.returncode == 0, done.stderr
    reason = say("en", "ui.lab.line.torn")
    complaint = say_number(
        "en", "ui.lab.bad_lines_of_report", len(FORGED), path=out / log.NAME, line=1, reason=reason
    )
    assert done.stderr.strip() == complaint
    games = []
    report.write([out], tmp_path / "report", "en", lambda run: games.append(run.games))
    assert games == [GHOSTS.total - 2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_log_without_one_sound_line_is_refused(tmp_path: Path, lang: str) -> None:
    out = laid(tmp_path / "run", OTHER, LINES["ghosts"])
    with pytest.raises(Refused) as refused:
        report.write([out], tmp_path / "report", lang)
    assert refused.value.words(lang) == say(lang, "ui.lab.no_sound_games", path=out)
    assert not (tmp_path / "report").exists()


def test_a_log_that_changes_while_it_is_read_costs_only_what_is_gone(tmp_path: Path) -> None:
    out = laid(tmp_path, GHOSTS, LINES["ghosts"])
    reader = log.Reader(out / log.NAME, GHOSTS)
    assert len(list(reader.news())) == GHOSTS.total
    (out / log.NAME).write_bytes(b"".join(LINES["ghosts"])[:200])
    assert 0 < len(list(reader.in_order())) < GHOSTS.total


# ── orders ──────────────────────────────────────────────────────────────────────────────────


def order_with(**changes: Any) -> str:
    data = {**json.loads(GHOSTS.to_json()), **changes}
    return json.dumps({name: value for name, value in data.items() if value is not ...})


WRONG_ORDERS: dict[str, str | bytes] = {
    "empty": "",
    "prose": "monk, 100 games",
    "cut short": GHOSTS.to_json()[:60],
    "no text": b"\xff\xfe\x00",
    "a list": "[]",
    "deeply nested": "[" * DEEP,
    "nested in the grid": order_with(grid={"players": [2]}).replace("[2]", "[" * 900 + "]" * 900),
    "too large": " " * 20_000_001,
    "a field missing": order_with(seed=...),
    "a field too many": order_with(speed=3),
    "another game": order_with(game="chess"),
    "a game that is a list": order_with(game=["ghosts"]),
    "bots as text": order_with(bots="monk"),
    "bots as a number": order_with(bots=3),
    "no bots": order_with(bots=[]),
    "a bot with a blank": order_with(bots=["monk", "al ien"]),
    "a bot that writes on the screen": order_with(bots=["monk", "\x1b[2J"]),
    "a bot that is markup": order_with(bots=["<b>monk</b>"]),
    "a bot that is a path": order_with(bots=["../monk"]),
    "a bot that is two": order_with(bots=["monk,novice"]),
    "a bot without a name": order_with(bots=[""]),
    "a bot whose name never ends": order_with(bots=["m" * 101]),
    "a bot in letters of other kinds": order_with(bots=["mоnk"]),
    "a bot that is a list": order_with(bots=[["monk"]]),
    "too many bots": order_with(bots=["monk"] * 3),
    "games in words": order_with(games="many"),
    "no games": order_with(games=0),
    "games below zero": order_with(games=-4),
    "half a game": order_with(games=1.5),
    "games that are true": order_with(games=True),
    "more games than fit": order_with(games=MOST_GAMES),
    "far more games than fit": order_with(games=10**14),
    "games without end": order_with(games=10**300),
    "a grid that is a list": order_with(grid=[]),
    "an unknown option": order_with(grid={"level": ["normal"]}),
    "an option that is no list": order_with(grid={"players": 2}),
    "no value": order_with(grid={"players": []}),
    "a wrong value": order_with(grid={"players": [2, 9]}),
    "a value as text": order_with(grid={"players": ["2"]}),
    "a value that is true": order_with(grid={"players": [True]}),
    "a value as a fraction": order_with(grid={"players": [2.0]}),
    "a value that is a list": order_with(grid={"players": [[2]]}),
    "a value twice": order_with(grid={"players": [2, 2]}),
    "a million values": order_with(grid={"players": [2] * 1_000_000}),
    "a seed in words": order_with(seed="six"),
    "a seed that is NaN": order_with(seed=float("nan")),
    "seconds that are NaN": order_with(seconds=float("nan")),
    "seconds without end": order_with(seconds=float("inf")),
    "no seconds": order_with(seconds=0),
    "playouts in words": order_with(playouts="many"),
    "playouts below zero": order_with(playouts=-1),
    "rotate in words": order_with(rotate="yes"),
    "records in words": order_with(records="yes"),
    "a version that is a number": order_with(version=1),
    "a version that is a surrogate": order_with(version="\ud800"),
    "a version that writes on the screen": order_with(version="\x1b[2J"),
    "lists that the game does not know": order_with(
        game="ghost-stories", rules=STORIES.rules, grid={"powers": [["flying"]], "players": [4]}
    ),
    "several lists": order_with(
        game="ghost-stories", rules=STORIES.rules, grid={"colors": [["red"], ["blue"]]}
    ),
    "lists of lists": order_with(game="ghost-stories", rules=STORIES.rules, grid={"colors": [[["red"]]]}),
    "rules in words": order_with(rules="x"),
    "rules that are true": order_with(rules=True),
    "rules that are nothing": order_with(rules=None),
    "rules below one": order_with(rules=-1),
    "rules as a fraction": order_with(rules=1.0),
    "rules without end": order_with(rules=1).replace('"rules": 1', '"rules": 1e999'),
    "more revisions than there will ever be": order_with(rules=10**300),
}


@pytest.mark.parametrize("text", WRONG_ORDERS.values(), ids=WRONG_ORDERS)
def test_a_forged_order_is_refused_and_the_games_are_left_alone(tmp_path: Path, text: str | bytes) -> None:
    out = laid(tmp_path, GHOSTS, LINES["ghosts"])
    path = out / directory.ORDER
    path.write_bytes(text.encode(errors="surrogatepass") if isinstance(text, str) else text)
    before = {file: file.read_bytes() for file in out.iterdir()}
    for attempt in (
        lambda: run.simulate(GHOSTS, out, workers=1, resume=True),
        lambda: report.write([out], tmp_path / "report", "en"),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.id == "ui.lab.broken_order"
        for lang in LANGUAGES:
            said = refused.value.words(lang)
            assert str(path) in said
            assert said.isprintable()
            assert len(said) < 1500
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize("order", [OTHER, OTHER_BOTS, STORIES], ids=["seed", "bots", "game"])
def test_the_order_of_another_run_is_refused(tmp_path: Path, order: Order) -> None:
    out = laid(tmp_path, order, LINES["ghosts"])
    with pytest.raises(Refused) as refused:
        run.simulate(GHOSTS, out, workers=1, resume=True)
    assert refused.value.id == "ui.lab.other_order"
    assert (out / log.NAME).read_bytes() == b"".join(LINES["ghosts"])


def test_games_without_their_order_are_refused(tmp_path: Path) -> None:
    out = laid(tmp_path, GHOSTS, LINES["ghosts"])
    (out / directory.ORDER).unlink()
    for attempt in (
        lambda: run.simulate(GHOSTS, out, workers=1, resume=True),
        lambda: report.write([out], tmp_path / "report", "en"),
    ):
        with pytest.raises(Refused, match=r"order\.json, which holds their options, is missing"):
            attempt()
    assert (out / log.NAME).read_bytes() == b"".join(LINES["ghosts"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--games", "1000000000000"], "1000000000000 games are too many"),
        (["--games", "9" * 1000], "is too large"),
        (["--seconds", "inf"], "--seconds inf is too large"),
        (["--seconds", "nan"], "must be greater than 0"),
        (["--playouts", "9" * 40], "is too large"),
    ],
)
def test_numbers_without_end_are_refused(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    refused = simulate(tmp_path / "out", *arguments, "--lang", "en")
    assert refused.returncode == 2
    assert complaint in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


# ── files and folders ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", [log.NAME, directory.ORDER])
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str, kind: str) -> None:
    out = laid(tmp_path / "run", GHOSTS, LINES["ghosts"])
    (out / name).unlink()
    if kind == "pipe":
        os.mkfifo(out / name)
    elif kind == "folder":
        (out / name).mkdir()
    else:
        (out / name).symlink_to(out / name)
    for attempt in (
        lambda: run.simulate(GHOSTS, out, workers=1, resume=True),
        lambda: report.write([out], tmp_path / "report", "en"),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert str(out) in str(refused.value)


WITHOUT_POWER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""Root may read everything, unless it gives that up."""


@pytest.mark.parametrize("name", [log.NAME, directory.ORDER, "."])
def test_what_nobody_may_read_is_a_sentence(tmp_path: Path, name: str) -> None:
    out = laid(tmp_path / "run", GHOSTS, LINES["ghosts"])
    asked = ["--game", "ghosts", "--bots", "random,novice", "--games", "4", "--players", "2,3", "--seed", "6"]
    commands = [["simulate", "--out", str(out), *asked, "--resume"], ["report", str(out)]]
    commands.append(["analyse", str(out / name)])
    (out / name).chmod(0)
    try:
        for command in commands:
            run = subprocess.run(
                [*WITHOUT_POWER, sys.executable, "-m", "spuk", *command, "--lang", "en"],
                capture_output=True,
                encoding="utf-8",
                env=environment(),
                timeout=PATIENCE,
                check=False,
            )
            assert run.returncode == 2
            last = run.stderr.splitlines()[-1]
            assert str(out) in last
            assert "Permission denied" in last or "not a regular file" in last
            assert "Traceback" not in run.stderr
    finally:
        (out / name).chmod(0o755)
    assert (out / log.NAME).read_bytes() == b"".join(LINES["ghosts"])


def test_no_link_leads_a_table_or_report_over_the_log(tmp_path: Path) -> None:
    """Whatever is written beside the log replaces a link instead of following it."""
    out = laid(tmp_path / "run", GHOSTS, LINES["ghosts"])
    names = ["games.csv", "games.parquet", "failed.csv", "report.html", "bots.png", "bots.svg"]
    for name in names:
        for link in (out / name, out / f"{name}.part"):
            link.symlink_to(out / log.NAME)
    run.simulate(GHOSTS, out, workers=1, resume=True)
    report.write([out], out, "en")
    assert (out / log.NAME).read_bytes() == b"".join(LINES["ghosts"])
    assert len(table(out)) == GHOSTS.total


def test_no_link_leads_a_record_over_the_log(tmp_path: Path) -> None:
    order = read_order("ghosts", "random", 2, {}, records=True)
    out = laid(tmp_path, order, [])
    result = play_job(order, 0)
    path = log.record_path(out, order, 0)
    path.parent.mkdir(parents=True)
    path.symlink_to(out / log.NAME)
    log.Writer(out, order).keep(result)
    assert (out / log.NAME).read_bytes() == result.line
    assert path.read_text(encoding="utf-8") == result.record


def test_a_folder_in_the_way_of_a_table_is_a_sentence(tmp_path: Path) -> None:
    out = laid(tmp_path, GHOSTS, LINES["ghosts"])
    (out / "games.csv.part").mkdir()
    with pytest.raises(Refused) as refused:
        run.simulate(GHOSTS, out, workers=1, resume=True)
    assert refused.value.id == "ui.lab.no_access"
    assert "games.csv.part" in str(refused.value)
    assert (out / log.NAME).read_bytes() == b"".join(LINES["ghosts"])


def test_a_folder_whose_name_is_no_text_can_be_reported(tmp_path: Path) -> None:
    out = laid(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff run")), GHOSTS, LINES["ghosts"])
    page = report.write([out], tmp_path / "report", "en")
    assert "</html>" in page.read_text(encoding="utf-8")


# ── records ─────────────────────────────────────────────────────────────────────────────────

RECORD = engine.play("ghosts", {"players": 2, "rounds": 3}, seed=4)
OF_STORIES = engine.play("ghost-stories", {"players": 2}, seed=4)


def record_with(**changes: Any) -> str:
    return json.dumps({**json.loads(RECORD.to_json()), **changes})


WRONG_RECORDS: dict[str, str | bytes] = {
    "empty": "",
    "no text": b"\xff\xfe" + RECORD.to_json().encode(),
    "cut short": RECORD.to_json()[:-30],
    "deeply nested": "[" * DEEP,
    "deeply nested objects": '{"a":' * DEEP,
    "NaN": "NaN",
    "an action that is NaN": record_with(actions=[float("nan")]),
    "an action that is endless": record_with(actions=[float("inf")]),
    "an illegal action": record_with(actions=[*RECORD.actions[:20], 10**6, *RECORD.actions[21:]]),
    "a huge action": record_with(actions=[10**400]),
    "an action below zero": record_with(actions=[-(10**400)]),
    "actions after the end": record_with(actions=[*RECORD.actions, 0]),
    "actions of the other game": record_with(actions=OF_STORIES.actions),
    "the other game": record_with(game="ghost-stories", options={"players": 2}),
    "options of the other game": record_with(options=OF_STORIES.options | {"level": "hell"}),
    "options that are NaN": record_with(options={"players": float("nan")}),
    "an option called self": record_with(options={"self": 1}),
    "an option that is an object": record_with(options={"players": {"a": [1]}}),
    **{
        f"{depth} lists in an option": record_with(options={"players": 0}).replace(
            '"players": 0', f'"players": {"[" * depth}{"]" * depth}'
        )
        for depth in (90, 180, 300, 450, 600, 750, 900, 980)
    },
    "a seed that is NaN": record_with(seed=float("nan")),
    "players that are null": record_with(players=[None, None]),
    "a message for the screen": record_with(game="\x1b[2Jghosts\n\n"),
    "a table": LINES["ghosts"][0],
    "an order": GHOSTS.to_json(),
}


@pytest.mark.parametrize("text", WRONG_RECORDS.values(), ids=WRONG_RECORDS)
def test_a_forged_record_is_refused_and_left_alone(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        read_record(path)
    for lang in LANGUAGES:
        said = refused.value.words(lang)
        assert str(path) in said
        assert said.isprintable()
        assert len(said) < 1500
    assert path.read_bytes() == before


def test_a_record_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("pipe", "loop", ".", "none"):
        with pytest.raises(Refused):
            read_record(tmp_path / name)


def test_the_command_answers_a_forged_record_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for text in (record_with(actions=[5, 10**400]), WRONG_RECORDS["450 lists in an option"]):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        for command in (("analyse", str(path)), ("odds", "--record", str(path))):
            run = spuk(*command, "--lang", "en")
            assert run.returncode == 2
            assert run.stderr.startswith(f"{path} cannot be replayed: ")
            assert len(run.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_never_replaces_the_record(tmp_path: Path, option: str) -> None:
    path, link = tmp_path / "record.json", tmp_path / "link.svg"
    path.write_text(RECORD.to_json())
    link.symlink_to(path)
    for target in (path, link, tmp_path / "x" / ".." / "record.json"):
        (tmp_path / "x").mkdir(exist_ok=True)
        run = spuk("analyse", str(path), "--bot", "monk", option, str(target), "--lang", "en")
        assert run.returncode == 2
        assert "is the game record itself" in run.stderr
    assert path.read_text() == RECORD.to_json()
