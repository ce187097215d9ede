"""What things are called, as printed and inside a sentence, and what they do.

Things may be given by number, as in a state, or by id, as in a view: `tile_name(8, "en")` is
`tile_name("tea_house", "en")`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from spuk.games.ghost_stories.board import COLORS, CURSE_FACES, POWERS, TILES
from spuk.games.ghost_stories.cards import LAST_CARD, ROWS
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.options import ALLOWED
from spuk.language.catalog import has, has_own, say
from spuk.language.languages import FALLBACK, edition_in, language
from spuk.language.people import turned_to_viewer

SIDES: Final = ("north", "east", "south", "west")
DEFAULT_EDITION: Final[str] = ALLOWED["edition"][0]
_COLUMNS: Final = {("de", "de1"): "name_de2008"}
"""The column of `names.csv` that comes before the language's own, by language and edition."""


def _read() -> dict[tuple[str, str], dict[str, str]]:
    file = files("spuk.games.ghost_stories.words") / "names.csv"
    text = file.read_text(encoding="utf-8").replace("'", "’")
    return {(row["kind"], row["id"]): _as_for_cards(row) for row in csv.DictReader(text.splitlines())}


def _as_for_cards(row: Mapping[str, str]) -> dict[str, str]:
    """The columns called as in `ghost_cards.csv`: `name_de` and not `de`."""
    return {f"name_{column}": name for column, name in row.items()}


PRINTED: Final = _read()
"""The rows of `names.csv` by kind and id."""


def _printed(kind: str, id: str, lang: str, edition: str = DEFAULT_EDITION) -> str:
    row = PRINTED[kind, id]
    special = row.get(_COLUMNS.get((lang, edition), ""))
    return special or _name(row, f"name.{kind}.{id}", lang)


def _name(row: Mapping[str, str], id: str, lang: str) -> str:
    """The printed name, otherwise the one in the language's catalogue, otherwise the English one."""
    language(lang)  # one that we do not have is an error
    printed = row.get(f"name_{lang}")
    return printed or (say(lang, id) if has_own(lang, id) else row[f"name_{FALLBACK}"])


def _id(ids: Sequence[str], given: int | str) -> str:
    """The id of something given by number or by id."""
    if isinstance(given, str) and given in ids:
        return given
    if isinstance(given, int) and 0 <= given < len(ids):
        return ids[given]
    raise ValueError(f"{given!r} is not one of {', '.join(ids)}")


# ── printed names ───────────────────────────────────────────────────────────────────────────


def card_name(card: int, lang: str) -> str:
    """The name of a ghost or incarnation (1…65)."""
    if not 1 <= card <= LAST_CARD:
        raise ValueError(f"there is no card {card}; cards are numbered 1…{LAST_CARD}")
    return _name(ROWS[card - 1], f"name.card.{card}", lang)


def tile_name(tile: int | str, lang: str) -> str:
    """The name of a village tile."""
    return _printed("tile", _id(TILES, tile), lang)


def power_name(power: int | str, lang: str, edition: str = DEFAULT_EDITION) -> str:
    """The name of a board's power, as that edition prints it in this language."""
    return _printed("power", _id(POWERS, power), lang, edition)


def level_name(level: str, lang: str) -> str:
    """The name of a level."""
    return _printed("level", level, lang)


def thing_name(thing: str, lang: str, edition: str = DEFAULT_EDITION) -> str:
    """A term of the rules, such as `curse_die` or `power_token`."""
    return _printed("thing", thing, lang, edition)


# ── names in the catalogues ─────────────────────────────────────────────────────────────────


def color_name(color: int | str, lang: str) -> str:
    """A colour as a label."""
    return say(lang, f"color.{_id(COLORS, color)}")


def face_name(face: int | str, lang: str) -> str:
    """What a Tao die shows."""
    return say(lang, f"face.{_id(COLORS, face)}")


def curse_name(face: int | str, lang: str) -> str:
    """What a face of the Curse die does."""
    return say(lang, f"curse.{_id(CURSE_FACES, face)}")


def symbol_name(color: int | str, lang: str) -> str:
    """One symbol of a ghost's resistance."""
    return say(lang, f"symbol.{_id(COLORS[:5], color)}")


def tao_name(color: int | str, lang: str) -> str:
    """A Tao token, as something to take or pay."""
    return say(lang, f"tao.{_id(COLORS[:5], color)}")


def taoist_name(color: int | str, lang: str, case: str = "") -> str:
    """The Taoist of a colour: who, or whose (`gen`), to whom (`dat`), whom (`acc`)."""
    return say(lang, _form(f"taoist.{_id(COLORS[:4], color)}", case))


