"""Carries out the steps of deploy/Containerfile in plain folders, as far as that can be done without
containers.

    python -m tests.deploy.containerfile FOLDER     (compiles the engine: some minutes)

Each stage is a folder. COPY copies, RUN runs with the paths of the stage moved into its folder, USER,
ENV, ENTRYPOINT and CMD are kept for whoever starts the result. What this does not know is an error, so
that nothing is left out unnoticed. Left out on purpose are commands that change the system: apt-get and
useradd.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "deploy" / "Containerfile"
MOVED: Final = ("/opt", "/src", "/data")
"""What the stages have of their own."""
_OF_THE_SYSTEM: Final = ("apt-get", "useradd", "rm -rf /var/lib/apt/lists/")
_KEPT: Final = ("EXPOSE", "VOLUME", "HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD", "USER")


@dataclass
class Stage:
    """What a stage has come to."""

    base: str
    folder: Path
    workdir: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)

    def path(self, inside: str) -> Path:
        return self.folder / (Path(self.workdir) / inside).relative_to("/")

    def moved(self, text: str) -> str:
        """A text in which the paths of the stage lead into its folder."""
        return re.sub(rf"(?<![\w./-])({'|'.join(MOVED)})\b", lambda found: f"{self.folder}{found[1]}", text)

    def command(self) -> list[str]:
        """How a container starts."""
        return [*json.loads(self.kept["ENTRYPOINT"]), *json.loads(self.kept["CMD"])]

    def environment(self) -> dict[str, str]:
        """As ENV says, in this stage's folder."""
        return {name: self.moved(value) for name, value in self.env.items()}


def instructions() -> Iterator[tuple[str, str]]:
    """The instructions in order, with what follows them."""
    text = re.sub(r"(?m)^\s*#.*\n", "", FILE.read_text(encoding="utf-8")).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        yield name, rest


def build(folder: Path, environment: Mapping[str, str]) -> dict[str, Stage]:
    """All stages; the last one is the image, under the name ''."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for name, rest in instructions():
        if name == "FROM":
            base, _, alias = rest.partition(" AS ")
            stage = stages[alias] = Stage(base, folder / (alias or "image"))
            stage.folder.mkdir(parents=True)
            continue
        assert stage is not None, "a Containerfile begins with FROM"
        if name == "WORKDIR":
            stage.workdir = rest
            stage.path("").mkdir(parents=True, exist_ok=True)
        elif name == "COPY":
            _copy(stage, stages, shlex.split(rest))
        elif name == "RUN":
            _run(stage, rest, environment)
        elif name == "ENV":
            stage.env |= dict(
                part.split("=", 1) for part in shlex.split(rest.replace("$PATH", os.environ["PATH"]))
            )
        elif name in _KEPT:
            stage.kept[name] = rest
        else:
            raise ValueError(f"deploy/Containerfile: {name} is not known here; add it to {__file__}")
    return stages


def _copy(stage: Stage, stages: Mapping[str, Stage], words: list[str]) -> None:
    source = None
    if words[0].startswith("--from="):
        source = stages[words.pop(0).partition("=")[2]]
    *sources, target = words
    leave_out = shutil.ignore_patterns(*_ignored())
    for one in sources:
        found = ROOT / one if source is None else source.folder / one.lstrip("/")
        place = stage.path(target)
        if found.is_dir():
            shutil.copytree(found, place, ignore=leave_out if source is None else None, symlinks=True)
        else:
            assert found.is_file(), f"deploy/Containerfile copies {one}, which is not there"
            shutil.copy(found, place / one if target.endswith("/") or len(sources) > 1 else place)


def _ignored() -> list[str]:
    lines = FILE.with_name("Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert all(line.startswith("**/") for line in lines), "other patterns are not known here"
    return [line.removeprefix("**/") for line in lines]


def _run(stage: Stage, command: str, environment: Mapping[str, str]) -> None:
    wanted = [part for part in command.split(" && ") if not part.startswith(_OF_THE_SYSTEM)]
    if not wanted:
        return
    python = Path(sys.executable).resolve().parent  # the interpreter of the base image
    path = {"PATH": f"{python}:{os.environ['PATH']}"}
    script = stage.moved(" && ".join(wanted))
    done = subprocess.run(
        ["sh", "-euc", script],
        cwd=stage.path(""),
        env={**os.environ, **path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise StepFailed(f"RUN {command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


class StepFailed(Exception):
    """A RUN did not end well."""


if __name__ == "__main__":
    built = build(Path(sys.argv[1]).resolve(), {})
    print(f"built: {built[''].folder}")
