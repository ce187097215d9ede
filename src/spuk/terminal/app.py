"""The game loop: show the table, ask, do, keep; until the game ends or the person leaves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

import spuk
from spuk.terminal import look
from spuk.terminal.cells import shorten
from spuk.terminal.choices import choice_lines, ordered
from spuk.terminal.ending import end_lines
from spuk.terminal.guide import about_lines, guide_lines
from spuk.terminal.saves import HUMAN
from spuk.terminal.screen import question_lines, table_lines
from spuk.terminal.session import GAME, Session
from spuk.terminal.shell import read, resume_command
from spuk.terminal.status import fold
from spuk.terminal.telling import story
from spuk.words.catalog import say
from spuk.words.stories import taoist_name

PAUSE = 0.4
"""Seconds to read what a companion did, on a real terminal."""
ROOMY = 50
"""Terminals of fewer lines get the table without the bottoms of its boxes."""


class Leave(Exception):
    """The person wants to stop."""


@dataclass
class App:
    """A session on a screen."""

    session: Session
    lang: str
    console: Console
    tty: bool
    notices: list[str] = field(default_factory=list)
    """Lines to show below the next question."""
    asked: int | None = None
    """The seat that was asked last."""

    def run(self) -> None:
        """Play until the end, `q`, Ctrl-C or the end of input; nothing is ever lost."""
        try:
            while self._round():
                pass
        except (KeyboardInterrupt, EOFError, Leave):
            self._say_goodbye()

    def _round(self) -> bool:
        """Up to the next decision and through it; False when the game is over for good."""
        self._go_on()
        self._show()
        if self.session.over:
            return self.tty and self._after_the_end()
        action = self._ask()
        if action is not None:
            self._carefully(lambda: self.session.decide(action))
        return True

    # ── what happens by itself ──────────────────────────────────────────────────────────────

    def _go_on(self) -> None:
        while not self.session.waiting:
            told = len(self.session.log)
            companion = self.session.state.actor != spuk.CHANCE
            self._carefully(self.session.go_on)
            if self.tty and companion:
                self._watch(told)
        # What chance has brought follows from the seed, but a record is to be whole.
        self._keep()

    def _watch(self, told: int) -> None:
        """Let the person follow what a companion does."""
        for line in story(self.session.log[told:], self.lang):
            self._print(Text(f"· {line}"))
            time.sleep(PAUSE)

    # ── asking ──────────────────────────────────────────────────────────────────────────────

    def _ask(self) -> int | None:
        """The chosen action; None if the question has to be put anew."""
        actions = ordered(self.session.state.legal())
        while True:
            given = read(f"{say(self.lang, 'ui.choose')} › ").strip()
            if given.isdecimal() and len(given) < 6 and 1 <= int(given) <= len(actions):
                return actions[int(given) - 1]
            done = self._command(given)
            if done:
                return None
            if done is None:
                self._complain(given, len(actions))

    def _command(self, given: str) -> bool | None:
        """Do what a letter asks for. True: show the table again; None: it is no command."""
        match given[:1].lower(), given[1:].strip().upper():
            case "u", "":
                self._undo()
                return True
            case "q", "":
                raise Leave
            case "s", "":
                self._save()
                return False
            case "l", "":
                self._show_log()
                return self.tty
            case "?", "":
                self._show_guide()
                return self.tty
            case "?", code:
                return self._explain(code)
        return None

    def _explain(self, code: str) -> bool | None:
        """What lies at N2, 5 or N."""
        view = self.session.state.view(None)
        lines = about_lines(view, code, self.lang, self.console.width)
        self._print(*lines)
        return False if lines else None

    def _complain(self, given: str, highest: int) -> None:
        shown = shorten("".join(sign for sign in given if sign.isprintable()), 20)
        text = say(self.lang, "ui.bad_choice", given=shown, lowest=1, highest=highest)
        self._print(Text(text, style=look.ALERT))

    def _undo(self) -> None:
        taken: list[int | None] = []
        self._carefully(lambda: taken.append(self.session.undo()))
        if taken == [None]:
            self.notices.append(say(self.lang, "ui.nothing_to_undo"))
        elif taken:
            words = spuk.game(GAME).words(self.session.state, taken[0] or 0, self.lang)
            self.notices.append(say(self.lang, "ui.undone", action=words))

    # ── keeping ─────────────────────────────────────────────────────────────────────────────

    def _carefully(self, step: Callable[[], object]) -> None:
        """A disk that refuses must not end the game: say so and play on."""
        try:
            step()
        except OSError as error:
            self.notices.append(self._cannot_save(error))

    def _cannot_save(self, error: OSError) -> str:
        reason = error.strerror or str(error)
        return say(self.lang, "ui.cannot_save", path=self.session.path, reason=reason)

    def _keep(self) -> None:
        self._carefully(self.session.save)

    def _save(self) -> None:
        try:
            self.session.save()
        except OSError as error:
            self._print(Text(self._cannot_save(error), style=look.ALERT))
        else:
            self._print(Text(say(self.lang, "ui.saved", path=self.session.path)))

    def _say_goodbye(self) -> None:
        self._print(Text())
        self._save()
        if not self.session.over:
            command = resume_command(self.session.path)
            self._print(Text(say(self.lang, "ui.resume_hint", command=command)))
        self._print(Text(say(self.lang, "ui.quit")))

    # ── showing ─────────────────────────────────────────────────────────────────────────────

    def _print(self, *lines: Text) -> None:
        # In one piece, so that a screen does not flicker.
        if lines:
            self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)

    def _show(self) -> None:
        """The table, and the question or the end."""
        if self.tty:
            self.console.clear()
        session, width = self.session, self.console.width
        closed = not self.tty or self.console.height >= ROOMY
        news = story(session.news(), self.lang)
        self._print(*table_lines(session.state, self.lang, width, news, closed=closed))
        if session.over:
            self._print(*end_lines(session.state, self.lang, width, session.path))
        else:
            self._hand_over()
            self._print(*question_lines(session, self.lang, width))
            self._print(*choice_lines(session.state, self.lang, width))
            self._print(*fold(Text(say(self.lang, "ui.commands"), style=look.QUIET), width))
        for notice in self.notices:
            self._print(Text(notice, style=look.ALERT))
        self.notices.clear()

    def _hand_over(self) -> None:
        """Several people at one keyboard: say whose it is now."""
        seat = int(self.session.state.actor)
        if self.session.record.players.count(HUMAN) > 1 and seat != self.asked:
            boards = self.session.state.view(None)["boards"]
            color = next(board["color"] for board in boards if board["seat"] == seat)
            text = say(self.lang, "ui.hand_over", taoist=taoist_name(color, self.lang))
            self._print(Text(), Text(text, style="bold reverse"))
        self.asked = seat

    def _show_log(self) -> None:
        lines = story(self.session.log, self.lang) or [say(self.lang, "ui.log_empty")]
        self._print(Text(say(self.lang, "ui.log"), style=look.ACCENT))
        self._print(*[Text(f"· {line}") for line in lines])
        self._wait()

    def _show_guide(self) -> None:
        if self.tty:
            self.console.clear()
        self._print(*guide_lines(self.lang, self.console.width))
        self._wait()

    def _wait(self) -> None:
        if self.tty:
            read(f"{say(self.lang, 'ui.press_enter')} ")

    def _after_the_end(self) -> bool:
        """The last choice may still be taken back; True if the game goes on."""
        while True:
            given = read(f"{say(self.lang, 'ui.after_the_end')} › ").strip().lower()
            if given == "u":
                self._undo()
                return True
            if given == "l":
                self._show_log()
            else:
                return False
