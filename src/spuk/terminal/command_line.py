"""What all commands of `spuk` share: options explained in the person's language, one-line refusals.

A game pack may bring commands of its own (`GamePack.commands`): a function that is given the typer app
and adds them, with the helpers of this module.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from spuk.kernel.registry import packs
from spuk.language.catalog import say
from spuk.language.languages import languages
from spuk.language.lists import one_of
from spuk.terminal.shell import language, prepare

if TYPE_CHECKING:
    from rich.console import Console


def said(id: str, **values: object) -> str:
    """A text in the language of the environment."""
    return say(language(), id, **values)


def option(id: str, *names: str, **values: object) -> Any:
    """An option whose help comes from the catalogues. What is wrong with a path we say ourselves."""
    return typer.Option(*names, help=said(f"ui.cli.{id}", **values), show_default=False, readable=False)


def path(id: str) -> Any:
    """A path that is named without an option."""
    return typer.Argument(help=said(f"ui.cli.{id}"), readable=False)


def edition_names() -> str:
    """The editions of all games that have several, for the help."""
    found = {pack.id: pack.game.options().get("edition", ()) for pack in packs()}
    return "; ".join(f"{id}: {', '.join(editions)}" for id, editions in found.items() if editions)


def lang_option() -> Any:
    """`--lang`, with the languages there are."""
    return option("lang", "--lang", languages=one_of(languages(), language()))


def check_lang(lang: str | None) -> None:
    """Only languages we have words in."""
    if lang is not None and lang not in languages():
        fail(said("ui.cli.wrong_lang", given=lang, allowed=", ".join(languages())))


def fail(text: str) -> NoReturn:
    """One clear line, and the exit code for wrong usage."""
    print(text, file=sys.stderr)
    raise typer.Exit(2)


def run_lab(lang: str | None, run: Callable[[str, Console], int]) -> None:
    """Run a command of the laboratory; what it refuses is one line in the person's language."""
    from spuk.lab.errors import Refused  # noqa: PLC0415  (slow to load, and seldom needed)

    try:
        code = run(lang or language(), prepare())
    except Refused as error:
        fail(error.words(lang or language()))
    else:
        raise typer.Exit(code)


def add_pack_commands(app: typer.Typer) -> None:
    """The commands that games bring along; one that cannot be loaded costs nobody the others."""
    for pack in packs():
        try:
            add: Callable[[typer.Typer], object] | None = pack.part("commands")
            if add is not None:
                add(app)
        except Exception as error:
            warnings.warn(f"the commands of {pack.id!r} cannot be loaded: {error}", stacklevel=2)
