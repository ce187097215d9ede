"""What can be chosen: each legal action as a button in words, and on which piece of the board it glows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from spuk.games.ghost_stories import words
from spuk.games.ghost_stories.board import BOARDS, COLORS, LETTERS
from spuk.games.ghost_stories.cards import ROWS
from spuk.games.ghost_stories.options import changes_solo
from spuk.games.ghost_stories.scene.portraits import Portrait, portrait
from spuk.language.catalog import say
from spuk.render.numbers import percent

View = dict[str, Any]

NO_LAYER: Final = ""


@dataclass(frozen=True)
class Look:
    """How an option is drawn, and where it glows."""

    symbol: str = ""
    """What is drawn beside the words: a symbol, else a Tao disc, dice, a ghost or a Taoist."""
    tao: str = ""
    robe: str = ""
    card: int = 0
    """The ghost whose portrait is drawn."""
    dice: tuple[str, ...] = ()
    small: str = ""
    """A second line: what it does or costs."""
    short: str = ""
    """Enough words beside the drawing where all options of a group do the same."""
    sure: bool = False
    """Ends something: asked twice."""
    pieces: tuple[str, ...] = ()
    """The pieces that glow for it."""
    layer: str = NO_LAYER
    """Glows only after the piece that opens this layer was tapped: too much would glow at once else."""
    step: bool = False
    """A step, not a deed: glows softly."""

    @property
    def portrait(self) -> Portrait | None:
        """The ghost's portrait, if it is one."""
        return portrait(self.card) if self.card else None

    @property
    def ghost(self) -> str:
        """The colour of the ghost in the portrait."""
        return str(ROWS[self.card - 1]["color"]) if self.card else ""


@dataclass(frozen=True, kw_only=True)
class Option(Look):
    """A legal action."""

    action: int
    verb: str
    target: str
    words: str
    chance: int | None
    """Of a move: the chance in per cent to banish at least one ghost there; None where there is none."""
    key: str = ""
    """The key that takes it; '' for none (`keys.py`)."""


@dataclass(frozen=True)
class Asked:
    """Where a decision is made: the view, the language, and what helps to describe the options."""

    view: View
    lang: str
    boards: dict[str, View] = field(default_factory=dict)
    spaces: dict[str, View] = field(default_factory=dict)

    @property
    def edition(self) -> str:
        """The edition in play."""
        return str(self.view["options"]["edition"])

    @property
    def here(self) -> int:
        """Where the active Taoist stands (1…9)."""
        return int(self.boards[self.view["active"]]["place"] or 5)

    def tile_at(self, place: int | str) -> str:
        """The id of the tile at a place."""
        return str(self.view["village"][int(place) - 1]["tile"])

    def effect_at(self, place: int | str) -> str:
        """What the villager there does."""
        return words.tile_effect(self.tile_at(place), self.lang, solo=changes_solo(self.view["options"]))

    def facing(self) -> list[str]:
        """The ghost spaces next to the active Taoist, in the order of the rules."""
        return [name for name in SPACES if self.spaces[name]["line"][0] == self.here]


SPACES: Final = tuple(f"{board}{number}" for board in BOARDS for number in (1, 2, 3))


def asked(view: View, lang: str) -> Asked:
    """The place of a decision."""
    boards = {board["board"]: board for board in view["boards"]}
    spaces = {space["space"]: space for board in view["boards"] for space in board["spaces"]}
    return Asked(view, lang, boards, spaces)


def tile_symbol(tile: str) -> str:
    """The symbol of a village tile."""
    return f"tile-{tile.replace('_', '-')}"


def power_symbol(power: str) -> str:
    """The symbol of a power."""
    return f"power-{power.replace('_', '-')}"


def piece(kind: str, *where: object) -> str:
    """The element id of a piece: the same wherever it lies, so that it can be seen to move."""
    return "-".join((kind, *map(str, where)))


# ── one row per verb ────────────────────────────────────────────────────────────────────────


def _color(letter: str) -> str:
    return COLORS[LETTERS.index(letter)]


def _tile(a: Asked, place: str, *, layer: str = NO_LAYER, step: bool = False, effect: bool = False) -> Look:
    small = a.effect_at(place) if effect else ""
    tile = tile_symbol(a.tile_at(place))
    short = say(a.lang, f"ui.table.short.{a.tile_at(place)}")
    return Look(tile, small=small, short=short, pieces=(piece("tile", place),), layer=layer, step=step)


def _step(a: Asked, place: str) -> Look:
    return _tile(a, place, step=True)


def _help(a: Asked, _: str) -> Look:
    return _tile(a, str(a.here), effect=True)


def _yin_yang(a: Asked, place: str) -> Look:
    return _tile(a, place, layer="yinyang", effect=True)


def _cleanse(a: Asked, place: str) -> Look:
    return _tile(a, place, layer="yinyang")


def _exorcise(a: Asked, _: str) -> Look:
    ghosts = [space for space in a.facing() if a.spaces[space]["ghost"] is not None]
    return Look("tao-any", pieces=tuple(piece("space", space) for space in ghosts))


