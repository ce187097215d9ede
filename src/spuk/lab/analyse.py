"""Analysis of a game, move by move: what each decision was worth, and what dice and cards did.

A bot that gives advice (`advise`) judges every decision by what its player knew (`imagine`), never by hidden
hands. The cost of a move is the winning chance of the best option minus that of the move played. Luck is how
the winning chance changed between two decisions because of dice and cards. Both are estimates: `error` is the
standard error of a cost.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

import spuk
from spuk.bots.advice import advice_data
from spuk.kernel.seeds import Random, derive
from spuk.lab import bots
from spuk.lab.errors import Refused
from spuk.lab.system import cores, ignoring_ctrl_c

INACCURACY: Final = 0.02
MISTAKE: Final = 0.05
BLUNDER: Final = 0.10
MARKS: Final = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))
"""The cost, in winning chance, from which a move gets this mark."""
SURE: Final = 2.0
"""A mark is uncertain if the cost is below this many standard errors."""

Progress = Callable[[int, int], None]
"""Called after each decision: how many are done, out of how many."""


class Order(NamedTuple):
    """The bot that judges, and its time per decision."""

    bot: str = "master"
    seconds: float | None = None
    playouts: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Verdict:
    """The bot's evaluation of one decision."""

    options: tuple[spuk.Advice, ...]
    """The best first."""
    played: spuk.Advice

    @property
    def best(self) -> spuk.Advice:
        """The best option."""
        return self.options[0]

    @property
    def cost(self) -> float:
        """Winning chance given away."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return self.played.error if self.cost else 0.0

    @property
    def mark(self) -> str:
        """?! inaccuracy, ? mistake, ?? blunder, or nothing."""
        return next((mark for least, mark in MARKS if self.cost >= least), "")

    @property
    def doubtful(self) -> bool:
        """Whether the mark may be an error of the estimate."""
        return bool(self.mark) and self.cost < SURE * self.error


@dataclass
class Move:
    """One decision of a player."""

    number: int
    """The number of the action in the record, from 1. `spuk odds --at` one less is the position before it."""
    seat: int
    action: int
    verdict: Verdict | None = None
    """None while it has not been judged."""
    luck: float | None = None
    """The effect of dice and cards between this move and the next one, in a cooperative game."""
    second_look: float | None = None
    """The same without dice or cards in between: the next decision was judged differently from what this one
    promised.
    """
    chance_actions: list[int] = field(default_factory=list)
    """The numbers of the dice rolls and cards after it."""


@dataclass
class Analysis:
    """An analysed game, or as much of it as was done."""

    record: spuk.Record
    order: Order
    moves: list[Move]
    finals: list[float] | None
    """The winning chance of each seat at the end of the game: 0 … 1; None while it is in progress."""
    last: spuk.State
    """Where the record ends."""

    @property
    def outcome(self) -> spuk.Outcome | None:
        """How it ended; None while it is in progress."""
        return self.last.outcome()

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together and share one winning chance."""
        return spuk.game(self.record.game).together()

    @property
    def done(self) -> int:
        """How many moves have been judged."""
        return sum(move.verdict is not None for move in self.moves)

    def of_seat(self, seat: int) -> Iterator[Move]:
        """The judged moves of one seat."""
        return (move for move in self.moves if move.seat == seat and move.verdict is not None)

    def curve(self, seat: int | None = None) -> list[tuple[int, float]]:
        """The winning chance after each judged move, of everyone or of a seat, and at the end: number,
        chance.
        """
        points = [
            (move.number, move.verdict.played.chance)
            for move in self.moves
            if move.verdict is not None and seat in (None, move.seat)
        ]
        if self.finals is not None and self.done == len(self.moves):
            points.append((len(self.record.actions), self.finals[seat or 0]))
        return points


@dataclass
class Summary:
    """What a seat did in a game."""

    seat: int
    moves: int
    marks: dict[str, int]
    cost: float
    luck: float
    """Dice and cards after its moves; in a competitive game, the others' moves as well."""
    second_look: float
    """Differences in judgement between moves. Together with costs and luck, they add
    up to the whole change.
    """


