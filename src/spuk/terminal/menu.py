"""The start menu: a few questions with good answers for whoever just presses Enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from babel.dates import format_datetime
from rich.console import Console
from rich.text import Text

import spuk
from spuk.language.catalog import say
from spuk.language.languages import language, languages, locale_of
from spuk.language.lists import all_of
from spuk.language.words import words_of
from spuk.terminal import look, saves
from spuk.terminal.bots import DEFAULT_BOT, offered, seated, strength_words
from spuk.terminal.cells import shorten
from spuk.terminal.session import BrokenSave, open_record
from spuk.terminal.shell import read

if TYPE_CHECKING:
    from spuk.terminal.table import Table, Wish


@dataclass
class Menu:
    """Questions on a console, in one language."""

    console: Console
    lang: str
    tables: Mapping[str, Table]
    """The games there are."""
    strength: str | None = None
    """How well bots are to play; None: that is still to be asked."""
    bots: Sequence[str] = ()
    """The bots that play along, one seat each; empty: that is still to be asked."""
    table: Table | None = None
    """The game that is being asked about."""

    def start(self, saved: Path | None, game: str | None, *, ask_language: bool) -> Path | Wish:
        """All questions of the start: a saved game, or what is wished for a new one."""
        self._banner()
        if ask_language:
            self.lang = self._language()
        if game is None:
            return self._which(saved)
        return self.new_game(game)

    def _which(self, saved: Path | None) -> Path | Wish:
        """The saved game, or a new one of any kind."""
        known = list(self.tables.values())
        names = [say(self.lang, "ui.new_game", game=self._describe(table)) for table in known]
        if saved is None:
            return self.new_game(known[self.pick("ui.what_now", names)].game)
        chosen = self.pick("ui.what_now", [self._saved(saved), *names])
        return self.new_game(known[chosen - 1].game) if chosen else saved

    def _describe(self, table: Table) -> str:
        title, about = table.words.title(self.lang), table.words.subtitle(self.lang)
        return f"{title} – {about}" if about else title

    def new_game(self, game: str) -> Wish:
        """The questions about a new game."""
        self.table = self.tables[game]
        return self.table.wish(self)

    def _banner(self) -> None:
        title = f" {say(self.lang, 'ui.title')} "
        style = f"bold {look.LANTERN} on {look.NIGHT}"
        self._print(Text(title.center(self.console.width), style=style))
        self._print(Text(subtitle(self.lang), style=look.ACCENT))
        self.console.print(Text(say(self.lang, "ui.unofficial"), style=look.QUIET))
        self._print(Text(say(self.lang, "ui.enter_takes"), style=look.QUIET))

    def _language(self) -> str:
        """Each language in its own words."""
        codes = languages()
        names = [language(code).name for code in codes]
        chosen = codes[self.pick("ui.choose_language", names, codes.index(self.lang))]
        saves.remember(lang=chosen)
        return chosen

    def _saved(self, path: Path) -> str:
        when = format_datetime(
            datetime.fromtimestamp(path.stat().st_mtime), "short", locale=locale_of(self.lang)
        )
        try:
            record = open_record(path)
        except BrokenSave:
            record = None
        table = self.tables.get(record.game) if record else None
        game = table.words.title(self.lang) if table else "?"
        return say(self.lang, "ui.resume_game", game=game, when=when)

    # ── asking ──────────────────────────────────────────────────────────────────────────────

    def pick(self, id: str, options: Sequence[str], default: int = 0) -> int:
        """One of several, asked for by the text with this id; Enter takes the default."""
        return self.choose(say(self.lang, id), options, default)

    def choose(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """One of several; Enter takes the default."""
        self._print(Text(), Text(question, style=look.ACCENT))
        for number, option in enumerate(options):
            mark = look.ACTIVE if number == default else " "
            self._print(Text.assemble((f"{mark}{number + 1:>2} ", "bold cyan"), option))
        return self._answer(1, len(options), default + 1) - 1

    def number(self, id: str, lowest: int, highest: int, default: int) -> int:
        """A number, asked for by the text with this id; Enter takes the default."""
        return self.ask_number(say(self.lang, id), lowest, highest, default)

    def ask_number(self, question: str, lowest: int, highest: int, default: int) -> int:
        """A number; Enter takes the default."""
        self._print(Text(), Text(f"{question} ({lowest}–{highest})", style=look.ACCENT))
        return self._answer(lowest, highest, default)

    def seats(self, table: Table) -> list[str]:
        """Who plays: how many people, how many bots besides, and how well those play."""
        fewest, most = table.player_numbers()
        if self.bots:
            named = self.bots[:most]
            lowest, highest = max(fewest - len(named), 0), most - len(named)
            return seated(
                self.number("ui.choose_people", lowest, highest, max(lowest, min(1, highest))), named
            )
        people = self.number("ui.choose_people", 1, most, 1)
        lowest, highest = max(fewest - people, 0), most - people
        if highest == 0:
            return seated(people, ())
        proposed = min(max(table.companions + 1 - people, lowest), highest)
        companions = self.number("ui.choose_companions", lowest, highest, proposed)
        return seated(people, [self._strength()] * companions if companions else ())

    def _strength(self) -> str:
        if self.strength is not None:
            return self.strength
        known = offered()
        names = [strength_words(name, self.lang) for name in known]
        return known[self.pick("ui.choose_strength", names, known.index(DEFAULT_BOT))]

    def yes(self, id: str) -> bool:
        """A yes or no, yes by default."""
        return self.pick(id, [say(self.lang, "ui.yes"), say(self.lang, "ui.no")]) == 0

    def _answer(self, lowest: int, highest: int, default: int) -> int:
        while True:
            given = read(f"[{default}] › ").strip()
            if not given:
                return default
            if given.isdecimal() and len(given) < 6 and lowest <= int(given) <= highest:
                return int(given)
            if given == "?":
                self._help()
                continue
            shown = shorten("".join(filter(str.isprintable, given)), 20)
            text = say(self.lang, "ui.bad_choice", given=shown, lowest=lowest, highest=highest)
            self._print(Text(text, style=look.ALERT))

    def _help(self) -> None:
        """The game's help; before one is chosen, what the games are about."""
        if self.table is not None:
            usual = self.table.words.usual_options(self.lang)
            self._print(*self.table.guide(usual, self.lang, self.console.width))
        else:
            self._print(*[Text(self._describe(table)) for table in self.tables.values()])

    def _print(self, *lines: Text) -> None:
        self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)


def subtitle(lang: str) -> str:
    """What Spuk is for, with the games there are."""
    return say(lang, "ui.subtitle", games=all_of([words_of(game).title(lang) for game in spuk.games()], lang))
