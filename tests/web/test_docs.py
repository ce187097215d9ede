"""Docs that cannot drift: every setting, rate and route is written down."""

from __future__ import annotations

import re
import socket
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer

from spuk import cli
from spuk.server.api.description import API
from spuk.server.app import make_app
from spuk.server.limits import RATES, Rate
from spuk.server.settings import Settings, read_settings, to_environment, variable

DOCS = Path(__file__).parents[2] / "docs"
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")


def test_every_setting_is_documented_with_its_default_and_flag() -> None:
    rows = dict(re.findall(r"^\| `(SPUK_\w+)` \| (.*) \|$", HOSTING, flags=re.M))
    assert set(rows) == {variable(field.name) for field in fields(Settings)}
    command: Any = typer.main.get_command(cli.app).commands["serve"]  # type: ignore[attr-defined]
    flags = {option for parameter in command.params for option in parameter.opts}
    for field in fields(Settings):
        flag, default = [cell.strip() for cell in rows[variable(field.name)].split("|")[:2]]
        assert default == (f"`{field.default}`" if field.default != "" else "")
        name = "--no-browser" if field.name == "browser" else f"--{field.name.replace('_', '-')}"
        assert (flag == "yes") == (name in flags), name


def test_every_rate_is_documented() -> None:
    seconds = {"a second": 1, "a minute": 60, "an hour": 3600}
    row = r"^\| `(\w+)` \|.*\| (?:address|person) \| (\d+) \| (\d+) (.*?) \|$"
    found = re.findall(row, HOSTING, re.MULTILINE)
    told = {name: Rate(int(burst), int(number) / seconds[per]) for name, burst, number, per in found}
    assert told == RATES


def test_every_route_is_documented() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    description = make_app(Settings(database_url="sqlite:///unused.db")).openapi()
    for path, methods in description["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path.removeprefix(API)}" in page


def test_settings_come_from_flags_then_the_environment_then_defaults() -> None:
    environment = {"SPUK_PORT": "9000", "SPUK_BROWSER": "no", "SPUK_RATE_LIMIT": "0.5", "SPUK_HOST": ""}
    found = read_settings({"port": 8000, "host": None}, environment)
    assert (found.port, found.browser, found.rate_limit, found.host) == (8000, False, 0.5, "127.0.0.1")
    assert read_settings({}, to_environment(found)) == found


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "-1"),
        ("browser", "maybe"),
        ("workers", "0"),
        ("workers", "3"),
        ("log_level", "loud"),
        ("disk_sync", "never"),
        ("public_url", "spuk.example.org"),
        ("body_bytes", "1"),
        ("rate_limit", "nan"),
    ],
)
def test_a_wrong_setting_says_what_is_allowed(name: str, value: str) -> None:
    with pytest.raises(
        ValueError, match=r"choose from|is not a number|must be a number|must start with|PostgreSQL"
    ):
        read_settings({}, {variable(name): value})


def test_small_messages_do_not_wait_for_fuller_packets() -> None:
    """asyncio sets TCP_NODELAY only for sockets that say they are TCP; 40 ms an answer are lost otherwise."""
    from spuk.server.serve import _listen

    with _listen(Settings(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
