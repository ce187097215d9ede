"""Images made of filled boxes and block letters, with numpy alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Rows × columns × red, green, blue."""
Color = tuple[int, int, int]

LETTER_WIDTH: Final = 3
LETTER_HEIGHT: Final = 5
# A letter is five rows of three pixels, one octal digit per row.
_LETTERS: Final[Mapping[str, str]] = {
    **{"A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553"},
    **{"H": "55755", "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555"},
    **{"O": "25552", "P": "65644", "Q": "25563", "R": "65655", "S": "34216", "T": "72222", "U": "55557"},
    **{"V": "55552", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247", " ": "00000", "?": "61202"},
    **{"0": "75557", "1": "26227", "2": "61247", "3": "61216", "4": "55711", "5": "74616", "6": "34757"},
    **{"7": "71122", "8": "75757", "9": "75716", "-": "00700", "+": "02720", "/": "11244", "'": "22000"},
    **{":": "02020", "=": "07070", ",": "00024", ".": "00002", "!": "22202", "|": "22222", "_": "00007"},
    **{"(": "12221", ")": "42224", "[": "64446", "]": "31113", "<": "12421", ">": "42124", "*": "05250"},
    **{"@": "25743", "#": "57575", "%": "51245", ";": "02024"},
}


def _bitmap(rows: str) -> NDArray[np.bool_]:
    return np.array([[int(row) >> bit & 1 for bit in (2, 1, 0)] for row in rows], np.bool_)


_BITMAPS: Final = {letter: _bitmap(rows) for letter, rows in _LETTERS.items()}


def rgb(code: str) -> Color:
    """`#rrggbb` as three numbers."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


class Canvas:
    """Later boxes cover earlier ones. Parts outside the image are cut off."""

    def __init__(self, width: int, height: int, color: Color) -> None:
        self.pixels: Picture = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = color

    def box(self, x: int, y: int, width: int, height: int, color: Color) -> None:
        """A filled box."""
        self.pixels[y : y + height, x : x + width] = color

    def frame(self, x: int, y: int, width: int, height: int, color: Color, thickness: int = 2) -> None:
        """The edges of a box."""
        self.box(x, y, width, thickness, color)
        self.box(x, y + height - thickness, width, thickness, color)
        self.box(x, y, thickness, height, color)
        self.box(x + width - thickness, y, thickness, height, color)

    def write(self, x: int, y: int, text: str, color: Color, scale: int = 2) -> None:
        """A line of capitals and digits; `?` for other characters."""
        for letter in text.upper():
            bitmap = _BITMAPS.get(letter, _BITMAPS["?"])
            block = np.kron(bitmap, np.ones((scale, scale), np.bool_))
            area = self.pixels[y : y + block.shape[0], x : x + block.shape[1]]
            area[block[: area.shape[0], : area.shape[1]]] = color
            x += (LETTER_WIDTH + 1) * scale
