"""What all commands of `spuk` share: options explained in the user's language, one-line errors.

A game pack may add its own commands (`GamePack.commands`): a function that receives the Typer app and adds
them, using the helpers of this module.
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
    """An option whose help comes from the catalogues. We report unreadable paths ourselves."""
    text = said(f"ui.cli.{id}", **values).replace("[", r"\[")  # Typer would take "spuk[lab]" for markup
    return typer.Option(*names, help=text, show_default=False, readable=False)


def path(id: str) -> Any:
    """A path argument."""
    return typer.Argument(help=said(f"ui.cli.{id}"), readable=False)


def edition_names() -> str:
    """The editions of all games that have several, for the help."""
    found = {pack.id: pack.game.options().get("edition", ()) for pack in packs()}
    return "; ".join(f"{id}: {', '.join(editions)}" for id, editions in found.items() if editions)


def lang_option() -> Any:
    """`--lang`, with the languages there are."""
    return option("lang", "--lang", languages=one_of(languages(), language()))


def check_lang(lang: str | None) -> None:
    """Refuse languages that are not available."""
    if lang is not None and lang not in languages():
        fail(said("ui.cli.wrong_lang", given=lang, allowed=", ".join(languages())))


def fail(text: str) -> NoReturn:
    """One clear line, and the exit code for wrong usage."""
    print(text, file=sys.stderr)
    raise typer.Exit(2)


def run_lab(lang: str | None, run: Callable[[str, Console], int]) -> None:
    """Run a lab command. Its errors are one line in the user's language."""
    from spuk.lab.errors import Refused  # noqa: PLC0415  (slow to load, and seldom needed)

    try:
        code = run(lang or language(), prepare())
    except Refused as error:
        fail(error.words(lang or language()))
    else:
        raise typer.Exit(code)


def add_pack_commands(app: typer.Typer) -> None:
    """Add the games' own commands. One that cannot be loaded does not affect the others."""
    for pack in packs():
        try:
            add: Callable[[typer.Typer], object] | None = pack.part("commands")
            if add is not None:
                add(app)
        except Exception as error:
            warnings.warn(f"the commands of {pack.id!r} cannot be loaded: {error}", stacklevel=2)
