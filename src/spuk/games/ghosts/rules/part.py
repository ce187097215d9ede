"""What Ghosts adds to its rules text: the names of cards, its numbers, and the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from spuk.games.ghosts import words
from spuk.games.ghosts.cards import FAMILIES, MIST
from spuk.games.ghosts.options import ALLOWED, EDITIONS
from spuk.games.ghosts.state import ID
from spuk.rules.blocks import Figure
from spuk.rules.parts import RulesPart

_EXAMPLE: Final = (
    *(("Ida", "v3"), ("Leo", "x"), ("Ana", "w2")),
    *(("Ida", "w3"), ("Ana", "p1"), ("Leo", "p3")),
)


@dataclass(frozen=True)
class Family:
    """A family of ghosts, or the mist."""

    id: str
    name: str


@dataclass(frozen=True)
class Played:
    """A card of the example (GH-5): who plays it, and the fear level after it."""

    player: str
    family: str
    value: int
    name: str
    level: int
    mirror: bool


def families(lang: str) -> list[Family]:
    """The families, and the mist."""
    found = [Family(id, words.family_name(id, lang)) for id in FAMILIES]
    return [*found, Family("mist", words.card_name("x", lang))]


def trick(lang: str) -> list[Played]:
    """The example (GH-5), card by card."""
    shown: list[Played] = []
    level, top = 0, ""
    for player, card in _EXAMPLE:
        kind = words.KINDS.index(card)
        family, value = ("mist", 0) if kind == MIST else (FAMILIES[kind // 3], kind % 3 + 1)
        mirror = family == top
        level += 0 if mirror else value
        top = family if value else top
        shown.append(Played(player, family, value, words.card_name(card, lang), level, mirror))
    return shown


class GhostsRules(RulesPart):
    """Cards by their names, and an example in pictures."""

    template = "ghosts/rules/figures.html"
    numbers: ClassVar = {
        "rounds": ALLOWED["rounds"][0],
        "starting_fear": EDITIONS["original"].starting_fear,
        "starting_fear_2022": EDITIONS["amigo2022"].starting_fear,
    }

    def printed(self, kind: str, id: str, lang: str, edition: str) -> str:
        if kind != "gcard":
            raise KeyError(f"no names for {{{kind}:{id}}}")
        return words.card_name(id, lang)

    def figure_words(self, figure: Figure, lang: str, edition: str) -> list[str]:
        match figure.kind:
            case "families":
                return [", ".join(family.name for family in families(lang))]
            case "trick":
                return [" · ".join(f"{each.player}: {each.name} ({each.level})" for each in trick(lang))]
        raise ValueError(f"no figure {figure.kind!r}")

    def tools(self, lang: str, edition: str) -> dict[str, Any]:
        return {"families": families(lang), "trick": trick(lang)}


RULES: Final = GhostsRules(ID)
