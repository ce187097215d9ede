"""An operator at their terminal: `spuk admin` in this process, on the database of a test."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

from typer.testing import CliRunner

from spuk import cli


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(database: str, *arguments: str, lang: str = "en") -> Done:
    """A command, run to its end; nobody sits at the terminal."""
    command = ["admin", *arguments, "--database-url", database, "--lang", lang]
    done = CliRunner().invoke(cli.app, command)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Done(done.exit_code, done.stdout, done.stderr)


async def beside(database: str, *arguments: str) -> Done:
    """The same beside a server of this process; it has to succeed."""
    done = await asyncio.to_thread(run, database, *arguments)
    assert done.code == 0, done
    return done
