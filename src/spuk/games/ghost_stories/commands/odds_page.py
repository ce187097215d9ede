"""The exact odds of exorcisms (`spuk.games.ghost_stories.odds`) as readable tables, or as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import spuk
from spuk.games.ghost_stories.board import COLORS, LETTERS
from spuk.games.ghost_stories.words import card_name, power_name, tile_name
from spuk.lab import numbers
from spuk.language.catalog import say, say_number

BAR: Final = 14
LONGEST_FRACTION: Final = 13
"""Longer descriptions of two exorcisms are left to JSON: nobody reads them."""


@dataclass
class Entry:
    """The odds at a place of the village, or of a question without a position."""

    odds: spuk.Odds
    place: int = 0
    """1…9; 0 for a question without a position."""
    tile: str = ""
    here: bool = False
    said: Mapping[str, Any] = field(default_factory=dict)
    """The circumstances, in the words of a question without a position."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"place": self.place, "tile": self.tile, "here": self.here, **self.odds.as_dict()}


def around(state: spuk.State) -> list[Entry]:
    """The odds where the active Taoist is, and at every place with ghosts that they may move to."""
    found = spuk.odds(state)  # first, because it says what positions lack
    view = state.view(None)
    here = next(board["place"] for board in view["boards"] if board["board"] == view["active"])
    if here is None:
        return [Entry(found)]  # the turn of a neutral board: there is no active Taoist
    others = [_entry(state, view, place) for place in _moves(state) if place != here]
    return [_entry(state, view, here, found), *(one for one in others if one.odds.targets)]


def _entry(state: spuk.State, view: Mapping[str, Any], place: int, found: spuk.Odds | None = None) -> Entry:
    """The odds at a place; already known ones where the active Taoist is."""
    odds = spuk.odds(state, place) if found is None else found
    tile = view["village"][place - 1]["tile"]
    return Entry(odds, place, tile, here=found is not None, said=_at(view, place, odds))


def _at(view: Mapping[str, Any], place: int, odds: spuk.Odds) -> dict[str, Any]:
    """What matters in an exorcism at this place besides dice and Second Wind."""
    boards = view["boards"]
    own = next(board for board in boards if board["board"] == view["active"])
    usable = [board for board in boards if board["power_active"] and (board is own or board["borrowed"])]
    ghosts = {one["space"]: one["ghost"] for board in boards for one in board["spaces"] if one["ghost"]}
    abilities = {ability for ghost in ghosts.values() for ability in [*ghost["left"], *ghost["centre"]]}
    carrying = [n for n, target in enumerate(odds.targets, 1) if ghosts[target.space]["mantra"]]
    return {
        "reroll": any(board["power"] == "gods_favorite" for board in usable),
        "tokens": _tokens([board for board in boards if board is own or board["place"] == place]),
        "circle": LETTERS[COLORS.index(view["circle"])] if view["circle"] else "",
        "mantra": carrying[0] if carrying else 0,
        "white": "white_not_wild" not in abilities,
        "locked": "lock_tao" in abilities,
    }


def _tokens(boards: Sequence[Mapping[str, Any]]) -> str:
    """All available Tao tokens, by letter."""
    held = [board["tao"] for board in boards if board["tao"]]
    return "".join(
        letter * sum(tao[color] for tao in held)
        for color, letter in zip(COLORS, LETTERS, strict=True)
        if color != "white"
    )


def _moves(state: spuk.State) -> Iterator[int]:
    game = spuk.game(state.game_id())
    for action in state.legal():
        verb, _, target = game.action_text(action).partition(":")
        if verb == "move":
            yield int(target)


# ── what a person reads ─────────────────────────────────────────────────────────────────────


def page(entries: Sequence[Entry], lang: str) -> RenderableType:
    """The tables, and below them what their figures mean."""
    parts: list[RenderableType] = []
    names = [_name(t, n, lang) for entry in entries for n, t in enumerate(entry.odds.targets)]
    column = max([len(say(lang, "ui.odds.expected")), *map(len, names)])
    for entry in entries:
        parts += [Text(_heading(entry, lang), style="bold"), _body(entry, lang, column), Text()]
    notes = [Text(text, style="dim") for text in _notes([entry.odds for entry in entries], lang)]
    return Group(*parts, *notes)


def _heading(entry: Entry, lang: str) -> str:
    odds = entry.odds
    parts = []
    if entry.tile:
        tile = tile_name(entry.tile, lang)
        parts.append(say(lang, "ui.odds.here", tile=tile) if entry.here else tile)
    parts.append(say_number(lang, "ui.odds.dice", odds.dice))
    if odds.exorcisms == 2:
        parts.append(say(lang, "ui.odds.twice"))
    return " · ".join([*parts, *_circumstances(entry.said, lang)])


