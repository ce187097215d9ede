"""What somebody wishes for a new table: the fields of the form, their good defaults, and what they mean."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import spuk
from spuk.games.ghost_stories.editions import EDITIONS
from spuk.games.ghost_stories.options import setup
from spuk.games.ghost_stories.words.names import edition_of
from spuk.language.catalog import say
from spuk.server.api.models import NewTable
from spuk.server.pages.new_table_options import COMPANIONS, SECONDS, STORIES, fewest_of, seats_of
from spuk.table.chance import PEOPLE, SERVER

Fields = Mapping[str, str]

ME: Final = "me"
FREE: Final = "free"
EMPTY: Final = "none"
"""Nobody plays here: the table is smaller."""
WHO: Final = (ME, FREE, *COMPANIONS, EMPTY)
_QUICK_SECONDS: Final = "0.3"
_LISTS: Final = ("colors", "powers", "village", "incarnations")


class WrongWish(Exception):
    """Why there cannot be such a table: the id of a text, and its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.named = values


# ── good defaults ───────────────────────────────────────────────────────────────────────────


def usual(game: str, lang: str) -> dict[str, str]:
    """A table for two friends and two companions, as gentle as the game can be."""
    options = spuk.game(game).defaults()
    fields = {name: str(value) for name, value in options.items() if value not in (None, False)}
    del fields["players"]
    if game == STORIES:
        fields |= {"level": "initiation", "edition": edition_of(lang)}
    for seat in range(seats_of(game)):
        fields[f"seat{seat}"] = (ME, FREE, "monk", "monk")[seat] if seat < 4 else EMPTY
        fields[f"seconds{seat}"] = f"{SECONDS[1]:g}"
    return {"game": game, **fields, "listed": "on"}


def at_once(game: str, lang: str) -> dict[str, str]:
    """Play now: alone with three companions, and nobody looks on.

    Ghost Stories is hard, and everybody wins or loses together: the companions there are masters.
    """
    fields = usual(game, lang)
    del fields["listed"]
    companion = "master" if game == STORIES else "monk"
    for seat in range(1, 4):
        fields |= {f"seat{seat}": companion, f"seconds{seat}": _QUICK_SECONDS}
    if not spuk.game(game).hides():
        fields["free_undo"] = "on"
    return fields


# ── what the fields mean ────────────────────────────────────────────────────────────────────


def order_of(fields: Fields, lang: str) -> NewTable:
    """The order for the table; `WrongWish` says what does not fit."""
    game = fields.get("game", "")
    if game not in spuk.games():
        raise WrongWish("ui.new.wrong.game")
    seats = [_seat(fields, number, lang) for number in range(seats_of(game))]
    taken = [seat for seat in seats if seat is not None]
    if len(taken) < fewest_of(game):
        raise WrongWish("ui.new.wrong.few")
    return NewTable(
        game=game,
        options=_options(game, fields, len(taken)),
        title=fields.get("title", "").strip()[:80],
        chance=PEOPLE if fields.get("own_dice") else SERVER,
        free_undo=bool(fields.get("free_undo")) and not spuk.game(game).hides(),
        listed=bool(fields.get("listed")),
        seats=taken,
    )


def starts_at_once(order: NewTable) -> bool:
    """Nobody has to be waited for."""
    return all(seat.who != "nobody" for seat in order.seats or ())


def _seat(fields: Fields, number: int, lang: str) -> Any:
    who = fields.get(f"seat{number}", EMPTY)
    if who not in WHO:
        raise WrongWish("ui.new.wrong.seat")
    if who == EMPTY:
        return None
    if who == FREE:
        return {"who": "nobody"}
    if who == ME:
        name = fields.get(f"name{number}", "").strip()[:40]
        return {"who": "me", "name": name or say(lang, "ui.lobby.player", number=number + 1)}
    return {"who": "bot", "bot": who, "seconds": _seconds(fields.get(f"seconds{number}", ""))}


def _seconds(text: str) -> float:
    try:
        return min(max(float(text), SECONDS[0]), SECONDS[-1])
    except ValueError:
        return SECONDS[1]


def _options(game: str, fields: Fields, players: int) -> dict[str, Any]:
    options: dict[str, Any] = {"players": players}
    for name, allowed in spuk.game(game).options().items():
        if name == "players" or name in _LISTS:
            continue
        options[name] = _option(name, allowed, fields)
    if game != STORIES:
        return options
    if options["five_qi"] and options["level"] != "initiation":
        raise WrongWish("ui.new.wrong.five_qi")
    if options["first"] is not None and options["first"] >= players:
        raise WrongWish("ui.new.wrong.first")
    return options | _set_up(fields, options)


def _option(name: str, allowed: Sequence[Any], fields: Fields) -> Any:
    if allowed[0] is False:
        return bool(fields.get(name))
    given = fields.get(name) or fields.get(f"{name}0", "")
    if not given:
        return allowed[0]
    for value in allowed:
        if str(value) == given:
            return value
    raise WrongWish("ui.new.wrong.option")


# ── the set-up by hand ──────────────────────────────────────────────────────────────────────


def _set_up(fields: Fields, options: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of the set-up: what was left to chance is drawn here, so that each list is whole."""
    allowed = spuk.game(STORIES).options()
    solo = options["players"] == 1
    colors = _chosen(fields, "colors", 4)
    if solo and EDITIONS[options["edition"]].solo_taoist_is_red and any(colors):
        if colors[0] not in (None, "red"):
            raise WrongWish("ui.new.wrong.solo_red")
        colors[0] = "red"
    powers = [power for power in _chosen(fields, "powers", 4) if power is not None]
    if solo and "dance_of_the_twin_winds" in powers:
        raise WrongWish("ui.new.wrong.solo_power")
    needed = int(setup(options).incarnations)
    incarnations = [name for name in _chosen(fields, "incarnations", 4) if name is not None]
    if len(incarnations) > needed:
        raise WrongWish("ui.new.wrong.incarnations", number=needed)
    return {
        "colors": _filled(colors, allowed["colors"][1:]),
        "powers": powers or None,
        "village": _filled(_chosen(fields, "village", 9), allowed["village"][1:]),
        "incarnations": _filled(
            [*incarnations, *[None] * (needed - len(incarnations))], allowed["incarnations"][1:]
        ),
    }


def _chosen(fields: Fields, name: str, slots: int) -> list[str | None]:
    """What was chosen for each slot; nothing may be there twice."""
    allowed = spuk.game(STORIES).options()[name]
    found = [fields.get(f"{name}{slot}") or None for slot in range(slots)]
    named = [value for value in found if value is not None]
    if any(value not in allowed for value in named):
        raise WrongWish("ui.new.wrong.option")
    if len(set(named)) < len(named):
        raise WrongWish("ui.new.wrong.twice")
    return found


def _filled(chosen: Sequence[str | None], allowed: Sequence[str]) -> list[str] | None:
    """The whole list, the rest drawn; None if all of it is left to the game."""
    if not any(chosen):
        return None
    rest = [value for value in allowed if value not in chosen]
    secrets.SystemRandom().shuffle(rest)
    return [value if value is not None else rest.pop() for value in chosen]
