"""Help: what can be typed, how the game goes, which letter is which family, what the signs mean."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from spuk.games.ghosts.cards import FAMILIES
from spuk.games.ghosts.terminal import signs
from spuk.games.ghosts.terminal.cards import chip
from spuk.games.ghosts.words import card_name, edition_about, edition_name, family_name
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.cells import flow
from spuk.terminal.lines import item
from spuk.terminal.table import Data

COMMANDS: Final = (
    ("1", "ui.help.number"),
    ("u", "ui.ghosts.help.undo"),
    ("s", "ui.help.save"),
    ("l", "ui.help.log"),
    ("q", "ui.help.quit"),
    ("?", "ui.help.help"),
)
PARTS: Final = (
    "ui.ghosts.help.goal",
    "ui.ghosts.help.raise",
    "ui.ghosts.help.mirror",
    "ui.ghosts.help.mist",
    "ui.ghosts.help.take",
    "ui.ghosts.help.draw",
    "ui.ghosts.help.round",
    "ui.ghosts.help.secret",
)
SIGNS: Final = (
    (f"{signs.CARD}{look.MIST}", "ui.ghosts.help.sign.cards"),
    (signs.MIRROR, "ui.ghosts.help.sign.mirror"),
    (look.BLOCKED, "ui.ghosts.help.sign.blocked"),
)


def guide_lines(edition: str, lang: str, width: int) -> list[Text]:
    """The whole help."""
    lines = [Text(say(lang, "ui.help.title"), style=look.ACCENT)]
    for key, id in COMMANDS:
        lines.extend(item(key, say(lang, id), width, 4))
    lines += [Text(), Text(say(lang, "ui.help.turn"), style=look.ACCENT)]
    for id in PARTS:
        lines.extend(item("·", say(lang, id), width, 2))
    about = f"{edition_name(edition, lang)}: {edition_about(edition, lang)}"
    lines.extend(item("·", about, width, 2))
    lines += [Text(), Text(say(lang, "ui.help.signs"), style=look.ACCENT), *legend(lang, width)]
    for sign, id in SIGNS:
        lines.extend(item(sign, say(lang, id), width, 4))
    return [*lines, Text()]


def legend(lang: str, width: int) -> list[Text]:
    """Which letter is which family."""
    cards: list[Data] = [{"family": family, "value": ""} for family in FAMILIES]
    parts = [Text.assemble(chip(card, lang), f" {family_name(card['family'], lang)}") for card in cards]
    mist: Data = {"family": None, "value": 0}
    parts.append(Text.assemble(chip(mist, lang), f" {card_name('x', lang)}"))
    return flow(parts, width, gap="  ")
