"""GS-6.3 and GS-6.4 a second time, read off the law and not off the engine: what a roll may banish.

Slow and plain: every symbol is tried with every face and every token that could stand for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any

FACES = "ybgrkw"
LETTERS = {"yellow": "y", "blue": "b", "green": "g", "red": "r", "black": "k"}
TOKENS_CHOOSE = {"de1": False, "de2": True, "en": False, "pl": True}
"""Edition table: where dice plus tokens could banish either ghost but not both, the player picks."""
HOWLING, UNCATCHABLE, NAMELESS = 56, 57, 65

Chosen = frozenset[int]
"""Ghosts by their number: 0 lies on the first space, 1 on the second."""
NONE: Chosen = frozenset()
NAMES: dict[Chosen, str] = {
    NONE: "banish:none",
    frozenset({0}): "banish:first",
    frozenset({1}): "banish:second",
    frozenset({0, 1}): "banish:both",
}


def may_go(
    ghosts: Chosen, free: Callable[[Chosen], bool], payable: Callable[[Chosen], bool], edition: str
) -> set[Chosen]:
    """GS-6.4: what may go, if dice alone banish what is `free` and dice plus tokens what is `payable`."""
    if free(ghosts):
        return {ghosts}  # what the dice alone can banish must go
    alone = {ghost for ghost in ghosts if free(frozenset({ghost}))}
    both = {ghosts} if payable(ghosts) else set()
    if not alone:  # paying is never forced
        return {chosen for chosen in subsets(ghosts) if payable(chosen)}
    if len(alone) == 2:  # the dice alone could banish either: the player picks one; tokens may add the other
        return {frozenset({ghost}) for ghost in alone} | both
    must = frozenset(alone)
    if both:  # tokens add to what must go, but never buy it off
        return {must, ghosts}
    other = ghosts - must
    return {must, other} if TOKENS_CHOOSE[edition] and payable(other) else {must}


def subsets(ghosts: Chosen) -> Iterator[Chosen]:
    """All of them, from none to all."""
    sizes = range(len(ghosts) + 1)
    return map(frozenset, chain.from_iterable(combinations(sorted(ghosts), size) for size in sizes))


@dataclass(frozen=True)
class Ghost:
    """A ghost next to the tile: the symbols it still needs, and whether dice count against it."""

    needs: str
    immune: bool = False


@cache
def covered(ghosts: tuple[Ghost, ...], faces: str, tokens: str, wild: bool) -> bool:
    """Every symbol of all these ghosts gets a face or a token of its own."""
    symbols = tuple((letter, ghost.immune) for ghost in ghosts for letter in ghost.needs)
    return _matched(symbols, faces, tokens, wild)


def _matched(symbols: tuple[tuple[str, bool], ...], faces: str, tokens: str, wild: bool) -> bool:
    if not symbols:
        return True
    (letter, immune), *others = symbols
    rest = tuple(others)
    if letter in tokens and _matched(rest, faces, tokens.replace(letter, "", 1), wild):
        return True
    usable = "" if immune else letter + "w" * wild
    return any(face in faces and _matched(rest, faces.replace(face, "", 1), tokens, wild) for face in usable)


@dataclass(frozen=True)
class Attempt:
    """One exorcism: the ghosts that can be banished by number, and all that counts for it."""

    ghosts: dict[int, Ghost]
    tokens: str
    wild: bool
    edition: str

    def allowed(self, faces: str) -> set[Chosen]:
        """What may go after this roll."""
        rolled = "".join(sorted(faces))

        def free(chosen: Chosen) -> bool:
            return covered(self._of(chosen), rolled, "", self.wild)

        def payable(chosen: Chosen) -> bool:
            return covered(self._of(chosen), rolled, self.tokens, self.wild)

        return may_go(frozenset(self.ghosts), free, payable, self.edition)

    def missing(self, chosen: Chosen, faces: str) -> int:
        """How many tokens these ghosts cost after this roll."""
        hands = ("".join(hand) for size in range(9) for hand in combinations(self.tokens, size))
        return next(len(hand) for hand in hands if covered(self._of(chosen), faces, hand, self.wild))

    def _of(self, chosen: Chosen) -> tuple[Ghost, ...]:
        return tuple(self.ghosts[number] for number in sorted(chosen))


def attempt(view: dict[str, Any], weak: str = "") -> Attempt:
    """The exorcism that the active Taoist of this view may try.

    `weak` is the colour that the Mantra takes from a many-coloured incarnation.
    """
    lying = _lying(view)
    here = place(view)
    circle = LETTERS.get(view["circle"] or "", "")
    near = {number: lying[space] for number, space in enumerate(near_spaces(view)) if space in lying}
    ghosts = {
        number: Ghost(_needs(ghost, circle, weak), "dice_immune" in ghost["centre"])
        for number, ghost in near.items()
        if _can_be_exorcised(view, ghost, lying)
    }
    locked = any("lock_tao" in ghost["left"] for ghost in lying.values())
    held = [board["tao"] for board in view["boards"] if board["alive"] and board["place"] == here]
    tokens = "".join(LETTERS[color] * tao[color] for tao in held for color in LETTERS)
    wild = all(ghost["card"] != NAMELESS for ghost in lying.values())
    return Attempt(ghosts, "" if locked else tokens, wild, view["options"]["edition"])


def near_spaces(view: dict[str, Any]) -> list[str]:
    """The spaces next to the active Taoist's tile, in the order of their names N1…W3."""
    boards = [board["spaces"] for board in view["boards"]]
    return [space["space"] for spaces in boards for space in spaces if space["line"][0] == place(view)]


