"""What must hold at every step, counted once more from the text and the views (not by `invariants()`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import spuk

MATERIAL = Counter({**{family + value: 3 for family in "mfsvwp" for value in "123"}, "x": 6})
LETTER = {
    **{"mummy": "m", "frankie": "f", "skeleton": "s", "vampire": "v", "swamp": "w", "pumpkin": "p"},
}


def fields(line: str) -> dict[str, str]:
    """The `name=value` words of a position."""
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def cards(listed: str) -> list[str]:
    """The cards of one field."""
    return listed.split(",") if listed else []


def hands(line: str) -> list[list[str]]:
    """All hands of a position, by its text."""
    return [cards(listed) for name, listed in fields(line).items() if name.isdecimal()]


def on_the_table(line: str) -> Counter[str]:
    """All cards that the text of a position names: hands, the trick and what is aside."""
    words = fields(line)
    named = Counter(card for hand in hands(line) for card in hand)
    named.update(cards(words.get("trick", "")))
    named.update(cards(words.get("aside", "")))
    return named


def material(state: spuk.State) -> list[str]:
    """GH-1.1: 60 cards, none made and none lost. Returns what does not add up."""
    line, view = state.text(), state.view(None)
    named = on_the_table(line)
    wrong = [f"{card}: {number}" for card, number in named.items() if number > MATERIAL[card]]
    if named.total() + view["pile"] != 60:
        wrong.append(f"{named.total()} cards on the table and {view['pile']} in the pile")
    if [player["cards"] for player in view["players"]] != [len(hand) for hand in hands(line)]:
        wrong.append("the view counts hands otherwise than the text")
    if state.actor == spuk.CHANCE and view["phase"] in ("deal", "refill"):
        wrong += _pile(state, MATERIAL - named)
    return wrong


def _pile(state: spuk.State, left: Counter[str]) -> list[str]:
    """At a draw, the chances are those of the cards that are nowhere else."""
    texts = {spuk.game("ghosts").action_text(a).removeprefix("draw:"): p for a, p in state.chances()}
    if set(texts) != set(left):
        return [f"drawn can be {sorted(texts)}, left are {sorted(left)}"]
    return [
        f"{card}: chance {p}, but {left[card]} of {left.total()} are left"
        for card, p in texts.items()
        if abs(p - left[card] / left.total()) > 1e-9
    ]


def level(trick: list[dict[str, Any]]) -> int:
    """GH-3.1 to GH-3.4 over the cards of a trick."""
    total, top = 0, None
    for card in trick:
        if card["card"] == "x":
            continue
        if card["family"] != top:
            total += card["value"]
        top = card["family"]
    return total


def choices(view: dict[str, Any], hand: list[str]) -> set[str]:
    """GH-3: what the seat on turn may do with this hand; written out once more."""
    family = view["family"]
    ghosts = {card for card in hand if card != "x"}
    if family is None:
        return {"play:" + card for card in ghosts or hand}
    fits = {card for card in ghosts if card[0] == LETTER[family] or view["level"] + int(card[1]) <= 7}
    return {"take"} | {"play:" + card for card in fits} | ({"play:x"} if "x" in hand else set())
