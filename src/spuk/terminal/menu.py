"""The start menu: a few questions with good answers for whoever just presses Enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from babel import Locale
from babel.dates import format_datetime
from rich.console import Console
from rich.text import Text

from spuk.terminal import look, saves
from spuk.terminal.cells import shorten
from spuk.terminal.guide import guide_lines
from spuk.terminal.saves import HUMAN
from spuk.terminal.shell import read
from spuk.words.catalog import LANGUAGES, say
from spuk.words.stories import level_about, level_name

LEVELS = ("initiation", "normal", "nightmare", "hell")
MOST = 4


@dataclass
class Wish:
    """What the person wants to play: a saved game, or a new one."""

    resume: Path | None = None
    seats: Sequence[str] = (HUMAN,)
    level: str = LEVELS[0]


@dataclass
class Menu:
    """Questions on a console, in one language."""

    console: Console
    lang: str

    def start(self, saved: Path | None, *, ask_language: bool) -> Wish:
        """All questions of the start."""
        self._banner()
        if ask_language:
            self.lang = self._language()
        if saved and self.pick("ui.what_now", [self._saved(saved), say(self.lang, "ui.new_game")]) == 0:
            return Wish(resume=saved)
        return self.new_game()

    def new_game(self) -> Wish:
        """The questions about a new game."""
        people = self.number("ui.choose_people", 1, MOST, 1)
        companions = 0
        if people < MOST:
            companions = self.number("ui.choose_companions", 0, MOST - people, 0)
        levels = [self._level(level) for level in LEVELS]
        level = LEVELS[self.pick("ui.choose_level", levels)]
        return Wish(seats=[HUMAN] * people + ["random"] * companions, level=level)

    def _level(self, level: str) -> str:
        return f"{level_name(level, self.lang)} – {level_about(level, self.lang)}"

    def _banner(self) -> None:
        title = f" {say(self.lang, 'ui.title')} "
        style = f"bold {look.LANTERN} on {look.NIGHT}"
        self._print(Text(title.center(self.console.width), style=style))
        self._print(Text(say(self.lang, "ui.subtitle"), style=look.ACCENT))
        self.console.print(Text(say(self.lang, "ui.unofficial"), style=look.QUIET))
        self._print(Text(say(self.lang, "ui.enter_takes"), style=look.QUIET))

    def _language(self) -> str:
        """Each language in its own words."""
        names = [(Locale(code).get_display_name(code) or code).capitalize() for code in LANGUAGES]
        chosen = LANGUAGES[self.pick("ui.choose_language", names, LANGUAGES.index(self.lang))]
        saves.remember(lang=chosen)
        return chosen

    def _saved(self, path: Path) -> str:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        return f"{say(self.lang, 'ui.resume_game')} ({format_datetime(when, 'short', locale=self.lang)})"

    # ── asking ──────────────────────────────────────────────────────────────────────────────

    def pick(self, id: str, options: Sequence[str], default: int = 0) -> int:
        """One of several; Enter takes the default."""
        self._print(Text(), Text(say(self.lang, id), style=look.ACCENT))
        for number, option in enumerate(options):
            mark = look.ACTIVE if number == default else " "
            self._print(Text.assemble((f"{mark}{number + 1:>2} ", "bold cyan"), option))
        return self._answer(1, len(options), default + 1) - 1

    def number(self, id: str, lowest: int, highest: int, default: int) -> int:
        """A number; Enter takes the default."""
        question = f"{say(self.lang, id)} ({lowest}–{highest})"
        self._print(Text(), Text(question, style=look.ACCENT))
        return self._answer(lowest, highest, default)

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
                self._print(*guide_lines(self.lang, self.console.width))
                continue
            shown = shorten("".join(filter(str.isprintable, given)), 20)
            text = say(self.lang, "ui.bad_choice", given=shown, lowest=lowest, highest=highest)
            self._print(Text(text, style=look.ALERT))

    def _print(self, *lines: Text) -> None:
        self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)
