"""A whole game, of any kind, as text that people can read and that a test can play again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

import spuk
from spuk.games.ghost_stories.actions import space_text
from spuk.games.ghost_stories.board import BOARDS, CURSE_FACES, LETTERS, TILES

GAME = spuk.game("ghost-stories")
FOLDER = Path(__file__).parent / "games"
POSITION_EVERY = 20
HEAD = """\
# A golden playthrough: every action, what it caused, and now and then the position.
# Made by `make golden`; a test plays it again.
"""


def render(
    game: spuk.Game,
    options: dict[str, Any],
    note: str,
    actions: list[str],
    event_text: Callable[[spuk.Event], str],
) -> str:
    """The text of one game, from its options and the names of its actions."""
    return "\n".join(_lines(game, options, note, actions, event_text)) + "\n"


def _lines(
    game: spuk.Game,
    options: dict[str, Any],
    note: str,
    actions: list[str],
    event_text: Callable[[spuk.Event], str],
) -> Iterator[str]:
    yield HEAD.rstrip()
    yield f"rules: {game.rules_revision}"
    yield f"options: {json.dumps(options)}"
    yield f"note: {note}"
    yield ""
    state = game.new(**options)
    for number, name in enumerate(actions, 1):
        who = "chance" if state.actor == spuk.CHANCE else f"seat {state.actor}"
        events: list[spuk.Event] = []
        try:
            state.apply(game.action(name), events)
        except ValueError as error:
            yield f"{number:4} {who}  {name}  REFUSED: {error}"
            return
        happened = "; ".join(map(event_text, events))
        yield f"{number:4} {who}  {name:<14} {'| ' if happened else ''}{happened}".rstrip()
        if number % POSITION_EVERY == 0 and state.actor != spuk.OVER:
            yield f"     = {state.text()}"
    yield f"     = {state.text()}"
    outcome = state.outcome()
    yield f"outcome: {json.dumps(outcome._asdict() if outcome else None)}"


def check(
    game: spuk.Game, file: Path, expected: dict[str, Any], event_text: Callable[[spuk.Event], str]
) -> None:
    """The game goes as it was written down."""
    written = file.read_text(encoding="utf-8")
    options, note, actions = read(written)
    assert options == expected
    played = render(game, options, note, actions, event_text)
    if played != written:
        diff = unified_diff(
            written.splitlines(), played.splitlines(), "written down", "played now", lineterm="", n=2
        )
        pytest.fail("\n".join(list(diff)[:40]), pytrace=False)


def stories_event(event: spuk.Event) -> str:
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
    actions = re.findall(r"^ *[0-9]+ (?:chance|seat [0-5])  (\S+)", text, re.MULTILINE)
    return options, _after("note: ", text), actions


def _after(word: str, text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(word)).removeprefix(word)
