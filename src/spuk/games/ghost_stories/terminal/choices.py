"""What a player can choose: the legal actions as numbered sentences, similar ones together."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Final, cast

from rich.text import Text

import spuk
from spuk.games.ghost_stories.state import STAGES, State
from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.terminal.status import tile_help
from spuk.language.catalog import say, say_number
from spuk.terminal import look
from spuk.terminal.numbered import INDENT, columns, folded

GROUPS: Final = {
    "move": ("move",),
    "act": ("exorcise", "help", "buddha"),
    "powers": ("pockets", "mantra", "twin", "borrow"),
    "yin_yang": ("yinyang", "cleanse"),
    "end": ("end",),
}
"""Headings of a turn in the order of a turn; every other decision has one kind of choice only."""
HELP: Final = spuk.game("ghost-stories").action("help")
ACTED: Final = STAGES.index("acted")
SPACE: Final = re.compile("[NESW][123]")


@dataclass
class Group:
    """Choices under one heading ('' for none)."""

    name: str
    actions: list[int]


def _sentence(state: spuk.State, action: int, lang: str) -> str:
    """The action in words; if it aims at a ghost space, with the name shown on the table."""
    game = spuk.game("ghost-stories")
    words = game.words(state, action, lang)
    _, _, target = game.action_text(action).partition(":")
    words = f"[{signs.code(lang, target)}] {words}" if SPACE.fullmatch(target) else words
    hint = _hint(state, action, lang)
    return f"{words} ({hint})" if hint else words


def _hint(state: spuk.State, action: int, lang: str) -> str:
    """The cost of a choice that its text does not mention."""
    if verb(action) == "banish":
        price = tokens_to_pay(state, action)
        return say_number(lang, "ui.stories.pays", price) if price else ""
    if verb(action) == "buddha" and cast("State", state).stage < ACTED:
        return say(lang, "ui.stories.only_buddhas")
    return ""


def tokens_to_pay(state: spuk.State, action: int) -> int:
    """How many Tao tokens this choice of ghosts to banish still costs."""
    tried = state.clone()
    events: list[spuk.Event] = []
    tried.apply(action, events)
    while tried.actor >= 0 and verb(tried.legal()[0]) == "pay":
        tried.apply(tried.legal()[0], events)
    # Payments without a choice happen automatically: only the events tell of all.
    return sum(event.id == "tao_paid" for event in events)


def verb(action: int) -> str:
    """What kind of action this is, as the notation calls it."""
    return spuk.game("ghost-stories").action_text(action).partition(":")[0]


def grouped(legal: list[int]) -> list[Group]:
    """The legal actions by heading, ending the turn last."""
    verbs = {action: verb(action) for action in legal}
    named = [
        Group(name, [action for action in legal if verbs[action] in members])
        for name, members in GROUPS.items()
    ]
    known = {action for group in named for action in group.actions}
    others = Group("", [action for action in legal if action not in known])
    return [group for group in (others, *named) if group.actions]


def ordered(legal: list[int]) -> list[int]:
    """The actions as they are numbered; the first is 1."""
    return [action for group in grouped(legal) for action in group.actions]


def choice_lines(state: spuk.State, lang: str, width: int) -> list[Text]:
    """The numbered choices, in columns if they fit."""
    groups = grouped(state.legal())
    lines: list[Text] = []
    number = 1
    for group in groups:
        words = [_sentence(state, action, lang) for action in group.actions]
        if len(groups) > 1 and group.name not in ("", "end"):
            lines.append(Text(say(lang, f"ui.group.{group.name}"), style=look.ACCENT))
        if HELP in group.actions:
            lines.extend(_with_help(number, words, group, _what_help_does(state, lang, width), width))
        else:
            lines.extend(columns(number, words, width))
        number += len(words)
    return lines


def _with_help(first: int, words: list[str], group: Group, effect: list[Text], width: int) -> list[Text]:
    """One choice per line; below asking for help, what that would do."""
    lines: list[Text] = []
    for place, action in enumerate(group.actions):
        lines += folded(first + place, words[place], width)
        lines += effect if action == HELP else []
    return lines


def _what_help_does(state: spuk.State, lang: str, width: int) -> list[Text]:
    """What the villager of your tile would do, in small print below the choice."""
    view = state.view(None)
    place = next(board["place"] for board in view["boards"] if board["board"] == view["active"])
    tile = view["village"][place - 1]["tile"]
    indent = " " * INDENT
    effect = tile_help(view, tile, lang)
    wrapped = textwrap.wrap(effect, width, initial_indent=indent, subsequent_indent=indent)
    return [Text(line, style=look.QUIET) for line in wrapped]
