"""What a game adds to its rules text: the `rules` part of a game pack, and the plain default.

A game with nothing but `rules/<language>.md` needs no part. A game overrides what its text uses: names of
things, figures, a table of its editions, pages of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from spuk.kernel.registry import pack
from spuk.language.catalog import say
from spuk.language.languages import edition_in
from spuk.language.words import words_of
from spuk.rules.blocks import Figure

EDITIONS_PAGE = "editions"


class Difference(ABC):
    """A difference between the editions of a game: a row of its edition table."""

    id: str
    rule: str
    """The number of the rule it belongs to."""

    @abstractmethod
    def editions(self) -> Iterable[str]:
        """The editions that are compared."""

    @abstractmethod
    def point(self, lang: str) -> str:
        """What it is about."""

    @abstractmethod
    def value(self, edition: str, lang: str) -> str:
        """What an edition says."""

    def values(self, lang: str) -> dict[str, str]:
        """What each edition says."""
        return {edition: self.value(edition, lang) for edition in self.editions()}

    def groups(self, lang: str) -> list[tuple[list[str], str]]:
        """Editions that say the same, grouped."""
        found: dict[str, list[str]] = {}
        for edition, value in self.values(lang).items():
            found.setdefault(value, []).append(edition)
        return [(editions, value) for value, editions in found.items()]


class Page(ABC):
    """A page of a game next to its rules, such as all its cards: `/rules/<game>/<page>`."""

    template: str
    symbol: str = "info"

    @abstractmethod
    def title(self, lang: str) -> str:
        """Its heading."""

    @abstractmethod
    def about(self, lang: str) -> str:
        """What you find there."""

    @abstractmethod
    def context(self, asked: Mapping[str, str], lang: str, edition: str) -> dict[str, Any]:
        """What its template shows, depending on the parameters of the address."""


@dataclass(frozen=True)
class Door:
    """A link from the rules to another page."""

    address: str
    symbol: str
    title: str
    about: str
    inviting: bool = False


class RulesPart:
    """The rules of one game; every default is plain."""

    template: ClassVar[str] = "rules/figures.html"
    """Its macros draw: `icon(symbol, label)`, `figure(f)` and `cover()`."""
    numbers: ClassVar[Mapping[str, int]] = {}
    """Numbers from the tables of the game: `{n:rounds}` in the text."""
    differences: ClassVar[Mapping[str, Difference]] = {}
    """The table of its editions, by the ids of the rows. Without one, there is no page of editions."""
    pages: ClassVar[Mapping[str, Page]] = {}
    """Its own pages, by the last part of their address."""

    def __init__(self, game: str) -> None:
        self.game = game

    # ── the text ────────────────────────────────────────────────────────────────────────────

    def printed(self, kind: str, id: str, lang: str, edition: str) -> str:
        """The printed name for `{kind:id}`; an unknown one raises an error."""
        raise KeyError(f"{self.game}: its rules part has no names for {{{kind}:{id}}}")

    def link(self, kind: str, id: str) -> str:
        """Where `{kind:id}` leads if no rule is about it; '' if nowhere."""
        return ""

    def links(self) -> Mapping[str, str]:
        """Where `{to:page|words}` leads."""
        own = [*self.pages, *([EDITIONS_PAGE] if self.differences else [])]
        return {page: f"/rules/{self.game}/{page}" for page in own}

    def figure_words(self, figure: Figure, lang: str, edition: str) -> list[str]:
        """What a figure says, line by line, for people who cannot see it and for the search."""
        return []

    def tools(self, lang: str, edition: str) -> dict[str, Any]:
        """What its templates need."""
        return {}

    # ── editions ────────────────────────────────────────────────────────────────────────────

    def editions(self) -> Sequence[str]:
        """The ids of its editions; () if there is only one."""
        return pack(self.game).game.options().get("edition", ())

    def default_edition(self) -> str:
        """The default edition; '' if there is only one."""
        return str(pack(self.game).game.defaults().get("edition", ""))

    def edition(self, asked: str, lang: str) -> str:
        """The requested edition, otherwise the one printed in the language."""
        editions = self.editions()
        if asked in editions or not editions:
            return asked if editions else ""
        return edition_in(lang, (self.default_edition(), *editions))

    def edition_name(self, edition: str, lang: str) -> str:
        """What an edition is called."""
        return words_of(self.game).value_name("edition", edition, lang)

    # ── ways on ─────────────────────────────────────────────────────────────────────────────

    def doors(self, lang: str) -> list[Door]:
        """The links from its rules to its other pages."""
        links = self.links()
        found = [
            Door(links[id], page.symbol, page.title(lang), page.about(lang))
            for id, page in self.pages.items()
        ]
        if self.differences:
            title = say(lang, "ui.rules.editions")
            found.append(Door(links[EDITIONS_PAGE], "settings", title, self.editions_about(lang)))
        return found

    def editions_about(self, lang: str) -> str:
        """What the page of its editions shows."""
        default = self.edition_name(self.default_edition(), lang)
        return say(lang, "ui.rules.editions.about", edition=default)


def rules_part(game: str) -> RulesPart:
    """What a game adds to its rules text: its own part, or the default."""
    found: RulesPart | None = pack(game).part("rules")
    return found if found is not None else RulesPart(game)
