"""What may come of an action, in words: said to whoever decides, or about them."""

from __future__ import annotations

from spuk.games.ghost_stories.words.teller import Teller
from spuk.kernel.game import Consequence, State
from spuk.language.people import capital


def consequence_words(state: State, consequence: Consequence, lang: str, you: int | None) -> str:
    """What has come, or not; `you` is the seat that is spoken to."""
    t, v, id = Teller(state, lang), consequence.values, f"consequence.{consequence.id}"
    if "tile" in v:
        return capital(t.say(id, tile=t.tile_name(v["tile"])))
    if "card" in v:
        return capital(t.say(id, ghost=t.card(v["card"])))
    if "board" not in v:
        return capital(t.say(id))
    board = v["board"]
    if consequence.id == "full":
        return capital(t.say(id, board=t.board(board, "the")))
    if you is not None and t.state.setup.board_of_seat[you] == board:
        return capital(t.say(f"{id}.you"))
    return capital(t.say(id, who=t.who(board)))


def horizon_words(state: State, lang: str) -> str:
    """How far a simulated future reaches."""
    return Teller(state, lang).say("horizon.solo" if state.seats() == 1 else "horizon")
