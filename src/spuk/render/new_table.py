"""The form for a new table: its questions, good defaults, and what the fields mean.

The options of a game follow from `Game.options()` and its texts. A game that needs more (a custom setup,
options that do not go together) has its own `NewTableForm` as the `new_table` part of its pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from spuk.kernel.registry import game as find_game
from spuk.kernel.registry import games, pack
from spuk.language.catalog import has, say
from spuk.language.words import words_of
from spuk.table import bots
from spuk.table.chance import PEOPLE, SERVER
from spuk.table.people import bot_name

Fields = Mapping[str, str]

ME: Final = "me"
FREE: Final = "free"
EMPTY: Final = "none"
"""Nobody plays here: the table has fewer players."""
SECONDS: Final = (0.3, 1.0, 3.0, 10.0)
"""Thinking times to choose from."""
_QUICK_SECONDS: Final = "0.3"
_PLAYERS: Final = "players"
"""The option that follows from the seats."""
_SEATED: Final = (ME, FREE, bots.USUAL, bots.USUAL)
"""The default for each seat."""


class WrongField(Exception):
    """Why there cannot be such a table: the id of a text, and its values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.named = values


class Choice(NamedTuple):
    """One of several things."""

    value: str
    name: str
    about: str = ""


class Question(NamedTuple):
    """An option with all its values."""

    id: str
    name: str
    about: str
    choices: tuple[Choice, ...]
    rising: str = ""
    """The symbol shown once on the first choice, twice on the second …; '' for none."""

    @property
    def yes_or_no(self) -> bool:
        """A plain switch."""
        return not self.choices

    @property
    def numbers(self) -> bool:
        """Whether the choices are short enough for one row."""
        return all(choice.name.isdecimal() for choice in self.choices)


class Slot(NamedTuple):
    """One thing in the setup that can be chosen instead of drawn."""

    field: str
    name: str
    choices: tuple[Choice, ...]


class SlotGroup(NamedTuple):
    """A part of the setup, piece by piece."""

    id: str
    name: str
    about: str
    slots: tuple[Slot, ...]


class NewTableForm:
    """The questions before a game. This class knows only the game's options."""

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def most_seats(self) -> int:
        """The maximum number of players."""
        return int(max(find_game(self.game).options()[_PLAYERS]))

    @property
    def fewest_seats(self) -> int:
        """The minimum number of players."""
        return int(min(find_game(self.game).options()[_PLAYERS]))

    def seats_about(self, lang: str) -> str:
        """The text above the seats."""
        return say(lang, "ui.new.seats.about")

    def questions(self, lang: str) -> tuple[Question, ...]:
        """The options for everyone. The number of players follows from the seats."""
        words = words_of(self.game)
        return tuple(
            Question(
                option,
                words.option_name(option, lang),
                words.option_about(option, lang),
                () if allowed[0] is False else tuple(self._choice(option, v, lang) for v in allowed),
            )
            for option, allowed in find_game(self.game).options().items()
            if option != _PLAYERS and allowed[0] is not None
        )

    def _choice(self, option: str, value: Any, lang: str) -> Choice:
        words = words_of(self.game)
        return Choice(
            str(value), words.value_name(option, value, lang), words.value_about(option, value, lang)
        )

    def slots(self, lang: str) -> tuple[SlotGroup, ...]:
        """What is drawn unless someone chooses it."""
        return ()

    def options(self, fields: Fields, players: int) -> dict[str, Any]:
        """The options from the form's fields. `WrongField` says what does not go together."""
        options: dict[str, Any] = {_PLAYERS: players}
        for name, allowed in find_game(self.game).options().items():
            if name != _PLAYERS and self.is_field(name, allowed):
                options[name] = _option(name, allowed, fields)
        return options

    def is_field(self, option: str, allowed: Sequence[Any]) -> bool:
        """Whether a form field stands for this option."""
        return allowed[0] is not None

    def is_by_hand(self, options: Mapping[str, Any]) -> bool:
        """Whether something was chosen that is usually drawn."""
        drawn = [name for name, allowed in find_game(self.game).options().items() if allowed[0] is None]
        return any(options.get(name) is not None for name in drawn)

    def tags(self, options: Mapping[str, Any], lang: str) -> list[str]:
        """The options, in a few words each, for the lobby."""
        return words_of(self.game).summary(options, lang).split(" · ")


