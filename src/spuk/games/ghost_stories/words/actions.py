"""Every action in a person's words: one row per verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spuk.games.ghost_stories.actions import SPACE
from spuk.games.ghost_stories.board import (
    BOTTOMLESS_POCKETS,
    DANCE_OF_THE_TWIN_WINDS,
    ENFEEBLEMENT_MANTRA,
)
from spuk.games.ghost_stories.exorcism import targets
from spuk.games.ghost_stories.words import names
from spuk.games.ghost_stories.words.teller import Teller
from spuk.kernel.game import State
from spuk.language.people import capital


def action_words(state: State, action: int, lang: str) -> str:
    """What an action that is legal in this position is, in a person's words."""
    verb = SPACE.verb_of(action)
    return capital(TELL[verb.name](Teller(state, lang), action - verb.base))


def _take_power_tokens(t: Teller, number: int) -> str:
    if number == 0:
        return t.say("action.retake.none")
    return t.say_number("action.retake", number)


def _place(t: Teller, space: int) -> str:
    id = "action.place.buddha" if t.state.buddhas >> space & 1 else "action.place"
    return t.say(id, ghost=t.card(t.pending("place")), put=t.space(space, "put"))


def _blow_to(t: Teller, space: int) -> str:
    id = "action.blowto.buddha" if t.state.buddhas >> space & 1 else "action.blowto"
    return t.say(id, ghost=t.ghost(t.pending("blowto")), onto=t.space(space, "onto"))


def _reroll(t: Teller, mask: int) -> str:
    return t.say("action.reroll", faces=t.faces(mask)) if mask else t.say("action.reroll.none")


def _reroll_curse(t: Teller, yes: int) -> str:
    if yes:
        return t.say("action.recurse.yes")
    return t.say("action.recurse.no", face=t.curse(t.pending("recurse") >> 7))


def _banish(t: Teller, chosen: int) -> str:
    if chosen == 0:
        return t.say("action.banish.none")
    return t.say("action.banish", ghosts=t.facing(chosen))


def _skip(t: Teller, _: int) -> str:
    return t.say("action.skip.ghost" if t.step() == "blow" else "action.skip.taoist")


def _lay_board(t: Teller, color: int) -> str:
    side = names.side_name(len(t.state.colors), t.lang)
    return t.say("action.board", side=side, board=names.board_color(color, t.lang))


def _turn_board(t: Teller, side: int) -> str:
    board = len(t.state.powers)
    power = 2 * t.state.colors[board] + side
    return t.say("action.side", board=t.board(board), power=t.power(power))


TELL: Final[Mapping[str, Callable[[Teller, int], str]]] = {
    # The Yang phase.
    "end": lambda t, _: t.say("action.end"),
    "move": lambda t, place: t.say("action.move", to=t.to(place)),
    "help": lambda t, _: t.say("action.help", tile=t.tile(t.state.at[t.state.active])),
    "exorcise": lambda t, _: t.say("action.exorcise", ghosts=t.facing(targets(t.state))),
    "buddha": lambda t, space: t.say("action.buddha", put=t.space(space, "put")),
    "yinyang": lambda t, place: t.say("action.yinyang", tile=t.tile(place)),
    "cleanse": lambda t, place: t.say("action.cleanse", tile=t.tile(place)),
    "pockets": lambda t, color: t.say(
        "action.pockets", power=t.power(BOTTOMLESS_POCKETS), token=t.token(color)
    ),
    "mantra": lambda t, space: t.say(
        "action.mantra", power=t.power(ENFEEBLEMENT_MANTRA), ghost=t.ghost_at(space)
    ),
    "twin": lambda t, board: t.say(
        "action.twin", power=t.power(DANCE_OF_THE_TWIN_WINDS), taoist=t.taoist(board, "acc")
    ),
    "carry": lambda t, place: t.say(
        "action.carry", taoist=t.taoist(t.pending("carry"), "acc"), to=t.to(place)
    ),
    "borrow": lambda t, board: t.say(
        "action.borrow", power=t.power(t.state.powers[board]), board=t.board(board)
    ),
    "retake": _take_power_tokens,
    # Arrival, exorcism and dice.
    "place": _place,
    "reroll": _reroll,
    "recurse": _reroll_curse,
    "weaken": lambda t, color: t.say(
        "action.weaken",
        power=t.power(ENFEEBLEMENT_MANTRA),
        symbol=names.symbol_name(color, t.lang),
    ),
    "banish": _banish,
    "pay": lambda t, token: t.say("action.pay", token=t.token(token % 5), taoist=t.taoist(token // 5, "gen")),
    # Tokens gained and lost.
    "take": lambda t, color: t.say("action.take", token=t.token(color)),
    "discard": lambda t, color: t.say(
        "action.discard", token=t.token(color), taoist=t.taoist(t.pending("discard"), "gen")
    ),
    "qi": lambda t, _: t.say("action.qi"),
    "yy": lambda t, _: t.say("action.yy"),
    "giveqi": lambda t, board: t.say("action.giveqi", taoist=t.taoist(board, "dat")),
    "giveyy": lambda t, board: t.say("action.giveyy", taoist=t.taoist(board, "dat")),
    "loseqi": lambda t, board: t.say("action.loseqi", taoist=t.taoist(board)),
    # Village help.
    "revive": lambda t, board: t.say("action.revive", taoist=t.taoist(board, "acc")),
    "restore": lambda t, place: t.say("action.restore", tile=t.tile(place)),
    "expel": lambda t, space: t.say("action.expel", ghost=t.ghost_at(space)),
    "watch": lambda t, board: t.say("action.watch", board=t.board(board)),
    "circle": lambda t, color: t.say("action.circle", token=t.token(color)),
    "blow": lambda t, space: t.say("action.blow", ghost=t.ghost_at(space)),
    "blowto": _blow_to,
    "lift": lambda t, board: t.say("action.lift", taoist=t.taoist(board, "acc")),
    "liftto": lambda t, place: t.say(
        "action.liftto", taoist=t.taoist(t.pending("liftto"), "acc"), to=t.to(place)
    ),
    "skip": _skip,
    # Chance.
    "roll": lambda t, face: t.say("action.roll", face=t.face(face)),
    "curse": lambda t, face: t.say("action.curse", face=t.curse(face)),
    "draw": lambda t, card: t.say("action.draw", number=card, ghost=t.card(card)),
    "tile": lambda t, tile: t.say(
        "action.tile",
        place=names.place_name(len(t.state.village), t.lang),
        tile=names.tile_name(tile, t.lang),
    ),
    "board": _lay_board,
    "side": _turn_board,
    "first": lambda t, seat: t.say("action.first", taoist=t.taoist(t.state.setup.board_of_seat[seat])),
}
"""For each verb, what it says about its target."""
