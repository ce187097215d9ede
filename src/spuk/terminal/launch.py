"""From what stands on the command line (or is chosen in the menu) to a running game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

import spuk
from spuk.language.catalog import say
from spuk.language.languages import languages
from spuk.language.plain import clean
from spuk.language.revision import reason_words, unreadable_words
from spuk.terminal import look, saves
from spuk.terminal.app import App
from spuk.terminal.menu import Menu
from spuk.terminal.saves import InUse
from spuk.terminal.seats import COMPANION, HUMAN, STRENGTHS, seated
from spuk.terminal.session import BrokenSave, Session, latest
from spuk.terminal.shell import language, on_a_terminal, prepare
from spuk.terminal.table import Table, Wish
from spuk.terminal.tables import table_of

__all__ = ["InUse", "NoFile", "Order", "WrongOptions", "play", "seats_of"]


COLUMNS = 50
"""Where there are fewer, the table is hard to read."""


class WrongOptions(ValueError):
    """Options that do not go together."""


class NoFile(ValueError):
    """A file was named that is not there."""


MOST_SKIPPED = 3
"""So many unreadable games are named, the newest ones."""


@dataclass
class Order:
    """What was asked for on the command line; None: not said."""

    lang: str | None = None
    game: str | None = None
    players: int | None = None
    companions: int | None = None
    strength: str | None = None
    """How well companions play: one of `STRENGTHS`."""
    seats: str | None = None
    seed: int | None = None
    resume: bool = False
    file: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game itself."""

    @property
    def words(self) -> str:
        """The language to speak."""
        return self.lang or _usual_language()

    @property
    def bare(self) -> bool:
        """Nothing was said but perhaps which game and how strong companions, so the menu may ask."""
        said = (self.players, self.companions, self.seats, self.seed, self.file)
        return not self.resume and not self.options and all(value is None for value in said)


def play(order: Order) -> None:
    """Start or resume a game and play it."""
    console = prepare()
    lang = order.words
    tty = on_a_terminal()
    try:
        menu = Menu(console, lang, {game: table_of(game) for game in spuk.games()}, order.strength)
        session = _session(order, menu, tty=tty)
    except (KeyboardInterrupt, EOFError):
        console.print()
        return
    app = App(session, menu.lang, console, tty)
    if session.record.actions:
        id = "ui.resumed_over" if session.over else "ui.resumed"
        app.notices.append(say(menu.lang, id, path=clean(session.path)))
    if console.width < COLUMNS:
        app.notices.append(say(menu.lang, "ui.too_narrow", width=console.width))
    app.run()


def _usual_language() -> str:
    """The one chosen last time, else that of the environment."""
    chosen = saves.settings().get("lang")
    return chosen if chosen in languages() else language()


def _session(order: Order, menu: Menu, *, tty: bool) -> Session:
    table = _table(order)
    _check_strength(order)
    if order.bare and tty:
        saved, _ = _latest(menu, order.game)
        wish = menu.start(saved, order.game, ask_language=order.lang is None)
        return _resumed(wish, menu) if isinstance(wish, Path) else _wished(wish, menu)
    if order.file:
        return _resumed(_existing(order.file, menu), menu, order.game)
    if order.resume:
        saved, broken = _latest(menu, order.game)
        return _resumed(saved, menu, order.game) if saved else _none_saved(menu, order.game, broken=broken)
    wish = Wish(table.game, seats=seats_of(order, table), options=order.options)
    return _wished(wish, menu, order.seed)


def _table(order: Order) -> Table:
    """The table of the game that was named, or of the usual one."""
    try:
        return table_of(order.game or spuk.games()[0])
    except ValueError as error:
        allowed = ", ".join(spuk.games())
        text = say(order.words, "ui.cli.wrong_game", given=order.game, allowed=allowed)
        raise WrongOptions(text) from error


def _latest(menu: Menu, game: str | None) -> tuple[Path | None, bool]:
    """The game to go on with, and whether some could not be read; a line for each of those."""
    skipped: list[BrokenSave] = []
    found = latest(game, skipped.append)
    for broken in _worth_naming(skipped):
        reason = reason_words(broken.error, menu.lang)
        text = say(menu.lang, "ui.save_skipped", path=clean(broken.path), reason=reason)
        menu.console.print(Text(text, style=look.ALERT), soft_wrap=True, highlight=False)
    return found, bool(skipped)