def place(view: dict[str, Any]) -> int:
    """Where the active Taoist stands."""
    return int(next(board["place"] for board in view["boards"] if board["board"] == view["active"]))


def weak_colors(view: dict[str, Any]) -> set[str]:
    """The colours that the Mantra may take from the many-coloured incarnation next to the tile."""
    circle = LETTERS.get(view["circle"] or "", "")
    lying = _lying(view)
    for space in near_spaces(view):
        ghost = lying.get(space)
        if ghost and ghost["mantra"] and _many_colored(ghost):
            return set(_less(ghost["resistance"], circle))
    return set()


def _lying(view: dict[str, Any]) -> dict[str, dict[str, Any]]:
    spaces = [space for board in view["boards"] for space in board["spaces"]]
    return {
        space["space"]: {**space["ghost"], "space": space["space"], "buddha": space["buddha"]}
        for space in spaces
        if space["ghost"]
    }


def _needs(ghost: dict[str, Any], circle: str, weak: str) -> str:
    left = _less(ghost["resistance"], circle)
    if not ghost["mantra"]:
        return left
    return _less(left, weak if _many_colored(ghost) else ghost["resistance"][0])


def _less(symbols: str, letter: str) -> str:
    return symbols.replace(letter, "", 1) if letter else symbols


def _many_colored(ghost: dict[str, Any]) -> bool:
    return len(set(ghost["resistance"])) > 1


def _can_be_exorcised(view: dict[str, Any], ghost: dict[str, Any], lying: dict[str, Any]) -> bool:
    """GS-9.1 and GS-9.2 (in `de2` the view does not tell whether the Uncatchable has met a Buddha)."""
    if ghost["card"] == HOWLING:
        return _opposite(view, ghost["space"]) not in lying
    if ghost["card"] == UNCATCHABLE:
        assert view["options"]["edition"] != "de2"
        return bool(ghost["buddha"])
    return True


def _opposite(view: dict[str, Any], space: str) -> str:
    lines = {s["space"]: s["line"] for board in view["boards"] for s in board["spaces"]}
    return next(other for other, line in lines.items() if line == lines[space][::-1])


def chances(view: dict[str, Any], dice: int) -> list[Fraction]:
    """The best chance for each goal by counting every roll: first, second, some, all, expected.

    For the Mantra on a many-coloured incarnation any colour may be chosen.
    """
    attempts = [attempt(view, weak) for weak in weak_colors(view) or {""}]
    lying = _lying(view)
    numbers = [number for number, space in enumerate(near_spaces(view)) if space in lying]
    values: list[Callable[[Chosen], int]] = [
        lambda gone: numbers[0] in gone,
        lambda gone: numbers[-1] in gone,
        bool,
        lambda gone: len(gone) == len(numbers),
        len,
    ]
    rolls = Counter("".join(sorted(faces)) for faces in product(FACES, repeat=dice))
    allowed = {faces: set[Chosen]().union(*(one.allowed(faces) for one in attempts)) for faces in rolls}
    return [
        Fraction(
            sum(times * max(map(value, allowed[faces])) for faces, times in rolls.items()), rolls.total()
        )
        for value in values
    ]
