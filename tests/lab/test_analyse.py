"""`spuk analyse`: every decision judged by what its player knew, costs, marks, luck, pages and pictures.

Small budgets: these tests are about the machinery, not about how well anybody plays.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from rich.console import Console
from tests.terminal.players import LANGUAGES, command, environment
from tests.terminal.players import spuk as run_spuk

import spuk
from spuk.bots.advice import with_also
from spuk.games.ghost_stories.words import reason_words
from spuk.games.ghosts.words import winners_words
from spuk.lab import analyse as lab
from spuk.lab import curve, moves
from spuk.lab.analyse import Analysis, Move, Order, Verdict
from spuk.lab.numbers import chance, points
from spuk.language.catalog import say
from spuk.language.people import at_a_table
from spuk.render.reasons import reasons

STORIES = spuk.play("ghost-stories", {"players": 2, "level": "initiation"}, seed=4)
GHOSTS = spuk.play("ghosts", {"players": 3, "rounds": 3}, seed=4)
QUICK = Order(playouts=12)
FIRST_SIGHT = Order(bot="monk")


@pytest.fixture(scope="module")
def stories() -> Analysis:
    return lab.analyse(STORIES, QUICK, processes=1)


@pytest.fixture(scope="module")
def ghosts() -> Analysis:
    return lab.analyse(GHOSTS, FIRST_SIGHT, processes=1)


# ── judging ─────────────────────────────────────────────────────────────────────────────────


def test_every_decision_of_a_player_is_judged_with_the_move_played(stories: Analysis) -> None:
    numbers, state = [], STORIES.start()
    for number, action in enumerate(STORIES.actions, start=1):
        if state.actor != spuk.CHANCE:
            numbers.append((number, int(state.actor), action))
        state.apply(action)
    assert [(move.number, move.seat, move.action) for move in stories.moves] == numbers
    for move in stories.moves:
        assert move.verdict is not None
        assert move.verdict.played.action == move.action
        assert move.verdict.cost >= 0
        assert move.verdict.best.chance >= move.verdict.played.chance


def test_the_same_playouts_give_the_same_verdicts_in_any_number_of_processes(stories: Analysis) -> None:
    assert lab.as_data(lab.analyse(STORIES, QUICK, processes=2)) == lab.as_data(stories)


def test_the_move_played_stays_in_the_race_to_the_end() -> None:
    state = spuk.game("ghost-stories").from_text("en normal 4p N=@2 N2=38! turn=N")
    end = spuk.game("ghost-stories").action("end")
    bot: Any = spuk.bot("master", seed=1, playouts=200)
    advice = bot.advise(state, end)
    played = next(found for found in advice if found.action == end)
    assert played.playouts >= advice[0].playouts - 1


def test_a_move_without_an_alternative_is_played_out_too() -> None:
    """Else its winning chance would be a first guess among estimates, and luck would come out wrong."""
    state = GHOSTS.start()
    for action in GHOSTS.actions:
        if state.actor != spuk.CHANCE and len(state.legal()) == 1:
            break
        state.apply(action)
    verdict = lab.judge(state, state.legal()[0], QUICK)
    assert len(verdict.options) == 1
    assert verdict.played.playouts == QUICK.playouts


def test_a_move_that_is_not_sensible_is_judged_all_the_same() -> None:
    options = vec[i64]([4, 7])
    assert list(with_also(options, 5)) == [4, 7, 5]
    assert list(with_also(options, 7)) == [4, 7]
    assert list(with_also(options, None)) == list(options) == [4, 7]


class _Spy:
    """A judge that only looks at what it is given."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def advise(self, state: Any, also: int) -> list[spuk.Advice]:
        self.seen.append(state)
        return [spuk.Advice(also, 0.5, 1)]


def test_hidden_hands_are_never_judged_by(monkeypatch: pytest.MonkeyPatch) -> None:
    spy = _Spy()
    monkeypatch.setattr(lab, "_judge_of", lambda order, seed: spy)
    lab.analyse(GHOSTS, Order(), processes=1)
    state, asked, same = GHOSTS.start(), iter(spy.seen), 0
    for action in GHOSTS.actions:
        if state.actor != spuk.CHANCE:
            given = next(asked)
            assert given.view(int(state.actor)) == state.view(int(state.actor))
            same += given.text() == state.text()
        state.apply(action)
    assert same < len(spy.seen) / 4, "mostly other hands than the true ones"


def test_luck_is_what_changed_between_two_decisions_while_dice_or_cards_came(stories: Analysis) -> None:
    pairs = zip(stories.moves, stories.moves[1:], strict=False)
    for move, following in pairs:
        assert move.verdict is not None
        assert following.verdict is not None
        if move.chance_actions:
            change = following.verdict.best.chance - move.verdict.played.chance
            assert move.luck == pytest.approx(change)
            assert move.chance_actions == list(range(move.number + 1, following.number))
        else:
            assert move.luck is None
    assert stories.finals == [0.0, 0.0]


