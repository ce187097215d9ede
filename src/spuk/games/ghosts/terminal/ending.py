"""The end of a round and of the game: everyone's fear, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from spuk.games.ghosts.words import player_name, reason_words, winners_words
from spuk.language.catalog import say
from spuk.terminal import look
from spuk.terminal.lines import bar, fold
from spuk.terminal.session import Session, Told
from spuk.terminal.table import Data, Scene

NAME: Final = 14
COLUMN: Final = 14


def round_lines(session: Session, since: int, lang: str, width: int) -> list[Text]:
    """The result of a round, as soon as the next one begins; otherwise nothing."""
    if not any(_is(entry.seen[None], "round_began") for entry in session.log[since:]):
        return []
    told = session.told(None)
    begins = [place for place, entry in enumerate(told) if _is(entry, "round_began")]
    if len(begins) < 2:
        return []
    view = session.state.view(None)
    over = told[begins[-2] : begins[-1]]
    total = view["options"]["rounds"]
    heading = say(lang, "ui.ghosts.round_over", n=view["round"] - 1, total=total)
    return [bar(f" {heading}", width), Text(), *_sheet(view, over, lang), Text()]


def _is(told: Told, id: str) -> bool:
    return told.event.id == id


def _sheet(view: Data, over: Sequence[Told], lang: str) -> list[Text]:
    """Who took and gave back how much fear, and has how much now."""
    names = [say(lang, f"ui.ghosts.column.{name}") for name in ("taken", "back", "fear")]
    lines = [Text(" " * NAME + "".join(name.rjust(COLUMN) for name in names), style=look.QUIET)]
    for player in view["players"]:
        seat = player["seat"]
        taken = sum(_is(told, "pile_taken") and told.event.values["seat"] == seat for told in over)
        back = sum(
            told.event.values["number"]
            for told in over
            if _is(told, "fear_given_back") and told.event.values["seat"] == seat
        )
        numbers = (f"+{taken}" if taken else "–", f"−{back}" if back else "–", str(player["fear"]))
        name = player_name(seat, lang).ljust(NAME)
        cells = "".join(number.rjust(COLUMN) for number in numbers[:2])
        lines.append(Text.assemble(name, cells, (numbers[2].rjust(COLUMN), "bold")))
    return lines


def end_lines(scene: Scene) -> list[Text]:
    """Everyone's fear, the least first, and who has won; empty while the game is in progress."""
    outcome, lang, width = scene.state.outcome(), scene.lang, scene.width
    if outcome is None:
        return []
    verdict = winners_words(outcome.winners, outcome.score, lang)
    reason = f"{reason_words(outcome.reason, lang)} ({outcome.rule})"
    lines = [
        Text(),
        *[
            Text(line.plain.center(width, "━"), style=f"bold {look.JADE} on {look.NIGHT}")
            for line in fold(Text(f" {verdict} "), width)
        ],
        *fold(Text(reason), width),
        Text(),
    ]
    longest = max(width - NAME - 12, 1)
    for fear, seat in sorted((fear, seat) for seat, fear in enumerate(outcome.scores)):
        won = seat in outcome.winners
        mark = look.STAR if won else " "
        name = f" {mark} {player_name(seat, lang)}".ljust(NAME)
        text = f"{name}{fear:>3}  {look.FULL * min(fear, longest)}"
        lines.append(Text(text, style="bold" if won else ""))
    return lines
