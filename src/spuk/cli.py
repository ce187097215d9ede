"""The command `spuk`. Thin: each command imports its part only when it runs, so that starting is quick."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from spuk.kernel.registry import packs
from spuk.language.catalog import say
from spuk.language.languages import languages
from spuk.version import VERSION

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _lang() -> str:
    from spuk.terminal.shell import language

    return language()


def _say(id: str, **values: object) -> str:
    return say(_lang(), id, **values)


def _option(id: str, *names: str, **values: object) -> Any:
    """An option whose help comes from the catalogues. What is wrong with a path we say ourselves."""
    return typer.Option(*names, help=_say(f"ui.cli.{id}", **values), show_default=False, readable=False)


def _editions() -> str:
    """The editions of all games that have several, for the help."""
    found = {pack.id: pack.game.options().get("edition", ()) for pack in packs()}
    return "; ".join(f"{id}: {', '.join(editions)}" for id, editions in found.items() if editions)


def _path(id: str) -> Any:
    """A path that is named without an option."""
    return typer.Argument(help=_say(f"ui.cli.{id}"), readable=False)


def _check_lang(lang: str | None) -> None:
    if lang is not None and lang not in languages():
        fail(_say("ui.cli.wrong_lang", given=lang, allowed=", ".join(languages())))


def fail(text: str) -> NoReturn:
    """One clear line, and the exit code for wrong usage."""
    print(text, file=sys.stderr)
    raise typer.Exit(2)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(say(_lang(), "ui.cli.version_shown", version=VERSION, engine=_engine()))
        raise typer.Exit


def _engine() -> str:
    import spuk

    return _say("ui.cli.engine.compiled") if spuk.compiled else _say("ui.cli.engine.plain")


@app.callback(invoke_without_command=True, help=_say("ui.subtitle"))
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=_say("ui.cli.version")),
    ] = False,
) -> None:
    """Without a command: the start page in the browser."""
    if context.invoked_subcommand is None:
        _serve({}, None)


@app.command(help=_say("ui.cli.play"))
def play(
    file: Annotated[Path | None, _path("file")] = None,
    game: Annotated[str | None, _option("game", "--game")] = None,
    players: Annotated[int | None, _option("players", "--players")] = None,
    companions: Annotated[int | None, _option("companions", "--companions")] = None,
    strength: Annotated[str | None, _option("strength", "--strength")] = None,
    seats: Annotated[str | None, _option("seats", "--seats")] = None,
    level: Annotated[str | None, _option("level", "--level")] = None,
    edition: Annotated[str | None, _option("edition", "--edition", editions=_editions())] = None,
    rounds: Annotated[int | None, _option("rounds", "--rounds")] = None,
    five_qi: Annotated[bool, _option("five_qi", "--five-qi")] = False,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
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
    from spuk.language.plain import clean
    from spuk.terminal import launch

    asked = launch.Order(**order)
    try:
        launch.play(asked)
    except launch.WrongOptions as error:
        fail(say(asked.words, "ui.cli.wrong_options", reason=error))
    except launch.NoFile as error:
        fail(str(error))
    except launch.InUse as error:
        fail(say(asked.words, "ui.save_in_use", path=clean(error.path)))


@app.command(help=_say("ui.cli.serve"))
def serve(
    host: Annotated[str | None, _option("host", "--host")] = None,
    port: Annotated[int | None, _option("port", "--port")] = None,
    database_url: Annotated[str | None, _option("database_url", "--database-url")] = None,
    workers: Annotated[int | None, _option("serve_workers", "--workers")] = None,
    no_browser: Annotated[bool, _option("no_browser", "--no-browser")] = False,
    public_url: Annotated[str | None, _option("public_url", "--public-url")] = None,
    host_names: Annotated[str | None, _option("host_names", "--host-names")] = None,
    proxies: Annotated[str | None, _option("proxies", "--proxies")] = None,
    bot_processes: Annotated[int | None, _option("bot_processes", "--bot-processes")] = None,
    rate_limit: Annotated[float | None, _option("rate_limit", "--rate-limit")] = None,
    log_level: Annotated[str | None, _option("log_level", "--log-level")] = None,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """Serve tables over HTTP."""
    _check_lang(lang)
    given: dict[str, Any] = {"host": host, "port": port, "database_url": database_url, "workers": workers}
    given |= {"public_url": public_url, "host_names": host_names, "proxies": proxies}
    given |= {"bot_processes": bot_processes}
    given |= {"rate_limit": rate_limit, "log_level": log_level, "browser": False if no_browser else None}
    _serve(given, lang)


def _serve(given: dict[str, Any], lang: str | None) -> None:
    from spuk.language.plain import clean
    from spuk.server.local_server import open_browser, serve_and_show
    from spuk.server.serve import CannotServe
    from spuk.server.settings import read_settings
    from spuk.store.sql import database_url

    words = lang or _lang()
    page = "/" if lang is None else f"/?lang={lang}"

    def ready(address: str) -> None:
        print(say(words, "ui.serve.ready", address=address), flush=True)
        if settings.browser:
            open_browser(address + page)

    try:
        settings = read_settings(given)
        if given.get("database_url") and database_url(given["database_url"]).password:
            print(say(words, "ui.serve.password_shown"), file=sys.stderr)
        running = serve_and_show(settings, ready)
    except ValueError as error:
        fail(say(words, "ui.serve.wrong_setting", reason=clean(error)))
    except CannotServe as error:
        fail(say(words, error.text, **{name: clean(value) for name, value in error.named.items()}))
    if running:
        print(say(words, "ui.serve.is_open", address=running))
        open_browser(running + page, wait=True)


@app.command(help=_say("ui.cli.rules"))
def rules(
    query: Annotated[list[str] | None, typer.Argument(help=_say("ui.cli.rules_query"))] = None,
    edition: Annotated[str | None, _option("rules_edition", "--edition", editions=_editions())] = None,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """Look up the rules."""
    from spuk.terminal.rulebook import editions
    from spuk.terminal.rulebook import rules as look_up
    from spuk.terminal.shell import prepare

    _check_lang(lang)
    words = lang or _lang()
    if edition is not None and edition not in editions():
        fail(say(words, "ui.cli.wrong_options", reason=f"edition={edition!r}: {', '.join(editions())}"))
    raise typer.Exit(look_up(" ".join(query or []), words, prepare(), edition or ""))


@app.command(help=_say("ui.cli.replay"))
def replay(
    file: Annotated[Path, _path("file")],
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
    everything: Annotated[bool, _option("all", "--all")] = False,
) -> None:
    """Step through a record."""
    from spuk.language.revision import unreadable_words
    from spuk.terminal.replay import replay as step_through

    _check_lang(lang)
    try:
        step_through(file, lang or _lang(), everything=everything)
    except (OSError, ValueError) as error:
        fail(unreadable_words(file, error, lang or _lang()))


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
    edition: Annotated[str | None, _option("odds_edition", "--edition", editions=_editions())] = None,
    position: Annotated[str | None, _option("position", "--position")] = None,
    record: Annotated[Path | None, _option("record", "--record")] = None,
    at: Annotated[int | None, _option("at", "--at")] = None,
    json: Annotated[bool, _option("json", "--json")] = False,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """The exact odds of an exorcism."""
    from spuk.lab.commands.odds import Asked, odds

    _check_lang(lang)
    circumstances: dict[str, Any] = {"dice": dice, "tokens": tokens, "circle": circle, "mantra": mantra}
    circumstances |= {"immune": immune, "white": False if no_white else None, "locked": locked or None}
    circumstances |= {"reroll": reroll or None, "second": second_wind or None}
    circumstances |= {"edition": edition}
    asked = Asked(ghosts or [], circumstances, position, record, at)
    _run_lab(lang, lambda words, console: odds(asked, json=json, lang=words, console=console))


@app.command(help=_say("ui.cli.analyse"))
def analyse(
    file: Annotated[Path, _path("file")],
    bot: Annotated[str, _option("judge", "--bot")] = "master",
    seconds: Annotated[float | None, _option("judge_seconds", "--seconds")] = None,
    playouts: Annotated[int | None, _option("judge_playouts", "--playouts")] = None,
    seed: Annotated[int, _option("judge_seed", "--seed")] = 0,
    processes: Annotated[int | None, _option("processes", "--processes")] = None,
    mistakes: Annotated[bool, _option("mistakes", "--mistakes")] = False,
    svg: Annotated[Path | None, _option("svg", "--svg")] = None,
    png: Annotated[Path | None, _option("png", "--png")] = None,
    json: Annotated[bool, _option("json", "--json")] = False,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """Judge every move of a record."""
    from spuk.lab.analyse import Order
    from spuk.lab.commands.analyse import Asked, analyse

    _check_lang(lang)
    asked = Asked(file, Order(bot, seconds, playouts, seed), processes, mistakes, svg, png)
    _run_lab(lang, lambda words, console: analyse(asked, json=json, lang=words, console=console))


@app.command(help=_say("ui.cli.simulate"))
def simulate(
    out: Annotated[Path, _option("out", "--out")],
    game: Annotated[str | None, _option("game", "--game")] = None,
    bots: Annotated[str | None, _option("bots", "--bots")] = None,
    games: Annotated[int | None, _option("games", "--games")] = None,
    players: Annotated[str | None, _option("grid_players", "--players")] = None,
    level: Annotated[str | None, _option("grid_level", "--level")] = None,
    edition: Annotated[str | None, _option("grid_edition", "--edition")] = None,
    rounds: Annotated[str | None, _option("grid_rounds", "--rounds")] = None,
    option: Annotated[list[str] | None, _option("option", "--option")] = None,
    seconds: Annotated[float | None, _option("seconds", "--seconds")] = None,
    playouts: Annotated[int | None, _option("playouts", "--playouts")] = None,
    seed: Annotated[int | None, _option("lab_seed", "--seed")] = None,
    fixed_seats: Annotated[bool, _option("fixed_seats", "--fixed-seats")] = False,
    records: Annotated[bool, _option("records", "--records")] = False,
    workers: Annotated[int | None, _option("workers", "--workers")] = None,
    resume: Annotated[bool, _option("lab_resume", "--resume")] = False,
    ray: Annotated[str | None, _option("ray", "--ray")] = None,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """Play many games into a directory."""
    from spuk.lab.commands.simulate import Asked, simulate

    _check_lang(lang)
    given = {"players": players, "level": level, "edition": edition, "rounds": rounds}
    grid = {name: text for name, text in given.items() if text is not None}
    more = tuple(option or ())
    asked = Asked(game, bots, games, grid, more, seed, seconds, playouts, not fixed_seats, records)
    how: dict[str, Any] = {"workers": workers, "resume": resume, "ray": ray}
    _run_lab(lang, lambda words, console: simulate(asked, out, **how, lang=words, console=console))


@app.command(help=_say("ui.cli.report"))
def report(
    directories: Annotated[list[Path], _path("report_dirs")],
    out: Annotated[Path | None, _option("report_out", "--out")] = None,
    lang: Annotated[str | None, _option("lang", "--lang", languages=", ".join(languages()))] = None,
) -> None:
    """Tables, plots and a page."""
    from spuk.lab.commands.report import report

    _check_lang(lang)
    _run_lab(lang, lambda words, console: report(directories, out, lang=words, console=console))


def _run_lab(lang: str | None, run: Callable[[str, Console], int]) -> None:
    """Run a command of the laboratory; what it refuses is one line in the person's language."""
    from spuk.lab.errors import Refused
    from spuk.terminal.shell import prepare

    try:
        code = run(lang or _lang(), prepare())
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
