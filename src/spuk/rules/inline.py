"""Words inside a paragraph: **strong**, names of things, pictures, rule numbers, links.

`{tile:temple}` is the printed name, `{tile:temple|Buddhistischen Tempel}` the same name as its sentence
needs it; a test compares the two. So no name is ever spelled in a second way. `{to:cards|gallery}` leads to
another page.

`{icon:qi}` is a picture beside the words that it illustrates; where there are no pictures it is left out. An
icon that stands for words has them with it: `{icon:curse-die|Curse die}`. They are printed in the terminal,
found by the search, and read aloud on the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from spuk.games.ghost_stories import board
from spuk.games.ghost_stories.editions import FIVE_QI, HAUNTED_LIMIT, NEUTRAL_QI, WIN_BONUS
from spuk.games.ghost_stories.options import setup
from spuk.games.ghost_stories.words import names
from spuk.games.ghosts import words as ghosts
from spuk.games.ghosts.options import ALLOWED as GHOSTS_ALLOWED
from spuk.games.ghosts.options import EDITIONS as GHOSTS_EDITIONS
from spuk.rules.blocks import Line, Run

MARK: Final = re.compile(r"\{(?P<kind>[a-z]+):(?P<id>[^|}]+)(?:\|(?P<form>[^}]+))?\}|\*\*(?P<strong>.+?)\*\*")

NUMBERS: Final[Mapping[str, int]] = {
    "tao_tokens": int(5 * board.TOKENS_PER_COLOR),
    "tokens_per_color": int(board.TOKENS_PER_COLOR),
    "qi_tokens": int(board.QI_TOKENS),
    "buddhas": int(board.BUDDHAS),
    "power_tokens": int(setup({"players": 1}).power_tokens),
    "five_qi": FIVE_QI,
    "neutral_qi": NEUTRAL_QI,
    "haunted_limit": HAUNTED_LIMIT,
    "win_bonus": WIN_BONUS,
    "rounds": GHOSTS_ALLOWED["rounds"][0],
    "starting_fear": GHOSTS_EDITIONS["seed"].starting_fear,
    "starting_fear_2022": GHOSTS_EDITIONS["amigo2022"].starting_fear,
}
"""Figures that the tables of the games know: `{n:qi_tokens}`."""


@dataclass(frozen=True)
class Names:
    """How things are called here, and which rule is about them."""

    lang: str
    edition: str
    rules: Mapping[tuple[str, str], str]
    """(kind, id) → the number of the rule whose heading names it."""

    def run(self, kind: str, id: str, form: str | None) -> Run:
        """What stands for `{kind:id|form}`."""
        if kind == "icon":
            return Run(form or "", symbol=id)
        if kind == "rule":
            return Run(id, rule=id)
        if kind == "n":
            return Run(str(NUMBERS[id]))
        if kind == "to":
            return Run(form or "", page=id)
        text = form or self.printed(kind, id)
        card = int(id) if kind == "card" else 0
        rule = self.rules.get((kind, id), "")
        return Run(text, rule=rule, card=0 if rule else card)

    def printed(self, kind: str, id: str) -> str:
        """The name as it is printed; an unknown kind or id raises."""
        return _PRINTED[kind](self, id)

    def line(self, text: str) -> Line:
        """The runs of a paragraph."""
        runs: list[Run] = []
        end = 0
        for mark in MARK.finditer(text):
            if mark.start() > end:
                runs.append(Run(text[end : mark.start()]))
            if mark["strong"]:
                runs += [replace(run, strong=True) for run in self.line(mark["strong"])]
            else:
                runs.append(self.run(mark["kind"], mark["id"], mark["form"]))
            end = mark.end()
        if end < len(text):
            runs.append(Run(text[end:]))
        return tuple(runs)


_PRINTED: Final[Mapping[str, Callable[[Names, str], str]]] = {
    "tile": lambda n, what: names.tile_name(what, n.lang),
    "power": lambda n, what: names.power_name(what, n.lang, n.edition),
    "level": lambda n, what: names.level_name(what, n.lang),
    "card": lambda n, what: names.card_name(int(what), n.lang),
    "gcard": lambda n, what: ghosts.card_name(what, n.lang),
}
