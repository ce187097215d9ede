"""Corners of Ghost Stories with two ghosts, for hypothesis: mostly red and blue, so that they compete."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.common.exorcism_model import TOKENS_CHOOSE, UNCATCHABLE

CORNERS = {1: ("N1", "W3"), 3: ("N3", "E1"), 7: ("S3", "W1"), 9: ("E3", "S1")}
"""Place -> the two spaces next to it, in the order of their names."""
EDITIONS = tuple(TOKENS_CHOOSE)
LIKELY = st.one_of(
    st.sampled_from(range(34, 45)), st.sampled_from(range(12, 23)), st.sampled_from(range(1, 66))
)
FAR = ["N2=46", "N2=50", "N2=65", "S2=47", "S2=60", "S2=57"]
"""A die less, Tao locked, white not wild, no powers, and an incarnation that does nothing."""


@st.composite
def positions(draw: Any, *powers: str) -> str:
    """A corner with two ghosts and all that can matter for the exorcism; N has one of these powers."""
    edition = draw(st.sampled_from(EDITIONS))
    place, (first, second) = draw(st.sampled_from(sorted(CORNERS.items())))
    cards = draw(st.lists(LIKELY, min_size=2, max_size=2, unique=True))
    mantra = draw(st.sampled_from(["", "", "first", "second"]))
    buddha = draw(st.booleans())
    ghosts = [
        f"{space}={card}{'m' * (mantra == number)}{'b' * (card == UNCATCHABLE and buddha)}"
        for space, card, number in zip((first, second), cards, ("first", "second"), strict=True)
    ]
    ghosts += draw(st.lists(st.sampled_from(FAR), max_size=2, unique_by=lambda word: word[:2]))
    opposite = draw(st.sampled_from(["", "E1=24", "S3=24", "N3=24", "W1=24"]))
    power = draw(st.sampled_from(powers))
    tokens = st.text(st.sampled_from("rrrbbbygk"), max_size=4)
    friend = draw(st.sampled_from([place, place, 5]))
    circle = draw(st.sampled_from(["", "", "circle=r", "circle=b", "circle=g", "circle=k"]))
    free = opposite if opposite[:2] not in (first, second) else ""
    return (
        f"{edition} nightmare W=yellow/mantra N={power}/@{place}/tao:{draw(tokens)} "
        f"S=blue/gust/@{friend}/tao:{draw(tokens)} {' '.join(ghosts)} {free} {circle} turn=N"
    )
