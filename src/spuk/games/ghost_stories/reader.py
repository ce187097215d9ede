"""Reading positions from text; `notation.py` writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from spuk.games.ghost_stories import steps
from spuk.games.ghost_stories.actions import DRAW
from spuk.games.ghost_stories.arrival import see_ghost
from spuk.games.ghost_stories.board import BOARDS, CEMETERY, COLORS, LETTERS, NOWHERE, POWERS
from spuk.games.ghost_stories.cards import (
    ABILITIES,
    BLOCK_ALL_POWERS,
    FIRST_INCARNATION,
    HAUNTER,
    LAST_CARD,
    LAST_GHOST,
    incarnation_bit,
)
from spuk.games.ghost_stories.dice import PAID
from spuk.games.ghost_stories.editions import EDITIONS, LEVELS
from spuk.games.ghost_stories.invariants import broken, broken_table
from spuk.games.ghost_stories.notation import POWER_WORDS, TILE_LETTERS, USED_WORDS, waiting_cards
from spuk.games.ghost_stories.options import setup
from spuk.games.ghost_stories.position import Position
from spuk.games.ghost_stories.setup import hand_out
from spuk.games.ghost_stories.state import BEFORE_MOVE, REASONS, RUNNING, STAGES, YIN, State
from spuk.kernel import bits
from spuk.kernel.errors import (
    Fault,
    given_twice,
    impossible,
    not_a_line,
    not_a_number,
    not_one_of,
    unknown_field,
)
from spuk.kernel.game import OVER, BrokenText

DEFAULT_COLORS: Final = ("red", "green", "blue", "yellow")
_ALWAYS: Final = {"edition", "level", "players", "5qi", "incarnations", "stage", "stack", "count", "turn"}
_SETUP_ONLY: Final = {"setup", "laid", "boards", "sides"}
_LARGEST_NUMBER: Final = 1023
"""No frame of the stack contains a larger one."""
_PLAYERS: Final = re.compile("[0-9]p")


def read(line: str) -> Position:
    """The position described by a line, moved on to the next real choice."""
    if not isinstance(line, str):
        raise BrokenText(not_a_line(line))
    words = line.split()
    s = Position(_read_setup(words), None)
    reader = _Reader(s)
    for word in words:
        reader.read(word)
    reader.finish()
    _check(broken_table(s))
    if s.end == RUNNING:
        s.settle()
    else:
        s.actor = OVER
    _check(broken(s))
    return s


def _check(problems: list[Fault]) -> None:
    if problems:
        raise BrokenText(impossible(problems))


def _read_setup(words: list[str]) -> Any:
    options: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if word in EDITIONS:
            options["edition"] = word
        elif word in LEVELS:
            options["level"] = word
        elif _PLAYERS.fullmatch(word):
            options["players"] = int(word[:-1])
        elif word == "5qi":
            options["five_qi"] = True
        elif name == "incarnations" or name.startswith("fix_"):
            options[name.removeprefix("fix_")] = _read_option(name, value)
    try:
        return setup(options)
    except ValueError as error:
        raise BrokenText(*error.args) from error


def _read_option(name: str, value: str) -> Any:
    if name == "fix_first":
        return _number(name, value, 0, 3)
    return value.split(",")


def _number(what: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text) or not low <= int(text) <= high:
        raise BrokenText(not_a_number(what, text, low, high))
    return int(text)


def _index(what: str, text: str, known: Any) -> int:
    if not text or text not in list(known):
        raise BrokenText(not_one_of(what, text, known))
    return list(known).index(text)


class _Reader:
    """Reads the fields of a line into a state. Omitted ones get their default at the end."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.boards: dict[int, str] = {}
        self.seen: set[str] = set()
        self.stack: list[int] | None = None
        self.yin = False
        self.fields: dict[str, Callable[[str], None]] = {
            "village": self._village,
            "circle": self._circle,
            "centre": self._centre,
            "deck": self._deck,
            "gone": self._gone,
            "banished": self._banished,
            "lost": self._lost,
            "dice": self._dice,
            "fresh": self._fresh,
            "borrowed": self._borrowed,
            "used": self._used,
            "acted": self._acted,
            "stage": self._stage,
            "end": self._end,
            "stack": self._stack,
            "count": self._count,
            "turn": self._turn,
            "laid": self._laid,
            "boards": self._setup_boards,
            "sides": self._setup_sides,
        }
        s.stage = BEFORE_MOVE
        s.turn = 1

    def read(self, word: str) -> None:
        """One word of the line: a header word, a flag, or field=value."""
        name, equals, value = word.partition("=")
        self._once(self._kind(word, name), word)
        if not equals:
            self._flag(word)
        elif name in self.fields:
            self.fields[name](value)
        elif name in BOARDS and len(name) == 1:
            self.boards[BOARDS.index(name)] = value
        elif re.fullmatch(r"[NESW][123]", name):
            self._space(3 * BOARDS.index(name[0]) + int(name[1]) - 1, name, value)
        elif name != "incarnations" and not name.startswith("fix_"):
            known = [*self.fields, "N", "E", "S", "W", "N1…W3", "incarnations"]
            raise BrokenText(unknown_field(name, known))

    def _kind(self, word: str, name: str) -> str:
        """The field of a word."""
        if word in EDITIONS:
            return "edition"
        if word in LEVELS:
            return "level"
        return "players" if _PLAYERS.fullmatch(word) else name

    def _once(self, kind: str, word: str) -> None:
        if kind in self.seen:
            raise BrokenText(given_twice(kind, word))
        self.seen.add(kind)

    def _flag(self, word: str) -> None:
        if word in ("powers_gone", "exposed"):
            setattr(self.s, word, True)
        elif word not in (*EDITIONS, *LEVELS, "5qi", "setup") and not _PLAYERS.fullmatch(word):
            raise BrokenText(
                Fault(
                    "position.word",
                    "{word!r} is not an edition ({editions}), a level ({levels}), a number of players such "
                    "as 4p, or field=value",
                    word=word,
                    editions=", ".join(EDITIONS),
                    levels=", ".join(LEVELS),
                )
            )

    def finish(self) -> None:
        """Fill in what was left out."""
        s = self.s
        if "setup" not in self.seen:
            self._finish_table()
        elif "stage" not in self.seen:
            s.stage = YIN
        if self.stack is not None:
            s.stack = vec[i64](self.stack)
        elif self.yin:
            s.stage = YIN
            s.stack = vec[i64]([steps.BEGIN_TURN | s.active << 8])
        else:
            s.stack = vec[i64]([steps.END_TURN, steps.YANG])
        if "setup" not in self.seen:
            for card in waiting_cards(s):
                self._see(_number("stack=place", str(card), 1, int(LAST_CARD)))
            self._finish_deck()
            s.ghosts_changed()
            if s.abilities & BLOCK_ALL_POWERS and s.setup.edition.forgotten_ones_forever:
                s.powers_gone = True
        self._check_fields()

    def _check_fields(self) -> None:
        """Fields of a table that is being set up do not mix with those of one that is ready."""
        unfit = self.seen & _SETUP_ONLY
        if "setup" in self.seen:
            unfit = {name for name in self.seen - _ALWAYS - _SETUP_ONLY if not name.startswith("fix_")}
        if unfit:
            allowed = _SETUP_ONLY if "setup" in self.seen else set(self.fields) - _SETUP_ONLY
            raise BrokenText(
                Fault(
                    "position.unfit",
                    "{names}: not allowed in this position; choose from {allowed}",
                    names=", ".join(sorted(unfit)),
                    allowed=", ".join(sorted(allowed)),
                )
            )

    def _finish_table(self) -> None:
        s = self.s
        if len(s.village) == 0:
            s.village = vec[i64](range(9))
        self._finish_colors()
        hand_out(s)
        for board, value in self.boards.items():
            self._board(board, value.split("/"))

    def _finish_colors(self) -> None:
        """Colours and sides, as named on the boards or the default."""
        named: dict[int, int] = {}
        for board, value in self.boards.items():
            for item in value.split("/"):
                if item in COLORS[:4]:
                    named[board] = COLORS.index(item)
        left = [COLORS.index(c) for c in DEFAULT_COLORS if COLORS.index(c) not in named.values()]
        usual = [COLORS.index(c) for c in DEFAULT_COLORS]
        colors = [named.get(board, NOWHERE) for board in range(4)]
        for board in range(4):
            if colors[board] == NOWHERE:
                pick = usual[board] if usual[board] in left else left[0]
                left.remove(pick)
                colors[board] = pick
        self.s.colors = vec[i64](colors)
        self.s.powers = vec[i64]([self._power(board, colors[board]) for board in range(4)])

    def _power(self, board: int, color: int) -> int:
        for item in self.boards.get(board, "").split("/"):
            if item in POWER_WORDS or item in POWERS:
                words = POWER_WORDS if item in POWER_WORDS else POWERS
                return words.index(item)
        return 2 * color

    def _board(self, board: int, items: list[str]) -> None:
        for item in sorted(items, key=lambda item: not item.endswith("qi")):
            self._once(f"{BOARDS[board]}: {self._item_kind(item)}", item)
            self._board_item(board, item)

    def _item_kind(self, item: str) -> str:
        if item in COLORS[:4]:
            return "colour"
        if item in POWER_WORDS or item in POWERS:
            return "power"
        if item.endswith("qi"):
            return "qi"
        return "yy" if item in ("yy", "-yy") else item.partition(":")[0].strip("0123456789")

    def _board_item(self, board: int, item: str) -> None:
        s = self.s
        name, _, value = item.partition(":")
        if item in COLORS[:4] or item in POWER_WORDS or item in POWERS:
            return
        if item.endswith("qi"):
            s.qi[board] = _number("qi", item[:-2], 0, 20)
            if s.qi[board] == 0 and not s.neutral(board):
                self._bury(board)
        elif item in ("yy", "-yy"):
            s.yin_yang = s.yin_yang & ~(1 << board) | (item == "yy") << board
        elif item.startswith("@"):
            s.at[board] = _number("@", item[1:], 1, 9) - 1
        elif name == "tao":
            for color in range(5):
                s.tao[5 * board + color] = value.count(LETTERS[color])
            for letter in value:
                _index("tao", letter, LETTERS[:5])
        elif name == "buddhas":
            s.buddhas_held[board] = _number(name, value, 0, 2)
        elif name == "tokens":
            s.power_tokens[board] = _number(name, value, 0, 3)
        else:
            raise BrokenText(
                Fault(
                    "position.board",
                    "{board}: {item!r} is not a colour, a power, 3qi, tao:rk, yy, -yy, buddhas:1, "
                    "tokens:1 or @5",
                    board=BOARDS[board],
                    item=item,
                )
            )

    def _bury(self, board: int) -> None:
        """A dead Taoist has nothing and is in the Cemetery (GS-10.1)."""
        s = self.s
        for color in range(5):
            s.tao[5 * board + color] = 0
        s.yin_yang &= ~(1 << board)
        s.power_tokens[board] = 0
        s.at[board] = s.place_of(CEMETERY)

    def _space(self, space: int, name: str, value: str) -> None:
        match = re.fullmatch(r"([0-9]*)([!mb]*)", value)
        if match is None or not value:
            raise BrokenText(
                Fault(
                    "position.space",
                    "{space}: {value!r} is not a card number with ! (figure on the stone), m (Mantra) or b "
                    "(Buddha), nor b alone",
                    space=name,
                    value=value,
                )
            )
        s = self.s
        if match[1]:
            card = _number(name, match[1], 1, int(LAST_CARD))
            s.ghosts[space] = card
            self._see(card)
        if "!" in match[2]:
            if not ABILITIES[s.ghosts[space]] & HAUNTER:
                raise BrokenText(
                    Fault("position.stone", "{space}: only a Haunter has a figure for the stone", space=name)
                )
            s.stones |= 1 << space
        if "m" in match[2]:
            if s.mantra != NOWHERE:
                raise BrokenText(
                    Fault(
                        "position.mantra",
                        "{space}: there is only one Mantra, and another ghost has it",
                        space=name,
                    )
                )
            s.mantra = space
        if "b" in match[2]:
            s.buddhas |= 1 << space

    def _see(self, card: int) -> None:
        """A known card is no longer in the deck."""
        if card > LAST_GHOST:
            self.s.unseen_incarnations &= ~incarnation_bit(card)
        else:
            if DRAW + card not in self.s.unseen:
                raise BrokenText(Fault("position.card", "card {card} is given twice", card=card))
            see_ghost(self.s, card)

    def _village(self, value: str) -> None:
        letters = value.replace("/", "")
        if sorted(letters.upper()) != sorted(TILE_LETTERS):
            raise BrokenText(
                Fault(
                    "position.village",
                    "village: {value!r} must name each of {letters} once",
                    value=value,
                    letters=TILE_LETTERS,
                )
            )
        self.s.village = vec[i64]([TILE_LETTERS.index(letter.upper()) for letter in letters])
        self.s.haunted = sum(1 << i for i, letter in enumerate(letters) if letter.islower())

    def _circle(self, value: str) -> None:
        self.s.circle = _index("circle", value, LETTERS[:5])

    def _centre(self, value: str) -> None:
        self.s.centre_tokens = _number("centre", value, 0, 3)

    def _deck(self, value: str) -> None:
        self.s.deck = _number("deck", value, 0, int(self.s.setup.deck))

    def _finish_deck(self) -> None:
        """Cards left: as many as possible. Unseen ghosts that do not fit are out of the game."""
        s = self.s
        incarnations = sum(1 for card in [*s.ghosts, *waiting_cards(s)] if card > LAST_GHOST)
        incarnations += bits.count(s.banished)
        if "deck" not in self.seen:
            ghosts_seen = LAST_GHOST - len(s.unseen)
            s.deck = min(s.setup.deck_after(incarnations), s.setup.deck - ghosts_seen - incarnations)
        ghosts_left = s.setup.ghosts_left(s.deck)
        s.removed = len(s.unseen) - ghosts_left
        if s.removed < 0:
            raise BrokenText(
                Fault(
                    "position.deck",
                    "deck: only {unseen} ghosts are unseen, so {left} cannot be left",
                    left=ghosts_left,
                    unseen=len(s.unseen),
                )
            )

    def _gone(self, value: str) -> None:
        for text in value.split(","):
            self._see(_number("gone", text, 1, int(LAST_GHOST)))

    def _banished(self, value: str) -> None:
        for text in value.split(","):
            card = _number("banished", text, int(FIRST_INCARNATION), int(LAST_CARD))
            self._see(card)
            self.s.banished |= incarnation_bit(card)

    def _lost(self, value: str) -> None:
        for text in value.split(","):
            self._see(_number("lost", text, int(FIRST_INCARNATION), int(LAST_CARD)))

    def _dice(self, value: str) -> None:
        rolled, _, paid = value.partition("+")
        faces = [_index("dice", letter, LETTERS) for letter in rolled]
        faces += [PAID + _index("dice", letter, LETTERS[:5]) for letter in paid]
        self.s.dice = vec[i64](faces)

    def _fresh(self, value: str) -> None:
        self.s.fresh_buddhas = _number("fresh", value, 0, 2)

    def _borrowed(self, value: str) -> None:
        for letter in value:
            self.s.borrowed |= 1 << _index("borrowed", letter, BOARDS)

    def _used(self, value: str) -> None:
        for word in value.split(","):
            self.s.used |= 1 << _index("used", word, USED_WORDS)

    def _acted(self, value: str) -> None:
        match = re.fullmatch(r"@([1-9]),([0-2]),([0-2])", value)
        if match is None:
            raise BrokenText(
                Fault(
                    "position.acted",
                    "acted: {value!r} must be a place, the helps and the exorcisms so far, such as @5,1,0",
                    value=value,
                )
            )
        self.s.action_place = int(match[1]) - 1
        self.s.helps = int(match[2])
        self.s.exorcisms = int(match[3])

    def _stage(self, value: str) -> None:
        self.s.stage = _index("stage", value, STAGES)

    def _end(self, value: str) -> None:
        self.s.end = _index("end", value, [reason for reason, _ in REASONS])

    def _stack(self, value: str) -> None:
        frames = []
        for text in value.split(",") if value else []:
            name, _, number = text.partition(":")
            step = _index("stack", name, steps.NAMES)
            frames.append(step | (_number("stack", number, 0, _LARGEST_NUMBER) if number else 0) << 8)
        self.stack = frames

    def _count(self, value: str) -> None:
        self.s.turn = _number("count", value, 0, 10**9)

    def _turn(self, value: str) -> None:
        board, _, phase = value.partition(":")
        self.s.active = _index("turn", board, BOARDS)
        if phase not in ("", "yin"):
            raise BrokenText(
                Fault("position.turn", "turn: {value!r} can only end in {phase}", value=value, phase=":yin")
            )
        self.yin = phase == "yin"

    def _laid(self, value: str) -> None:
        self.s.village = vec[i64]([_index("laid", letter, TILE_LETTERS) for letter in value])

    def _setup_boards(self, value: str) -> None:
        names = value.split(",") if value else []
        self.s.colors = vec[i64]([_index("boards", name, COLORS[:4]) for name in names])

    def _setup_sides(self, value: str) -> None:
        names = value.split(",") if value else []
        self.s.powers = vec[i64]([_index("sides", name, POWER_WORDS) for name in names])
