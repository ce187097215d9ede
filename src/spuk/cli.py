"""The command `spuk`. Each command imports its code only when it runs, so that starting is quick."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import spuk
from spuk.admin.commands import app as admin
from spuk.kernel.errors import not_one_of
from spuk.language.catalog import say
from spuk.language.errors import error_words
from spuk.language.lists import one_of
from spuk.language.words import words_of
from spuk.terminal.bots import DEFAULT_BOT, JUDGE, ability_words, advisers, offered
from spuk.terminal.command_line import (
    add_pack_commands,
    check_lang,
    edition_names,
    fail,
    lang_option,
    option,
    path,
    run_lab,
    said,
)
from spuk.terminal.menu import subtitle
from spuk.terminal.shell import language, prepare
from spuk.version import VERSION


def _game_option() -> Any:
    """`--game`, with the available games."""
    return option("game", "--game", games=one_of(spuk.games(), language()))


def _bots_option(id: str, name: str, bots: Sequence[str], default: str = DEFAULT_BOT) -> Any:
    """An option for bots, with the available ones."""
    return option(id, name, bots=one_of(bots, language()), default=default)


def _player_numbers() -> str:
    """The number of players, game by game."""
    lang = language()
    allowed = {id: spuk.game(id).options()["players"] for id in spuk.games()}
    named = [f"{words_of(id).title(lang)} {min(few)}–{max(few)}" for id, few in allowed.items()]
    return ", ".join(named)


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(say(language(), "ui.cli.version_shown", version=VERSION, engine=_engine()))
        raise typer.Exit


def _engine() -> str:
    return said("ui.cli.engine.compiled") if spuk.compiled else said("ui.cli.engine.plain")


@app.callback(invoke_without_command=True, help=subtitle(language()))
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=said("ui.cli.version")),
    ] = False,
) -> None:
    """Without a command: the start page in the browser."""
    if context.invoked_subcommand is None:
        _serve({}, None)


@app.command(help=said("ui.cli.play"))
def play(
    file: Annotated[Path | None, path("file")] = None,
    game: Annotated[str | None, _game_option()] = None,
    players: Annotated[int | None, option("players", "--players", numbers=_player_numbers())] = None,
    companions: Annotated[int | None, option("companions", "--companions")] = None,
    strength: Annotated[str | None, _bots_option("strength", "--strength", offered())] = None,
    bots: Annotated[str | None, _bots_option("play_bots", "--bots", spuk.bots())] = None,
    seats: Annotated[str | None, option("seats", "--seats")] = None,
    level: Annotated[str | None, option("level", "--level")] = None,
    edition: Annotated[str | None, option("edition", "--edition", editions=edition_names())] = None,
    rounds: Annotated[int | None, option("rounds", "--rounds")] = None,
    five_qi: Annotated[bool, option("five_qi", "--five-qi")] = False,
    more: Annotated[list[str] | None, option("option", "--option")] = None,
    lang: Annotated[str | None, lang_option()] = None,
    seed: Annotated[int | None, option("seed", "--seed")] = None,
    first: Annotated[int | None, option("first", "--first")] = None,
    colors: Annotated[str | None, option("colors", "--colors")] = None,
    powers: Annotated[str | None, option("powers", "--powers")] = None,
    village: Annotated[str | None, option("village", "--village")] = None,
    incarnations: Annotated[str | None, option("incarnations", "--incarnations")] = None,
    resume: Annotated[bool, option("resume", "--resume")] = False,
) -> None:
    """Play in the terminal."""
    check_lang(lang)
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
        bots=bots,
        seats=seats,
        seed=seed,
        resume=resume,
        file=file,
        options={name: value for name, value in options.items() if value is not None},
        more=tuple(more or ()),
    )


def _play(**order: Any) -> None:
    from spuk.language.plain import clean
    from spuk.terminal import launch

    asked = launch.Order(**order)
    try:
        done = launch.play(asked)
    except launch.WrongOptions as error:
        fail(say(asked.words, "ui.cli.wrong_options", reason=error))
    except (launch.NoFile, launch.NoBot) as error:
        fail(str(error))
    except launch.InUse as error:
        fail(say(asked.words, "ui.save_in_use", path=clean(error.path)))
    if not done:
        raise typer.Exit(1)


@app.command(help=said("ui.cli.serve"))
def serve(
    host: Annotated[str | None, option("host", "--host")] = None,
    port: Annotated[int | None, option("port", "--port")] = None,
    database_url: Annotated[str | None, option("database_url", "--database-url")] = None,
    workers: Annotated[int | None, option("serve_workers", "--workers")] = None,
    no_browser: Annotated[bool, option("no_browser", "--no-browser")] = False,
    public_url: Annotated[str | None, option("public_url", "--public-url")] = None,
    host_names: Annotated[str | None, option("host_names", "--host-names")] = None,
    proxies: Annotated[str | None, option("proxies", "--proxies")] = None,
    bots: Annotated[list[str] | None, option("serve_bots", "--bots")] = None,
    bot_processes: Annotated[int | None, option("bot_processes", "--bot-processes")] = None,
    rate_limit: Annotated[float | None, option("rate_limit", "--rate-limit")] = None,
    log_level: Annotated[str | None, option("log_level", "--log-level")] = None,
    access_log: Annotated[str | None, option("access_log", "--access-log")] = None,
    metrics_port: Annotated[int | None, option("metrics_port", "--metrics-port")] = None,
    metrics_host: Annotated[str | None, option("metrics_host", "--metrics-host")] = None,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Serve tables over HTTP."""
    check_lang(lang)
    given: dict[str, Any] = {"host": host, "port": port, "database_url": database_url, "workers": workers}
    given |= {"public_url": public_url, "host_names": host_names, "proxies": proxies}
    given |= {"bot_processes": bot_processes, "bots": ",".join(bots) if bots else None}
    given |= {"rate_limit": rate_limit, "log_level": log_level, "browser": False if no_browser else None}
    given |= {"access_log": access_log, "metrics_port": metrics_port, "metrics_host": metrics_host}
    _serve(given, lang)


