"""Every exorcism of random games, judged once more by a second, slow reading of GS-6.3 and GS-6.4."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from tests.common import exorcism_model as model
from tests.property.players import Steered
from tests.property.tables import GAME, examples, seeds, tables

import spuk
from spuk.games.ghost_stories.board import COLORS

NAMES = {"y": "yellow", "b": "blue", "g": "green", "r": "red", "k": "black"}
FACES = {**{name: letter for letter, name in NAMES.items()}, "white": "w"}
NAMELESS = 65
EXORCISE = GAME.action("exorcise")


class Attempt:
    """One exorcism as it is seen from outside: before the last action, and what that action did."""

    def __init__(self, view: dict[str, Any], events: list[spuk.Event]) -> None:
        self.view = view
        self.faces = Counter(view["dice"]["rolled"])
        self.paid = Counter(view["dice"]["paid"])
        for event in events:
            if event.id == "die_rolled":
                self.faces[COLORS[event.values["face"]]] += 1
            elif event.id == "tao_paid":
                self.paid[COLORS[event.values["color"]]] += 1
        ghosts = [
            space["ghost"] | {"space": space["space"]}
            for board in view["boards"]
            for space in board["spaces"]
            if space["ghost"]
        ]
        self.ghosts = {ghost["card"]: ghost for ghost in ghosts}
        self.white = 0 if NAMELESS in self.ghosts else self.faces["white"]

    def suffices(self, cards: list[int], paid: Counter[str]) -> bool:
        """Dice and these tokens banish all of these ghosts, for some colour of the Mantra."""
        return any(
            self._covered(cards, paid, weak)
            for weak in (NAMES.values() if self.many_colored(cards) else [""])
        )

    def many_colored(self, cards: list[int]) -> bool:
        """The Mantra lies on one of these that has several colours."""
        return any(
            self.ghosts[card]["mantra"] and len(set(self.ghosts[card]["resistance"])) > 1 for card in cards
        )

    def _covered(self, cards: list[int], paid: Counter[str], weak: str) -> bool:
        missing = 0
        for color in NAMES.values():
            by_dice = by_token = 0
            for card in cards:
                need = self._needed(self.ghosts[card], color, weak)
                if "dice_immune" in self.ghosts[card]["centre"]:
                    by_token += need
                else:
                    by_dice += need
            if by_token > paid[color]:
                return False
            missing += max(0, by_dice - self.faces[color] - (paid[color] - by_token))
        return missing <= self.white

    def _needed(self, ghost: dict[str, Any], color: str, weak: str) -> int:
        colors = [NAMES[letter] for letter in ghost["resistance"]]
        need = colors.count(color)
        if self.view["circle"] == color:
            need -= 1
        if ghost["mantra"] and color == (weak if len(set(colors)) > 1 else ghost["color"]):
            need -= 1
        return max(0, need)


def _check_success(attempt: Attempt, gone: list[int]) -> None:
    """Enough was there, and not one token more than needed was paid."""
    assert attempt.suffices(gone, attempt.paid), "banished without enough symbols"
    for color in attempt.paid:
        fewer = attempt.paid - Counter([color])
        assert not attempt.suffices(gone, fewer), f"a {color} token was paid for nothing"


def _check_what_went(start: dict[str, Any], attempt: Attempt, gone: list[int]) -> None:
    """GS-6.4: what went may go, for some colour of the Mantra; `start` is the table before the roll."""
    lying = {s["space"]: s["ghost"] for board in start["boards"] for s in board["spaces"] if s["ghost"]}
    near = [lying[space]["card"] if space in lying else 0 for space in model.near_spaces(start)]
    if model.UNCATCHABLE in near and start["options"]["edition"] == "de2":
        return  # whether it has met a Buddha, the view does not tell
    faces = "".join(FACES[face] for face in attempt.faces.elements())
    allowed = [model.attempt(start, weak).allowed(faces) for weak in model.weak_colors(start) or {""}]
    assert frozenset(map(near.index, gone)) in set().union(*allowed), "this must not go, or other ghosts must"


@examples(40)
@given(tables(), seeds)
def test_every_exorcism_takes_what_dice_and_tokens_allow(table: dict[str, Any], seed: int) -> None:
    state, player = GAME.new(**table), Steered(seed, luck=0.6)
    start: dict[str, Any] = {}
    while state.actor != spuk.OVER:
        before = state.view(None)
        action, events = player.choose(state), list[spuk.Event]()
        if action == EXORCISE:
            start = before
        state.apply(action, events)
        gone = [event.values["card"] for event in events if event.id == "ghost_banished"]
        if gone or any(event.id == "exorcism_failed" for event in events):
            attempt = Attempt(before, events)
            _check_success(attempt, gone)
            _check_what_went(start, attempt, gone)


@examples(40)
@given(tables(), seeds)
def test_who_chooses_to_banish_banishes(table: dict[str, Any], seed: int) -> None:
    """Token by token there is always a way to pay to the end."""
    state, player = GAME.new(**table), Steered(seed, luck=0.3)
    while state.actor != spuk.OVER:
        action, events = player.choose(state), list[spuk.Event]()
        name = GAME.action_text(action)
        state.apply(action, events)
        if not name.startswith("banish:") or name == "banish:none":
            continue
        while state.actor != spuk.OVER and _all_pay(state):
            state.apply(player.choose(state), events)
        banished = [event for event in events if event.id == "ghost_banished"]
        assert len(banished) == (2 if name == "banish:both" else 1)


def _all_pay(state: spuk.State) -> bool:
    return all(GAME.action_text(action).startswith("pay:") for action in state.legal())
