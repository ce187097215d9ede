"""Errors about options, actions and records: an id in the code, the sentence in every catalogue."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spuk
from spuk.kernel.errors import Fault
from spuk.language.catalog import say, texts
from spuk.language.errors import error_words

SOURCES = Path(spuk.__file__).parent
STRAIGHT = str.maketrans("“”", "''")


def faults() -> dict[str, str]:
    """Every fault that the code can raise: its id and the English sentence."""
    found: dict[str, str] = {}
    for path in SOURCES.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Fault":
                id, english = call.args
                if isinstance(id, ast.Constant) and isinstance(english, ast.Constant):  # else: one unpickled
                    found[f"error.{id.value!s}"] = str(english.value)
    return found


def test_the_english_catalogue_says_what_the_code_says() -> None:
    known = {id: text for id, text in texts("en").singular.items() if id.startswith("error.")}
    assert {id: text.translate(STRAIGHT) for id, text in known.items()} == faults()


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_every_error_is_translated(lang: str) -> None:
    for id, english in faults().items():
        assert texts(lang).singular[id] != english or id == "error.option.value", id


def record(**changed: Any) -> str:
    return json.dumps({**spuk.Record("ghosts", {}).as_data(), **changed})


MISTAKES: dict[str, Callable[[], object]] = {
    "option": lambda: spuk.game("ghosts").new(edition="x"),
    "unknown option": lambda: spuk.game("ghosts").new(colour="red"),
    "game": lambda: spuk.game("chess"),
    "bot": lambda: spuk.bot("grandmaster"),
    "seconds": lambda: spuk.bot("master", seconds=-1),
    "illegal": lambda: spuk.game("ghosts").new().apply(0),
    "no action": lambda: spuk.game("ghosts").new().apply(9999),
    "verb": lambda: spuk.game("ghosts").action("fly"),
    "seat": lambda: spuk.game("ghosts").new().view(9),
    "not JSON": lambda: spuk.Record.from_json("{"),
    "no record": lambda: spuk.Record.from_json("[]"),
    "version": lambda: spuk.Record.from_json(record(version=9)),
    "field": lambda: spuk.Record.from_json(record(options=[])),
    "items": lambda: spuk.Record.from_json(record(actions=["a"])),
    "seed": lambda: spuk.Record.from_json(record(seed="a")),
    "rules": lambda: spuk.Record.from_json(record(rules=0)),
    "options of a record": lambda: spuk.Record.from_json(record(options={"players": 9})),
    "action of a record": lambda: spuk.Record.from_json(record(actions=[0])).replay(),
}
STORIES = "ghost-stories"
POSITIONS = {
    STORIES: (
        *("foo", "foo=1", "hell normal", "N1=7x", "N1=7 N2=7", "N1=13!", "N1=1m N2=2m", "village=CA"),
        *("N=red/foo", "turn=N:yang", "acted=1", "stage=noon", "N=99qi", "setup N1=3", "deck=1 gone=1"),
        *(
            "N1=1b",
            "circle=r circle=g",
            "dice=q",
            "end=line_overrun",
            "stack=yang",
            "N=0qi E=0qi S=0qi W=0qi",
        ),
        *("N=tao:rrrrr", "banished=56", "deck=30 stack=place:57", "haunted=1"),
    ),
    "ghosts": (
        *("foo", "foo=1", "2p 3p", "0=m9", "0=m1,m1,m1,m1", "phase=noon", "direction=up", "fear=1", "9p"),
        *("0=m1,m1,m1,m2,m2,m2", "turn=9", "2p 3=m1", "gained=9,0,0,0 fear=1,1,1,1", "round=9"),
    ),
}
OPTIONS = (
    {"colors": "red"},
    {"colors": ["red", "red", "green", "blue"]},
    {"colors": ["pink"]},
    {"colors": ["red"]},
    {"five_qi": True, "level": "hell"},
    {"players": 1, "first": 3},
    {"powers": ["second_wind", "heavenly_gust"]},
    {"players": 1, "powers": ["dance_of_the_twin_winds"]},
    {"players": 1, "edition": "de1", "colors": ["blue", "red", "green", "yellow"]},
    {"incarnations": ["howling_nightmare", "bonecracker"]},
)
QUESTIONS: tuple[dict[str, Any], ...] = (
    {"ghosts": []},
    {"ghosts": ["q"]},
    {"ghosts": ["rr"], "dice": 9},
    {"ghosts": ["rr"], "tokens": "q"},
    {"ghosts": ["rr"], "tokens": "rrrrr"},
    {"ghosts": ["rr"], "circle": "rr"},
    {"ghosts": ["rr"], "circle": "r", "tokens": "rrrr"},
    {"ghosts": ["rr"], "mantra": 3},
)
ENGLISH = (" is not ", " must ", "choose from", "unknown", "record:", "seat ", "legal ", "chance", "expected")
WORDS = ("the", "is", "are", "must", "not", "there", "give", "given", "only", "more", "fewer", "than", "has")


@pytest.mark.parametrize("lang", ["de", "pl"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_no_english_is_left_in_a_translated_error(mistake: str, lang: str) -> None:
    with pytest.raises(ValueError) as raised:
        MISTAKES[mistake]()
    said = error_words(raised.value, lang)
    assert said != str(raised.value)
    assert [word for word in ENGLISH if word in said] == [], said


def test_an_error_is_english_for_programs_and_travels_between_processes() -> None:
    error = ValueError(Fault("seat.unknown", "no seat {seat} ({why})", seat=7, why=ValueError("full")))
    assert str(error) == "no seat 7 (full)"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("lang", ["de", "pl"])
@pytest.mark.parametrize(("game", "line"), [(game, line) for game in POSITIONS for line in POSITIONS[game]])
def test_what_is_wrong_with_a_position_is_told_in_one_language(game: str, line: str, lang: str) -> None:
    with pytest.raises(spuk.BrokenText) as raised:
        spuk.game(game).from_text(line)
    assert english_in(error_words(raised.value, lang), lang) == []


@pytest.mark.parametrize("lang", ["de", "pl"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_wrong_with_options_is_told_in_one_language(options: dict[str, Any], lang: str) -> None:
    with pytest.raises(ValueError) as raised:
        spuk.game(STORIES).new(**options)
    assert english_in(error_words(raised.value, lang), lang) == []


@pytest.mark.parametrize("lang", ["de", "pl"])
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_what_is_wrong_with_a_question_for_odds_is_told_in_one_language(
    question: dict[str, Any], lang: str
) -> None:
    with pytest.raises(ValueError) as raised:
        spuk.exorcism_odds(**question)
    assert english_in(error_words(raised.value, lang), lang) == []


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_what_the_system_says_of_files_is_told_in_the_same_language(lang: str, tmp_path: Path) -> None:
    told = set()
    for path, read in (
        (tmp_path / "none", Path.read_text),
        (tmp_path, Path.read_text),
        (tmp_path / ("x" * 999), Path.read_text),
    ):
        with pytest.raises(OSError) as raised:
            read(path)
        told.add(error_words(raised.value, lang))
    assert told == {say(lang, f"ui.system.{id}") for id in ("not_found", "directory", "long_name")}


def english_in(said: str, lang: str) -> list[str]:
    """English words in a sentence of another language; what stands in quotes somebody has typed."""
    words = re.findall(r"\w+", re.sub(r"'[^']*'|\[[^]]*\]", " ", said).lower())
    return [word for word in WORDS if word in words]
