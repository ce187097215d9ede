"""Before an exorcism the exact odds; after the roll what is missing and who could pay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from spuk.games.ghost_stories import words
from spuk.games.ghost_stories.board import COLORS, LETTERS
from spuk.games.ghost_stories.scene.cards import Pip, pips_of
from spuk.games.ghost_stories.scene.options import Option, asked
from spuk.games.ghost_stories.scene.portraits import Portrait, portrait
from spuk.render.numbers import percent

View = dict[str, Any]
_YANG: Final = ("start", "moved", "acted")
"""Stages of a turn in which an exorcism may still come."""


@dataclass(frozen=True)
class Payer:
    """Somebody on the tile who has tokens of the missing colours."""

    name: str
    color: str
    tokens: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Foe:
    """A ghost next to the active Taoist."""

    card: int
    name: str
    color: str
    portrait: Portrait
    pips: tuple[Pip, ...]
    alone: int
    """Chance in per cent with the dice alone."""
    chance: int
    """With all tokens at hand."""
    missing: tuple[str, ...]
    """Colours that the dice have not brought; after the roll only."""
    immune: bool
    """Dice do nothing against it."""


@dataclass(frozen=True)
class Exorcism:
    """An exorcism that is possible or under way."""

    foes: tuple[Foe, ...]
    alone: int
    chance: int
    """Of all together."""
    some: int
    """Of at least one."""
    dice: int
    rolled: tuple[str, ...]
    paid: tuple[str, ...]
    under_way: bool
    curses: int
    """Curse dice that follow if all are banished."""
    option: Option | None
    """The action that begins it."""
    payers: tuple[Payer, ...]


def exorcism(t: View, found: list[Option], lang: str) -> Exorcism | None:
    """The exorcism that somebody can see on the table now; None without one."""
    odds = t["study"]["odds"]
    begin = next((option for option in found if option.verb == "exorcise"), None)
    if odds is None or not odds["best"]["targets"]:
        return None
    view, best, alone = t["view"], odds["best"], odds["alone"]
    dice = view["dice"]
    under_way = bool(dice["rolled"] or dice["paid"]) and best["exorcisms"] > 0
    looking_on = t["asked"] is None and best["exorcisms"] > 0 and view["stage"] in _YANG
    if begin is None and not under_way and not looking_on:
        return None
    foes = [
        _foe(target, sure, view, under_way, lang)
        for target, sure in zip(best["targets"], alone["targets"], strict=True)
    ]
    return Exorcism(
        foes=tuple(foes),
        alone=percent(alone["all"]["value"]),
        chance=percent(best["all"]["value"]),
        some=percent(best["some"]["value"]),
        dice=best["dice"],
        rolled=tuple(dice["rolled"]),
        paid=tuple(dice["paid"]),
        under_way=under_way,
        curses=sum(_curses(target["space"], view) for target in best["targets"]),
        option=begin,
        payers=_payers(t, {color for foe in foes for color in foe.missing}),
    )


def _ghost(space: str, view: View) -> View:
    found: View = asked(view, "en").spaces[space]["ghost"]
    return found


def _curses(space: str, view: View) -> int:
    return int("curse_die" in _ghost(space, view)["right"])


def _foe(target: View, alone: View, view: View, under_way: bool, lang: str) -> Foe:
    ghost = _ghost(target["space"], view)
    immune = "dice_immune" in ghost["centre"]
    needed = [COLORS[LETTERS.index(letter)] for letter in target["needed"]]
    return Foe(
        card=target["card"],
        name=words.card_name(target["card"], lang),
        color=ghost["color"],
        portrait=portrait(target["card"]),
        pips=pips_of(ghost["resistance"], view["circle"], ghost["mantra"]),
        alone=percent(alone["chance"]["value"]),
        chance=percent(target["chance"]["value"]),
        missing=_missing(needed, view, immune) if under_way else (),
        immune=immune,
    )


def _missing(needed: list[str], view: View, immune: bool) -> tuple[str, ...]:
    """What one ghost, taken by itself, still needs after this roll and what was paid."""
    have = Counter(view["dice"]["paid"])
    if not immune:
        have += Counter(view["dice"]["rolled"])
    white = have.pop("white", 0) if _white_is_wild(view) else 0
    lacks = []
    for color in needed:
        if have[color] > 0:
            have[color] -= 1
        else:
            lacks.append(color)
    return tuple(lacks[white:])


def _white_is_wild(view: View) -> bool:
    spaces = [space for board in view["boards"] for space in board["spaces"]]
    return not any(space["ghost"] and "white_not_wild" in space["ghost"]["centre"] for space in spaces)


def _payers(t: View, colors: set[str]) -> tuple[Payer, ...]:
    """Those on the active Taoist's tile who hold tokens of these colours (GS-6.4)."""
    view = t["view"]
    here = asked(view, "en").here
    found = []
    for board in view["boards"]:
        tokens = tuple((color, board["tao"][color]) for color in sorted(colors) if board["tao"].get(color))
        if board["seat"] is not None and board["alive"] and board["place"] == here and tokens:
            found.append(Payer(t["seats"][board["seat"]]["name"], board["color"], tokens))
    return tuple(found)
