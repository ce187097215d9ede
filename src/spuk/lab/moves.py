"""An analysis as readable text: the graph, the moves in words, the summary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

import spuk
from spuk.lab import bots, curve, numbers
from spuk.lab.analyse import BLUNDER, INACCURACY, MISTAKE, Analysis, Move, summaries
from spuk.language.catalog import say
from spuk.language.words import words_of
from spuk.render.reasons import about_reasons, reasons

STYLES: Final = {"": "", "?!": "yellow", "?": "bold yellow", "??": "bold red"}


@dataclass
class MoveText:
    """A move in words, and what dice and cards did then."""

    move: Move
    chapter: int
    text: str
    better: str = ""
    why: tuple[str, ...] = ()
    """What would have come of the better move more or less often."""
    then: list[str] = field(default_factory=list)


def move_texts(analysis: Analysis, lang: str) -> list[MoveText]:
    """Every move in words."""
    record, game = analysis.record, spuk.game(analysis.record.game)
    by_number = {move.number: move for move in analysis.moves}
    finished = analysis.outcome is not None
    texts: list[MoveText] = []
    state = record.start()
    for number, action in enumerate(record.actions, start=1):
        move = by_number.get(number)
        if move is not None:
            chapter = words_of(record.game).chapter(state)
            texts.append(MoveText(move, chapter, game.words(state, action, lang)))
            if move.verdict is not None and move.verdict.mark:
                texts[-1].better = game.words(state, move.verdict.best.action, lang)
                why = reasons(state, move.verdict.played.differences, lang, played=True)
                texts[-1].why = () if why is None else why.lines
        elif texts:
            shown = finished or state.reveals(action, None)
            texts[-1].then.append(
                game.words(state, action, lang) if shown else say(lang, "ui.analyse.hidden_card")
            )
        state.apply(action)
    return texts


def page(analysis: Analysis, lang: str, width: int, *, only_marked: bool = False) -> RenderableType:
    """The whole page."""
    parts: list[RenderableType] = [*_curves(analysis, lang, width), Text()]
    if analysis.done < len(analysis.moves):
        unfinished = say(lang, "ui.analyse.stopped", n=analysis.done, total=len(analysis.moves))
        parts += [Text(unfinished, style="bold magenta"), Text()]
    parts += [*_chapters(analysis, lang, only_marked=only_marked), *_end(analysis, lang)]
    parts += [_summary(analysis, lang), Text(), *_notes(analysis, lang)]
    return Group(*parts)


# ── the curve ───────────────────────────────────────────────────────────────────────────────


def _curves(analysis: Analysis, lang: str, width: int) -> Iterator[Text]:
    yield Text(say(lang, "ui.analyse.winning_chance"), style="bold")
    if analysis.together:
        yield from curve.chart(analysis.curve(), width, lang)
        return
    seats = sorted({move.seat for move in analysis.moves})
    names = [words_of(analysis.record.game).player_name(analysis.last, seat, lang) for seat in seats]
    margin = max(map(len, names), default=0) + 1
    for seat, name in zip(seats, names, strict=True):
        points_of_seat = analysis.curve(seat)
        if points_of_seat:
            line = curve.sparkline(points_of_seat, min(40, width - margin - 16))
            first, last = (numbers.chance(points_of_seat[end][1], lang, 0) for end in (0, -1))
            yield Text.assemble(f"{name:<{margin}}", line, (f"  {first} → {last}", "dim"))


# ── the moves ───────────────────────────────────────────────────────────────────────────────


def _chapters(analysis: Analysis, lang: str, *, only_marked: bool) -> Iterator[RenderableType]:
    seats = {move.seat for move in analysis.moves}
    telling = words_of(analysis.record.game)
    signs = {seat: telling.player_sign(analysis.last, seat, lang) for seat in seats}
    chapter, table = 0, _table()
    for text in move_texts(analysis, lang):
        verdict = text.move.verdict
        if verdict is None or (only_marked and not verdict.mark):
            continue
        if text.chapter != chapter:
            if table.row_count:
                yield table
                yield Text()
            chapter, table = text.chapter, _table()
            yield Text(telling.chapter_name(chapter, lang), style="bold")
        _add(table, text, signs[text.move.seat], lang, quiet=only_marked)
    if table.row_count:
        yield table
        yield Text()


def _end(analysis: Analysis, lang: str) -> Iterator[Text]:
    """How the game ended, if it did."""
    outcome = analysis.outcome
    if outcome is not None:
        text = words_of(analysis.record.game).ending(outcome, lang)
        yield Text(f"{text} ({outcome.rule})", style="bold")
        yield Text()


def _table() -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", min_width=4, no_wrap=True, style="dim")
    table.add_column(min_width=1, no_wrap=True)
    table.add_column(justify="right", min_width=7, no_wrap=True)
    table.add_column(min_width=4, no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _add(table: Table, text: MoveText, sign: str, lang: str, *, quiet: bool) -> None:
    verdict = text.move.verdict
    if verdict is None:
        return
    mark = f"({verdict.mark})" if verdict.doubtful else verdict.mark
    style = STYLES[verdict.mark]
    chance = numbers.chance(verdict.played.chance, lang)
    table.add_row(str(text.move.number), sign, chance, Text(mark, style=style), Text(text.text, style=style))
    if verdict.mark:
        better = say(
            lang,
            "ui.analyse.better",
            cost=f"{numbers.MINUS}{numbers.decimal(100 * verdict.cost, lang)}",
            action=text.better,
            chance=numbers.chance(verdict.best.chance, lang),
        )
        for line in (better, *(f"  {reason}" for reason in text.why)):
            table.add_row("", "", "", "", Text(line, style="dim"))
    if text.then and not quiet:
        luck = "" if text.move.luck is None else f"{numbers.points(text.move.luck, lang)} "
        table.add_row("", "", Text(luck.strip(), style="cyan"), "", Text(_row(text.then), style="dim"))


def _row(texts: list[str]) -> str:
    """Several dice or cards in a row. Their common beginning is shown once: "Tao die: red, white"."""
    groups: list[tuple[str, list[str]]] = []
    for text in texts:
        head, colon, tail = text.partition(": ")
        if colon and groups and groups[-1][0] == head:
            groups[-1][1].append(tail)
        else:
            groups.append((head, [tail] if colon else []))
    return " · ".join(f"{head}: {', '.join(tails)}" if tails else head for head, tails in groups)


# ── the summary ─────────────────────────────────────────────────────────────────────────────


def _summary(analysis: Analysis, lang: str) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(say(lang, "ui.analyse.who"), no_wrap=True)
    for title in (say(lang, "ui.analyse.moves"), "?!", "?", "??"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column(say(lang, "ui.analyse.cost"), justify="right", no_wrap=True)
    luck = "ui.analyse.luck" if analysis.together else "ui.analyse.luck_and_others"
    table.add_column(say(lang, luck), justify="right", no_wrap=True)
    if analysis.together:
        table.add_column(say(lang, "ui.analyse.second_look"), justify="right", no_wrap=True)
    telling = words_of(analysis.record.game)
    for summary in summaries(analysis):
        table.add_row(
            telling.player_name(analysis.last, summary.seat, lang),
            str(summary.moves),
            *(str(summary.marks[mark]) for mark in ("?!", "?", "??")),
            numbers.points(-summary.cost, lang),
            numbers.points(summary.luck, lang),
            *([numbers.points(summary.second_look, lang)] if analysis.together else []),
        )
    return table


def _notes(analysis: Analysis, lang: str) -> Iterator[Text]:
    limits = [numbers.decimal(100 * limit, lang, 0) for limit in (INACCURACY, MISTAKE, BLUNDER)]
    marks = say(lang, "ui.analyse.marks", inaccuracy=limits[0], mistake=limits[1], blunder=limits[2])
    judged = say(lang, "ui.analyse.judged_by", bot=analysis.order.bot, budget=_budget(analysis, lang))
    kind = "ui.analyse.second_look.about" if analysis.together else "ui.analyse.by_what_was_known"
    marked = [move.verdict for move in analysis.moves if move.verdict is not None and move.verdict.mark]
    explained = any(verdict.played.differences for verdict in marked)
    why = [about_reasons(analysis.last, lang)] if explained else []
    for text in (marks, say(lang, "ui.analyse.estimates"), *why, say(lang, kind), judged):
        yield Text(text, style="dim")


def _budget(analysis: Analysis, lang: str) -> str:
    order = analysis.order
    if not bots.thinks(order.bot):
        return say(lang, "ui.analyse.at_once")
    seconds = bots.usual_seconds([order.bot], order.seconds, order.playouts)
    return bots.budget_words(seconds, order.playouts, lang)