def summaries(analysis: Analysis) -> list[Summary]:
    """Every seat that decided anything."""
    seats = sorted({move.seat for move in analysis.moves})
    return [_summary(analysis, seat) for seat in seats]


def _summary(analysis: Analysis, seat: int) -> Summary:
    verdicts = [move.verdict for move in analysis.of_seat(seat) if move.verdict is not None]
    marks = {mark: sum(verdict.mark == mark for verdict in verdicts) for _, mark in reversed(MARKS)}
    if analysis.together:
        luck = sum(move.luck or 0.0 for move in analysis.of_seat(seat))
    else:
        luck = _luck_of_seat(analysis, seat)
    again = sum(move.second_look or 0.0 for move in analysis.of_seat(seat))
    return Summary(seat, len(verdicts), marks, sum(verdict.cost for verdict in verdicts), luck, again)


def _luck_of_seat(analysis: Analysis, seat: int) -> float:
    """How its winning chance changed from each of its moves to the next one, if both were judged."""
    verdicts = [move.verdict for move in analysis.moves if move.seat == seat]
    luck = sum(
        then.best.chance - now.played.chance
        for now, then in pairwise(verdicts)
        if now is not None and then is not None
    )
    last = verdicts[-1]
    if last is not None and analysis.finals is not None:
        luck += analysis.finals[seat] - last.played.chance
    return luck


# ── judging ─────────────────────────────────────────────────────────────────────────────────


class Task(NamedTuple):
    """One decision for a separate process; the state is passed as text."""

    number: int
    state: spuk.State
    action: int
    order: Order


def judge(state: spuk.State, action: int, order: Order, number: int = 0) -> Verdict:
    """The bot's evaluation of an action, based on what the deciding seat knows."""
    seed, known = known_to_the_judge(state, order, number)
    advice = _judge_of(order, seed).advise(known, action)
    return verdict_of(advice, action)


def known_to_the_judge(state: spuk.State, order: Order, number: int) -> tuple[int, spuk.State]:
    """The bot's seed for a decision, and the position as the deciding seat may imagine it."""
    seed = derive(order.seed, "analyse", number)
    return seed, state.imagine(int(state.actor), Random(derive(seed, "imagine")))


def verdict_of(advice: Sequence[spuk.Advice], action: int) -> Verdict:
    """The judgement of the move played, from the advice on all options."""
    for option in advice:
        if option.action == action:
            return Verdict(tuple(advice), option)
    raise ValueError(f"action {action} was not analysed")


def _judge_of(order: Order, seed: int) -> Any:
    return spuk.bot(order.bot, seed=seed, seconds=order.seconds, playouts=order.playouts)


def check(order: Order) -> None:
    """Check an order. `Refused` says what is wrong with it and what is right."""
    judges = [name for name in spuk.bots() if spuk.bot_kind(name).advises]
    if order.bot not in judges:
        raise Refused("ui.analyse.no_judge", bot=order.bot, allowed=", ".join(judges))
    bots.check_budget(order.seconds, order.playouts)


