"""Questions with good defaults for people who just press Enter. No game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.bots import DEFAULT_BOT, offered, seated, strength_words
from spuk.terminal.cells import shorten
from spuk.terminal.shell import read


@dataclass
class Questions:
    """Questions on a console, in one language."""

    console: Console
    lang: str
    strength: str | None = None
    """The strength of the bots; None: ask."""
    bots: Sequence[str] = ()
    """The bots, one seat each; empty: ask."""

    def pick(self, id: str, options: Sequence[str], default: int = 0) -> int:
        """Ask for one of several, with the text of this id. Enter takes the default."""
        return self.choose(say(self.lang, id), options, default)

    def choose(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """Ask for one of several. Enter takes the default."""
        self.show(Text(), Text(question, style=look.ACCENT))
        for number, option in enumerate(options):
            mark = look.ACTIVE if number == default else " "
            self.show(Text.assemble((f"{mark}{number + 1:>2} ", "bold cyan"), option))
        return self._answer(1, len(options), default + 1) - 1

    def number(self, id: str, lowest: int, highest: int, default: int) -> int:
        """Ask for a number, with the text of this id. Enter takes the default."""
        return self.ask_number(say(self.lang, id), lowest, highest, default)

    def ask_number(self, question: str, lowest: int, highest: int, default: int) -> int:
        """Ask for a number. Enter takes the default."""
        self.show(Text(), Text(f"{question} ({lowest}–{highest})", style=look.ACCENT))
        return self._answer(lowest, highest, default)

    def seats(self, fewest: int, most: int, companions: int) -> list[str]:
        """Ask who plays: how many people, how many bots, and how strong these are.

        The table has from `few` to `many` seats, and one person is offered this many bots.
        """
        if self.bots:
            return self._seats_with(self.bots[:most], fewest, most)
        people = self.number("ui.choose_people", 1, most, 1)
        lowest, highest = max(fewest - people, 0), most - people
        if highest == 0:
            return seated(people, ())
        proposed = min(max(companions + 1 - people, lowest), highest)
        number = self.number("ui.choose_companions", lowest, highest, proposed)
        return seated(people, [self._strength()] * number if number else ())

    def _seats_with(self, bots: Sequence[str], fewest: int, most: int) -> list[str]:
        """The bots are known: only ask for the number of people."""
        lowest, highest = max(fewest - len(bots), 0), most - len(bots)
        people = self.number("ui.choose_people", lowest, highest, max(lowest, min(1, highest)))
        return seated(people, bots)

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
                self.show(*self.help_lines())
                continue
            shown = shorten("".join(filter(str.isprintable, given)), 20)
            text = say(self.lang, "ui.bad_choice", given=shown, lowest=lowest, highest=highest)
            self.show(Text(text, style=look.ALERT))

    def help_lines(self) -> list[Text]:
        """What you see when you answer with a question mark."""
        return []

    def show(self, *lines: Text) -> None:
        """Print lines."""
        self.console.print(Text("\n").join(lines), soft_wrap=True, highlight=False)
