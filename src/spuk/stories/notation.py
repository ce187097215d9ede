"""Positions as one line of text, for tests, bug reports and sharing. `docs/notation.md` explains it.

    en normal 4p village=CAH/SBN/PWT N=red/spires/2qi E1=38! circle=r turn=N

Whatever is left out is as at the start of the game; `write` leaves out exactly that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from spuk.kernel import bits
from spuk.kernel.game import CHANCE, OVER, BrokenText
from spuk.stories import steps
from spuk.stories.actions import ACTIONS, action_text, space_text
from spuk.stories.board import (
    BOARDS,
    CEMETERY,
    CENTRE,
    COLORS,
    LETTERS,
    NO_COLOR,
    NOWHERE,
    POWERS,
)
from spuk.stories.cards import ABILITIES, HAUNTER, LAST_CARD, LAST_GHOST
from spuk.stories.dice import PAID
from spuk.stories.editions import EDITIONS, LEVELS
from spuk.stories.options import setup
from spuk.stories.setup import empty_state, hand_out
from spuk.stories.state import BEFORE_MOVE, REASONS, RUNNING, STAGES, YIN

if TYPE_CHECKING:
    from spuk.stories.state import State

TILE_LETTERS: Final = "CAHSBNPWT"
"""Cemetery, Altar, Herbalist, Sorcerer, Buddhist Temple, Night Watchman, Prayer, Wind, Tea House."""
POWER_WORDS: Final = ("pockets", "mantra", "gust", "wind", "favorite", "mountain", "spires", "twin")
SETUP_FIELDS: Final = ("colors", "powers", "village", "first")
DEFAULT_COLORS: Final = ("red", "green", "blue", "yellow")


# ── writing ─────────────────────────────────────────────────────────────────────────────────


def write(s: State) -> str:
    """The position as one line, complete: `read` makes the same position of it."""
    parts = [s.setup.edition.id, s.setup.level.id, f"{s.setup.players}p"]
    if s.setup.options["five_qi"]:
        parts.append("5qi")
    in_setup = len(s.powers) < 4
    parts += _setup_parts(s) if in_setup else _table_parts(s)
    if s.setup.fixed_incarnations:
        parts.append("incarnations=" + ",".join(s.setup.options["incarnations"]))
    parts += _turn_parts(s)
    return " ".join(parts)


def _setup_parts(s: State) -> list[str]:
    parts = ["setup", "laid=" + "".join(TILE_LETTERS[tile] for tile in s.village)]
    parts.append("boards=" + ",".join(COLORS[color] for color in s.colors))
    parts.append("sides=" + ",".join(POWER_WORDS[power] for power in s.powers))
    for name in SETUP_FIELDS:
        value = s.setup.options[name]
        if value is not None:
            text = str(value) if name == "first" else ",".join(value)
            parts.append(f"fix_{name}={text}")
    return parts


def _table_parts(s: State) -> list[str]:
    fresh = _fresh_table(s)
    parts = ["village=" + _village_text(s)]
    parts += [_board_text(s, fresh, board) for board in range(4)]
    for space in range(12):
        text = _space_text(s, space)
        if text:
            parts.append(f"{space_text(space)}={text}")
    if s.circle != NO_COLOR:
        parts.append(f"circle={LETTERS[s.circle]}")
    if s.centre_tokens:
        parts.append(f"centre={s.centre_tokens}")
    parts += _deck_parts(s)
    parts += [name for name in ("powers_gone", "exposed") if getattr(s, name)]
    return parts


def _fresh_table(s: State) -> State:
    """The same table as it was when everyone had just got his things."""
    fresh = empty_state(s.setup)
    fresh.colors = s.colors
    hand_out(fresh)
    return fresh


def _village_text(s: State) -> str:
    letters = [
        TILE_LETTERS[tile].lower() if s.haunted >> place & 1 else TILE_LETTERS[tile]
        for place, tile in enumerate(s.village)
    ]
    return "/".join("".join(letters[row : row + 3]) for row in (0, 3, 6))


def _board_text(s: State, fresh: State, board: int) -> str:
    items = [COLORS[s.colors[board]], POWER_WORDS[s.powers[board]]]
    if s.qi[board] != fresh.qi[board]:
        items.append(f"{s.qi[board]}qi")
    own, usual = (_tao_text(t, board) for t in (s.tao, fresh.tao))
    if own != (usual if s.qi[board] else ""):
        items.append(f"tao:{own}")
    has, had = (bool(t.yin_yang >> board & 1) for t in (s, fresh))
    if has != (had and s.qi[board] > 0):
        items.append("yy" if has else "-yy")
    if s.buddhas_held[board]:
        items.append(f"buddhas:{s.buddhas_held[board]}")
    if s.power_tokens[board] != (fresh.power_tokens[board] if s.qi[board] else 0):
        items.append(f"tokens:{s.power_tokens[board]}")
    if not s.neutral(board) and s.at[board] != _usual_place(s, board):
        items.append(f"@{s.at[board] + 1}")
    return f"{BOARDS[board]}={'/'.join(items)}"


def _usual_place(s: State, board: int) -> int:
    return CENTRE if s.qi[board] else s.place_of(CEMETERY)


def _tao_text(tao: list[Any], board: int) -> str:
    return "".join(LETTERS[color] * tao[5 * board + color] for color in range(5))


def _space_text(s: State, space: int) -> str:
    text = str(s.ghosts[space]) if s.ghosts[space] else ""
    text += "!" if s.stones >> space & 1 else ""
    text += "m" if s.mantra == space else ""
    text += "b" if s.buddhas >> space & 1 else ""
    return text


def _deck_parts(s: State) -> list[str]:
    gone = [
        card
        for card in range(1, LAST_GHOST + 1)
        if not s.unseen >> card & 1 and card not in s.ghosts and card not in _waiting_cards(s)
    ]
    banished = [56 + bit for bit in range(10) if s.banished >> bit & 1]
    lost = [
        56 + bit
        for bit in range(10)
        if not (s.unseen_incarnations | s.banished) >> bit & 1
        and 56 + bit not in s.ghosts
        and 56 + bit not in _waiting_cards(s)
    ]
    parts = [f"deck={s.deck}"]
    for name, cards in (("gone", gone), ("banished", banished), ("lost", lost)):
        if cards:
            parts.append(f"{name}={','.join(map(str, cards))}")
    return parts


def _waiting_cards(s: State) -> list[int]:
    """Cards that are drawn and not yet placed."""
    return [frame >> 8 for frame in s.stack if frame & 255 == steps.PLACE]


def _turn_parts(s: State) -> list[str]:
    usual = [steps.END_TURN, steps.YANG]
    parts = []
    if s.dice:
        parts.append("dice=" + _dice_text(s))
    if s.fresh_buddhas:
        parts.append(f"fresh={s.fresh_buddhas}")
    if s.borrowed:
        parts.append("borrowed=" + "".join(BOARDS[b] for b in range(4) if s.borrowed >> b & 1))
    if s.used:
        parts.append("used=" + ",".join(POWER_WORDS[p] for p in range(8) if s.used >> p & 1))
    if s.action_place != NOWHERE:
        parts.append(f"acted=@{s.action_place + 1},{s.helps},{s.exorcisms}")
    if s.stage != BEFORE_MOVE:
        parts.append(f"stage={STAGES[s.stage]}")
    if s.end != RUNNING:
        parts.append(f"end={REASONS[s.end][0]}")
    if s.stack != usual:
        parts.append("stack=" + ",".join(map(_frame_text, s.stack)))
    parts.append(f"count={s.turn}")
    parts.append(f"turn={BOARDS[s.active]}")
    return parts


def _dice_text(s: State) -> str:
    rolled = "".join(LETTERS[face] for face in s.dice if face < PAID)
    paid = "".join(LETTERS[face - PAID] for face in s.dice if face >= PAID)
    return f"{rolled}+{paid}" if paid else rolled


def _frame_text(frame: int) -> str:
    name = steps.NAMES[frame & 255]
    return f"{name}:{frame >> 8}" if frame >> 8 else name


# ── reading ─────────────────────────────────────────────────────────────────────────────────


def read(line: str) -> State:
    """The position a line describes; it settles to the next real choice."""
    words = line.split()
    s = empty_state(_read_setup(words))
    reader = _Reader(s)
    for word in words:
        reader.read(word)
    reader.finish()
    try:
        if s.end == RUNNING:
            s.settle()
        else:
            s.actor = OVER
        problems = s.invariants()
    except IndexError as error:
        raise BrokenText(f"the position cannot go on from its stack: {error}") from error
    if problems:
        raise BrokenText("this position cannot be: " + "; ".join(problems))
    return s


def _read_setup(words: list[str]) -> Any:
    options: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if word in EDITIONS:
            options["edition"] = word
        elif word in LEVELS:
            options["level"] = word
        elif re.fullmatch(r"[0-9]+p", word):
            options["players"] = int(word[:-1])
        elif word == "5qi":
            options["five_qi"] = True
        elif name == "incarnations" or name.startswith("fix_"):
            options[name.removeprefix("fix_")] = _read_option(name, value)
    try:
        return setup(options)
    except ValueError as error:
        raise BrokenText(str(error)) from error


def _read_option(name: str, value: str) -> Any:
    if name == "fix_first":
        return _number(name, value, 0, 3)
    return value.split(",")


def _number(what: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text) or not low <= int(text) <= high:
        raise BrokenText(f"{what}: {text!r} is not a number from {low} to {high}")
    return int(text)


def _index(what: str, text: str, known: Any) -> int:
    if not text or text not in list(known):
        raise BrokenText(f"{what}: {text!r} is not one of {', '.join(known)}")
    return list(known).index(text)


class _Reader:
    """Reads the fields of a line into a state; what is not said gets its usual value at the end."""

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
        if name in self.seen:
            raise BrokenText(f"{name!r} stands in the line twice")
        self.seen.add(name)
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
            raise BrokenText(f"no field is called {name!r}; there are {', '.join(known)}")

    def _flag(self, word: str) -> None:
        if word in ("powers_gone", "exposed"):
            setattr(self.s, word, True)
        elif not (word in EDITIONS or word in LEVELS or word in ("5qi", "setup")):
            if not re.fullmatch(r"[0-9]+p", word):
                raise BrokenText(
                    f"{word!r} is neither an edition ({', '.join(EDITIONS)}), a level "
                    f"({', '.join(LEVELS)}), a table such as 4p, nor field=value"
                )

    def finish(self) -> None:
        """Fill in what was left out."""
        s = self.s
        if "setup" not in self.seen:
            self._finish_table()
        if self.stack is not None:
            s.stack = self.stack
        elif self.yin:
            s.stage = YIN
            s.stack = [steps.BEGIN_TURN | s.active << 8]
        else:
            s.stack = [steps.END_TURN, steps.YANG]
        for card in _waiting_cards(s):
            self._see(card)
        if "setup" not in self.seen:
            self._finish_deck()
            s.ghosts_changed()

    def _finish_table(self) -> None:
        s = self.s
        if not s.village:
            s.village = list(range(9))
        self._finish_colors()
        hand_out(s)
        for board, value in self.boards.items():
            self._board(board, value.split("/"))

    def _finish_colors(self) -> None:
        """Colours and sides, named on the boards or the usual ones."""
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
        self.s.colors = list(colors)
        self.s.powers = [self._power(board, colors[board]) for board in range(4)]

    def _power(self, board: int, color: int) -> int:
        for item in self.boards.get(board, "").split("/"):
            if item in POWER_WORDS or item in POWERS:
                words = POWER_WORDS if item in POWER_WORDS else POWERS
                return words.index(item)
        return 2 * color

    def _board(self, board: int, items: list[str]) -> None:
        for item in sorted(items, key=lambda item: not item.endswith("qi")):
            self._board_item(board, item)

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
                f"{BOARDS[board]}: {item!r} is neither a colour, a power, 3qi, tao:rk, yy, -yy, "
                "buddhas:1, tokens:1 nor @5"
            )

    def _bury(self, board: int) -> None:
        """A dead Taoist has nothing and lies on the Cemetery (GS-10.1)."""
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
                f"{name}: {value!r} is not a card number with ! (figure on the stone), m (Mantra), "
                "b (Buddha), nor b alone"
            )
        s = self.s
        if match[1]:
            card = _number(name, match[1], 1, int(LAST_CARD))
            s.ghosts[space] = card
            self._see(card)
        if "!" in match[2]:
            if not ABILITIES[s.ghosts[space]] & HAUNTER:
                raise BrokenText(f"{name}: only a haunter has a figure that can stand on the stone")
            s.stones |= 1 << space
        if "m" in match[2]:
            s.mantra = space
        if "b" in match[2]:
            s.buddhas |= 1 << space

    def _see(self, card: int) -> None:
        """A card that is known is no longer in the deck."""
        if card > LAST_GHOST:
            self.s.unseen_incarnations &= ~(1 << (card - 56))
        else:
            self.s.unseen &= ~(1 << card)

    def _village(self, value: str) -> None:
        letters = value.replace("/", "")
        if sorted(letters.upper()) != sorted(TILE_LETTERS):
            raise BrokenText(f"village: {value!r} does not name each of {TILE_LETTERS} once")
        self.s.village = [TILE_LETTERS.index(letter.upper()) for letter in letters]
        self.s.haunted = sum(1 << i for i, letter in enumerate(letters) if letter.islower())

    def _circle(self, value: str) -> None:
        self.s.circle = _index("circle", value, LETTERS[:5])

    def _centre(self, value: str) -> None:
        self.s.centre_tokens = _number("centre", value, 0, 3)

    def _deck(self, value: str) -> None:
        self.s.deck = _number("deck", value, 0, int(self.s.setup.deck))

    def _finish_deck(self) -> None:
        """Cards left, as many as can be; unseen ghosts that do not fit are out of the game."""
        s = self.s
        incarnations = sum(1 for card in [*s.ghosts, *_waiting_cards(s)] if card > LAST_GHOST)
        incarnations += bits.count(s.banished)
        if "deck" not in self.seen:
            ghosts_seen = LAST_GHOST - bits.count(s.unseen)
            s.deck = min(
                s.setup.deck_after(incarnations), s.setup.deck - ghosts_seen - incarnations
            )
        ghosts_left = s.deck - (s.setup.incarnations - s.setup.incarnations_drawn(s.deck))
        s.removed = bits.count(s.unseen) - ghosts_left
        if s.removed < 0:
            raise BrokenText(
                f"deck: {ghosts_left} ghosts cannot be left, only {bits.count(s.unseen)} are unseen"
            )

    def _gone(self, value: str) -> None:
        for text in value.split(","):
            self._see(_number("gone", text, 1, int(LAST_GHOST)))

    def _banished(self, value: str) -> None:
        for text in value.split(","):
            card = _number("banished", text, 56, int(LAST_CARD))
            self._see(card)
            self.s.banished |= 1 << (card - 56)

    def _lost(self, value: str) -> None:
        for text in value.split(","):
            self._see(_number("lost", text, 56, int(LAST_CARD)))

    def _dice(self, value: str) -> None:
        rolled, _, paid = value.partition("+")
        self.s.dice = [_index("dice", letter, LETTERS) for letter in rolled]
        self.s.dice += [PAID + _index("dice", letter, LETTERS[:5]) for letter in paid]

    def _fresh(self, value: str) -> None:
        self.s.fresh_buddhas = _number("fresh", value, 0, 2)

    def _borrowed(self, value: str) -> None:
        for letter in value:
            self.s.borrowed |= 1 << _index("borrowed", letter, BOARDS)

    def _used(self, value: str) -> None:
        for word in value.split(","):
            self.s.used |= 1 << _index("used", word, POWER_WORDS)

    def _acted(self, value: str) -> None:
        match = re.fullmatch(r"@([1-9]),([0-2]),([0-2])", value)
        if match is None:
            raise BrokenText(f"acted: {value!r} is not @place,helps,exorcisms such as @5,1,0")
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
            frames.append(step | (_number("stack", number, 0, 2**40) if number else 0) << 8)
        self.stack = frames

    def _count(self, value: str) -> None:
        self.s.turn = _number("count", value, 0, 10**9)

    def _turn(self, value: str) -> None:
        board, _, phase = value.partition(":")
        self.s.active = _index("turn", board, BOARDS)
        if phase not in ("", "yin"):
            raise BrokenText(f"turn: {value!r} ends in {phase!r}; only :yin can stand there")
        self.yin = phase == "yin"

    def _laid(self, value: str) -> None:
        self.s.village = [_index("laid", letter, TILE_LETTERS) for letter in value]

    def _setup_boards(self, value: str) -> None:
        names = value.split(",") if value else []
        self.s.colors = [_index("boards", name, COLORS[:4]) for name in names]

    def _setup_sides(self, value: str) -> None:
        names = value.split(",") if value else []
        self.s.powers = [_index("sides", name, POWER_WORDS) for name in names]


# ── explaining ──────────────────────────────────────────────────────────────────────────────


def why_illegal(s: State, action: object, legal: list[int]) -> str:
    """Why an action is not legal here, and what is."""
    if s.actor == OVER:
        return "the game is over: no action is legal any more"
    who = "chance" if s.actor == CHANCE else f"seat {s.actor}"
    allowed = ", ".join(f"{a} ({action_text(a)})" for a in legal)
    if isinstance(action, int) and 0 <= action < ACTIONS:
        return f"{action} ({action_text(action)}) is not legal now; {who} may do {allowed}"
    return f"{action!r} is no action of this game (0…{ACTIONS - 1}); {who} may do {allowed}"

