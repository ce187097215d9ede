"""The parts of a picture of the village, each with the value that decides it.

What everybody sees alike are parts of their own: the buttons of what somebody may do lie over the pieces as
further parts, and how far the table is turned for them is a class of the board.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from spuk.games.ghost_stories.board import COLORS
from spuk.games.ghost_stories.scene.cards import Card
from spuk.games.ghost_stories.scene.danger import Alarm
from spuk.games.ghost_stories.scene.ending import Ending
from spuk.games.ghost_stories.scene.exorcism import Exorcism
from spuk.games.ghost_stories.scene.options import Option
from spuk.games.ghost_stories.scene.pieces import Board, Deck, Dice, Scene, Turn
from spuk.render.asks import Asks
from spuk.render.parts import Part

TOP: Final = ("night", "board", "turn")
"""Those that are in no other part."""
_FOLDER: Final = "ghost_stories/"


class Night(NamedTuple):
    """How the cards stand, and how near the end is."""

    deck: Deck
    haunted: int
    soon: int
    limit: int


class Facts(NamedTuple):
    """The same in numbers, and the dice."""

    night: Night
    dice: Dice


class Strip(NamedTuple):
    """What lies under a board."""

    board: str
    color: str
    now: bool
    overrun: bool
    possessed: bool


class Glow(NamedTuple):
    """A button over a piece."""

    action: int
    words: str
    layer: str
    step: bool


class Seat(NamedTuple):
    """A board, and which layers its owner can open there."""

    board: Board
    layers: tuple[str, ...]


class Layout(NamedTuple):
    """What lies on the table at all, and how it is turned."""

    quarters: int
    boards: tuple[str, ...]
    tiles: int


class Panel(NamedTuple):
    """Everything that is told beside the board."""

    table: str
    game: str
    step: int | None
    asks: Asks
    plays: bool
    """The viewer has a seat."""
    rematch: str | None
    can_undo: bool
    turn: Turn
    alarms: tuple[Alarm, ...]
    drawn: Card | None
    exorcism: Exorcism | None
    dice: Dice
    end: Ending | None

    @property
    def rerolls(self) -> bool:
        """Dice may be rolled again."""
        return any(option.verb == "reroll" for group in self.turn.groups for option in group.options)

    @property
    def told(self) -> str:
        """Another one for each thing that is told: what is new there is drawn anew, for what was pushed about
        would be a moving target."""
        told = (self.turn, self.alarms, self.drawn, self.exorcism, self.dice, self.end)
        return f"{zlib.crc32(repr(told).encode()):x}"


def parts(scene: Scene, seen: Mapping[str, Any], asks: Asks) -> Iterator[Part]:
    """All of them."""
    letters = tuple(board.board for board in scene.boards)
    night = Night(scene.deck, scene.haunted, scene.soon, scene.limit)
    yield Part("night", f"{_FOLDER}night.html", ())
    yield Part("deck", f"{_FOLDER}deck.html", night)
    yield Part("facts", f"{_FOLDER}facts.html", Facts(night, scene.dice))
    yield Part("stock", f"{_FOLDER}stock.html", (scene.supply, scene.qi))
    yield Part("board", f"{_FOLDER}board.html", Layout(scene.quarters, letters, len(scene.tiles)))
    for board in scene.boards:
        id = board.board
        under = Strip(id, board.color, board.now, board.overrun, board.possessed)
        layers = scene.turn.layers if board.now else ()
        yield Part(f"strip-{id}", f"{_FOLDER}strip.html", under)
        yield Part(f"seat-{id}", f"{_FOLDER}seat.html", Seat(board, layers))
    for space in scene.spaces:
        figure = space.ghost.card if space.ghost and space.figure else 0
        yield Part(f"space-{space.space}", f"{_FOLDER}space.html", space)
        yield Part(f"path-{space.space}", f"{_FOLDER}path.html", (space.space, figure, space.turns))
    for tile in scene.tiles:
        yield Part(f"tile-{tile.place}", f"{_FOLDER}tile.html", tile)
    glows = {piece: _glow(options) for piece, options in scene.glows.items()}
    for piece in _pieces(scene):
        yield Part(f"glow-{piece}", f"{_FOLDER}glow.html", glows.get(piece, ()))
    yield Part("turn", f"{_FOLDER}turn.html", _panel(scene, seen, asks))


def _glow(options: Sequence[Option]) -> tuple[Glow, ...]:
    return tuple(Glow(option.action, option.words, option.layer, option.step) for option in options)


def _pieces(scene: Scene) -> Iterator[str]:
    """All that may glow."""
    for color in COLORS[:-1]:
        yield f"supply-{color}"
    for board in scene.boards:
        yield f"seat-{board.board}"
        yield f"power-{board.board}"
        for color, _ in board.tao:
            yield f"tao-{board.board}-{color}"
    for space in scene.spaces:
        yield f"space-{space.space}"
    for tile in scene.tiles:
        yield f"tile-{tile.place}"
        for figure in tile.figures:
            yield f"taoist-{figure.board}"


def _panel(scene: Scene, seen: Mapping[str, Any], asks: Asks) -> Panel:
    return Panel(
        seen["id"],
        seen["game"],
        seen.get("step"),
        asks,
        bool(seen["your_seats"]),
        seen["rematch"],
        seen["can_undo"],
        scene.turn,
        scene.alarms,
        scene.drawn,
        scene.exorcism,
        scene.dice,
        scene.end,
    )
