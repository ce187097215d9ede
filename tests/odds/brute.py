"""The odds once more, slowly and in another way: every sequence of faces, every mask of dice to reroll,
every handful of tokens to pay, nothing summed up beforehand. Only for questions without a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any

from tests.common.exorcism_model import Chosen, may_go

FACES = "ybgrkw"


class Brute:
    """One question, as `exorcism_odds` takes it (ghosts by letter only)."""

    def __init__(self, ghosts: list[str], **question: Any) -> None:
        self.ghosts = ghosts
        self.question = question
        self.dice: int = question.get("dice", 3)
        self.attempt = cache(self._attempt)
        self.resolve = cache(self._resolve)

    def chance(self, goal: str) -> Fraction:
        """The best chance for a goal: first, second, some, all, expected."""
        attempts = 2 if self.question.get("second") else 1
        tokens = "".join(sorted(self.question.get("tokens", "")))
        return self.attempt(goal, frozenset(), tokens, attempts)

    def _attempt(self, goal: str, gone: frozenset[int], tokens: str, left: int) -> Fraction:
        if left == 0 or len(gone) == len(self.ghosts):
            return self._score(goal, gone)

        def stands(faces: tuple[str, ...]) -> Fraction:
            return self.resolve(goal, gone, tokens, left, "".join(sorted(faces)))

        if not self.question.get("reroll"):
            return _mean(stands, self.dice)
        masks = [set(mask) for n in range(self.dice + 1) for mask in combinations(range(self.dice), n)]
        rerolled = cache(lambda kept: _mean(lambda new: stands((*kept, *new)), self.dice - len(kept)))

        def best(faces: tuple[str, ...]) -> Fraction:
            return max(
                rerolled(tuple(face for i, face in enumerate(faces) if i not in mask)) for mask in masks
            )

        return _mean(best, self.dice)

    def _resolve(self, goal: str, gone: frozenset[int], tokens: str, left: int, faces: str) -> Fraction:
        alive = [number for number in range(len(self.ghosts)) if number not in gone]
        values = []
        for weak in self._weak_colors(alive):
            for chosen in self._may_go(frozenset(alive), faces, tokens, weak):
                for paid in self._handfuls(tokens):
                    if self._covered(chosen, faces, paid, weak):
                        rest = "".join(sorted((Counter(tokens) - Counter(paid)).elements()))
                        values.append(self.attempt(goal, gone | chosen, rest, left - 1))
        return max(values)

    def _may_go(self, alive: Chosen, faces: str, tokens: str, weak: str) -> set[Chosen]:
        """GS-6.4."""
        hands = list(self._handfuls(tokens))

        def free(chosen: Chosen) -> bool:
            return self._covered(chosen, faces, "", weak)

        def payable(chosen: Chosen) -> bool:
            return any(self._covered(chosen, faces, paid, weak) for paid in hands)

        return may_go(alive, free, payable, self.question.get("edition", "en"))

    def _handfuls(self, tokens: str) -> Iterator[str]:
        if self.question.get("locked"):
            return iter([""])
        every = chain.from_iterable(combinations(tokens, n) for n in range(len(tokens) + 1))
        return iter({"".join(handful) for handful in every})

    def _weak_colors(self, alive: list[int]) -> str:
        ghost = self.question.get("mantra", 0) - 1
        if ghost not in alive:
            return "-"
        left = Counter(self.ghosts[ghost])
        if len(left) > 1:
            left -= Counter(self.question.get("circle", ""))
        return "".join(left)

    def _covered(self, chosen: Chosen, faces: str, paid: str, weak: str) -> bool:
        """Every symbol of every chosen ghost gets a face or a token of its own."""
        open_symbols: list[tuple[str, bool]] = []
        for number in chosen:
            need = Counter(self.ghosts[number]) - Counter(self.question.get("circle", ""))
            if self.question.get("mantra", 0) == number + 1:
                need -= Counter(weak)
            immune = number + 1 in self.question.get("immune", ())
            open_symbols += [(color, immune) for color in need.elements()]
        # First what only tokens can do, then tokens and faces of the very colour, then white.
        at_hand, rolled = Counter(paid), Counter(faces)
        short = 0
        for color, immune in sorted(open_symbols, key=lambda symbol: not symbol[1]):
            if immune and not at_hand[color]:
                return False
            if not immune and rolled[color]:
                rolled[color] -= 1
            elif at_hand[color]:
                at_hand[color] -= 1
            else:
                short += 1
        return short <= (rolled["w"] if self.question.get("white", True) else 0)

    def _score(self, goal: str, gone: frozenset[int]) -> Fraction:
        return Fraction(
            {
                "first": int(0 in gone),
                "second": int(len(self.ghosts) - 1 in gone),
                "some": int(bool(gone)),
                "all": int(len(gone) == len(self.ghosts)),
                "expected": len(gone),
            }[goal]
        )


def _mean(value: Callable[[tuple[str, ...]], Fraction], dice: int) -> Fraction:
    rolls = list(product(FACES, repeat=dice))
    return sum((value(faces) for faces in rolls), Fraction(0)) / len(rolls)
