"""Redealing a whole game of Ghosts so that it looks the same to one seat, with other cards where it saw none.

The hands at the end are any that agree with what the seat knows, each equally likely (`State.imagine`). How
the others got the cards they played is reconstructed in one of the possible ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spuk.games.ghosts import actions as act
from spuk.games.ghosts.cards import MIST, NO_FAMILY
from spuk.games.ghosts.knowledge import imagine
from spuk.games.ghosts.state import PLAY, RESHUFFLE, State
from spuk.games.ghosts.view import hand_kinds
from spuk.kernel.errors import IllegalAction
from spuk.kernel.seeds import Random

_TRIES: Final = 200


@dataclass
class _Card:
    """A card that the seat did not see when it was drawn."""

    drawn: int
    """Which action of the game drew it."""
    mist: bool = False
    """Everyone now knows that it is mist."""


def redeal(start: State, actions: list[int], seat: int, random: Random) -> list[int]:
    """Actions of a game that this seat cannot tell from the given one."""
    seen = _replayed(start, actions).view(seat)
    for _ in range(_TRIES):
        told = _Story(start, actions, seat, random).tell()
        try:
            if _replayed(start, told).view(seat) == seen:
                return told
        except IllegalAction:
            continue  # a player would have been asked something else: they held nothing but mist
    raise RuntimeError("found no other deal that matches what the seat has seen")


def _replayed(start: State, actions: list[int]) -> State:
    state = start.clone()
    for action in actions:
        state.apply(action)
    return state


class _Story:
    """The reconstructed game. Earlier rounds are unchanged, since their cards are back in the pile."""

    def __init__(self, start: State, actions: list[int], seat: int, random: Random) -> None:
        self._state = start.clone()
        self._actions = actions
        self._told = list(actions)
        self._seat = seat
        self._random = random
        self._hidden: list[list[_Card]] = [[] for _ in range(start.seats())]

    def tell(self) -> list[int]:
        """Every action, with other cards where that is possible."""
        state = self._state
        for number, action in enumerate(self._actions):
            round = state.round
            if not state.reveals(action, self._seat):
                self._hidden[state.seat].append(_Card(number))
            elif state.seat != self._seat and self._hidden[state.seat]:
                self._decided(self._hidden[state.seat], action)
            state.apply(action)
            if state.round != round:
                self._hidden = [[] for _ in self._hidden]
                self._told[: number + 1] = self._actions[: number + 1]
        self._deal_the_rest()
        return self._told

    def _decided(self, cards: list[_Card], action: int) -> None:
        """What a decision of another player reveals about their cards."""
        state = self._state
        if state.phase == RESHUFFLE:
            _all_mist(cards)
            if action == act.RESHUFFLE:
                self._assign(cards, int(MIST))
                cards.clear()
        elif state.phase == PLAY and action != act.TAKE_PILE:
            kind = action - act.PLAY
            if kind == MIST and state.family == NO_FAMILY:
                _all_mist(cards)  # an opening of mist: they have nothing else (GH-3.1)
            candidates = [card for card in cards if card.mist == (kind == MIST)] or cards
            card = candidates[self._random.below(len(candidates))]
            self._assign([card], int(kind))
            cards.remove(card)

    def _deal_the_rest(self) -> None:
        """Cards that are still held: as the seat may imagine them."""
        imagined = imagine(self._state, self._seat, self._random)
        for seat, cards in enumerate(self._hidden):
            if self._state.phase == RESHUFFLE and self._state.seat == seat:
                _all_mist(cards)  # that is why they are being asked
            kinds = hand_kinds(imagined.hands[seat]) if cards else []
            for card in sorted(cards, key=lambda card: not card.mist):
                kind = int(MIST) if card.mist else kinds[self._random.below(len(kinds))]
                kinds.remove(kind)
                self._assign([card], kind)

    def _assign(self, cards: list[_Card], kind: int) -> None:
        for card in cards:
            self._told[card.drawn] = int(act.DRAW) + kind


def _all_mist(cards: list[_Card]) -> None:
    for card in cards:
        card.mist = True
