"""The start menu: a few questions with good defaults for people who just press Enter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rich.text import Text

import spuk
from spuk.language.catalog import say
from spuk.language.formats import format_moment
from spuk.language.languages import language, languages
from spuk.language.lists import all_of
from spuk.language.words import words_of
from spuk.terminal import look, saves
from spuk.terminal.questions import Questions
from spuk.terminal.session import BrokenSave, open_record
from spuk.terminal.table import Table, Wish


@dataclass
class Menu(Questions):
    """What to do, in which language, and then the questions of the chosen game."""

    tables: Mapping[str, Table] = field(default_factory=dict)
    """The games there are."""
    table: Table | None = None
    """The game that is being asked about."""

    def start(self, saved: Path | None, game: str | None, *, ask_language: bool) -> Path | Wish:
        """All start questions: a saved game, or the options of a new one."""
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
        self.show(Text(title.center(self.console.width), style=style))
        self.show(Text(subtitle(self.lang), style=look.ACCENT))
        self.console.print(Text(say(self.lang, "ui.unofficial"), style=look.QUIET))
        self.show(Text(say(self.lang, "ui.enter_takes"), style=look.QUIET))

    def _language(self) -> str:
        """Each language in its own words."""
        codes = languages()
        names = [language(code).name for code in codes]
        chosen = codes[self.pick("ui.choose_language", names, codes.index(self.lang))]
        saves.remember(lang=chosen)
        return chosen

    def _saved(self, path: Path) -> str:
        when = format_moment(datetime.fromtimestamp(path.stat().st_mtime), self.lang)
        try:
            record = open_record(path)
        except BrokenSave:
            record = None
        table = self.tables.get(record.game) if record else None
        game = table.words.title(self.lang) if table else "?"
        return say(self.lang, "ui.resume_game", game=game, when=when)

    def help_lines(self) -> list[Text]:
        """The game's help; before one is chosen, what the games are about."""
        if self.table is not None:
            usual = self.table.words.usual_options(self.lang)
            return self.table.guide(usual, self.lang, self.console.width)
        return [Text(self._describe(table)) for table in self.tables.values()]


def subtitle(lang: str) -> str:
    """What Spuk is for, with its games."""
    return say(lang, "ui.subtitle", games=all_of([words_of(game).title(lang) for game in spuk.games()], lang))
