"""Replaying a finished or running game, decision by decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

import spuk
from spuk.kernel import files
from spuk.language.catalog import say
from spuk.language.plain import clean
from spuk.terminal import look
from spuk.terminal.session import Told
from spuk.terminal.shell import on_a_terminal, prepare, read
from spuk.terminal.table import Scene
from spuk.terminal.tables import table_of


@dataclass
class Stop:
    """A moment worth showing: after how many actions, which turn or round, and what led there."""

    number: int
    chapter: int
    news: list[str]


@dataclass
class Replay:
    """A record and the current place in it."""

    record: spuk.Record
    lang: str
    at: int = 0

    def __post_init__(self) -> None:
        self.table = table_of(self.record.game)
        self.finished = self.record.replay().actor == spuk.OVER
        """A finished game hides nothing any more."""
        self.stops = self._stops()

    def state(self) -> spuk.State:
        """The position at the current stop."""
        actions = self.record.actions[: self.stops[self.at].number]
        return replace(self.record, actions=actions).replay()

    def go(self, command: str) -> bool:
        """Move; False for an unknown command."""
        last = len(self.stops) - 1
        if command == "":
            self.at = min(self.at + 1, last)
        elif command == "b":
            self.at = max(self.at - 1, 0)
        elif command == "t":
            now = self.stops[self.at].chapter
            self.at = next((i for i in range(self.at, last) if self.stops[i].chapter > now), last)
        elif command == "e":
            self.at = last
        elif command.isdecimal() and len(command) < 6 and 1 <= int(command) <= last + 1:
            self.at = int(command) - 1
        else:
            return False
        return True

    def _stops(self) -> list[Stop]:
        """Every position in which a player decides, and the end."""
        state = self.record.start()
        stops: list[Stop] = []
        news: list[Told] = []
        for number, action in enumerate([*self.record.actions, None]):
            view = state.view(None)
            if (stops or self.table.laid_out(view)) and (state.actor != spuk.CHANCE or action is None):
                chapter = self.table.words.chapter(state)
                stops.append(Stop(number, chapter, self.table.story(news, self.lang)))
                news = []
            if action is not None:
                events: list[spuk.Event] = []
                state.apply(action, events)
                news.extend(self._told(state, event, action) for event in events)
        return stops

    def _told(self, state: spuk.State, event: spuk.Event, action: int) -> Told:
        known = event if self.finished else state.redact(event, None)
        return Told(known, self.table.teller(self.lang)(state, known, action))

    def scene(self, width: int) -> Scene:
        """What to show at the current stop: the view of the seat that decides, once the game is over."""
        state = self.state()
        seat = int(state.actor) if self.finished and state.actor >= 0 else None
        return Scene(
            state, self.lang, width, seat, news=self.stops[self.at].news, players=self.record.players
        )


def replay(path: Path, lang: str, *, everything: bool = False) -> None:
    """Step through a record. BrokenText or OSError if it cannot be read."""
    console = prepare()
    record = spuk.Record.from_json(files.read(path))
    shown = Replay(record, lang)
    if not shown.stops:
        console.print(Text(say(lang, "ui.log_empty")))
    elif everything:
        _show_everything(shown, console, path)
    else:
        _step_through(shown, console, path)


def _show_everything(shown: Replay, console: Console, path: Path) -> None:
    for stop in shown.stops:
        for text in stop.news:
            console.print(Text(f"· {text}"), soft_wrap=True, highlight=False)
    shown.go("e")
    _show(shown, console, path)


def _step_through(shown: Replay, console: Console, path: Path) -> None:
    _show(shown, console, path)
    prompt = f"{say(shown.lang, 'ui.replay_commands')} › "
    while True:
        try:
            given = read(prompt).strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if given == "q":
            return
        if shown.go(given):
            _show(shown, console, path)
        else:
            wrong = say(shown.lang, "ui.bad_command", given=clean(given, 20))
            console.print(Text(wrong, style=look.ALERT), highlight=False)


def _show(shown: Replay, console: Console, path: Path) -> None:
    if on_a_terminal():
        console.clear()
    scene = shown.scene(console.width)
    where = say(shown.lang, "ui.replay_at", n=shown.at + 1, total=len(shown.stops))
    lines = [
        *shown.table.screen(scene),
        *_ending(shown, scene, path),
        Text(where, style=look.ACCENT),
    ]
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def _ending(shown: Replay, scene: Scene, path: Path) -> list[Text]:
    lines = shown.table.ending(scene)
    return [*lines, Text(), Text(say(shown.lang, "ui.record_kept", path=clean(path)))] if lines else []
