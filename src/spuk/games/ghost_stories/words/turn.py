"""Whose turn it is and what is being asked: one row per step that asks someone or chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spuk.games.ghost_stories.state import REASONS, STAGES
from spuk.games.ghost_stories.words import names
from spuk.games.ghost_stories.words.teller import Teller
from spuk.kernel.game import OVER, State
from spuk.language.people import capital


def turn_words(state: State, lang: str) -> str:
    """Whose turn it is, how far it is, and what is being asked, in one line."""
    phase = phase_words(state, lang)
    return Teller(state, lang).say("turn.line", phase=phase, question=question_words(state, lang))


def phase_words(state: State, lang: str) -> str:
    """Whose turn it is and how far it is."""
    t = Teller(state, lang)
    if state.actor == OVER:
        return t.say("turn.over")
    if t.step() in _SETUP:
        return t.say("turn.setup")
    stage = t.say(f"stage.{STAGES[t.state.stage]}")
    return capital(t.say("turn.phase", who=t.who(t.state.active), stage=stage))


def question_words(state: State, lang: str) -> str:
    """What is being asked, and of whom, if not of the active Taoist; or why the game is over."""
    t = Teller(state, lang)
    if state.actor == OVER:
        return names.reason_words(REASONS[t.state.end][0], lang)
    question = ASK[t.step()](t, t.pending(t.step()))
    if state.actor < 0 or t.state.setup.board_of_seat[state.actor] == t.state.active:
        return question
    taoist = t.taoist(t.state.setup.board_of_seat[state.actor])
    return capital(t.say("turn.decides", taoist=taoist, question=question))


_SETUP: Final = ("lay_tile", "lay_board", "turn_board", "choose_first")


def _weaken(t: Teller, _: int) -> str:
    return t.say("ask.weaken", faces=t.faces(), ghost=t.ghost(t.state.mantra))


ASK: Final[Mapping[str, Callable[[Teller, int], str]]] = {
    # Setup.
    "lay_tile": lambda t, _: t.say("ask.lay_tile", place=names.place_name(len(t.state.village), t.lang)),
    "lay_board": lambda t, _: t.say("ask.lay_board", side=names.side_name(len(t.state.colors), t.lang)),
    "turn_board": lambda t, _: t.say("ask.turn_board", board=t.board(len(t.state.powers))),
    "choose_first": lambda t, _: t.say("ask.choose_first"),
    # Arrival and the Curse die.
    "draw": lambda t, _: t.say("ask.draw"),
    "place": lambda t, card: t.say("ask.place", ghost=t.card(card)),
    "rollcurse": lambda t, arg: t.say("ask.rollcurse", who=t.whose_roll(arg & 3)),
    "recurse": lambda t, arg: t.say("ask.recurse", face=t.curse(arg >> 7)),
    # Qi and Tao.
    "loseqi": lambda t, _: t.say("ask.loseqi"),
    "take": lambda t, _: t.say("ask.take"),
    "discard": lambda t, _: t.say("ask.discard"),
    # Yang.
    "yang": lambda t, _: t.say("ask.yang"),
    "carry": lambda t, board: t.say("ask.carry", taoist=t.taoist(board, "acc")),
    "retake": lambda t, _: t.say("ask.retake"),
    # Dice and exorcism.
    "roll": lambda t, left: t.say_number("ask.roll", left),
    "reroll": lambda t, _: t.say("ask.reroll", faces=t.faces()),
    "weaken": _weaken,
    "banish": lambda t, _: t.say("ask.banish", faces=t.faces()),
    "pay": lambda t, arg: t.say("ask.pay", ghosts=t.facing(arg & 3)),
    "qioryy": lambda t, _: t.say("ask.qioryy"),
    "giveqi": lambda t, _: t.say("ask.giveqi"),
    "giveyy": lambda t, _: t.say("ask.giveyy"),
    # Village help.
    "revive": lambda t, _: t.say("ask.revive"),
    "restore": lambda t, _: t.say("ask.restore"),
    "expel": lambda t, _: t.say("ask.expel"),
    "watch": lambda t, _: t.say("ask.watch"),
    "circle": lambda t, _: t.say("ask.circle"),
    "blow": lambda t, _: t.say("ask.blow"),
    "blowto": lambda t, space: t.say("ask.blowto", ghost=t.ghost(space)),
    "lift": lambda t, _: t.say("ask.lift"),
    "liftto": lambda t, board: t.say("ask.liftto", taoist=t.taoist(board, "acc")),
}
"""For each step that asks, its question."""
