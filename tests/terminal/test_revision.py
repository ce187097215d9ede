"""Saved games and records of another revision of the rules, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.common.revisions import BEFORE, NEXT, NOW, STORIES
from tests.terminal.players import LANGUAGES, saved_games, spuk

import spuk as engine
from spuk.language.catalog import say
from spuk.language.revision import other_rules_words

OPTIONS = {"players": 1, "level": "initiation"}


def save(path: Path, revision: int | None, **more: Any) -> str:
    """A saved game of one person; None: from before there were revisions."""
    data = {**engine.Record(STORIES, OPTIONS, [], 3, ["human"]).as_data(), "rules": revision, **more}
    if revision is None:
        del data["rules"]
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data))
    return path.read_text()


def sentence(revision: int | None, lang: str) -> str:
    return other_rules_words(engine.OtherRules(STORIES, revision or 1, NOW), lang)


@pytest.mark.parametrize("revision", [None, BEFORE, NEXT])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_saved_game_under_other_rules_is_not_resumed_and_left_alone(
    tmp_path: Path, lang: str, revision: int | None
) -> None:
    file = tmp_path / "games" / "old.json"
    before = save(file, revision)
    for named in ((), (str(file),)):
        run = spuk("play", "--resume", *named, "--lang", lang, home=tmp_path, typed="2\n")
        assert run.returncode == 0, run.stderr
        said = " ".join(run.stdout.split())
        assert sentence(revision, lang) in said
        assert say(lang, "ui.new_game_instead") in said
        assert file.read_text() == before
    assert saved_games(tmp_path) == [file]


def test_a_game_of_today_is_resumed_although_older_ones_lie_beside_it(tmp_path: Path) -> None:
    for number in range(4):
        save(tmp_path / "games" / f"old-{number}.json", BEFORE)
    assert spuk("play", "--seed", "4", home=tmp_path, typed="1\n" * 3).returncode == 0
    run = spuk("play", "--resume", home=tmp_path, typed="1\n")
    assert run.returncode == 0, run.stderr
    assert sentence(BEFORE, "en") not in " ".join(run.stdout.split()), "the game played last is of today"


def test_of_many_games_under_other_rules_one_is_named(tmp_path: Path) -> None:
    for number in range(6):
        save(tmp_path / "games" / f"old-{number}.json", BEFORE)
    run = spuk("play", "--resume", home=tmp_path, typed="2\n")
    assert " ".join(run.stdout.split()).count(sentence(BEFORE, "en")) == 1


@pytest.mark.parametrize("command", [("replay",), ("analyse",), ("odds", "--record")], ids=lambda c: c[0])
@pytest.mark.parametrize("revision", [None, NEXT])
def test_a_record_under_other_rules_is_refused_by_every_command_that_reads_records(
    tmp_path: Path, command: tuple[str, ...], revision: int | None
) -> None:
    file = tmp_path / "game.json"
    save(file, revision)
    for lang in LANGUAGES:
        run = spuk(*command, str(file), "--lang", lang, home=tmp_path)
        assert run.returncode == 2
        assert run.stderr == f"{file}: {sentence(revision, lang)}\n"


@pytest.mark.parametrize("wrong", ["x", True, -1, 0, 1.5, float("inf")])
def test_a_nonsense_revision_is_a_broken_record(tmp_path: Path, wrong: Any) -> None:
    file = tmp_path / "game.json"
    save(file, wrong)
    run = spuk("replay", str(file), home=tmp_path)
    assert run.returncode == 2
    assert "must be a rules revision, not" in run.stderr
    assert "Traceback" not in run.stderr
