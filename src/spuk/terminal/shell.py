"""The person's side of the terminal: reading lines, the language, the name of the command."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from rich.console import Console

from spuk.terminal import saves
from spuk.words.catalog import LANGUAGES


def prepare() -> Console:
    """A console that never fails on a character, whatever the terminal's encoding."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Console()


def on_a_terminal() -> bool:
    """A person sits there: screens may be cleared and pauses make sense."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wipe(console: Console) -> None:
    """An empty screen with nothing left to scroll back to (as far as the terminal lets us)."""
    if console.is_dumb_terminal:
        sys.stdout.write("\n" * console.height)
    else:
        # The lines that scrolled away last: some terminals keep there what the second code clears.
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
    sys.stdout.flush()


def read(prompt: str) -> str:
    """One line; EOFError at the end of input."""
    sys.stdout.flush()
    return input(prompt)


def language() -> str:
    """The language of the environment, as gettext finds it; English if we do not have it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for code in os.environ.get(name, "").split(":"):
            if code[:2].lower() in LANGUAGES:
                return code[:2].lower()
    return LANGUAGES[0]


def resume_command(path: Path) -> str:
    """What to type to go on with this game."""
    ours = path.resolve().parent == (saves.home() / "games").resolve()
    where = "" if ours else f" {shlex.quote(str(path))}"
    return f"{command()} play --resume{where}"


def command() -> str:
    """How this program was started."""
    if shutil.which("spuk"):
        return "spuk"
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return "python -m spuk"
    return shlex.quote(str(started))
