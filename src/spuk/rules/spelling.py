"""Words that were probably meant: those in the rules that are a slip or two away from what was typed.

`render/static/rules.js` does the same while somebody types; `tests/browser/test_rules.py` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")


def slips(word: str) -> int:
    """How many letters may be wrong: none in short words, where everything is near to everything."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def vocabulary(texts: Iterable[str]) -> set[str]:
    """All words of folded texts that a slip could lead to."""
    return {word for text in texts for word in _WORD.findall(text) if len(word) > 2}


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that need the fewest slips, in the order of the alphabet; () if all need too many.

    A word that is typed only in part is compared with beginnings.
    """
    found: dict[int, set[str]] = {}
    for other in known:
        slip = min(distance(word, other, slips(word)), distance(word, other[: len(word)], slips(word)))
        found.setdefault(slip, set()).add(other)
    fewest = min(found, default=99)
    return tuple(sorted(found[fewest])) if fewest <= slips(word) else ()


def distance(one: str, other: str, most: int) -> int:
    """Letters to add, drop, change or swap with the next; anything above `most` is only more than that."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [i] + [0] * len(other)
        for j, second in enumerate(other, start=1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != second))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == second:
                row[j] = min(row[j], earlier[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return row[-1]
