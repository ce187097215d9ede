"""What a scene is made of: all that the templates of Ghost Stories draw, and nothing else."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

from spuk.games.ghost_stories.scene.cards import Card
from spuk.games.ghost_stories.scene.danger import Alarm
from spuk.games.ghost_stories.scene.ending import Ending
from spuk.games.ghost_stories.scene.exorcism import Exorcism
from spuk.games.ghost_stories.scene.groups import Group
from spuk.games.ghost_stories.scene.options import Option

View = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A Taoist on a tile."""

    board: str
    color: str
    name: str
    fallen: bool


@dataclass(frozen=True)
class Tile:
    """A tile of the village."""

    place: int
    at: str
    id: str
    name: str
    short: str
    gist: str
    """What the villager does, in a few words."""
    symbol: str
    effect: str
    rule: str
    haunted: bool
    figures: tuple[Figure, ...]
    danger: int
    """Turns until a ghost haunts it; 0 if none is about to."""
    circle: str | None
    buddhas: int
    tokens: int
    label: str


@dataclass(frozen=True)
class Space:
    """A ghost space and the stone before it."""

    space: str
    number: str
    """Of the three on its board, as words call it."""
    at: str
    color: str
    ghost: Card | None
    buddha: bool
    figure: bool
    """A haunting figure stands on the stone."""
    turns: int
    """Turns until that figure haunts."""
    label: str


@dataclass(frozen=True)
class Board:
    """A player's board or a neutral one."""

    board: str
    side: str
    color: str
    seat: int | None
    name: str
    short: str
    """The name where there is room for six letters."""
    about: str
    power: str
    power_symbol: str
    power_effect: str
    power_rule: str
    blocked: bool
    borrowed: bool
    alive: bool
    possessed: bool
    qi: int
    hollow: int
    """Qi it began with and has not any more."""
    yin_yang: bool
    has_yin_yang: bool
    """A neutral board never has one."""
    tao: tuple[tuple[str, int], ...]
    buddhas: int
    power_tokens: int
    spaces: tuple[Space, ...]
    now: bool
    overrun: bool
    """Three ghosts, and its turn is next."""


@dataclass(frozen=True)
class Deck:
    """The cards still to come: packs, with an incarnation between each two."""

    left: int
    packs: tuple[int, ...]
    order: str
    """The packs and what lies between them, in words."""
    words: str
    incarnations: tuple[str, ...]
    """Each one's fate: gone, here or waits."""


@dataclass(frozen=True)
class Turn:
    """What is asked, or who is thinking."""

    mine: bool
    title: str
    phase: str
    question: str
    steps: tuple[tuple[str, str], ...]
    """Of the Yang phase: what, and whether it is on, done or out of the question."""
    groups: tuple[Group, ...]
    layers: tuple[str, ...]
    entering: bool
    """People's own dice and cards: what came up is to be entered."""
    asks: str
    """What those who listen are told: who decides, and what; nothing while bots think."""


@dataclass(frozen=True)
class Scene:
    """All of it."""

    tiles: tuple[Tile, ...]
    boards: tuple[Board, ...]
    deck: Deck
    haunted: int
    limit: int
    soon: int
    """Tiles that are haunted next turn."""
    supply: tuple[tuple[str, int], ...]
    qi: int
    dice: View
    drawn: Card | None
    alarms: tuple[Alarm, ...]
    turn: Turn
    exorcism: Exorcism | None
    glows: dict[str, list[Option]]
    order: tuple[Board, ...]
    end: Ending | None

    @property
    def panel(self) -> str:
        """Another one for everything else that is told beside the board: what is new there is drawn anew, for
        what was pushed about would be a moving target."""
        told = (self.turn, self.alarms, self.drawn, self.exorcism, self.dice, self.end)
        return f"{zlib.crc32(repr(told).encode()):x}"
