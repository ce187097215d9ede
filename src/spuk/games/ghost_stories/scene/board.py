"""Ghost Stories in the browser: the village between four boards, the night beside it, and exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories.board import COLORS, CURSE_FACES
from spuk.games.ghost_stories.odds import odds
from spuk.games.ghost_stories.scene.parts import TOP, parts
from spuk.games.ghost_stories.scene.portraits import portraits
from spuk.games.ghost_stories.scene.scene import scene
from spuk.games.ghost_stories.state import ID
from spuk.games.ghost_stories.state import State as Position
from spuk.kernel.game import State
from spuk.language.catalog import say
from spuk.render.board import Board, Key
from spuk.render.log import LogLine
from spuk.render.parts import Part

_HEADS: Final = ("turn_began", "round_began")
_SYMBOLS: Final = {
    "card_drawn": "deck",
    "ghost_placed": "haunter",
    "ghost_banished": "check",
    "ghost_caught_by_buddha": "buddha",
    "figure_on_stone": "haunt-figure",
    "tile_haunted": "haunt-tile",
    "tile_restored": "sun",
    "taoist_moved": "step",
    "qi_lost": "lose-qi",
    "qi_gained": "qi",
    "taoist_died": "fear",
    "help_asked": "seats",
    "exorcism_began": "tao-any",
    "yin_yang_used": "yin-yang",
    "buddha_taken": "buddha",
    "buddha_placed": "buddha",
    "mantra_placed": "mantra",
    "power_borrowed": "power-token",
    "board_overrun": "danger",
    "game_won": "hint",
    "game_lost": "haunter",
}
"""Which symbol stands before which event; others have none."""


class StoriesBoard(Board):
    """The table of Ghost Stories."""

    layout = "village"
    styles = ()
    scripts = ("village.js",)
    one_view = True
    keys = (
        Key(("1", "9"), "ui.table.key.tile", through=True),
        *(Key((key,), f"ui.table.key.{key.lower()}") for key in "EXVYN"),
    )
    started = "ui.table.started"
    emblem = "wu-feng"
    player_symbol = "taoist"
    stool_symbol = "taoist"
    box = "ghost_stories/box.html"
    box_look = "lanterns"

    def study(self, state: State, lang: str) -> dict[str, Any]:
        """The turn in two parts, and the exact odds of the exorcism at hand."""
        return {**super().study(state, lang), "odds": _odds(cast("Position", state))}

    def scene(self, seen: Mapping[str, Any], lang: str) -> Any:
        return scene(dict(seen), lang)

    def parts(self, context: Mapping[str, Any], lang: str) -> tuple[Sequence[str], Iterable[Part]]:
        return TOP, parts(context["scene"], context["t"], context["asks"])

    def box_art(self) -> Any:
        return portraits()

    def add_line(self, found: list[LogLine], number: int, event: Mapping[str, Any], words: str) -> None:
        """Dice that were rolled together are one line."""
        if event["id"] == "die_rolled":
            face = COLORS[event["face"]]
            if found and found[-1].dice and not found[-1].symbol:
                found[-1].dice.append(face)
                found[-1].words += f"; {words}"
            else:
                found.append(LogLine(number, words, dice=[face]))
            return
        dice = [f"curse-{CURSE_FACES[event['face']]}"] if event["id"] == "curse_rolled" else []
        symbol = "curse-die" if dice else _SYMBOLS.get(event["id"], "")
        found.append(LogLine(number, words, event["id"] in _HEADS, symbol, dice))

    def is_worth_telling(self, event: Mapping[str, Any]) -> bool:
        """Where a card goes, or who is asked where, is told anyway."""
        return bool(event["id"] != "card_drawn")

    def lobby_note(self, table: Mapping[str, Any], lang: str) -> str:
        drawn = len(table["seats"]) > 1 and not table["options"].get("colors")
        return say(lang, "ui.lobby.colors") if drawn else ""


def _odds(state: Position) -> dict[str, Any] | None:
    """With all tokens at hand, and with the dice alone; nothing is hidden, so all may know."""
    if len(state.powers) < 4:
        return None
    alone = state.clone()
    alone.tao = vec[i64]([0] * len(state.tao))
    found = [(place, odds(state, place)) for place in range(1, 10)]
    places = {place: float(one.some) for place, one in found if one.exorcisms and one.targets}
    return {"best": odds(state).as_dict(), "alone": odds(alone).as_dict(), "places": places}


BOARD: Final = StoriesBoard(ID)
