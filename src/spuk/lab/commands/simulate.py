"""`spuk simulate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rich.console import Console

import spuk
from spuk.lab import bots, directory, numbers, run, show, tables
from spuk.lab.errors import Refused
from spuk.lab.order import Order, read_order, split_names, version_of
from spuk.lab.system import interrupted_once
from spuk.language.catalog import say, say_number

_BOTS, _GAMES = "monk", 1000
"""The default bot."""
STOPPED = 130
"""The exit code that shells expect after Ctrl-C."""


class Asked(NamedTuple):
    """The given options; None: not given."""

    game: str | None = None
    bots: str | None = None
    games: int | None = None
    grid: Mapping[str, str] = MappingProxyType({})
    more: Sequence[str] = ()
    """Further options as `name=value`."""
    seed: int | None = None
    seconds: float | None = None
    playouts: int | None = None
    rotate: bool = True
    records: bool = False

    def order(self) -> Order:
        """The order. `Refused` says what is wrong."""
        options = dict(self.grid)
        for pair in self.more:
            name, sign, text = pair.partition("=")
            if not sign:
                raise Refused("ui.lab.wrong_pair", given=pair)
            options[name.strip()] = text
        return read_order(
            spuk.games()[0] if self.game is None else self.game,
            _BOTS if self.bots is None else self.bots,
            _GAMES if self.games is None else self.games,
            options,
            seed=self.seed or 0,
            seconds=self.seconds,
            playouts=self.playouts,
            rotate=self.rotate,
            records=self.records,
        )


def simulate(
    asked: Asked,
    out: Path,
    *,
    workers: int | None,
    resume: bool,
    ray: str | None,
    lang: str,
    console: Console,
) -> int:
    """Play, show progress, print the result. Returns 1 if games failed, 130 if it was interrupted."""
    only_bots = asked._replace(bots=None) == Asked()
    order = _begun(out, asked.bots) if resume and only_bots else asked.order()
    progress = Console(stderr=True)
    with interrupted_once():
        with show.watching(order, lang, progress) as watch:
            result = run.simulate(
                order,
                out,
                workers=workers,
                resume=resume,
                ray=ray,
                watch=watch,
                begin=lambda: _begin(order, out, lang, progress),
            )
        show.summary(result, lang, console)
    if result.stopped:
        return STOPPED
    return 1 if result.tally.failures else 0


def _begun(out: Path, typed: str | None) -> Order:
    """Resume a run with its own options.

    The bots must have the same learned weights as before. Only bots that the user typed are imported.
    """
    order = directory.read_order(out)
    order = replace(order, version=version_of(order.game))
    if typed is None:
        return order
    names = split_names(typed)
    bots.import_typed(names)
    bots.check_known(names)
    return replace(order, bots=names)


def _begin(order: Order, out: Path, lang: str, progress: Console) -> None:
    """What is going to be played, and where."""
    games = say_number(lang, "ui.lab.games", order.total, n=numbers.whole(order.total, lang))
    combinations = say_number(lang, "ui.lab.combinations", len(order.combinations))
    lines = [say(lang, "ui.lab.starting", games=games, combinations=combinations, path=out)]
    if not tables.has_parquet():
        lines.insert(0, say(lang, "ui.lab.needs_parquet"))
    for line in lines:
        progress.print(line, soft_wrap=True, highlight=False, markup=False)
