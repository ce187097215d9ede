"""Tables in lists, in words: open ones, those being played, and a person's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import spuk
from spuk.language.catalog import say, say_number
from spuk.language.formats import format_ago, format_day
from spuk.language.revision import game_name
from spuk.language.words import words_of
from spuk.render.board import Board, board_of
from spuk.store.contract import Listed
from spuk.table.people import named
from spuk.table.view import listed


class Chair(NamedTuple):
    """A seat in a list."""

    name: str
    kind: str
    """free, person or bot"""
    yours: bool


class Ended(NamedTuple):
    """How a game ended, for the viewer."""

    kind: str
    """won, lost or over; over if the viewer has neither won nor lost"""
    words: str
    score: int | None


class Entry(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    title: str
    about: str
    chairs: tuple[Chair, ...]
    free: int
    when: str
    status: str
    ended: Ended | None
    your_turn: bool = False
    note: str = ""
    """Why it cannot be opened: it is damaged, or was played under other rules."""
    damaged: bool = False

    @property
    def board(self) -> Board | None:
        """How its game looks; None for an unknown game."""
        return board_of(self.game) if self.game in spuk.games() else None


def entry_of(
    found: Listed, person: str | None, lang: str, *, your_turn: bool = False, damaged: bool = False
) -> Entry:
    """What a list shows of a table."""
    table = listed(found, person, damaged=damaged)
    if table["replayable"]:
        return _entry(table, lang, your_turn=your_turn)
    try:
        entry = _entry(table, lang)
    except Exception:  # newer than we are, or damaged: we have no texts for it
        entry = _bare_entry(table, lang)
    if table["damaged"]:
        return entry._replace(note=say(lang, "ui.damaged.note"), damaged=True)
    known = spuk.game(table["game"]).rules_revision
    return entry._replace(note=say(lang, "ui.other_rules.note", found=table["rules"], known=known))


def _bare_entry(table: Mapping[str, Any], lang: str) -> Entry:
    """What can be said about any table."""
    name = game_name(table["game"], lang) if table["game"] else say(lang, "ui.damaged.nameless")
    return Entry(
        id=table["id"],
        game=table["game"],
        title=table["title"] or name,
        about=name,
        chairs=(),
        free=0,
        when=when_words(table["changed_at"], lang),
        status=table["status"],
        ended=None if table["result"] is None else Ended("over", "", None),
    )


def _entry(table: Mapping[str, Any], lang: str, *, your_turn: bool = False) -> Entry:
    yours = table["your_seats"]
    seats = named(table["seats"], lang)
    chairs = tuple(_chair(seat, number in yours, lang) for number, seat in enumerate(seats))
    name = game_name(table["game"], lang)
    return Entry(
        id=table["id"],
        game=table["game"],
        title=table["title"] or name,
        about=words_of(table["game"]).summary(table["options"], lang),
        chairs=chairs,
        free=sum(chair.kind == "free" for chair in chairs),
        when=when_words(table["changed_at"], lang),
        status=table["status"],
        ended=None if table["result"] is None else ended_of(table, yours, chairs, lang),
        your_turn=your_turn,
    )


def _chair(seat: Mapping[str, Any], yours: bool, lang: str) -> Chair:
    if seat["free"]:
        return Chair(say(lang, "ui.list.free_seat"), "free", False)
    return Chair(seat["name"], "bot" if seat["bot"] else "person", yours)


def ended_of(table: Mapping[str, Any], yours: Sequence[int], chairs: Sequence[Chair], lang: str) -> Ended:
    """How it ended for someone with these seats."""
    result = table["result"]
    if result["reason"] == "resigned":
        return Ended("lost" if yours else "over", say(lang, "ui.list.given_up"), None)
    if spuk.game(table["game"]).together():
        kind = "won" if result["won"] else "lost"
        words = words_of(table["game"]).reason_words(result["reason"], lang)
        return Ended(kind, words, result["score"])
    winners = ", ".join(chairs[seat].name for seat in result["winners"])
    mine = [result["scores"][seat] for seat in yours]
    kind = "over" if not yours else "won" if set(yours) & set(result["winners"]) else "lost"
    words = say_number(lang, "ui.list.wins", len(result["winners"]), winners=winners)
    return Ended(kind, words, best_score(table["game"], mine))


def score_words(entry: Entry, lang: str) -> str:
    """What someone scored; '' if there was no score."""
    if entry.ended is None or entry.ended.score is None:
        return ""
    return words_of(entry.game).score_words(entry.ended.score, lang).replace("-", "−")


def best_score(game: str, scores: Sequence[int]) -> int | None:
    """The best of some scores; None if there are none."""
    if not scores:
        return None
    return int(min(scores) if spuk.pack(game).low_score_wins else max(scores))


def when_words(at: float, lang: str) -> str:
    """How long ago, or the day."""
    now = datetime.now()
    then = min(datetime.fromtimestamp(at), now - timedelta(seconds=1))  # clocks may be set back
    if (now - then).days < 2:
        return format_ago(now - then, lang)
    return format_day(then.date(), lang)
