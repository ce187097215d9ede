"""What people and bots can do in a game. Each function checks, and then notes what happens on a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import spuk
from spuk.kernel import undo
from spuk.table import bots, chance
from spuk.table.errors import ImpossibleEntry, NotNow, NotYours, Stale, WrongRequest
from spuk.table.people import nameless
from spuk.table.seating import check_not_finished, create, new_state, note_seat
from spuk.table.table import FINISHED, OPEN, PLAYING, UNDO, Seat, Table
from spuk.table.text import clean_line

_LONGEST_NAME: Final = 40


# ── beginning ───────────────────────────────────────────────────────────────────────────────


def start(table: Table, person: str) -> None:
    """Start the game. Everyone at the table and its creator may do so."""
    if table.status != OPEN:
        raise NotNow("The game has already started.", code="started")
    if person != table.creator and not table.seats_of(person):
        raise NotYours("Only players at this table can start the game.")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if free:
        raise NotNow(
            f"Some seats are still open: {', '.join(map(str, free))}.", code="seats_free", allowed=free
        )
    table.note("started")
    _begin(table)
    _roll(table)


def _begin(table: Table) -> None:
    """The earlier actions, if the game plays on from a position. Nobody decided them here."""
    for action in table.beginning:
        assert table.state is not None
        seat = int(table.state.actor)
        if seat == spuk.CHANCE:
            table.note("chance", action=action)
        else:
            table.note("action", seat=seat, action=action)


def show_record(table: Table, person: str, record: spuk.Record) -> None:
    """A table that shows an imported record from beginning to end."""
    order: dict[str, Any] = {"game": record.game, "options": record.options, "beginning": record.actions}
    order |= {"title": "", "chance": chance.SERVER, "free_undo": False, "listed": False}
    seats = new_state(record.game, record.options).seats()
    names = [*record.players, *[""] * seats][:seats]
    create(table, person, order, [_shown_seat(number, name) for number, name in enumerate(names)])
    table.note("started")
    _begin(table)
    if table.status != FINISHED:
        table.note("imported")


def _shown_seat(number: int, name: str) -> Seat:
    if name in spuk.bots():
        return Seat(None, name, name)
    name = clean_line(name[:_LONGEST_NAME])
    return Seat(None, nameless(number) if name in ("", "human") else name)


# ── playing ─────────────────────────────────────────────────────────────────────────────────


def act(table: Table, person: str, number: int, action: int | str) -> None:
    """A person's decision, or what their dice and cards have shown. A repeat is accepted and ignored."""
    if _is_repeat(table, person, number, action):
        return
    state = _position(table, number)
    if state.actor == spuk.CHANCE:
        _enter(table, state, person, action)
    else:
        _decide(table, state, person, action)
    _roll(table)


def _is_repeat(table: Table, person: str, number: int, action: int | str) -> bool:
    """Whether this is the same decision again: the response was lost, or the button was pressed twice."""
    chosen = action if isinstance(action, int) else _known_action(table, action)
    return chosen is not None and number < table.moved and table.has_answered(person, number, chosen)


def _known_action(table: Table, name: str) -> int | None:
    try:
        return spuk.game(table.game).action(name)
    except ValueError:
        return None


def act_for_bot(table: Table, seat: int, moved: int, action: int) -> None:
    """A bot's decision. It was computed when the game was at `moved`."""
    if table.moved != moved or table.bot_to_move() != seat:
        raise Stale(table.number)
    table.note("action", seat=seat, action=action)
    _roll(table)


def _position(table: Table, number: int) -> spuk.State:
    if table.status == OPEN or table.state is None:
        raise NotNow("The game has not started.", code="not_started")
    if number < table.moved or number > table.number:
        raise Stale(table.number)
    if table.status == FINISHED:
        raise NotNow("The game is over.", code="over")
    return table.state


def _decide(table: Table, state: spuk.State, person: str, action: int | str) -> None:
    seat = int(state.actor)
    if table.seats[seat].owner != person:
        raise NotYours(f"Seat {seat} has to decide, and it is not yours.", allowed=[seat])
    if table.seats[seat].bot is not None:
        raise NotNow(f"A bot is playing seat {seat}: take over first.", code="bot_plays")
    legal = state.legal()
    chosen = _read_action(table, action, legal)
    if chosen not in legal:
        raise WrongRequest(f"{action!r} is not legal now.", code="illegal", allowed=named(table, legal))
    table.note("action", seat=seat, action=chosen, by=person)


def _enter(table: Table, state: spuk.State, person: str, action: int | str) -> None:
    if person not in may_enter(table):
        raise NotYours("You cannot enter these dice or cards.")
    chosen = _read_action(table, action, chance.possible(state))
    if chosen not in state.legal():
        # Listing what is possible would reveal hidden hands; listing what can be offered does not.
        offered = chance.possible(state)
        sentence = f"{action!r} is not a possible result right now."
        if chosen not in offered:
            raise WrongRequest(sentence, code="impossible", allowed=named(table, offered))
        # This reveals where no copy is left. It cannot be avoided (docs/api.md), so everyone is told.
        table.note("entry_refused", seat=chance.who_may_enter(state)[0], by=person)
        raise ImpossibleEntry(sentence, allowed=named(table, offered))
    table.note("chance", action=chosen, by=person)


def may_enter(table: Table) -> tuple[str, ...]:
    """Who may enter the result of real dice and cards. Someone has to look at a bot's cards, too."""
    if table.status != PLAYING or table.state is None or table.state.actor != spuk.CHANCE:
        return ()
    seats = [table.seats[seat] for seat in chance.who_may_enter(table.state)]
    people = [seat.person for seat in seats if seat.person is not None]
    return tuple(dict.fromkeys(people)) or table.deciding() or (table.creator,)