def analyse(
    record: spuk.Record,
    order: Order | None = None,
    *,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every decision of a record, on all cores. Ctrl-C stops it early and keeps what is done.

    With `playouts`, the result does not depend on the machine or the number of processes.
    """
    order = order or Order()
    check(order)
    analysis, tasks = lay_out(record, order)
    verdicts: dict[int, Verdict] = {}
    try:
        for number, verdict in _verdicts(tasks, processes or cores()):
            verdicts[number] = verdict
            if progress is not None:
                progress(len(verdicts), len(tasks))
    except KeyboardInterrupt:
        pass
    for move in analysis.moves:
        move.verdict = verdicts.get(move.number)
    _find_luck(analysis)
    return analysis


def lay_out(record: spuk.Record, order: Order) -> tuple[Analysis, list[Task]]:
    """The moves of a record, not judged yet, and the tasks for judging them."""
    moves: list[Move] = []
    tasks: list[Task] = []
    state = record.start()
    for number, action in enumerate(record.actions, start=1):
        if state.actor == spuk.CHANCE:
            if moves:
                moves[-1].chance_actions.append(number)
        else:
            moves.append(Move(number, int(state.actor), action))
            tasks.append(Task(number, state.clone(), action, order))
        state.apply(action)
    finals = None
    if state.actor == spuk.OVER:
        finals = [float(state.mind().chance(state, seat)) for seat in range(state.seats())]
    return Analysis(record, order, moves, finals, state), tasks


def _verdicts(tasks: Sequence[Task], processes: int) -> Iterator[tuple[int, Verdict]]:
    if processes == 1 or len(tasks) < 2:
        yield from map(_work, tasks)
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(processes, len(tasks)), multiprocessing.get_context("spawn"))
    try:
        with ignoring_ctrl_c():  # what the processes inherit
            futures = [pool.submit(_work, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _work(task: Task) -> tuple[int, Verdict]:
    """A bot from `package.module:Class` is imported again where a task runs in a fresh process."""
    bot = task.order.bot
    bots.import_typed([bot])
    try:
        return task.number, judge(task.state, task.action, task.order, task.number)
    except (Exception, SystemExit) as error:
        if bots.is_ours(bot):
            raise
        reason = bots.told_error(error)
        raise Refused("ui.analyse.judge_failed", bot=bot, number=task.number, reason=reason) from error


def _find_luck(analysis: Analysis) -> None:
    """In a cooperative game: the winning chance after a move, and at the next one."""
    if not analysis.together:
        return
    nexts: list[Move | None] = [*analysis.moves[1:], None]
    for move, following in zip(analysis.moves, nexts, strict=False):
        then: float | None = None
        if following is None:
            then = None if analysis.finals is None else analysis.finals[0]
        elif following.verdict is not None:
            then = following.verdict.best.chance
        if move.verdict is None or then is None:
            continue
        changed = then - move.verdict.played.chance
        if move.chance_actions:
            move.luck = changed
        else:
            move.second_look = changed


# ── data ────────────────────────────────────────────────────────────────────────────────────


def as_data(analysis: Analysis) -> dict[str, Any]:
    """Ready for JSON; actions by name and number."""
    game = spuk.game(analysis.record.game)
    end = analysis.outcome
    return {
        "game": analysis.record.game,
        "players": analysis.record.players,
        "judge": analysis.order._asdict(),
        "thresholds": {"inaccuracy": INACCURACY, "mistake": MISTAKE, "blunder": BLUNDER},
        "judged": analysis.done,
        "finals": analysis.finals,
        "outcome": None if end is None else end._asdict(),
        "moves": [_move_data(move, game, analysis.record.actions) for move in analysis.moves],
        "seats": [vars(summary) for summary in summaries(analysis)],
    }


def _move_data(move: Move, game: spuk.Game, actions: Sequence[int]) -> dict[str, Any]:
    data: dict[str, Any] = {"number": move.number, "seat": move.seat, "action": game.action_text(move.action)}
    verdict = move.verdict
    if verdict is not None:
        data |= {
            "best": game.action_text(verdict.best.action),
            "best_chance": verdict.best.chance,
            "chance": verdict.played.chance,
            "cost": verdict.cost,
            "error": verdict.error,
            "mark": verdict.mark,
            "doubtful": verdict.doubtful,
            "options": [_option_data(option, game) for option in verdict.options],
        }
    if move.luck is not None:
        data["luck"] = move.luck
    if move.second_look is not None:
        data["second_look"] = move.second_look
    if move.chance_actions:
        data["then"] = [game.action_text(actions[number - 1]) for number in move.chance_actions]
    return data


def _option_data(option: spuk.Advice, game: spuk.Game) -> dict[str, Any]:
    return {**advice_data(option), "action": game.action_text(option.action)}
