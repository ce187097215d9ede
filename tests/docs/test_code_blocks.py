"""Every block of code in README and docs runs, or is checked as far as that works without waiting."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from tests.terminal.players import ROOT
from tests.terminal.players import spuk as run_spuk

import spuk
from spuk import cli
from spuk.bots.registry import unregister_bot
from spuk.version import VERSION

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
LANGUAGES = {"python", "pycon", "py", "sh", "json", "http", "toml", "text", "nginx", "bibtex", "bash", "ini"}
ELSEWHERE = {
    "docs/guides/add-a-bot.md": "tests/docs/test_add_a_bot.py",
    "docs/guides/add-a-game.md": "tests/third_party/test_guide.py",
    "docs/guides/add-a-language.md": "tests/guides/test_add_a_language.py",
    "docs/guides/add-an-edition.md": "tests/guides/test_add_an_edition.py",
}
"""Pages whose code has tests of its own."""
PLAYED = ["README.md", "docs/getting-started.md", "docs/playing.md", "docs/studying.md"]
"""Pages whose commands are run as a reader would run them, with fewer games."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    line: int
    language: str
    code: str


def _blocks() -> list[Block]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^( *)```([^\n]*)\n(.*?)^\1```$", text, flags=re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            found.append(Block(str(page.relative_to(ROOT)), line, match[2], match[3]))
    return found


BLOCKS = _blocks()


def _of(language: str) -> list[Block]:
    return [block for block in BLOCKS if block.language == language]


def _id(block: Block) -> str:
    return f"{block.page}:{block.line}"


def _commands(block: Block) -> list[str]:
    lines = block.code.replace("\\\n", " ").splitlines()
    return [line.partition(" # ")[0].strip() for line in lines if line.strip()]


COMMANDS = [(block, command) for block in _of("sh") for command in _commands(block)]


def test_every_block_names_its_language() -> None:
    unknown = [
        _id(block) for block in BLOCKS if block.language not in LANGUAGES and "{" not in block.language
    ]
    assert unknown == []
    assert len(BLOCKS) > 80


@pytest.mark.parametrize("page", ELSEWHERE)
def test_pages_whose_code_is_tested_elsewhere_name_a_test_that_is_there(page: str) -> None:
    assert Path(page).name in (ROOT / ELSEWHERE[page]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted({b.page for b in _of("python")} - ELSEWHERE.keys()))
def test_the_python_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in _of("python"):
        if block.page == page:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block.code, _id(block), "exec"), {})


@pytest.mark.parametrize("page", sorted({block.page for block in _of("pycon")}))
def test_the_python_sessions_of_a_page_give_what_they_show(page: str) -> None:
    code = "\n".join(block.code for block in _of("pycon") if block.page == page)
    test = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = io.StringIO()
    try:
        runner.run(test, out=said.write)
    finally:
        unregister_bot("first")
    assert (runner.failures, runner.tries > 2) == (0, True), said.getvalue()


@pytest.mark.parametrize("block", _of("py"), ids=_id)
def test_python_that_needs_more_than_we_install_is_python_at_least(block: Block) -> None:
    ast.parse(block.code)


@pytest.mark.parametrize("block", _of("json"), ids=_id)
def test_json_is_json(block: Block) -> None:
    json.loads(block.code)


@pytest.mark.parametrize("block", _of("toml"), ids=_id)
def test_toml_is_toml(block: Block) -> None:
    tomllib.loads(block.code)


@pytest.mark.parametrize(("block", "command"), COMMANDS, ids=[f"{_id(b)} {c}" for b, c in COMMANDS])
def test_every_command_exists_with_its_options(block: Block, command: str) -> None:
    for part in command.split(" && "):
        _check(part)


def _check(command: str) -> None:
    program, *arguments = shlex.split(command)
    assert program in CHECKS, f"no test knows how to check {program!r}"
    CHECKS[program](arguments)


def _check_spuk(arguments: list[str]) -> None:
    command: Any = typer.main.get_command(cli.app)
    while arguments and not arguments[0].startswith("-") and hasattr(command, "commands"):
        command, *arguments = command.commands[arguments[0]], *arguments[1:]
    if not hasattr(command, "commands"):
        command.make_context(command.name, arguments)  # complains about what it does not know


def _check_make(arguments: list[str]) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M)
    assert arguments[0] in targets


def _check_install(arguments: list[str]) -> None:
    assert arguments[0] == "install"
    for wanted in arguments[1:]:
        for extra in re.findall(r"^spuk\[(.*)\]", wanted):
            assert set(extra.split(",")) <= PROJECT["optional-dependencies"].keys()
        if wanted.endswith(".whl"):
            _check_wheel(wanted)


def _check_wheel(name: str) -> None:
    assert Path(name).name == f"spuk-{VERSION}-py3-none-any.whl"


def _check_python(arguments: list[str]) -> None:
    assert (ROOT / arguments[0]).exists()


def _check_runner(arguments: list[str]) -> None:
    _check_wheel(next(one for one in arguments if one.endswith(".whl")))


CHECKS = {
    "spuk": _check_spuk,
    "make": _check_make,
    "pip": _check_install,
    "python": _check_python,
    "pipx": _check_runner,
    "uvx": _check_runner,
    "pytest": lambda arguments: None,
}


@pytest.mark.parametrize("page", PLAYED)
def test_the_commands_of_a_page_work_one_after_the_other(page: str, tmp_path: Path) -> None:
    record = spuk.play("ghosts", {"players": 2}, bots="novice", seed=3)
    del record.actions[24:]  # a few decisions are enough to analyse
    (tmp_path / "game.json").write_text(record.to_json(), encoding="utf-8")
    commands = [shlex.split(command)[1:] for block, command in COMMANDS if block.page == page]
    ran = [command for command in commands if _quick(command) is not None]
    for command in ran:
        done = run_spuk(*(_quick(command) or ()), home=tmp_path / "home", typed="1\n1\n", cwd=tmp_path)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert done.stdout
    assert ran or page == "docs/getting-started.md"


def _quick(command: list[str]) -> list[str] | None:
    """The same command with less to do; None if it never ends or is none of ours."""
    if not command or command[0] not in {"odds", "rules", "bots", "play", "simulate", "report", "analyse"}:
        return None
    less = {"--games": "1", "--playouts": "2", "--seconds": "0.01"}
    quick = [less.get(before, given) for before, given in zip(["", *command], command, strict=False)]
    return ["novice" if given == "monk" else given for given in quick]
