"""`spuk odds` on the command line: its options. The code is loaded when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from spuk.games.ghost_stories.options import ALLOWED
from spuk.terminal.command_line import check_lang, lang_option, option, run_lab, said


def add(app: typer.Typer) -> None:
    """Add the commands of Ghost Stories."""
    app.command(help=said("ui.cli.odds"))(odds)


def odds(
    ghosts: Annotated[list[str] | None, typer.Argument(help=said("ui.cli.ghosts"))] = None,
    dice: Annotated[int | None, option("dice", "--dice")] = None,
    tokens: Annotated[str | None, option("tokens", "--tokens")] = None,
    circle: Annotated[str | None, option("circle", "--circle")] = None,
    mantra: Annotated[int | None, option("mantra", "--mantra")] = None,
    immune: Annotated[list[int] | None, option("immune", "--immune")] = None,
    no_white: Annotated[bool, option("no_white", "--no-white")] = False,
    locked: Annotated[bool, option("locked", "--locked")] = False,
    reroll: Annotated[bool, option("reroll", "--reroll")] = False,
    second_wind: Annotated[bool, option("second_wind", "--second-wind")] = False,
    edition: Annotated[
        str | None, option("odds_edition", "--edition", editions=", ".join(ALLOWED["edition"]))
    ] = None,
    position: Annotated[str | None, option("position", "--position")] = None,
    record: Annotated[Path | None, option("record", "--record")] = None,
    at: Annotated[int | None, option("at", "--at")] = None,
    json: Annotated[bool, option("json", "--json")] = False,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """The exact odds of an exorcism."""
    from spuk.games.ghost_stories.commands.odds import Asked, odds  # noqa: PLC0415  (slow to load, and seldom needed)

    check_lang(lang)
    circumstances: dict[str, Any] = {"dice": dice, "tokens": tokens, "circle": circle, "mantra": mantra}
    circumstances |= {"immune": immune, "white": False if no_white else None, "locked": locked or None}
    circumstances |= {"reroll": reroll or None, "second": second_wind or None}
    circumstances |= {"edition": edition}
    asked = Asked(ghosts or [], circumstances, position, record, at)
    run_lab(lang, lambda words, console: odds(asked, json=json, lang=words, console=console))