def test_where_everyone_plays_for_himself_no_luck_is_told_apart(ghosts: Analysis) -> None:
    assert not ghosts.together
    assert all(move.luck is None for move in ghosts.moves)
    assert ghosts.finals is not None
    assert sum(ghosts.finals) == pytest.approx(1.0)
    for summary in lab.summaries(ghosts):
        first = next(ghosts.of_seat(summary.seat)).verdict
        assert first is not None
        assert first.best.chance - summary.cost + summary.luck == pytest.approx(ghosts.finals[summary.seat])


def test_costs_luck_and_second_looks_make_up_the_whole_way(stories: Analysis) -> None:
    first = stories.moves[0].verdict
    assert first is not None
    found = lab.summaries(stories)
    assert stories.finals is not None
    way = sum(one.luck + one.second_look - one.cost for one in found)
    assert first.best.chance + way == pytest.approx(stories.finals[0])
    assert any(one.second_look for one in found)


def _verdict(best: float, played: float, error: float = 0.0) -> Verdict:
    mine = spuk.Advice(2, played, 100, error)
    return Verdict((spuk.Advice(1, best, 100), mine), mine)


@pytest.mark.parametrize(
    ("best", "played", "mark"),
    [(0.5, 0.5, ""), (0.5, 0.485, ""), (0.5, 0.475, "?!"), (0.5, 0.44, "?"), (0.5, 0.39, "??")],
)
def test_marks_are_given_by_the_cost(best: float, played: float, mark: str) -> None:
    assert _verdict(best, played).mark == mark


def test_a_mark_within_the_error_is_in_doubt() -> None:
    assert _verdict(0.5, 0.44, 0.04).doubtful
    assert not _verdict(0.5, 0.44, 0.02).doubtful
    assert not _verdict(0.5, 0.5, 0.04).doubtful


def test_a_game_that_is_not_over_and_one_not_begun_can_be_judged() -> None:
    half = spuk.Record(STORIES.game, STORIES.options, STORIES.actions[:40])
    found = lab.analyse(half, FIRST_SIGHT, processes=1)
    assert found.finals is None
    assert lab.as_data(found)["outcome"] is None
    assert found.done == len(found.moves) > 0
    nothing = lab.analyse(spuk.Record(STORIES.game, STORIES.options), FIRST_SIGHT)
    assert nothing.moves == []
    assert _shown(nothing, "en")


def test_the_luck_of_a_seat_leaves_out_what_nobody_has_judged(ghosts: Analysis) -> None:
    seat = ghosts.moves[0].seat
    own = [move for move in ghosts.moves if move.seat == seat]
    verdicts = [move.verdict for move in own]
    assert len(own) > 4
    try:
        own[1].verdict = own[-1].verdict = None
        pairs = [(own[i].verdict, own[i + 1].verdict) for i in range(2, len(own) - 2)]
        expected = sum(then.best.chance - now.played.chance for now, then in pairs if now and then)
        found = next(summary for summary in lab.summaries(ghosts) if summary.seat == seat)
        assert found.luck == pytest.approx(expected)
    finally:
        for move, verdict in zip(own, verdicts, strict=True):
            move.verdict = verdict


