"""The user's side of the terminal: reading lines, the language, the name of the command."""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from spuk.language import plain
from spuk.language.languages import FALLBACK, known_language
from spuk.terminal import saves

try:
    import termios
    import tty
except ImportError:  # not Unix: keys are neither discarded nor waited for
    HAS_KEYS = False
else:
    HAS_KEYS = True

NARROWEST = 20
"""With fewer columns than this, lines are simply too long."""


def prepare() -> Console:
    """A console that never fails on a character, whatever the terminal's encoding and size."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors=plain.HANDLER)
    console = Console()
    if console.width < NARROWEST:
        console.width = NARROWEST if console.width > 0 else 80
    return console


def on_a_terminal() -> bool:
    """Whether a person is there: then screens may be cleared, and pauses make sense."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wipe(console: Console) -> None:
    """Clear the screen and, if the terminal allows it, the scrollback."""
    if console.is_dumb_terminal:
        sys.stdout.write("\n" * console.height)
    else:
        # Some terminals keep the lines that scrolled away last where the second code clears.
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
    sys.stdout.flush()


def read(prompt: str) -> str:
    """Read a line. EOFError at the end of input. Keys typed before the question appeared do not count."""
    sys.stdout.flush()
    forget_keys()
    return input(prompt)


def forget_keys() -> None:
    """On a terminal, discard what was typed ahead."""
    if HAS_KEYS and sys.stdin.isatty():
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def pause(seconds: float) -> bool:
    """Time to read, ended by any key; True if one was pressed."""
    sys.stdout.flush()
    if not HAS_KEYS or not sys.stdin.isatty():
        time.sleep(seconds)
        return False
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)
        pressed = bool(select.select([keyboard], [], [], seconds)[0])
        if pressed:
            forget_keys()
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    return pressed


def language() -> str:
    """The language of the environment, as gettext finds it; English if it is not available."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = [code for name in names for code in os.environ.get(name, "").split(":")]
    return known_language(*wanted) or FALLBACK


SPEC: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""A bot as `package.module:Class`."""


def resume_command(path: Path, players: Sequence[str] = ()) -> str:
    """What to type to resume this game. Bots that come from the user's code have to be named."""
    ours = path.resolve().parent == (saves.home() / "games").resolve()
    arguments = "--resume" if ours else f"--resume {shlex.quote(str(path))}"
    named = [name for name in dict.fromkeys(players) if SPEC.fullmatch(name)]
    arguments += f" --bots {','.join(named)}" if named else ""
    if os.environ.get("MAKELEVEL"):
        return f"make terminal ARGS={shlex.quote(arguments)}"
    return f"{command()} play {arguments}"


def command() -> str:
    """How this program was started."""
    if shutil.which("spuk"):
        return "spuk"
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return "python -m spuk"
    return shlex.quote(str(started))
