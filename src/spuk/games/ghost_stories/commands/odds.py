"""`spuk odds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

import spuk
from spuk.games.ghost_stories.board import COLORS, LETTERS
from spuk.games.ghost_stories.cards import LAST_CARD
from spuk.games.ghost_stories.commands.odds_page import Entry, around, as_data, page
from spuk.games.ghost_stories.words.names import color_name, edition_of
from spuk.lab.commands.records import read_record, show
from spuk.lab.errors import Refused
from spuk.language.catalog import say

_COLORS: Final = [(color, letter) for color, letter in zip(COLORS, LETTERS, strict=True) if color != "white"]


class Asked(NamedTuple):
    """The given options."""

    ghosts: Sequence[str]
    circumstances: Mapping[str, Any]
    """The options of `spuk.exorcism_odds`; None: not given."""
    position: str | None
    record: Path | None
    at: int | None


def odds(asked: Asked, *, json: bool, lang: str, console: Console) -> int:
    """The chances of the requested exorcisms."""
    entries = _answer(asked, lang)
    show(as_data(entries) if json else page(entries, lang), console)
    return 0


def _answer(asked: Asked, lang: str) -> list[Entry]:
    said = {name: value for name, value in asked.circumstances.items() if value is not None}
    if (asked.position is not None) + (asked.record is not None) + bool(asked.ghosts) != 1:
        raise Refused("ui.odds.one_question")
    if not asked.ghosts and said:
        raise Refused("ui.odds.not_with_a_position", given=", ".join(said))
    if asked.at is not None and asked.record is None:
        raise Refused("ui.odds.at_without_record")
    try:
        if asked.record is not None:
            return around(_moment(asked.record, asked.at))
        if asked.position is not None:
            return around(_position(asked.position))
        ghosts = _ghosts(asked.ghosts, lang)
        said |= {name: _letters(said[name], lang) for name in ("tokens", "circle") if name in said}
        said.setdefault("edition", edition_of(lang))
        return [Entry(spuk.exorcism_odds(ghosts, **said), said=said)]
    except Refused:
        raise
    except ValueError as error:
        raise Refused("ui.odds.wrong", reason=error) from error


def _letters(text: str, lang: str) -> str:
    """Colours by letter: y b g r k everywhere, plus those that a language shows, upper or lower case."""
    letters = dict(_COLORS)
    known = {sign.lower(): letters[color] for sign, color in _signs(lang)}
    known |= {letter: letter for letter in letters.values()}
    if any(sign not in known for sign in text.lower()):
        named = [f"{sign.upper()} ({color_name(COLORS.index(color), lang)})" for sign, color in _signs(lang)]
        raise Refused("ui.odds.wrong_letters", given=text, allowed=", ".join(named))
    return "".join(known[sign] for sign in text.lower())


def _signs(lang: str) -> list[tuple[str, str]]:
    """The letter of every colour in a language."""
    return [(say(lang, f"ui.letter.{color}"), color) for color, _ in _COLORS]


def _ghosts(texts: Sequence[str], lang: str) -> list[str | int]:
    """Cards by their number, or resistances by letter."""
    if len(texts) > 2:
        raise Refused("ui.odds.too_many_ghosts", given=len(texts))
    found: list[str | int] = []
    for text in texts:
        number = int(text) if text.isdecimal() and len(text) < 6 else None
        if number is not None and not 1 <= number <= LAST_CARD:
            raise Refused("ui.odds.wrong_card", given=text, last=int(LAST_CARD))
        found.append(_letters(text, lang) if number is None else number)
    return found


def _position(text: str) -> spuk.State:
    try:
        return spuk.game("ghost-stories").from_text(text)
    except spuk.BrokenText as error:
        raise Refused("ui.cli.wrong_position", reason=error) from error


def _moment(file: Path, at: int | None) -> spuk.State:
    """The position of a record after this many actions."""
    record = read_record(file)
    total = len(record.actions)
    if at is not None and not 0 <= at <= total:
        raise Refused("ui.cli.wrong_at", given=at, total=total)
    record.actions = record.actions[:at]
    return record.replay()