def _space(a: Asked, space: str) -> Look:
    color, guarded = a.boards[space[0]]["color"], a.spaces[space]["buddha"]
    short = words.capital(words.space_name(SPACES.index(space), a.lang, color))
    if guarded:
        short = say(a.lang, "ui.table.guarded", space=short)
    return Look("buddha", tao="" if guarded else color, short=short, pieces=(piece("space", space),))


def _buddha(a: Asked, space: str) -> Look:
    return Look("buddha", pieces=(piece("space", space),))


def _ghost(a: Asked, space: str, layer: str = NO_LAYER) -> Look:
    ghost = a.spaces[space]["ghost"]
    return Look(card=ghost["card"] if ghost else 0, pieces=(piece("space", space),), layer=layer)


def _mantra(a: Asked, space: str) -> Look:
    return _ghost(a, space, "mantra")


def _supply(a: Asked, letter: str) -> Look:
    return Look(tao=_color(letter), pieces=(piece("supply", _color(letter)),))


def _own_token(a: Asked, letter: str) -> Look:
    holders = [board for board in a.boards if a.boards[board]["tao"][_color(letter)] > 0]
    seat = a.view["actor"]
    own = [board for board in holders if a.boards[board]["seat"] == seat] or holders[:1]
    return Look(tao=_color(letter), pieces=tuple(piece("tao", board, _color(letter)) for board in own))


def _pay(a: Asked, token: str) -> Look:
    color = _color(token[1])
    return Look(tao=color, pieces=(piece("tao", token[0], color),))


def _taoist(a: Asked, board: str) -> Look:
    return Look(robe=a.boards[board]["color"], pieces=(piece("taoist", board), piece("seat", board)))


def _board(a: Asked, board: str) -> Look:
    return Look("haunt-figure", pieces=(piece("seat", board),))


def _borrow(a: Asked, board: str) -> Look:
    power = a.boards[board]["power"]
    small = words.power_effect(power, a.lang, a.edition)
    return Look(power_symbol(power), small=small, pieces=(piece("power", board),))


def _reroll(a: Asked, dice: str) -> Look:
    if dice == "none":
        return Look("check")
    rolled = a.view["dice"]["rolled"]
    faces = tuple(rolled[int(number) - 1] for number in dice)
    return Look(dice=faces, short=say(a.lang, "ui.table.reroll"))


def _banish(a: Asked, which: str) -> Look:
    if which == "none":
        return Look("close")
    spaces = a.facing()
    chosen = {"first": spaces[:1], "second": spaces[1:], "both": spaces}[which]
    cards = [a.spaces[space]["ghost"] for space in chosen]
    pieces = tuple(piece("space", space) for space in chosen) if which != "both" else ()
    return Look(card=cards[0]["card"] if cards and cards[0] else 0, pieces=pieces)


def _plain(symbol: str) -> Callable[[Asked, str], Look]:
    return lambda a, target: Look(symbol)


LOOKS: Final[dict[str, Callable[[Asked, str], Look]]] = {
    "end": lambda a, _: Look("next", sure=True),
    "move": _step,
    "carry": _step,
    "liftto": _step,
    "help": _help,
    "exorcise": _exorcise,
    "buddha": _buddha,
    "yinyang": _yin_yang,
    "cleanse": _cleanse,
    "restore": _tile,
    "pockets": _supply,
    "take": _supply,
    "circle": _supply,
    "mantra": _mantra,
    "twin": _taoist,
    "lift": _taoist,
    "revive": _taoist,
    "giveqi": _taoist,
    "giveyy": _taoist,
    "loseqi": _taoist,
    "borrow": _borrow,
    "retake": _plain("power-token"),
    "place": _space,
    "blowto": _space,
    "reroll": _reroll,
    "recurse": lambda a, yes: Look("curse-die" if yes == "yes" else "check"),
    "weaken": lambda a, letter: Look(tao=_color(letter)),
    "banish": _banish,
    "pay": _pay,
    "discard": _own_token,
    "qi": _plain("qi"),
    "yy": _plain("yin-yang"),
    "expel": _ghost,
    "blow": _ghost,
    "watch": _board,
    "skip": _plain("close"),
    # What chance brought, where people roll and draw themselves.
    "roll": lambda a, letter: Look(dice=(_color(letter),)),
    "curse": lambda a, face: Look(f"curse-{face}"),
    "draw": lambda a, card: Look(card=int(card)),
    "tile": lambda a, tile: Look(tile_symbol(tile)),
    "board": lambda a, color: Look(tao=color),
    "side": _plain("power"),
    "first": _plain("taoist"),
}
"""For each verb, how it looks and what glows for it; its words come from the catalogues."""


def options(legal: Iterable[View], view: View, lang: str, odds: View | None = None) -> list[Option]:
    """The legal actions as they are shown to the one who decides; moves with the odds of exorcisms there."""
    place = asked(view, lang)
    there: dict[int, float] = odds["places"] if odds else {}
    return [_option(entry, place, there) for entry in legal]


def _option(entry: View, place: Asked, there: dict[int, float]) -> Option:
    verb, _, target = entry["text"].partition(":")
    look = LOOKS[verb](place, target)
    moves_there = verb == "move" and int(target) in there
    return Option(
        **vars(look),
        action=entry["action"],
        verb=verb,
        target=target,
        words=entry["words"],
        chance=percent(there[int(target)]) if moves_there else None,
    )
