"""What those who listen to a table are told of what just happened: sentences, short enough to be heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from spuk.language.catalog import say
from spuk.render.log import Line, lines

Told = Mapping[str, Any]
"""An update as somebody is told it (`Update.told`)."""

_UNSAID: Final = "card_drawn"
"""Where a card goes, or who is asked where, is told anyway."""


def spoken(updates: Sequence[Told], names: Sequence[str], lang: str) -> list[str]:
    """What happened, a sentence each; dice that were rolled together are one."""
    heard = [_heard(update) for update in updates if update["kind"] != "chat"]
    return [sentence for line in lines(heard) if (sentence := _sentence(line, names, lang))]


def _heard(update: Told) -> Told:
    """Without what is not worth a sentence; a card that only its owner sees is: it is in no other place."""
    if "words" not in update:
        return update
    both = zip(update["events"], update["words"], strict=True)
    kept = [(event, words) for event, words in both if _worth_a_sentence(event)]
    return {**update, "events": [event for event, _ in kept], "words": [words for _, words in kept]}


def _worth_a_sentence(event: Told) -> bool:
    return event["id"] != _UNSAID or ("seat" in event and "card" in event)


def _sentence(line: Line, names: Sequence[str], lang: str) -> str:
    if line.words:
        return line.words
    if line.kind == "undone":
        return say(lang, "ui.table.undone")
    if line.kind == "resigned":
        return say(lang, "ui.table.end.given_up_why")
    if line.kind == "seat":
        return _about_a_seat(line.about, names, lang)
    return ""


def _about_a_seat(about: Told, names: Sequence[str], lang: str) -> str:
    """Somebody came, went, or let a bot play."""
    what, seat = about["what"], about["seat"]
    if what in ("handed_over", "back"):
        return say(lang, f"ui.table.log.{what}", name=names[seat])
    if what != "left" and not names[seat]:  # whoever came has gone again
        return ""
    return say(lang, f"ui.lobby.said.{what}", name=names[seat], number=seat + 1)