def _circumstances(said: Mapping[str, Any], lang: str) -> Iterator[str]:
    """What was given besides dice and Second Wind, which the odds include themselves."""
    if said.get("reroll"):
        yield power_name("gods_favorite", lang)
    if said.get("tokens"):
        yield say(lang, "ui.odds.tokens", letters=_needs(said["tokens"], lang))
    if said.get("circle"):
        yield f"{tile_name('circle_of_prayer', lang)}: {_needs(said['circle'], lang)}"
    if said.get("mantra"):
        yield say(lang, "ui.odds.mantra", n=said["mantra"])
    for ghost in said.get("immune", ()):
        yield say(lang, "ui.odds.immune", n=ghost)
    if not said.get("white", True):
        yield say(lang, "ui.odds.no_white")
    if said.get("locked"):
        yield say(lang, "ui.odds.locked")


def _body(entry: Entry, lang: str, column: int) -> RenderableType:
    odds = entry.odds
    if not odds.targets:
        return Text(say(lang, "ui.odds.nobody"))
    if odds.exorcisms == 0:
        names = ", ".join(_name(target, number, lang) for number, target in enumerate(odds.targets))
        return Text(say(lang, "ui.odds.not_now", ghosts=names))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(say(lang, "ui.odds.goal"), min_width=min(column, 26), overflow="fold")
    table.add_column(say(lang, "ui.odds.needs"), min_width=8, no_wrap=True)
    table.add_column(say(lang, "ui.odds.chance"), min_width=7, justify="right", no_wrap=True)
    table.add_column(say(lang, "ui.odds.exact"), min_width=LONGEST_FRACTION, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for number, target in enumerate(odds.targets):
        _add(table, _name(target, number, lang), _needs(target.needed, lang), target.chance, lang)
    if len(odds.targets) > 1:
        _add(table, say(lang, "ui.odds.some"), Text(), odds.some, lang)
        _add(table, say(lang, "ui.odds.both"), Text(), odds.all, lang)
        average = numbers.decimal(float(odds.expected), lang, 2)
        table.add_row(say(lang, "ui.odds.expected"), "", average, _exact(odds.expected), "")
    return table


def _add(table: Table, name: str, needs: Text, chance: Fraction, lang: str) -> None:
    table.add_row(name, needs, numbers.chance(float(chance), lang), _exact(chance), bar(float(chance)))


def _name(target: Any, number: int, lang: str) -> str:
    if not target.card:
        return say(lang, "ui.odds.ghost", n=number + 1)
    name = card_name(target.card, lang)
    if not target.space:
        return name
    return f"{name} ({say(lang, f'ui.compass.{target.space[0]}')}{target.space[1:]})"


def _needs(letters: str, lang: str) -> Text:
    """Symbols by the letters of the language, each in its colour."""
    shown = Text()
    for letter in letters:
        color = COLORS[LETTERS.index(letter)]
        style = "bold" if color == "black" else f"bold {color}"
        shown.append(say(lang, f"ui.letter.{color}"), style=style)
    return shown if letters else Text("–")


def _exact(chance: Fraction) -> str:
    return "…" if _is_long(chance) else str(chance)


def _is_long(chance: Fraction) -> bool:
    return len(str(chance)) > LONGEST_FRACTION


def bar(chance: float, width: int = BAR) -> Text:
    """A chance as a bar."""
    full = round(chance * width)
    return Text.assemble(("■" * full, "green"), ("·" * (width - full), "dim"))


def _notes(answers: Sequence[spuk.Odds], lang: str) -> Iterator[str]:
    if any(len(odds.targets) > 1 and odds.exorcisms for odds in answers):
        yield say(lang, "ui.odds.each_goal")
    if any(odds.curse for odds in answers):
        yield say(lang, "ui.odds.curse")
    if any(_is_long(chance) for odds in answers for chance in _shown(odds)):
        yield say(lang, "ui.odds.in_json")


def _shown(odds: spuk.Odds) -> Iterator[Fraction]:
    """The fractions of its table."""
    yield from (target.chance for target in odds.targets)
    if len(odds.targets) > 1:
        yield from (odds.some, odds.all, odds.expected)


def as_data(entries: Sequence[Entry]) -> dict[str, Any]:
    """Ready for JSON: a question alone, or all places of a position."""
    if len(entries) == 1 and not entries[0].place:
        return entries[0].odds.as_dict()
    return {"places": [entry.as_dict() for entry in entries]}
