"""Text inside a paragraph: **strong**, names of things, pictures, rule numbers, links.

`{tile:temple}` is the printed name, `{tile:temple|Buddhistischen Tempel}` the same name in the form its
sentence needs; a test compares the two, so no name is ever spelled differently. `{to:cards|gallery}` links to
another page, `{n:rounds}` is a number from the tables of the game. `{icon:qi}` is a picture next to the words
it illustrates; without pictures it is left out. An icon that replaces words has them as a label:
`{icon:curse-die|Curse die}`. Labels are printed in the terminal, found by the search, and read aloud on the
page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from spuk.rules.blocks import Line, Run
from spuk.rules.parts import RulesPart

MARK: Final = re.compile(r"\{(?P<kind>[a-z]+):(?P<id>[^|}]+)(?:\|(?P<form>[^}]+))?\}|\*\*(?P<strong>.+?)\*\*")


@dataclass(frozen=True)
class Names:
    """The names of things, and which rule is about them."""

    part: RulesPart
    lang: str
    edition: str
    rules: Mapping[tuple[str, str], str]
    """(kind, id) → the number of the rule whose heading names it."""

    def run(self, kind: str, id: str, form: str | None) -> Run:
        """The text for `{kind:id|form}`."""
        if kind == "icon":
            return Run(form or "", symbol=id)
        if kind == "rule":
            return Run(id, rule=id)
        if kind == "n":
            return Run(str(self.part.numbers[id]))
        if kind == "to":
            return Run(form or "", page=self.part.links()[id])
        text = form or self.printed(kind, id)
        rule = self.rules.get((kind, id), "")
        return Run(text, rule=rule, thing="" if rule else self.part.link(kind, id))

    def printed(self, kind: str, id: str) -> str:
        """The printed name; an unknown kind or id raises an error."""
        return self.part.printed(kind, id, self.lang, self.edition)

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
