"""The game loop: show the table, ask, act, save, until the game ends or the player leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

import spuk
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.plain import clean
from spuk.terminal import look
from spuk.terminal.cells import shorten
from spuk.terminal.lines import bar, fold
from spuk.terminal.session import BotFailed, Session
from spuk.terminal.shell import pause, read, resume_command, wipe
from spuk.terminal.table import Scene
from spuk.terminal.tables import table_of

PAUSE = 0.4
"""Seconds to read what a bot did, on a real terminal."""
PATIENCE = 1.5
"""Seconds for everything bots do before the next question."""
RESERVED = 13
"""Lines reserved for the question and choices, so that the table keeps its size. On small terminals, a third
of the screen.
"""


class Leave(Exception):
    """The player wants to stop."""


@dataclass
class App:
    """A game on a screen."""

    session: Session
    lang: str
    console: Console
    tty: bool
    notices: list[str] = field(default_factory=list)
    """Lines to show below the next question."""
    asked: int | None = None
    """The seat that was asked last: the one at the keyboard."""

    patience: float = PATIENCE
    """Seconds left for pauses before the next question."""
    failure: str = ""
    """Why the game could not be saved, once that has been reported."""

    def __post_init__(self) -> None:
        self.table = table_of(self.session.record.game)
        people = self.session.people()
        self.several = len(people) > 1
        self.secret = spuk.game(self.session.record.game).hides()
        """Hands are hidden: people sharing a keyboard must not see each other's screens."""
        self.private = self.secret and self.several
        """Several people share the keyboard but not their knowledge."""
        if self.secret and len(people) == 1:
            self.asked = people[0]

    def run(self) -> bool:
        """Play until the end, `q`, Ctrl-C or the end of input. Nothing is ever lost.

        False if a bot could not continue.
        """
        goes_on = True
        while goes_on:
            try:
                goes_on = self._round()
            except EOFError:
                goes_on = False
                self._say_goodbye()
            except (KeyboardInterrupt, Leave) as why:
                goes_on = not self._may_leave(asks=self.tty or isinstance(why, Leave))
                if not goes_on:
                    self._say_goodbye()
            except BotFailed as failed:
                self._say_what_failed(failed)
                return False
        return True

    def _round(self) -> bool:
        """Play up to and including the next decision; False when the game is over for good."""
        self.patience = PATIENCE
        self._go_on()
        self._hand_over()
        self._show()
        if self.session.over:
            return self.tty and self._after_the_end()
        action = self._ask()
        if action is not None:
            self._step(lambda: self.session.decide(action))
        return True

    def _say_what_failed(self, failed: BotFailed) -> None:
        """A bot is at fault: say which and why, and keep the game for a better one."""
        who = self.table.player(self.session.state, failed.seat, self.lang)
        id = "ui.bots.illegal" if failed.illegal else "ui.bots.failed"
        text = say(
            self.lang, id, player=who, bot=clean(failed.name), reason=error_words(failed.reason, self.lang)
        )
        self._print(Text(), *fold(Text(text, style=look.ALERT), self.console.width))
        self._say_goodbye()

    # ── what happens by itself ──────────────────────────────────────────────────────────────

    def _go_on(self) -> None:
        while not self.session.waiting:
            self._step(self.session.go_on, watched=self.session.state.actor != spuk.CHANCE)
        # The results of chance follow from the seed, but a record must be complete.
        self._keep()

    def _step(self, step: Callable[[], object], *, watched: bool = False) -> None:
        """One step of the game, and showing it."""
        before = len(self.session.log)
        self._carefully(step)
        if self.tty and watched:
            self._watch(before)
        lines = self.table.interlude(self.session, before, self.lang, self.console.width)
        if lines:
            self._clear()
            self._print(*lines)
            self._wait()
            # Everyone has seen this, so nobody is at the keyboard any more.
            self.asked = None if self.private else self.asked

    def _watch(self, before: int) -> None:
        """Give the player time to follow what a bot does."""
        told = [entry.seen[self._viewer] for entry in self.session.log[before:]]
        for line in self.table.story(told, self.lang):
            self._print(Text(f"· {line}"))
            length = min(PAUSE, self.patience)
            if length > 0:
                self.patience = 0 if pause(length) else self.patience - length

    # ── who sees what ───────────────────────────────────────────────────────────────────────

    @property
    def _viewer(self) -> int | None:
        """Whose view is on the screen; None if nothing is secret or nobody in particular is looking."""
        return self.asked if self.secret else None

    def _hand_over(self) -> None:
        """Hidden hands on one keyboard: the next player sees the screen only after the others look away."""
        seat = None if self.session.over else int(self.session.state.actor)
        if not self.private or seat == self.asked:
            return
        self.asked = None
        self._clear()
        if seat is not None:
            self._print(*self._hand_over_lines(seat))
            if read(f"{say(self.lang, 'ui.press_enter')} ").strip().lower() == "q":
                raise Leave
            self._clear()
        self.asked = seat

    def _hand_over_lines(self, seat: int) -> list[Text]:
        who = self.table.player(self.session.state, seat, self.lang)
        return [
            bar(f" {say(self.lang, 'ui.title')} – {self.table.words.title(self.lang)}", self.console.width),
            Text(),
            Text(say(self.lang, "ui.hand_over", player=who), style="bold reverse"),
            Text(say(self.lang, "ui.look_away")),
            Text(),
        ]

    # ── asking ──────────────────────────────────────────────────────────────────────────────

    def _ask(self) -> int | None:
        """The chosen action; None to ask again."""
        actions = self.table.ordered(self.session.state.legal())
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
        """Execute a letter command. True: show the table again; None: not a command."""
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
        """Explain what is at N2, 5 or N."""
        lines = self.table.about(self._scene(), code)
        self._print(*lines)
        return False if lines else None

    def _complain(self, given: str, highest: int) -> None:
        shown = shorten("".join(sign for sign in given if sign.isprintable()), 20)
        text = say(self.lang, "ui.bad_choice", given=shown, lowest=1, highest=highest)
        self._print(*fold(Text(text, style=look.ALERT), self.console.width))

    def _undo(self) -> None:
        refused = self.session.no_undo()
        if refused is not None:
            self.notices.append(say(self.lang, f"ui.no_undo.{refused}"))
            return
        taken: list[int | None] = []
        self._carefully(lambda: taken.append(self.session.undo()))
        if taken:
            words = self.table.words.action_words(self.session.state, taken[0] or 0, self.lang)
            self.notices.append(say(self.lang, "ui.undone", action=words))

    # ── keeping ─────────────────────────────────────────────────────────────────────────────

    def _carefully(self, step: Callable[[], object]) -> None:
        """Save. If the disk is full or read-only, say so and keep playing."""
        try:
            step()
        except OSError as error:
            said, self.failure = self.failure, self._cannot_save(error)
            if self.failure != said:
                self.notices.append(self.failure)
        if self.session.kept:
            self.failure = ""

    def _cannot_save(self, error: OSError) -> str:
        reason = error_words(error, self.lang)
        return say(self.lang, "ui.cannot_save", path=clean(self.session.path), reason=reason)

    def _keep(self) -> None:
        self._carefully(self.session.save)

    def _save(self) -> None:
        try:
            self.session.save()
        except OSError as error:
            self.failure = self._cannot_save(error)
            self._print(Text(self.failure, style=look.ALERT))
        else:
            self.failure = ""
            self._print(Text(say(self.lang, "ui.saved", path=clean(self.session.path))))

    def _may_leave(self, *, asks: bool) -> bool:
        """Confirm leaving a game that cannot be saved."""
        self._keep()
        if self.session.kept or not asks:
            return True
        self._print(Text(), Text(say(self.lang, "ui.not_saved"), style=look.ALERT))
        try:
            return read(f"{say(self.lang, 'ui.quit_anyway')} › ").strip().lower() == "q"
        except (KeyboardInterrupt, EOFError):
            return True

    def _say_goodbye(self) -> None:
        if self.private and self.tty:
            wipe(self.console)  # the next person must not find a hand on the screen
        self._print(Text())
        self._save()
        if not self.session.kept:
            self._print(Text(say(self.lang, "ui.not_saved"), style=look.ALERT))
        elif not self.session.over:
            command = resume_command(self.session.path, self.session.record.players)
            self._print(Text(say(self.lang, "ui.resume_hint", command=command)))
        self._print(Text(say(self.lang, "ui.quit")))

    # ── showing ─────────────────────────────────────────────────────────────────────────────

    def _print(self, *lines: Text) -> None:
        # In one piece, so that the screen does not flicker.
        if lines:
            self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)

    def _clear(self) -> None:
        """Clear the screen. If people hide their hands from each other, clear the scrollback as well."""
        if self.tty and self.private:
            wipe(self.console)
        elif self.tty:
            self.console.clear()

    def _scene(self, room: int | None = None) -> Scene:
        session, seat = self.session, self._viewer
        news = self.table.story(session.news(seat), self.lang)
        players = session.record.players
        return Scene(session.state, self.lang, self.console.width, seat, room, news, players)

    def _show(self) -> None:
        """The table, and the question or the end."""
        self._clear()
        below = self._end_lines() if self.session.over else self._question_lines()
        below += [Text(notice, style=look.ALERT) for notice in self.notices]
        self.notices.clear()
        self._print(*self.table.screen(self._scene(self._room(below))), *below)

    def _room(self, below: list[Text]) -> int | None:
        """How many lines the table may take, so that the question and choices fit below it."""
        height = self.console.height
        return height - max(len(below) + 1, min(RESERVED, height // 3)) if self.tty else None

    def _question_lines(self) -> list[Text]:
        scene = self._scene()
        commands = Text(self.table.commands(self.lang), style=look.QUIET)
        return [
            *self._whose_keyboard(),
            *self.table.question(scene),
            *self.table.choices(scene),
            *fold(commands, scene.width),
        ]

    def _end_lines(self) -> list[Text]:
        if self.session.kept:
            kept = say(self.lang, "ui.record_kept", path=clean(self.session.path))
        else:
            kept = say(self.lang, "ui.not_saved")
        return [*self.table.ending(self._scene()), Text(), Text(kept)]

    def _whose_keyboard(self) -> list[Text]:
        """If several people share the keyboard and may see everything, say whose turn it is."""
        seat = int(self.session.state.actor)
        changed, self.asked = seat != self.asked, seat
        if not changed or self.private or not self.several:
            return []
        who = self.table.player(self.session.state, seat, self.lang)
        return [Text(), Text(say(self.lang, "ui.hand_over", player=who), style="bold reverse")]

    def _show_log(self) -> None:
        told = self.session.told(self._viewer)
        lines = self.table.story(told, self.lang) or [say(self.lang, "ui.log_empty")]
        self._print(Text(say(self.lang, "ui.log"), style=look.ACCENT))
        self._print(*[Text(f"· {line}") for line in lines])
        self._wait()

    def _show_guide(self) -> None:
        self._clear()
        self._print(*self.table.guide(self.session.record.options, self.lang, self.console.width))
        self._wait()

    def _wait(self) -> None:
        if self.tty:
            read(f"{say(self.lang, 'ui.press_enter')} ")

    def _after_the_end(self) -> bool:
        """Offer to undo the last decision; True if the game continues."""
        while True:
            given = read(f"{say(self.lang, 'ui.after_the_end')} › ").strip().lower()
            if given == "u":
                self._undo()
                return True
            if given == "l":
                self._show_log()
            else:
                return False
