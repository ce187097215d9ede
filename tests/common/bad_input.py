"""What must become of bad input, whatever the game: refused with a reason, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st
from tests.bad_input.worker import Reader

import spuk

Draw = Callable[[Any], Any]
Accident = Callable[[list[str], int, Draw], None]
"""Does something to one of the words of a line, in place."""


# ── lines ───────────────────────────────────────────────────────────────────────────────────


def is_broken(reader: Reader, line: str, word: str) -> None:
    """The line is refused, and the reason names this."""
    said = reader.judge(line)
    assert said.startswith("broken: "), said
    assert word in said


def is_broken_or_sound(reader: Reader, line: str) -> None:
    """The line is refused with a reason, or it is a position that goes on soundly."""
    said = reader.judge(line)
    assert said == "sound" or said.startswith("broken: "), f"{said}\n{line}"


def are_sound(reader: Reader, lines: Iterable[str]) -> None:
    for line in lines:
        assert reader.judge(line) == "sound", line


def any_text(lines: Sequence[str]) -> st.SearchStrategy[str]:
    """Anything at all, or words of these lines in any order."""
    words = st.sampled_from(_words(tuple(lines)))
    return st.one_of(st.text(max_size=60), st.lists(words, max_size=8).map(" ".join))


@st.composite
def mutations(
    draw: Draw,
    lines: Sequence[str],
    *,
    characters: str,
    numbers: Sequence[str],
    joint: str,
    more: Mapping[str, Accident],
) -> str:
    """A real line with one to three accidents; `more` are those that only this game knows.

    Numbers get others in their place; where a word has none, one is put behind it with a `joint`.
    """
    words = draw(st.sampled_from(lines)).split()
    known = _words(tuple(lines))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(words) - 1))
        kind = draw(st.sampled_from(["drop", "other", "letter", "cut", "number", "double", *more]))
        if kind in more:
            more[kind](words, at, draw)
        elif kind == "drop" and len(words) > 1:
            del words[at]
        elif kind == "other":
            words[at] = draw(st.sampled_from(known))
        elif kind == "double":
            words.insert(at, words[at])
        elif kind == "cut":
            words[at] = words[at][: draw(st.integers(0, len(words[at])))]
        elif kind == "number":
            head = words[at].rstrip("0123456789")
            words[at] = head + (joint if head == words[at] else "") + draw(st.sampled_from(numbers))
        else:
            place = draw(st.integers(0, len(words[at])))
            words[at] = words[at][:place] + draw(st.sampled_from(characters)) + words[at][place + 1 :]
    return " ".join(words)


@cache
def _words(lines: tuple[str, ...]) -> list[str]:
    return sorted({word for line in lines for word in line.split()})


# ── options and actions ─────────────────────────────────────────────────────────────────────


def refuses_options(game: spuk.Game, options: Mapping[str, Any], words: Sequence[str]) -> None:
    """A ValueError that says all of these words, the first one being what is wrong."""
    with pytest.raises(ValueError, match=words[0]) as refusal:
        game.new(**options)
    assert all(word in str(refusal.value) for word in words), refusal.value


def refuses_action(state: spuk.State, action: Any) -> None:
    """What is no action is refused with what is allowed, and the game goes on as if nothing had been."""
    game = spuk.game(state.game_id())
    before, legal, twin = state.text(), state.legal(), state.clone()
    events: list[spuk.Event] = []
    with pytest.raises(spuk.IllegalAction) as refusal:
        state.apply(action, events)
    assert all(game.action_text(allowed) in str(refusal.value) for allowed in legal)
    assert events == []
    assert (state.text(), state.legal()) == (before, legal)
    if legal:
        state.apply(legal[0])
        twin.apply(legal[0])
        assert state.text() == twin.text()


def accepts_only_what_is_legal(states: Iterable[spuk.State], seed: int) -> None:
    """At each fortieth state, and at the end, all other actions are refused and change nothing."""
    for step, state in enumerate(states):
        if step % 40 == seed % 40 or state.actor == spuk.OVER:
            before = state.text()
            reason = "over" if state.actor == spuk.OVER else None
            for action in set(range(spuk.game(state.game_id()).actions)) - set(state.legal()):
                with pytest.raises(spuk.IllegalAction, match=reason):
                    state.apply(action)
            assert state.text() == before
