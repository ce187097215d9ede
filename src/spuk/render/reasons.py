"""Why one option is better than another: what came of it more or less often in simulated futures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spuk.bots.advice import Difference
from spuk.kernel.game import Consequence, State
from spuk.language.catalog import say, say_number
from spuk.language.words import words_of

_PER: Final = 100
"""With more futures than that, counts are told per so many: easier to compare."""


@dataclass(frozen=True)
class Reasons:
    """The differences between two options, in words."""

    lines: tuple[str, ...]
    """One for each difference, the weightiest first."""
    about: str
    """In how many futures they were counted, and how far those reach."""


def reasons(
    state: State,
    differences: Sequence[Difference],
    lang: str,
    *,
    you: int | None = None,
    played: bool = False,
) -> Reasons | None:
    """In words; None without any. `you`: the seat of the reader; `played`: the other option was taken."""
    if not differences:
        return None
    words = words_of(state.game_id())
    futures = differences[0].futures
    per = min(futures, _PER)
    lines = [
        say(
            lang,
            "ui.reasons.played" if played else "ui.reasons.otherwise",
            what=words.consequence_words(state, Consequence(one.id, one.values), lang, you),
            best=_of(one.best, one.futures, per),
            other=_of(one.other, one.futures, per),
            n=per,
        )
        for one in differences
    ]
    counted = "ui.reasons.counted.per_100" if futures > _PER else "ui.reasons.counted"
    about = (say_number(lang, counted, futures), words.horizon_words(state, lang))
    return Reasons(tuple(lines), " ".join(filter(None, about)))


def about_reasons(state: State, lang: str) -> str:
    """How the reasons of a whole game were counted."""
    told = (say(lang, "ui.reasons.about"), words_of(state.game_id()).horizon_words(state, lang))
    return " ".join(filter(None, told))


def _of(count: int, futures: int, per: int) -> int:
    """So many of `per`; none and all only if it is so."""
    if count in {0, futures}:
        return per if count else 0
    return min(per - 1, max(1, round(per * count / futures)))
