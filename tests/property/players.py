"""Players for the tests. The steered one plays like a hasty human: it goes where ghosts are, exorcises,
pays, uses what it has. So games last, and rare rooms of the rules are entered."""

from __future__ import annotations

from typing import Any

from tests.common.walks import Hasty

import spuk

__all__ = ["Hasty", "Steered"]

GAME = spuk.game("ghost-stories")

# How much a steered player likes a verb; one that is missing counts 1.
LIKES = {
    "end": 0.4,
    "move": 1.0,
    "help": 4.0,
    "buddha": 8.0,
    "yinyang": 0.15,
    "cleanse": 5.0,
    "pockets": 8.0,
    "mantra": 2.0,
    "twin": 0.6,
    "borrow": 2.0,
    "skip": 0.3,
}
TILES = {"cemetery": 9.0, "taoist_altar": 6.0, "tea_house": 0.6, "temple": 2.0, "sorcerer": 0.4}
_NEAR = {  # place → the spaces next to it (docs/notation.md)
    1: ("N1", "W3"), 2: ("N2",), 3: ("N3", "E1"), 4: ("W2",), 5: (), 6: ("E2",),
    7: ("S3", "W1"), 8: ("S2",), 9: ("S1", "E3"),
}  # fmt: skip
_COLORS = {"y": "yellow", "b": "blue", "g": "green", "r": "red", "k": "black"}


class Steered(Hasty):
    """Prefers what keeps the village alive; `luck` bends the Tao dice towards the ghosts at hand."""

    def __init__(self, seed: int, luck: float = 0.0) -> None:
        super().__init__(seed)
        self.luck = luck

    def choose(self, state: spuk.State) -> int:
        legal = state.legal()
        names = [GAME.action_text(action) for action in legal]
        if state.actor == spuk.CHANCE:
            return self._fate(state, legal, names)
        view = state.view(None) if "end" in names else {}
        weights = [self._weight(name, view) for name in names]
        return legal[self._pick(weights)]

    def _fate(self, state: spuk.State, legal: list[int], names: list[str]) -> int:
        """What chance does; a lucky player often sees the face he needs."""
        if self.random.fraction() < self.luck:
            if names[0] == "curse:blank":
                return legal[0]
            if names[0] == "roll:y":
                return GAME.action("roll:" + self._wished_face(state.view(None)))
        return int(state.sample(self.random))

    def _wished_face(self, view: dict[str, Any]) -> str:
        """A face that the ghosts at hand still ask for."""
        me = _active(view)
        wanted = [letter for space in _near(view, me["place"]) for letter in space["ghost"]["resistance"]]
        for face in view["dice"]["rolled"]:
            letter = "k" if face == "black" else face[0]
            if letter in wanted:
                wanted.remove(letter)
        return wanted[self.random.below(len(wanted))] if wanted else "w"

    def _pick(self, weights: list[float]) -> int:
        left = self.random.fraction() * sum(weights)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return len(weights) - 1

    def _weight(self, name: str, view: dict[str, Any]) -> float:
        verb, _, target = name.partition(":")
        if verb in ("move", "exorcise", "help", "yinyang") and view:
            return self._weight_of_a_place(verb, target, view)
        if verb == "banish":
            return {"none": 1.0, "first": 9.0, "second": 9.0, "both": 30.0}[target]
        if verb == "retake":
            return 1.0 + int(target)
        return LIKES.get(verb, 1.0)

    def _weight_of_a_place(self, verb: str, target: str, view: dict[str, Any]) -> float:
        me = _active(view)
        place = int(target) if target else me["place"]
        tile = view["village"][place - 1]
        if verb == "help":
            return LIKES["help"] * TILES.get(tile["tile"], 1.0)
        if verb == "yinyang":
            return LIKES["yinyang"] * TILES.get(tile["tile"], 1.0)
        prey = sum(_ease(space, me, self.luck) for space in _near(view, place))
        return 9.0 * prey if verb == "exorcise" else 0.1 + prey * prey


def _active(view: dict[str, Any]) -> dict[str, Any]:
    return next(board for board in view["boards"] if board["board"] == view["active"])


def _near(view: dict[str, Any], place: int) -> list[dict[str, Any]]:
    return [
        space
        for board in view["boards"]
        for space in board["spaces"]
        if space["space"] in _NEAR[place] and space["ghost"]
    ]


def _ease(space: dict[str, Any], me: dict[str, Any], luck: float) -> float:
    """About how willing a hasty human is to try this ghost."""
    ghost = space["ghost"]
    missing: float = sum(
        max(0, ghost["resistance"].count(letter) - me["tao"][color]) for letter, color in _COLORS.items()
    )
    missing = max(0.0, missing - 3.0 * luck)
    urgent = {"stone": 6.0, "card": 3.0, None: 1.0}[ghost["figure"]]
    return urgent * (3.0 if ghost["incarnation"] else 1.0) * 3.0 / (1.0 + missing * missing)