def _serve(given: dict[str, Any], lang: str | None) -> None:
    from spuk.server.local_server import open_browser, serve_and_show
    from spuk.server.serve import CannotServe
    from spuk.server.settings import read_settings
    from spuk.store.sql import database_url

    words = lang or language()
    page = "/" if lang is None else f"/?lang={lang}"

    def ready(address: str) -> None:
        print(say(words, "ui.serve.ready", address=address), flush=True)
        if settings.browser:
            open_browser(address + page)

    try:
        settings = read_settings(given)
        if given.get("database_url") and database_url(given["database_url"]).password:
            print(say(words, "ui.serve.password_shown"), file=sys.stderr)
        if settings.is_open():
            print(say(words, "ui.serve.open", host=settings.host), file=sys.stderr)
        running = serve_and_show(settings, ready)
    except ValueError as error:
        fail(say(words, "ui.serve.wrong_setting", reason=error_words(error, words)))
    except CannotServe as error:
        fail(
            say(words, error.text, **{name: error_words(value, words) for name, value in error.named.items()})
        )
    if running:
        print(say(words, "ui.serve.is_open", address=running))
        open_browser(running + page, wait=True)


@app.command(help=said("ui.cli.rules"))
def rules(
    query: Annotated[list[str] | None, typer.Argument(help=said("ui.cli.rules_query"))] = None,
    edition: Annotated[str | None, option("rules_edition", "--edition", editions=edition_names())] = None,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Look up the rules."""
    from spuk.terminal.rulebook import editions
    from spuk.terminal.rulebook import rules as look_up

    check_lang(lang)
    words = lang or language()
    if edition is not None and edition not in editions():
        reason = error_words(ValueError(not_one_of("--edition", edition, editions())), words)
        fail(say(words, "ui.cli.wrong_options", reason=reason))
    raise typer.Exit(look_up(" ".join(query or []), words, prepare(), edition or ""))


@app.command(help=said("ui.cli.replay"))
def replay(
    file: Annotated[Path, path("file")],
    lang: Annotated[str | None, lang_option()] = None,
    everything: Annotated[bool, option("all", "--all")] = False,
) -> None:
    """Replay a game step by step."""
    from spuk.language.revision import unreadable_words
    from spuk.terminal.replay import replay as step_through

    check_lang(lang)
    try:
        step_through(file, lang or language(), everything=everything)
    except (OSError, ValueError) as error:
        fail(unreadable_words(file, error, lang or language()))


app.add_typer(admin, name="admin")
add_pack_commands(app)


@app.command(help=said("ui.cli.analyse"))
def analyse(
    file: Annotated[Path, path("file")],
    bot: Annotated[str, _bots_option("judge", "--bot", advisers(), JUDGE)] = JUDGE,
    seconds: Annotated[float | None, option("judge_seconds", "--seconds")] = None,
    playouts: Annotated[int | None, option("judge_playouts", "--playouts")] = None,
    seed: Annotated[int, option("judge_seed", "--seed")] = 0,
    processes: Annotated[int | None, option("processes", "--processes")] = None,
    mistakes: Annotated[bool, option("mistakes", "--mistakes")] = False,
    svg: Annotated[Path | None, option("svg", "--svg")] = None,
    png: Annotated[Path | None, option("png", "--png")] = None,
    json: Annotated[bool, option("json", "--json")] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Analyse every move of a record."""
    from spuk.lab.analyse import Order
    from spuk.lab.commands.analyse import Asked, analyse

    check_lang(lang)
    asked = Asked(file, Order(bot, seconds, playouts, seed), processes, mistakes, svg, png)
    run_lab(lang, lambda words, console: analyse(asked, json=json, lang=words, console=console))


@app.command(help=said("ui.cli.simulate"))
def simulate(
    out: Annotated[Path, option("out", "--out")],
    game: Annotated[str | None, _game_option()] = None,
    bots: Annotated[str | None, _bots_option("bots", "--bots", spuk.bots())] = None,
    games: Annotated[int | None, option("games", "--games")] = None,
    players: Annotated[str | None, option("grid_players", "--players")] = None,
    level: Annotated[str | None, option("grid_level", "--level")] = None,
    edition: Annotated[str | None, option("grid_edition", "--edition")] = None,
    rounds: Annotated[str | None, option("grid_rounds", "--rounds")] = None,
    option: Annotated[list[str] | None, option("option", "--option")] = None,
    seconds: Annotated[float | None, option("seconds", "--seconds")] = None,
    playouts: Annotated[int | None, option("playouts", "--playouts")] = None,
    seed: Annotated[int | None, option("lab_seed", "--seed")] = None,
    fixed_seats: Annotated[bool, option("fixed_seats", "--fixed-seats")] = False,
    records: Annotated[bool, option("records", "--records")] = False,
    workers: Annotated[int | None, option("workers", "--workers")] = None,
    resume: Annotated[bool, option("lab_resume", "--resume")] = False,
    ray: Annotated[str | None, option("ray", "--ray")] = None,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Simulate many games into a directory."""
    from spuk.lab.commands.simulate import Asked, simulate

    check_lang(lang)
    given = {"players": players, "level": level, "edition": edition, "rounds": rounds}
    grid = {name: text for name, text in given.items() if text is not None}
    more = tuple(option or ())
    asked = Asked(game, bots, games, grid, more, seed, seconds, playouts, not fixed_seats, records)
    how: dict[str, Any] = {"workers": workers, "resume": resume, "ray": ray}
    run_lab(lang, lambda words, console: simulate(asked, out, **how, lang=words, console=console))


@app.command(help=said("ui.cli.report"))
def report(
    directories: Annotated[list[Path], path("report_dirs")],
    out: Annotated[Path | None, option("report_out", "--out")] = None,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Tables, plots and a page."""
    from spuk.lab.commands.report import report

    check_lang(lang)
    run_lab(lang, lambda words, console: report(directories, out, lang=words, console=console))


@app.command("bots", help=said("ui.cli.list_bots"))
def list_bots(lang: Annotated[str | None, lang_option()] = None) -> None:
    """List the bots and what they can do."""
    check_lang(lang)
    column = max(map(len, spuk.bots())) + 2
    for name in spuk.bots():
        print(f"{name.ljust(column)}{ability_words(name, lang or language())}")
    print(say(lang or language(), "ui.bots.own"))


def main() -> None:
    """The entry point of the command."""
    if sys.stdin is None:  # closed: as if nothing was typed
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        _complain(said("ui.cli.no_output", reason=error_words(OSError(errno.EBADF, ""), language())))
        raise SystemExit(2)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone (`spuk … | head`): end quietly, even at the last flush.
        _drop_output()
        raise SystemExit(0) from None
    except OSError as error:
        _drop_output()
        _complain(said("ui.cli.no_output", reason=error_words(error, language())))
        raise SystemExit(1) from None


def _drop_output() -> None:
    """Discard what is still to be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
