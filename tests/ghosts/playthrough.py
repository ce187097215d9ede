"""A whole game of Ghosts as text that people can read, and that a test can play again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.ghosts.tables import GAME

import spuk

FOLDER = Path(__file__).parent / "games"
POSITION_EVERY = 25
CARDS = [GAME.action_text(action).removeprefix("play:") for action in range(19)]
OUTCOME = ("won", "winners", "reason", "rule", "score", "scores", "returns")
HEAD = """\
# A golden playthrough of Ghosts: every action, what it caused, and now and then the position.
# Made by `python -m tests.ghosts.make`; tests/ghosts/test_golden.py plays it again.
"""


def render(options: dict[str, Any], note: str, actions: list[str]) -> str:
    """The text of one game, from its options and the names of its actions."""
    return "\n".join(_lines(options, note, actions)) + "\n"


def _lines(options: dict[str, Any], note: str, actions: list[str]) -> Iterator[str]:
    yield HEAD.rstrip()
    yield f"options: {json.dumps(options)}"
    yield f"note: {note}"
    yield ""
    state = GAME.new(**options)
    for number, name in enumerate(actions, 1):
        who = "chance" if state.actor == spuk.CHANCE else f"seat {state.actor}"
        events: list[spuk.Event] = []
        try:
            state.apply(GAME.action(name), events)
        except ValueError as error:
            yield f"{number:4} {who}  {name}  REFUSED: {error}"
            return
        happened = "; ".join(map(event_text, events))
        yield f"{number:4} {who}  {name:<11} {'| ' if happened else ''}{happened}".rstrip()
        if number % POSITION_EVERY == 0 and state.actor != spuk.OVER:
            yield f"     = {state.text()}"
    yield f"     = {state.text()}"
    outcome = state.outcome()
    shown = {name: getattr(outcome, name) for name in OUTCOME} if outcome else None
    yield f"outcome: {json.dumps(shown)}"


def event_text(event: spuk.Event) -> str:
    """`mirror seat 2 f3 level 4`: the id, then its numbers as people say them."""
    values = [CARDS[v] if name == "card" else f"{name} {v}" for name, v in event.values.items()]
    return " ".join([event.id, *values])


def read(text: str) -> tuple[dict[str, Any], str, list[str]]:
    """What `render` needs, out of a file it has made."""
    options = json.loads(_after("options: ", text))
    actions = re.findall(r"^ *[0-9]+ (?:chance|seat [0-5])  (\S+)", text, re.MULTILINE)
    return options, _after("note: ", text), actions


def _after(word: str, text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(word)).removeprefix(word)
