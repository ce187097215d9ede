"""Material and geometry (GS-1, GS-2): colours, tiles, powers, the village and its ghost spaces.

Boards are 0…3 = north, east, south, west, clockwise. Places of the village are 0…8, row by row
from the north-west. Ghost spaces are 0…11, clockwise: three per board, so space = 3 * board + k.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Colours of boards, ghosts, tokens and die faces, in the order of the printed cards.
YELLOW: Final[i64] = 0
BLUE: Final[i64] = 1
GREEN: Final[i64] = 2
RED: Final[i64] = 3
BLACK: Final[i64] = 4
WHITE: Final[i64] = 5
NO_COLOR: Final[i64] = 6
COLORS: Final = ("yellow", "blue", "green", "red", "black", "white")
LETTERS: Final = "ybgrkw"

TOKENS_PER_COLOR: Final[i64] = 4
QI_TOKENS: Final[i64] = 20
BUDDHAS: Final[i64] = 2
TAO_DICE: Final[i64] = 3

# Village tiles (GS-1.1).
CEMETERY: Final[i64] = 0
ALTAR: Final[i64] = 1
HERBALIST: Final[i64] = 2
SORCERER: Final[i64] = 3
TEMPLE: Final[i64] = 4
WATCHMAN: Final[i64] = 5
CIRCLE: Final[i64] = 6
PAVILION: Final[i64] = 7
TEA_HOUSE: Final[i64] = 8
TILES: Final = (
    "cemetery",
    "taoist_altar",
    "herbalist",
    "sorcerer",
    "temple",
    "night_watchman",
    "circle_of_prayer",
    "pavilion",
    "tea_house",
)

# Powers (GS-8): each colour has two, power = 2 * colour + side.
BOTTOMLESS_POCKETS: Final[i64] = 0
ENFEEBLEMENT_MANTRA: Final[i64] = 1
HEAVENLY_GUST: Final[i64] = 2
SECOND_WIND: Final[i64] = 3
GODS_FAVORITE: Final[i64] = 4
STRENGTH_OF_A_MOUNTAIN: Final[i64] = 5
DANCE_OF_THE_SPIRES: Final[i64] = 6
DANCE_OF_THE_TWIN_WINDS: Final[i64] = 7
POWERS: Final = (
    "bottomless_pockets",
    "enfeeblement_mantra",
    "heavenly_gust",
    "second_wind",
    "gods_favorite",
    "strength_of_a_mountain",
    "dance_of_the_spires",
    "dance_of_the_twin_winds",
)
MANTRA_RESTS: Final[i64] = 8
"""In addition to the powers used in a turn: the Mantra came back, so it rests until
the next turn (GS-8.2).
"""

# Faces of the Curse die (GS-1.5); the blank face appears twice.
CURSE_BLANK: Final[i64] = 0
CURSE_HAUNT: Final[i64] = 1
CURSE_GHOST: Final[i64] = 2
CURSE_TAO: Final[i64] = 3
CURSE_QI: Final[i64] = 4
CURSE_FACES: Final = ("blank", "haunt", "ghost", "tao", "qi")
CURSE_SIDES: Final[vec[i64]] = vec[i64](
    [CURSE_BLANK, CURSE_BLANK, CURSE_HAUNT, CURSE_GHOST, CURSE_TAO, CURSE_QI]
)

BOARDS: Final = "NESW"
CENTRE: Final[i64] = 4
NOWHERE: Final[i64] = -1
SPACES: Final[i64] = 12

# The three places of each ghost space's line, nearest first (GS-2.1), flat: 3 * space + step.
_LINES: Final = (
    *(0, 3, 6), *(1, 4, 7), *(2, 5, 8),  # north, from the west
    *(2, 1, 0), *(5, 4, 3), *(8, 7, 6),  # east, from the north
    *(8, 5, 2), *(7, 4, 1), *(6, 3, 0),  # south, from the east
    *(6, 7, 8), *(3, 4, 5), *(0, 1, 2),  # west, from the south
)  # fmt: skip
LINES: Final[vec[i64]] = vec[i64](_LINES)


def _opposite(space: int) -> int:
    """The space at the other end of the line (GS-2.2)."""
    line = _LINES[3 * space : 3 * space + 3]
    return next(s for s in range(12) if _LINES[3 * s : 3 * s + 3] == line[::-1])


def _adjacent(place: int) -> list[int]:
    """The places a Taoist can step to, diagonals included (GS-2.1)."""
    row, column = divmod(place, 3)
    return [p for p in range(9) if p != place and abs(p // 3 - row) <= 1 and abs(p % 3 - column) <= 1]


def _facing(place: int) -> list[int]:
    """The ghost spaces that touch a place: two at a corner, one at an edge, none in the centre."""
    return [s for s in range(12) if _LINES[3 * s] == place]


OPPOSITE: Final[vec[i64]] = vec[i64]([_opposite(space) for space in range(12)])
ADJACENT: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64](_adjacent(p)) for p in range(9)])
EVERYWHERE: Final[vec[vec[i64]]] = vec[vec[i64]](
    [vec[i64]([p for p in range(9) if p != place]) for place in range(9)]
)
FACING: Final[vec[vec[i64]]] = vec[vec[i64]]([vec[i64](_facing(p)) for p in range(9)])

# Which board each seat sits at, by number of players (GS-3.4: two players sit opposite each other).
SEATS: Final = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
