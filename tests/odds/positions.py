"""Positions for the odds: random corners and edges with all that can matter, from a seed."""

from __future__ import annotations

from random import Random
from typing import Any

import spuk
from spuk.games.ghost_stories.cards import ROWS

GAME = spuk.game("ghost-stories")
EDITIONS = ("en", "de1", "de2", "pl")
RED_ALONE = ("de1", "de2")
"""GS-3.5: where the lone Taoist is the red one."""
CORNERS = {1: ("N1", "W3"), 3: ("N3", "E1"), 7: ("S3", "W1"), 9: ("E3", "S1")}
EDGES = {2: ("N2",), 4: ("W2",), 6: ("E2",), 8: ("S2",)}
SPACES = [f"{board}{number}" for board in "NESW" for number in (1, 2, 3)]
POWERS = {
    "red": ("spires", "twin"),
    "green": ("favorite", "mountain"),
    "blue": ("gust", "wind"),
    "yellow": ("pockets", "mantra"),
}
# Cards that change an exorcism: captured dice, locked Tao, blocked powers, immunity, white, conditions.
TELLING = (3, 8, 14, 25, 36, 40, 43, 46, 47, 48, 50, 51, 56, 57, 58, 60, 62, 63, 65)
ACTED = ("", "stage=acted acted=@{place},0,1", "stage=acted acted=@{place},1,0", "stage=moved")
SEATS = {1: "N", 2: "NS", 3: "NES", 4: "NESW"}


def line(random: Random, edition: str) -> str:
    """A position in which somebody may exorcise."""
    players = random.choice((1, 2, 3, 3, 4, 4))
    place, near = random.choice([*CORNERS.items(), *CORNERS.items(), *EDGES.items()])
    colors = random.sample(list(POWERS), 4)
    if players == 1 and edition in RED_ALONE:
        colors.remove("red")
        colors.insert(0, "red")
    elif random.random() < 0.5:  # the blue Taoist, who may exorcise twice
        colors.remove("blue")
        colors.insert(0, "blue")
    words = [edition, random.choice(("normal", "nightmare")), f"{players}p", "turn=N"]
    left = dict.fromkeys("ybgrk", 4)
    circle = random.choice(("", "", *"ybgrk"))
    if circle:
        left[circle] -= 1
        words.append(f"circle={circle}")
    sides = {color: random.choice(POWERS[color]) for color in colors}
    sides["blue"] = random.choice(("wind", "wind", "gust"))
    if players == 1:
        sides["red"] = "spires"
    for board, color in zip("NESW", colors, strict=True):
        parts = [color, sides[color]]
        if board in SEATS[players]:
            where = place if board == "N" or random.random() < 0.4 else random.randint(1, 9)
            parts += [f"@{where}", f"tao:{_tokens(random, left)}", f"{random.randint(1, 3)}qi"]
        words.append(f"{board}=" + "/".join(parts))
    words += _ghosts(random, near, sides)
    lent = [board for board in "NESW" if board not in SEATS[players]]
    if lent and random.random() < 0.6:
        words.append("borrowed=" + "".join(random.sample(lent, random.randint(1, len(lent)))))
    words.append(random.choice(ACTED).format(place=place) if random.random() < 0.3 else "")
    return " ".join(filter(None, words))


def _tokens(random: Random, left: dict[str, int]) -> str:
    wanted = [letter for letter in "ybgrk" for _ in range(left[letter]) if random.random() < 0.22]
    for letter in wanted:
        left[letter] -= 1
    return "".join(wanted)


def _ghosts(random: Random, near: tuple[str, ...], sides: dict[str, str]) -> list[str]:
    spaces = [space for space in near if random.random() < 0.93] or [near[0]]
    spaces += random.sample([space for space in SPACES if space not in near], random.randint(0, 3))
    cards: list[int] = []
    while len(cards) < len(spaces):
        far = len(cards) >= len(near)
        card = random.choice(TELLING) if random.random() < (0.2 if far else 0.3) else random.randint(1, 55)
        if not far and len(ROWS[card - 1]["resistance"]) > 3 and random.random() < 0.5:
            continue
        if card not in cards and sum(c > 55 for c in (*cards, card)) <= 2:
            cards.append(card)
    if sides["yellow"] == "mantra" and random.random() < 0.15 and not {58, 65} & set(cards):
        cards[0] = random.choice((58, 65))
    mantra = random.choice(spaces[:2]) if sides["yellow"] == "mantra" and random.random() < 0.7 else ""
    return [
        f"{space}={card}"
        + ("m" if space == mantra else "")
        + ("b" if card == 57 and random.random() < 0.7 else "")
        for space, card in zip(spaces, cards, strict=True)
    ]


def states(seed: int, edition: str, number: int) -> list[tuple[str, Any]]:
    """So many sound positions, with their lines."""
    random, found = Random(f"{seed} {edition}"), []
    while len(found) < number:
        text = line(random, edition)
        try:
            state = GAME.from_text(text)
        except spuk.BrokenText:
            continue
        if not state.invariants() and state.actor >= 0:
            found.append((text, state))
    return found