def test_ctrl_c_shows_what_is_done_so_far() -> None:
    def press(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    found = lab.analyse(STORIES, FIRST_SIGHT, processes=1, progress=press)
    assert found.done == 3
    assert say("en", "ui.analyse.stopped", n=3, total=len(found.moves)) in _shown(found, "en")
    assert lab.as_data(found)["judged"] == 3


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        (Order(bot="random"), "cannot analyse games; choose from monk, master"),
        (Order(bot="nobody"), "monk, master"),
        (Order(seconds=0), "seconds"),
        (Order(seconds=float("nan")), "seconds"),
        (Order(seconds=float("inf")), "seconds"),
        (Order(playouts=0), "playouts"),
        (Order(playouts=10**400), "playouts"),
    ],
)
def test_a_wrong_order_is_told_what_is_right(order: Order, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        lab.analyse(STORIES, order)


# ── what is shown ───────────────────────────────────────────────────────────────────────────


def _shown(found: Analysis, lang: str, **how: bool) -> str:
    console = Console(width=80, record=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    console.print(moves.page(found, lang, 80, **how))
    return console.export_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_the_curve_the_moves_the_luck_and_the_summary(stories: Analysis, lang: str) -> None:
    text = _shown(stories, lang)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("│") == curve.HEIGHT
    for id in ("ui.analyse.winning_chance", "ui.analyse.who", "ui.analyse.cost", "ui.analyse.luck"):
        assert say(lang, id) in text
    game, state = spuk.game("ghost-stories"), STORIES.start()
    flat = " ".join(text.split())
    for action in STORIES.actions:
        if state.actor != spuk.CHANCE:
            assert " ".join(game.words(state, action, lang).split()) in flat
        state.apply(action)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_the_other_game(ghosts: Analysis, lang: str) -> None:
    text = _shown(ghosts, lang)
    assert max(map(len, text.splitlines())) <= 80
    for id in ("ui.analyse.luck_and_others", "ui.analyse.by_what_was_known"):
        assert say(lang, id) in " ".join(text.split())


def test_the_page_says_how_the_game_ended(stories: Analysis, ghosts: Analysis) -> None:
    for lang, lost in (("en", "Defeat!"), ("de", "Niederlage!"), ("pl", "Porażka!")):
        end = STORIES.replay().outcome()
        assert end is not None
        told = f"{lost} {reason_words(end.reason, lang)} ({end.rule})"
        for only_marked in (False, True):
            assert told in " ".join(_shown(stories, lang, only_marked=only_marked).split())
        end = GHOSTS.replay().outcome()
        assert end is not None
        assert f"{winners_words(end.winners, end.score, lang)} ({end.rule})" in _shown(ghosts, lang)
    half = spuk.Record(STORIES.game, STORIES.options, STORIES.actions[:40])
    text = _shown(lab.analyse(half, FIRST_SIGHT, processes=1), "en")
    assert "Defeat" not in text
    assert "Victory" not in text


def test_a_running_game_keeps_its_hidden_cards_hidden() -> None:
    half = spuk.Record(GHOSTS.game, GHOSTS.options, GHOSTS.actions[:60])
    told = moves.move_texts(lab.analyse(half, FIRST_SIGHT, processes=1), "en")
    then = {text for entry in told for text in entry.then}
    assert then == {say("en", "ui.analyse.hidden_card")}


def test_only_mistakes_are_shown_if_asked() -> None:
    found = lab.analyse(STORIES, FIRST_SIGHT, processes=1)
    found.moves[5].verdict = _verdict_of(found.moves[5], 0.5, 0.3)
    found.moves[9].verdict = _verdict_of(found.moves[9], 0.5, 0.47)
    told = moves.move_texts(found, "en")
    text = _shown(found, "en", only_marked=True)
    assert "??" in text
    assert "?!" in text
    assert "−20.0 · better (50.0%)" in text
    assert told[5].text in text
    assert f"\n{told[3].move.number:>4} " not in text


def _verdict_of(move: Move, best: float, played: float) -> Verdict:
    assert move.verdict is not None
    other = next(option.action for option in move.verdict.options if option.action != move.action)
    mine = spuk.Advice(move.action, played, 0)
    return Verdict((spuk.Advice(other, best, 0), mine), mine)


REASON = spuk.Difference("haunted", {"tile": 8}, 12, 61, 90)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The Tea House becomes haunted: 12 of 90, as played 61"),
        ("de", "Hier spukt es dann: Teehaus: 12 von 90, wie gespielt 61"),
        ("pl", "Ten kafel zostaje nawiedzony: Herbaciarnia: 12 na 90, po zagranym ruchu 61"),
    ],
)
def test_a_mistake_is_told_with_what_would_have_come_of_the_better_move(lang: str, told: str) -> None:
    found = lab.analyse(STORIES, FIRST_SIGHT, processes=1)
    assert say(lang, "ui.reasons.about") not in " ".join(_shown(found, lang).split())
    verdict = _verdict_of(found.moves[5], 0.5, 0.3)
    mine = verdict.played._replace(differences=(REASON,))
    found.moves[5].verdict = Verdict((verdict.best, mine), mine)
    flat = " ".join(_shown(found, lang, only_marked=True).split())
    assert told in flat
    assert say(lang, "ui.reasons.about") in flat
    assert say(lang, "horizon") in flat
    option = lab.as_data(found)["moves"][5]["options"][1]
    assert option["differences"] == [
        {"id": "haunted", "values": {"tile": 8}, "best": 12, "other": 61, "futures": 90}
    ]
    assert json.loads(json.dumps(option)) == option


@pytest.mark.parametrize(("count", "shown"), [(0, 0), (1, 1), (5, 1), (500, 50), (999, 99), (1000, 100)])
def test_many_futures_are_told_per_hundred_and_none_and_all_only_if_it_is_so(count: int, shown: int) -> None:
    why = reasons(STORIES.replay(), [spuk.Difference("lost", {}, count, 1, 1000)], "en")
    assert why is not None
    assert why.lines == (f"The game is lost: {shown} of 100, otherwise 1",)
    assert why.about.startswith("Per 100, counted in 1000 simulated futures of each move. ")


