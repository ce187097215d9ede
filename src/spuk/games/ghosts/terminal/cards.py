"""Cards on the table: a chip in a row, or a drawn card. Colour, letter, name and heads."""

from __future__ import annotations

from rich.text import Text

from spuk.games.ghosts.terminal import signs
from spuk.games.ghosts.words import card_name, family_name
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.cells import Cell, shorten
from spuk.terminal.table import Data


def paint(card: Data) -> look.Paint:
    """The colours of a card's family; mist has its own."""
    return signs.FAMILY[card["family"] or "mist"]


def sign(card: Data, lang: str) -> str:
    """The shortest name of a card: M3; mist is drawn."""
    if card["family"] is None:
        return look.MIST * 2
    family, value = card["family"], card["value"]
    return f"{say(lang, f'ui.ghosts.letter.{family}')}{value}"


def chip(card: Data, lang: str, *, mirror: bool = False) -> Text:
    """A card in a row; one that was a mirror says so."""
    colors = paint(card)
    text = f" {sign(card, lang)}{signs.MIRROR if mirror else ''} "
    return Text(text, style=f"bold {colors.ink} on {colors.fill}")


def card_cell(card: Data, lang: str, width: int, *, playable: bool = True) -> Cell:
    """A full-size card; one that may not be played is dark."""
    colors = paint(card)
    mist = card["family"] is None
    name = card_name("x", lang) if mist else family_name(card["family"], lang)
    heads = look.MIST * (width - 2) if mist else " ".join(signs.HEAD * card["value"])
    ink = colors.text if playable else look.FAINT
    return Cell(
        title=Text(f" {sign(card, lang)} ", style=f"bold {colors.ink} on {colors.fill}"),
        lines=[Text(f" {shorten(name, width - 1)}", style=f"bold {ink}"), Text(f" {heads}", style=ink)],
        frame=look.HEAVY if playable else look.DASHED,
        edge=ink,
        ground=look.NIGHT if playable else look.SLOT,
    )