def form_of(game: str) -> NewTableForm:
    """The form of a game: its own, or the plain one."""
    found: NewTableForm | None = pack(game).part("new_table")
    return found if found is not None else _plain(game)


@cache
def _plain(game: str) -> NewTableForm:
    return NewTableForm(game)


# ── who can sit there ───────────────────────────────────────────────────────────────────────


def who_can_sit(lang: str) -> list[Choice]:
    """Everyone who can be chosen for a seat, with an explanation."""
    return [_who(who, lang) for who in _whos()]


def _whos() -> tuple[str, ...]:
    return (ME, FREE, *bots.offered(), EMPTY)


def _who(who: str, lang: str) -> Choice:
    if has(lang, f"ui.new.who.{who}"):
        return Choice(who, say(lang, f"ui.new.who.{who}"), say(lang, f"ui.new.who.{who}.about"))
    return Choice(
        who, say(lang, "ui.new.who.bot", name=bot_name(who, lang)), say(lang, "ui.new.who.bot.about")
    )


# ── good defaults ───────────────────────────────────────────────────────────────────────────


def usual(game: str, lang: str) -> dict[str, str]:
    """A table for two friends and two bots, as easy as the game can be."""
    options = {**find_game(game).defaults(), **words_of(game).usual_options(lang)}
    fields = {name: str(value) for name, value in options.items() if value not in (None, False)}
    del fields[_PLAYERS]
    for seat in range(form_of(game).most_seats):
        fields[f"seat{seat}"] = _SEATED[seat] if seat < len(_SEATED) else EMPTY
        fields[f"seconds{seat}"] = f"{SECONDS[1]:g}"
    return {"game": game, **fields, "listed": "on"}


def at_once(game: str, lang: str) -> dict[str, str]:
    """Play now: alone with three bots, and not public.

    In a cooperative game, nobody should lose because of a bot, so these are the strongest.
    """
    fields = usual(game, lang)
    del fields["listed"]
    bot = bots.STRONGEST if find_game(game).together() else bots.USUAL
    for seat in range(1, min(len(_SEATED), form_of(game).most_seats)):
        fields |= {f"seat{seat}": bot, f"seconds{seat}": _QUICK_SECONDS}
    if not find_game(game).hides():
        fields["free_undo"] = "on"
    return fields


# ── what the fields mean ────────────────────────────────────────────────────────────────────


def order_of(fields: Fields, lang: str) -> dict[str, Any]:
    """The order for the table, as the API takes it. `WrongField` says what does not fit."""
    game = fields.get("game", "")
    if game not in games():
        raise WrongField("ui.new.wrong.game")
    form = form_of(game)
    seats = [_seat(fields, number, lang) for number in range(form.most_seats)]
    taken = [seat for seat in seats if seat is not None]
    if len(taken) < form.fewest_seats:
        raise WrongField("ui.new.wrong.few")
    return {
        "game": game,
        "options": form.options(fields, len(taken)),
        "title": fields.get("title", "").strip()[:80],
        "chance": PEOPLE if fields.get("own_dice") else SERVER,
        "free_undo": bool(fields.get("free_undo")) and not find_game(game).hides(),
        "listed": bool(fields.get("listed")),
        "seats": taken,
    }


def _seat(fields: Fields, number: int, lang: str) -> dict[str, Any] | None:
    who = fields.get(f"seat{number}", EMPTY)
    if who not in _whos():
        raise WrongField("ui.new.wrong.seat")
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


def _option(name: str, allowed: Sequence[Any], fields: Fields) -> Any:
    if allowed[0] is False:
        return bool(fields.get(name))
    given = fields.get(name) or fields.get(f"{name}0", "")
    if not given:
        return allowed[0]
    for value in allowed:
        if str(value) == given:
            return value
    raise WrongField("ui.new.wrong.option")
