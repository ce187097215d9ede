"""What screen readers announce about the latest events: sentences short enough to listen to."""

from __future__ import annotations

from collections.abc import Sequence

from spuk.language.catalog import say
from spuk.render.board import Board
from spuk.render.log import LogLine, ToldUpdate, closed_words, log_lines


def spoken(updates: Sequence[ToldUpdate], board: Board, names: Sequence[str], lang: str) -> list[str]:
    """What happened, one sentence each. Dice rolled together are one sentence."""
    heard = [_heard(update, board) for update in updates if update["kind"] != "chat"]
    return [sentence for line in log_lines(heard, board) if (sentence := _sentence(line, names, lang))]


def _heard(update: ToldUpdate, board: Board) -> ToldUpdate:
    """Without what is not worth a sentence."""
    if "words" not in update:
        return update
    both = zip(update["events"], update["words"], strict=True)
    kept = [(event, words) for event, words in both if board.is_worth_telling(event)]
    return {**update, "events": [event for event, _ in kept], "words": [words for _, words in kept]}


def _sentence(line: LogLine, names: Sequence[str], lang: str) -> str:
    if line.words:
        return line.words
    if line.kind == "undone":
        return say(lang, "ui.table.undone")
    if line.kind == "closed":
        return closed_words(line.about, lang)
    if line.kind == "resigned":
        return say(lang, "ui.table.end.given_up_why")
    if line.kind == "seat":
        return _about_a_seat(line.about, names, lang)
    return ""


def _about_a_seat(about: ToldUpdate, names: Sequence[str], lang: str) -> str:
    """Someone came, left, or let a bot play."""
    what, seat = about["what"], about["seat"]
    if what in ("handed_over", "back"):
        return say(lang, f"ui.table.log.{what}", name=names[seat])
    if what != "left" and not names[seat]:  # someone came and left again
        return ""
    return say(lang, f"ui.lobby.said.{what}", name=names[seat], number=seat + 1)
