"""Looking at a finished or running game again, decision by decision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

import spuk
from spuk.terminal import look
from spuk.terminal.ending import end_lines
from spuk.terminal.screen import table_lines
from spuk.terminal.session import Entry
from spuk.terminal.shell import on_a_terminal, prepare, read
from spuk.terminal.telling import story, teller
from spuk.words.catalog import say


@dataclass
class Stop:
    """A moment worth showing: after how many actions, which turn, and what led there."""

    number: int
    turn: int
    news: list[str]


@dataclass
class Replay:
    """A record and where one stands in it."""

    record: spuk.Record
    lang: str
    at: int = 0

    def __post_init__(self) -> None:
        self.stops = _stops(self.record, self.lang)

    def state(self) -> spuk.State:
        """The position at the current stop."""
        actions = self.record.actions[: self.stops[self.at].number]
        return spuk.Record(self.record.game, self.record.options, actions).replay()

    def go(self, command: str) -> bool:
        """Move on; False for a command that is none."""
        last = len(self.stops) - 1
        if command == "":
            self.at = min(self.at + 1, last)
        elif command == "b":
            self.at = max(self.at - 1, 0)
        elif command == "t":
            now = self.stops[self.at].turn
            self.at = next((i for i in range(self.at, last) if self.stops[i].turn > now), last)
        elif command == "e":
            self.at = last
        elif command.isdecimal() and len(command) < 6 and 1 <= int(command) <= last + 1:
            self.at = int(command) - 1
        else:
            return False
        return True


def _stops(record: spuk.Record, lang: str) -> list[Stop]:
    """Every position in which a player decides, and the end."""
    tell = teller(lang)
    state = record.start()
    stops: list[Stop] = []
    news: list[Entry] = []
    for number, action in enumerate([*record.actions, None]):
        laid_out = bool(state.view(None)["boards"]) if not stops else True
        if laid_out and (state.actor != spuk.CHANCE or action is None):
            stops.append(Stop(number, state.view(None)["turn"], story(news, lang)))
            news = []
        if action is not None:
            events: list[spuk.Event] = []
            state.apply(action, events)
            news.extend(Entry(number, event, tell(state, event)) for event in events)
    return stops


def replay(path: Path, lang: str, *, everything: bool = False) -> None:
    """Step through a record; BrokenText or OSError if it cannot be read."""
    console = prepare()
    record = spuk.Record.from_json(path.read_text(encoding="utf-8"))
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
            wrong = say(shown.lang, "ui.bad_command", given=given[:20])
            console.print(Text(wrong, style=look.ALERT), highlight=False)


def _show(shown: Replay, console: Console, path: Path) -> None:
    if on_a_terminal():
        console.clear()
    stop, state = shown.stops[shown.at], shown.state()
    where = say(shown.lang, "ui.replay_at", n=shown.at + 1, total=len(shown.stops))
    lines = [
        *table_lines(state, shown.lang, console.width, stop.news),
        *end_lines(state, shown.lang, console.width, path),
        Text(where, style=look.ACCENT),
    ]
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)
