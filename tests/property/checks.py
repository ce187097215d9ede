"""What must hold at every step, counted once more from the public view (not by `invariants()`)."""

from __future__ import annotations

from typing import Any

COLORS = ("yellow", "blue", "green", "red", "black")
GHOSTS, INCARNATIONS = range(1, 56), range(56, 66)


def material(view: dict[str, Any]) -> list[str]:
    """GS-1: nothing is ever made or lost. Returns what does not add up."""
    if not view["boards"]:
        return []  # the table is still being laid out
    return [*_tao(view), *_qi(view), *_buddhas(view), *_power_tokens(view), *_cards(view)]


def _tao(view: dict[str, Any]) -> list[str]:
    """GS-1.4: four tokens in each of five colours."""
    wrong = []
    for color in COLORS:
        held = [board["tao"][color] for board in view["boards"]]
        total = sum(held) + (view["circle"] == color) + view["supply"]["tao"][color]
        if total != 4 or min(*held, view["supply"]["tao"][color]) < 0:
            wrong.append(f"{color} Tao: {held} held, {total} in all")
    return wrong


def _qi(view: dict[str, Any]) -> list[str]:
    """GS-1.4: twenty Qi tokens."""
    qi = [board["qi"] for board in view["boards"]]
    ok = sum(qi) + view["supply"]["qi"] == 20 and min(*qi, view["supply"]["qi"]) >= 0
    return [] if ok else [f"Qi: {qi} and {view['supply']['qi']} in the supply"]


def _buddhas(view: dict[str, Any]) -> list[str]:
    """GS-1.6: two Buddhas."""
    held = [board["buddhas"] for board in view["boards"]]
    placed = sum(space["buddha"] for board in view["boards"] for space in board["spaces"])
    ok = sum(held) + placed + view["supply"]["buddhas"] == 2 and min(held) >= 0
    return [] if ok else [f"Buddhas: {held} held, {placed} placed, {view['supply']['buddhas']} left"]


def _power_tokens(view: dict[str, Any]) -> list[str]:
    """GS-3.4, GS-3.5: one each with 2–3 players, three in solo; `de1` loses those of the dead."""
    players = view["options"]["players"]
    there = {1: 3, 2: 2, 3: 3, 4: 0}[players]
    now = sum(board["power_tokens"] for board in view["boards"]) + view["centre_tokens"]
    may_shrink = view["options"]["edition"] == "de1"
    ok = now == there or (may_shrink and now < there)
    return [] if ok else [f"Power tokens: {now} of {there}"]


def _cards(view: dict[str, Any]) -> list[str]:
    """GS-1.3, GS-3.3: each card is in one place; the deck holds what is left."""
    wrong = []
    in_play = [
        space["ghost"]["card"] for board in view["boards"] for space in board["spaces"] if space["ghost"]
    ]
    deck = view["deck"]
    known = [*in_play, *deck["unseen"], *deck["unseen_incarnations"], *deck["banished"]]
    if len(known) != len(set(known)) or not set(known) <= {*GHOSTS, *INCARNATIONS}:
        wrong.append(f"cards: one is in two places: {sorted(known)}")
    removed = 5 * (4 - view["options"]["players"])
    to_come = len(deck["incarnations_after"])
    if len(deck["unseen"]) != deck["left"] - to_come + removed:
        wrong.append(f"deck: {deck['left']} left with {to_come} incarnations, unseen {deck['unseen']}")
    if len(deck["unseen_incarnations"]) < to_come:
        wrong.append("deck: fewer incarnations unseen than to come")
    return wrong


def grew(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What may only ever go one way: the deck, the unseen cards, the incarnations banished."""
    wrong = []
    if after["deck"]["left"] > before["deck"]["left"]:
        wrong.append("deck: it grew")
    if not set(after["deck"]["unseen"]) <= set(before["deck"]["unseen"]):
        wrong.append("deck: a seen card became unseen")
    if not set(before["deck"]["banished"]) <= set(after["deck"]["banished"]):
        wrong.append("incarnations: a banished one came back")
    return wrong
