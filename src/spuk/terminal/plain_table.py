"""A table for any game: its view line by line, its actions by number, with its own texts or plain ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

import spuk
from spuk.kernel.registry import pack
from spuk.kernel.seeds import Random
from spuk.language.catalog import say
from spuk.language.languages import languages
from spuk.terminal import look
from spuk.terminal.cells import shorten
from spuk.terminal.lines import bar, fold, item, log_lines
from spuk.terminal.numbered import columns
from spuk.terminal.plain_view import ViewLines
from spuk.terminal.questions import Questions
from spuk.terminal.table import Scene, Table, Wish

NEWS: Final = 8
"""Log lines below the table."""
TRIED: Final = 500
"""How many steps of a game are played to find its actions."""
LISTED: Final = 12
"""If an option has more values than this, and they are consecutive numbers, it is asked for as a number."""
COMMANDS: Final = (
    ("1", "number"),
    ("u", "undo"),
    ("s", "save"),
    ("l", "log"),
    ("q", "quit"),
    ("?", "help"),
)


class PlainTable(Table):
    """The default terminal part of a game. Games override what they do better."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        fewest, _ = self.player_numbers()
        self.companions = fewest - 1

    # ── the table ───────────────────────────────────────────────────────────────────────────

    def screen(self, scene: Scene) -> list[Text]:
        """The heading, everything the seat may know, and what has happened."""
        title = f" {self.words.title(scene.lang)} · {self._agreed(scene)}"
        drawn = ViewLines(scene, self.words).lines(scene.view())
        lines = [bar(shorten(title, scene.width), scene.width), *drawn]
        if scene.room is not None and len(lines) > scene.room:
            lines = [*lines[: max(scene.room - 1, 1)], Text("…", style=look.QUIET)]
        left = NEWS if scene.room is None else min(NEWS, scene.room - len(lines) - 1)
        news = log_lines(scene.news, scene.width, left, say(scene.lang, "ui.log_cut"))
        return [*lines, Text(), *news] if news else lines

    def _agreed(self, scene: Scene) -> str:
        options = scene.view().get("options")
        agreed = options if isinstance(options, Mapping) else {"players": scene.state.seats()}
        return self.words.summary(agreed, scene.lang)

    def question(self, scene: Scene) -> list[Text]:
        """Who has to decide what."""
        asked = self.words.turn_words(scene.state, scene.lang)
        return [Text(), *fold(Text(asked, style=look.ACCENT), scene.width)]

    def choices(self, scene: Scene) -> list[Text]:
        """The legal actions in words."""
        state, lang = scene.state, scene.lang
        words = [self.words.action_words(state, action, lang) for action in self.ordered(state.legal())]
        return columns(1, words, scene.width)

    def ending(self, scene: Scene) -> list[Text]:
        """Who has won and why, and everyone's score, the winners first."""
        outcome, lang, width = scene.state.outcome(), scene.lang, scene.width
        if outcome is None:
            return []
        verdict = fold(Text(f" {self.words.ending(outcome, lang)} "), width)
        style = f"bold {look.JADE if outcome.won else look.CORAL} on {look.NIGHT}"
        reason = self.words.reason_words(outcome.reason, lang)
        reason = f"{reason} ({outcome.rule})" if outcome.rule else reason
        lines = [Text(), *[Text(line.plain.center(width, "━"), style=style) for line in verdict]]
        return [*lines, *fold(Text(reason), width), Text(), *self._scores(scene, outcome)]

    def _scores(self, scene: Scene, outcome: spuk.Outcome) -> list[Text]:
        if spuk.game(self.game).together():
            return [Text(self.words.score_words(outcome.score, scene.lang))]
        names = [self.player(scene.state, seat, scene.lang) for seat in range(scene.state.seats())]
        column = max(map(len, names)) + 2
        lines = []
        for seat in sorted(range(len(outcome.scores)), key=lambda seat: seat not in outcome.winners):
            won = seat in outcome.winners
            score = self.words.score_words(outcome.scores[seat], scene.lang)
            text = f" {look.STAR if won else ' '} {names[seat].ljust(column)}{score}"
            lines.append(Text(shorten(text, scene.width), style="bold" if won else ""))
        return lines

    # ── help ────────────────────────────────────────────────────────────────────────────────

    def guide(self, options: Mapping[str, Any], lang: str, width: int) -> list[Text]:
        """What you can type, and the rules of the game; without rules, what you can do in it."""
        lines = [Text(say(lang, "ui.help.title"), style=look.ACCENT)]
        for key, name in COMMANDS:
            lines.extend(item(key, say(lang, f"ui.help.{name}"), width, 4))
        lines += [Text(), Text(say(lang, "ui.help.turn"), style=look.ACCENT)]
        about = self.words.subtitle(lang)
        lines += fold(Text(about), width) if about else []
        return [*lines, *(self._rules(lang, width) or self._actions(options, lang, width)), Text()]

    def _rules(self, lang: str, width: int) -> list[Text]:
        """The rules from the game's package, in this language or another one."""
        folder = pack(self.game).folder("rules")
        if folder is None:
            return []
        files = [folder / f"{code}.md" for code in (lang, *languages())]
        found = next((file for file in files if file.is_file()), None)
        return _rendered(found.read_text(encoding="utf-8"), width) if found is not None else []

    def _actions(self, options: Mapping[str, Any], lang: str, width: int) -> list[Text]:
        """An example of each kind of action, found by random play."""
        state, random = spuk.game(self.game).new(**options), Random(1)
        found: dict[str, str] = {}
        for _ in range(TRIED):
            if state.actor == spuk.OVER:
                break
            if state.actor == spuk.CHANCE:
                state.apply(state.sample(random))
                continue
            legal = state.legal()
            for action in legal:
                verb = state.space().verb_of(action).name
                found.setdefault(verb, self.words.action_words(state, action, lang))
            state.apply(legal[random.below(len(legal))])
        return [line for words in found.values() for line in item("·", words, width, 2)]

    # ── starting ────────────────────────────────────────────────────────────────────────────

    def wish(self, ask: Questions) -> Wish:
        """People and bots, then every option that is a choice."""
        seats = self.ask_seats(ask)
        usual = {**spuk.game(self.game).defaults(), **self.words.usual_options(ask.lang)}
        options = {
            name: self._chosen(name, list(values), usual[name], ask)
            for name, values in spuk.game(self.game).options().items()
            if name != "players" and _is_choice(values)
        }
        return Wish(self.game, seats=seats, options=options)

    def _chosen(self, name: str, values: list[Any], usual: Any, ask: Questions) -> Any:
        """The chosen value of an option. Enter takes the default."""
        question = self.words.option_name(name, ask.lang)
        if len(values) > LISTED and _in_a_row(values):
            return ask.ask_number(question, min(values), max(values), usual)
        named = [self._value(name, value, ask.lang) for value in values]
        return values[ask.choose(question, named, values.index(usual))]

    def _value(self, name: str, value: Any, lang: str) -> str:
        if isinstance(value, bool):
            return say(lang, "ui.yes" if value else "ui.no")
        about = self.words.value_about(name, value, lang)
        return " – ".join(filter(None, (self.words.value_name(name, value, lang), about)))


def _is_choice(values: Sequence[Any]) -> bool:
    """One of several values. An option that is None by default takes a list or is for experts."""
    return len(values) > 1 and values[0] is not None


def _in_a_row(values: Sequence[Any]) -> bool:
    if not all(type(value) is int for value in values):
        return False
    return sorted(values) == list(range(min(values), max(values) + 1))


def _rendered(text: str, width: int) -> list[Text]:
    """Markdown as lines without colours."""
    console = Console(file=StringIO(), width=width, color_system=None)
    with console.capture() as captured:
        console.print(Markdown(text))
    return [Text(line.rstrip()) for line in captured.get().splitlines()]
