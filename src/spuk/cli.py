"""The command `spuk`. Thin: each command imports its part only when it runs, so that starting is quick."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from spuk.version import VERSION
from spuk.words.catalog import LANGUAGES, say

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _lang() -> str:
    from spuk.terminal.shell import language

    return language()


def _say(id: str, **values: object) -> str:
    return say(_lang(), id, **values)


def _option(id: str, *names: str) -> Any:
    """An option whose help comes from the catalogues."""
    return typer.Option(*names, help=_say(f"ui.cli.{id}"), show_default=False)


def _check_lang(lang: str | None) -> None:
    if lang is not None and lang not in LANGUAGES:
        fail(_say("ui.cli.wrong_lang", given=lang, allowed=", ".join(LANGUAGES)))


def fail(text: str) -> NoReturn:
    """One clear line, and the exit code for wrong usage."""
    print(text, file=sys.stderr)
    raise typer.Exit(2)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"spuk {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True, help=_say("ui.subtitle"))
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=_say("ui.cli.version")),
    ] = False,
) -> None:
    """Without a command: play."""
    if context.invoked_subcommand is None:
        _play()


@app.command(help=_say("ui.cli.play"))
def play(
    file: Annotated[Path | None, typer.Argument(help=_say("ui.cli.file"))] = None,
    game: Annotated[str | None, _option("game", "--game")] = None,
    players: Annotated[int | None, _option("players", "--players")] = None,
    companions: Annotated[int | None, _option("companions", "--companions")] = None,
    strength: Annotated[str | None, _option("strength", "--strength")] = None,
    seats: Annotated[str | None, _option("seats", "--seats")] = None,
    level: Annotated[str | None, _option("level", "--level")] = None,
    edition: Annotated[str | None, _option("edition", "--edition")] = None,
    rounds: Annotated[int | None, _option("rounds", "--rounds")] = None,
    five_qi: Annotated[bool, _option("five_qi", "--five-qi")] = False,
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
    seed: Annotated[int | None, _option("seed", "--seed")] = None,
    first: Annotated[int | None, _option("first", "--first")] = None,
    colors: Annotated[str | None, _option("colors", "--colors")] = None,
    powers: Annotated[str | None, _option("powers", "--powers")] = None,
    village: Annotated[str | None, _option("village", "--village")] = None,
    incarnations: Annotated[str | None, _option("incarnations", "--incarnations")] = None,
    resume: Annotated[bool, _option("resume", "--resume")] = False,
) -> None:
    """Play in the terminal."""
    _check_lang(lang)
    options: dict[str, Any] = {"level": level, "edition": edition, "rounds": rounds}
    options["five_qi"] = five_qi or None
    options["first"] = None if first is None else first - 1
    lists = {"colors": colors, "powers": powers, "village": village, "incarnations": incarnations}
    for name, given in lists.items():
        options[name] = None if given is None else [part.strip() for part in given.split(",")]
    _play(
        lang=lang,
        game=game,
        players=players,
        companions=companions,
        strength=strength,
        seats=seats,
        seed=seed,
        resume=resume,
        file=file,
        options={name: value for name, value in options.items() if value is not None},
    )


def _play(**order: Any) -> None:
    from spuk.terminal import launch
    from spuk.terminal.plain import clean

    asked = launch.Order(**order)
    try:
        launch.play(asked)
    except launch.WrongOptions as error:
        fail(say(asked.words, "ui.cli.wrong_options", reason=error))
    except launch.NoFile as error:
        fail(str(error))
    except launch.InUse as error:
        fail(say(asked.words, "ui.save_in_use", path=clean(error.path)))


@app.command(help=_say("ui.cli.replay"))
def replay(
    file: Annotated[Path, typer.Argument(help=_say("ui.cli.file"))],
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
    everything: Annotated[bool, _option("all", "--all")] = False,
) -> None:
    """Step through a record."""
    from spuk.terminal.plain import clean
    from spuk.terminal.replay import replay as step_through

    _check_lang(lang)
    try:
        step_through(file, lang or _lang(), everything=everything)
    except (OSError, ValueError) as error:
        fail(say(lang or _lang(), "ui.corrupt_save", path=clean(file), reason=f"({clean(error)})"))


@app.command(help=_say("ui.cli.odds"))
def odds(
    ghosts: Annotated[list[str] | None, typer.Argument(help=_say("ui.cli.ghosts"))] = None,
    dice: Annotated[int | None, _option("dice", "--dice")] = None,
    tokens: Annotated[str | None, _option("tokens", "--tokens")] = None,
    circle: Annotated[str | None, _option("circle", "--circle")] = None,
    mantra: Annotated[int | None, _option("mantra", "--mantra")] = None,
    immune: Annotated[list[int] | None, _option("immune", "--immune")] = None,
    no_white: Annotated[bool, _option("no_white", "--no-white")] = False,
    locked: Annotated[bool, _option("locked", "--locked")] = False,
    reroll: Annotated[bool, _option("reroll", "--reroll")] = False,
    second_wind: Annotated[bool, _option("second_wind", "--second-wind")] = False,
    position: Annotated[str | None, _option("position", "--position")] = None,
    record: Annotated[Path | None, _option("record", "--record")] = None,
    at: Annotated[int | None, _option("at", "--at")] = None,
    json: Annotated[bool, _option("json", "--json")] = False,
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
) -> None:
    """The exact odds of an exorcism."""
    from spuk.lab import odds as lab

    _check_lang(lang)
    words = lang or _lang()
    asked: dict[str, Any] = {"dice": dice, "tokens": tokens, "circle": circle, "mantra": mantra}
    asked |= {"immune": immune, "locked": locked or None, "reroll": reroll or None}
    asked |= {"white": False if no_white else None, "second": second_wind or None}
    asked = {name: value for name, value in asked.items() if value is not None}
    if (position is not None) + (record is not None) + bool(ghosts) != 1:
        fail(say(words, "ui.odds.one_question"))
    if not ghosts and asked:
        fail(say(words, "ui.odds.not_with_a_position", given=", ".join(asked)))
    if at is not None and record is None:
        fail(say(words, "ui.odds.at_without_record"))
    if ghosts:
        entries = [lab.Entry(_ask_odds(ghosts, asked, words))]
    elif record is not None:
        entries = _odds_around(_state_of_record(record, at, words), words)
    else:
        entries = _odds_around(_state_of_text(position or "", words), words)
    _print(lab.as_data(entries) if json else lab.page(entries, words))


@app.command(help=_say("ui.cli.analyse"))
def analyse(
    file: Annotated[Path, typer.Argument(help=_say("ui.cli.file"))],
    bot: Annotated[str, _option("judge", "--bot")] = "master",
    seconds: Annotated[float | None, _option("judge_seconds", "--seconds")] = None,
    playouts: Annotated[int | None, _option("judge_playouts", "--playouts")] = None,
    seed: Annotated[int, _option("judge_seed", "--seed")] = 0,
    processes: Annotated[int | None, _option("processes", "--processes")] = None,
    mistakes: Annotated[bool, _option("mistakes", "--mistakes")] = False,
    svg: Annotated[Path | None, _option("svg", "--svg")] = None,
    png: Annotated[Path | None, _option("png", "--png")] = None,
    json: Annotated[bool, _option("json", "--json")] = False,
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
) -> None:
    """Judge every move of a record."""
    from spuk.lab import analyse as lab
    from spuk.lab import moves
    from spuk.terminal.shell import prepare

    _check_lang(lang)
    words = lang or _lang()
    order = lab.Order(bot, seconds, playouts, seed)
    if processes is not None and processes < 1:
        fail(say(words, "ui.analyse.wrong", reason=f"processes={processes}: at least 1 is needed"))
    try:
        lab.check(order)
    except ValueError as error:
        fail(say(words, "ui.analyse.wrong", reason=error))
    pictures = [(picture, format) for picture, format in ((svg, "svg"), (png, "png")) if picture is not None]
    for picture, _format in pictures:
        _save_curve(None, picture, "", words)
    record = _read_record(file, words)
    with _progress(say(words, "ui.analyse.at_work")) as progress:
        found = lab.analyse(record, order, processes=processes, progress=progress)
    console = prepare()
    page = moves.page(found, words, min(console.width, 100), only_marked=mistakes)
    _print(lab.as_data(found) if json else page)
    for picture, format in pictures:
        _save_curve(found, picture, format, words)


@contextlib.contextmanager
def _progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream, so that the output stays clean; nothing where nobody would see it."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _save_curve(found: Any, file: Path, format: str, words: str) -> None:
    """Write the picture, or, with nothing found yet, say at once what would be in the way."""
    from spuk.lab import curve
    from spuk.terminal.plain import clean

    try:
        if found is None:
            curve.check(file)
        else:
            curve.save(found, file, words, format)
    except curve.NoMatplotlib:
        fail(say(words, "ui.analyse.no_matplotlib"))
    except OSError as error:
        reason = error.strerror or error
        fail(say(words, "ui.analyse.cannot_write", path=clean(file), reason=reason))


def _ask_odds(ghosts: list[str], asked: dict[str, Any], words: str) -> Any:
    import spuk

    for name in ("tokens", "circle"):
        if name in asked:
            asked[name] = asked[name].lower()
    given = [int(ghost) if ghost.isdecimal() and len(ghost) < 6 else ghost.lower() for ghost in ghosts]
    try:
        return spuk.exorcism_odds(given, **asked)
    except ValueError as error:
        fail(say(words, "ui.odds.wrong", reason=error))


def _odds_around(state: Any, words: str) -> Any:
    from spuk.lab import odds as lab

    try:
        return lab.around(state)
    except ValueError as error:
        fail(say(words, "ui.odds.wrong", reason=error))


def _state_of_text(text: str, words: str) -> Any:
    import spuk
    from spuk.terminal.plain import clean

    try:
        return spuk.game("ghost-stories").from_text(text)
    except spuk.BrokenText as error:
        fail(say(words, "ui.cli.wrong_position", reason=clean(error)))


def _read_record(file: Path, words: str) -> Any:
    """A record that can be replayed to its end."""
    import spuk
    from spuk.terminal import saves
    from spuk.terminal.plain import clean

    try:
        found = spuk.Record.from_json(saves.read(file))
        found.replay()
    except (OSError, ValueError) as error:
        fail(say(words, "ui.corrupt_save", path=clean(file), reason=f"({clean(error)})"))
    return found


def _state_of_record(file: Path, at: int | None, words: str) -> Any:
    found = _read_record(file, words)
    total = len(found.actions)
    if at is not None and not 0 <= at <= total:
        fail(say(words, "ui.cli.wrong_at", given=at, total=total))
    found.actions = found.actions[:at]
    return found.replay()


def _print(what: Any) -> None:
    """Data as JSON, anything else as rich shows it."""
    import json

    from spuk.terminal.shell import prepare

    if isinstance(what, dict):
        print(json.dumps(what, ensure_ascii=False, indent=2))
    else:
        prepare().print(what, highlight=False)


@app.command(help=_say("ui.cli.simulate"))
def simulate(
    out: Annotated[Path, _option("out", "--out")],
    game: Annotated[str, _option("game", "--game")] = "ghost-stories",
    bots: Annotated[str, _option("bots", "--bots")] = "monk",
    games: Annotated[int, _option("games", "--games")] = 1000,
    players: Annotated[str | None, _option("grid_players", "--players")] = None,
    level: Annotated[str | None, _option("grid_level", "--level")] = None,
    edition: Annotated[str | None, _option("grid_edition", "--edition")] = None,
    rounds: Annotated[str | None, _option("grid_rounds", "--rounds")] = None,
    option: Annotated[list[str] | None, _option("option", "--option")] = None,
    seconds: Annotated[float | None, _option("seconds", "--seconds")] = None,
    playouts: Annotated[int | None, _option("playouts", "--playouts")] = None,
    seed: Annotated[int, _option("lab_seed", "--seed")] = 0,
    fixed_seats: Annotated[bool, _option("fixed_seats", "--fixed-seats")] = False,
    records: Annotated[bool, _option("records", "--records")] = False,
    workers: Annotated[int | None, _option("workers", "--workers")] = None,
    resume: Annotated[bool, _option("lab_resume", "--resume")] = False,
    ray: Annotated[str | None, _option("ray", "--ray")] = None,
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
) -> None:
    """Play many games into a directory."""
    from spuk.lab.command import Asked, simulate

    _check_lang(lang)
    grid = {"players": players, "level": level, "edition": edition, "rounds": rounds}
    asked = Asked(game, bots, games, grid, option or [], seed, seconds, playouts, not fixed_seats, records)
    _run_lab(lang, lambda words: simulate(asked, out, workers=workers, resume=resume, ray=ray, lang=words))


@app.command(help=_say("ui.cli.report"))
def report(
    directories: Annotated[list[Path], typer.Argument(help=_say("ui.cli.report_dirs"))],
    out: Annotated[Path | None, _option("report_out", "--out")] = None,
    lang: Annotated[str | None, _option("lang", "--lang")] = None,
) -> None:
    """Tables, plots and a page."""
    from spuk.lab.command import report

    _check_lang(lang)
    _run_lab(lang, lambda words: report(directories, out, words))


def _run_lab(lang: str | None, run: Callable[[str], int]) -> None:
    """Run a command of the laboratory; what it refuses is one line in the person's language."""
    from spuk.lab.errors import Refused

    try:
        code = run(lang or _lang())
    except Refused as error:
        fail(error.words(lang or _lang()))
    else:
        raise typer.Exit(code)


def main() -> None:
    """The entry point of the command."""
    if sys.stdin is None:  # closed: as if nobody typed anything
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        _complain(_say("ui.cli.no_output", reason=os.strerror(errno.EBADF)))
        raise SystemExit(2)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone (`spuk … | head`): end quietly, also at the last flush.
        _drop_output()
        raise SystemExit(0) from None
    except OSError as error:
        _drop_output()
        _complain(_say("ui.cli.no_output", reason=error.strerror or error))
        raise SystemExit(1) from None


def _drop_output() -> None:
    """What is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
