"""A whole game as text that people can read, and that a test can play again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import spuk
from spuk.stories.actions import space_text
from spuk.stories.board import BOARDS, CURSE_FACES, LETTERS, TILES

GAME = spuk.game("ghost-stories")
FOLDER = Path(__file__).parent / "games"
POSITION_EVERY = 20
OUTCOME = ("won", "winners", "reason", "rule", "score", "returns")
HEAD = """\
# A golden playthrough of Ghost Stories: every action, what it caused, and now and then the position.
# Made by `python -m tests.golden.make`; tests/golden/test_playthroughs.py plays it again.
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
        yield f"{number:4} {who}  {name:<14} {'| ' if happened else ''}{happened}".rstrip()
        if number % POSITION_EVERY == 0 and state.actor != spuk.OVER:
            yield f"     = {state.text()}"
    yield f"     = {state.text()}"
    outcome = state.outcome()
    shown = {name: getattr(outcome, name) for name in OUTCOME} if outcome else None
    yield f"outcome: {json.dumps(shown)}"


def event_text(event: spuk.Event) -> str:
    """`tile_haunted 3 E1`: the id, then its numbers as people say them."""
    values = [_value(event.id, name, value) for name, value in event.values.items()]
    return " ".join([event.id, *values])


def _value(event: str, name: str, value: int) -> str:
    if name in ("board", "of"):
        return BOARDS[value]
    if name in ("space", "to"):
        return space_text(value) if value >= 0 else "cemetery"
    if name == "place":
        return str(value + 1)
    if name == "tile":
        return TILES[value]
    if name == "face" and event == "curse_rolled":
        return CURSE_FACES[value]
    if name in ("color", "face"):
        return LETTERS[value]
    return str(value)


def read(text: str) -> tuple[dict[str, Any], str, list[str]]:
    """What `render` needs, out of a file it has made."""
    options = json.loads(_after("options: ", text))
    actions = re.findall(r"^ *[0-9]+ (?:chance|seat [0-3])  (\S+)", text, re.MULTILINE)
    return options, _after("note: ", text), actions


def _after(word: str, text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(word)).removeprefix(word)