def _worth_naming(skipped: Sequence[BrokenSave]) -> list[BrokenSave]:
    """The newest; of games played under other rules one, since an update may leave many of them."""
    outdated = [broken for broken in skipped if isinstance(broken.error, spuk.OtherRules)]
    return [broken for broken in skipped if broken not in outdated[1:]][:MOST_SKIPPED]


def _existing(path: Path, menu: Menu) -> Path:
    if not path.exists():
        raise NoFile(say(menu.lang, "ui.cli.no_file", path=clean(path)))
    return path


def _none_saved(menu: Menu, game: str | None, *, broken: bool) -> Session:
    """Nothing to go on with: say so and offer a new game."""
    text = say(menu.lang, "ui.save_untouched" if broken else "ui.no_saved_games")
    menu.console.print(Text(text, style=look.ALERT), soft_wrap=True)
    return _instead(menu, game)


def _resumed(path: Path, menu: Menu, game: str | None = None) -> Session:
    """A saved game; where that is impossible, say why and offer a new one."""
    saves.lock(path)
    try:
        return Session.load(path, lambda game: table_of(game).teller(menu.lang))
    except BrokenSave as broken:
        text = unreadable_words(path, broken.error, menu.lang)
        menu.console.print(Text(text, style=look.ALERT), soft_wrap=True)
        menu.console.print(Text(say(menu.lang, "ui.save_untouched")))
        return _instead(menu, game)


def _instead(menu: Menu, game: str | None) -> Session:
    if not menu.yes("ui.new_game_instead"):
        raise EOFError
    return _wished(menu.new_game(game or spuk.games()[0]), menu)


def _wished(wish: Wish, menu: Menu, seed: int | None = None) -> Session:
    """A new game as it is wished for."""
    usual = table_of(wish.game).usual_options(menu.lang)
    options = {**usual, **wish.options, "players": len(wish.seats)}
    chosen = secrets.randbits(32) if seed is None else seed
    tell = table_of(wish.game).teller(menu.lang)
    first = options.get("first")
    if first is not None and not 0 <= first < len(wish.seats):
        text = say(menu.lang, "ui.cli.wrong_first", given=first + 1, highest=len(wish.seats))
        raise WrongOptions(text)
    try:
        session = Session.new(wish.game, options, wish.seats, chosen, saves.new_path(), tell)
    except ValueError as error:
        raise WrongOptions(str(error)) from error
    saves.lock(session.path)
    return session


def seats_of(order: Order, table: Table) -> list[str]:
    """Who sits where: people first, companions in the last seats, or as `--seats` says."""
    if order.seats is not None:
        seats = [name.strip() for name in order.seats.split(",")]
        _check_seats(seats, order)
        return seats
    if order.players is None and order.companions is None:
        return seated(1, _wanted(table.companions, order), order.strength or COMPANION)
    fewest, most = table.player_numbers()
    companions = order.companions or 0
    players = order.players if order.players is not None else min(max(companions + 1, fewest), most)
    if not fewest <= players <= most or not 0 <= companions <= players:
        text = say(order.words, "ui.cli.wrong_numbers", lowest=fewest, highest=most)
        raise WrongOptions(text)
    return seated(players - companions, _wanted(companions, order), order.strength or COMPANION)


def _wanted(companions: int, order: Order) -> int:
    """Whoever says how well companions play wants some."""
    if order.strength is not None and companions == 0:
        raise WrongOptions(say(order.words, "ui.cli.strength_of_nobody"))
    return companions


def _check_strength(order: Order) -> None:
    if order.strength is not None and order.strength not in STRENGTHS:
        allowed = ", ".join(STRENGTHS)
        raise WrongOptions(say(order.words, "ui.cli.wrong_strength", given=order.strength, allowed=allowed))


def _check_seats(seats: Sequence[str], order: Order) -> None:
    known = (HUMAN, *spuk.bots())
    wrong = [name for name in seats if name not in known]
    if wrong:
        allowed = ", ".join(known)
        raise WrongOptions(say(order.words, "ui.cli.wrong_seat", given=wrong[0], allowed=allowed))
    if order.players not in (None, len(seats)) or (order.companions, order.strength) != (None, None):
        raise WrongOptions(say(order.words, "ui.cli.seats_or_players"))
