"""What a scene is made of: all that the templates of Ghost Stories draw, and nothing else."""

from __future__ import annotations

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
    now: bool
    overrun: bool
    """Three ghosts, and its turn is next."""


@dataclass(frozen=True)
class Dice:
    """The Tao dice: how many are at hand and captured, and what was rolled and paid."""

    free: int
    captured: int
    rolled: tuple[str, ...]
    paid: tuple[str, ...]


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
class Village:
    """What everybody sees alike."""

    tiles: tuple[Tile, ...]
    boards: tuple[Board, ...]
    spaces: tuple[Space, ...]
    """Three of each board, in the order of the boards."""
    deck: Deck
    haunted: int
    limit: int
    soon: int
    """Tiles that are haunted next turn."""
    supply: tuple[tuple[str, int], ...]
    qi: int
    dice: Dice
    drawn: Card | None
    alarms: tuple[Alarm, ...]


@dataclass(frozen=True)
class Scene(Village):
    """All of it, as one person sees it."""

    quarters: int
    """How far the table is turned for them, clockwise."""
    turn: Turn
    exorcism: Exorcism | None
    glows: dict[str, list[Option]]
    order: tuple[Board, ...]
    end: Ending | None
