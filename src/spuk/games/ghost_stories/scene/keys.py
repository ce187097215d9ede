"""Which key takes which choice: the same key for the same thing, from turn to turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from spuk.games.ghost_stories.board import BOARDS, COLORS, LETTERS
from spuk.games.ghost_stories.scene.options import Option
from spuk.games.ghost_stories.scene.turning import Turned

_LETTERS: Final = {
    "end": "e",
    "exorcise": "x",
    "help": "v",
    "buddha": "b",
    "pockets": "p",
    "twin": "p",
    "borrow": "p",
    "skip": "n",
}
"""Choices with a key of their own, as long as there is only one of the kind."""
_TILES: Final = ("move", "carry", "liftto", "restore", "yinyang", "cleanse")
_TOKENS: Final = ("take", "circle", "pockets", "weaken", "discard", "roll")
_BOARDS: Final = ("twin", "lift", "revive", "giveqi", "giveyy", "loseqi", "watch")
_SPACES: Final = ("place", "blowto")
_ANSWERS: Final = {"none": "n", "no": "n", "yes": "y", "first": "1", "second": "2", "both": "3"}


def with_keys(found: list[Option], turned: Turned) -> list[Option]:
    """The choices with their keys; in each layer a key stands for one of them."""
    kinds = Counter(option.verb for option in found)
    wanted = {option.action: _wanted(option, kinds[option.verb] == 1, turned) for option in found}
    ambiguous = _ambiguous(found, wanted)
    counted = [option for option in found if option.verb in ambiguous or not wanted[option.action]]
    keys: dict[tuple[str, str], int] = {}
    for option in sorted(
        found, key=lambda option: option.verb not in _TILES
    ):  # a digit is first of all a place
        if option not in counted:
            keys.setdefault((option.layer, wanted[option.action]), option.action)
    for option in counted:
        free = [key for key in "123456789" if (option.layer, key) not in keys]
        if free and option.verb not in _LETTERS:
            keys[option.layer, free[0]] = option.action
    by_action = {action: key for (_, key), action in keys.items()}
    return [replace(option, key=by_action.get(option.action, "")) for option in found]


def _ambiguous(found: list[Option], wanted: dict[int, str]) -> set[str]:
    """The verbs of which two choices want the same key: they are simply counted."""
    same = Counter((option.verb, option.layer, wanted[option.action]) for option in found)
    return {verb for (verb, _, key), number in same.items() if key and number > 1}


def _wanted(option: Option, only: bool, turned: Turned) -> str:
    """A letter of its own, else the number of what it is about; '' if it is about nothing numbered."""
    verb, target = option.verb, option.target
    if only and verb in _LETTERS:
        return _LETTERS[verb]
    if target in _ANSWERS:
        return _ANSWERS[target]
    if verb in _TILES:  # as the digits of a telephone lie: 1 is the tile top left
        at = turned.place(int(target))
        return str(3 * int(at[1]) + int(at[2]) - 3)
    if verb in _TOKENS:
        return str((LETTERS.index(target) if target in LETTERS else COLORS.index(target)) + 1)
    if verb in _BOARDS:
        return str(BOARDS.index(target) + 1)
    return target[-1] if verb in _SPACES else ""
