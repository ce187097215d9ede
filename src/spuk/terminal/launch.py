"""From the command line or the menu to a running game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.text import Text

import spuk
from spuk.bots.registry import BadBot
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.languages import languages
from spuk.language.plain import clean
from spuk.language.revision import reason_words, unreadable_words
from spuk.language.words import words_of
from spuk.terminal import look, saves
from spuk.terminal.app import App
from spuk.terminal.bots import DEFAULT_BOT, HUMAN, UnknownBot, bad_bot_words, offered, seated, typed_bots
from spuk.terminal.menu import Menu
from spuk.terminal.saves import InUse
from spuk.terminal.session import BrokenSave, Session, latest
from spuk.terminal.shell import SPEC, language, on_a_terminal, prepare, resume_command
from spuk.terminal.table import Table, Wish
from spuk.terminal.tables import table_of

__all__ = ["InUse", "NoBot", "NoFile", "Order", "WrongOptions", "play", "seats_of"]


COLUMNS = 50
"""With fewer columns, the table is hard to read."""


class WrongOptions(ValueError):
    """Options that cannot be combined."""


class NoFile(ValueError):
    """The named file does not exist."""


class NoBot(ValueError):
    """A bot that the user named, or that plays in a saved game, does not exist."""


MOST_SKIPPED = 3
"""How many unreadable games are named, the newest ones."""


@dataclass
class Order:
    """What the command line asks for; None: not given."""

    lang: str | None = None
    game: str | None = None
    players: int | None = None
    companions: int | None = None
    strength: str | None = None
    """The strength of the bots: one of the offered ones."""
    bots: str | None = None
    """The bots, one seat each: names, or `package.module:Class`."""
    seats: str | None = None
    seed: int | None = None
    resume: bool = False
    file: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game itself."""
    more: Sequence[str] = ()
    """The same as text: `name=value`."""

    @property
    def words(self) -> str:
        """The language to use."""
        return self.lang or _usual_language()

    @property
    def bare(self) -> bool:
        """Nothing was given except perhaps a game and bots, so the menu may ask."""
        said = (self.players, self.companions, self.seats, self.seed, self.file)
        return not (self.resume or self.options or self.more) and all(value is None for value in said)


def play(order: Order) -> bool:
    """Start or resume a game and play it; False if a bot could not continue."""
    console = prepare()
    lang = order.words
    tty = on_a_terminal()
    bots = _bots(order)
    try:
        tables = {game: table_of(game) for game in spuk.games()}
        menu = Menu(console, lang, order.strength, bots, tables)
        session = _session(order, menu, tty=tty)
    except (KeyboardInterrupt, EOFError):
        console.print()
        return True
    app = App(session, menu.lang, console, tty)
    if session.record.actions:
        id = "ui.resumed_over" if session.over else "ui.resumed"
        app.notices.append(say(menu.lang, id, path=clean(session.path)))
    if console.width < COLUMNS:
        app.notices.append(say(menu.lang, "ui.too_narrow", width=console.width))
    return app.run()


def _usual_language() -> str:
    """The one chosen last time, otherwise that of the environment."""
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
    options = {**order.options, **dict(_option(pair, table.game, order.words) for pair in order.more)}
    wish = Wish(table.game, seats=seats_of(order, table), options=options)
    return _wished(wish, menu, order.seed)


def _table(order: Order) -> Table:
    """The table of the named game, or of the default one."""
    try:
        return table_of(order.game or spuk.games()[0])
    except ValueError as error:
        allowed = ", ".join(spuk.games())
        text = say(order.words, "ui.cli.wrong_game", given=order.game, allowed=allowed)
        raise WrongOptions(text) from error


def _option(pair: str, game: str, lang: str) -> tuple[str, Any]:
    """An option of the game from `name=value`."""
    name, _, text = (part.strip() for part in pair.partition("="))
    allowed = spuk.game(game).options()
    if name not in allowed:
        raise WrongOptions(say(lang, "ui.lab.wrong_option", given=clean(name), allowed=", ".join(allowed)))
    values = allowed[name]
    if values[0] is None and all(isinstance(value, str) for value in values[1:]):
        return name, [part.strip() for part in text.split(",")]
    known = {str(value).lower(): value for value in values}
    if text.lower() not in known:
        given = {"name": name, "given": clean(text), "allowed": ", ".join(known)}
        raise WrongOptions(say(lang, "ui.lab.wrong_value", **given))
    return name, known[text.lower()]


def _latest(menu: Menu, game: str | None) -> tuple[Path | None, bool]:
    """The game to resume, with a line for each unreadable one."""
    skipped: list[BrokenSave] = []
    found = latest(game, skipped.append)
    for broken in _worth_naming(skipped):
        reason = reason_words(broken.error, menu.lang)
        text = say(menu.lang, "ui.save_skipped", path=clean(broken.path), reason=reason)
        menu.console.print(Text(text, style=look.ALERT), soft_wrap=True, highlight=False)
    return found, bool(skipped)


