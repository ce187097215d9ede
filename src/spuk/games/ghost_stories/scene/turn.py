"""The panel of the turn: what is asked of this person, or who decides."""

from __future__ import annotations

from typing import Any, Final

from spuk.games.ghost_stories.scene.groups import grouped
from spuk.games.ghost_stories.scene.options import Option
from spuk.games.ghost_stories.scene.pieces import Turn
from spuk.language.catalog import say

View = dict[str, Any]
_KIND: Final = 4
"""Letters of a name that stand before its number in short."""
_BOTS: Final = {
    "random": "ui.table.name.random",
    "novice": "ui.table.name.novice",
    "monk": "ui.table.name.monk",
    "master": "ui.table.name.master",
}
"""What our bots are called in short: the first letters of a word may be another word."""


def seat_name(t: View, seat: int | None, lang: str) -> str:
    """Who sits there."""
    if seat is None:
        return say(lang, "ui.table.neutral")
    return str(t["seats"][seat]["name"]) or say(lang, "ui.table.seat", number=seat + 1)


def short_name(t: View, seat: int | None, lang: str) -> str:
    """The same where there is little room: what tells several of a kind apart is kept."""
    if seat is None:
        return say(lang, "ui.table.neutral.short")
    name = seat_name(t, seat, lang)
    if name == say(lang, "ui.lobby.player", number=seat + 1):
        return say(lang, "ui.table.name.player", number=seat + 1)
    kind, _, number = name.rpartition(" ")
    if not number.isdecimal():
        return name
    shorter = {say(lang, f"ui.bot.{bot}"): id for bot, id in _BOTS.items()}
    if kind in shorter:
        kind = say(lang, shorter[kind])
    return f"{kind if len(kind) <= _KIND else kind[:_KIND] + '.'} {number}"


def turn_of(t: View, found: list[Option], lang: str) -> Turn:
    """What the panel tells and offers."""
    asked = t["asked"]
    groups = grouped(found)
    return Turn(
        mine=asked is not None,
        title=_title(t, lang),
        phase=t["study"]["phase"],
        question=t["study"]["question"],
        steps=_steps(t["view"], found, lang),
        groups=tuple(groups),
        layers=tuple(dict.fromkeys(option.layer for option in found if option.layer)),
        entering=asked is not None and asked["what"] == "outcome",
        asks=_asks(t, lang),
    )


def _asks(t: View, lang: str) -> str:
    title, actor = _title(t, lang), t["actor"]
    if t["view"]["end"] is not None or t["status"] == "finished":
        return title
    decided_elsewhere = not isinstance(actor, int) or t["seats"][actor]["kind"] == "bot"
    if t["asked"] is None and decided_elsewhere:
        return ""
    question = str(t["study"]["question"])
    names_them = t["asked"] is None and seat_name(t, actor, lang) in question
    return question if names_them else f"{title}. {question}"


def _title(t: View, lang: str) -> str:
    view, asked = t["view"], t["asked"]
    if view["end"] is not None or t["status"] == "finished":
        return say(lang, "ui.table.over")
    if asked is not None and asked["what"] == "outcome":
        return say(lang, "ui.table.enter")
    if asked is not None:
        return say(lang, "ui.table.your_turn", name=seat_name(t, asked["seat"], lang))
    actor = t["actor"]
    if not isinstance(actor, int):
        return say(lang, "ui.table.waiting")
    thinks = "ui.table.thinks" if t["seats"][actor]["kind"] == "bot" else "ui.table.decides"
    return say(lang, thinks, name=seat_name(t, actor, lang))


_STEPS: Final = (("move", ("move",)), ("act", ("exorcise", "help")), ("buddha", ("buddha",)))


def _steps(view: View, found: list[Option], lang: str) -> tuple[tuple[str, str], ...]:
    """The three steps of the Yang phase; none where something else is asked."""
    verbs = {option.verb for option in found}
    if "end" not in verbs:
        return ()
    names = {
        "move": say(lang, "ui.table.step.move"),
        "act": say(lang, "ui.table.step.act"),
        "buddha": say(lang, "ui.table.step.buddha"),
    }
    return tuple((names[name], "on" if verbs & set(members) else "no") for name, members in _STEPS)
