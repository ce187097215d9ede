"""Errors about options, actions and records: an id in the code, the sentence in every catalogue."""

from __future__ import annotations

import ast
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spuk
from spuk.kernel.errors import Fault
from spuk.language.catalog import texts
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
ENGLISH = (" is not ", " must ", "choose from", "unknown", "record:", "seat ", "legal ", "chance", "expected")


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
