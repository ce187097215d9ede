"""The game loop: show the table, ask, do, keep; until the game ends or the person leaves."""

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
"""Seconds for all that bots do up to the next question."""
RESERVED = 13
"""Lines kept for question and choices, so that the table does not change its size with each of them;
on small terminals a third of what there is."""


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
    """The seat that was asked last: whoever sits at the keyboard."""

    patience: float = PATIENCE
    """Seconds that are left for pauses before the next question."""
    failure: str = ""
    """Why the game could not be saved, once that has been said."""

    def __post_init__(self) -> None:
        self.table = table_of(self.session.record.game)
        people = self.session.people()
        self.several = len(people) > 1
        self.secret = spuk.game(self.session.record.game).hides()
        """Hands are hidden: people at one keyboard must not see each other's screens."""
        self.private = self.secret and self.several
        """Several people share the keyboard, but not what they know."""
        if self.secret and len(people) == 1:
            self.asked = people[0]

    def run(self) -> bool:
        """Play until the end, `q`, Ctrl-C or the end of input; nothing is ever lost.

        False if a bot could not go on.
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
        """Up to the next decision and through it; False when the game is over for good."""
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
        # What chance has brought follows from the seed, but a record is to be whole.
        self._keep()

    def _step(self, step: Callable[[], object], *, watched: bool = False) -> None:
        """One step of the game, and what there is to see of it."""
        before = len(self.session.log)
        self._carefully(step)
        if self.tty and watched:
            self._watch(before)
        lines = self.table.interlude(self.session, before, self.lang, self.console.width)
        if lines:
            self._clear()
            self._print(*lines)
            self._wait()
            # Everybody has looked at this one, so that nobody sits at the keyboard any more.
            self.asked = None if self.private else self.asked

    def _watch(self, before: int) -> None:
        """Let the person follow what a bot does."""
        told = [entry.seen[self._viewer] for entry in self.session.log[before:]]
        for line in self.table.story(told, self.lang):
            self._print(Text(f"· {line}"))
            length = min(PAUSE, self.patience)
            if length > 0:
                self.patience = 0 if pause(length) else self.patience - length

    # ── who sees what ───────────────────────────────────────────────────────────────────────

    @property
    def _viewer(self) -> int | None:
        """Whose eyes are on the screen; None if nothing is secret, or nobody in particular looks."""
        return self.asked if self.secret else None

    def _hand_over(self) -> None:
        """Hidden hands at one keyboard: the next person sees the screen only after the others look away."""
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
        """The chosen action; None if the question has to be put anew."""
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
        """A disk that refuses must not end the game: say so and play on."""
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
        """A game that cannot be saved is left only by those who know it."""
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
            wipe(self.console)  # whoever comes next must not find a hand on the screen
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
        # In one piece, so that a screen does not flicker.
        if lines:
            self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)

    def _clear(self) -> None:
        """A new screen; where people hide their hands from each other, nothing is left to scroll back to."""
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
        """How many lines the table may take, so that question and choices fit below it."""
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
        """Several people at one keyboard who may see everything: say whose it is now."""
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