def person_name(name: str, color: int | str, lang: str, case: str = "") -> str:
    """A person and the colour of their Taoist; cases as in `taoist_name`."""
    return say(lang, _form("taoist.person", case), name=name, color=color_name(color, lang))


def board_color(color: int | str, lang: str, form: str = "") -> str:
    """The board of a colour, wherever it is; forms as in `board_name`."""
    return say(lang, _form(f"board.{_id(COLORS[:4], color)}", form))


def board_name(board: int | str, lang: str, color: int | str | None = None, form: str = "") -> str:
    """A board (0…3 or north…west): by its colour and side, or by the side alone.

    Forms: none for a label, `the` for a subject, `on`, `put`, `onto` for where things lie and go.
    """
    side = _id(SIDES, board)
    if color is None:
        return say(lang, f"board.{side}")
    name = board_color(color, lang, form)
    if turned_to_viewer():
        return name
    return say(lang, "board.at", board=name, side=side_name(side, lang))


def space_name(space: int, lang: str, color: int | str, form: str = "") -> str:
    """A ghost space (0…11) on the board of this colour; forms as in `board_name`."""
    board = board_color(color, lang, form)
    if turned_to_viewer():
        return say(lang, "ui.table.space", board=board, number=space % 3 + 1)
    side = side_name(space // 3, lang)
    return say(lang, "space.at", board=board, side=side, number=space % 3 + 1)


def side_name(board: int | str, lang: str) -> str:
    """Where a board (0…3 or north…west) is."""
    return say(lang, f"side.{_id(SIDES, board)}")


def place_name(place: int, lang: str) -> str:
    """Where a place (0…8) in the village is."""
    return say(lang, f"place.{place + 1}")


def edition_name(edition: str, lang: str) -> str:
    """The name of an edition; its id where it has no other."""
    id = f"edition.{edition}"
    return say(lang, id) if has(lang, id) else edition


def edition_about(edition: str, lang: str) -> str:
    """What is special about an edition; '' if there is no text."""
    id = f"ui.new.edition.{edition}"
    return say(lang, id) if has(lang, id) else ""


def edition_of(lang: str) -> str:
    """The current edition printed in a language."""
    return edition_in(lang, (DEFAULT_EDITION, *EDITIONS))


def option_name(option: str, lang: str) -> str:
    """What an option of `Game.new` is about."""
    return say(lang, f"option.{option}")


def _form(id: str, form: str) -> str:
    return f"{id}.{form}" if form else id


# ── what things do ──────────────────────────────────────────────────────────────────────────


def tile_to(tile: int | str, lang: str) -> str:
    """The destination of someone going to a tile: "to the Tea House"."""
    return say(lang, f"tile.{_id(TILES, tile)}.to")


def tile_effect(tile: int | str, lang: str, *, solo: bool = False) -> str:
    """What the villager of a tile does; `solo` is `Setup.solo_changes` (GS-3.5)."""
    id = _id(TILES, tile)
    if solo and id == "pavilion":
        return say(lang, "tile.pavilion.effect.solo")
    return say(lang, f"tile.{id}.effect")


def power_effect(power: int | str, lang: str, edition: str = DEFAULT_EDITION) -> str:
    """What a power does, by the rules of that edition."""
    id = _id(POWERS, power)
    if id == "dance_of_the_twin_winds" and EDITIONS[edition].twin_winds_after_move:
        return say(lang, "power.dance_of_the_twin_winds.effect.after")
    return say(lang, f"power.{id}.effect")


def ability_words(stone: str, ability: str, lang: str, edition: str = DEFAULT_EDITION) -> str:
    """What an ability on a stone (left, centre, right) does, by the rules of that edition."""
    rules = EDITIONS[edition]
    if ability == "group_block_power" and rules.forgotten_ones_forever:
        return say(lang, "ability.left.group_block_power.forever")
    if ability == "buddha_needed_to_exorcise" and rules.uncatchable_stays_exposed:
        return say(lang, "ability.centre.buddha_needed_to_exorcise.exposed")
    return say(lang, f"ability.{stone}.{ability}")


def card_effects(card: int, lang: str, edition: str = DEFAULT_EDITION) -> list[str]:
    """All a card does, from the left stone to the right one."""
    row = ROWS[card - 1]
    return [
        ability_words(stone, ability, lang, edition)
        for stone in ("left", "centre", "right")
        for ability in filter(None, row[stone].split("+"))
    ]


def level_about(level: str, lang: str) -> str:
    """What a level means, in a few words."""
    return say(lang, f"level.{level}.about")


def reason_words(reason: str, lang: str) -> str:
    """Why a game ended (`Outcome.reason`)."""
    return say(lang, f"reason.{reason}")


def score_words(line: str, lang: str) -> str:
    """What a line of the score sheet counts."""
    return say(lang, f"score.{line}")