def _read_action(table: Table, action: int | str, allowed: Sequence[int]) -> int:
    """The number of an action given by number or name."""
    if isinstance(action, int):
        return action
    try:
        return spuk.game(table.game).action(action)
    except ValueError as error:
        said = f"{action[:80]!r} is no action of this game."
        raise WrongRequest(said, code="illegal", allowed=named(table, allowed)) from error


def named(table: Table, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Actions with their stable names."""
    game = spuk.game(table.game)
    return [{"action": action, "text": game.action_text(action)} for action in actions]


def _roll(table: Table) -> None:
    """Roll the server's dice until someone has to decide."""
    state = table.state
    while table.chance == chance.SERVER and state is not None and state.actor == spuk.CHANCE:
        table.note("chance", action=chance.roll(table.seed, len(table.chances), state))
        state = table.state


# ── taking back, giving up, playing again ───────────────────────────────────────────────────


def ask_undo(table: Table, person: str, number: int) -> None:
    """Ask to undo the last thing a person decided. If nobody else has to agree, it is done at once.

    A repeat is accepted, and nobody is asked again.
    """
    _position_at_table(table, person)
    if table.has_answered(person, number, UNDO) and (number < table.moved or table.undo is not None):
        return
    if number < table.moved or number > table.number:
        raise Stale(table.number)
    refused = _no_undo(table)
    if refused is not None:
        raise _undo_refusal(refused)
    table.note("undo_asked", seat=table.seats_of(person)[0], to=table.decisions[-1], by=person)
    _settle_undo(table)


def _undo_refusal(reason: str) -> NotNow:
    if reason == undo.NOTHING:
        return NotNow("There is nothing to undo.", code="nothing_to_undo")
    if reason == undo.SHOWN:
        return NotNow("Cannot undo: dice or cards have been revealed since.", code="no_undo")
    return NotNow("Cannot undo: hands are hidden, and another seat has acted since.", code="others_acted")


def can_undo(table: Table) -> bool:
    """Whether the last thing a person decided may be undone if everyone agrees."""
    return table.status == PLAYING and table.state is not None and _no_undo(table) is None


def _no_undo(table: Table) -> str | None:
    to = table.decisions[-1] if table.decisions else None
    return table.undo_limit.refusal(spuk.game(table.game), to, free=table.free_undo)


def answer_undo(table: Table, person: str, agree: bool) -> None:
    """Agree to an undo or refuse it."""
    _position_at_table(table, person)
    if table.undo is None:
        raise NotNow("Nobody has asked to undo.", code="not_asked")
    _answer(table, "undo", person, agree, table.undo.agreed)
    _settle_undo(table)


def _settle_undo(table: Table) -> None:
    if table.undo is not None and set(table.deciding()) <= set(table.undo.agreed):
        table.note("undone", to=table.undo.to)


def resign(table: Table, person: str) -> None:
    """Resign. In a cooperative game everyone must agree; otherwise a bot takes over your seats."""
    _position_at_table(table, person)
    seats = table.seats_of(person)
    if spuk.game(table.game).together():
        table.note("resign_asked", seat=seats[0], by=person)
        _settle_resignation(table)
        return
    for number in seats:
        seat = table.seats[number]
        stand_in = replace(seat, bot=seat.bot or bots.USUAL, resigned=True)
        note_seat(table, number, stand_in, "resigned")
    resigned = [number for number, seat in enumerate(table.seats) if seat.resigned]
    if not any(seat.owner is not None and not seat.resigned for seat in table.seats):
        table.note("resigned", seats=resigned)


def answer_resignation(table: Table, person: str, agree: bool) -> None:
    """Agree to resign together, or refuse."""
    _position_at_table(table, person)
    if table.giving_up is None:
        raise NotNow("Nobody has asked to resign.", code="not_asked")
    _answer(table, "resign", person, agree, table.giving_up.agreed)
    _settle_resignation(table)


def _settle_resignation(table: Table) -> None:
    if table.giving_up is not None and set(table.deciding()) <= set(table.giving_up.agreed):
        table.note("resigned", seats=list(range(len(table.seats))))


def _answer(table: Table, what: str, person: str, agree: bool, agreed: Sequence[str]) -> None:
    if agree and person in agreed:
        return
    kind = f"{what}_agreed" if agree else f"{what}_refused"
    table.note(kind, seat=table.seats_of(person)[0], by=person)


def _position_at_table(table: Table, person: str) -> None:
    if person not in table.deciding():
        raise NotYours("Only players at this table can do that.")
    if table.status == OPEN:
        raise NotNow("The game has not started.", code="not_started")
    check_not_finished(table)


def note_rematch(table: Table, person: str, other: str) -> None:
    """Note the next game of the same people. The first who asks creates it."""
    if table.status != FINISHED:
        raise NotNow("The game is not over.", code="not_over")
    if person != table.creator and not table.seats_of(person):
        raise NotYours("Only players of this game can start a rematch.")
    if table.rematch is None:
        table.note("rematch", table=other)


def chat(table: Table, person: str, text: str) -> None:
    """Send a chat message. Spectators can only read."""
    seats = table.seats_of(person)
    if not seats:
        raise NotYours("Only players at this table can chat.")
    table.note("chat", seat=seats[0], name=table.seats[seats[0]].name, text=text, by=person)
