"""A number of every game, counted by group, level and outcome: what of it is told together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from spuk.games.ghost_stories.editions import LEVELS
from spuk.games.ghost_stories.words import names
from spuk.language.catalog import say


class Kind(NamedTuple):
    """Games whose numbers are counted together."""

    group: str
    level: str
    won: bool


Kinds = Mapping[Kind, Counter[int]]
Counts = dict[str, Counter[int]]
"""By what is counted together, in words."""


def together(
    counted: Kinds, group: str | None = None, level: str | None = None, won: bool | None = None
) -> Counter[int]:
    """All games, or those of one group, level or outcome."""
    found: Counter[int] = Counter()
    for kind, counts in counted.items():
        if all(wanted in (None, is_) for wanted, is_ in zip((group, level, won), kind, strict=True)):
            found += counts
    return found


def lines(counted: Kinds, groups: Mapping[str, str], lang: str) -> dict[str, Counts]:
    """For every group all games, those won and those lost; where there is only one, those of each level."""
    found = by_group(counted, groups)
    if len(found) == 1:
        return {name: _outcomes(counted, lang) | _levels(counted, lang) for name in found}
    return {
        name: _outcomes({kind: counts for kind, counts in counted.items() if kind.group == group}, lang)
        for group, name in groups.items()
        if name in found
    }


def drawn(counted: Kinds, groups: Mapping[str, str], lang: str) -> Counts:
    """A curve for every group; where there is only one, for games won and for games lost."""
    found = by_group(counted, groups)
    if len(found) > 1:
        return found
    _, *outcomes = _outcomes(counted, lang).items()
    return {name: counts for name, counts in outcomes if counts}


def by_group(counted: Kinds, groups: Mapping[str, str]) -> Counts:
    """All games of every group that has any."""
    found = {name: together(counted, group) for group, name in groups.items()}
    return {name: counts for name, counts in found.items() if counts}


def _outcomes(counted: Kinds, lang: str) -> Counts:
    return {
        say(lang, "ui.lab.report.all"): together(counted),
        say(lang, "ui.lab.report.won"): together(counted, won=True),
        say(lang, "ui.lab.report.lost"): together(counted, won=False),
    }


def _levels(counted: Kinds, lang: str) -> Counts:
    found = {names.level_name(level, lang): together(counted, level=level) for level in LEVELS}
    played = {name: counts for name, counts in found.items() if counts}
    return played if len(played) > 1 else {}
