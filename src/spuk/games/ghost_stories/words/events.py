"""Every event as a line of the log: one row per event id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spuk.games.ghost_stories.board import ENFEEBLEMENT_MANTRA, STRENGTH_OF_A_MOUNTAIN
from spuk.games.ghost_stories.cards import is_incarnation
from spuk.games.ghost_stories.state import REASONS, WON
from spuk.games.ghost_stories.words.names import reason_words
from spuk.games.ghost_stories.words.teller import Teller
from spuk.kernel.game import Event, State
from spuk.language.people import capital

Values = Mapping[str, int]


def event_words(state: State, event: Event, lang: str) -> str:
    """What has happened, for the log; the state is the one after the action that caused it."""
    return capital(TELL[event.id](Teller(state, lang), event.values))


def _turn_began(t: Teller, v: Values) -> str:
    if t.state.living(v["board"]):
        return t.say("event.turn_began", taoist=t.taoist(v["board"]))
    return t.say("event.turn_began.board", on=t.board(v["board"], "on"))


def _tile_haunted(t: Teller, v: Values) -> str:
    if v["space"] >= 0 and t.state.ghosts[v["space"]]:
        return t.say("event.tile_haunted.ghost", ghost=t.ghost(v["space"]), tile=t.tile(v["place"]))
    return t.say("event.tile_haunted", tile=t.tile(v["place"]))


def _card_drawn(t: Teller, v: Values) -> str:
    id = "event.card_drawn.incarnation" if is_incarnation(v["card"]) else "event.card_drawn"
    return t.say(id, ghost=t.card(v["card"]))


def _banished(t: Teller, v: Values) -> str:
    id = "event.ghost_banished"
    if is_incarnation(v["card"]):
        id = "event.ghost_banished.incarnation"
    return t.say(id, taoist=t.taoist(v["board"]), ghost=t.card(v["card"]))


def _qi_lost(t: Teller, v: Values) -> str:
    if t.state.neutral(v["board"]):
        return t.say("event.qi_lost.board", board=t.board(v["board"], "the"), left=v["left"])
    return t.say("event.qi_lost", taoist=t.taoist(v["board"]), left=v["left"])


def _power_tokens_taken(t: Teller, v: Values) -> str:
    if v["number"] == 0:
        return t.say("event.power_tokens_taken.none", taoist=t.taoist(v["board"]))
    return t.say_number("event.power_tokens_taken", v["number"], taoist=t.taoist(v["board"]))


TELL: Final[Mapping[str, Callable[[Teller, Values], str]]] = {
    # Turns and the village.
    "turn_began": _turn_began,
    "figure_on_stone": lambda t, v: t.say("event.figure_on_stone", ghost=t.ghost_at(v["space"])),
    "tile_haunted": _tile_haunted,
    "line_overrun": lambda t, v: t.say("event.line_overrun", space=t.space(v["space"])),
    "tile_restored": lambda t, v: t.say("event.tile_restored", tile=t.tile(v["place"])),
    "board_overrun": lambda t, v: t.say("event.board_overrun", on=t.board(v["board"], "on")),
    # Ghosts.
    "card_drawn": _card_drawn,
    "all_spaces_full": lambda t, v: t.say("event.all_spaces_full"),
    "ghost_placed": lambda t, v: t.say(
        "event.ghost_placed", ghost=t.card(v["card"]), on=t.space(v["space"], "on")
    ),
    "ghost_caught_by_buddha": lambda t, v: t.say("event.ghost_caught_by_buddha", ghost=t.card(v["card"])),
    "ghost_discarded": lambda t, v: t.say("event.ghost_discarded", ghost=t.card(v["card"])),
    "ghost_banished": _banished,
    "ghost_moved": lambda t, v: t.say(
        "event.ghost_moved", ghost=t.card(v["card"]), onto=t.space(v["to"], "onto")
    ),
    "figures_back": lambda t, v: t.say("event.figures_back", on=t.board(v["board"], "on")),
    # Taoists.
    "taoist_moved": lambda t, v: t.say(
        "event.taoist_moved", taoist=t.taoist(v["board"]), to=t.to(v["place"])
    ),
    "qi_lost": _qi_lost,
    "qi_gained": lambda t, v: t.say("event.qi_gained", taoist=t.taoist(v["board"]), left=v["left"]),
    "taoist_died": lambda t, v: t.say("event.taoist_died", taoist=t.taoist(v["board"])),
    "board_possessed": lambda t, v: t.say("event.board_possessed", board=t.board(v["board"], "the")),
    "taoist_revived": lambda t, v: t.say("event.taoist_revived", taoist=t.taoist(v["board"])),
    # Tokens.
    "tao_gained": lambda t, v: t.say(
        "event.tao_gained", taoist=t.taoist(v["board"]), token=t.token(v["color"])
    ),
    "tao_lost": lambda t, v: t.say("event.tao_lost", taoist=t.taoist(v["board"]), token=t.token(v["color"])),
    "tao_paid": lambda t, v: t.say("event.tao_paid", taoist=t.taoist(v["board"]), token=t.token(v["color"])),
    "all_tao_lost": lambda t, v: t.say("event.all_tao_lost", taoist=t.taoist(v["board"])),
    "circle_set": lambda t, v: t.say("event.circle_set", color=t.color(v["color"])),
    "circle_cleared": lambda t, v: t.say("event.circle_cleared", color=t.color(v["color"])),
    "yin_yang_used": lambda t, v: t.say("event.yin_yang_used", taoist=t.taoist(v["board"])),
    "yin_yang_gained": lambda t, v: t.say("event.yin_yang_gained", taoist=t.taoist(v["board"])),
    "power_borrowed": lambda t, v: t.say(
        "event.power_borrowed",
        taoist=t.taoist(v["board"]),
        power=t.power(t.state.powers[v["of"]]),
    ),
    "power_tokens_taken": _power_tokens_taken,
    "mantra_placed": lambda t, v: t.say(
        "event.mantra_placed", power=t.power(ENFEEBLEMENT_MANTRA), ghost=t.ghost_at(v["space"])
    ),
    "mantra_back": lambda t, v: t.say("event.mantra_back", power=t.power(ENFEEBLEMENT_MANTRA)),
    "buddha_taken": lambda t, v: t.say("event.buddha_taken", taoist=t.taoist(v["board"])),
    "buddha_placed": lambda t, v: t.say(
        "event.buddha_placed", taoist=t.taoist(v["board"]), put=t.space(v["space"], "put")
    ),
    "buddha_back": lambda t, v: t.say("event.buddha_back", space=t.space(v["space"])),
    # Help, exorcism and dice.
    "help_asked": lambda t, v: t.say(
        "event.help_asked", taoist=t.taoist(v["board"]), tile=t.tile_name(v["tile"])
    ),
    "exorcism_began": lambda t, v: t.say_number(
        "event.exorcism_began", v["dice"], taoist=t.taoist(v["board"])
    ),
    "exorcism_failed": lambda t, v: t.say("event.exorcism_failed"),
    "die_rolled": lambda t, v: t.say("event.die_rolled", face=t.face(v["face"])),
    "dice_rerolled": lambda t, v: t.say_number("event.dice_rerolled", v["number"]),
    "curse_rolled": lambda t, v: t.say(
        "event.curse_rolled", who=t.whose_roll(v["board"]), face=t.curse(v["face"])
    ),
    "curse_skipped": lambda t, v: t.say(
        "event.curse_skipped",
        taoist=t.taoist(v["board"]),
        power=t.power(STRENGTH_OF_A_MOUNTAIN),
    ),
    # The end.
    "game_won": lambda t, v: t.say("event.game_won", reason=reason_words(REASONS[WON][0], t.lang)),
    "game_lost": lambda t, v: t.say("event.game_lost", reason=reason_words(REASONS[v["reason"]][0], t.lang)),
}
"""For each event id, what it says."""