def _worth_naming(skipped: Sequence[BrokenSave]) -> list[BrokenSave]:
    """The newest ones. Of games played under other rules only one, since an update may leave many of them."""
    outdated = [broken for broken in skipped if isinstance(broken.error, spuk.OtherRules)]
    return [broken for broken in skipped if broken not in outdated[1:]][:MOST_SKIPPED]


def _existing(path: Path, menu: Menu) -> Path:
    if not path.exists():
        raise NoFile(say(menu.lang, "ui.cli.no_file", path=clean(path)))
    return path


def _none_saved(menu: Menu, game: str | None, *, broken: bool) -> Session:
    """There is nothing to resume: say so and offer a new game."""
    text = say(menu.lang, "ui.save_untouched" if broken else "ui.no_saved_games")
    menu.console.print(Text(text, style=look.ALERT), soft_wrap=True)
    return _instead(menu, game)


def _resumed(path: Path, menu: Menu, game: str | None = None) -> Session:
    """A saved game. If it cannot be resumed, say why and offer a new one."""
    saves.lock(path)
    try:
        session = Session.load(path, lambda game: table_of(game).teller(menu.lang))
    except BrokenSave as broken:
        text = unreadable_words(path, broken.error, menu.lang)
        menu.console.print(Text(text, style=look.ALERT), soft_wrap=True)
        menu.console.print(Text(say(menu.lang, "ui.save_untouched")))
        return _instead(menu, game)
    _check_bots(session, menu)
    return session


def _check_bots(session: Session, menu: Menu) -> None:
    """Resuming a game needs the bots that play in it. Names in files are never imported."""
    for name in session.missing_bots():
        command = resume_command(session.path, session.record.players)
        id = "ui.bots.missing" if SPEC.fullmatch(name) else "ui.bots.not_installed"
        raise NoBot(say(menu.lang, id, bot=clean(name), path=clean(session.path), command=clean(command)))


def _instead(menu: Menu, game: str | None) -> Session:
    if not menu.yes("ui.new_game_instead"):
        raise EOFError
    return _wished(menu.new_game(game or spuk.games()[0]), menu)


def _wished(wish: Wish, menu: Menu, seed: int | None = None) -> Session:
    """A new game with these options."""
    usual = words_of(wish.game).usual_options(menu.lang)
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
        raise WrongOptions(error_words(error, menu.lang)) from error
    saves.lock(session.path)
    return session


def seats_of(order: Order, table: Table) -> list[str]:
    """Who sits where: people first, bots in the last seats, or as `--seats` says."""
    if order.seats is not None:
        return _named_seats(order, order.seats)
    named = _bots(order)
    if named and (order.companions, order.strength) != (None, None):
        raise WrongOptions(say(order.words, "ui.cli.bots_alone"))
    strength = [order.strength or DEFAULT_BOT]
    if order.players is None and order.companions is None and not named:
        return seated(1, strength * _wanted(table.companions, order))
    fewest, most = table.player_numbers()
    companions = len(named) or order.companions or 0
    players = order.players if order.players is not None else min(max(companions + 1, fewest), most)
    if not fewest <= players <= most or not 0 <= companions <= players:
        text = say(order.words, "ui.cli.wrong_numbers", lowest=fewest, highest=most)
        raise WrongOptions(text)
    return seated(players - companions, named or strength * _wanted(companions, order))


def _wanted(companions: int, order: Order) -> int:
    """Someone who sets the bots' strength wants some."""
    if order.strength is not None and companions == 0:
        raise WrongOptions(say(order.words, "ui.cli.strength_of_nobody"))
    return companions


def _check_strength(order: Order) -> None:
    if order.strength is not None and order.strength not in offered():
        allowed = ", ".join(offered())
        raise WrongOptions(say(order.words, "ui.cli.wrong_strength", given=order.strength, allowed=allowed))


def _named_seats(order: Order, text: str) -> list[str]:
    """The seats from `--seats`."""
    seats = _typed(order, text, HUMAN)
    said = (order.companions, order.strength, order.bots)
    if order.players not in (None, len(seats)) or said != (None, None, None):
        raise WrongOptions(say(order.words, "ui.cli.seats_or_players"))
    return seats


def _bots(order: Order) -> list[str]:
    """The bots from `--bots`. What is imported for them stays known, also to a saved game."""
    return [] if order.bots is None else _typed(order, order.bots)


def _typed(order: Order, text: str, *besides: str) -> list[str]:
    try:
        return typed_bots(text, besides)
    except BadBot as error:
        raise NoBot(bad_bot_words(error, order.words)) from error
    except UnknownBot as error:
        allowed = ", ".join([*besides, *spuk.bots()])
        id = "ui.cli.wrong_seat" if besides else "ui.bots.unknown"
        text = say(order.words, id, given=clean(error.name), allowed=allowed)
        raise WrongOptions(text) from error
