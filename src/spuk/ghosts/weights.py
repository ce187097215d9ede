"""The weights of the features in judgement.py: made by bench/tune_ghosts.py, never by hand."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

# fmt: off
_FOR_4: Final[vec[float]] = vec[float](
    [
        -3.94, -9.43, -5.35, -3.23, -5.19, -3.31, -2.83, -4.00, -2.46, 1.06,
        -1.35, -0.98, -6.91, 4.60, 2.69, -6.67, 1.63, 4.10, 9.71, 13.79,
        18.07, -0.16, -5.46, 0.00, -44.24, 20.08, -3.76, 24.64, -51.78, -37.40,
        2.83, 2.63, 0.84, -2.57, -3.73, 1.27, 0.00, -8.06, 0.00, 0.00,
        -8.98, -8.54, -6.38, -6.65, -8.10, -5.12, -2.97, -4.61, -3.59, 4.66,
        4.60, 1.35, -5.12, 5.21, 8.06, -0.37, 6.51, 7.38, 7.62, 6.37,
        8.70, 1.87, -2.54, 0.00, -16.66, 17.39, -0.55, 3.67, -37.34, -9.34,
        2.93, -0.40, 1.00, -1.47, -2.07, 0.80, -2.52, -10.35, 0.00, 0.00,
    ]
)
# fmt: on
WEIGHTS: Final[list[vec[float]]] = [_FOR_4, _FOR_4, _FOR_4, _FOR_4, _FOR_4, _FOR_4, _FOR_4]
"""By number of players."""
