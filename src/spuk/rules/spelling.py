"""Words that were probably meant: words of the rules that are one or two typos away from the input.

`render/static/rules.js` does the same while you type; `tests/browser/test_rules.py` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")


def slips(word: str) -> int:
    """How many letters may be wrong: none in short words, which are all similar to each other."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def vocabulary(texts: Iterable[str]) -> set[str]:
    """All words of folded texts that a typo could lead to."""
    return {word for text in texts for word in _WORD.findall(text) if len(word) > 2}


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words with the fewest typos, in alphabetical order; () if all have too many.

    An incomplete word is compared with the beginnings of words.
    """
    found: dict[int, set[str]] = {}
    for other in known:
        slip = min(distance(word, other, slips(word)), distance(word, other[: len(word)], slips(word)))
        found.setdefault(slip, set()).add(other)
    fewest = min(found, default=99)
    return tuple(sorted(found[fewest])) if fewest <= slips(word) else ()


def distance(one: str, other: str, most: int) -> int:
    """The number of letters to add, drop, change or swap with the next; above `most` it is not exact."""
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
