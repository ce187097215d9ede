"""A round (GH-2, GH-4): starter, deal, the hand of only mist, the end, giving fear back."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, remove, vec
from mypy_extensions import i64

from spuk.games.ghosts import actions as act
from spuk.games.ghosts import events as ev
from spuk.games.ghosts.cards import HAND, MIST, NO_FAMILY, UNIT, count, only_mist
from spuk.games.ghosts.state import (
    CHOOSE_STARTER,
    DEAL,
    ENDED,
    FULL_PILE,
    GIVE_BACK,
    PLAY,
    RESHUFFLE,
    Phase,
    State,
    register,
)

MOST_GIVEN_BACK: Final[i64] = 3
_KEEP_OR_RESHUFFLE: Final[vec[i64]] = vec[i64]([act.KEEP_HAND, act.RESHUFFLE])


@final
class _ChooseStarter(Phase):
    """GH-2.2: the first round's starter is random."""

    def options(self, s: State) -> vec[i64]:
        return vec[i64]([act.STARTER + seat for seat in range(s.setup.players)])

    def take(self, s: State, action: i64) -> None:
        s.starter = action - act.STARTER
        begin_round(s)


@final
class _Deal(Phase):
    """GH-2.1: five cards for each player, seat by seat."""

    def options(self, s: State) -> vec[i64]:
        s.seat = 0
        while s.seat < s.setup.players:
            if s.hand_size(s.seat) < HAND:
                return s.pile
            s.seat += 1
        return vec[i64]()

    def take(self, s: State, action: i64) -> None:
        draw_card(s, s.seat, action - act.DRAW)

    def leave(self, s: State) -> None:
        s.phase = RESHUFFLE
        s.seat = 0


@final
class _Reshuffle(Phase):
    """GH-2.1: a player with only mist may reshuffle their hand into the pile and draw five new cards."""

    def options(self, s: State) -> vec[i64]:
        while s.seat < s.setup.players:
            if only_mist(s.hands[s.seat]) and s.known_mist[s.seat] == 0:
                return _KEEP_OR_RESHUFFLE
            s.seat += 1
        return vec[i64]()

    def take(self, s: State, action: i64) -> None:
        if action == act.KEEP_HAND:
            s.known_mist[s.seat] = s.hand_size(s.seat)  # asking has told everyone
            return
        s.emit(ev.HAND_RESHUFFLED, s.seat)
        pile = s.pile[:]
        for _copy in range(count(s.hands[s.seat], MIST)):
            pile = append(pile, act.DRAW + MIST)
        s.pile = pile
        s.hands[s.seat] = 0
        s.phase = DEAL

    def leave(self, s: State) -> None:
        s.phase = PLAY
        s.seat = s.starter


@final
class _GiveBack(Phase):
    """GH-4.2: players who took no fear in the round may give back up to three points."""

    def options(self, s: State) -> vec[i64]:
        while s.seat < s.setup.players:
            if s.gained[s.seat] == 0 and s.fear[s.seat] > 0:
                most: i64 = min(MOST_GIVEN_BACK, s.fear[s.seat])
                return vec[i64]([act.GIVE_BACK + number for number in range(most + 1)])
            s.seat += 1
        return vec[i64]()

    def take(self, s: State, action: i64) -> None:
        number: i64 = action - act.GIVE_BACK
        s.fear[s.seat] -= number
        s.emit(ev.FEAR_GIVEN_BACK, s.seat, number)
        s.seat += 1

    def leave(self, s: State) -> None:
        if s.round == s.setup.rounds:
            s.phase = ENDED
            s.seat = 0
            s.emit(ev.GAME_ENDED)
        else:
            s.round += 1
            s.starter = s.seat_after(s.starter, 1)
            begin_round(s)


register(CHOOSE_STARTER, _ChooseStarter(True))
register(DEAL, _Deal(True))
register(RESHUFFLE, _Reshuffle(False))
register(GIVE_BACK, _GiveBack(False))


def begin_round(s: State) -> None:
    """GH-2.1, GH-2.2: all cards are shuffled; every round starts clockwise."""
    s.emit(ev.ROUND_BEGAN, s.round, s.starter)
    for seat in range(s.setup.players):
        s.hands[seat] = 0
        s.gained[seat] = 0
        s.known_mist[seat] = 0
    s.pile = FULL_PILE
    s.trick = vec[i64]()
    s.out = vec[i64]()
    s.level = 0
    s.family = NO_FAMILY
    s.direction = 1
    s.phase = DEAL


def end_round(s: State) -> None:
    """GH-4.1: the player whose turn it would be has no card. Cards left in hands cost nothing."""
    s.emit(ev.ROUND_ENDED, s.round, s.seat)
    s.phase = GIVE_BACK
    s.seat = 0


def draw_card(s: State, seat: i64, kind: i64) -> None:
    """A card from the pile into a hand. Clones share the pile, so it is replaced."""
    s.pile = remove(s.pile[:], act.DRAW + kind)
    s.hands[seat] += UNIT[kind]
    s.emit(ev.CARD_DRAWN, seat, kind)
