"""What is next to the table: deck, dice, the latest events, and whose turn it is."""

from __future__ import annotations

from rich.text import Text

from spuk.games.ghost_stories.cards import ROWS
from spuk.games.ghost_stories.options import changes_solo
from spuk.games.ghost_stories.terminal import signs
from spuk.games.ghost_stories.terminal.board import STONES, pips
from spuk.games.ghost_stories.words import card_name, color_name, tile_effect
from spuk.language.catalog import say, say_number
from spuk.terminal import look
from spuk.terminal.cells import flow
from spuk.terminal.table import Data


def facts(view: Data, lang: str) -> list[Text]:
    """What you look up now and then: the deck, the haunted tiles, the Circle, the dice."""
    found = [*_deck(view, lang), _haunted(view, lang)]
    circle = view["circle"]
    if circle:
        found.append(Text(say(lang, "ui.circle", color=color_name(circle, lang))))
    if view["dice"]["captured"]:
        captured = say_number(lang, "ui.captured_dice", view["dice"]["captured"])
        found.append(Text(captured, style=look.ALERT))
    if _in_play(view, "lock_tao"):
        found.append(Text(say(lang, "ui.tao_locked"), style=look.ALERT))
    found.extend(_rolled(view, lang))
    return [_capital(fact) for fact in found]


def _capital(text: Text) -> Text:
    """Facts are on their own, so they begin like sentences."""
    first = text.plain[:1].upper()
    changed = text.copy()
    changed.plain = first + text.plain[1:]
    return changed


def _deck(view: Data, lang: str) -> list[Text]:
    deck = view["deck"]
    left = say_number(lang, "ui.deck_left", deck["left"])
    if deck["incarnations_after"]:
        # The cards above it and itself: 1 means that it is the next card.
        coming = say_number(lang, "ui.next_incarnation", deck["incarnations_after"][0] + 1)
    else:
        coming = say(lang, "ui.no_incarnation_left")
    found = [Text(left), Text(coming)]
    if deck["incarnations"] > 1:
        banished = len(deck["banished"])
        total = deck["incarnations"]
        found.append(Text(say(lang, "ui.incarnations_banished", n=banished, total=total)))
    return found


def _haunted(view: Data, lang: str) -> Text:
    number = sum(place["haunted"] for place in view["village"])
    limit = view["haunted_limit"]
    style = look.ALERT if number >= limit - 1 else ""
    return Text(say(lang, "ui.haunted", n=number, limit=limit), style=style)


def _rolled(view: Data, lang: str) -> list[Text]:
    dice = view["dice"]
    if not dice["rolled"] and not dice["paid"]:
        return []
    faces = Text(" ").join(_face(color, lang) for color in dice["rolled"])
    for color in dice["paid"]:
        faces.append(" + ").append_text(_face(color, lang))
    before, _, after = say(lang, "ui.rolled", faces="\0").partition("\0")
    return [Text.assemble(before, faces, after)]


def _face(color: str, lang: str) -> Text:
    return look.disc(color, f" {signs.letter(lang, color)} ")


def _in_play(view: Data, ability: str) -> bool:
    spaces = [space for board in view["boards"] for space in board["spaces"]]
    return any(space["ghost"] and ability in space["ghost"]["left"] for space in spaces)


def legend(lang: str, width: int) -> list[Text]:
    """Which letter is which colour."""
    parts = [Text.assemble(_face(c, lang), f" {color_name(c, lang)}") for c in look.PAINT]
    return flow(parts, width, gap="  ")


def supply(view: Data, lang: str) -> Text:
    """Tokens that can still be taken."""
    held = view["supply"]["tao"].items()
    parts = [look.disc(color, f"{signs.letter(lang, color)}{number}") for color, number in held]
    return Text.assemble(f"{say(lang, 'ui.supply')} ", Text(" ").join(parts))


def ghost_line(ghost: Data, lang: str, circle: str | None) -> Text:
    """A ghost's name and resistance."""
    name = Text(card_name(ghost["card"], lang), style="bold")
    return Text.assemble(name, "  ", pips(ghost, lang, circle, 80))


def drawn_ghost(card: int) -> Data:
    """A card that is in nobody's view yet, in the form of ghosts in a view."""
    row = ROWS[card - 1]
    stones = {stone: row[stone].split("+") if row[stone] else [] for stone in STONES}
    color, resistance = row["color"], row["resistance"].lower()
    return {"card": card, "color": color, "resistance": resistance, "mantra": False, **stones}


def tile_help(view: Data, tile: str, lang: str) -> str:
    """What the villager of a tile does, by the rules of this table."""
    return tile_effect(tile, lang, solo=changes_solo(view["options"]))