def test_the_reader_is_spoken_to_and_others_are_named() -> None:
    differences = [spuk.Difference("fear", {"seat": 1}, 3, 30, 40)]
    state = GHOSTS.start()
    own, others = (reasons(state, differences, "en", you=you) for you in (1, 0))
    assert own is not None
    assert others is not None
    assert own.lines == ("You take fear: 3 of 40, otherwise 30",)
    assert others.lines == ("Player 2 takes fear: 3 of 40, otherwise 30",)
    with at_a_table(["Ann", "Bob", "Cem"]):
        named = reasons(state, differences, "de")
    assert named is not None
    assert named.lines == ("Bob bekommt Angst: 3 von 40, sonst 30",)
    assert reasons(state, (), "en") is None


def test_the_curve_fits_any_number_of_moves() -> None:
    for count in (1, 2, 7, 71, 72, 500):
        lines = curve.chart([(n, n / count) for n in range(count)], 80, "en")
        assert len(lines) == curve.HEIGHT
        assert max(len(line) for line in lines) <= 80
        assert len(curve.sparkline([(n, 0.5) for n in range(count)], 40)) <= 40
    assert curve.chart([], 80, "en") == []


def test_chances_never_look_certain_if_they_are_not() -> None:
    assert chance(0.00001, "en") == "<0.1%"
    assert chance(0.99999, "de") == ">99,9\u00a0%"
    assert chance(1.0, "pl") == "100,0%"
    assert (points(-0.021, "en"), points(0.0001, "en"), points(0.5, "de")) == ("−2.1", "±0.0", "+50,0")


@pytest.mark.parametrize("format", ["svg", "png"])
def test_the_curve_as_a_picture(stories: Analysis, ghosts: Analysis, tmp_path: Path, format: str) -> None:
    for number, found in enumerate((stories, ghosts)):
        file = tmp_path / f"{number}.{format}"
        curve.save(found, file, "en", format)
        assert file.read_bytes()[:5] == {"svg": b"<?xml", "png": b"\x89PNG\r"}[format]


def test_without_matplotlib_pictures_say_how_to_get_it(
    stories: Analysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(curve.NoMatplotlib):
        curve.save(stories, tmp_path / "x.svg", "en", "svg")


# ── the command ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(STORIES.to_json(), encoding="utf-8")
    return file


def test_the_command_prints_a_page_or_json(tmp_path: Path, record: Path) -> None:
    run = run_spuk(
        "analyse", str(record), "--playouts", "4", "--processes", "1", "--lang", "de", home=tmp_path
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert say("de", "ui.analyse.winning_chance") in run.stdout
    run = run_spuk("analyse", str(record), "--bot", "monk", "--json", home=tmp_path)
    data = json.loads(run.stdout)
    assert data["judged"] == len(data["moves"])
    end = STORIES.replay().outcome()
    assert end is not None
    assert (data["outcome"]["won"], data["outcome"]["rule"]) == (end.won, end.rule)
    assert data["thresholds"] == {"inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.1}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bot", "novice"], "monk, master"),
        (["--playouts", "0"], "playouts"),
        (["--seconds", "inf"], "seconds"),
        (["--processes", "0"], "processes"),
        (["--lang", "fr"], "en, de, pl"),
        (["--bot", "monk", "--svg", "/no/such/folder/x.svg"], "/no/such/folder/x.svg"),
    ],
)
def test_wrong_options_get_one_clear_line(
    tmp_path: Path, record: Path, arguments: list[str], complaint: str
) -> None:
    run = run_spuk("analyse", str(record), *arguments, home=tmp_path)
    assert run.returncode == 2
    assert complaint in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("{}")
    run = run_spuk("analyse", str(file), home=tmp_path)
    assert run.returncode == 2
    assert str(file) in run.stderr


def test_ctrl_c_at_the_terminal_ends_all_processes_and_shows_the_page(tmp_path: Path, record: Path) -> None:
    """As the keyboard sends it: to every process of the group."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command("analyse", str(record), "--seconds", "0.6", "--processes", "2", "--lang", "en"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        env=environment(tmp_path) | {"TERM": "xterm"},
        text=True,
        start_new_session=True,
    )
    os.close(follower)
    _wait_for_progress(leader)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    rest = _drain(leader)
    os.close(leader)
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
    assert say("en", "ui.analyse.stopped", n="", total="").split(":")[0] in out


def _wait_for_progress(terminal: int) -> None:
    """Until the bar says that something is done."""
    seen, end = "", time.monotonic() + 30
    while time.monotonic() < end:
        seen += os.read(terminal, 4096).decode(errors="replace")
        if any(f" {n}%" in seen for n in range(2, 60)):
            return
    raise AssertionError(f"no progress: {seen[-200:]!r}")


def _drain(terminal: int) -> str:
    seen = b""
    try:
        while part := os.read(terminal, 4096):
            seen += part
    except OSError:  # everybody has gone
        pass
    return seen.decode(errors="replace")
