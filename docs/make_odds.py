"""Writes docs/lab/odds.md (`make docs`): what the odds of exorcisms mean, and the tables people want.

Every figure of the tables is computed here by `spuk.exorcism_odds`; a test checks that the page is up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import spuk

PAGE = Path(__file__).parent / "lab" / "odds.md"
RESISTANCES = (1, 2, 3, 4)

HEAD = """\
# The odds of exorcisms

Made by `make docs` (`docs/make_odds.py`); do not edit by hand. All figures are exact and rounded only for print.

```
spuk odds rr kk --tokens ry --circle r      # two ghosts at a corner, by resistance
spuk odds 47 38 --dice 2 --second-wind      # by card number: rewards, captured dice and locks count, too
spuk odds --position "en normal 4p N=blue/wind/tao:rr/@1 N1=38 W3=14 turn=N"
spuk odds --record game.json --at 120       # after the 120th action of a record
```

In Python: `spuk.odds(state)`, `spuk.odds(state, place)` for another place of the village (1…9), and
`spuk.exorcism_odds(["rr", "kk"], tokens="ry", circle="r")` without a position. Both give an `Odds` of `Fraction`s.

## What is counted

- **Goals.** Five, each asked on its own: the first ghost, the second, at least one, both, and how many on average.
  For every goal the player does what is best for *that* goal at each step; so "first" and "second" do not add up
  to "on average": going for one ghost, one does less for the other.
- **Choices.** Which dice to reroll (the Gods' Favorite), the colour that the Mantra takes from a many-coloured
  incarnation (after the roll), which ghosts go and with which tokens. A ghost that the dice alone can banish must go,
  wanted or not; where only one of two can go, the edition says who chooses (GS-6.4).
- **Tokens** at hand: the active Taoist's own and those of Taoists on his tile; none while Tao is locked.
- **A second exorcism** (Second Wind): tokens spent in the first are gone. What a banished ghost held back ends at once,
  as in the rules: a captured die, locked Tao, worthless white faces, blocked powers. Its Tao reward is taken, in
  the best colour. If it was the last incarnation, the game is won and no second exorcism follows.
- **Not counted:** the Curse die that a banished ghost may bring before a second exorcism counts as blank (a blank is the
  best that can happen; `Odds.curse` and a line below the table say when it matters). Help from villagers, Yin-Yang,
  Power tokens not yet used, Buddhas and other means are not counted either.
- **In the midst of an exorcism** `spuk.odds(state)` goes on from the dice and payments that lie there.
- In a question without a position the supply holds all tokens that are not named in it.

The needs and the bill are those of the engine (`games/ghost_stories/bill.py` serves both), and a test plays hundreds of random
positions of every edition through the engine's own dice and choices and finds the same fractions.
"""

SPEED = """\
## What it costs

Compiled, one core of a shared 2-core machine, best of 30 (`python bench/odds.py`):

| question | µs |
|---|---:|
| one ghost, 3 dice | 21 |
| two ghosts, 3 dice, 2 tokens | 34 |
| a position: two ghosts, Second Wind, 7 tokens of all colours | 128 |
| two ghosts of 4, 4 dice, 20 tokens of all colours, reroll, Second Wind | 330 |
| the same, but Hope Killer under the Mantra beside a ghost of 4 | 1132 |
| Hope Killer under the Mantra beside an imagined ghost `ybgrk`, 10 tokens | 4040 |

Only the last two are above a millisecond. The first of them comes up in no game: four dice and the reroll are two sides of
one board. The last one could, if Hope Killer and the Nameless, whose resistance that is, lay at one corner before a Taoist
with ten tokens of all colours.
"""


def percent(chance: Fraction) -> str:
    """As it stands in the tables."""
    if chance in (0, 1):
        return "0" if chance == 0 else "100"
    return f"{float(100 * chance):.1f}"


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with a line above it."""
    lines = [title, "", "| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


def by_resistance(ask: Callable[[int], Fraction]) -> list[str]:
    """A row of chances for resistance 1 … 4."""
    return [percent(ask(resistance)) for resistance in RESISTANCES]


def one(resistance: int, dice: int = 3, tokens: int = 0, **more: bool) -> Fraction:
    """A single ghost."""
    return spuk.exorcism_odds(["r" * resistance], dice=dice, tokens="r" * tokens, **more).some


HEADINGS = ("resistance 1", "2", "3", "4")


def tables() -> list[str]:
    """All tables."""
    lines = ["## One ghost", ""]
    rows = [[str(n), *by_resistance(partial(one, tokens=n))] for n in range(5)]
    lines += table("Chance in per cent with 3 dice, by matching tokens at hand:", ("tokens", *HEADINGS), rows)
    lines += [
        "The Circle of Prayer in the ghost's colour, or the Mantra on it, is one column to the left (resistance 0 is",
        "certain); for the chance of one die more or less see below.",
        "",
    ]
    rows = [[str(n), *by_resistance(partial(one, dice=n))] for n in range(1, 5)]
    lines += table(
        "Without tokens, by number of dice (4: Strength of a Mountain):", ("dice", *HEADINGS), rows
    )
    ways: list[tuple[str, Callable[[int], Fraction]]] = [
        ("no power", one),
        ("Strength of a Mountain (4 dice)", lambda r: one(r, 4)),
        ("The Gods' Favorite (reroll)", lambda r: one(r, reroll=True)),
        ("Second Wind (two exorcisms)", lambda r: one(r, second=True)),
        ("both of the last", lambda r: one(r, reroll=True, second=True)),
        ("the Nameless in play (white not wild)", lambda r: one(r, white=False)),
    ]
    lines += table(
        "Which power is worth what: 3 dice, no tokens:",
        ("with", *HEADINGS),
        [[name, *by_resistance(ask)] for name, ask in ways],
    )
    return [*lines, *corners()]


def corners() -> list[str]:
    """Two ghosts of different colours."""
    lines = ["## Two ghosts of different colours at a corner", ""]
    rows = []
    for first in (1, 2, 3):
        for second in range(first, 4):
            ghosts = ["r" * first, "b" * second]
            plain = spuk.exorcism_odds(ghosts)
            rich = spuk.exorcism_odds(ghosts, tokens="rb")
            wind = spuk.exorcism_odds(ghosts, second=True)
            answers = (plain.some, plain.all, rich.some, rich.all, wind.some, wind.all)
            rows.append([f"{first} and {second}", *map(percent, answers)])
    head = ("resistances", "one", "both", "one", "both", "one", "both")
    title = (
        "At least one, and both, in per cent: 3 dice without tokens, with one matching token of each colour, and "
        "without tokens but with Second Wind:"
    )
    return [*lines, *table(title, head, rows)]


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *tables(), SPEED])


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
