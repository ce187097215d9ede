"""The features of Ghost Stories: the meaning of each number in an observation (docs/research.md is generated
from it).
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from mypy_extensions import i64

from spuk.envs.core.features import Features
from spuk.games.ghost_stories import setup, steps
from spuk.games.ghost_stories.actions import space_text
from spuk.games.ghost_stories.board import (
    BOARDS,
    BUDDHAS,
    COLORS,
    CURSE_FACES,
    POWERS,
    QI_TOKENS,
    SPACES,
    TAO_DICE,
    TILES,
    TOKENS_PER_COLOR,
)
from spuk.games.ghost_stories.cards import ABILITY_NAMES, INCARNATIONS, LAST_CARD, LAST_GHOST
from spuk.games.ghost_stories.editions import LEVELS, Edition
from spuk.games.ghost_stories.options import ALLOWED
from spuk.games.ghost_stories.state import PLAYER, STAGES, STEPS

FEATURES: Final = Features()
ROOMS: Final = setup.ROOMS
"""They know who is asked at which step."""

_block = FEATURES.block
_boards = tuple(BOARDS)
_places = range(1, 10)
_spaces = [space_text(space) for space in range(SPACES)]
_ghost_colors = COLORS[:5]
FIRST_WAITING: Final[i64] = steps.BEGIN_TURN
"""The steps before this belong to the setup."""
ASKING: Final = [number for number in range(len(steps.NAMES)) if STEPS[number].needs == PLAYER]
_dice = int(TAO_DICE) + 1  # Strength of a Mountain adds a fourth
FLAGS: Final = [field.name for field in fields(Edition) if type(field.default) is bool]
AMOUNTS: Final = [field.name for field in fields(Edition) if type(field.default) is int]
BONUSES: Final = [field.name for field in fields(Edition) if type(field.default) is tuple]
FURTHER: Final = 3
"""At most this many incarnations come after the first, each with a bonus."""
MOST: Final = 50
"""Higher amounts in an edition look like this one."""

# ── the table ───────────────────────────────────────────────────────────────────────────────
PLAYERS: Final[i64] = _block("players", "how many play", sorted(ALLOWED["players"]))
LEVEL: Final[i64] = _block("level", "the level", tuple(LEVELS))
RULE: Final[i64] = _block("rule", "what the edition changes (GS-12)", FLAGS)
_block("rule", "and by how much", AMOUNTS, high=MOST)
_block("rule", "and what further incarnations are worth", BONUSES, range(2, 2 + FURTHER), high=MOST)
YOU: Final[i64] = _block("you", "the board of the one who looks", _boards)
DECIDES: Final[i64] = _block("decides", "the board of the one who decides", _boards)
ACTIVE: Final[i64] = _block("active", "the board whose turn it is", _boards)
STAGE: Final[i64] = _block("stage", "how far the turn is", STAGES)

# ── what is asked, and what waits ───────────────────────────────────────────────────────────
ASKED: Final[i64] = _block("asked", "the step that is decided now", [steps.NAMES[n] for n in ASKING])
WAITING: Final[i64] = _block(
    "waiting", "steps that wait until this is decided, by kind", steps.NAMES[int(FIRST_WAITING) :], high=15
)
TARGET: Final[i64] = _block("target", "the board that the question is about", _boards)
BLOWN: Final[i64] = _block("blown", "the ghost that the Pavilion moves", _spaces)
WEAKENED: Final[i64] = _block("weakened", "the colour that the Mantra takes off", _ghost_colors)
CHOSEN: Final[i64] = _block("chosen", "the ghosts that are being paid for", ("first", "second"))
CURSE: Final[i64] = _block("curse", "the face of the Curse die that may be rolled again", CURSE_FACES)
DIE: Final[i64] = _block("die", "the face of each die rolled", range(1, _dice + 1), COLORS)
PAID: Final[i64] = _block("paid", "Tao tokens paid by now", _ghost_colors, high=4)

# ── the village ─────────────────────────────────────────────────────────────────────────────
TILE: Final[i64] = _block("tile", "the tile at each place", _places, TILES)
HAUNTED: Final[i64] = _block("haunted", "the tile at this place is haunted", _places)
HAUNTS_LEFT: Final[i64] = _block("haunts_left", "tiles that may be haunted until the game is lost", high=4)
CIRCLE: Final[i64] = _block("circle", "the token on the Circle of Prayer", _ghost_colors)

# ── the boards ──────────────────────────────────────────────────────────────────────────────
NEUTRAL: Final[i64] = _block("neutral", "nobody plays this board", _boards)
QI: Final[i64] = _block("qi", "Qi of the board; without any its Taoist is dead", _boards, high=int(QI_TOKENS))
AT: Final[i64] = _block("at", "where its Taoist stands", _boards, _places)
BOARD_COLOR: Final[i64] = _block("color", "the colour of the board", _boards, COLORS[:4])
POWER: Final[i64] = _block("power", "the power of the board", _boards, POWERS)
POWERED: Final[i64] = _block("powered", "its power works", _boards)
BORROWED: Final[i64] = _block("borrowed", "its power is lent this turn", _boards)
TAO: Final[i64] = _block("tao", "Tao tokens", _boards, _ghost_colors, high=int(TOKENS_PER_COLOR))
YIN_YANG: Final[i64] = _block("yin_yang", "holds its Yin-Yang", _boards)
HELD_BUDDHAS: Final[i64] = _block("buddhas", "Buddhas held", _boards, high=int(BUDDHAS))
TOKENS: Final[i64] = _block("power_tokens", "Power tokens", _boards, high=3)

# ── the ghosts ──────────────────────────────────────────────────────────────────────────────
FACES: Final = ("ghost", "incarnation", *_ghost_colors)
FACE: Final[i64] = len(FACES) + len(ABILITY_NAMES)
"""How many features the face of a card has."""
_about_faces = "the ghost there: whether there is one, an incarnation, its colour and its stones"
GHOST: Final[i64] = _block("space", _about_faces, _spaces, (*FACES, *ABILITY_NAMES))
NEEDS: Final[i64] = _block("resistance", "symbols on the card", _spaces, _ghost_colors, high=5)
ON_STONE: Final[i64] = _block("stone", "its haunting figure stands on the stone", _spaces)
MANTRA: Final[i64] = _block("mantra", "it carries the Mantra", _spaces)
BUDDHA: Final[i64] = _block("buddha", "a Buddha waits on the space", _spaces)
DRAWN: Final[i64] = _block("drawn", "the card that is to be placed", (*FACES, *ABILITY_NAMES))
DRAWN_NEEDS: Final[i64] = _block("drawn_resistance", "symbols on that card", _ghost_colors, high=5)

# ── the deck ────────────────────────────────────────────────────────────────────────────────
_cards = int(LAST_CARD)
LEFT: Final[i64] = _block("cards_left", "cards in the deck", high=_cards)
REMOVED: Final[i64] = _block("removed", "ghosts that were left in the box", high=15)
AHEAD: Final[i64] = _block("incarnations_left", "incarnations in the deck", high=4)
TO_NEXT: Final[i64] = _block("cards_to_incarnation", "cards above the next incarnation", high=_cards)
UNSEEN: Final[i64] = _block("unseen", "the ghost has not been seen yet", range(1, int(LAST_GHOST) + 1))
UNSEEN_WU_FENG: Final[i64] = _block("unseen", "nor has the incarnation", tuple(INCARNATIONS))
BANISHED: Final[i64] = _block("banished", "the incarnation is banished", tuple(INCARNATIONS))

# ── the turn ────────────────────────────────────────────────────────────────────────────────
HELPS: Final[i64] = _block("helps", "villagers asked in this turn", high=15)
EXORCISMS: Final[i64] = _block("exorcisms", "exorcisms in this turn", high=15)
ACTED_AT: Final[i64] = _block("acted_at", "where the turn’s first action was", _places)
USED: Final[i64] = _block("used", "powers used in this turn", (*POWERS, "mantra_rests"))
FRESH: Final[i64] = _block("fresh_buddhas", "Buddhas taken in this turn", high=int(BUDDHAS))
CAPTURED: Final[i64] = _block("captured", "dice held by ghosts", high=int(SPACES))
CENTRE: Final[i64] = _block("centre_tokens", "Power tokens in the centre", high=3)
POWERS_GONE: Final[i64] = _block("powers_gone", "the Forgotten Ones have taken all powers")
EXPOSED: Final[i64] = _block("exposed", "the Uncatchable has come onto a Buddha")
