"""What Ghost Stories adds to its rules text: printed names, figures, the edition table, and all its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from spuk.games.ghost_stories import board
from spuk.games.ghost_stories.board import COLORS, TILES
from spuk.games.ghost_stories.editions import EDITIONS, FIVE_QI, HAUNTED_LIMIT, NEUTRAL_QI, WIN_BONUS
from spuk.games.ghost_stories.options import setup
from spuk.games.ghost_stories.rules import figures
from spuk.games.ghost_stories.rules.editions import ROWS
from spuk.games.ghost_stories.state import ID
from spuk.games.ghost_stories.words import names
from spuk.language.catalog import say
from spuk.rules.blocks import Figure
from spuk.rules.parts import Door, Page, RulesPart
from spuk.rules.search import fold

INCARNATIONS: Final = "incarnations"
"""Besides the five colours, how cards can be filtered."""
_TUTORIAL: Final = "/tutorial"

_PRINTED: Final[Mapping[str, Callable[[str, str, str], str]]] = {
    "tile": lambda tile, lang, _: names.tile_name(tile, lang),
    "power": names.power_name,
    "level": lambda level, lang, _: names.level_name(level, lang),
    "card": lambda card, lang, _: names.card_name(int(card), lang),
}


class Cards(Page):
    """All cards, filtered by colour, ability and name."""

    template = "ghost_stories/rules/cards.html"
    symbol = "deck"

    def title(self, lang: str) -> str:
        return say(lang, "ui.rules.cards")

    def about(self, lang: str) -> str:
        return say(lang, "ui.rules.cards.about")

    def context(self, asked: Mapping[str, str], lang: str, edition: str) -> dict[str, Any]:
        wanted = {name: asked.get(name, "") for name in ("color", "ability", "name")}
        every = [(each, _suits(each, **wanted)) for each in figures.cards(lang, edition)]
        colors = {id: names.color_name(id, lang) for id in COLORS[:5]}
        return {
            "cards": every,
            "number": sum(suits for _, suits in every),
            "colors": {**colors, INCARNATIONS: say(lang, "ui.rules.cards.incarnations")},
            "abilities": figures.abilities(lang, edition),
            "asked": wanted,
        }


def _suits(card: figures.Card, color: str, ability: str, name: str) -> bool:
    kind = INCARNATIONS if card.incarnation else card.color
    return (
        color in ("", kind, card.color)
        and ability in ("", *(f"{each.stone}-{each.id}" for each in card.abilities))
        and (fold(name.strip()) in fold(card.name) or name.strip() == str(card.number))
    )


class StoriesRules(RulesPart):
    """Tiles, powers, cards and levels by their printed names."""

    template = "ghost_stories/rules/figures.html"
    numbers: ClassVar = {
        "tao_tokens": int(5 * board.TOKENS_PER_COLOR),
        "tokens_per_color": int(board.TOKENS_PER_COLOR),
        "qi_tokens": int(board.QI_TOKENS),
        "buddhas": int(board.BUDDHAS),
        "power_tokens": int(setup({"players": 1}).power_tokens),
        "five_qi": FIVE_QI,
        "neutral_qi": NEUTRAL_QI,
        "haunted_limit": HAUNTED_LIMIT,
        "win_bonus": WIN_BONUS,
    }
    differences = ROWS
    pages: ClassVar = {"cards": Cards()}

    def printed(self, kind: str, id: str, lang: str, edition: str) -> str:
        return _PRINTED[kind](id, lang, edition)

    def link(self, kind: str, id: str) -> str:
        return f"/rules/{self.game}/cards#card-{int(id)}" if kind == "card" else ""

    def links(self) -> Mapping[str, str]:
        return {**super().links(), "tutorial": _TUTORIAL}

    def figure_words(self, figure: Figure, lang: str, edition: str) -> list[str]:
        return figures.figure_words(figure, lang, edition)

    def tools(self, lang: str, edition: str) -> dict[str, Any]:
        return {"figures": figures, "tiles": TILES, "stones": figures.STONES}

    def editions(self) -> Sequence[str]:
        """In the order of the numbered rules."""
        return tuple(EDITIONS)

    def doors(self, lang: str) -> list[Door]:
        title, about = say(lang, "ui.rules.tutorial"), say(lang, "ui.rules.tutorial.about")
        return [Door(_TUTORIAL, "hint", title, about, inviting=True), *super().doors(lang)]


RULES: Final = StoriesRules(ID)
